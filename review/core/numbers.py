"""Jersey numbers as read from single looks at a man."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array, column

__all__ = ["LOGITS", "NUMBERS", "NumberReadings", "TrackNumbers"]

#: Columns of a reading: legible, eleven tens (none, 0 to 9), ten units.
LOGITS = 22
#: Numbers that a man may wear: 0 to 99.
NUMBERS = 100


@dataclass(frozen=True, slots=True)
class NumberReadings:
    """Numbers read in one segment of tape, a row a look at one man.

    Attributes
    ----------
    ordinal : (n,) int64, the frame
    detection : (n,) int32, the man's row among that frame's detections
    logits : (n, 22) float32, what the reader made of him (`LOGITS`), calibrated, in half precision
    """

    ordinal: Array
    detection: Array
    logits: Array

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "ordinal", column(self.ordinal, np.int64, name="ordinal"))
        set_(self, "detection", column(self.detection, np.int32, name="detection"))
        rounded = np.clip(np.asarray(self.logits, np.float32), -99, 99).astype(np.float16)
        set_(self, "logits", column(rounded, np.float32, name="logits", shape=(None, LOGITS)))
        if len({len(self.ordinal), len(self.detection), len(self.logits)}) != 1:
            raise ValueError("readings need one row in every column")
        if not np.isfinite(self.logits).all():
            raise ValueError("a reading is not a number")

    def __len__(self) -> int:
        return len(self.ordinal)

    @classmethod
    def empty(cls) -> NumberReadings:
        """No readings."""
        return cls(np.zeros(0), np.zeros(0), np.zeros((0, LOGITS)))


@dataclass(frozen=True, slots=True)
class TrackNumbers:
    """What was read of the man of one track.

    Attributes
    ----------
    track : its id
    at_s : (n,) seconds of tape
    logits : (n, 22)
    """

    track: int
    at_s: Array
    logits: Array
