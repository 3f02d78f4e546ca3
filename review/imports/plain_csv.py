"""Plain CSV for whoever keeps the record by hand (docs/formats/record.md): one kind of row a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import get_args

from review.core.errors import RecordWrong
from review.core.record import (
    Document,
    Fixture,
    GameKind,
    Listed,
    PenaltyKind,
    Play,
    RecordedAt,
    RecordedPenalty,
    Shift,
)
from review.imports.record_reading import csv_rows, number_of, penalty_kind, play_kind, seconds_of
from review.rules.nearest import nearest

__all__ = ["PLAIN_COLUMNS", "plain_shape", "read_plain"]

#: Columns that a file must have, and those that it may have besides.
PLAIN_COLUMNS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "schedule": (("game", "date", "home", "away"), ("season", "kind")),
    "penalties": (
        ("team", "period", "time", "minutes"),
        ("number", "name", "kind", "infraction", "served_by"),
    ),
    "shifts": (("team", "number", "period", "start", "end"), ("name",)),
    "plays": (("period", "time", "type"), ("team", "number", "name", "text")),
    "roster": (("team", "number"), ("name", "role")),
}


def plain_shape(header: Iterable[str]) -> str | None:
    """Which kind of rows stands under a header, None where no kind has all that it must have."""
    names = set(header)
    return next((shape for shape, (must, _) in PLAIN_COLUMNS.items() if names >= set(must)), None)


def read_plain(data: bytes, file: str, sha256: str, shape: str) -> Document:
    """A file of that shape.

    Raises
    ------
    RecordWrong
        With file, row and column.
    """
    must, may = PLAIN_COLUMNS[shape]
    rows = csv_rows(data, file)
    for name in rows[0] if rows else ():
        if name not in (*must, *may):
            raise RecordWrong(f"{file}: column {name!r} is not known.", remedy=nearest(name, (*must, *may)))
    placed = [(row, f"{file}, row {i}") for i, row in enumerate(rows, 2)]
    document = Document(file, f"csv {shape}", file, sha256)
    return _READERS[shape](document, placed)


Placed = Sequence[tuple[Mapping[str, str], str]]


def _schedule(document: Document, rows: Placed) -> Document:
    games = []
    for row, where in rows:
        try:
            day = date.fromisoformat(row["date"]).isoformat()
        except ValueError as error:
            raise RecordWrong(f"{where}: {row['date']!r} is no date.", remedy="Write 2019-11-21.") from error
        if row["home"] == row["away"] or not row["home"] or not row["away"]:
            raise RecordWrong(f"{where}: two teams are needed.", remedy="Name home and away.")
        kind = _one_of(row.get("kind", ""), get_args(GameKind), "kind", where)
        games.append(
            Fixture(row["game"], day, row["home"], row["away"], where, row.get("season") or None, kind)  # type: ignore[arg-type]
        )
    return _with(document, schedule=tuple(games))


def _penalties(document: Document, rows: Placed) -> Document:
    penalties = []
    for row, where in rows:
        words, minutes = row.get("infraction", ""), _minutes(row["minutes"], where)
        kind = _one_of(row.get("kind", ""), get_args(PenaltyKind), "kind", where)
        penalties.append(
            RecordedPenalty(
                _team(row, where), _at(row, "time", where), where,
                kind or penalty_kind(minutes, words),  # type: ignore[arg-type]
                None if minutes is None else 60.0 * minutes, words, _number(row, where),
                row.get("name") or None, _key(row), row.get("served_by") or None,
            )
        )  # fmt: skip
    return _with(document, penalties=tuple(penalties))


def _shifts(document: Document, rows: Placed) -> Document:
    shifts = [
        Shift(
            _team(row, where), _at(row, "start", where), _at(row, "end", where), where,
            _number(row, where), row.get("name") or None, _key(row),
        )
        for row, where in rows
    ]  # fmt: skip
    return _with(document, shifts=tuple(shifts))


def _plays(document: Document, rows: Placed) -> Document:
    plays = [
        Play(
            _at(row, "time", where), row["type"], play_kind(row["type"]), where, i, row.get("team") or None,
            _number(row, where), row.get("name") or None, _key(row), row.get("text", ""),
        )
        for i, (row, where) in enumerate(rows)
    ]  # fmt: skip
    return _with(document, plays=tuple(plays))


def _roster(document: Document, rows: Placed) -> Document:
    seen: set[tuple[str, int | None]] = set()
    roster = []
    for row, where in rows:
        number, role = (
            _number(row, where),
            _one_of(row.get("role", ""), ("skater", "goalkeeper"), "role", where),
        )
        team = _team(row, where)
        if number is not None and (team, number) in seen:
            raise RecordWrong(f"{where}: {team} has number {number} twice.", remedy="Give each man his own.")
        seen.add((team, number))
        roster.append(Listed(team, where, number, row.get("name") or None, role, _key(row)))
    return _with(document, roster=tuple(roster))


def _with(document: Document, **rows: object) -> Document:
    return replace(document, **rows)  # type: ignore[arg-type]


def _team(row: Mapping[str, str], where: str) -> str:
    if not row["team"]:
        raise RecordWrong(f"{where}: team is empty.", remedy="Name the team.")
    return row["team"]


def _key(row: Mapping[str, str]) -> str | None:
    """A man's key in files that have none: team and number."""
    return f"{row.get('team', '')}{row['number']}" if row.get("number") else None


def _at(row: Mapping[str, str], key: str, where: str) -> RecordedAt:
    if not row["period"].isdigit() or not 1 <= int(row["period"]) <= 12:
        raise RecordWrong(
            f"{where}: period {row['period']!r} is none.", remedy="Write 1, 2, 3, 4 (overtime)."
        )
    return RecordedAt(int(row["period"]), seconds_of(row[key], *where.split(", ", 1)))


def _number(row: Mapping[str, str], where: str) -> int | None:
    text = row.get("number", "")
    number = number_of(text)
    if text and number is None:
        raise RecordWrong(f"{where}: number {text!r} is not 0 to 99.", remedy="Correct it.")
    return number


def _minutes(text: str, where: str) -> float | None:
    try:
        minutes = float(text) if text else None
    except ValueError:
        minutes = -1.0
    if minutes is not None and not 0 <= minutes <= 25:
        raise RecordWrong(
            f"{where}: {text!r} are no minutes.", remedy="Write 2, 4, 5 or 10, or leave it empty."
        )
    return minutes


def _one_of(text: str, valid: Sequence[str], key: str, where: str) -> str | None:
    if text and text not in valid:
        raise RecordWrong(f"{where}: {key} {text!r} is not known.", remedy=nearest(text, valid))
    return text or None


_READERS = {
    "schedule": _schedule, "penalties": _penalties, "shifts": _shifts, "plays": _plays, "roster": _roster,
}  # fmt: skip
