"""Acts at the boards: coming on, going off, sitting on them, leaning over them; and life on the bench."""

from __future__ import annotations

import numpy as np

from review.sim import bench
from review.sim.course import Course, DoorUse, Draft, build
from review.sim.curves import Floats, ease
from review.sim.gates import Opening, doors, openings
from review.sim.scenario import Man, Scenario
from review.sim.tables.people import Act

HIPS_M = 0.9  # above the skates of a man of the mesh's height
SOON_S = 12.0  # nobody changes his seat so shortly before an act


def drafted(scenario: Scenario, man: Man, t: Floats, first_act_s: float) -> Draft:
    """Begin a man's course: on the ice, on his bench, or in the penalty box."""
    gate = _opening(scenario, man.team, "box" if man.place == "box" else "bench")
    front = bench.Front(gate.side if gate else 1.0, scenario.rink.far_boards_m)
    course = Course.begun(len(t), on_ice=man.on_ice, free=man.role != "goalkeeper", side=front.side)
    seat = _seat_m(scenario, man, gate) if gate else 0.0
    slouch = np.random.default_rng([scenario.seed, man.id, 9]).uniform(-1.0, 1.0)
    pins = bench.Pinned(front, HIPS_M * (build(scenario, man)[1] - 1.0), float(slouch))
    draft = Draft(scenario, man, t, course, pins, seat, man.place, man.slot)
    if man.on_ice:
        course.xy = draft.left_to_play().copy()
    else:
        _wait(draft, first_act_s)
    return draft


def _opening(scenario: Scenario, team: str, gate: str) -> Opening | None:
    return next((o for o in openings(scenario) if o.id == f"{team}-{gate}"), None)


def _seat_m(scenario: Scenario, man: Man, gate: Opening) -> float:
    """Seats are dealt out along the bench in the order of the roster, with a little disorder."""
    low, high = gate.low_m, gate.high_m
    jitter = np.random.default_rng([scenario.seed, man.id, 5]).uniform(-0.12, 0.12)
    boxed = gate.kind == "penalty_box"
    mates = [
        m for m in scenario.people if m.team == man.team and (m.role == "staff") == (man.role == "staff")
    ]
    if boxed:
        mates = [m for m in mates if m.place == "box"]
        place = mates.index(man) if man in mates else man.id % 3
        return float(np.clip((low + high) / 2 + 0.7 * ((place + 1) % 3 - 1) + jitter, low + 0.4, high - 0.4))
    if man.role != "staff":
        mates = [m for m in mates if not m.on_ice] + [m for m in mates if m.on_ice]
    seats = len([m for m in mates if not m.on_ice])
    place = mates.index(man)
    if place >= seats:  # men who start on the ice squeeze in between when they come back
        return low + 0.55 + (high - low - 1.1) * ((place - seats) + 0.5) / 7 + jitter
    inset = 0.55 if man.role != "staff" else 2.0
    return low + inset + (high - low - 2 * inset) * place / max(1, seats - 1) + jitter


def _wait(draft: Draft, first_act_s: float) -> None:
    """Sit, stand or lean at the front, and now and then change from one to another, until his first act."""
    man, pins, x = draft.man, draft.pins, draft.seat_m
    rng = np.random.default_rng([draft.scenario.seed, man.id, 6])
    if man.role == "staff":
        pins.stand(0.0, x, behind_m=1.75)
        return
    if man.role == "goalkeeper":
        pins.stand(0.0, x, behind_m=1.15)
        return
    stands = man.id % 4 == 0 and man.place == "bench"
    at_s = 0.0
    while at_s < first_act_s - SOON_S:
        if at_s > 0.0:
            pins.hold(at_s)
        at_s += 1.1 if at_s else 0.0
        _settle(draft, at_s, stands=stands, leans=bool(rng.random() < 0.4))
        stands = not stands if man.place == "bench" and rng.random() < 0.5 else stands
        at_s += float(rng.uniform(14.0, 40.0))
    if not pins.rows:
        _settle(draft, 0.0, stands=stands, leans=False)


