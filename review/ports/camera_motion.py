"""Camera motion from picture to picture."""

from __future__ import annotations

from typing import Protocol

from review.core.arrays import Array

__all__ = ["MotionEstimator"]


class MotionEstimator(Protocol):
    """Streaming estimator within one shot.

    `reset` forgets the previous picture (at a cut, or where a segment starts).
    """

    def reset(self) -> None: ...

    def step(self, rgb: Array, people_xyxy_px: Array, graphics_mask: Array | None) -> tuple[Array, float]:
        """(H_prev_from_px 3×3, quality share 0..1); identity and NaN on the first picture or when lost.

        The picture may be of any one size: boxes, mask and the homography are in its own pixels.
        `people_xyxy_px` (n, 4) and `graphics_mask` ((h, w) bool, True = burnt-in graphic) are left out.
        """
