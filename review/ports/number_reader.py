"""Reading the numbers on men's backs."""

from __future__ import annotations

from typing import Protocol

from review.core.arrays import Array

__all__ = ["NumberReader"]


class NumberReader(Protocol):
    """Reads men one by one; knows nothing of tracks, teams or rosters."""

    def read(self, rgb: Array, xyxy_px: Array) -> list[tuple[int, float] | None]:
        """Of each box (n, 4) in a picture (h, w, 3): a number and how probable it is that he wears it.

        The probability is calibrated and between 0 and 1; None where nothing can be read.
        """
