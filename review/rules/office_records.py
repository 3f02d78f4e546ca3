"""What the league's office knows of a game: schedule, seasons, clubs' histories, players' terms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from review.rules.schedule import Move, ScheduledGame

__all__ = ["ClubRecord", "Office", "OtherGames", "PlayerRecord", "SeasonRecord"]


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """One season's numbers.

    Attributes
    ----------
    season : as the schedule calls it
    days, games : of the regular season; None = not told
    complete : the schedule holds every game of it, play-offs included
    cba_maximum : the most that a player could be fined, dollars
    cba_first_two : the same for the first two men, where they paid more
    """

    season: str
    days: int | None = None
    games: int | None = None
    complete: bool = False
    cba_maximum: Decimal | None = None
    cba_first_two: Decimal | None = None


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A club's earlier cases of a player leaving a bench; `complete` False = there may be more."""

    team: str
    cases: tuple[date, ...] = ()
    complete: bool = False
    coach: str | None = None


@dataclass(frozen=True, slots=True)
class OtherGames:
    """Games that another rule of the book gave a man for the same game."""

    games: int
    why: str


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player as the office has him: by his number, or by the id under which the tape's report has him.

    Attributes
    ----------
    team : his team on the day of the game
    salary_fixed, salary_average : dollars of the season of the game
    moves : trades after it
    others : games that other rules gave him
    """

    team: str
    number: int | None = None
    person: int | None = None
    name: str | None = None
    salary_fixed: Decimal | None = None
    salary_average: Decimal | None = None
    moves: tuple[Move, ...] = ()
    others: tuple[OtherGames, ...] = ()


@dataclass(frozen=True, slots=True)
class Office:
    """OFFICE.toml as read. What is absent is not known; `schedule` None = none was given.

    `pack` is the book and edition that it was written for, such as "seeds@1"; `file` its name for people;
    `sources` every file read, with its SHA-256.
    """

    file: str = ""
    day: date | None = None
    game: str | None = None
    season: str | None = None
    pack: str | None = None
    schedule: tuple[ScheduledGame, ...] | None = None
    seasons: tuple[SeasonRecord, ...] = ()
    clubs: tuple[ClubRecord, ...] = ()
    players: tuple[PlayerRecord, ...] = ()
    sources: tuple[tuple[str, str], ...] = ()

    def season_record(self, season: str | None) -> SeasonRecord | None:
        """What is told of that season."""
        return next((one for one in self.seasons if one.season == season), None)

    def club(self, team: str | None) -> ClubRecord | None:
        """What is told of that club."""
        return next((one for one in self.clubs if one.team == team), None)

    def player(self, team: str | None, number: int | None, person: int | None) -> PlayerRecord | None:
        """What is told of that man; a number goes before a tape's id."""
        by_person = None
        for one in self.players:
            if one.team == team and number is not None and one.number == number:
                return one
            if one.team == team and person is not None and one.person == person:
                by_person = by_person or one
        return by_person
