"""Glances: pictures so small that a whole tape of them can be kept and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array, column

__all__ = ["CHROMA_CELLS", "LUMA_CELLS", "Glances"]

#: Rows and columns of a glance's brightness and of its colour.
LUMA_CELLS = (18, 32)
CHROMA_CELLS = (9, 16)


@dataclass(frozen=True, slots=True)
class Glances:
    """One glance a row, in order of time: the picture cut into cells, each cell's mean.

    Attributes
    ----------
    ordinal : (n,) int64, strictly rising
    luma : (n, 18, 32) uint8, brightness
    chroma : (n, 9, 16, 2) uint8, differences of blue and red from it, 128 = grey
    """

    ordinal: Array
    luma: Array
    chroma: Array

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "ordinal", column(self.ordinal, np.int64, name="ordinal"))
        set_(self, "luma", column(self.luma, np.uint8, name="luma", shape=(None, *LUMA_CELLS)))
        set_(self, "chroma", column(self.chroma, np.uint8, name="chroma", shape=(None, *CHROMA_CELLS, 2)))
        if len({len(self.ordinal), len(self.luma), len(self.chroma)}) != 1:
            raise ValueError("glances need one row a picture in every column")
        if np.any(np.diff(self.ordinal) <= 0):
            raise ValueError("glances stand in order of time")

    def __len__(self) -> int:
        return len(self.ordinal)

    @classmethod
    def empty(cls) -> Glances:
        """No glance at all."""
        return cls(
            np.zeros(0, np.int64),
            np.zeros((0, *LUMA_CELLS), np.uint8),
            np.zeros((0, *CHROMA_CELLS, 2), np.uint8),
        )

    @classmethod
    def joined(cls, parts: Sequence[Glances]) -> Glances:
        """Glances of one stretch after another."""
        if not parts:
            return cls.empty()
        return cls(
            np.concatenate([p.ordinal for p in parts]),
            np.concatenate([p.luma for p in parts]),
            np.concatenate([p.chroma for p in parts]),
        )
