"""From a scenario to motion: for every person and every fiftieth of a second, what his body does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from review.sim import bench
from review.sim.body import load_body
from review.sim.curves import Floats, ease, hermite, monotone, smooth
from review.sim.play import free_path, kept_apart, play_path
from review.sim.scenario import Man, Scenario
from review.sim.skeleton import GOALKEEPER, OFFICIAL, SKATER, STAFF, Poser, Stances
from review.sim.tables.people import Act

STEP_S = 0.02
KINDS = {"skater": SKATER, "goalkeeper": GOALKEEPER, "official": OFFICIAL, "staff": STAFF}
RUN_IN_S = 3.0  # two men skate into a scuffle
WRESTLING_M = 0.41  # from the middle of a scuffle to each man


@dataclass
class Course:
    """One man's way through the clip, on the grid of `STEP_S` (n samples)."""

    xy: Floats  # (n, 2)
    on_ice: Floats  # weight: 1 skating, 0 behind the boards
    free: Floats  # weight: 1 where others may push him aside
    pinned: Floats  # (n, 9) pelvis, left and right ankle
    pinned_w: Floats
    lean: Floats  # while pinned
    faces: Floats  # (n, 2) direction he must face …
    faces_w: Floats  # … and how much
    hands: Floats  # (n, 2, 3)
    hands_w: Floats  # (n, 2)
    stick_up: Floats
    stick_held: Floats


class Motion:
    """The whole cast in motion; `stances` reads any instant."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.times_s = np.arange(0.0, scenario.duration_s + 2 * STEP_S, STEP_S)
        people = scenario.people
        rng = np.random.default_rng([scenario.seed, 999])
        hand = np.where(rng.random(len(people)) < 0.62, 1.0, -1.0)
        self.kind = np.array([KINDS[m.role] for m in people])
        self.poser = Poser(load_body(), self.kind.astype(float), hand)
        courses = [_course(scenario, man, self.times_s) for man in people]
        _scuffles(scenario, courses, self.times_s)
        apart = kept_apart(
            np.stack([c.xy for c in courses]),
            np.stack([c.on_ice for c in courses]),
            np.stack([c.free for c in courses]),
            scenario.rink,
            step_s=STEP_S,
        )
        for course, xy in zip(courses, apart, strict=True):
            loose = (1.0 - course.pinned_w)[:, None]
            course.xy = xy + (smooth(xy, 6) - xy) * loose
        self._columns = _body_columns(scenario, courses, self.times_s)

    def stances(self, at_s: float) -> Stances:
        """What everybody does at ``at_s``, read between the grid's samples."""
        place = float(np.clip(at_s / STEP_S, 0.0, len(self.times_s) - 1.001))
        i, part = int(place), place - int(place)
        mixed = {k: v[:, i] * (1 - part) + v[:, i + 1] * part for k, v in self._columns.items()}
        return Stances(**mixed)

    def matrices(self, at_s: float) -> Floats:
        """Bone matrices of everybody at ``at_s``, (p, 21, 3, 4)."""
        return self.poser.matrices(self.stances(at_s))

    def pelvis_m(self, at_s: float) -> Floats:
        """Where everybody's pelvis is, (p, 3)."""
        rest = np.append(load_body().joints[0], 1.0)
        return np.asarray(self.matrices(at_s)[:, 0] @ rest)


