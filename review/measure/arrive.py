"""When a man on the ice came to his own bench front, and how far he was from it at a given moment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.times import FrameTime, Interval, TimeScale
from review.core.tracks import Track
from review.measure.gate_side import GateSides, Side

__all__ = ["CONTACT_M", "Arrival", "arrival_after", "distance_during"]

LOOK_NEAR_S = 0.5
#: "At the bench" without a distance is contact with its front: an arm's length in the picture.
CONTACT_M = 0.5


@dataclass(frozen=True, slots=True)
class Arrival:
    """A man reaches the bench zone: `when` holds that moment with the error of picture distances in it."""

    when: Interval


def distance_during(
    track: Track, sides: GateSides, scale: TimeScale, when: Interval
) -> tuple[float, float] | None:
    """Metres from the bench front as [low, high] over a moment's whole interval.

    None if the man was not seen within half a second of it.
    """
    times = [scale.at(int(p)) for p in track.pts]
    known = np.isfinite(sides.distance_m)
    rows = [i for i, t in enumerate(times) if known[i] and when.earliest <= t <= when.latest]
    if not rows:
        off_s = np.array([max(when.earliest.minus(t), t.minus(when.latest)) for t in times])
        off_s[~known] = np.inf
        nearest = int(np.argmin(off_s))
        if off_s[nearest] > LOOK_NEAR_S:
            return None
        rows = [nearest]
    return float(sides.distance_low_m[rows].min()), float(sides.distance_high_m[rows].max())


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
    maybe = int(np.argmax((sides.distance_low_m[rows] <= zone_m) | off_ice))
    surely = (sides.distance_high_m[rows] <= zone_m) | off_ice
    latest = int(np.argmax(surely)) if surely.any() else len(rows) - 1
    times = [scale.at(int(track.pts[rows[i]])) for i in (max(0, maybe - 1), max(latest, entered), entered)]
    return Arrival(Interval(times[0], times[1], times[2]))
