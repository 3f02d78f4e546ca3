"""Bearing: which facts speak of one act, and one number, sum or date out of all that is stated of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from review.core.facts import Fact
from review.core.findings import Verdict
from review.rules.evidence import Evidence, Settled, fact_order, settle, share_time
from review.rules.near import LINKS, FactsNear

__all__ = [
    "VERDICTS",
    "Band",
    "above",
    "bearing_on",
    "bears_on",
    "below",
    "dates_of",
    "identities",
    "money_of",
    "near",
    "number_of",
    "numbers_on",
    "said_on",
    "truth",
]

Band = tuple[float | None, float | None]
VERDICTS: dict[bool | None, Verdict] = {True: "trips", False: "does not", None: "cannot tell"}


def truth(verdict: Verdict) -> bool | None:
    """A verdict as an answer: the clause applies, does not, or nobody can tell."""
    return {"trips": True, "does not": False}.get(verdict)


def bears_on(said: Fact, about: Fact) -> bool:
    """Whether `said` speaks of the act that `about` is.

    By the link where both have one; in one altercation by the man where both name him; else by team, man
    and time, as far as they are named.
    """
    for link in LINKS:
        a, b = said.links.get(link), about.links.get(link)
        if a is not None and b is not None:
            return bool(a == b) and said.subject.team in (None, about.subject.team)
    team, man = said.subject.team, said.subject.person
    if team is not None and about.subject.team is not None and team != about.subject.team:
        return False
    men = {about.subject.person, about.links.get("off_person")} - {None}
    if man is not None and men and man not in men:
        return False
    a, b = said.links.get("altercation"), about.links.get("altercation")
    if a is not None and b is not None:
        return bool(a == b) and (man in men or share_time(said, about))
    return share_time(said, about)


def bearing_on(evidence: Evidence, kind: str, about: Iterable[Fact]) -> list[Fact]:
    """The facts of a kind that bear on any of the facts of one act, in order."""
    nearby = near(evidence, kind)
    found = {one.id: one for fact in about for one in nearby.near(fact) if bears_on(one, fact)}
    return sorted(found.values(), key=fact_order) if len(found) > 1 else list(found.values())


def near(evidence: Evidence, kind: str) -> FactsNear:
    """The facts of a kind, ready to be found by link and time."""
    made: FactsNear = evidence.once(("near", kind), lambda: FactsNear(evidence.of(kind)))
    return made


def said_on(evidence: Evidence, kind: str, about: Fact) -> Settled | None:
    """What is stated of a yes-or-no kind about that act; None where nobody was asked."""
    facts = bearing_on(evidence, kind, [about])
    return settle(facts) if facts else None


def numbers_on(evidence: Evidence, kind: str, about: Fact) -> tuple[Fact, ...]:
    """Facts of a numeric kind about that act."""
    return tuple(bearing_on(evidence, kind, [about]))


def number_of(facts: Sequence[Fact]) -> Band | None:
    """The interval on which all agree; a named person's word stands before the rest; None = not known."""
    said = [fact for fact in facts if fact.layer == "said"]
    bands = [_band(fact) for fact in said or facts]
    known = [band for band in bands if band is not None]
    if not known or (said and len(known) < len(bands)):
        return None
    lows = [low for low, _ in known if low is not None]
    highs = [high for _, high in known if high is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    return None if low is not None and high is not None and low > high else (low, high)


def _band(fact: Fact) -> Band | None:
    value = fact.value
    if isinstance(value, tuple):
        return value[0], value[1]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value), float(value)


def below(band: Band | None, limit: float) -> bool | None:
    """Whether a number is below the limit; the limit itself is not below.

    Examples
    --------
    >>> below((119.9, 119.9), 120.0), below((120.0, 120.0), 120.0), below((119.8, 120.1), 120.0)
    (True, False, None)
    """
    if band is None:
        return None
    low, high = band
    if high is not None and high < limit:
        return True
    return False if low is not None and low >= limit else None


def above(band: Band | None, limit: float) -> bool | None:
    """Whether a number is above the limit; the limit itself is not above.

    Examples
    --------
    >>> above((0.0, 0.0), 0.0), above((0.04, 0.04), 0.0), above((-0.1, 0.2), 0.0)
    (False, True, None)
    """
    if band is None:
        return None
    low, high = band
    if low is not None and low > limit:
        return True
    return False if high is not None and high <= limit else None


def money_of(facts: Sequence[Fact]) -> Decimal | None:
    """The one sum that is stated; None where none is, or where they differ."""
    sums = {Decimal(fact.value) if isinstance(fact.value, str) else None for fact in _first_hand(facts)}
    return sums.pop() if len(sums) == 1 else None


def dates_of(facts: Sequence[Fact]) -> tuple[date, ...] | None:
    """All dates stated, in order; None if one of them is unknown."""
    if any(not isinstance(fact.value, str) for fact in facts):
        return None
    return tuple(sorted({date.fromisoformat(str(fact.value)) for fact in facts}))


def _first_hand(facts: Sequence[Fact]) -> Sequence[Fact]:
    return [fact for fact in facts if fact.layer == "said"] or facts


def identities(facts: Iterable[Fact]) -> frozenset[tuple[str, int]]:
    """By what an act may be known again in another clause's outcome: its links, and its facts' ids."""
    found = set()
    for fact in facts:
        found.add(("fact", fact.id))
        found |= {(link, int(fact.links[link])) for link in LINKS if fact.links.get(link) is not None}
    return frozenset(found)
