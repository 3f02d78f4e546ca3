"""Sentences: what findings attach to whom, automatic and discretionary apart; imposed by a person alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from review.core.facts import Subject
from review.core.findings import Consequence, Finding

__all__ = ["Sentence", "games_of", "impose", "money_due", "sentences"]

State = Literal["due", "open", "imposed"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One consequence of one finding for one subject.

    `by` names the person who imposed it; None as long as nobody has. `words` are that person's.
    """

    clause: str
    finding: int
    subject: Subject
    consequence: Consequence
    by: str | None = None
    words: str = ""

    @property
    def state(self) -> State:
        """ "due" where the book leaves no choice, "open" where a person decides; "imposed" once one has."""
        if self.by is not None:
            return "imposed"
        return "due" if self.consequence.automatic else "open"

    @property
    def games(self) -> int:
        """Games of a suspension, else 0."""
        detail = self.consequence.detail
        return int(detail["games"]) if self.consequence.kind == "suspension" and "games" in detail else 0

    @property
    def amount(self) -> Decimal | None:
        """Dollars, where the sum is known."""
        amount = self.consequence.detail.get("amount")
        return None if amount is None else Decimal(str(amount))


def sentences(findings: Iterable[Finding]) -> tuple[Sentence, ...]:
    """Every consequence of every finding, in order. None of them is imposed yet."""
    return tuple(
        Sentence(finding.clause, finding.id, finding.subject, one)
        for finding in findings
        for one in finding.consequence
    )


def impose(sentence: Sentence, *, by: str, words: str = "") -> Sentence:
    """The sentence as a named person imposes it.

    Raises
    ------
    ValueError
        If nobody is named.
    """
    if not by.strip():
        raise ValueError(f"clause {sentence.clause}: nobody is named who imposes this")
    return replace(sentence, by=by.strip(), words=words)


def games_of(
    given: Iterable[Sentence], *, team: str, person: int, elsewhere: int = 0, imposed_only: bool = False
) -> int:
    """Games of all of a man's suspensions, added up; nothing is absorbed that a clause does not absorb.

    Parameters
    ----------
    elsewhere : games that other rules of the book gave him, such as for abuse of an official
    imposed_only : count only what a named person has imposed
    """
    his = [
        one
        for one in given
        if one.subject.team == team
        and one.subject.person == person
        and (one.by is not None or not imposed_only)
    ]
    return sum(one.games for one in his) + elsewhere


def money_due(given: Iterable[Sentence]) -> Decimal:
    """Dollars of all sums that are known and due or imposed."""
    return sum((one.amount for one in given if one.amount is not None and one.state != "open"), Decimal(0))
