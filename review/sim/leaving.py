"""When a man must turn for the gate, and how fast come in, to be so far from it at a given instant."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from review.sim.course import HURRY, PACE
from review.sim.curves import Floats
from review.sim.gates import Opening

ZONE_M = 1.5  # so near to the bench's front a retiring man counts as off in most books
AT_BOARDS_M = 0.55  # where a man who has arrived stands
PACE_RATIO = 0.98
HARDEST_MPS2 = 8.5
STEP_S = 0.1
END_MPS = (0.8, 1.2, 1.7, 2.3, 3.0)
LAST_TURN_S = 9.0  # so long before he may turn for the gate at most


@dataclass(frozen=True)
class Leaving:
    """A way off: turns at ``start_s``, stands at the boards at ``end_s``, coming in at ``end_mps``."""

    start_s: float
    end_s: float
    end_mps: float
    miss_m: float  # how far it misses what was asked, summed over what was asked
    low_m: float  # what he could be from the bench at the instant asked …
    high_m: float  # … at all


def way_off(
    times_s: Floats,
    path: Floats,
    front: Opening,
    *,
    door_m: float,
    asked: list[tuple[float, float]],
    end_s: float | None = None,
    not_before_s: float = 0.0,
    pace: tuple[float, float] = PACE["skater"],
    hurries: bool = True,
) -> Leaving | None:
    """Find the way off whose distances from ``front`` at the ``asked`` (second, metres) are met best.

    ``path`` (n, 2) at ``times_s`` is where he is while he does not leave. ``end_s`` fixes the arrival;
    ``pace`` is how fast (m/s) and how hard (m/s²) he skates at most; who is busy until ``not_before_s``
    ``hurries`` if he leaves at once. None where he cannot make it.
    """
    about = end_s if end_s is not None else asked[0][0]
    ends = np.array([end_s]) if end_s is not None else about + np.arange(-1.5, 6.0, STEP_S / 2)
    grid = (ends[:, None, None], about - np.arange(0.0, LAST_TURN_S, STEP_S)[:, None], np.array(END_MPS))
    end, start, speed = (a.ravel() for a in np.broadcast_arrays(*grid))
    start = start + (0.9 if end_s is None else -0.9)
    first_s = max(not_before_s, float(times_s[0]))
    kept = (start > first_s - STEP_S) & (end - start > 0.9)
    if not kept.any():
        return None
    end, start, speed = end[kept], np.maximum(start[kept], first_s), speed[kept]
    ways = Ways(times_s, path, start, end, np.stack([np.full(len(end), door_m), speed], axis=1), front)
    cost, low, high = ways.effort(pace, at_once=hurries & (start <= first_s + 1e-9)), 0.0, 99.0
    fair, miss = cost < 5.0, np.zeros(len(cost))
    if not fair.any():
        return None
    for at_s, metres in asked:
        far = ways.to_front_m(np.full(len(end), at_s))
        low, high = float(far[fair].min()), float(far[fair].max())
        miss += np.abs(far - metres)
        for part in (0.15, 0.4, 0.7) if metres <= ZONE_M else ():  # in the zone for good, not passing by
            after = ways.to_front_m(at_s + part * np.maximum(end - at_s, 0.0))
            miss += np.maximum(after - ZONE_M, 0.0)
    best = int(np.argmin(np.where(fair, cost + 40.0 * miss, np.inf)))
    first, last, coming_in, missed = (round(float(v[best]), 3) for v in (start, end, speed, miss))
    return Leaving(first, last, coming_in, missed, low, high)


class Ways:
    """Many ways off at once, each the cubic that the script draws from where he turns to the boards."""

    def __init__(
        self, times_s: Floats, path: Floats, start: Floats, end: Floats, goal: Floats, front: Opening
    ) -> None:
        velocity = np.gradient(path, times_s, axis=0)
        read = [np.interp(start, times_s, v) for v in (*path.T, *velocity.T)]
        self.start, self.end, self._front = start, end, front
        self._times_s, self._path = times_s, path
        self._p0, self._v0 = np.stack(read[:2], 1), np.stack(read[2:], 1)
        y = front.side * (front.boards_m - AT_BOARDS_M)
        self._p1 = np.stack([goal[:, 0], np.full(len(goal), y)], 1)
        self._v1 = np.stack([np.zeros(len(goal)), front.side * goal[:, 1]], 1)

    def places(self, at_s: Floats) -> Floats:
        """Where he is on each way at ``at_s`` (one second a way), (w, 2)."""
        h = (self.end - self.start)[:, None]
        u = np.clip((at_s - self.start)[:, None] / h, 0.0, 1.0)
        on_way = (
            (2 * u**3 - 3 * u**2 + 1) * self._p0
            + (3 * u**2 - 2 * u**3) * self._p1
            + (u**3 - 2 * u**2 + u) * h * self._v0
            + (u**3 - u**2) * h * self._v1
        )
        before = np.stack([np.interp(at_s, self._times_s, c) for c in self._path.T], 1)
        return np.where((at_s < self.start)[:, None], before, on_way)

    def to_front_m(self, at_s: Floats) -> Floats:
        """Distance (w,) from the front of the bench at ``at_s``."""
        x, y = self.places(at_s).T
        past = np.maximum(np.maximum(self._front.low_m - x, x - self._front.high_m), 0.0)
        return np.asarray(np.hypot(past, self._front.boards_m - self._front.side * y))

    def effort(self, pace: tuple[float, float], *, at_once: NDArray[np.bool_]) -> Floats:
        """How unlike a skater each way is: 0 for a brisk one, above 5 for one beyond ``pace`` (m/s, m/s²).

        The script lets a man turn earlier than told where the way asks more of him than his pace, and then
        he is not where he was planned to be; who leaves ``at_once`` cannot, and may hurry.
        """
        h = (self.end - self.start)[:, None]
        gap = (self._p1 - self._p0) / h
        u = np.linspace(0.0, 1.0, 11)[:, None, None]
        speed = 6 * (u - u**2) * gap + (1 - 4 * u + 3 * u**2) * self._v0 + (3 * u**2 - 2 * u) * self._v1
        first = np.linalg.norm(6 * gap - 4 * self._v0 - 2 * self._v1, axis=1) / h[:, 0]
        last = np.linalg.norm(-6 * gap + 2 * self._v0 + 4 * self._v1, axis=1) / h[:, 0]
        fast, hard = np.linalg.norm(speed, axis=2), np.maximum(first, last)
        top, hardest = (
            PACE_RATIO * np.where(at_once, hurry, own) for hurry, own in zip(HURRY, pace, strict=True)
        )
        too_much = 5.0 * (fast.max(0) > top) + 5.0 * (hard > np.minimum(hardest, HARDEST_MPS2))
        places = np.stack([self.places(self.start + h[:, 0] * part) for part in u[:, 0, 0]])
        hurry = 0.15 * np.abs(np.linalg.norm(self._v1, axis=1) - 1.6)
        overshoot = 5.0 * ((self._front.side * places[..., 1]).max(0) > self._front.boards_m - 0.4)
        return np.asarray(too_much + overshoot + 0.3 * np.abs(fast.mean(0) - 5.0) + 0.1 * hard + hurry)
