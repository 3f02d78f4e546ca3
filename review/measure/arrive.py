"""When a man on the ice came to his own bench front, and how far he was from it at a given moment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.changes import MetresBy
from review.core.times import FrameTime, Interval, TimeScale
from review.core.tracks import Track
from review.measure.gate_side import GateSides, Side

__all__ = ["CONTACT_M", "Arrival", "Distance", "arrival_after", "distance_during"]

LOOK_NEAR_S = 0.5
#: "At the bench" without a distance is contact with its front: an arm's length in the picture.
CONTACT_M = 0.5


@dataclass(frozen=True, slots=True)
class Arrival:
    """A man reaches the bench zone: `when` holds that moment with the error of picture distances in it."""

    when: Interval


@dataclass(frozen=True, slots=True)
class Distance:
    """Metres from a bench front over a moment's whole interval, and what they were measured by."""

    low_m: float
    high_m: float
    by: MetresBy


def distance_during(track: Track, sides: GateSides, scale: TimeScale, when: Interval) -> Distance | None:
    """How far from the bench front a man was, by registration where half of his looks or more have it.

    Looks without it (his feet are hidden) then say nothing; those at which he touches the line in the picture
    still do. None if the man was not seen within half a second of the moment.
    """
    if not _near(track, scale, when):
        return None
    times = [scale.at(int(p)) for p in track.pts]
    best, low, high, registered = _best_metres(sides)
    known = np.isfinite(best)
    rows = [i for i, t in enumerate(times) if known[i] and when.earliest <= t <= when.latest]
    if not rows:
        off_s = np.array([max(when.earliest.minus(t), t.minus(when.latest)) for t in times])
        off_s[~known] = np.inf
        nearest = int(np.argmin(off_s))
        if off_s[nearest] > LOOK_NEAR_S:
            return None
        rows = [nearest]
    clear = [i for i in rows if registered[i] or high[i] <= CONTACT_M]
    by: MetresBy = "body height"
    if registered[clear].any() and 2 * len(clear) >= len(rows):
        rows, by = clear, "registration"
    return Distance(float(low[rows].min()), float(high[rows].max()), by)


def _near(track: Track, scale: TimeScale, when: Interval) -> bool:
    first, last = scale.at(int(track.pts[0])), scale.at(int(track.pts[-1]))
    return max(first.minus(when.latest), when.earliest.minus(last)) <= LOOK_NEAR_S


def _best_metres(sides: GateSides) -> tuple[Array, Array, Array, Array]:
    """Best, low and high metres of each row, by registration where it is registered (the fourth: bool).

    A man whom the picture itself shows in touch with the line is there, however exactly it is registered.
    """
    by_body = sides.distance_m, sides.distance_low_m, sides.distance_high_m
    if sides.metres is None:
        return *by_body, np.zeros(len(sides.distance_m), dtype=bool)
    registered = np.isfinite(sides.metres.best_m) & ~(sides.distance_high_m <= CONTACT_M)
    told = sides.metres.best_m, sides.metres.low_m, sides.metres.high_m
    best, low, high = (np.where(registered, a, b) for a, b in zip(told, by_body, strict=True))
    return best, low, high, registered


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
    best, low, high = sides.distance_m, sides.distance_low_m, sides.distance_high_m
    if zone_m > CONTACT_M:  # contact is better seen against the line in the picture itself
        best, low, high, _ = _best_metres(sides)
    zone_m = max(zone_m, CONTACT_M)
    after = np.array([scale.at(int(p)) > since for p in track.pts])
    rows = np.flatnonzero(after & np.isfinite(best) & (sides.side != Side.UNKNOWN))
    if not len(rows):
        return None
    off_ice = sides.side[rows] != Side.ON
    inside = (best[rows] <= zone_m) | off_ice
    if not inside.any() or inside[0] or not inside[int(np.argmax(inside)) :].mean() > 0.8:
        return None
    entered = int(np.argmax(inside))
    maybe = int(np.argmax((low[rows] <= zone_m) | off_ice))
    surely = (high[rows] <= zone_m) | off_ice
    latest = int(np.argmax(surely)) if surely.any() else len(rows) - 1
    times = [scale.at(int(track.pts[rows[i]])) for i in (max(0, maybe - 1), max(latest, entered), entered)]
    return Arrival(Interval(times[0], times[1], times[2]))
