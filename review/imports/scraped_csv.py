"""Play-by-play with players on and off, as public scrapers of the NHL's reports write it to CSV."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from review.core.errors import RecordWrong
from review.core.record import PERIOD_S, Document, Listed, Play, RecordedAt, RecordedPenalty, Shift
from review.imports.record_reading import csv_rows, penalty_kind, play_kind

__all__ = ["SCRAPED_COLUMNS", "read_scraped"]

SCRAPED_COLUMNS = (
    "game_id", "game_date", "session", "game_period", "game_seconds", "event_type", "event_description",
    "event_team", "players_on", "players_off", "home_goalie", "away_goalie", "home_team", "away_team",
    "home_skaters", "away_skaters",
)  # fmt: skip
_TOKEN = re.compile(r"^(.*?)(\d{1,2})$")
_PENALTY = re.compile(r"^\S+\s+(?:#(\d+)\s+(\S+)|TEAM)\s+(.*?)\((?:maj\)\()?(\d+) min\)")
_SERVED = re.compile(r"Served By:\s*#(\d+)")
_NUMBER = re.compile(r"#(\d+)")
_ON = tuple(f"{side}_on_{i}" for side in ("home", "away") for i in range(1, 8))
Man = tuple[str, int]


def read_scraped(data: bytes, file: str, sha256: str) -> Document:
    """Events, penalties, shifts from the changes, and a roster as far as names meet numbers."""
    rows = csv_rows(data, file)
    if not rows:
        raise RecordWrong(f"{file}: no rows under the header.", remedy="Save the game again.")
    first = rows[0]
    at = [_at(row, f"{file}, row {i}") for i, row in enumerate(rows, 2)]
    plays, penalties = [], []
    for i, row in enumerate(rows):
        where = f"{file}, row {i + 2}"
        plays.append(_play(row, at[i], i, where))
        if play_kind(row["event_type"]) == "penalty":
            penalties.append(_penalty(row, at[i], where))
    shifts, on = _shifts(rows, at, file)
    kind = {"R": "regular", "P": "playoff", "PR": "preseason"}.get(first["session"])
    return Document(
        file, "scraped play-by-play", first["game_id"], sha256, game=first["game_id"], day=first["game_date"],
        season=first.get("season"), kind=kind, home=first["home_team"], away=first["away_team"],  # type: ignore[arg-type]
        roster=_roster(rows, on, file), penalties=tuple(penalties), shifts=tuple(shifts), plays=tuple(plays),
    )  # fmt: skip


def _at(row: Mapping[str, str], where: str) -> RecordedAt:
    try:
        period, seconds = int(row["game_period"]), float(row["game_seconds"])
    except ValueError as error:
        raise RecordWrong(
            f"{where}: period {row['game_period']!r}, seconds {row['game_seconds']!r} are no numbers.",
            remedy="Mend that row.",
        ) from error
    if not 1 <= period <= 12 or seconds < (period - 1) * PERIOD_S:
        raise RecordWrong(f"{where}: {seconds:g} s are not in period {period}.", remedy="Mend that row.")
    return RecordedAt(period, seconds - (period - 1) * PERIOD_S)


def _told(cell: str) -> str | None:
    return cell if cell not in ("", "NA") else None


def _play(row: Mapping[str, str], at: RecordedAt, order: int, where: str) -> Play:
    skaters = (row["home_skaters"], row["away_skaters"])
    whole = (int(skaters[0]), int(skaters[1])) if all(cell.isdigit() for cell in skaters) else None
    seen = whole if whole and all(whole) else None  # between periods nobody is on
    keepers = (_told(row["home_goalie"]) is not None, _told(row["away_goalie"]) is not None)
    text = (_told(row["event_description"]) or "").replace("\xa0", " ")
    number = _NUMBER.search(text) if row["event_type"] not in ("FAC", "CHANGE") else None
    return Play(
        at, row["event_type"], play_kind(row["event_type"]), where, order, _told(row["event_team"]),
        int(number[1]) if number else None, _told(row.get("event_player_1", "")), None, text,
        seen, keepers if seen else None,
    )  # fmt: skip


def _penalty(row: Mapping[str, str], at: RecordedAt, where: str) -> RecordedPenalty:
    text = row["event_description"].replace("\xa0", " ")
    found, server = _PENALTY.match(text), _SERVED.search(text)
    team = _told(row["event_team"]) or ""
    minutes = float(found[4]) if found else None
    words = found[3].strip() if found else text
    number = int(found[1]) if found and found[1] else None
    return RecordedPenalty(
        team, at, where, penalty_kind(minutes, words, bench=" TEAM " in text),
        None if minutes is None else 60.0 * minutes, words, number,
        _told(row.get("event_player_1", "")) if number is not None else None,
        f"{team}{number}" if number is not None else None, f"{team}{server[1]}" if server else None,
    )  # fmt: skip


def _shifts(
    rows: Sequence[Mapping[str, str]], at: Sequence[RecordedAt], file: str
) -> tuple[list[Shift], list[frozenset[Man]]]:
    """Shifts from the changes, and who is on at each row; a period's end closes what is open."""
    since: dict[Man, tuple[RecordedAt, int]] = {}
    shifts: list[Shift] = []
    on: list[frozenset[Man]] = []
    for i, row in enumerate(rows):
        gone = [*_men(row["players_off"], row)] if row["event_type"] == "CHANGE" else []
        if play_kind(row["event_type"]) in ("period_end", "game_end"):
            gone = list(since)
        for man in gone:
            if man in since:
                start, begun = since.pop(man)
                source = f"{file}, rows {begun + 2} and {i + 2}"
                shifts.append(Shift(man[0], start, at[i], source, man[1], None, f"{man[0]}{man[1]}"))
        if row["event_type"] == "CHANGE":
            since |= {man: (at[i], i) for man in _men(row["players_on"], row) if man not in since}
        on.append(frozenset(since))
    return shifts, on


def _men(cell: str, row: Mapping[str, str]) -> list[Man]:
    found = [_TOKEN.match(token.strip()) for token in (_told(cell) or "").split(",")]
    return [(one[1] or row["event_team"], int(one[2])) for one in found if one]


def _roster(rows: Sequence[Mapping[str, str]], on: Sequence[frozenset[Man]], file: str) -> tuple[Listed, ...]:
    """Every number seen; a name goes to the one number that is on at exactly the same rows."""
    rows_of: dict[object, set[int]] = {}
    for i, (row, men) in enumerate(zip(rows, on, strict=True)):
        for name in filter(None, (_told(row.get(key, "")) for key in _ON)):
            rows_of.setdefault(name, set()).add(i)
        for man in men:
            rows_of.setdefault(man, set()).add(i)
    names: dict[frozenset[int], list[str]] = {}
    for key, seen in rows_of.items():
        if isinstance(key, str):
            names.setdefault(frozenset(seen), []).append(key)
    keepers = {name for row in rows for name in (row["home_goalie"], row["away_goalie"])}
    roster: list[Listed] = []
    for man in sorted(key for key in rows_of if isinstance(key, tuple)):
        alike = names.get(frozenset(rows_of[man]), [])
        known = alike[0] if len(alike) == 1 else None
        role = ("goalkeeper" if known in keepers else "skater") if known else None
        source = f"{file}, changes of {man[0]}{man[1]}"
        roster.append(Listed(man[0], source, man[1], known, role, f"{man[0]}{man[1]}"))
    return tuple(roster)
