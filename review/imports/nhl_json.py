"""The NHL's documents of one game: play-by-play, landing and boxscore (api-web), shift charts (stats)."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from review.core.errors import RecordWrong
from review.core.record import Document, GameKind, Listed, Play, PlayKind, RecordedAt, RecordedPenalty, Shift
from review.imports.record_reading import Loose, number_of, penalty_kind, play_kind, read_as, seconds_of

__all__ = ["GAME_KINDS", "Name", "read_boxscore", "read_landing", "read_plays", "read_shift_chart", "role_of"]

GAME_KINDS: dict[int, GameKind] = {1: "preseason", 2: "regular", 3: "playoff"}
SHIFT, MARKER = 517, 505  # type codes of a shift chart: a stay on the ice, and a goal marked in its margin


class Name(Loose):
    """A name in its default language."""

    default: str = ""


class _Team(Loose):
    id: int
    abbrev: str


class _Game(Loose):
    id: str
    gameDate: str | None = None
    season: str | None = None
    gameType: int | None = None
    homeTeam: _Team
    awayTeam: _Team

    def team(self, id_: int | None) -> str | None:
        return {self.homeTeam.id: self.homeTeam.abbrev, self.awayTeam.id: self.awayTeam.abbrev}.get(id_ or -1)

    def document(self, file: str, shape: str, sha256: str, **rows: Any) -> Document:
        return Document(
            file, shape, self.id, sha256, game=self.id, day=self.gameDate, season=self.season,
            kind=GAME_KINDS.get(self.gameType or 0), home=self.homeTeam.abbrev,
            away=self.awayTeam.abbrev, **rows,
        )  # fmt: skip


class _Period(Loose):
    number: int = Field(ge=1, le=12)


class _Spot(Loose):
    teamId: int
    playerId: str
    firstName: Name = Name()
    lastName: Name = Name()
    sweaterNumber: int | None = None
    positionCode: str = ""


class _Details(Loose):
    eventOwnerTeamId: int | None = None
    scoringPlayerId: str | None = None
    committedByPlayerId: str | None = None
    servedByPlayerId: str | None = None
    winningPlayerId: str | None = None
    playerId: str | None = None
    typeCode: str | None = None
    descKey: str | None = None
    reason: str | None = None
    secondaryReason: str | None = None
    duration: float | None = Field(default=None, ge=0)

    @property
    def player(self) -> str | None:
        """Whose play it is."""
        own = (self.scoringPlayerId, self.committedByPlayerId, self.servedByPlayerId, self.winningPlayerId)
        return next((one for one in (*own, self.playerId) if one is not None), None)


class _Play(Loose):
    eventId: int | None = None
    sortOrder: int = 0
    periodDescriptor: _Period
    timeInPeriod: str
    situationCode: str | None = None
    typeDescKey: str = ""
    typeCode: int | None = None
    details: _Details = _Details()


class _Plays(_Game):
    plays: list[dict[str, Any]]
    rosterSpots: tuple[_Spot, ...] = ()


def role_of(position: str) -> str | None:
    """Goalkeeper or skater, None where the league says nothing."""
    if not position.strip():
        return None
    return (
        "goalkeeper" if position.strip().upper() in ("G", "GOALIE", "GOALTENDER", "GOALKEEPER") else "skater"
    )


def read_plays(value: object, file: str, sha256: str) -> Document:
    """A gamecenter play-by-play: roster, events in the scorer's order, penalties."""
    game = read_as(_Plays, value, file, "the document")
    roster = {spot.playerId: _listed(game, spot, file) for spot in game.rosterSpots}
    rows = [read_as(_Play, raw, file, f"plays[{i}]") for i, raw in enumerate(game.plays)]
    plays, penalties = [], []
    for row in sorted(rows, key=lambda one: one.sortOrder):
        where = f"{file}, play {row.eventId if row.eventId is not None else row.sortOrder}"
        at = RecordedAt(row.periodDescriptor.number, seconds_of(row.timeInPeriod, file, where))
        type_ = row.typeDescKey or str(row.typeCode or "")
        if play_kind(type_) == "penalty":
            penalties.append(_penalty(game, row, at, roster, where))
        plays.append(_play(game, row, at, type_, roster, where))
    return game.document(
        file, "nhl play-by-play", sha256, roster=tuple(roster.values()), plays=tuple(plays),
        penalties=tuple(penalties),
    )  # fmt: skip


