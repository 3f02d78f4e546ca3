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
    """Frames `first`..`last` (ordinals, both inside) seen from one camera.

    A dissolve or wipe belongs to the shot it opens: `settled`, at `settled_at`, is the first frame that
    shows this shot alone (None: `first` is). `view` or `replay` None: cannot be told, or not judged; `reason`
    says what `replay` rests on, or why there is no answer.

    `registered_share` of the looks at it are placed on the rink, to a median error of `registration_m` (95 %
    bound); `unregistered` says why the others are not. All None where nobody asked.
    """

    id: int
    first: int
    last: int
    start: FrameTime
    end: FrameTime
    enters_by: Transition
    view: View | None = None
    replay: bool | None = None
    settled: int | None = None
    settled_at: FrameTime | None = None
    reason: str | None = None
    registered_share: float | None = None
    registration_m: float | None = None
    unregistered: str | None = None

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("a shot ends before it begins")
        if self.settled is not None and not self.first <= self.settled <= self.last:
            raise ValueError("a shot settles outside its frames")

    @property
    def clear(self) -> int:
        """The first frame that is evidence of this shot."""
        return self.first if self.settled is None else self.settled

    @property
    def clear_at(self) -> FrameTime:
        """Its time."""
        return self.start if self.settled_at is None else self.settled_at

    def __contains__(self, ordinal: int) -> bool:
        return self.first <= ordinal <= self.last
