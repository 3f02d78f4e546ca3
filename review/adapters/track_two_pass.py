"""Our tracker behind the port: two passes in stabilised pictures (`review.measure.follow_men`)."""

from __future__ import annotations

from collections.abc import Sequence

from review.core.arrays import Array
from review.core.detections import Detections
from review.measure.follow_men import follow_men

__all__ = ["TwoPassTracker"]


class TwoPassTracker:
    """Offline tracker of one shot: needs camera motion, uses looks where detections carry them."""

    @property
    def name(self) -> str:
        return "benchgate"

    def track(
        self, times_s: Sequence[float], detections: Sequence[Detections], H_first_from_px: Array
    ) -> list[Array]:
        """Ids a detection from 1, 0 = not tracked."""
        return follow_men(times_s, detections, H_first_from_px)
