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
    """A gate: a polyline along the foot of the boards, drawn in the picture of frame `drawn_at` or on a rink.

    `off_side` says on which side of the line the bench lies: "above" (far benches) or "below" (near ones).
    `points_px` and `drawn_at` are None for a gate given in rink metres; `points_m` are those, or where a
    drawn gate was found to lie, None where its tape is not registered; `error_m` bounds that (95 %).
    """

    id: str
    team: str | None
    kind: GateKind
    drawn_at: FrameTime | None
    points_px: Array | None
    off_side: OffSide = "above"
    anchor: Anchor = "foot"
    points_m: Array | None = None
    error_m: float | None = None

    def __post_init__(self) -> None:
        if (self.points_px is None) != (self.drawn_at is None):
            raise ValueError(f"gate {self.id!r} is drawn with points at a frame, or not at all")
        if self.points_px is None and self.points_m is None:
            raise ValueError(f"gate {self.id!r} lies nowhere")
        for name in ("points_px", "points_m"):
            if getattr(self, name) is None:
                continue
            points = column(getattr(self, name), np.float64, name=name, shape=(None, 2))
            if len(points) < 2:
                raise ValueError(f"gate {self.id!r} needs two points or more")
            object.__setattr__(self, name, points)


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
