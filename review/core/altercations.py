"""Altercations: a span, and who left a bench in it, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from review.core.times import Interval

__all__ = ["Altercation", "AltercationSpan", "Departure"]


@dataclass(frozen=True, slots=True)
class AltercationSpan:
    """When an altercation began and ended, and who says so."""

    id: int
    start: Interval
    end: Interval
    set_by: Literal["product", "person"]


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
