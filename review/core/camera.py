"""Camera motion: image to image, within one shot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array, column

__all__ = ["CameraMotion", "apply_homography"]


def apply_homography(H: Array, points_px: Array) -> Array:
    """Map (n, 2) points through a 3×3 homography; returns (n, 2) float64."""
    points = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ np.asarray(H, dtype=np.float64).T
    result: Array = homogeneous[:, :2] / homogeneous[:, 2:3]
    return result


@dataclass(frozen=True, slots=True)
class CameraMotion:
    """Step motions of consecutive frames: `H_prev_from_px[i]` maps frame `ordinal[i]` onto the frame before.

    Attributes
    ----------
    ordinal : (n,) int64, consecutive
    H_prev_from_px : (n, 3, 3) float64; identity where the step is unknown
    quality_ratio : (n,) float32, share of background features that agree; NaN = unknown
    """

    ordinal: Array
    H_prev_from_px: Array
    quality_ratio: Array

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "ordinal", column(self.ordinal, np.int64, name="ordinal"))
        set_(self, "H_prev_from_px", column(self.H_prev_from_px, np.float64, name="H", shape=(None, 3, 3)))
        set_(self, "quality_ratio", column(self.quality_ratio, np.float32, name="quality_ratio"))
        if len({len(self.ordinal), len(self.H_prev_from_px), len(self.quality_ratio)}) != 1:
            raise ValueError("camera motion needs one row a frame in every column")
        if len(self.ordinal) > 1 and np.any(np.diff(self.ordinal) != 1):
            raise ValueError("camera motion must cover consecutive frames")

    def __len__(self) -> int:
        return len(self.ordinal)

    def to_first(self) -> Array:
        """(n, 3, 3): each frame mapped onto the first frame of this motion, scaled to H[2, 2] = 1.

        The first frame's own step is left out: it leads to a frame outside this motion.
        """
        out = np.tile(np.eye(3), (len(self), 1, 1))
        for i in range(1, len(self)):
            H = out[i - 1] @ self.H_prev_from_px[i]
            out[i] = H / H[2, 2]
        return out
