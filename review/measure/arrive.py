"""When a man on the ice came to his own bench front, and how far he was from it at a given moment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.times import FrameTime, Interval, TimeScale
from review.core.tracks import Track
from review.measure.gate_side import GateSides, Side

__all__ = ["CONTACT_M", "Arrival", "arrival_after", "distance_at"]

#: One sigma of a picture distance along the boards, from the spread of body heights it is scaled by.
DISTANCE_ERROR_RATIO = 0.25
#: 90 % band of a distance, as factors.
NEAR_RATIO, FAR_RATIO = 1 - 1.64 * DISTANCE_ERROR_RATIO, 1 + 1.64 * DISTANCE_ERROR_RATIO
LOOK_NEAR_S = 0.5
#: "At the bench" without a distance is contact with its front: an arm's length in the picture.
CONTACT_M = 0.5


@dataclass(frozen=True, slots=True)
class Arrival:
    """A man reaches the bench zone: `when` holds that moment with the error of picture distances in it."""

    when: Interval


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
    return d * NEAR_RATIO, d * FAR_RATIO


def arrival_after(
    track: Track, sides: GateSides, scale: TimeScale, *, since: FrameTime, zone_m: float
) -> Arrival | None:
    """When, after `since`, an on-ice man comes within `zone_m` of the front (contact at least) and stays.

    The interval runs from the first look at which he may be inside, by the error of distances, to the first
    at which he is inside even so, or is astride or behind the boards.

    Returns
    -------
    None if he was within the zone at `since` already, never came, or went away again.
    """
    zone_m = max(zone_m, CONTACT_M)
    after = np.array([scale.at(int(p)) > since for p in track.pts])
    rows = np.flatnonzero(after & np.isfinite(sides.distance_m) & (sides.side != Side.UNKNOWN))
    if not len(rows):
        return None
    off_ice = sides.side[rows] != Side.ON
    inside = (sides.distance_m[rows] <= zone_m) | off_ice
    if not inside.any() or inside[0] or not inside[int(np.argmax(inside)) :].mean() > 0.8:
        return None
    entered = int(np.argmax(inside))
    maybe = int(np.argmax((sides.distance_m[rows] * NEAR_RATIO <= zone_m) | off_ice))
    surely = (sides.distance_m[rows] * FAR_RATIO <= zone_m) | off_ice
    latest = int(np.argmax(surely)) if surely.any() else len(rows) - 1
    times = [scale.at(int(track.pts[rows[i]])) for i in (max(0, maybe - 1), max(latest, entered), entered)]
    return Arrival(Interval(times[0], times[1], times[2]))
