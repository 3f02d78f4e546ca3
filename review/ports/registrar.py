"""Placing pictures on the rink."""

from __future__ import annotations

from typing import Protocol

from review.core.arrays import Array
from review.core.registration import LineEvidence, Registration

__all__ = ["LineFinder", "Registrar"]


class LineFinder(Protocol):
    """Finds what may be rink lines in one picture."""

    def find(
        self,
        rgb: Array,
        people_xyxy_px: Array,
        graphics_mask: Array | None,
        *,
        pixel_aspect_ratio: float = 1.0,
    ) -> LineEvidence | None:
        """Evidence in pixels of the picture (h, w, 3) uint8 RGB; None where hardly any ice is seen.

        `people_xyxy_px` (n, 4) and `graphics_mask` ((h, w) bool at any scale, True = burnt in) are left out.
        """


class Registrar(Protocol):
    """Streaming registration within one shot.

    `reset` forgets where the camera last looked (at a cut, or where a segment starts).
    """

    def reset(self) -> None: ...

    def step(self, rgb: Array, people_xyxy_px: Array, graphics_mask: Array | None) -> Registration:
        """Where this picture (h, w, 3) looks, or why that is not known. Pictures come in order."""
