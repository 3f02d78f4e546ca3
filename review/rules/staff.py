"""Judging acts whose exceptions are a matter of reading: staff on the ice, a bench that empties in joy."""

from __future__ import annotations

from review.rules.acts import act_outcome, acts_of
from review.rules.evidence import Evidence, Outcome

__all__ = ["bench_emptied", "staff_on_ice"]

_LEAVE = "official_gave_permission"
_FINAL = "after_final_goal"


def staff_on_ice(evidence: Evidence, *, coach_with_permission: str) -> tuple[Outcome, ...]:
    """One outcome a coach or manager on the ice within a period.

    Parameters
    ----------
    coach_with_permission : whether an official's permission exempts him, as to an injured player (A21)
    """
    return _acts(evidence, _LEAVE if coach_with_permission == "exempt" else None)


def bench_emptied(evidence: Evidence, *, after_final_goal: str) -> tuple[Outcome, ...]:
    """One outcome a departure from the players' bench that is no change.

    Parameters
    ----------
    after_final_goal : whether a goal that ends the game exempts those who come out for it
    """
    return _acts(evidence, _FINAL if after_final_goal == "exempt" else None)


def _acts(evidence: Evidence, exempt: str | None) -> tuple[Outcome, ...]:
    """Acts under the clause's exceptions, of which those that are a matter of reading count only if asked."""
    clause = evidence.clause
    unless = [kind for kind in clause.unless if kind not in (_LEAVE, _FINAL) or kind == exempt]
    return tuple(act_outcome(evidence, one, unless=unless) for one in acts_of(evidence, clause.when))
