"""A lens that bends straight lines: where a point of the pinhole picture lands in the picture shown.

With r in half widths from the lens's centre, ``r' = scale * r (1 + k1 r²)`` (the first radial term of
Brown, Decentering distortion of lenses, 1966). ``scale`` keeps the picture filled: a barrel (k1 < 0) would
else leave its corners black.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from review.sim.curves import Floats
from review.sim.tables.table import ScenarioUnreadable

STEPS = 12


@dataclass(frozen=True)
class Lens:
    """Distortion of one camera for pictures of ``size_px``."""

    k1: float
    centre_px: tuple[float, float]
    size_px: tuple[int, int]

    def __post_init__(self) -> None:
        if 1 + 3 * self.k1 * self._corner**2 < 0.1:
            raise ScenarioUnreadable(
                f"distortion_k1 = {self.k1:g} folds the picture's corners over.", "Choose one nearer to 0."
            )

    @property
    def straight(self) -> bool:
        """Whether it bends nothing."""
        return self.k1 == 0.0

    @property
    def scale(self) -> float:
        """Factor by which the middle of the picture grows."""
        return float(1 / (1 + self.k1 * self._corner**2)) if self.k1 < 0 else 1.0

    @property
    def _corner(self) -> float:
        """Half widths from the centre to the furthest corner."""
        w, h = self.size_px
        cx, cy = self.centre_px
        return float(np.hypot(max(cx, w - cx), max(cy, h - cy)) / (w / 2))

    def bent(self, points_px: ArrayLike) -> Floats:
        """Places (…, 2) in the picture shown of points (…, 2) of the pinhole picture.

        Far outside a barrel's picture the formula folds back; there the last place before the fold holds.
        """
        away, r = self._polar(points_px)
        if self.k1 < 0:
            r = np.minimum(r, np.sqrt(-1 / (3 * self.k1)))
        shown = self.scale * r * (1 + self.k1 * r**2)
        return np.asarray(self.centre_px + away * (shown * self.size_px[0] / 2))

    def straightened(self, points_px: ArrayLike) -> Floats:
        """Points (…, 2) of the pinhole picture seen at places (…, 2) of the picture shown; undoes `bent`."""
        away, shown = self._polar(points_px)
        shown = shown / self.scale
        r = shown.copy()
        for _ in range(STEPS):  # Newton's method
            slope = np.maximum(1 + 3 * self.k1 * r**2, 0.05)
            r = r - (r * (1 + self.k1 * r**2) - shown) / slope
        return np.asarray(self.centre_px + away * (r * self.size_px[0] / 2))

    def _polar(self, points_px: ArrayLike) -> tuple[Floats, Floats]:
        """Unit directions (…, 2) from the centre, and distances (…, 1) in half widths."""
        gap = np.asarray(points_px, float) - self.centre_px
        r = np.linalg.norm(gap, axis=-1, keepdims=True)
        return gap / np.maximum(r, 1e-12), r / (self.size_px[0] / 2)


def straight_lens(size_px: tuple[int, int]) -> Lens:
    """Return a lens that bends nothing."""
    return Lens(0.0, (size_px[0] / 2, size_px[1] / 2), size_px)
