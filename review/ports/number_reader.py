"""Reading the numbers on men's backs."""

from __future__ import annotations

from typing import Protocol

from review.core.arrays import Array

__all__ = ["NumberReader"]


class NumberReader(Protocol):
    """Reads men one by one; knows nothing of tracks or teams."""

    @property
    def name(self) -> str:
        """The model by name."""

    @property
    def sha256(self) -> str:
        """Hash of its weights."""

    def read(self, rgb: Array, xyxy_px: Array) -> Array:
        """(n, 22) float32 calibrated logits (`core.numbers.LOGITS`) of boxes (n, 4) in a picture (h, w, 3).

        A row is NaN where too little of a box lies in the picture.
        """
