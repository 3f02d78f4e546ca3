"""``[sheet]``: the score sheet. Times are seconds of the game as filmed, from the scenario's start."""

from __future__ import annotations

from pydantic import Field

from review.sim.tables.table import Table


class Goal(Table):
    """A goal for ``team``."""

    at_s: float
    team: str


class Penalty(Table):
    """A penalty that ``number`` of ``team`` serves from ``at_s`` on; ``minutes`` of clock time."""

    at_s: float  # may be negative: imposed before the clip starts
    team: str
    number: int
    minutes: float = Field(default=2.0, gt=0.0)
    left_s: float | None = None  # clock seconds left at the scenario's start, for one that is running


class SheetSpec(Table):
    """Period, clock, score, penalties, and when the clock stands."""

    period: int = Field(default=1, ge=1, le=5)
    period_length_s: float = 1200.0
    clock: str = "12:41"  # at the scenario's start
    stops: tuple[tuple[float, float], ...] = ()  # the clock stands from … to (a whistle, a face-off)
    score: tuple[int, int] = (0, 0)  # home, away
    goals: tuple[Goal, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    shots: tuple[int, int] = (0, 0)
