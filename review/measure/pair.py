"""Changes: entering and retiring men paired one to one, and how early the entering man was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from review.core.changes import Change, ChangeVerdict
from review.core.crossings import Crossing
from review.core.times import FrameTime, Interval
from review.measure.arrive import CONTACT_M, Arrival, Distance

__all__ = ["ANOTHER", "PairRules", "Retiring", "pair_changes"]

_FAR = 1e6
WEAK_S, UNSEEN_S = 2.0, 4.0
ANOTHER = "another man, who may be the one replaced, went off"
#: Metres measured in the picture accuse only where even their low end is beyond this (5 ft, the distance of
#: most books), whatever nearer line the pack draws: contact cannot be judged from such metres.
ACCUSE_M = 1.5
#: A touch of the ice that is not known better than this accuses nobody: stills are no film.
COARSE_S = 0.7


@dataclass(frozen=True, slots=True)
class PairRules:
    """How far apart in time the halves of a change may lie, and what counts as early.

    A change is called early only by more than `early_margin_s`, and by more than half of the interval that
    holds the entering man's touch: what is seen coarsely must be clear.
    """

    before_s: float = 8.0
    after_s: float = 4.0
    at_bench_m: float = 0.0
    early_margin_s: float = 0.10
    confidence_min: float = 0.6


@dataclass(frozen=True, slots=True)
class Retiring:
    """A man of the entering man's team who may be the one replaced, seen from one entering man's moment.

    `arrival` is None where he was at the bench already; `distance` how far he was when the other came on.
    """

    person: int
    off: Crossing | None
    arrival: Arrival | None
    distance: Distance | None

    def moment(self) -> FrameTime:
        """When he was at the bench, as one instant for pairing."""
        if self.arrival is not None:
            return self.arrival.when.latest
        assert self.off is not None
        return self.off.when.best or self.off.when.latest


def pair_changes(
    entering: Sequence[Crossing],
    candidates: Sequence[Sequence[Retiring]],
    rules: PairRules,
    *,
    others: Sequence[Sequence[Crossing]] = (),
) -> tuple[Change, ...]:
    """Pair every entering man with at most one retiring man, globally nearest in time.

    `candidates[i]` are the men who may have retired for `entering[i]`; an entering man without one gives
    no change: the count alone speaks of him. `others[i]` are all crossings off through his gate but those of
    men who are surely not of his team: one nearer in time that is nobody's change forbids to call his early.
    """
    men = sorted({c.person for row in candidates for c in row})
    if not entering or not men:
        return ()
    cost = np.full((len(entering), len(men) + len(entering)), _FAR)
    for i, row in enumerate(candidates):
        cost[i, len(men) + i] = 2 * (rules.before_s + rules.after_s)
        for option in row:
            gap = option.moment().minus(_moment(entering[i]))
            if -rules.before_s <= gap <= rules.after_s:
                cost[i, men.index(option.person)] = abs(gap) + _doubt_s(option, rules)
    changes: list[Change] = []
    pairs = [(i, j) for i, j in zip(*linear_sum_assignment(cost), strict=True) if cost[i, j] < _FAR]
    paired = {men[j] for _, j in pairs if j < len(men)}
    for i, j in pairs:
        if j < len(men):
            option = next(c for c in candidates[i] if c.person == men[j])
            made = _change(len(changes) + 1, entering[i], option, rules)
            made = _unless_another(
                made, entering[i], [o for o in (others[i] if others else ()) if o.person not in paired]
            )
            sure = entering[i].confidence >= rules.confidence_min and not _weakly_legal(made, option, rules)
            if sure or _looks_early(made, rules):
                changes.append(made)
    return tuple(changes)


def _doubt_s(option: Retiring, rules: PairRules) -> float:
    """How many seconds farther off a man counts whose going off was seen badly, or not at all."""
    if option.off is None:
        return UNSEEN_S
    return 0.0 if option.off.confidence >= rules.confidence_min else WEAK_S


def _weakly_legal(change: Change, option: Retiring, rules: PairRules) -> bool:
    """Whether only a weak crossing says that the retiring man had gone: nobody was surely seen to go then."""
    weak = option.off is not None and option.off.confidence < rules.confidence_min
    return change.verdict == "legal" and weak and option.arrival is None


def _unless_another(change: Change, on: Crossing, spare: Sequence[Crossing]) -> Change:
    """An early change left open where somebody else went off nearer in time: he may be the one replaced."""
    if change.verdict != "early":
        return change
    gap_s = abs(change.end.minus(_moment(on)))
    nearer = [
        off for off in spare if off.person != on.person and abs(_moment(off).minus(_moment(on))) < gap_s
    ]
    if not nearer:
        return change
    return replace(change, verdict="cannot tell", reason=ANOTHER)


def _looks_early(change: Change, rules: PairRules) -> bool:
    """A weak crossing gives a change only where it would matter: the notice of it stands anyway."""
    low_s, (low_m, high_m) = change.early_s[0], change.early_m
    if low_s is None or low_m is None or high_m is None:
        return False
    return low_s > rules.early_margin_s and float(np.sqrt(low_m * high_m)) > ACCUSE_M


def _moment(crossing: Crossing) -> FrameTime:
    return crossing.when.best or crossing.when.latest


def _change(id_: int, on: Crossing, retiring: Retiring, rules: PairRules) -> Change:
    early_s = _early_s(on.when, retiring)
    far = retiring.distance
    verdict, reason = _verdict(on, retiring, early_s, rules)
    ends = [on.when.latest, retiring.moment()]
    return Change(
        id_,
        on.team or "",
        on.id,
        on.person,
        retiring.person,
        retiring.off.id if retiring.off else None,
        start=min(on.when.earliest, retiring.moment()),
        end=max(ends),
        early_s=early_s,
        early_m=(None, None) if far is None else (far.low_m, far.high_m),
        verdict=verdict,
        reason=reason,
        metres_by=None if far is None else far.by,
    )


def _early_s(on: Interval, retiring: Retiring) -> tuple[float | None, float | None]:
    """Seconds from the entering man's crossing to the retiring man's arrival, as [low, high].

    Where his crossing was not seen the high stays open: being at the front is not yet being out of the play.
    """
    if retiring.arrival is not None:
        when = retiring.arrival.when
        high = None if retiring.off is None else when.latest.minus(on.earliest)
        return when.earliest.minus(on.latest), high
    assert retiring.off is not None
    when = retiring.off.when
    return when.earliest.minus(on.latest), when.latest.minus(on.earliest)


def _verdict(
    on: Crossing, retiring: Retiring, early_s: tuple[float | None, float | None], rules: PairRules
) -> tuple[ChangeVerdict, str]:
    low, high = early_s
    if high is not None and high <= rules.early_margin_s:
        return "legal", "the retiring man was at the bench before the entering man came on"
    zone_m = max(rules.at_bench_m, CONTACT_M)
    if retiring.arrival is None and retiring.distance and retiring.distance.high_m <= zone_m:
        return "legal", f"the retiring man was within {zone_m:g} m of his bench"
    far = retiring.distance is not None and retiring.distance.low_m > max(zone_m, ACCUSE_M)
    if low is None or low <= max(rules.early_margin_s, on.when.width_s / 3) or not far:
        return "cannot tell", "the intervals of distance or time reach over the limit"
    if on.when.width_s > COARSE_S:
        return "cannot tell", f"the entering man's touch is known only to {on.when.width_s:.1f} s"
    if on.confidence < rules.confidence_min:
        return "cannot tell", f"the entering man's crossing is weak: {on.reason or 'low confidence'}"
    if retiring.off is None or retiring.off.confidence < rules.confidence_min:
        return "cannot tell", "the retiring man's crossing was not seen"
    return "early", "the entering man was on the ice while the retiring man was not at the bench"
