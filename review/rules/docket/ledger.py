"""Accounts: a club's fines and what its next case costs; a man's games and when he is back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from review.rules.docket.parts import DocketCase, Ruling, Sentence
from review.rules.ledger import FineRule, fine_of, place_of
from review.rules.pack import Pack
from review.rules.seasons import years_after
from review.rules.units import Quantity

__all__ = [
    "ClubLedger",
    "FineBook",
    "Held",
    "PersonLedger",
    "club_ledger",
    "clubs_in",
    "fine_book",
    "fine_due",
    "person_key",
    "person_ledger",
    "persons_in",
]

_TERMS = {"suspension", "coach_suspension"}  # games carried over are counted among those of the suspension
_READINGS = {"window": "fine_window", "edge": "window_edge", "steps": "fine_step"}
_OF_A_CLUB = {"team_fine", "pay_to_league", "reimbursement_fine"}


@dataclass(frozen=True, slots=True)
class Held:
    """A ruling in force, with its case."""

    case: DocketCase
    ruling: Ruling
    sentence: Sentence

    @property
    def day(self) -> str:
        """The day of the incident; where nobody told it, the day from which the ruling holds."""
        return self.case.incident_on or self.ruling.versions[0].entry.act.valid


@dataclass(frozen=True, slots=True)
class FineBook:
    """The clause by which a pack fines clubs, and its rule."""

    clause: str
    rule: FineRule


@dataclass(frozen=True, slots=True)
class ClubLedger:
    """A club's account on a day.

    Attributes
    ----------
    held : rulings in force against it, by day of the incident
    total_usd : their sums
    occurrences : days of the cases that count towards the next fine, newest window only
    window_ends : the first day on which a case would be a first one again; None = no window is open
    next_fine_usd : what another case of that day would cost; None = the pack fines no clubs
    """

    club: str
    held: tuple[Held, ...]
    total_usd: Decimal
    occurrences: tuple[str, ...]
    window_ends: str | None
    next_fine_usd: Decimal | None


@dataclass(frozen=True, slots=True)
class PersonLedger:
    """A man's account on a day: rulings in force, games in all, sums, and the day he is back.

    `missed` counts the games of his suspensions that lie before the day. `eligible_on` takes his suspensions
    one after the other, since games of two rulings are never served at once.
    """

    person: str
    subject: Mapping[str, Any]
    held: tuple[Held, ...]
    games: int
    missed: int
    total_usd: Decimal
    eligible_on: str | None
    open: tuple[str, ...]


def fine_book(pack: Pack) -> FineBook | None:
    """How a pack fines clubs by their history; None if it does not."""
    for clause in pack.clauses:
        if clause.evaluator == "team_fine":
            first, step, window = (clause.params[key] for key in ("first", "step", "window"))
            edges = {key: str(pack.settings[name]) for key, name in _READINGS.items()}
            rule = FineRule(_dollars(first), _dollars(step), int(_number(window)), **edges)
            return FineBook(clause.id, rule)
    return None


def _number(value: object) -> float:
    return value.value if isinstance(value, Quantity) else float(str(value))


def _dollars(value: object) -> Decimal:
    return Decimal(str(_number(value))).quantize(Decimal("0.01"))


def _in_force(cases: Iterable[DocketCase], on: str | None) -> list[Held]:
    found = [
        Held(case, ruling, sentence)
        for case in cases
        for ruling in case.rulings
        if (sentence := ruling.in_force(on)) is not None
    ]
    return sorted(found, key=lambda one: (one.day, one.case.number, one.ruling.id))


def _is_club(ruling: Ruling) -> bool:
    return ruling.kind in _OF_A_CLUB


def clubs_in(cases: Iterable[DocketCase]) -> tuple[str, ...]:
    """Clubs against which something was ruled, in order of name."""
    return tuple(
        sorted(
            {
                str(r.subject["team"])
                for c in cases
                for r in c.rulings
                if _is_club(r) and r.subject.get("team")
            }
        )
    )


def club_ledger(cases: Iterable[DocketCase], club: str, *, on: str, book: FineBook | None) -> ClubLedger:
    """The account of a club on a day, "YYYY-MM-DD".

    A case counts towards the next fine while a fine by the pack's clause is in force in it, by the day of its
    incident; several altercations of one case are one occurrence each.
    """
    held = tuple(
        one for one in _in_force(cases, on) if _is_club(one.ruling) and one.ruling.subject.get("team") == club
    )
    total = sum((one.sentence.amount_usd or Decimal(0) for one in held), Decimal(0))
    if book is None:
        return ClubLedger(club, held, total, (), None, None)
    days = [date.fromisoformat(one.day) for one in held if one.day <= on and _counts(one, club, book)]
    today = date.fromisoformat(on)
    place = place_of(days, today, book.rule)
    counted = days[len(days) - place :]
    ends = years_after(counted[0], book.rule.window_years).isoformat() if counted else None
    return ClubLedger(
        club, held, total, tuple(day.isoformat() for day in counted), ends, fine_of(days, today, 0, book.rule)
    )  # fmt: skip


def fine_due(cases: Iterable[DocketCase], case: DocketCase, club: str, book: FineBook) -> Decimal:
    """What the book fines a club for a case, by its fines in force for incidents up to that case's day."""
    day = case.incident_on or case.opened.act.valid
    held = [one for one in _in_force(cases, None) if one.case.number != case.number and one.day <= day]
    days = [date.fromisoformat(one.day) for one in held if _counts(one, club, book)]
    return fine_of(days, date.fromisoformat(day), 0, book.rule)


