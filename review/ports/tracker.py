"""Joining detections into tracks within one shot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from review.core.arrays import Array
from review.core.detections import Detections

__all__ = ["Tracker"]


class Tracker(Protocol):
    """Fed with time, never with a frame index: gaps and uneven rates are seen as such."""

    @property
    def name(self) -> str: ...

    def track(
        self, times_s: Sequence[float], detections: Sequence[Detections], H_first_from_px: Array
    ) -> list[Array]:
        """Track one shot.

        Parameters
        ----------
        times_s : n increasing times, one a frame that was looked at
        detections : n, in those frames
        H_first_from_px : (n, 3, 3), each frame onto the shot's first

        Returns
        -------
        n arrays of int64, one id a detection, 0 = not tracked; ids count from 1 within the shot
        """
