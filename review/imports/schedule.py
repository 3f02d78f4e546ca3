"""A schedule as the book serves suspensions by it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from review.core.errors import RecordWrong
from review.core.record import Fixture
from review.rules.schedule import ScheduledGame

__all__ = ["scheduled_games"]

_TYPES = {"preseason": "pre-season", "regular": "regular", "playoff": "play-off"}


def scheduled_games(fixtures: Iterable[Fixture]) -> tuple[ScheduledGame, ...]:
    """Games by day; RecordWrong where one does not say what it counts as, or on what day it is played."""
    games = []
    for one in fixtures:
        if one.kind is None:
            raise RecordWrong(
                f"{one.source}: the schedule does not say what kind of game {one.game} is.",
                remedy="Give a CSV with a column kind: preseason, regular or playoff.",
            )
        try:
            day = date.fromisoformat(one.day)
        except ValueError as error:
            raise RecordWrong(f"{one.source}: {one.day!r} is no date.", remedy="Write 2019-11-21.") from error
        games.append(ScheduledGame(day, _TYPES[one.kind], (one.home, one.away)))  # type: ignore[arg-type]
    return tuple(sorted(games, key=lambda game: (game.day, game.teams)))
