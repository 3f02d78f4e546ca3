"""What the commands of `benchgate docket` share; loaded only when one of them runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

import typer

from review.cli.docket_words import case_lines, history_lines
from review.core.docket import Act, Entry
from review.core.errors import DocketRefused, PackWrong
from review.ports.docket import Docket
from review.report.docket_model import case_json, docket_model, entry_json
from review.rules.consequences import dollars
from review.rules.docket import acts
from review.rules.docket.checks import day_of, moment_of
from review.rules.docket.ledger import (
    FineBook,
    club_ledger,
    clubs_in,
    fine_book,
    fine_due,
    person_key,
    person_ledger,
    persons_in,
)
from review.rules.docket.parts import DocketCase
from review.rules.docket.state import cases_of
from review.rules.library import load_pack
from review.wiring.docketing import open_docket

__all__ = [
    "accounts",
    "acts",
    "case_in",
    "case_json",
    "cases_of",
    "day",
    "enter",
    "entry_json",
    "exported",
    "modelled",
    "moment_of",
    "on_case",
    "open_docket",
    "printed",
    "sum_of",
    "today",
]


def printed(data: object) -> None:
    """JSON for programs."""
    typer.echo(json.dumps(data, indent=1, ensure_ascii=False))


def case_in(cases: dict[int, DocketCase], number: int) -> DocketCase:
    """The case of that number.

    Raises
    ------
    DocketRefused
    """
    if number not in cases:
        raise DocketRefused(f"There is no case {number} in the docket.", remedy="`docket list` shows all.")
    return cases[number]


def book_of(pack: str | None) -> FineBook | None:
    """How a pack, by name or as name@edition, fines clubs; None where it is not here or does not."""
    try:
        return fine_book(load_pack((pack or "seeds").split("@")[0]))
    except PackWrong:
        return None


def day(text: str | None) -> str | None:
    """A day that was given, checked."""
    return None if text is None else day_of(text)


def key_of(person: str, cases: Sequence[DocketCase]) -> str:
    """By what the docket knows a man, from his name or from team and number.

    Raises
    ------
    DocketRefused
    """
    known = persons_in(cases)
    key = person_key({"name": person})
    for one in (key, person):
        if one in known:
            return one
    raise DocketRefused(
        f"Nothing was ever ruled against {person!r}.",
        remedy=f"Known: {', '.join(known)}." if known else "The docket has no rulings on men.",
    )


def state_of(store: Docket) -> tuple[str, tuple[Entry, ...]]:
    """The head and the entries that it covers, whoever writes meanwhile."""
    head = store.head()
    while True:
        entries, again = store.entries(), store.head()
        if again == head:
            return head, entries
        head = again


def modelled(store: Docket, *, known: str | None) -> dict[str, Any]:
    """All cases as plain data."""
    head, entries = state_of(store)
    return docket_model(cases_of(entries, known=known).values(), head_sha256=head, known=known)


def accounts(
    store: Docket, *, club: str | None, person: str | None, on: str | None, known: str | None, pack: str
) -> dict[str, Any]:
    """Accounts of all, or of one club or man, as plain data."""
    head, entries = state_of(store)
    cases = tuple(cases_of(entries, known=known).values())
    at, book = on or today(), fine_book(load_pack(pack))
    clubs = [club] if club else [] if person else clubs_in(cases)
    men = [key_of(person, cases)] if person else [] if club else persons_in(cases)
    accounts_ = (person_ledger(cases, one, on=at) for one in men)
    return docket_model(
        [],
        head_sha256=head,
        known=known,
        on=at,
        clubs=[club_ledger(cases, one, on=at, book=book) for one in clubs],
        persons=[one for one in accounts_ if one.held or person],
    )


def exported(store: Docket, numbers: Sequence[int], *, known: str | None, on: str | None) -> dict[str, Any]:
    """Cases with the accounts of those they speak of, as plain data."""
    head, entries = state_of(store)
    held = cases_of(entries, known=known)
    chosen = [case_in(held, one) for one in numbers] or list(held.values())
    at, book = on or today(), book_of(None)
    return docket_model(
        chosen,
        head_sha256=head,
        known=known,
        on=on,
        clubs=[club_ledger(held.values(), one, on=at, book=book) for one in clubs_in(chosen)],
        persons=[person_ledger(held.values(), one, on=at) for one in persons_in(chosen)],
    )


def on_case(
    place: str | None,
    number: int,
    seen: int | None,
    as_json: bool,
    build: Callable[[DocketCase], Sequence[Act]],
) -> None:
    """Read, judge, enter. Whoever enters something between reading and entering makes this refuse."""
    store = open_docket(place)
    case = case_in(cases_of(store.entries(number)), number)
    if seen is not None and seen != case.version:
        store.append((), case=number, seen=seen)
    enter(store, build(case), case=number, seen=case.version, as_json=as_json)


def enter(store: Docket, made: Sequence[Act], *, case: int | None, seen: int, as_json: bool) -> None:
    """Enter acts and say what was entered."""
    entered = store.append(made, case=case, seen=seen)
    cases = cases_of(store.entries())
    number = entered[0].case
    told = [entry_json(one) for one in entered]
    notes = [note for one in entered for note in _notes(cases, one)]
    if as_json:
        printed({"entered": told, "notes": notes, "case": case_json(cases[number])})
        return
    typer.echo("\n".join(["Entered:", *history_lines(told), *case_lines(case_json(cases[number]))]))
    for note in notes:
        typer.echo(f"Note: {note}")


def _notes(cases: Mapping[int, DocketCase], entry: Entry) -> list[str]:
    """Where a fine that was entered is not the one that the docket's own history makes."""
    body = entry.act.body
    if entry.act.kind != "decided" or body["kind"] != "team_fine" or body["amount_usd"] is None:
        return []
    due = _due(cases, entry.case, body["subject"].get("team"), body["clause"])
    if due is None or due == Decimal(body["amount_usd"]):
        return []
    entered = dollars(body["amount_usd"])
    return [f"by the cases in this docket the book's fine is {dollars(due)}, and {entered} was entered."]


def _due(cases: Mapping[int, DocketCase], number: int, club: str | None, clause: str) -> Decimal | None:
    book = book_of(cases[number].pack)
    if book is None or club is None or clause != book.clause:
        return None
    return fine_due(cases.values(), cases[number], club, book)


def sum_of(text: str | None) -> Decimal | None:
    """A sum of money that was given.

    Raises
    ------
    DocketRefused
    """
    if text is None:
        return None
    try:
        return Decimal(text.strip().lstrip("$").replace(",", ""))
    except InvalidOperation:
        raise DocketRefused(
            f"{text!r} is no sum of money.", remedy="Write it as 10000 or 17567.55."
        ) from None


def today() -> str:
    """The day it is here."""
    return date.today().isoformat()