def _counts(held: Held, club: str, book: FineBook) -> bool:
    ruling = held.ruling
    mine = ruling.kind == "team_fine" and ruling.subject.get("team") == club
    return mine and held.sentence.clause == book.clause


def person_key(subject: Mapping[str, Any]) -> str | None:
    """By what two rulings are known to speak of one man: his name, else team and number; None = nobody.

    Examples
    --------
    >>> person_key({"name": "David  Clarkson", "team": "TOR"}), person_key({"team": "TOR", "number": 71})
    ('david clarkson', 'TOR 71')
    """
    if subject.get("name"):
        return " ".join(str(subject["name"]).split()).casefold()
    if subject.get("team") and subject.get("number") is not None:
        return f"{subject['team']} {subject['number']}"
    if subject.get("team") and subject.get("role") == "coach":
        return f"{subject['team']} coach"
    return None


def persons_in(cases: Iterable[DocketCase]) -> dict[str, Mapping[str, Any]]:
    """Key -> subject of every man against whom something was ruled."""
    found = {
        key: ruling.subject
        for case in cases
        for ruling in case.rulings
        if not _is_club(ruling) and (key := person_key(ruling.subject)) is not None
    }
    return dict(sorted(found.items()))


def person_ledger(cases: Iterable[DocketCase], person: str, *, on: str) -> PersonLedger:
    """The account of a man (see `person_key`) on a day, "YYYY-MM-DD"."""
    cases = tuple(cases)
    subject = persons_in(cases).get(person, {"name": person})
    held = tuple(
        one
        for one in _in_force(cases, on)
        if not _is_club(one.ruling) and person_key(one.ruling.subject) == person
    )
    terms = [one for one in held if one.sentence.games and one.ruling.kind in _TERMS]
    missed, back, open_ = _served(terms, on)
    return PersonLedger(
        person=person,
        subject=subject,
        held=held,
        games=sum(one.sentence.games or 0 for one in terms),
        missed=missed,
        total_usd=sum((one.sentence.amount_usd or Decimal(0) for one in held), Decimal(0)),
        eligible_on=back,
        open=open_,
    )


def _served(terms: list[Held], on: str) -> tuple[int, str | None, tuple[str, ...]]:
    """Games missed before the day, the day he is back, and what is open; each game serves one ruling only."""
    if not terms:
        return 0, None, ()
    if len(terms) == 1:
        only = terms[0].sentence
        missed = sum(str(one["date"]) < on for one in only.served)
        return missed, _back_from(terms[0]), only.open
    ladder = sorted({day for one in terms for day in _ladder(one)})
    taken: list[str] = []
    for one in terms:
        free = [day for day in ladder if day > one.day and day not in taken]
        games = one.sentence.games or 0
        taken += free[:games]
        if len(free) < games:
            why = f"the schedule as known gives {len(taken)} of his games; the day of return is open"
            return sum(day < on for day in taken), None, (why,)
    after = [day for day in ladder if day > max(taken)]
    back = after[0] if after else None
    return (
        sum(day < on for day in taken),
        back,
        () if back else ("the day of return: no game after is known",),
    )


def _back_from(held: Held) -> str | None:
    """The day he is back by what is in force; games of further terms that nobody imposed are not counted."""
    sentence, subject = held.sentence, held.ruling.subject
    own = held.case.proposal(held.ruling.proposal or 0)
    if (
        own is None
        or (sentence.games, sentence.eligible_on) != (own.games, own.eligible_on)
        or not own.served
    ):
        return sentence.eligible_on
    last = str(own.served[-1]["date"])
    others = [one for one in held.case.proposals if one.kind in _TERMS and one is not own]
    further = {
        str(game["date"])
        for one in others
        if person_key(one.subject) == person_key(subject)
        for game in one.served
    }
    days = [day for day in (*further, sentence.eligible_on) if day is not None and day > last]
    return min(days, default=None) if len(own.served) == sentence.games else sentence.eligible_on


def _ladder(held: Held) -> set[str]:
    """Days of games that any version of the ruling or its proposal knew of."""
    proposed = held.case.proposal(held.ruling.proposal or 0)
    told = [version.sentence for version in held.ruling.versions if version.sentence]
    days = {str(one["date"]) for known in (proposed, *told) if known for one in known.served}
    return days | {known.eligible_on for known in (proposed, *told) if known and known.eligible_on}
