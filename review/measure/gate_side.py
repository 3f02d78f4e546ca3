"""On which side of a gate a tracked man stands, row by row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from review.core.arrays import Array
from review.core.detections import Detections
from review.core.gates import Gate, GateView
from review.core.tracks import Track
from review.measure.scale import BodyScale

__all__ = ["GateSides", "Side", "side_of_track"]

#: Thresholds in metres of picture height at the boards, from the line along the foot of the boards.
#: Boards are 1.07 m high (NHL rule 1.3: 42 in), so the visible part of a man behind them ends about a
#: metre above the line; a man astride hangs a skate half a metre above the ice (buf-edm, S2: 0.5 m).
OFF_ABOVE_M = 0.62
ON_BELOW_M = 0.28
#: Behind the front rail at most this far up the picture; higher is the crowd.
BENCH_DEPTH_M = 3.0
#: How far beside the drawn ends a man still belongs to the gate.
END_SLACK_M = 0.8
EDGE_PX = 3


class Side(IntEnum):
    """Where a man is with respect to one gate. Values order bench to ice; UNKNOWN sees nothing."""

    UNKNOWN = -9
    OFF = -1
    ASTRIDE = 0
    ON = 1


@dataclass(frozen=True, slots=True)
class GateSides:
    """One track against one gate, a value a track row.

    Attributes
    ----------
    side : (n,) int8 of Side; rows away from the gate but on the ice are ON
    depth_m : (n,) picture metres from the line, ice side positive; NaN unknown
    beside_m : (n,) metres beyond the nearer end along the boards, 0 within
    along_m : (n,) metres along the boards from the gate's left end
    distance_m : (n,) rough metres to the nearest point of the front, for men on the ice
    watched : (n,) bool, the gate was in the picture
    at_edge : (n,) bool, the box touches the picture's left, right or upper edge
    seen_from, seen_to : pts between which the gate is carried in this shot
    """

    gate: Gate
    side: Array
    depth_m: Array
    beside_m: Array
    along_m: Array
    distance_m: Array
    watched: Array
    at_edge: Array
    seen_from: int
    seen_to: int

    @property
    def near(self) -> Array:
        """(n,) bool: within the ends of the gate, and within arm's reach of the line."""
        result: Array = (self.beside_m <= END_SLACK_M) & (np.abs(self.depth_m) <= 1.2)
        return result


#: On a main camera some 15 m up and 35 m away the ice's depth is seen at about sin(23°) of its length.
DEPTH_SEEN_RATIO = 0.35


def side_of_track(
    track: Track, view: GateView, *, scale: BodyScale, row_of: Mapping[int, int],
    looked: Mapping[int, Detections], size_px: tuple[int, int],
) -> GateSides:  # fmt: skip
    """Classify each row of a track against one carried gate.

    Parameters
    ----------
    row_of : ordinal -> row of `scale`; looked : ordinal -> everybody seen in that frame
    size_px : rows whose box ends at the picture's lower edge show no feet

    Notes
    -----
    The foot is the anchor's: the box's bottom, or head or centre plus the body height expected there.
    A row is UNKNOWN where nearer men or the picture's edge hide the feet, or the gate was not carried.
    """
    n = len(track)
    at = np.searchsorted(view.ordinal, track.ordinal)
    at = np.clip(at, 0, len(view.ordinal) - 1)
    rows = np.array([row_of[int(o)] for o in track.ordinal])
    feet = _feet(track, view.gate, scale, rows)
    depth, beside, distance, along = (np.full(n, np.nan) for _ in range(4))
    hidden = np.array([_feet_hidden(track, i, looked, size_px[1]) for i in range(n)], dtype=bool)
    for i in range(n):
        line = view.points_px[at[i]]
        ppm = float(scale.px_per_m(int(rows[i]), float(_row_of_line(line, feet[i, 0]))))
        if np.isnan(line).any() or np.isnan(ppm):
            continue
        depth[i], beside[i], distance[i], along[i] = _place(feet[i], line, ppm, view.gate)
    side = _sides(depth, beside, hidden)
    box = track.xyxy_px
    at_edge = (box[:, 0] <= EDGE_PX) | (box[:, 2] >= size_px[0] - EDGE_PX) | (box[:, 1] <= 0)
    seen = view.pts[view.seen_ratio > 0]
    seen_from, seen_to = (int(seen[0]), int(seen[-1])) if len(seen) else (0, -1)
    watched = view.seen_ratio[at] > 0.5
    return GateSides(view.gate, side, depth, beside, along, distance, watched, at_edge, seen_from, seen_to)


