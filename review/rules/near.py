"""Nearness: which facts can bear on an act, and which outcomes can speak of one, found without trying all."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from review.core.facts import Fact

__all__ = ["LINKS", "FactsNear", "Timeline"]

LINKS = ("act", "change", "crossing")
_EDGE_S = 1e-6


class Timeline:
    """Places 0, 1, 2 … each with a span in seconds; finds those that touch a span."""

    def __init__(self, spans: Iterable[tuple[float, float]]) -> None:
        rows = sorted((start, end, place) for place, (start, end) in enumerate(spans))
        self._starts = [row[0] for row in rows]
        self._rows = rows
        self._latest = list(accumulate((row[1] for row in rows), max))

    def touching(self, start_s: float, end_s: float) -> list[int]:
        """Places whose span may touch, in no order; a hair's breadth is given."""
        k = bisect_right(self._starts, end_s + _EDGE_S) - 1
        found = []
        while k >= 0 and self._latest[k] >= start_s - _EDGE_S:
            if self._rows[k][1] >= start_s - _EDGE_S:
                found.append(self._rows[k][2])
            k -= 1
        return found


class FactsNear:
    """The facts of one kind, found by their links or by time."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._facts = facts
        self._linked: dict[tuple[str, int], list[int]] = {}
        groups: dict[frozenset[str], list[int]] = {}
        for place, fact in enumerate(facts):
            for link in (*LINKS, "altercation"):
                if fact.links.get(link) is not None:
                    self._linked.setdefault((link, fact.links[link]), []).append(place)
            named = frozenset(link for link in LINKS if fact.links.get(link) is not None)
            groups.setdefault(named, []).append(place)
        self._groups = {
            named: (places, Timeline(span_s(facts[place]) for place in places))
            for named, places in groups.items()
        }

    def near(self, about: Fact) -> list[Fact]:
        """Every fact that shares a link with `about`, or shares none and touches its time; in order."""
        have = {link for link in LINKS if about.links.get(link) is not None}
        places: set[int] = set()
        for link in (*have, "altercation"):
            places |= set(self._linked.get((link, about.links.get(link, -1)), ()))
        for named, (members, timeline) in self._groups.items():
            if not named & have:
                places |= {members[k] for k in timeline.touching(*span_s(about))}
        return [self._facts[place] for place in sorted(places)]


def span_s(fact: Fact) -> tuple[float, float]:
    """Start and end in seconds, as near as a float comes."""
    return float(fact.start.exact_s), float(fact.end.exact_s)
