"""A tracker small enough to see through: the nearest box takes the id."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from review.core.arrays import Array
from review.core.camera import apply_homography
from review.core.detections import Detections

__all__ = ["FakeTracker"]


class FakeTracker:
    """Greedy nearest neighbour in the shot's first picture; forgets a man after `patience_s`."""

    def __init__(self, *, reach_px: float = 60.0, patience_s: float = 0.5) -> None:
        self._reach_px = reach_px
        self._patience_s = patience_s

    @property
    def name(self) -> str:
        return "fake"

    def track(
        self, times_s: Sequence[float], detections: Sequence[Detections], H_first_from_px: Array
    ) -> list[Array]:
        """Ids a detection from 1."""
        last: dict[int, tuple[Array, float]] = {}
        out, made = [], 0
        for now_s, found, H in zip(times_s, detections, H_first_from_px, strict=True):
            feet = apply_homography(H, found.foot_px)
            ids = np.zeros(len(found), dtype=np.int64)
            waiting = {i: at for i, (at, seen_s) in last.items() if now_s - seen_s <= self._patience_s}
            pairs = sorted(
                (float(np.hypot(*(at - foot))), i, j)
                for i, at in waiting.items()
                for j, foot in enumerate(feet)
            )
            taken: set[int] = set()
            for gap_px, i, j in pairs:
                if gap_px <= self._reach_px and i not in taken and not ids[j]:
                    ids[j] = i
                    taken.add(i)
            for j in np.flatnonzero(ids == 0).tolist():
                made += 1
                ids[j] = made
            last |= {int(i): (foot, now_s) for i, foot in zip(ids, feet, strict=True)}
            out.append(ids)
        return out
