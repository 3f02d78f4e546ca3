"""Serving a suspension: which games of a real schedule a man misses, and when he may play again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from review.rules.seasons import season_of

__all__ = ["GameType", "Move", "ScheduledGame", "Served", "serve", "team_on"]

GameType = Literal["pre-season", "regular", "play-off"]


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of a schedule: `teams` home first; `id` and `called`, its season, as the schedule has them."""

    day: date
    type: GameType
    teams: tuple[str, str]
    id: str | None = None
    called: str | None = None

    @property
    def season(self) -> str:
        """The season it belongs to, such as "2001-02"."""
        return self.called or season_of(self.day)


@dataclass(frozen=True, slots=True)
class Move:
    """From that day on the man belongs to that team: a trade, and the suspension goes with him."""

    day: date
    team: str


@dataclass(frozen=True, slots=True)
class Served:
    """What a suspension comes to.

    Attributes
    ----------
    missed : the games he misses, in order
    left : games that the schedule as given has no place for; they are carried over
    back : the day of the first game that he may play again; None where the schedule does not reach it
    """

    missed: tuple[ScheduledGame, ...]
    left: int
    back: date | None

    def in_season(self, season: str) -> int:
        """How many of the missed games belong to that season."""
        return sum(game.season == season for game in self.missed)


def serve(
    schedule: Iterable[ScheduledGame],
    *,
    team: str,
    since: date,
    games: int,
    carry: str = "regular_only",
    moves: Sequence[Move] = (),
    season: str | None = None,
) -> Served:
    """The next games of the man's team after the day of the act, regular season and play-offs.

    Games of the pre-season are never counted. A game counts for the team that he belongs to on its day.

    Parameters
    ----------
    team : his team on the day of the act
    since : the day of the act; games of that day are not counted
    games : how many he misses
    carry : in seasons after the act's "regular_only" counts no play-off game, "any" does (A18)
    moves : trades after the act
    season : the season of the act as the schedule calls it; None = by its day

    Raises
    ------
    ValueError
        If the number of games is negative, or `carry` is not known.
    """
    if games < 0 or carry not in ("regular_only", "any"):
        raise ValueError(f"{games} games with carry {carry!r} cannot be served")
    teams = {team, *(move.team for move in moves)}
    own = [
        game
        for game in schedule
        if game.day > since
        and not teams.isdisjoint(game.teams)
        and team_on(game.day, team, moves) in game.teams
        and _counts(game, season or season_of(since), carry)
    ]
    own.sort(key=lambda one: (one.day, one.teams))
    missed, after = own[:games], own[games:]
    return Served(tuple(missed), games - len(missed), after[0].day if after else None)


def team_on(day: date, team: str, moves: Sequence[Move]) -> str:
    """The team that a man of `team` belongs to on that day."""
    made = [move for move in moves if move.day <= day]
    return max(made, key=lambda move: move.day).team if made else team


def _counts(game: ScheduledGame, first_season: str, carry: str) -> bool:
    if game.type == "pre-season":
        return False
    return game.type == "regular" or game.season == first_season or carry == "any"
