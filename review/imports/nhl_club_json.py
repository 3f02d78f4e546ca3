"""The NHL's documents of a club: its schedule of a season and its roster (api-web)."""

from __future__ import annotations

from review.core.errors import RecordWrong
from review.core.record import Document, Fixture, Listed
from review.imports.nhl_json import GAME_KINDS, Name, role_of
from review.imports.record_reading import Loose, read_as

__all__ = ["read_club_roster", "read_club_schedule"]


class _Club(Loose):
    abbrev: str


class _Fixture(Loose):
    id: str
    season: str | None = None
    gameType: int | None = None
    gameDate: str
    homeTeam: _Club
    awayTeam: _Club


class _Schedule(Loose):
    games: list[_Fixture]


def read_club_schedule(value: object, file: str, sha256: str) -> Document:
    """A club-schedule-season: its games, pre-season and play-offs told apart."""
    told = read_as(_Schedule, value, file, "the document")
    games = tuple(
        Fixture(
            row.id, row.gameDate, row.homeTeam.abbrev, row.awayTeam.abbrev, f"{file}, games[{i}]",
            row.season, GAME_KINDS.get(row.gameType or 0),
        )
        for i, row in enumerate(told.games)
    )  # fmt: skip
    clubs = [{row.home, row.away} for row in games]
    common = set.intersection(*clubs) if clubs else set()
    subject = f"{min(common)} {games[0].season}" if len(common) == 1 else file
    return Document(file, "nhl club schedule", subject, sha256, schedule=games)


class _Man(Loose):
    id: str
    firstName: Name = Name()
    lastName: Name = Name()
    sweaterNumber: int | None = None
    positionCode: str = ""


class _Roster(Loose):
    forwards: list[_Man]
    defensemen: list[_Man]
    goalies: list[_Man]


def read_club_roster(value: object, file: str, sha256: str, team: str | None) -> Document:
    """A club's roster, which does not say whose it is: `team` must."""
    told = read_as(_Roster, value, file, "the document")
    if not team:
        raise RecordWrong(
            f"{file}: an NHL roster does not name its club.", remedy="Give --team, such as EDM."
        )
    roster = tuple(
        Listed(
            team, f"{file}, player {man.id}", man.sweaterNumber,
            f"{man.firstName.default} {man.lastName.default}".strip() or None,
            role_of(man.positionCode), man.id,
        )
        for man in (*told.forwards, *told.defensemen, *told.goalies)
    )  # fmt: skip
    return Document(file, "nhl club roster", team, sha256, roster=roster)
