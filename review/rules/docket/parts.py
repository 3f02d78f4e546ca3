"""The parts of a case in a docket: what was proposed, what was ruled, and how that changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from review.core.docket import Entry
from review.rules.consequences import dollars

__all__ = [
    "Appeal",
    "DocketCase",
    "Proposal",
    "Ruling",
    "Sentence",
    "Version",
    "sentence_words",
    "subject_words",
]


@dataclass(frozen=True, slots=True)
class Proposal:
    """One consequence that the book attaches; it imposes nothing.

    Attributes
    ----------
    id : number in the case, from 1
    automatic : the clause leaves no choice; else a person decides
    served : the games he would miss, as far as a schedule shows
    eligible_on : the day of the first game that he may play again
    open, why : what is not known, and the steps, in words
    entry : number of the docket's entry that brought it
    """

    id: int
    finding: int | None
    clause: str
    subject: Mapping[str, Any]
    kind: str
    automatic: bool
    games: int | None
    amount_usd: Decimal | None
    served: tuple[Mapping[str, Any], ...]
    eligible_on: str | None
    open: tuple[str, ...]
    why: tuple[str, ...]
    entry: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is imposed: games with those missed and the day of return, or an amount, or neither."""

    kind: str
    clause: str
    games: int | None = None
    amount_usd: Decimal | None = None
    served: tuple[Mapping[str, Any], ...] = ()
    eligible_on: str | None = None
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """A ruling as it stood from an entry on; `sentence` None = nothing is imposed.

    `how`: imposed, not imposed, decided anew, upheld, reduced, increased, set aside, withdrawn, rescinded.
    """

    how: str
    sentence: Sentence | None
    entry: Entry


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal of a ruling; open until it is answered."""

    made: Entry
    answer: Entry | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a named person decided, on a proposal or without one, in all versions as they were recorded."""

    id: int
    proposal: int | None
    subject: Mapping[str, Any]
    kind: str
    clause: str
    automatic: bool
    versions: tuple[Version, ...]
    appeals: tuple[Appeal, ...] = ()

    def at(self, day: str | None = None) -> Version | None:
        """The version that holds on a day, "YYYY-MM-DD"; None = the last one. None before the first.

        What was recorded last stands for every day from its own on, also where an earlier entry spoke of
        later days: a ruling rescinded from its beginning on was never in force, as known now.
        """
        held = [one for one in self.versions if day is None or one.entry.act.valid <= day]
        return held[-1] if held else None

    def in_force(self, day: str | None = None) -> Sentence | None:
        """What is imposed on that day, if anything."""
        version = self.at(day)
        return version.sentence if version else None

    @property
    def open_appeal(self) -> Appeal | None:
        """The appeal that nobody has answered yet."""
        return next((one for one in self.appeals if one.answer is None), None)


@dataclass(frozen=True, slots=True)
class DocketCase:
    """A case as its entries make it."""

    number: int
    title: str
    opened: Entry
    incident_on: str | None
    teams: tuple[str, ...]
    pack: str | None
    entries: tuple[Entry, ...]
    findings: tuple[Mapping[str, Any], ...] = ()
    proposals: tuple[Proposal, ...] = ()
    rulings: tuple[Ruling, ...] = field(default=())

    @property
    def version(self) -> int:
        """How many entries it has; whoever enters another names the version that he saw."""
        return len(self.entries)

    def proposal(self, id_: int) -> Proposal | None:
        """The proposal of that number."""
        return next((one for one in self.proposals if one.id == id_), None)

    def ruling(self, id_: int) -> Ruling | None:
        """The ruling of that number."""
        return next((one for one in self.rulings if one.id == id_), None)

    def ruling_on(self, proposal: int) -> Ruling | None:
        """The ruling on a proposal."""
        return next((one for one in self.rulings if one.proposal == proposal), None)

    @property
    def undecided(self) -> tuple[Proposal, ...]:
        """Proposals that nobody has decided."""
        return tuple(one for one in self.proposals if self.ruling_on(one.id) is None)

    @property
    def status(self) -> str:
        """`under appeal`, `open` (something is undecided), `decided`, or `empty`."""
        if any(one.open_appeal for one in self.rulings):
            return "under appeal"
        if self.undecided:
            return "open"
        return "decided" if self.rulings else "empty"


def subject_words(subject: Mapping[str, Any]) -> str:
    """Whom it is about, in words.

    Examples
    --------
    >>> subject_words({"team": "BOS", "number": 17, "name": "Milan Lucic", "role": None})
    'Milan Lucic (BOS 17)'
    >>> subject_words({"team": "LAK", "role": "club"}), subject_words({"team": "PIT", "role": "coach"})
    ('LAK', 'PIT, coach')
    """
    team, number = subject.get("team"), subject.get("number")
    role = subject.get("role") if subject.get("role") not in (None, "player", "club") else None
    place = " ".join(str(one) for one in (team, number) if one is not None)
    if not subject.get("name"):
        man = f"man {subject['person']} of {team}" if number is None and subject.get("person") else place
        return ", ".join(str(one) for one in (man, role) if one) or "nobody named"
    inside = ", ".join(str(one) for one in (place, role) if one)
    return f"{subject['name']} ({inside})" if inside else str(subject["name"])


def sentence_words(sentence: Sentence | None) -> str:
    """What is imposed, in one phrase.

    Examples
    --------
    >>> sentence_words(Sentence("suspension", "72c", games=10)), sentence_words(None)
    ('suspension, 10 games', 'nothing imposed')
    """
    if sentence is None:
        return "nothing imposed"
    parts = [sentence.kind.replace("_", " ")]
    if sentence.games is not None:
        parts.append(f"{sentence.games} game{'' if sentence.games == 1 else 's'}")
    parts += [dollars(sentence.amount_usd)] if sentence.amount_usd is not None else []
    return ", ".join(parts)