def _course(scenario: Scenario, man: Man, t: Floats) -> Course:
    acts = sorted(
        (a for a in scenario.acts if man.number is not None and (a.team, a.number) == (man.team, man.number)),
        key=lambda a: a.start_s,
    )
    slot = next((a.slot for a in acts if a.slot is not None), man.slot)
    n = len(t)
    course = Course(
        xy=np.zeros((n, 2)),
        on_ice=np.full(n, float(man.on_ice)),
        free=np.full(n, float(man.on_ice and man.role != "goalkeeper")),
        pinned=np.zeros((n, 9)),
        pinned_w=np.full(n, 0.0 if man.on_ice else 1.0),
        lean=np.zeros(n),
        faces=np.tile([0.0, -1.0], (n, 1)),
        faces_w=np.full(n, 0.0 if man.on_ice else 1.0),
        hands=np.zeros((n, 2, 3)),
        hands_w=np.zeros((n, 2)),
        stick_up=np.full(n, 0.0 if man.on_ice else 1.0),
        stick_held=np.ones(n),
    )
    if man.on_ice or any(a.kind == "on" for a in acts):
        course.xy = free_path(scenario, man, slot, t)
    pins = bench.Pinned([], scenario.rink.far_boards_m)
    seat_x = _seat_x(scenario, man)
    if not man.on_ice:
        _first_place(man, pins, seat_x)
    for act in acts:
        if act.kind in DOINGS:  # a scuffle needs both men, see `_scuffles`
            DOINGS[act.kind](course, pins, act, t, seat_x, scenario)
    _pin(course, pins, t)
    return course


def _first_place(man: Man, pins: bench.Pinned, seat_x: float) -> None:
    if man.role == "staff":
        pins.stand(0.0, seat_x, behind_m=1.75)
    elif man.role == "goalkeeper":
        pins.stand(0.0, seat_x, behind_m=1.15)
    elif man.id % 4 == 0:
        pins.stand(0.0, seat_x, behind_m=0.5)
    else:
        pins.sit(0.0, seat_x)


def _seat_x(scenario: Scenario, man: Man) -> float:
    """Seats are dealt out along the bench in the order of the roster, with a little disorder."""
    if not man.team:
        return 0.0
    low, high = scenario.team(man.team).bench_m
    jitter = np.random.default_rng([scenario.seed, man.id, 5]).uniform(-0.12, 0.12)
    mates = [
        m for m in scenario.people if m.team == man.team and (m.role == "staff") == (man.role == "staff")
    ]
    if man.role != "staff":
        mates = [m for m in mates if not m.on_ice] + [m for m in mates if m.on_ice]
    seats = len([m for m in mates if not m.on_ice])
    place = mates.index(man)
    if place >= seats:  # men who start on the ice squeeze in between when they come back
        return low + 0.55 + (high - low - 1.1) * ((place - seats) + 0.5) / 7 + jitter
    inset = 0.55 if man.role != "staff" else 2.0
    return low + inset + (high - low - 2 * inset) * place / max(1, seats - 1) + jitter


def _go_on(
    course: Course, pins: bench.Pinned, act: Act, t: Floats, seat_x: float, scenario: Scenario
) -> None:
    touch, door = act.start_s, act.at_m[0]
    pins.rows = pins.rows[:1]
    still = pins.rows[0].copy()
    still[0] = touch - 3.4
    pins.rows.append(still)
    pins.stand(touch - 2.6, seat_x)
    pins.stand(touch - 1.7, door)
    pins.climb(touch, door, bench.CLIMB_ON)
    landed = touch + bench.ON_AFTER_S
    start = np.array([door, scenario.rink.far_boards_m - 0.8])
    goal, speed = _state(course.xy, t, act.end_s)
    if len(act.at_m) == 3:  # he goes to a place, not to his slot in the play
        goal, speed = np.asarray(act.at_m[1:]), np.zeros(2)
        sway = np.stack([np.sin(0.7 * t + door), np.cos(0.5 * t + door)], axis=1)
        course.xy = goal + 0.2 * (sway - sway[np.searchsorted(t, act.end_s)])
    _glide(course, t, landed, act.end_s, start, np.array([0.0, -1.8]), goal, speed)
    course.xy[t < landed] = start
    course.on_ice = ease(t, touch - 0.3, touch)
    course.free = ease(t, act.end_s, act.end_s + 0.6)
    course.pinned_w = 1.0 - ease(t, landed - 0.12, landed + 0.25)
    course.faces_w = 1.0 - ease(t, landed, landed + 0.5)
    course.stick_up = 1.0 - ease(t, touch + 0.1, touch + 0.8)
    grip = ease(t, touch - 1.2, touch - 0.95) * (1 - ease(t, touch - 0.3, touch - 0.05))
    course.hands[:] = bench.rail_grip(door, pins.boards_m, turned=False)
    course.hands_w[:] = grip[:, None] * [0.9, 0.7]


