"""Crossings: one man through one gate, with the interval that holds the moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from review.core.times import Interval

__all__ = ["Crossing", "Direction", "GateGap"]

Direction = Literal["on", "off"]


@dataclass(frozen=True, slots=True)
class Crossing:
    """A man passed a gate. `when` holds the crossing by the pack's definition; never a bare instant."""

    id: int
    person: int
    track: int
    gate: str
    team: str | None
    direction: Direction
    when: Interval
    confidence: float
    first_skate: Interval | None = None
    second_skate: Interval | None = None
    reason: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class GateGap:
    """A stretch in which a gate could not be watched: somebody may have crossed it unseen."""

    gate: str
    team: str | None
    when: Interval
    reason: str
