"""How much the picture changes from frame to frame."""

from __future__ import annotations

from typing import Protocol

from review.core.arrays import Array

__all__ = ["CutMeter"]


class CutMeter(Protocol):
    """Streaming content-change score; what is a cut is decided later, over the whole tape."""

    def reset(self) -> None: ...

    def score(self, rgb: Array) -> float:
        """Change against the picture before, >= 0; NaN for the first. Feed small pictures of one size."""