def _go_off(
    course: Course, pins: bench.Pinned, act: Act, t: Floats, seat_x: float, scenario: Scenario
) -> None:
    boards, door = act.end_s, act.at_m[0]
    start, speed = _state(course.xy, t, act.start_s)
    goal = np.array([door, scenario.rink.far_boards_m - 0.55])
    end_speed = act.at_m[1] if len(act.at_m) > 1 else 1.2
    _glide(course, t, act.start_s, boards, start, speed, goal, np.array([0.0, end_speed]))
    course.xy[t > boards] = goal
    course.free *= 1.0 - ease(t, act.start_s - 0.6, act.start_s)
    course.on_ice *= 1.0 - ease(t, boards + 0.3, boards + 0.7)
    course.pinned_w = np.maximum(course.pinned_w, ease(t, boards - 0.22, boards + 0.02))
    pins.climb(boards, door, bench.CLIMB_OFF)
    pins.stand(boards + 2.0, door, turned=True)
    pins.stand(boards + 3.2, seat_x, behind_m=0.9, turned=True)
    pins.stand(boards + 3.8, seat_x, behind_m=0.9)
    pins.sit(boards + 4.5, seat_x)
    turned = ease(t, boards - 0.5, boards - 0.05)
    course.faces = np.where((t < boards + 3.5)[:, None], [0.0, 1.0], [0.0, -1.0])
    course.faces_w = np.maximum(course.faces_w * (t < act.start_s), turned)
    course.stick_up = np.maximum(course.stick_up * (t < act.start_s), ease(t, boards - 0.7, boards))
    grip = ease(t, boards - 0.1, boards + 0.15) * (1 - ease(t, boards + 0.95, boards + 1.2))
    course.hands[t > act.start_s] = bench.rail_grip(door, pins.boards_m, turned=True)
    course.hands_w[:, 0] = np.maximum(course.hands_w[:, 0] * (t < act.start_s), grip * 0.9)
    course.hands_w[:, 1] = np.maximum(course.hands_w[:, 1] * (t < act.start_s), grip * 0.6)


def _stand(
    course: Course, pins: bench.Pinned, act: Act, t: Floats, seat_x: float, scenario: Scenario
) -> None:
    """Skate to a place and stay about there."""
    start, speed = _state(course.xy, t, act.start_s)
    rest = course.xy - course.xy[np.searchsorted(t, act.end_s)]
    _glide(course, t, act.start_s, act.end_s, start, speed, np.asarray(act.at_m), np.zeros(2))
    late = t > act.end_s
    drift = 0.25 * rest * ease(t, act.end_s, act.end_s + 2.0)[:, None]
    course.xy[late] = (np.asarray(act.at_m) + drift)[late]


DOINGS: dict[str, Callable[[Course, bench.Pinned, Act, Floats, float, Scenario], None]] = {
    "on": _go_on,
    "off": _go_off,
    "stand": _stand,
}


def _glide(
    course: Course,
    t: Floats,
    start_s: float,
    end_s: float,
    start: Floats,
    speed: Floats,
    goal: Floats,
    end_speed: Floats,
) -> None:
    span = (t >= start_s) & (t <= end_s)
    course.xy[span] = hermite(start_s, start, speed, end_s, goal, end_speed, t[span])


def _state(xy: Floats, t: Floats, at_s: float) -> tuple[Floats, Floats]:
    i = int(np.clip(np.searchsorted(t, at_s), 1, len(t) - 2))
    return xy[i], (xy[i + 1] - xy[i - 1]) / (t[i + 1] - t[i - 1])


def _pin(course: Course, pins: bench.Pinned, t: Floats) -> None:
    """Draw curves through the pinned moments and carry the ground along while he is pinned."""
    if not pins.rows:
        return
    rows = np.stack(pins.rows)
    if len(rows) == 1:
        rows = np.concatenate([rows, rows + np.eye(1, rows.shape[1])])
    curve = monotone(rows[:, 0], rows[:, 1:], t)
    course.pinned, course.lean = curve[:, :9], curve[:, 9]
    carried = course.pinned_w[:, None]
    course.xy = course.xy * (1 - carried) + course.pinned[:, :2] * carried


