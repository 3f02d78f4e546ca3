"""Reading the game clock off a picture."""

from __future__ import annotations

from typing import Protocol

from review.core.arrays import Array
from review.core.clock import ClockReading

__all__ = ["ClockReader"]


class ClockReader(Protocol):
    """Reads one score bug, at a place it was told once."""

    @property
    def name(self) -> str:
        """What reads, and where in the picture."""

    def read(self, rgb: Array, at_s: float) -> ClockReading | None:
        """The clock in the picture (h, w, 3) of second `at_s` of tape; None where no clock can be read."""
