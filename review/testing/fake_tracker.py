"""A tracker for tests: nearest foot in the shot's first picture, nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from review.core.arrays import Array
from review.core.camera import apply_homography
from review.core.detections import Detections

__all__ = ["FakeTracker"]


class FakeTracker:
    """Keeps a man's id while his foot moves less than `reach_px` a second of absence plus `reach_px`."""

    name = "fake"

    def __init__(self, reach_px: float = 60.0, patience_s: float = 1.0) -> None:
        self._reach_px = reach_px
        self._patience_s = patience_s

    def track(
        self, times_s: Sequence[float], detections: Sequence[Detections], H_first_from_px: Array
    ) -> list[Array]:
        """Ids a detection from 1, 0 = not tracked."""
        places: dict[int, tuple[float, Array]] = {}
        out = []
        for now, found, H in zip(times_s, detections, H_first_from_px, strict=True):
            feet = apply_homography(H, found.foot_px)
            ids = np.zeros(len(found), dtype=np.int64)
            for j, foot in enumerate(feet):
                near = [
                    (float(np.hypot(*(foot - at))), id_)
                    for id_, (seen, at) in places.items()
                    if id_ not in ids and now - seen <= self._patience_s
                ]
                best = min(near, default=(np.inf, 0))
                ids[j] = best[1] if best[0] <= self._reach_px else len(places) + 1
                places[int(ids[j])] = (now, foot)
            out.append(ids)
        return out
