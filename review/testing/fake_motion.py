"""A camera whose motion is known beforehand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from review.core.arrays import Array

__all__ = ["FakeMotion"]


class FakeMotion:
    """Gives out the steps it was built with, one a picture; None is a picture it loses.

    The first picture after `reset` has no step of its own, whatever stands there.
    """

    def __init__(self, H_prev_from_px: Sequence[Array | None] = ()) -> None:
        self._steps = list(H_prev_from_px)
        self.reset()

    def reset(self) -> None:
        """Start over."""
        self._next = 0

    def step(self, rgb: Array, people_xyxy_px: Array, graphics_mask: Array | None) -> tuple[Array, float]:
        """The step of the next picture; identity where none was given, and NaN when first or lost."""
        at, self._next = self._next, self._next + 1
        known = self._steps[at] if at < len(self._steps) else np.eye(3)
        if at == 0 or known is None:
            return np.eye(3), float("nan")
        return np.asarray(known, dtype=np.float64), 1.0