def _scuffles(scenario: Scenario, courses: list[Course], t: Floats) -> None:
    """Lock each pair of scuffling men together: both skate in, grapple, and turn about each other."""
    pairs = [a for a in scenario.acts if a.kind == "scuffle"]
    index = {(m.team, m.number): i for i, m in enumerate(scenario.people)}
    for k in range(0, len(pairs), 2):
        act = pairs[k]
        men = [index[a.team, a.number] for a in pairs[k : k + 2]]
        since = t - act.start_s
        turn = 0.2 + 0.5 * np.sin(0.5 * since) + 0.15 * np.sin(2.3 * since)
        around = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        shove = 0.16 * np.sin(1.7 * t)[:, None] * around + 0.12 * np.sin(np.stack([0.9 * t, 1.3 * t], 1))
        held = ease(t, act.start_s - 0.15, act.start_s + 0.2) * (1 - ease(t, act.end_s, act.end_s + 0.5))
        for i, sign in zip(men, (1.0, -1.0), strict=True):
            arm = WRESTLING_M + 0.05 * np.sin(3.1 * t) + 1.0 * ease(t, act.end_s, act.end_s + 2.0)
            place = np.asarray(act.at_m) + shove + sign * around * arm[:, None]
            _lock(courses[i], act, t, place, -sign * around, held)
        for i, other in (men, men[::-1]):
            heading = courses[i].faces
            across = np.stack([-heading[:, 1], heading[:, 0]], axis=1)
            chest = courses[other].xy - 0.1 * heading
            for side, sign in ((0, 1.0), (1, -1.0)):
                height = 1.36 + 0.09 * np.sin(4.1 * t + side * 2.0 + i)
                grip = chest + across * 0.2 * sign
                courses[i].hands[:, side] = np.concatenate([grip, height[:, None]], axis=1)
            courses[i].hands_w[:] = np.maximum(courses[i].hands_w, held[:, None])


def _lock(course: Course, act: Act, t: Floats, place: Floats, facing: Floats, held: Floats) -> None:
    start_s = act.start_s - RUN_IN_S
    start, speed = _state(course.xy, t, start_s)
    goal, end_speed = _state(place, t, act.start_s)
    _glide(course, t, start_s, act.start_s, start, speed, goal, end_speed)
    course.xy[t > act.start_s] = place[t > act.start_s]
    course.free *= 1.0 - ease(t, start_s - 0.6, start_s)
    course.faces = facing
    course.faces_w = np.maximum(course.faces_w, ease(t, act.start_s - 0.5, act.start_s))
    course.stick_held = 1.0 - (t > act.start_s).astype(float)
    course.lean = np.where(held > 0, 0.35 + 0.1 * np.sin(2.6 * t), course.lean)


def _body_columns(scenario: Scenario, courses: list[Course], t: Floats) -> dict[str, Floats]:
    """Columns of `Stances`, each (p, n, …), from everybody's course."""
    play = play_path(scenario, t)
    rows = [
        _carriage(scenario, man, course, t, play)
        for man, course in zip(scenario.people, courses, strict=True)
    ]
    return {key: np.stack([row[key] for row in rows]) for key in rows[0]}


