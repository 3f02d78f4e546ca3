"""Early changes weighed against the count: a man who came on too soon was one too many while he was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from review.core.changes import Change
from review.core.counts import CountTimeline
from review.core.crossings import Crossing
from review.measure.arrive import CONTACT_M
from review.measure.pair import ACCUSE_M, ANOTHER, PairRules

__all__ = ["weigh_changes"]

#: Where one too many is less probable than this, it is likelier that somebody else went off unseen. Chosen on
#: the rendered suite: its early changes lay at 0.36 and more then, the one false one of three games at 0.28.
OVER_LEAST_P = 1 / 3
#: Where it is as probable as this, the count stands in for a retiring man's crossing that was not seen.
OVER_SURE_P = 0.9
SOON_S = 0.5
WIDEST_S = 1.0  # of the interval that holds the entering man's touch, even so


def weigh_changes(
    changes: Sequence[Change],
    crossings: Mapping[int, Crossing],
    counts: Sequence[CountTimeline],
    rules: PairRules,
) -> tuple[Change, ...]:
    """The changes, with those left open that the count speaks against, and those called that it settles."""
    by_team = {line.team: line for line in counts}
    return tuple(_weighed(c, crossings[c.on_crossing], by_team.get(c.team), rules) for c in changes)


def _weighed(change: Change, on: Crossing, count: CountTimeline | None, rules: PairRules) -> Change:
    over = None if count is None else _over_after(on, count)
    if over is None:
        return change
    if change.verdict == "early" and over < OVER_LEAST_P:
        reason = f"somebody else may have gone off unseen: one too many is probable by {over:.2f} only"
        return replace(change, verdict="cannot tell", reason=reason)
    if change.verdict == "cannot tell" and over >= OVER_SURE_P and _would_be_early(change, on, rules):
        reason = f"the retiring man was not at the bench, and the count was one too many by {over:.2f}"
        return replace(change, verdict="early", reason=reason)
    return change


def _over_after(on: Crossing, count: CountTimeline) -> float | None:
    """How probable one too many is at the most just after he came on."""
    until = on.when.latest.shifted(SOON_S)
    held = count.at(on.when.latest)
    soon = [held, *(p for p in count.points if on.when.latest < p.t <= until)]
    told = [p.p_over for p in soon if p is not None and p.p_over is not None]
    return max(told, default=None)


def _would_be_early(change: Change, on: Crossing, rules: PairRules) -> bool:
    """Whether all but the retiring man's own crossing says so."""
    low_s, low_m = change.early_s[0], change.early_m[0]
    if low_s is None or low_m is None or change.reason == ANOTHER:
        return False
    if on.confidence < rules.confidence_min or on.when.width_s > WIDEST_S:
        return False
    far = low_m > max(rules.at_bench_m, CONTACT_M, ACCUSE_M)
    return far and low_s > max(rules.early_margin_s, on.when.width_s / 2)
