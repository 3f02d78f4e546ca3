"""OFFICE.toml: what the league's office knows beside the tape (docs/formats/office.md)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from review.core.errors import GameFileWrong
from review.imports.schedule_rows import day_of, schedule_from_csv, schedule_from_rows
from review.imports.toml_reading import Table, check_keys, parse_toml, take
from review.rules.office_records import ClubRecord, Office, OtherGames, PlayerRecord, SeasonRecord
from review.rules.schedule import Move, ScheduledGame

__all__ = ["parse_office"]

_T = TypeVar("_T")
_TOP = ("game", "schedule", "seasons", "clubs", "players")
_PLAYER = ("team", "number", "person", "name", "salary_fixed", "salary_average", "moves", "other_games")
_MONEY = re.compile(r"^\d{1,3}(,\d{3})+(\.\d{1,2})?$|^\d+(\.\d{1,2})?$")


def parse_office(text: bytes, file: str = "OFFICE.toml", *, read: Callable[[str], bytes]) -> Office:
    """Read an OFFICE.toml.

    Parameters
    ----------
    read : the bytes of a file by its path as written, for the schedule's CSV

    Raises
    ------
    GameFileWrong
        For anything that is not as docs/formats/office.md says, with file and key.
    """
    doc = parse_toml(text, file)
    check_keys(doc, _TOP, file, "the file")
    game = _table(doc, "game", file)
    check_keys(game, ("date", "id", "season", "pack"), file, "[game]")
    sources = [(file, hashlib.sha256(text).hexdigest())]

    def noted(path: str) -> bytes:
        found = read(path)
        sources.append((path, hashlib.sha256(found).hexdigest()))
        return found

    schedule = _schedule(doc, file, noted)
    day = day_of(game["date"], f"{file}: [game], date") if "date" in game else None
    id_ = _text(game, "id", file, "[game]")
    held = [one for one in schedule or () if one.id == id_] if id_ else []
    if held and day is not None and held[0].day != day:
        raise GameFileWrong(
            f"{file}: [game], date = {day}, but the schedule has game {id_} on {held[0].day}.",
            remedy="Correct the one that is wrong.",
        )
    return Office(
        file=file,
        day=day or (held[0].day if held else None),
        game=id_,
        season=_text(game, "season", file, "[game]") or (held[0].called if held else None),
        pack=_text(game, "pack", file, "[game]"),
        schedule=schedule,
        seasons=_each(doc, "seasons", _season, file, lambda one: one.season),
        clubs=_each(doc, "clubs", _club, file, lambda one: one.team),
        players=_each(doc, "players", _player, file, lambda one: (one.team, one.number, one.person)),
        sources=tuple(sources),
    )


def _schedule(doc: Table, file: str, read: Callable[[str], bytes]) -> tuple[ScheduledGame, ...] | None:
    if "schedule" not in doc:
        return None
    table = _table(doc, "schedule", file)
    check_keys(table, ("csv", "games"), file, "[schedule]")
    found: list[ScheduledGame] = []
    if "csv" in table:
        path = str(take(table, "csv", str, file, "[schedule]"))
        found += schedule_from_csv(read(path), path)
    if "games" in table:
        rows = take(table, "games", list, file, "[schedule]")
        found += schedule_from_rows(rows, f"{file}: [schedule], game")
    ids = [one.id for one in found if one.id is not None]
    if twice := next((id_ for id_ in ids if ids.count(id_) > 1), None):
        raise GameFileWrong(f"{file}: [schedule], game {twice} stands twice.", remedy="Leave one of them.")
    return tuple(found)


def _season(row: Table, file: str, where: str) -> SeasonRecord:
    check_keys(row, ("season", "days", "games", "complete", "cba_maximum", "cba_first_two"), file, where)
    numbers = {key: take(row, key, int, file, where) for key in ("days", "games") if key in row}
    for key, value in numbers.items():
        if value <= 0:
            raise GameFileWrong(f"{file}: {where}, {key} = {value}.", remedy="It is 1 or more.")
    return SeasonRecord(
        str(take(row, "season", str, file, where)),
        complete=_flag(row, "complete", file, where),
        cba_maximum=_money(row, "cba_maximum", file, where),
        cba_first_two=_money(row, "cba_first_two", file, where),
        **numbers,
    )


def _club(row: Table, file: str, where: str) -> ClubRecord:
    check_keys(row, ("team", "cases", "history_complete", "coach"), file, where)
    cases = take(row, "cases", list, file, where) if "cases" in row else []
    return ClubRecord(
        str(take(row, "team", str, file, where)),
        tuple(sorted(day_of(one, f"{file}: {where}, cases") for one in cases)),
        _flag(row, "history_complete", file, where),
        _text(row, "coach", file, where),
    )


def _player(row: Table, file: str, where: str) -> PlayerRecord:
    check_keys(row, _PLAYER, file, where)
    whom = {key: take(row, key, int, file, where) for key in ("number", "person") if key in row}
    if not whom:
        raise GameFileWrong(
            f"{file}: {where} names nobody.",
            remedy="Give his number, or person, his id in the tape's report.",
        )
    moves = (
        _move(one, file, f"{where}, move {i}") for i, one in enumerate(_list(row, "moves", file, where), 1)
    )
    others = (
        _other(one, file, f"{where}, other_games {i}")
        for i, one in enumerate(_list(row, "other_games", file, where), 1)
    )
    return PlayerRecord(
        str(take(row, "team", str, file, where)),
        name=_text(row, "name", file, where),
        salary_fixed=_money(row, "salary_fixed", file, where),
        salary_average=_money(row, "salary_average", file, where),
        moves=tuple(sorted(moves, key=lambda one: one.day)),
        others=tuple(others),
        **whom,
    )


def _move(row: Any, file: str, where: str) -> Move:
    row = _row(row, file, where)
    check_keys(row, ("date", "team"), file, where)
    day = day_of(row.get("date"), f"{file}: {where}, date")
    return Move(day, str(take(row, "team", str, file, where)))


def _other(row: Any, file: str, where: str) -> OtherGames:
    row = _row(row, file, where)
    check_keys(row, ("games", "why"), file, where)
    games = int(take(row, "games", int, file, where))
    if games <= 0:
        raise GameFileWrong(f"{file}: {where}, games = {games}.", remedy="It is 1 or more.")
    return OtherGames(games, str(take(row, "why", str, file, where)))


def _each(
    doc: Table, key: str, read: Callable[[Table, str, str], _T], file: str, name: Callable[[_T], object]
) -> tuple[_T, ...]:
    """Every table of a list, none of them twice."""
    rows = doc.get(key, [])
    if not isinstance(rows, list):
        raise GameFileWrong(f"{file}: {key} is no list.", remedy=f"Write [[{key}]] above each.")
    found = tuple(
        read(_row(row, file, f"[[{key}]] {i}"), file, f"[[{key}]] {i}") for i, row in enumerate(rows, 1)
    )
    names = [name(one) for one in found]
    for i, one in enumerate(names, 1):
        if names.index(one) != i - 1:
            raise GameFileWrong(
                f"{file}: [[{key}]] {i} stands there already as {names.index(one) + 1}.",
                remedy="Put both together.",
            )
    return found


def _row(row: Any, file: str, where: str) -> Table:
    if not isinstance(row, dict):
        raise GameFileWrong(f"{file}: {where} is no table.", remedy="Write its keys in braces.")
    return row


def _table(doc: Table, key: str, file: str) -> Table:
    table = doc.get(key, {})
    if not isinstance(table, dict):
        raise GameFileWrong(f"{file}: {key} is no table.", remedy=f"Write [{key}] above its keys.")
    return table


def _list(row: Table, key: str, file: str, where: str) -> Sequence[Any]:
    return list(take(row, key, list, file, where)) if key in row else []


def _text(row: Table, key: str, file: str, where: str) -> str | None:
    return str(take(row, key, str, file, where)) if key in row else None


def _flag(row: Table, key: str, file: str, where: str) -> bool:
    return bool(take(row, key, bool, file, where)) if key in row else False


def _money(row: Table, key: str, file: str, where: str) -> Decimal | None:
    """Dollars, in quotes or whole: a float has no exact cents."""
    if key not in row:
        return None
    value = row[key]
    written = str(value) if isinstance(value, str) or type(value) is int else ""
    if not _MONEY.match(written):
        raise GameFileWrong(
            f"{file}: {where}, {key} = {value!r} is no sum.",
            remedy='Write dollars in quotes, as "650000.00".',
        )
    return Decimal(written.replace(",", ""))
