"""Who may be the man an entering man replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from review.core.crossings import Crossing
from review.core.people import Person
from review.core.times import FrameTime, TimeScale
from review.core.tracks import Track
from review.measure.arrive import arrival_after, distance_during
from review.measure.gate_side import GateSides
from review.measure.pair import PairRules, Retiring

__all__ = ["Follower", "find_retiring"]

#: Farther from his bench than this when the other came on, a man is still in play, not retiring.
APPROACH_M = 25.0


@dataclass(frozen=True, slots=True)
class Follower:
    """A man with his track and where he stood against the gate in question."""

    person: Person
    track: Track
    sides: GateSides


def find_retiring(
    on: Crossing,
    offs: Sequence[Crossing],
    men: Mapping[int, Follower],
    *,
    scale: TimeScale,
    rules: PairRules,
) -> list[Retiring]:
    """Men of the entering man's team who went off at his gate about then, or came to it and vanished there.

    `offs` are crossings off through the same gate; `men` maps person id to what was followed in this shot.
    """
    moment = on.when.best or on.when.latest
    off_of: dict[int, Crossing] = {}
    for off in offs:
        gap = (off.when.best or off.when.latest).minus(moment)
        if off.person != on.person and -rules.before_s <= gap <= rules.after_s:
            nearest = off_of.get(off.person)
            if nearest is None or abs(gap) < abs((nearest.when.best or nearest.when.latest).minus(moment)):
                off_of[off.person] = off
    found = []
    for id_, man in men.items():
        if id_ == on.person:
            continue
        option = _option(man, off_of.get(id_), moment, on, scale, rules)
        if option is not None:
            found.append(option)
    return found


def _option(
    man: Follower, off: Crossing | None, moment: FrameTime, on: Crossing, scale: TimeScale, rules: PairRules
) -> Retiring | None:
    distance = distance_during(man.track, man.sides, scale, on.when)
    if off is not None and off.when.latest <= on.when.earliest:
        return Retiring(man.person.id, off, None, distance)
    if distance is None or distance.low_m > APPROACH_M:
        return Retiring(man.person.id, off, None, None) if off is not None else None
    arrival = arrival_after(man.track, man.sides, scale, since=moment, zone_m=rules.at_bench_m)
    if off is not None:
        return Retiring(man.person.id, off, arrival, distance)
    if arrival is None or arrival.when.latest.minus(moment) > rules.after_s:
        return None
    if man.person.role in ("official", "goalkeeper") or not _vanished(man, arrival.when.latest, scale):
        return None
    return Retiring(man.person.id, None, arrival, distance)


def _vanished(man: Follower, arrived: FrameTime, scale: TimeScale) -> bool:
    """Whether the man was never seen again soon after he came to the bench."""
    return scale.at(int(man.track.pts[-1])).minus(arrived) <= 1.0
