"""Gates: stretches of the boards through which people come and go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from review.core.arrays import Array, column
from review.core.times import FrameTime

__all__ = ["Anchor", "Gate", "GateKind", "GateView", "OffSide"]

GateKind = Literal["players_bench", "penalty_box", "other"]
Anchor = Literal["foot", "centre", "head"]
OffSide = Literal["above", "below"]


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate as drawn: a polyline along the foot of the boards in the picture of frame `drawn_at`.

    `off_side` says on which side of the line the bench lies: "above" (far benches) or "below" (near ones).
    """

    id: str
    team: str | None
    kind: GateKind
    drawn_at: FrameTime
    points_px: Array
    off_side: OffSide = "above"
    anchor: Anchor = "foot"

    def __post_init__(self) -> None:
        points = column(self.points_px, np.float64, name="points_px", shape=(None, 2))
        if len(points) < 2:
            raise ValueError(f"gate {self.id!r} needs two points or more")
        object.__setattr__(self, "points_px", points)


@dataclass(frozen=True, slots=True)
class GateView:
    """One gate as carried through one shot by the camera's motion.

    Attributes
    ----------
    ordinal, pts : (n,) int64
    points_px : (n, k, 2) float64, the polyline in each frame; NaN where the motion is lost
    seen_ratio : (n,) float32, share of the line inside the picture and not under a graphic; 0 where lost
    drift_px : (n,) float32, how far the line may have drifted since it was drawn
    """

    gate: Gate
    shot: int
    ordinal: Array
    pts: Array
    points_px: Array
    seen_ratio: Array
    drift_px: Array
    reason: str | None = None
