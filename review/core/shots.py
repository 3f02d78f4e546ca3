"""Shots: stretches of tape from one camera, between cuts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from review.core.times import FrameTime

__all__ = ["Shot", "Transition", "View"]

Transition = Literal["start", "cut", "dissolve", "wipe"]
View = Literal["main", "bench", "box", "net", "close", "crowd", "overhead", "graphic", "other"]


@dataclass(frozen=True, slots=True)
class Shot:
    """Frames `first`..`last` (ordinals, both inside) seen from one camera; `view` None = not judged."""

    id: int
    first: int
    last: int
    start: FrameTime
    end: FrameTime
    enters_by: Transition
    view: View | None = None
    replay: bool | None = None

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("a shot ends before it begins")

    def __contains__(self, ordinal: int) -> bool:
        return self.first <= ordinal <= self.last
