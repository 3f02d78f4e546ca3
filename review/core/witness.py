"""What a tape says of a game, as far as a record can be held against it."""

from __future__ import annotations

from dataclasses import dataclass, field

from review.core.clock import ClockCourse

__all__ = ["Counted", "Passed", "Scored", "Witness"]


@dataclass(frozen=True, slots=True)
class Counted:
    """A stretch of tape over which a team's count stood."""

    team: str
    start_s: float
    end_s: float
    low: int
    high: int | None
    best: int | None
    allowed: int | None


@dataclass(frozen=True, slots=True)
class Passed:
    """A crossing: when at the earliest and the latest, of whom, as far as known."""

    team: str | None
    number: int | None
    direction: str
    start_s: float
    end_s: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Scored:
    """A rise of the score somewhere from `start_s` to `end_s`; `team` None: the bug does not say whose."""

    team: str | None
    start_s: float
    end_s: float
    goals: int


@dataclass(frozen=True, slots=True)
class Witness:
    """One tape's side. Times are seconds of tape.

    Attributes
    ----------
    teams : of both, as far as told
    numbers : (team, number, probability) of the men whose number was read
    stops : (start, end) over which the clock stood
    penalty_clocks : (period as the picture writes it, what the game clock shows when it runs out)
    """

    teams: tuple[str, ...] = ()
    course: ClockCourse = field(default_factory=ClockCourse)
    numbers: tuple[tuple[str, int, float], ...] = ()
    counts: tuple[Counted, ...] = ()
    passed: tuple[Passed, ...] = ()
    stops: tuple[tuple[float, float], ...] = ()
    scored: tuple[Scored, ...] = ()
    penalty_clocks: tuple[tuple[str | None, float], ...] = ()
    duration_s: float = 0.0
