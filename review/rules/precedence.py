"""Precedence: a penalty that takes another's place, or is counted once with it, on one act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from review.core.findings import Branch
from review.rules.bearing import identities
from review.rules.consequences import prices
from review.rules.evidence import Outcome
from review.rules.pack import Clause, Pack

__all__ = ["same_matter", "with_precedence"]

_WORDS = {
    "in_lieu_of": "its penalty stands in lieu of the one here",
    "absorbs": "its penalty covers the one here, which is counted once",
}
_SERVED = "unexpired_time"
"""The rest of the penalty that a man left is served, whatever replaces the one for leaving it."""


def with_precedence(
    outcomes: Mapping[str, tuple[Outcome, ...]], pack: Pack
) -> dict[str, tuple[Outcome, ...]]:
    """The outcomes with the penalties that another clause's replaces or covers taken off.

    Where it is open whether the other clause applies, its price is added as a branch.
    """
    return {
        clause.id: tuple(_under(outcome, clause, outcomes, pack) for outcome in outcomes[clause.id])
        for clause in pack.clauses
    }


def _under(
    outcome: Outcome, clause: Clause, outcomes: Mapping[str, tuple[Outcome, ...]], pack: Pack
) -> Outcome:
    if outcome.verdict != "trips":
        return outcome
    price = outcome.consequences if outcome.consequences is not None else clause.price()
    for other in sorted(pack.clauses, key=lambda one: one.id):
        for relation, words in _WORDS.items():
            if clause.id not in getattr(other, relation) or not price:
                continue
            same = [one for one in outcomes[other.id] if same_matter(one, outcome)]
            if any(one.verdict == "trips" for one in same):
                step = f"Clause {other.id} applies to the same act: {words}."
                kept = tuple(one for one in price if one.kind == _SERVED and relation == "in_lieu_of")
                outcome = replace(outcome, consequences=kept, steps=(*outcome.steps, step), branches=())
            elif any(one.verdict == "cannot tell" and not one.quiet for one in same):
                branch = Branch(f"clause {other.id} applies: {words}", prices(other.price()))
                outcome = replace(outcome, branches=(*outcome.branches, branch))
    return outcome


def same_matter(a: Outcome, b: Outcome) -> bool:
    """Whether two outcomes speak of one act: by crossing, change or fact, else by man and time."""
    if None not in (a.subject.team, b.subject.team) and a.subject.team != b.subject.team:
        return False
    if _matter(a) & _matter(b):
        return True
    same_man = a.subject.person is not None and a.subject.person == b.subject.person
    return same_man and a.start <= b.end and b.start <= a.end


def _matter(outcome: Outcome) -> frozenset[tuple[str, int]]:
    return identities(outcome.tags.get("about") or outcome.facts[:1])
