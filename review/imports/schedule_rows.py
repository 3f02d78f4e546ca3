"""A schedule out of tables or CSV: game, date, home, away, season, kind."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from review.core.errors import GameFileWrong
from review.imports.toml_reading import check_keys, take
from review.rules.schedule import GameType, ScheduledGame

__all__ = ["COLUMNS", "day_of", "schedule_from_csv", "schedule_from_rows"]

COLUMNS = ("game", "date", "home", "away", "season", "kind")
_NEEDED = ("date", "home", "away", "kind")
_TYPES: Mapping[str, GameType] = {"preseason": "pre-season", "regular": "regular", "playoff": "play-off"}


def schedule_from_csv(text: bytes, file: str) -> tuple[ScheduledGame, ...]:
    """The games of a CSV whose first row names the columns; `game` and `season` may be left out.

    Raises
    ------
    GameFileWrong
        Naming the file and the line.
    """
    try:
        rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as wrong:
        raise GameFileWrong(f"{file}: no CSV in UTF-8: {wrong}.", remedy="Save it as CSV, UTF-8.") from wrong
    if not rows:
        raise GameFileWrong(f"{file} holds no game.", remedy=f"Columns: {','.join(COLUMNS)}; a row a game.")
    for key in _NEEDED:
        if key not in rows[0]:
            raise GameFileWrong(
                f"{file}: the column {key!r} is missing.", remedy=f"Columns: {','.join(COLUMNS)}."
            )
    found = []
    for line, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise GameFileWrong(f"{file}: line {line} has not as many cells as the first.", remedy="Mend it.")
        named = {str(key): value for key, value in row.items() if value != "" or key in _NEEDED}
        found.append(_game(named, file, f"line {line}"))
    return tuple(found)


def schedule_from_rows(rows: Sequence[Any], place: str) -> tuple[ScheduledGame, ...]:
    """The games of tables with the same keys."""
    found = []
    for i, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise GameFileWrong(
                f"{place} {i} is no table.",
                remedy='Example: { date = "2001-12-22", home = "LAK", away = "OTT", kind = "regular" }.',
            )
        found.append(_game(row, *_split(place, i)))
    return tuple(found)


def _split(place: str, i: int) -> tuple[str, str]:
    file, _, rest = place.partition(": ")
    return file, f"{rest} {i}"


def _game(row: Mapping[str, Any], file: str, where: str) -> ScheduledGame:
    check_keys(row, COLUMNS, file, where)
    home, away, kind = (str(take(row, key, str, file, where)).strip() for key in ("home", "away", "kind"))
    if kind not in _TYPES:
        raise GameFileWrong(f"{file}: {where}, kind = {kind!r}.", remedy=f"One of {', '.join(_TYPES)}.")
    if not home or not away or home == away:
        raise GameFileWrong(f"{file}: {where}, {home!r} against {away!r}.", remedy="Name two teams.")
    texts = (str(row[key]).strip() if key in row else None for key in ("game", "season"))
    return ScheduledGame(
        day_of(row.get("date"), f"{file}: {where}, date"), _TYPES[kind], (home, away), *texts
    )


def day_of(value: Any, place: str) -> date:
    """A date of TOML, or text such as 2001-12-20; GameFileWrong where it is none."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    try:
        return date.fromisoformat(value.strip() if isinstance(value, str) else "")
    except ValueError as wrong:
        raise GameFileWrong(f"{place} = {value!r} is no date.", remedy="Write it as 2001-12-20.") from wrong
