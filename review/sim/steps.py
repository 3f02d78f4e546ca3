"""Whose skates stand on the ice: read from posed steel, for a whole clip and to a millisecond."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from review.sim.curves import Floats
from review.sim.gates import Opening, openings
from review.sim.script import Motion
from review.sim.shape import BOARD_HEIGHT_M, RinkShape

TOUCH_M = 0.02
HOP_S = 0.4  # both skates may leave the ice this long without the man being off it
SWING_S = 1.2  # longest time between the first and the second skate of one man
IN_M, OUT_M = 1.3, 0.5
CHUNK = 4000  # samples posed at a time
DOOR_LIFT_M = 0.3  # below the top of the boards: steel that passes so low went through a door

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Crossing:
    """One man over the boards: seconds when his first and his second skate touched (on) or left (off)."""

    row: int
    direction: str
    first_skate_s: float
    second_skate_s: float
    gate: Opening
    via: str

    @property
    def counted_s(self) -> float:
        """Instant at which the count changes: first touch going on, last lift going off."""
        return self.first_skate_s if self.direction == "on" else self.second_skate_s


def standing(blades: Floats, rink: RinkShape) -> Flags:
    """Which skates (…, toe and heel, 3) stand on the ice: steel within `TOUCH_M` of it, inside the boards."""
    low = blades[..., 2].min(axis=-1) < TOUCH_M
    inside = rink.inside_m(blades[..., :2]).reshape(blades.shape[:-1]).min(axis=-1) > 0
    return np.asarray(low & inside)


def skates_down(motion: Motion, at_s: float) -> Flags:
    """Which skates stand on the ice at ``at_s``: (p, left and right)."""
    return standing(motion.poser.blades(motion.matrices(at_s)), motion.scenario.rink)


class Footwork:
    """Every skate of every man on the grid of the motion: ``down`` (p, n, 2), and ``on`` (p, n) who is on.

    Steel is posed near the boards only. A man whose hips are further inside than `IN_M` is on, one whose hips
    are further outside than `OUT_M` is off, whatever their legs do.
    """

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        people = motion.scenario.people
        count = int(np.searchsorted(motion.times_s, motion.scenario.duration_s - 1e-9))
        self.times_s = motion.times_s[:count]
        self.down = np.zeros((len(people), count, 2), bool)
        self.on = np.zeros((len(people), count), bool)
        step_s = float(motion.times_s[1] - motion.times_s[0])
        for row in range(len(people)):
            within = self._watch(row)
            self.on[row] = _closed(self.down[row].any(axis=1), within, round(HOP_S / step_s))
        self._reach = round(SWING_S / step_s)

    def _watch(self, row: int) -> Flags:
        """Note one man's skates; returns where his pelvis is inside the boards."""
        rink, count = self._motion.scenario.rink, len(self.times_s)
        within = np.zeros(count, bool)
        for start in range(0, count, CHUNK):
            samples = np.arange(start, min(start + CHUNK, count))
            inside = rink.inside_m(self._motion.grounds_m(row, samples))
            within[samples] = inside > 0.1
            self.down[row, samples] = (inside >= IN_M)[:, None]
            near = samples[(inside > -OUT_M) & (inside < IN_M)]
            if len(near):
                self.down[row, near] = standing(self._motion.blades(row, near), rink)
        return within

    def crossings(self) -> list[Crossing]:
        """Everybody's crossings but the officials', by first skate."""
        out = []
        for row, man in enumerate(self._motion.scenario.people):
            if man.role == "official":
                continue
            for i in np.flatnonzero(np.diff(self.on[row].astype(int))):
                out.append(self._crossing(row, int(i), "off" if self.on[row, i] else "on"))
        return sorted(out, key=lambda c: c.first_skate_s)

    def _crossing(self, row: int, i: int, direction: str) -> Crossing:
        """Time both skates around sample ``i``; one that is never down goes with the other."""
        moments = []
        for foot in (0, 1):
            down = self.down[row, :, foot]
            if direction == "on":
                seen = np.flatnonzero(down[i : i + self._reach])
                k = i + int(seen[0]) if len(seen) else None
            else:
                seen = np.flatnonzero(down[i + 1 : max(i - self._reach, 0) : -1])
                k = i + 2 - int(seen[0]) if len(seen) else None
            if k is not None:
                moments.append(self._edge(row, foot, k))
        first, second = min(moments), max(moments)
        return Crossing(row, direction, first, second, *self._passed(row, first, second, direction))

    def _edge(self, row: int, foot: int, k: int) -> float:
        """Second between samples ``k - 1`` and ``k`` at which that skate touches or lifts."""
        before_s, after_s = float(self._motion.times_s[k - 1]), float(self._motion.times_s[k])
        start = self._stands(row, foot, before_s)
        while after_s - before_s > 0.0005:
            middle = (before_s + after_s) / 2
            if self._stands(row, foot, middle) == start:
                before_s = middle
            else:
                after_s = middle
        return after_s

    def _stands(self, row: int, foot: int, at_s: float) -> bool:
        return bool(standing(self._motion.blades_at(row, at_s), self._motion.scenario.rink)[foot])

    def _passed(self, row: int, first_s: float, second_s: float, direction: str) -> tuple[Opening, str]:
        """The opening nearest to where he crossed, and whether he went over the boards or through a door."""
        x, y = self._motion.ground_m(row, first_s if direction == "on" else second_s)
        gate = min(openings(self._motion.scenario), key=lambda o: from_front_m(o, x, y))
        step_s = float(self.times_s[1] - self.times_s[0])
        around = np.array([first_s - SWING_S, second_s + SWING_S]) / step_s
        samples = np.arange(max(0, int(around[0])), min(len(self._motion.times_s) - 1, int(around[1])))
        steel = self._motion.blades(row, samples).reshape(-1, 3)
        past = self._motion.scenario.rink.inside_m(steel[:, :2])
        above = steel[(past < 0) & (past > -0.15), 2]
        low = len(above) and float(above.max()) < BOARD_HEIGHT_M - DOOR_LIFT_M
        return gate, "door" if low else "boards"


def from_front_m(gate: Opening, x: float, y: float) -> float:
    """Distance of a place from the front of an opening."""
    past = max(gate.low_m - x, 0.0, x - gate.high_m)
    return float(np.hypot(past, gate.side * gate.boards_m - y))


def _closed(state: Flags, within: Flags, gap: int) -> Flags:
    """Fill false runs between true ones that last at most ``gap`` samples or lie wholly ``within``.

    A man who lies on the ice with both skates in the air has not left it.
    """
    out = state.copy()
    outside = np.r_[0, np.cumsum(~within)]
    true = np.flatnonzero(state)
    for a, b in pairwise(true):
        if b - a > 1 and (b - a <= gap or outside[b] == outside[a + 1]):
            out[a:b] = True
    return out
