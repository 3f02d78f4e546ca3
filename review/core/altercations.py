"""Altercations: a span, and who left a bench in it, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from review.core.times import FrameTime, Interval

__all__ = ["Altercation", "AltercationSpan", "Departure", "StatedSpan"]


@dataclass(frozen=True, slots=True)
class StatedSpan:
    """What a person states of a stretch, in seconds of tape: it is an altercation, or none is in it.

    `number` is of the act in the case's journal, 0 where it comes from GAME.toml.
    """

    start_s: float
    end_s: float
    is_one: bool = True
    number: int = 0
    who: str = "GAME.toml"

    def meets(self, start_s: float, end_s: float) -> bool:
        """Whether it shares time with another stretch."""
        return self.start_s < end_s and start_s < self.end_s


@dataclass(frozen=True, slots=True)
class AltercationSpan:
    """When an altercation began and ended, and who says so.

    One that the product proposes has a score and, in words, what was seen; nothing follows from it until a
    person states the span. `who` and `act` are of that person: a name or GAME.toml, and the journal's number.
    """

    id: int
    start: Interval
    end: Interval
    set_by: Literal["product", "person"]
    who: str | None = None
    act: int | None = None
    score_p: float | None = None
    why: tuple[str, ...] = ()

    @property
    def likeliest(self) -> tuple[FrameTime, FrameTime]:
        """Its beginning and end: the best of each, else the narrowest."""
        return self.start.best or self.start.latest, self.end.best or self.end.earliest


@dataclass(frozen=True, slots=True)
class Departure:
    """One man leaving a bench in the span; a rank is None where the order is not established."""

    crossing: int
    person: int
    team: str | None
    leaves: Literal["players_bench", "penalty_box"]
    when: Interval
    rank_team: int | None
    rank_all: int | None


@dataclass(frozen=True, slots=True)
class Altercation:
    """The judged span. `first`/`second` map a team to a crossing id or None; `reasons` says why not."""

    span: AltercationSpan
    departures: tuple[Departure, ...]
    first: dict[str, int | None]
    second: dict[str, int | None]
    reasons: dict[str, str]
