"""An office with a docket in memory, so that tests read like what people do in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from review.core.docket import Act
from review.rules.docket import acts
from review.rules.docket.parts import DocketCase
from review.rules.docket.source import Source
from review.rules.docket.state import cases_of
from review.testing.fake_docket import FakeDocket

__all__ = ["Office", "games", "row"]

_AS_IT_IS = acts.Change()


def row(kind: str = "suspension", clause: str = "72c", **more: Any) -> dict[str, Any]:
    """A proposal; automatic, against man 12 of A, if nothing else is said."""
    told = {
        "finding": 1,
        "clause": clause,
        "subject": {"team": "A", "number": 12, "name": "Al Berg", "role": "player"},
        "kind": kind,
        "automatic": True,
        "games": 10 if kind == "suspension" else None,
        "amount_usd": None,
        "served": [],
        "eligible_on": None,
        "open": [],
        "why": ["Clause of the book."],
    }
    return {**told, **more}


def games(*days: str, year: int = 2013) -> list[dict[str, Any]]:
    """Games of a schedule, by "MM-DD"."""
    return [{"game": day, "date": f"{year}-{day}", "opponent": "B", "kind": "regular"} for day in days]


class Office:
    """Acts are entered on the day that `day` says, at noon, unless `on` says another day of validity."""

    def __init__(self, day: str) -> None:
        self.day = day
        self.docket = FakeDocket(lambda: f"{self.day}T12:00:00.000000+00:00")

    def open(
        self, rows: Sequence[Mapping[str, Any]] = (), *, incident: str | None = None, **more: Any
    ) -> int:
        source = Source("judged facts", "facts.json", pack="seeds@1", proposals=tuple(rows), **more)
        act = acts.open_case(
            source, who="Ann Lee", title="A at B", valid=self.day, incident_on=incident or self.day
        )
        return self.docket.append([act], case=None, seen=0)[0].case

    def case(self, number: int = 1, *, known: str | None = None) -> DocketCase:
        return cases_of(self.docket.entries(), known=known)[number]

    def cases(self, *, known: str | None = None) -> list[DocketCase]:
        return list(cases_of(self.docket.entries(), known=known).values())

    def enter(self, act: Act, case: int = 1) -> None:
        self.docket.append([act], case=case, seen=self.case(case).version)

    def decide(self, proposal: int, case: int = 1, *, who: str = "Ann Lee", **more: Any) -> None:
        told = {"reason": "the tape shows it", "valid": self.day, **more}
        self.enter(acts.decide(self.case(case), proposal, who=who, **told), case)

    def by_hand(
        self, kind: str, clause: str, subject: Mapping[str, Any], change: acts.Change, case: int = 1
    ) -> None:
        act = acts.decide_by_hand(
            self.case(case), subject=subject, kind=kind, clause=clause, who="Ann Lee", reason="on review",
            valid=self.day, change=change,
        )  # fmt: skip
        self.enter(act, case)

    def appeal(self, ruling: int, case: int = 1, *, who: str = "Al Berg") -> None:
        told = {"to": "the Commissioner", "grounds": "new video", "valid": self.day}
        self.enter(acts.appeal(self.case(case), ruling, who=who, **told), case)

    def answer(
        self, ruling: int, outcome: str, case: int = 1, *, change: acts.Change = _AS_IT_IS, **more: Any
    ) -> None:
        told = {"who": "Gary Roe", "reason": "inconclusive", "valid": self.day, **more}
        self.enter(acts.answer(self.case(case), ruling, outcome=outcome, change=change, **told), case)

    def rescind(self, ruling: int, case: int = 1, **more: Any) -> None:
        told = {"who": "Gary Roe", "reason": "a legal change", "valid": self.day, **more}
        self.enter(acts.rescind(self.case(case), ruling, **told), case)

    def in_force(
        self, ruling: int, case: int = 1, *, on: str | None = None, known: str | None = None
    ) -> tuple[int | None, Decimal | None, str | None] | None:
        """Games, sum and day of return; None where nothing is imposed."""
        held = self.case(case, known=known).ruling(ruling)
        sentence = held.in_force(on) if held else None
        return None if sentence is None else (sentence.games, sentence.amount_usd, sentence.eligible_on)
