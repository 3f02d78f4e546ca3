"""What a run tells while it runs; frozen, ready to be written as JSON lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from review.core.findings import Finding
from review.core.tape import Gap

__all__ = ["Event", "Found", "GapSeen", "Listener", "Progress", "StageBegun"]


@dataclass(frozen=True, slots=True)
class StageBegun:
    """A stage starts; `words` is for people."""

    words: str


@dataclass(frozen=True, slots=True)
class Progress:
    """Seconds of tape done out of all, and how fast."""

    done_s: float
    total_s: float
    speed_x: float | None
    eta_s: float | None


@dataclass(frozen=True, slots=True)
class GapSeen:
    """A stretch that could not be decoded."""

    gap: Gap


@dataclass(frozen=True, slots=True)
class Found:
    """A finding of the judgement."""

    finding: Finding


Event = StageBegun | Progress | GapSeen | Found
Listener = Callable[[Event], None]
