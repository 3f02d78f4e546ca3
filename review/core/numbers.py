"""Jersey numbers as read from single looks at a man."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array, column

__all__ = ["NUMBERS", "NumberReadings", "TrackNumbers"]

#: Numbers that a man may wear: 0 to 99.
NUMBERS = 100


@dataclass(frozen=True, slots=True)
class NumberReadings:
    """Numbers read in one segment of tape, a row a look at one man that told something.

    Attributes
    ----------
    ordinal : (n,) int64, the frame
    detection : (n,) int32, the man's row among that frame's detections
    number : (n,) int16, what was read, 0 to 99
    p : (n,) float32, how probable it is that he wears it, by this look alone and any number before it alike
    """

    ordinal: Array
    detection: Array
    number: Array
    p: Array

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "ordinal", column(self.ordinal, np.int64, name="ordinal"))
        set_(self, "detection", column(self.detection, np.int32, name="detection"))
        set_(self, "number", column(self.number, np.int16, name="number"))
        set_(self, "p", column(self.p, np.float32, name="p"))
        if len({len(self.ordinal), len(self.detection), len(self.number), len(self.p)}) != 1:
            raise ValueError("readings need one row in every column")
        if len(self) and not (self.number.min() >= 0 and self.number.max() < NUMBERS):
            raise ValueError("a reading is a number from 0 to 99")
        if not ((self.p > 0) & (self.p < 1)).all():
            raise ValueError("a reading needs a probability between 0 and 1")

    def __len__(self) -> int:
        return len(self.ordinal)

    @classmethod
    def of(cls, rows: list[tuple[int, int, int, float]]) -> NumberReadings:
        """Readings from rows (ordinal, detection, number, p)."""
        ordinal, detection, number, p = zip(*rows, strict=True) if rows else ((), (), (), ())
        return cls(np.array(ordinal), np.array(detection), np.array(number), np.array(p))

    @classmethod
    def joined(cls, parts: Sequence[NumberReadings]) -> NumberReadings:
        """The readings of all parts, in their order."""
        names = ("ordinal", "detection", "number", "p")
        return cls(*(np.concatenate([np.zeros(0), *(getattr(p, name) for p in parts)]) for name in names))

    @classmethod
    def empty(cls) -> NumberReadings:
        """No readings."""
        return cls.of([])


@dataclass(frozen=True, slots=True)
class TrackNumbers:
    """What was read of the man of one track.

    Attributes
    ----------
    track : its id
    at_s : (n,) seconds of tape
    number : (n,) what each look read
    p : (n,) its probability
    """

    track: int
    at_s: Array
    number: Array
    p: Array
