"""HockeyTech's documents (PWHL, AHL, ECHL, CHL): play-by-play, game shifts, roster, schedule.

Its play-by-play counts time up and its shifts count the clock down; both become time elapsed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from review.core.errors import RecordWrong
from review.core.record import (
    PERIOD_S,
    Document,
    Fixture,
    Listed,
    Play,
    PlayKind,
    RecordedAt,
    RecordedPenalty,
    Shift,
)
from review.imports.nhl_json import role_of
from review.imports.record_reading import Loose, number_of, penalty_kind, play_kind, read_as, seconds_of

__all__ = ["read_feed_plays", "read_feed_roster", "read_feed_schedule", "read_feed_shifts"]

OVERTIME_S = 300.0  # of a regular season; where a shift begins with more on the clock, a full period


class _Person(Loose):
    id: str
    firstName: str = ""
    lastName: str = ""
    jerseyNumber: int | None = None
    position: str = ""

    @property
    def name(self) -> str | None:
        return f"{self.firstName} {self.lastName}".strip() or None


class _Team(Loose):
    id: str
    abbreviation: str = ""


class _Period(Loose):
    id: str


class _Event(Loose):
    event: str
    details: dict[str, Any]


class _When(Loose):
    period: _Period
    time: str


class _Minutes(Loose):
    minutes: float | None = None


class _Crowd:
    """Who plays for whom, and who is at home, as far as the events of a game tell."""

    def __init__(self, rows: list[_Event], file: str) -> None:
        self.names: dict[str, str] = {}
        self.people: dict[str, tuple[str, _Person]] = {}
        self.file = file
        pairs: list[tuple[str, str]] = []
        for i, row in enumerate(rows):
            told, where = row.details, f"[{i}].details"
            for key in ("team", "againstTeam"):
                if told.get(key):
                    team = read_as(_Team, told[key], file, f"{where}.{key}")
                    self.names[team.id] = team.abbreviation or self.names.get(team.id, "")
            for key, side in (("scoredBy", "team"), ("takenBy", "againstTeam")):
                self._meet(told.get(key), _id_of(told.get(side)), f"{where}.{key}")
            for key, side in (("shooter", "shooterTeamId"), ("player", "teamId"),
                              ("goalieComingIn", "team_id"), ("goalieGoingOut", "team_id")):  # fmt: skip
                self._meet(told.get(key), _text(told.get(side)), f"{where}.{key}")
            scorers = told.get("plus_players")
            for man in scorers if isinstance(scorers, list) else ():
                self._meet(man, _id_of(told.get("team")), f"{where}.plus_players")
            pairs += [(key, _id_of(told.get(key)) or "") for key in ("homePlayer", "visitingPlayer")]
        sides = {
            side: Counter(self.people[p][0] for key, p in pairs if key == side and p in self.people)
            for side in ("homePlayer", "visitingPlayer")
        }
        self.home, self.away = (
            self.team(count.most_common(1)[0][0]) if count else None for count in sides.values()
        )

    def _meet(self, person: object, team: str | None, where: str) -> None:
        if person and team:
            man = read_as(_Person, person, self.file, where)
            self.people.setdefault(man.id, (team, man))

    def team(self, id_: str | None) -> str | None:
        """The team's letters, or its number where no event names it."""
        return None if id_ is None else self.names.get(id_) or f"team {id_}"

    def roster(self) -> tuple[Listed, ...]:
        return tuple(
            Listed(
                self.team(team) or "", f"{self.file}, player {man.id}", man.jerseyNumber, man.name,
                role_of(man.position), man.id,
            )
            for team, man in self.people.values()
        )  # fmt: skip


def _text(value: object) -> str | None:
    return None if value in (None, "") else str(value)


def _id_of(value: object) -> str | None:
    return _text(value.get("id")) if isinstance(value, Mapping) else None


def read_feed_plays(value: list[Any], file: str, sha256: str) -> Document:
    """A play-by-play: events, penalties, and of the rosters whom an event names."""
    rows = [read_as(_Event, raw, file, f"[{i}]") for i, raw in enumerate(value)]
    crowd = _Crowd(rows, file)
    plays, penalties = [], []
    for i, row in enumerate(rows):
        where = f"{file}, [{i}]"
        if not row.details.get("period") or not row.details.get("time"):
            plays.append(Play(RecordedAt(1, 0.0), row.event, "other", f"{where} (no time)", i))
            continue
        when = read_as(_When, row.details, file, f"[{i}].details")
        at = RecordedAt(_period(when.period.id, where), seconds_of(when.time, file, where))
        if row.event == "penalty":
            penalties.append(_penalty(row.details, at, crowd, where))
        plays.append(_play(row, at, crowd, i, where))
    return Document(
        file, "hockeytech play-by-play", file, sha256, home=crowd.home, away=crowd.away,
        roster=crowd.roster(), plays=tuple(plays), penalties=tuple(penalties),
    )  # fmt: skip


def _period(id_: str, where: str) -> int:
    if not id_.isdigit() or not 1 <= int(id_) <= 12:
        raise RecordWrong(f"{where}: period {id_!r} is none.", remedy="Save the document again.")
    return int(id_)


