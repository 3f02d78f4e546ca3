"""What people draw on a picture to say what they mean: arrows, circles, words. No fact follows from it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from review.core.times import FrameTime

__all__ = ["Drawing", "Mark", "Shape"]

Shape = Literal["arrow", "circle", "text"]
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark, in the picture's own px.

    An arrow goes from `start_px` to `end_px`, a circle round `start_px` through `end_px`; words begin at
    `start_px`, their upper left corner.

    Raises
    ------
    ValueError
        If it is no shape, lies nowhere, has no length, or says nothing where it should.
    """

    shape: Shape
    start_px: tuple[float, float]
    end_px: tuple[float, float] | None = None
    words: str = ""

    def __post_init__(self) -> None:
        if self.shape not in get_args(Shape):
            raise ValueError(f"{self.shape!r} is no shape: one of {', '.join(get_args(Shape))}")
        ends = [self.start_px] if self.end_px is None else [self.start_px, self.end_px]
        if not all(math.isfinite(value) for point in ends for value in point):
            raise ValueError(f"a {self.shape} lies nowhere")
        if self.shape == "text" and not 0 < len(self.words.strip()) <= LONGEST:
            raise ValueError(f"a text needs 1 to {LONGEST} letters")
        if self.shape != "text" and (self.end_px is None or self.end_px == self.start_px):
            raise ValueError(f"an {self.shape} needs two points" if self.shape == "arrow" else "no radius")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks on one frame, by whom and when; `act` is the number of the act in the case's journal."""

    act: int
    who: str
    at: str
    time: FrameTime
    marks: tuple[Mark, ...]
    words: str = ""
