"""One man's way through the clip. Acts write it in the order of time: each says what holds from then on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

from review.sim.bench import Pinned
from review.sim.curves import Floats, ease, hermite, monotone
from review.sim.play import free_path
from review.sim.scenario import Man, Scenario
from review.sim.tables.people import Act
from review.sim.tables.table import ScenarioUnreadable

STEP_S = 0.02
# comfortable speed and acceleration by role, and what a man in a hurry can do at most
PACE = {"skater": (8.5, 4.6), "goalkeeper": (6.0, 4.0), "official": (8.0, 4.5), "staff": (1.8, 2.2)}
HURRY = (9.5, 14.0)
LOOK_PAST_S = 8.0  # a way back may end after the clip does


@dataclass
class Course:
    """What a man does, on the grid of `STEP_S` (n samples); weights go from 0 to 1."""

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
    ready: Floats  # weight: bent low for a face-off
    grapple: Floats  # weight: wrestling
    cheer: Floats
    down: Floats
    reach: Floats

    @classmethod
    def begun(cls, n: int, *, on_ice: bool, free: bool, side: float) -> Course:
        """Course of a man who stands on the ice, or sits behind the boards on ``side``."""
        inside, zero = float(on_ice), np.zeros
        return cls(
            xy=zero((n, 2)),
            on_ice=np.full(n, inside),
            free=np.full(n, float(on_ice and free)),
            pinned=zero((n, 9)),
            pinned_w=np.full(n, 1.0 - inside),
            lean=zero(n),
            faces=np.tile([0.0, -side], (n, 1)),
            faces_w=np.full(n, 1.0 - inside),
            hands=zero((n, 2, 3)),
            hands_w=zero((n, 2)),
            stick_up=np.full(n, 1.0 - inside),
            stick_held=np.ones(n),
            **{name: zero(n) for name in ("ready", "grapple", "cheer", "down", "reach")},
        )


def build(scenario: Scenario, man: Man) -> tuple[float, float]:
    """His width and height against the mesh's: tall and short, broad and slight."""
    rng = np.random.default_rng([scenario.seed, man.id, 8])
    height = float(np.clip(rng.normal(1.0, 0.035), 0.92, 1.08))
    breadth = float(np.clip(rng.normal(1.0, 0.05), 0.9, 1.12))
    return height**0.5 * breadth, height


@dataclass(frozen=True)
class DoorUse:
    """A door, by its place in `gates.doors`, stands open from … to."""

    door: int
    start_s: float
    end_s: float