def _settle(draft: Draft, at_s: float, *, stands: bool, leans: bool) -> None:
    if stands and leans:
        draft.pins.lean(at_s, draft.seat_m)
    elif stands:
        draft.pins.stand(at_s, draft.seat_m, behind_m=0.5)
    else:
        draft.pins.sit(at_s, draft.seat_m)


def go_on(draft: Draft, act: Act) -> None:
    """Over the boards or through the door, first skate at ``start_s``."""
    if draft.place == "ice":
        draft.refuse(act, "he is on the ice already")
    if act.gate != draft.place:
        draft.refuse(act, f'he is in the {draft.place}: write gate = "{draft.place}"')
    gate, touch = _gate(draft, act), act.start_s + bench.TOUCHES_S[act.via]
    x = _gate_x(draft, act, gate, draft.seat_m)
    by_door = act.via == "door"
    steps = bench.STEP_ON if by_door else bench.CLIMB_ON
    _walk_to(draft, act, x, touch + float(steps[0, 0]) - 0.3)
    draft.pins.climb(touch, x, steps, bow=0.1 if by_door else 0.38)
    landed = touch + float(steps[-1, 0])
    draft.pins.hold(landed + 0.4)
    side, course, t = gate.side, draft.course, draft.t
    start = draft.pins.front.places(x, steps[-1, 1:4])[:2]
    course.xy[t >= max(touch - 4.0, draft.busy_s)] = start
    draft.slot = act.slot if act.slot is not None else draft.slot
    draft.way = np.zeros((0, 2))
    draft.to("on_ice", touch - 0.3, touch, 1.0)
    draft.to("pinned_w", landed - 0.12, landed + 0.25, 0.0)
    draft.to("faces_w", landed, landed + 0.5, 0.0)
    draft.to("stick_up", touch + 0.1, touch + 0.8, 0.0)
    if by_door:
        draft.uses.append(_door_use(draft, gate, x, touch - 0.75, touch + 0.5))
    else:
        course.hands[t >= touch - 3.0] = draft.pins.front.grip(x, turned=False)
        draft.to("hands_w", touch - 1.2, touch - 0.95, [0.9, 0.7])
        draft.to("hands_w", touch - 0.3, touch - 0.05, 0.0)
    draft.place, draft.busy_s = "ice", landed
    leaves_mps = 1.1 if draft.man.role == "staff" else 1.8
    _skate_away(draft, act, landed, start, np.array([0.0, -leaves_mps * side]))


def _skate_away(draft: Draft, act: Act, landed: float, start: Floats, speed: Floats) -> None:
    t, xy = draft.t, draft.course.xy
    i = max(int(np.searchsorted(t, landed)), 1)
    xy[i - 1 :] = start + speed * (t[i - 1 :] - landed)[:, None]
    if len(act.at_m) == 3 or draft.man.role == "staff":  # he goes to a place, not to his slot in the play
        goal = np.asarray(act.at_m[1:]) if len(act.at_m) == 3 else start + 1.5 * np.sign(speed)
        # a cubic that leaves at this speed and takes longer would go past the place and come back
        far = float(np.linalg.norm(goal - start)) / float(np.linalg.norm(speed))
        end = draft.as_soon_as_he_can(landed, goal, max(min(act.end_s, landed + 2.5 * far), landed + 0.8))
        draft.arrive(act, goal, np.zeros(2), end, leave_s=landed)
        draft.busy_s = end
        draft.rest(end)
        loose = draft.man.role not in ("staff", "goalkeeper")
        draft.to("free", end, end + 0.6, float(loose))
    else:
        draft.back_to_play(landed, by_s=act.end_s)
    xy[i - 1] = start