def _carriage(scenario: Scenario, man: Man, course: Course, t: Floats, play: Floats) -> dict[str, Floats]:
    rng = np.random.default_rng([scenario.seed, man.id, 3])
    mood = rng.uniform(-1.0, 1.0, 4)
    velocity = np.gradient(course.xy, STEP_S, axis=0) * (course.on_ice > 0)[:, None]
    velocity = smooth(velocity, 4)
    speed = np.linalg.norm(velocity, axis=1)
    yaw, heading = _yaw(course, velocity, speed, play)
    roll, stride = _effort(course, velocity, speed, heading, mood, t)
    n = len(t)
    lean, crouch = _bearing(man, speed, mood, t)
    idle = course.pinned_w * (course.on_ice < 0.5)
    lean = lean + (course.lean + 0.07 * np.sin(0.7 * t + 3 * mood[2]) * idle - lean) * np.maximum(
        course.pinned_w, (course.stick_held < 0.5).astype(float)
    )
    return {
        "xy": course.xy,
        "floor": np.zeros(n),
        "yaw": yaw,
        "lean": lean,
        "roll": roll,
        "crouch": crouch,
        "phase": 2 * np.pi * (mood[3] + np.cumsum(0.35 + 0.13 * speed) * STEP_S),
        "stride": stride * (1 - course.pinned_w) * (0.0 if man.role == "goalkeeper" else 1.0),
        "look": 0.45 * np.sin(0.8 * t + 4 * mood[0]) + 0.2 * np.sin(1.9 * t + 4 * mood[1]),
        "pelvis": course.pinned[:, :3],
        "pelvis_w": course.pinned_w,
        "ankles": course.pinned[:, 3:9].reshape(n, 2, 3),
        "ankles_w": course.pinned_w,
        "hands": course.hands,
        "hands_w": course.hands_w,
        "stick_up": course.stick_up,
        "stick_held": course.stick_held,
    }


def _effort(
    course: Course, velocity: Floats, speed: Floats, heading: Floats, mood: Floats, t: Floats
) -> tuple[Floats, Floats]:
    """How far he leans into turns, and how wide he strides: wide when he speeds up, hardly when he glides."""
    accel = np.gradient(velocity, STEP_S, axis=0)
    push = (accel * heading).sum(1)
    sideways = smooth(
        (heading[:, 0] * accel[:, 1] - heading[:, 1] * accel[:, 0]) * np.clip(speed - 0.8, 0, 1), 6
    )
    roll = np.clip(-np.arctan(sideways / 9.81) * 0.75, -0.38, 0.38) * (1 - course.pinned_w)
    glide = 0.6 + 0.4 * np.sin(0.9 * t + 3 * mood[0]) * np.sin(0.53 * t + 2 * mood[1])
    stride = smooth(
        np.clip(0.35 * glide + 0.3 * np.maximum(push, 0.0), 0.0, 1.0) * np.clip(speed / 2.5, 0, 1), 8
    )
    return roll, stride


def _bearing(man: Man, speed: Floats, mood: Floats, t: Floats) -> tuple[Floats, Floats]:
    """Lean and crouch of a skating man: the faster the lower, each to his own taste."""
    if man.role == "goalkeeper" and man.on_ice:
        return 0.55 + 0.05 * np.sin(0.6 * t), 0.30 + 0.04 * np.sin(0.45 * t + mood[0])
    if man.role in ("official", "staff"):
        return 0.10 + 0.03 * np.minimum(speed, 5), 0.07 + 0.01 * np.minimum(speed, 5)
    work = np.clip(speed / 6, 0, 1)
    lean = 0.22 + 0.38 * work + 0.1 * mood[1] + 0.08 * np.sin(0.5 * t + 3 * mood[2])
    crouch = 0.09 + 0.12 * work + 0.035 * (1 + mood[3]) + 0.03 * np.sin(0.37 * t + 5 * mood[0])
    return lean, np.maximum(crouch, 0.07)


def _yaw(course: Course, velocity: Floats, speed: Floats, play: Floats) -> tuple[Floats, Floats]:
    """Turn men the way they skate, and towards the play when slow; returns yaw (n,) and heading (n, 2)."""
    towards = play - course.xy
    towards /= np.maximum(np.linalg.norm(towards, axis=1, keepdims=True), 0.5)
    way = velocity / np.maximum(speed, 0.3)[:, None] * np.clip(speed / 2.2, 0, 1)[:, None]
    wanted = smooth(way * 1.1 + towards * 0.5, 12)
    wanted /= np.maximum(np.linalg.norm(wanted, axis=1, keepdims=True), 1e-6)
    mixed = wanted + (course.faces - wanted) * course.faces_w[:, None]
    angle = np.unwrap(np.arctan2(mixed[:, 1], mixed[:, 0]))
    angle = smooth(angle[:, None], 8)[:, 0]
    return angle + np.pi / 2, np.stack([np.cos(angle), np.sin(angle)], axis=1)