def _listed(game: _Plays, spot: _Spot, file: str) -> Listed:
    name = f"{spot.firstName.default} {spot.lastName.default}".strip() or None
    team = game.team(spot.teamId) or str(spot.teamId)
    source = f"{file}, roster spot {spot.playerId}"
    return Listed(team, source, spot.sweaterNumber, name, role_of(spot.positionCode), spot.playerId)


def _play(
    game: _Plays, row: _Play, at: RecordedAt, type_: str, roster: dict[str, Listed], where: str
) -> Play:
    told = row.details
    kind: PlayKind = play_kind(type_)
    player = told.player
    man = roster.get(player or "")
    skaters, keepers = _situation(row.situationCode)
    text = " ".join(filter(None, (told.descKey, told.reason, told.secondaryReason)))
    return Play(
        at, type_, kind, where, row.sortOrder, game.team(told.eventOwnerTeamId),
        man.number if man else None, man.name if man else None, player, text, skaters, keepers,
    )  # fmt: skip


def _situation(code: str | None) -> tuple[tuple[int, int] | None, tuple[bool, bool] | None]:
    """Skaters and goalkeepers, home first, of a code that runs away keeper, away, home, home keeper."""
    if code is None or len(code) != 4 or not code.isdigit():
        return None, None
    away_keeper, away, home, home_keeper = (int(digit) for digit in code)
    return (home, away), (home_keeper > 0, away_keeper > 0)


def _penalty(
    game: _Plays, row: _Play, at: RecordedAt, roster: dict[str, Listed], where: str
) -> RecordedPenalty:
    told = row.details
    minutes, words, player = told.duration, told.descKey or "", told.committedByPlayerId
    man = roster.get(player or "")
    return RecordedPenalty(
        game.team(told.eventOwnerTeamId) or "", at, where,
        penalty_kind(minutes, words, code=told.typeCode),
        None if minutes is None else 60.0 * minutes, words.replace("-", " "),
        man.number if man else None, man.name if man else None, player, told.servedByPlayerId,
    )  # fmt: skip


class _LandingPenalty(Loose):
    timeInPeriod: str
    type: str = ""
    duration: float | None = Field(default=None, ge=0)
    committedByPlayer: Any = None
    servedBy: Any = None
    teamAbbrev: Name
    descKey: str = ""


class _LandingGoal(Loose):
    timeInPeriod: str | None = None
    playerId: str | None = None
    teamAbbrev: Name = Name()
    firstName: Name = Name()
    lastName: Name = Name()


class _LandingPeriod(Loose):
    periodDescriptor: _Period
    penalties: tuple[_LandingPenalty, ...] = ()
    goals: tuple[_LandingGoal, ...] = ()


class _Summary(Loose):
    penalties: tuple[_LandingPeriod, ...] = ()
    scoring: tuple[_LandingPeriod, ...] = ()


class _Landing(_Game):
    summary: _Summary


def read_landing(value: object, file: str, sha256: str) -> Document:
    """A gamecenter landing page: its summary of goals and penalties."""
    game = read_as(_Landing, value, file, "the document")
    penalties: list[RecordedPenalty] = []
    plays: list[Play] = []
    for period in game.summary.penalties:
        for i, row in enumerate(period.penalties):
            where = f"{file}, penalty {i + 1} of period {period.periodDescriptor.number}"
            at = RecordedAt(period.periodDescriptor.number, seconds_of(row.timeInPeriod, file, where))
            number, name = _person(row.committedByPlayer)
            penalties.append(
                RecordedPenalty(
                    row.teamAbbrev.default, at, where,
                    penalty_kind(row.duration, row.descKey, code=row.type),
                    None if row.duration is None else 60.0 * row.duration, row.descKey.replace("-", " "),
                    number, name, None, _person(row.servedBy)[1],
                )
            )  # fmt: skip
    for period in game.summary.scoring:
        for i, goal in enumerate(period.goals):
            where = f"{file}, goal {i + 1} of period {period.periodDescriptor.number}"
            if not goal.timeInPeriod:
                continue  # of a shoot-out
            at = RecordedAt(period.periodDescriptor.number, seconds_of(goal.timeInPeriod, file, where))
            name = f"{goal.firstName.default} {goal.lastName.default}".strip() or None
            team = goal.teamAbbrev.default
            plays.append(Play(at, "goal", "goal", where, len(plays), team, None, name, goal.playerId))
    return game.document(file, "nhl landing", sha256, penalties=tuple(penalties), plays=tuple(plays))