def go_off(draft: Draft, act: Act) -> None:
    """To the gate, at the boards at ``end_s``, over them or through the door, and down on a seat."""
    if draft.place != "ice":
        draft.refuse(act, f"he is in the {draft.place} already")
    gate, boards, t = _gate(draft, act), act.end_s, draft.t
    draft.pins.front = bench.Front(gate.side, gate.boards_m)
    near_x = draft.state(act.start_s)[0][0]
    x = _gate_x(draft, act, gate, float(near_x))
    steps = bench.STEP_OFF if act.via == "door" else bench.CLIMB_OFF
    end_speed = act.at_m[1] if len(act.at_m) > 1 else 1.2
    goal = draft.pins.front.places(x, steps[0, 1:4])[:2]
    draft.arrive(act, goal, np.array([0.0, gate.side * end_speed]), boards, leave_s=act.start_s)
    over = boards + float(steps[-1, 0])
    draft.to("on_ice", boards + 0.3, boards + 0.7, 0.0)
    draft.to("pinned_w", boards - 0.22, boards + 0.02, 1.0)
    draft.pins.add(boards - 0.3, x, steps[0, 1:10], lean=0.22)
    draft.pins.climb(boards, x, steps, bow=0.1 if act.via == "door" else 0.38)
    draft.course.faces[t >= boards - 0.6] = [0.0, gate.side]
    draft.to("faces_w", boards - 0.5, boards - 0.05, 1.0)
    draft.to("stick_up", boards - 0.7, boards, 1.0)
    if act.via == "door":
        draft.uses.append(_door_use(draft, gate, x, boards + 0.1, boards + 1.2))
    else:
        draft.course.hands[t > boards - 1.0] = draft.pins.front.grip(x, turned=True)
        draft.to("hands_w", boards - 0.1, boards + 0.15, [0.9, 0.6])
        draft.to("hands_w", boards + 0.95, boards + 1.2, 0.0)
    draft.place, draft.busy_s = act.gate, over + 0.3
    draft.seat_m = _seat_m(draft.scenario, draft.man, gate)
    _sit_down(draft, over + 0.3, x)


def _sit_down(draft: Draft, from_s: float, x: float) -> None:
    """Turn about, walk along the bench, and sit (staff and goalkeepers stand)."""
    pins, side, seat = draft.pins, draft.pins.front.side, draft.seat_m
    about = from_s + 0.7
    pins.stand(from_s, x, turned=True)
    pins.stand(about, x)
    late = draft.t >= from_s
    angle = side * np.pi * (0.5 + ease(draft.t, from_s, about))
    draft.course.faces[late] = np.stack([np.cos(angle), np.sin(angle)], axis=1)[late]
    there = about + bench.walking_s(seat - x)
    pins.walk(about, there, seat)
    behind = 1.15 if draft.man.role == "goalkeeper" else 0.9
    pins.stand(there + 0.5, seat, behind_m=behind)
    if draft.man.role == "skater":
        pins.sit(there + 1.2, seat)


def perch(draft: Draft, act: Act) -> None:
    """Climb up, sit on the boards with the legs over the ice, climb back; no skate touches the ice."""
    gate = _behind(draft, act)
    x = _gate_x(draft, act, gate, draft.seat_m)
    up, down = act.start_s + bench.PERCH_S, act.end_s - bench.PERCH_S
    if down < up:
        draft.refuse(act, f"climbing up and back takes {2 * bench.PERCH_S:.1f} s")
    _walk_to(draft, act, x, act.start_s - 0.05)
    draft.pins.climb(act.start_s, x, bench.PERCH_UP)
    backwards = bench.PERCH_UP[::-1].copy()
    backwards[:, 0] = bench.PERCH_S - backwards[:, 0]
    draft.pins.climb(down, x, backwards)
    draft.course.hands[draft.t >= act.start_s - 0.4] = draft.pins.front.grip(x, turned=False)
    draft.to("hands_w", act.start_s, act.start_s + 0.3, [0.9, 0.7])
    draft.to("hands_w", act.end_s - 0.3, act.end_s, 0.0)
    _back_to_seat(draft, act.end_s, x)


