"""When a man on the ice came to his own bench front, and how far he was from it at a given moment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.times import FrameTime, Interval, TimeScale
from review.core.tracks import Track
from review.measure.gate_side import GateSides, Side

__all__ = ["Arrival", "arrival_after", "distance_at"]

#: One sigma of a picture distance along the boards, from the spread of body heights it is scaled by.
DISTANCE_ERROR_RATIO = 0.25
LOOK_NEAR_S = 0.5


@dataclass(frozen=True, slots=True)
class Arrival:
    """A man reaches the bench zone. `when` runs from the zone's edge to contact with the front.

    `open_end` says that contact was not seen before he left the picture: the true end may be later.
    """

    when: Interval
    open_end: bool


def distance_at(
    track: Track, sides: GateSides, scale: TimeScale, time: FrameTime
) -> tuple[float, float] | None:
    """Metres from the bench front at `time` as [low, high], None if he was not seen within half a second."""
    gaps = np.array([abs(scale.at(int(p)).minus(time)) for p in track.pts])
    gaps[~np.isfinite(sides.distance_m)] = np.inf
    nearest = int(np.argmin(gaps))
    if gaps[nearest] > LOOK_NEAR_S:
        return None
    d = float(sides.distance_m[nearest])
    return max(0.0, d * (1 - 1.64 * DISTANCE_ERROR_RATIO)), d * (1 + 1.64 * DISTANCE_ERROR_RATIO)


def arrival_after(
    track: Track, sides: GateSides, scale: TimeScale, *, since: FrameTime, zone_m: float
) -> Arrival | None:
    """The first time after `since` at which an on-ice man comes within `zone_m` of the front and stays.

    Returns
    -------
    None if he was within the zone at `since` already, never came, or went away again.
    """
    known = np.isfinite(sides.distance_m) & ((sides.side == Side.ON) | (sides.side == Side.ASTRIDE))
    known |= sides.side == Side.OFF
    after = np.array([scale.at(int(p)) > since for p in track.pts]) & known
    rows = np.flatnonzero(after)
    inside = sides.distance_m[rows] <= zone_m
    if not len(rows) or not inside.any() or inside[0]:
        return None
    first = int(np.argmax(inside))
    if not inside[first:].mean() > 0.8:
        return None
    entered = scale.at(int(track.pts[rows[first]]))
    before = scale.at(int(track.pts[rows[first - 1]]))
    touching = [r for r in rows[first:] if sides.distance_m[r] <= 0.4 or sides.side[r] != Side.ON]
    if touching:
        return Arrival(Interval(before, scale.at(int(track.pts[touching[0]])), entered), open_end=False)
    return Arrival(Interval(before, scale.at(int(track.pts[rows[-1]])), entered), open_end=True)