def _person(value: Any) -> tuple[int | None, str | None]:
    """Number and name, of a plain name or a table with first and last name and sweater number."""
    if isinstance(value, str):
        return None, value or None
    if not isinstance(value, dict):
        return None, None
    parts = [value.get(key) for key in ("firstName", "lastName", "default")]
    words = [part.get("default", "") if isinstance(part, dict) else part for part in parts if part]
    return number_of(value.get("sweaterNumber")), " ".join(map(str, words)) or None


class _Player(Loose):
    playerId: str
    sweaterNumber: int | None = None
    name: Name = Name()
    position: str = ""


class _Side(Loose):
    forwards: tuple[_Player, ...] = ()
    defense: tuple[_Player, ...] = ()
    goalies: tuple[_Player, ...] = ()


class _Sides(Loose):
    homeTeam: _Side
    awayTeam: _Side


class _Boxscore(_Game):
    playerByGameStats: _Sides


def read_boxscore(value: object, file: str, sha256: str) -> Document:
    """A gamecenter boxscore: who was dressed."""
    game = read_as(_Boxscore, value, file, "the document")
    sides = ((game.homeTeam.abbrev, game.playerByGameStats.homeTeam),
             (game.awayTeam.abbrev, game.playerByGameStats.awayTeam))  # fmt: skip
    roster = tuple(
        Listed(
            team, f"{file}, player {man.playerId}", man.sweaterNumber, man.name.default or None,
            "goalkeeper" if group is side.goalies else "skater", man.playerId,
        )
        for team, side in sides
        for group in (side.forwards, side.defense, side.goalies)
        for man in group
    )  # fmt: skip
    return game.document(file, "nhl boxscore", sha256, roster=roster)


class _ShiftRow(Loose):
    id: str = ""
    gameId: str
    playerId: str
    teamAbbrev: str
    period: int = Field(ge=1, le=12)
    startTime: str | None = None
    endTime: str | None = None
    duration: str | None = None
    typeCode: int = SHIFT
    firstName: str = ""
    lastName: str = ""


class _Chart(Loose):
    data: list[_ShiftRow]


def read_shift_chart(value: object, file: str, sha256: str) -> Document:
    """A stats shift chart. Goal markers and rows without times are passed over and counted."""
    chart = read_as(_Chart, value, file, "the document")
    if not chart.data:
        raise RecordWrong(
            f"{file}: the shift chart is empty.", remedy="Ask the league: some games have none."
        )
    shifts, passed = [], 0
    for i, row in enumerate(chart.data):
        where = f"{file}, data[{i}]"
        if row.typeCode != SHIFT or not row.startTime or not row.endTime:
            passed += row.typeCode != MARKER
            continue
        start, end = (seconds_of(text, file, where) for text in (row.startTime, row.endTime))
        name = f"{row.firstName} {row.lastName}".strip() or None
        shifts.append(
            Shift(
                row.teamAbbrev, RecordedAt(row.period, start), RecordedAt(row.period, end), where,
                None, name, row.playerId,
            )
        )  # fmt: skip
    game = chart.data[0].gameId
    notes = (f"{file}: {passed} rows that are no shift were passed over",) if passed else ()
    return Document(file, "nhl shift chart", game, sha256, game=game, shifts=tuple(shifts), notes=notes)