@dataclass
class Draft:
    """A course being written, with what the next act has to know."""

    scenario: Scenario
    man: Man
    t: Floats
    course: Course
    pins: Pinned
    seat_m: float
    place: str  # ice, bench or box: where he is after the acts written so far
    slot: tuple[float, ...]
    way: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    busy_s: float = 0.0  # until then he is in the middle of an act
    uses: list[DoorUse] = field(default_factory=list)

    @property
    def who(self) -> str:
        """His name in messages."""
        number = self.man.role if self.man.number is None else str(self.man.number)
        return f"{self.man.team or 'official'} {number}"

    def to(self, name: str, start_s: float, end_s: float, value: ArrayLike) -> None:
        """Let a series of the course go to ``value`` between the two seconds and stay there."""
        series: Floats = getattr(self.course, name)
        weight = ease(self.t, start_s, end_s).reshape((-1,) + (1,) * (series.ndim - 1))
        series += (np.asarray(value, float) - series) * weight

    def state(self, at_s: float) -> tuple[Floats, Floats]:
        """Place and velocity (2,) at a second of what is written so far."""
        return state(self.course.xy, self.t, at_s)

    def left_to_play(self) -> Floats:
        """Where he would be if nobody scripted him, (n, 2); a member of staff stays where he is."""
        if not len(self.way):
            self.way = free_path(self.scenario, self.man, self.slot, self.t)
        return self.way

    def glide(
        self, start_s: float, start: Floats, speed: Floats, end_s: float, goal: Floats, end_speed: Floats
    ) -> None:
        """Go on a cubic from place and speed to goal and end speed, and stay at the goal."""
        span = (self.t >= start_s) & (self.t <= end_s)
        if end_s > start_s:
            self.course.xy[span] = hermite(start_s, start, speed, end_s, goal, end_speed, self.t[span])
        self.course.xy[self.t > end_s] = goal

    def arrive(self, act: Act, goal: Floats, end_speed: Floats, at_s: float, *, leave_s: float) -> float:
        """Be at ``goal`` at ``at_s``: leave when told, or earlier where the way is long.

        Returns when he leaves.

        Raises
        ------
        ScenarioUnreadable
            Where even leaving at once he would outrun a man.
        """
        leave = min(max(leave_s, self.busy_s), at_s)
        while True:
            start, speed = self.state(leave)
            if leave <= self.busy_s or not self._hurries(start, speed, goal, end_speed, at_s - leave):
                break
            leave = max(leave - 0.1, self.busy_s)
        if _over(demands(start, speed, goal, end_speed, at_s - leave), HURRY):
            self.refuse(act, f"{np.linalg.norm(goal - start):.1f} m in {at_s - leave:.1f} s is too far")
        self.glide(leave, start, speed, at_s, goal, end_speed)
        self.to("free", leave - 0.6, leave, 0.0)
        return leave

    def back_to_play(self, from_s: float, *, by_s: float = 0.0) -> None:
        """Leave the place of an act at ``from_s`` and be where play wants him, by ``by_s`` if he can."""
        if self.man.role == "staff":
            self.rest(from_s)
            return
        way = self.left_to_play()
        start, speed = self.state(from_s)
        end, last = max(by_s, from_s + 0.8), float(self.t[-1])
        while end < last + LOOK_PAST_S:
            if not self._hurries(start, speed, *state(way, self.t, end), end - from_s):
                break
            end += 0.2
        goal, end_speed = state(way, self.t, end)
        self.glide(from_s, start, speed, end, goal, end_speed)
        late = self.t > end
        self.course.xy[late] = way[late]
        if self.man.role != "goalkeeper":
            self.to("free", end, end + 0.6, 1.0)

    def as_soon_as_he_can(self, from_s: float, goal: Floats, by_s: float) -> float:
        """When he can stand at ``goal`` if he leaves at ``from_s`` and need not be there before ``by_s``."""
        start, speed = self.state(from_s)
        while self._hurries(start, speed, goal, np.zeros(2), by_s - from_s) and by_s < self.t[-1]:
            by_s += 0.1
        return by_s

    def _hurries(self, start: Floats, speed: Floats, goal: Floats, end_speed: Floats, over_s: float) -> bool:
        return _over(demands(start, speed, goal, end_speed, over_s), PACE[self.man.role])

    def rest(self, from_s: float, *, sway_m: float = 0.2) -> None:
        """Stay about where he is from ``from_s`` on."""
        late = self.t > from_s
        since = self.t[late] - from_s
        place, _ = self.state(from_s)
        sway = np.stack([np.sin(0.7 * since), 1.0 - np.cos(0.5 * since)], axis=1)
        self.course.xy[late] = place + sway_m * sway * ease(since, 0.0, 2.0)[:, None]

    def pinned_down(self) -> None:
        """Draw the curve through the pinned moments and carry the ground along while he is pinned."""
        rows = self.pins.rows
        if not rows:
            return
        made = np.stack(rows)
        if len(made) == 1:
            made = np.concatenate([made, made + np.eye(1, made.shape[1])])
        curve = monotone(made[:, 0], made[:, 1:], self.t)
        course = self.course
        course.pinned, course.lean = curve[:, :9], curve[:, 9]
        carried = course.pinned_w[:, None]
        course.xy = course.xy * (1 - carried) + course.pinned[:, :2] * carried

    def refuse(self, act: Act, why: str) -> NoReturn:
        """Say that an act cannot be played."""
        raise ScenarioUnreadable(
            f"[[acts]] {act.kind} of {self.who} at {act.start_s:g} s: {why}.", "See docs/formats/scenario.md."
        )


def state(xy: Floats, t: Floats, at_s: float) -> tuple[Floats, Floats]:
    """Place and velocity (2,) of a path (n, 2) at a second."""
    i = int(np.clip(np.searchsorted(t, at_s - 1e-9), 1, len(t) - 2))
    return xy[i].copy(), (xy[i + 1] - xy[i - 1]) / (t[i + 1] - t[i - 1])


def demands(start: Floats, speed: Floats, goal: Floats, end_speed: Floats, over_s: float) -> Floats:
    """Highest speed (m/s) and acceleration (m/s²) of a cubic glide that takes ``over_s``, (2,).

    Examples
    --------
    >>> rest = np.zeros(2)
    >>> demands(rest, rest, np.array([6.0, 0.0]), rest, 3.0).round(2).tolist()  # 1.5 d/T and 6 d/T²
    [3.0, 4.0]
    """
    span = max(over_s, 1e-3)
    way = (goal - start) / span
    u = np.linspace(0.0, 1.0, 11)[:, None]
    velocity = 6 * (u - u**2) * way + (1 - 4 * u + 3 * u**2) * speed + (3 * u**2 - 2 * u) * end_speed
    ends = np.array([6 * way - 4 * speed - 2 * end_speed, -6 * way + 2 * speed + 4 * end_speed]) / span
    return np.array([np.linalg.norm(velocity, axis=1).max(), np.linalg.norm(ends, axis=1).max()])


def _over(demand: Floats, limit: tuple[float, float]) -> bool:
    return bool(demand[0] > limit[0] or demand[1] > limit[1])