def _feet(track: Track, gate: Gate, scale: BodyScale, rows: Array) -> Array:
    box = track.xyxy_px.astype(np.float64)
    x = (box[:, 0] + box[:, 2]) / 2
    if gate.anchor == "foot":
        return np.column_stack([x, box[:, 3]])
    body = np.array([float(scale.body_px(int(r), y)) for r, y in zip(rows, box[:, 3], strict=True)])
    if gate.anchor == "head":
        return np.column_stack([x, box[:, 1] + body])
    return np.column_stack([x, (box[:, 1] + box[:, 3]) / 2 + body / 2])


def _row_of_line(line: Array, x: float) -> float:
    order = np.argsort(line[:, 0])
    return float(np.interp(x, line[order, 0], line[order, 1]))


def _place(foot: Array, line: Array, ppm: float, gate: Gate) -> tuple[float, float, float, float]:
    """(depth, beside, distance, along) in metres of a foot from a polyline."""
    order = np.argsort(line[:, 0])
    xs, ys = line[order, 0], line[order, 1]
    slope_l = (ys[1] - ys[0]) / max(1e-6, xs[1] - xs[0])
    slope_r = (ys[-1] - ys[-2]) / max(1e-6, xs[-1] - xs[-2])
    x, y = float(foot[0]), float(foot[1])
    if x < xs[0]:
        on_line = ys[0] + slope_l * (x - xs[0])
    elif x > xs[-1]:
        on_line = ys[-1] + slope_r * (x - xs[-1])
    else:
        on_line = float(np.interp(x, xs, ys))
    depth = (y - on_line) / ppm * (1 if gate.off_side == "above" else -1)
    beside = max(0.0, xs[0] - x, x - xs[-1]) / ppm
    on_ice = max(0.0, depth) / DEPTH_SEEN_RATIO
    return float(depth), float(beside), float(np.hypot(beside, on_ice)), float((x - xs[0]) / ppm)


def _sides(depth: Array, beside: Array, hidden: Array) -> Array:
    side = np.full(len(depth), Side.UNKNOWN, dtype=np.int8)
    known = np.isfinite(depth)
    within = known & (beside <= END_SLACK_M)
    side[known & (depth >= -ON_BELOW_M)] = Side.ON
    side[within & (depth < -ON_BELOW_M) & (depth > -OFF_ABOVE_M)] = Side.ASTRIDE
    side[within & (depth <= -OFF_ABOVE_M) & (depth >= -BENCH_DEPTH_M)] = Side.OFF
    side[hidden & (depth < 0.6)] = Side.UNKNOWN
    return side


def _feet_hidden(track: Track, i: int, looked: Mapping[int, Detections], picture_h_px: int) -> bool:
    """Whether another man, nearer the camera, or the lower edge covers the lower third of this box."""
    x0, y0, x1, y1 = (float(v) for v in track.xyxy_px[i])
    if y1 >= picture_h_px - 2:
        return True
    others = looked[int(track.ordinal[i])].xyxy_px
    top = y1 - (y1 - y0) / 3
    for j, (a0, b0, a1, b1) in enumerate(others):
        if j == int(track.detection[i]) or b1 <= y1 + 0.12 * (y1 - y0):
            continue
        width = min(x1, a1) - max(x0, a0)
        height = min(y1, b1) - max(top, b0)
        if width > 0.45 * (x1 - x0) and height > 0.5 * (y1 - top):
            return True
    return False
