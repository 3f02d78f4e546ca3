"""``[sheet]``: the score sheet. Times are seconds of the game as filmed, from the scenario's start."""

from __future__ import annotations

import re
from typing import Self

from pydantic import Field, field_validator, model_validator

from review.sim.tables.table import Table

CLOCK = re.compile(r"\d{1,2}:[0-5]\d(\.\d+)?")


class Goal(Table):
    """A goal for ``team``."""

    at_s: float
    team: str


class Penalty(Table):
    """A penalty that ``number`` of ``team`` serves from ``at_s`` on; ``minutes`` of clock time.

    2 is a minor, 4 a double minor, 5 a major; from 10 on his team is not short.
    """

    at_s: float  # may be negative: imposed before the clip starts
    team: str
    number: int
    minutes: float = Field(default=2.0, gt=0.0)
    left_s: float | None = Field(default=None, gt=0.0)  # clock seconds left at the start, where it runs then
    coincidental: bool = False  # the other team has its like: nobody is short and no goal ends it

    @model_validator(mode="after")
    def _runs_at_the_start(self) -> Self:
        if self.left_s is not None and (self.at_s > 0 or self.left_s > 60 * self.minutes):
            raise ValueError("left_s is what is left at the scenario's start of a penalty imposed before it")
        return self


class SheetSpec(Table):
    """Period, clock, score, penalties, and when the clock stands."""

    period: int = Field(default=1, ge=1, le=5)
    clock: str = "12:41"  # at the scenario's start
    stops: tuple[tuple[float, float], ...] = ()  # the clock stands from … to (a whistle, a face-off)
    score: tuple[int, int] = (0, 0)  # home, away
    goals: tuple[Goal, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    shots: tuple[int, int] = (0, 0)
    skaters: int = Field(default=5, ge=3, le=5)  # a side without penalties: 3 in some overtimes

    @field_validator("clock")
    @classmethod
    def _is_a_clock(cls, text: str) -> str:
        if not CLOCK.fullmatch(text):
            raise ValueError("minutes:seconds, such as 12:41 or 0:31.5")
        return text

    @field_validator("stops")
    @classmethod
    def _end_after_they_start(cls, stops: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        if any(end < start for start, end in stops):
            raise ValueError("a stop ends after it starts")
        return stops
