"""Precedence: a penalty that takes another's place, or is counted once with it, on one act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from review.core.findings import Branch
from review.rules.bearing import identities
from review.rules.consequences import prices
from review.rules.evidence import Outcome
from review.rules.pack import Clause, Pack

__all__ = ["Matters", "same_matter", "with_precedence"]

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
    found = {}
    for other in pack.clauses:
        if other.in_lieu_of or other.absorbs:
            found[other.id] = Matters()
            for outcome in outcomes[other.id]:
                found[other.id].add(outcome)
    return {
        clause.id: tuple(_under(outcome, clause, found, pack) for outcome in outcomes[clause.id])
        for clause in pack.clauses
    }


def _under(outcome: Outcome, clause: Clause, found: Mapping[str, Matters], pack: Pack) -> Outcome:
    if outcome.verdict != "trips":
        return outcome
    price = outcome.consequences if outcome.consequences is not None else clause.price()
    steps: list[str] = []
    open_: list[Branch] = []
    for other in sorted(pack.clauses, key=lambda one: one.id):
        for relation, words in _WORDS.items():
            if clause.id not in getattr(other, relation) or not price:
                continue
            same = found[other.id].all(outcome)
            if any(one.verdict == "trips" for one in same):
                steps.append(f"Clause {other.id} applies to the same act: {words}.")
                price = tuple(one for one in price if one.kind == _SERVED and relation == "in_lieu_of")
            elif any(one.verdict == "cannot tell" and not one.quiet for one in same):
                open_.append(Branch(f"clause {other.id} applies: {words}", prices(other.price())))
    if steps:
        return replace(outcome, consequences=price, steps=(*outcome.steps, *steps), branches=())
    return replace(outcome, branches=(*outcome.branches, *open_)) if open_ else outcome


class Matters:
    """Outcomes, found by the act that they speak of."""

    def __init__(self) -> None:
        self._kept: list[Outcome] = []
        self._by_key: dict[tuple[str, int], list[int]] = {}
        self._by_man: dict[tuple[int, int], list[int]] = {}

    def add(self, outcome: Outcome) -> None:
        """Keep one more."""
        place = len(self._kept)
        self._kept.append(outcome)
        for key in _matter(outcome):
            self._by_key.setdefault(key, []).append(place)
        for minute in _minutes(outcome):
            self._by_man.setdefault(minute, []).append(place)

    def all(self, outcome: Outcome) -> list[Outcome]:
        """Those that speak of the same act, in the order in which they were added."""
        return [self._kept[place] for place in self._places(outcome)]

    def first(self, outcome: Outcome) -> int | None:
        """The place of the first of them."""
        return next(iter(self._places(outcome)), None)

    def _places(self, outcome: Outcome) -> list[int]:
        places = {place for key in _matter(outcome) for place in self._by_key.get(key, ())}
        for minute in _minutes(outcome):
            places.update(self._by_man.get(minute, ()))
        return [place for place in sorted(places) if same_matter(self._kept[place], outcome)]


def _minutes(outcome: Outcome) -> list[tuple[int, int]]:
    """The man, and every minute of tape that the outcome touches; none where no man is named."""
    if outcome.subject.person is None:
        return []
    first, last = (int(time.exact_s // 60) for time in (outcome.start, outcome.end))
    return [(outcome.subject.person, minute) for minute in range(first, last + 1)]


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
