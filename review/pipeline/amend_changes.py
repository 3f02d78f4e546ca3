"""Changes after a person moved, renamed or rejected a crossing. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from review.core.changes import Change, ChangeVerdict
from review.core.counts import CountTimeline
from review.core.crossings import Crossing
from review.measure.arrive import CONTACT_M
from review.measure.pair import ACCUSE_M, PairRules
from review.measure.weigh import weigh_changes

__all__ = ["amended_changes"]

ELSEWHEN = "a person moved the crossing: how far the retiring man was at that moment was not measured"
Pair = tuple[float | None, float | None]


def amended_changes(
    changes: Sequence[Change],
    measured: Sequence[Crossing],
    said: Sequence[Crossing],
    counts: Sequence[CountTimeline],
    rules: PairRules,
) -> tuple[Change, ...]:
    """The changes that still hold, judged anew where a crossing of theirs was moved.

    One whose crossing was rejected, or belongs to another gate, team or direction now, is none any more.
    Where the entering man's moment leaves its measured interval the metres are unknown: the change is then
    legal or open, never early.
    """
    old, new = {c.id: c for c in measured}, {c.id: c for c in said}
    kept: list[Change] = []
    for change in changes:
        made = _amended(change, old, new, rules)
        if made is not None:
            again = made is not change and made.verdict != "legal"
            kept += weigh_changes([made], new, counts, rules) if again else [made]
    return tuple(kept)


def _amended(
    change: Change, old: dict[int, Crossing], new: dict[int, Crossing], rules: PairRules
) -> Change | None:
    ids = [id_ for id_ in (change.on_crossing, change.off_crossing) if id_ is not None]
    if any(id_ not in new or not _same_way(old[id_], new[id_]) for id_ in ids):
        return None
    if all(new[id_].when == old[id_].when for id_ in ids):
        return change
    on_old, on_new = old[change.on_crossing].when, new[change.on_crossing].when
    low, high = change.early_s
    low = None if low is None else low + on_old.latest.minus(on_new.latest)
    high = None if high is None else high + on_old.earliest.minus(on_new.earliest)
    if change.off_crossing is not None:
        off_old, off_new = old[change.off_crossing].when, new[change.off_crossing].when
        low = None if low is None else low + off_new.earliest.minus(off_old.earliest)
        high = None if high is None else high + off_new.latest.minus(off_old.latest)
    elsewhen = not on_old.earliest <= on_new.latest <= on_old.latest
    early_m: Pair = (None, None) if elsewhen else change.early_m
    verdict, reason = _verdict((low, high), early_m, rules)
    moments = [new[id_].when.best or new[id_].when.latest for id_ in ids]
    unseen = [change.end] if change.off_crossing is None else []
    return replace(
        change,
        start=min(moments), end=max([*moments, *unseen]), early_s=(low, high), early_m=early_m,
        metres_by=None if elsewhen else change.metres_by, verdict=verdict, reason=reason,
    )  # fmt: skip


def _same_way(old: Crossing, new: Crossing) -> bool:
    return (old.gate, old.team, old.direction) == (new.gate, new.team, new.direction)


def _verdict(early_s: Pair, early_m: Pair, rules: PairRules) -> tuple[ChangeVerdict, str]:
    low, high = early_s
    if high is not None and high <= rules.early_margin_s:
        return "legal", "the retiring man was at the bench before the entering man came on"
    zone_m = max(rules.at_bench_m, CONTACT_M, ACCUSE_M)
    if low is None or low <= rules.early_margin_s:
        return "cannot tell", "the interval of time reaches over the limit"
    if early_m[0] is None:
        return "cannot tell", ELSEWHEN
    if early_m[0] <= zone_m:
        return "cannot tell", "the interval of distance reaches over the limit"
    return "early", "the entering man was on the ice while the retiring man was not at the bench"
