"""The Big Data Cup's tables of 2022: play-by-play, roster, and where each power play began and ended."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from review.core.errors import RecordWrong
from review.core.record import PERIOD_S, Document, Listed, Play, PlayKind, RecordedAt, RecordedPenalty
from review.imports.nhl_json import role_of
from review.imports.record_reading import csv_rows, number_of, penalty_kind, play_kind

__all__ = [
    "CUP_COLUMNS",
    "CUP_POWER_PLAYS",
    "CUP_ROSTER",
    "read_cup_plays",
    "read_cup_power_plays",
    "read_cup_roster",
]

CUP_COLUMNS = (
    "game_date", "team_name", "opp_team_name", "venue", "period", "clock_seconds", "situation_type",
    "player_name", "event", "event_successful", "event_type",
)  # fmt: skip
CUP_ROSTER = ("player", "jn", "position", "team")
CUP_POWER_PLAYS = ("game_name", "penalty_number", "start_period", "end_period", "start_game_clock_seconds",
                   "end_game_clock_seconds")  # fmt: skip
_SITUATION = re.compile(r"^(\d) on (\d)$")


def read_cup_plays(data: bytes, file: str, sha256: str) -> Document:
    """Events with the strength each states. Penalties name man and infraction, and no length."""
    rows = csv_rows(data, file)
    if not rows:
        raise RecordWrong(f"{file}: no rows under the header.", remedy="Save the game again.")
    first = rows[0]
    at_home = first["venue"] == "home"
    own, other = _team(first["team_name"]), _team(first["opp_team_name"])
    home, away = (own, other) if at_home else (other, own)
    plays, penalties = [], []
    for i, row in enumerate(rows):
        where = f"{file}, row {i + 2}"
        at = _left(row["period"], row["clock_seconds"], where)
        kind: PlayKind = play_kind(row["event"])
        if row["event"] == "Shot" and row["event_successful"] == "t":
            kind = "goal"
        name = row["player_name"] or None
        if kind == "penalty":
            words = row["event_type"]
            team = _team(row["team_name"])
            penalties.append(
                RecordedPenalty(team, at, where, penalty_kind(None, words), None, words, None, name, name)
            )
        plays.append(
            Play(
                at, row["event"], kind, where, i, _team(row["team_name"]), None, name, name,
                row["event_type"], _skaters(row),
            )
        )  # fmt: skip
    day = _day(first["game_date"], file)
    subject = f"{day} {away} at {home}"
    return Document(
        file, "big data cup play-by-play", subject, sha256, game=subject, day=day, home=home, away=away,
        plays=tuple(plays), penalties=tuple(penalties),
    )  # fmt: skip


def read_cup_roster(data: bytes, file: str, sha256: str) -> Document:
    """A roster by side; the sheet puts names to sides."""
    roster = tuple(
        Listed(
            row["team"], f"{file}, row {i}", number_of(row["jn"]), row["player"], role_of(row["position"]),
            row["player"],
        )
        for i, row in enumerate(csv_rows(data, file), 2)
    )  # fmt: skip
    return Document(file, "big data cup roster", file, sha256, roster=roster)


def read_cup_power_plays(data: bytes, file: str, sha256: str) -> Document:
    """When each power play of several games began and ended; whose penalty it was stands elsewhere."""
    penalties = []
    for i, row in enumerate(csv_rows(data, file), 2):
        where = f"{file}, row {i}"
        start = _left(row["start_period"], row["start_game_clock_seconds"], where)
        end = _left(row["end_period"], row["end_game_clock_seconds"], where)
        if end == start:
            continue  # no power play came of it: nothing is said of its end
        penalties.append(RecordedPenalty("", start, where, ends_game_s=end.game_s, game=row["game_name"]))
    return Document(file, "big data cup power plays", file, sha256, penalties=tuple(penalties))


def _team(name: str) -> str:
    """The country of "Olympic (Women) - Finland"."""
    return name.rsplit(" - ", 1)[-1].strip()


def _left(period: str, clock: str, where: str) -> RecordedAt:
    if not period.isdigit() or not clock.isdigit() or int(clock) > PERIOD_S:
        raise RecordWrong(
            f"{where}: period {period!r}, {clock!r} seconds left are no game time.", remedy="Mend that row."
        )
    return RecordedAt(int(period), PERIOD_S - int(clock))


def _skaters(row: Mapping[str, str]) -> tuple[int, int] | None:
    """Skaters, home first, of a row that tells its own team's before the other's."""
    found = _SITUATION.match(row["situation_type"])
    if found is None:
        return None
    own, other = int(found[1]), int(found[2])
    return (own, other) if row["venue"] == "home" else (other, own)


def _day(text: str, file: str) -> str:
    try:
        return datetime.strptime(text, "%d/%m/%Y").date().isoformat()
    except ValueError as error:
        raise RecordWrong(f"{file}: {text!r} is no date.", remedy="Write day/month/year.") from error
