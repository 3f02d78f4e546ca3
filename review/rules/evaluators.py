"""Evaluators by name: what a pack's clause may be judged by."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from review.rules.changes import early_change, played_while_changing, too_many_men
from review.rules.departures import first_or_second, ranked_leaver
from review.rules.evidence import Outcome
from review.rules.referral import commissioner_names

__all__ = ["EVALUATORS", "Evaluator"]

Evaluator = Callable[..., tuple[Outcome, ...]]
"""Called with the evidence and its own keyword-only parameters, which are checked when a pack loads."""

EVALUATORS: Mapping[str, Evaluator] = {
    one.__name__: one
    for one in (
        early_change,
        played_while_changing,
        too_many_men,
        first_or_second,
        ranked_leaver,
        commissioner_names,
    )
}