def lean(draft: Draft, act: Act) -> None:
    """Stand at the front of the bench, bowed over the boards, stick out."""
    gate = _behind(draft, act)
    x = _gate_x(draft, act, gate, draft.seat_m)
    _walk_to(draft, act, x, act.start_s - 0.5)
    draft.pins.lean(act.start_s, x)
    draft.pins.lean(max(act.end_s, act.start_s + 0.1), x)
    draft.to("reach", act.start_s - 0.3, act.start_s + 0.3, 1.0)
    draft.to("reach", act.end_s, act.end_s + 0.5, 0.0)
    _back_to_seat(draft, act.end_s + 0.5, x)


def _back_to_seat(draft: Draft, from_s: float, x: float) -> None:
    draft.busy_s = from_s
    draft.pins.stand(from_s + 0.05, x)
    there = from_s + 0.05 + bench.walking_s(draft.seat_m - x)
    draft.pins.walk(from_s + 0.05, there, draft.seat_m)
    if draft.man.role == "skater":
        draft.pins.sit(there + 1.0, draft.seat_m)


def _behind(draft: Draft, act: Act) -> Opening:
    if draft.place == "ice":
        draft.refuse(act, "he is on the ice")
    gate = _opening(draft.scenario, draft.man.team, draft.place)
    if gate is None:
        draft.refuse(act, "he has no bench")
    return gate


def _gate(draft: Draft, act: Act) -> Opening:
    gate = _opening(draft.scenario, draft.man.team, act.gate)
    if gate is None:
        draft.refuse(act, f"{draft.man.team or 'an official'} has no {act.gate}")
    return gate


def _gate_x(draft: Draft, act: Act, gate: Opening, otherwise: float) -> float:
    """Where along the boards he passes: as told, or nearest to ``otherwise``; a door is where it is."""
    x = act.at_m[0] if act.at_m else otherwise
    if act.via == "door" and act.kind in ("on", "off"):
        return min((d.x_m for d in gate.doors), key=lambda door: abs(door - x))
    if act.at_m and not gate.low_m - 0.01 <= x <= gate.high_m + 0.01:
        draft.refuse(act, f"x = {x:g} is not at {gate.id}, from {gate.low_m:g} to {gate.high_m:g}")
    return float(np.clip(x, gate.low_m + 0.5, gate.high_m - 0.5)) if not act.at_m else x


def _door_use(draft: Draft, gate: Opening, x: float, start_s: float, end_s: float) -> DoorUse:
    every = doors(draft.scenario)
    index = next(i for i, d in enumerate(every) if (d.side, d.x_m) == (gate.side, x))
    return DoorUse(index, start_s, end_s)


def _walk_to(draft: Draft, act: Act, x: float, ready_s: float) -> None:
    """Get up and stand at ``x`` by ``ready_s``; at the clip's start he may be there already."""
    pins = draft.pins
    if ready_s < draft.busy_s:
        draft.refuse(act, f"he is not back before {draft.busy_s:.1f} s")
    before = pins.rows[0]
    for row in pins.rows:
        before = row if row[0] <= ready_s - 1.5 else before
    away = bench.walking_s(float(before[1]) - x)
    leave = ready_s - away
    if leave - 0.8 <= 0.0 and draft.busy_s == 0.0:
        pins.rows = []
        pins.stand(min(ready_s - 0.01, 0.0), x)
        pins.stand(ready_s, x)
        return
    if leave < draft.busy_s:
        leave = draft.busy_s
        pace = abs(float(before[1]) - x) / max(ready_s - leave, 0.1)
        if pace > 2.5 * bench.WALK_MPS:
            draft.refuse(act, "he has no time to get to the gate")
    pins.hold(max(leave - 0.8, min(draft.busy_s, leave - 0.05)))
    pins.stand(leave, float(pins.rows[-1][1]))
    pins.walk(leave, ready_s, x)