def _play(row: _Event, at: RecordedAt, crowd: _Crowd, order: int, where: str) -> Play:
    told = row.details
    kind: PlayKind = play_kind(row.event)
    if row.event == "goalie_change":
        kind = "goalkeeper_on" if told.get("goalieComingIn") else "goalkeeper_off"
    keys = ("scoredBy", "takenBy", "goalieComingIn", "goalieGoingOut", "shooter", "player", "homePlayer")
    person = next((told[key] for key in keys if told.get(key)), None)
    man = read_as(_Person, person, crowd.file, where) if person else None
    team = (
        _id_of(told.get("team"))
        or _id_of(told.get("againstTeam"))
        or _text(told.get("team_id") or told.get("shooterTeamId") or told.get("teamId"))
    )
    return Play(
        at, row.event, kind, where, order, crowd.team(team), man.jerseyNumber if man else None,
        man.name if man else None, man.id if man else None, str(told.get("description") or ""),
    )  # fmt: skip


def _penalty(told: Mapping[str, Any], at: RecordedAt, crowd: _Crowd, where: str) -> RecordedPenalty:
    minutes = read_as(_Minutes, {"minutes": told.get("minutes") or None}, *_apart(where)).minutes
    words = str(told.get("description") or "")
    by = read_as(_Person, told["takenBy"], crowd.file, where) if told.get("takenBy") else None
    return RecordedPenalty(
        crowd.team(_id_of(told.get("againstTeam"))) or "", at, where,
        penalty_kind(minutes, words, bench=bool(told.get("isBench"))),
        None if minutes is None else 60.0 * minutes, words,
        by.jerseyNumber if by else None, by.name if by else None, by.id if by else None,
        _id_of(told.get("servedBy")),
    )  # fmt: skip


class _ShiftRow(Loose):
    period: str
    start_time: str
    end_time: str


class _Skater(Loose):
    jersey_number: str | None = None
    first_name: str = ""
    last_name: str = ""
    player_id: str
    shifts: tuple[_ShiftRow, ...] = ()


class _Gameshifts(Loose):
    home: tuple[_Skater, ...] = ()
    visitor: tuple[_Skater, ...] = ()


def read_feed_shifts(site: Mapping[str, Any], file: str, sha256: str) -> Document:
    """Game shifts: the clock at which each began and ended."""
    told = read_as(_Gameshifts, site["Gameshifts"], file, "Gameshifts")
    asked = site.get("Parameters")
    game = _text(asked.get("game_id")) if isinstance(asked, Mapping) else None
    sides = (("home", told.home), ("away", told.visitor))
    placed = [
        (team, man, row, f"{file}, {team} {man.jersey_number or '?'}, shift {j}")
        for team, men in sides
        for man in men
        for j, row in enumerate(man.shifts, 1)
    ]
    late = [
        seconds_of(row.start_time, *_apart(where))
        for _, _, row, where in placed
        if row.period not in ("1", "2", "3")
    ]
    full = any(start_s > OVERTIME_S for start_s in late)
    shifts = []
    for team, man, row, where in placed:
        period = _period(row.period, where)
        length_s = PERIOD_S if period <= 3 or full else OVERTIME_S
        start, end = (
            RecordedAt(period, length_s - seconds_of(text, *_apart(where)))
            for text in (row.start_time, row.end_time)
        )
        name = f"{man.first_name} {man.last_name}".strip() or None
        number = number_of(man.jersey_number)
        shifts.append(Shift(team, start, end, where, number, name, man.player_id))
    return Document(file, "hockeytech shifts", game or file, sha256, game=game, shifts=tuple(shifts))


def _apart(where: str) -> tuple[str, str]:
    """File and place."""
    file, place = where.split(", ", 1)
    return file, place


class _RosterRow(Loose):
    player_id: str
    name: str = ""
    first_name: str = ""
    last_name: str = ""
    tp_jersey_number: str | None = None
    position: str = ""


def read_feed_roster(site: Mapping[str, Any], file: str, sha256: str, team: str | None) -> Document:
    """A team's roster, which does not say whose it is: `team` must. Staff among it are passed over."""
    if not team:
        raise RecordWrong(
            f"{file}: a HockeyTech roster does not name its team.", remedy="Give --team, such as BOS."
        )
    raws = [raw for raw in site["Roster"] if isinstance(raw, Mapping) and raw.get("player_id")]
    rows = [read_as(_RosterRow, raw, file, f"Roster[{i}]") for i, raw in enumerate(raws)]
    roster = tuple(
        Listed(
            team, f"{file}, player {row.player_id}", number_of(row.tp_jersey_number),
            f"{row.first_name} {row.last_name}".strip() or row.name or None, role_of(row.position),
            row.player_id,
        )
        for row in rows
    )  # fmt: skip
    return Document(file, "hockeytech roster", team, sha256, roster=roster)


class _Fixture(Loose):
    game_id: str | None = None
    id: str | None = None
    date_played: str
    home_team_code: str
    visiting_team_code: str
    season_id: str | None = None


def read_feed_schedule(site: Mapping[str, Any], file: str, sha256: str) -> Document:
    """A schedule. HockeyTech tells play-offs by the season's number alone, so the kind of game stays open."""
    rows = [read_as(_Fixture, raw, file, f"Schedule[{i}]") for i, raw in enumerate(site["Schedule"])]
    games = tuple(
        Fixture(
            row.game_id or row.id or "", row.date_played, row.home_team_code, row.visiting_team_code,
            f"{file}, Schedule[{i}]", row.season_id,
        )
        for i, row in enumerate(rows)
    )  # fmt: skip
    return Document(file, "hockeytech schedule", file, sha256, schedule=games)
