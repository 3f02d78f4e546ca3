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
from review.measure.project import Metres
from review.measure.scale import BodyScale

__all__ = ["GateSides", "Side", "feet_hidden", "hides_feet", "side_of_track"]

#: Thresholds in metres of picture height at the boards, from the line along the foot of the boards.
#: Boards are 1.07 m high (NHL rule 1.3: 42 in), so the visible part of a man behind them ends about a
#: metre above the line; a man astride hangs a skate half a metre above the ice (buf-edm, S2: 0.5 m).
OFF_ABOVE_M = 0.45
ON_BELOW_M = 0.20
#: Near boards (under the camera) hide a man on the ice behind them up to their top edge, 1.07 m high and seen
#: from above at some 30 degrees: men before them (bench, box) show more, men on the ice do not. Rendered:
#: lower edges at 0.88 to 1.0 m over the line on the ice, under 0.75 m off it.
NEAR_TOP_M = 0.90
NEAR_OFF_M = 0.15
NEAR_ON_M = 0.06
#: Behind the front rail at most this far up the picture; higher is the crowd.
BENCH_DEPTH_M = 3.0
#: How far beside the drawn ends a man still belongs to the gate.
END_SLACK_M = 0.8
EDGE_PX = 3
#: Hidden feet say nothing for men within this of the line, in picture metres; farther out is the ice.
HIDES_TO_M = 0.6


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
    distance_m : (n,) metres to the nearest point of the front, for men on the ice; low and high are its
        90 % band: the picture shows depth foreshortened by an angle that is known only roughly
    watched : (n,) bool, the gate was in the picture
    at_edge : (n,) bool, the box touches the picture's left, right or upper edge
    seen_from, seen_to : pts between which the gate is carried in this shot
    metres : distances by registration, NaN in rows that are not registered or whose feet are hidden; None
        where the gate has no place on the rink
    """

    gate: Gate
    side: Array
    depth_m: Array
    beside_m: Array
    along_m: Array
    distance_m: Array
    distance_low_m: Array
    distance_high_m: Array
    watched: Array
    at_edge: Array
    seen_from: int
    seen_to: int
    metres: Metres | None = None

    @property
    def near(self) -> Array:
        """(n,) bool: within the ends of the gate, and within arm's reach of the line."""
        result: Array = (self.beside_m <= END_SLACK_M) & (np.abs(self.depth_m) <= 1.2)
        return result


#: Horizontal metres from the main camera to the far boards, to the near ones: nearest, usual, farthest.
#: A rink is 26 to 30 m wide, and the camera stands in or above the stand behind the near boards.
TO_FAR_BOARDS_M = (32.0, 45.0, 60.0)
TO_NEAR_BOARDS_M = (6.0, 15.0, 30.0)
#: 90 % band of a picture distance along the boards, from the spread of body heights it is scaled by.
ALONG_ERROR_RATIO = 0.41
DEPTH_SEEN_RATIO = 0.3


def side_of_track(
    track: Track,
    view: GateView,
    *,
    scale: BodyScale,
    rows: Array,
    hidden: Array,
    size_px: tuple[int, int],
) -> GateSides:
    """Classify each row of a track against one carried gate.

    Parameters
    ----------
    rows : (n,) rows of `scale`; hidden : (n,) bool from `feet_hidden`

    Notes
    -----
    The foot is the anchor's: the box's bottom, or head or centre plus the body height expected there.
    A row is UNKNOWN where nearer men or the picture's edge hide the feet, or the gate was not carried. At
    near boards, which hide the feet anyway, `depth_m` counts from their top edge, and a man who is seen
    below it is off the ice however much of him is hidden.
    """
    at = np.clip(np.searchsorted(view.ordinal, track.ordinal), 0, len(view.ordinal) - 1)
    feet = _feet(track, view.gate, scale, rows)
    on_line_px, beside_px, along_px = _against_line(feet, view.points_px[at])
    ppm = scale.px_per_m(rows, on_line_px)
    ice_below = 1 if view.gate.off_side == "above" else -1
    depth = (feet[:, 1] - on_line_px) / ppm * ice_below
    if hides_feet(view.gate):
        depth = depth - NEAR_TOP_M
    beside = beside_px / ppm
    low, best, high = _distances(beside, depth, scale.camera_height_m(rows), view.gate)
    box = track.xyxy_px
    at_edge = (box[:, 0] <= EDGE_PX) | (box[:, 2] >= size_px[0] - EDGE_PX) | (box[:, 1] <= 0)
    seen = view.pts[view.seen_ratio > 0]
    seen_from, seen_to = (int(seen[0]), int(seen[-1])) if len(seen) else (0, -1)
    return GateSides(
        view.gate,
        _near_sides(depth, beside, hidden) if hides_feet(view.gate) else _sides(depth, beside, hidden),
        depth,
        beside,
        along_px / ppm,
        best,
        low,
        high,
        view.seen_ratio[at] > 0.5,
        at_edge,
        seen_from,
        seen_to,
    )


def _distances(beside: Array, depth: Array, camera_m: Array, gate: Gate) -> tuple[Array, Array, Array]:
    """Low, best and high metres from the front, depth undone by the camera's angle above the ice."""
    away = TO_FAR_BOARDS_M if gate.off_side == "above" else TO_NEAR_BOARDS_M
    out = np.maximum(0.0, depth)
    near, usual, far = (np.hypot(camera_m, d) / camera_m for d in away)
    low = np.hypot(beside * (1 - ALONG_ERROR_RATIO), out * near * (1 - ALONG_ERROR_RATIO))
    high = np.hypot(beside * (1 + ALONG_ERROR_RATIO), out * far * (1 + ALONG_ERROR_RATIO))
    return low, np.hypot(beside, out * usual), high


def _feet(track: Track, gate: Gate, scale: BodyScale, rows: Array) -> Array:
    box = track.xyxy_px.astype(np.float64)
    x = (box[:, 0] + box[:, 2]) / 2
    if gate.anchor == "foot":
        return np.column_stack([x, box[:, 3]])
    body = scale.body_px(rows, box[:, 3])
    if gate.anchor == "head":
        return np.column_stack([x, box[:, 1] + body])
    return np.column_stack([x, (box[:, 1] + box[:, 3]) / 2 + body / 2])


def _against_line(feet: Array, lines: Array) -> tuple[Array, Array, Array]:
    """Feet (n, 2) against polylines (n, k, 2), one each; all px.

    Returns
    -------
    The line's row under each foot (its end segments prolonged), how far beyond the nearer end the foot is
    (0 within), and its place along the line from the left end. NaN where the line is not known.
    """
    order = np.argsort(lines[:, :, 0], axis=1)
    lines = np.take_along_axis(lines, order[:, :, None], axis=1)
    xs, ys = lines[:, :, 0], lines[:, :, 1]
    x = feet[:, 0]
    segment = np.clip((x[:, None] >= xs[:, 1:-1]).sum(axis=1), 0, xs.shape[1] - 2)
    n = np.arange(len(x))
    x0, x1, y0, y1 = xs[n, segment], xs[n, segment + 1], ys[n, segment], ys[n, segment + 1]
    on_line = y0 + (y1 - y0) / np.maximum(1e-6, x1 - x0) * (x - x0)
    beside = np.maximum(0.0, np.maximum(xs[:, 0] - x, x - xs[:, -1]))
    return on_line, beside, x - xs[:, 0]


def _sides(depth: Array, beside: Array, hidden: Array) -> Array:
    side = np.full(len(depth), Side.UNKNOWN, dtype=np.int8)
    known = np.isfinite(depth)
    within = known & (beside <= END_SLACK_M)
    side[known & (depth >= -ON_BELOW_M)] = Side.ON
    side[within & (depth < -ON_BELOW_M) & (depth > -OFF_ABOVE_M)] = Side.ASTRIDE
    side[within & (depth <= -OFF_ABOVE_M) & (depth >= -BENCH_DEPTH_M)] = Side.OFF
    side[hidden & (depth < HIDES_TO_M)] = Side.UNKNOWN
    return side


def _near_sides(depth: Array, beside: Array, hidden: Array) -> Array:
    side = np.full(len(depth), Side.UNKNOWN, dtype=np.int8)
    known = np.isfinite(depth)
    within = known & (beside <= END_SLACK_M)
    side[known & (depth >= -NEAR_ON_M)] = Side.ON
    side[hidden & (depth < HIDES_TO_M)] = Side.UNKNOWN
    side[within & (depth < -NEAR_ON_M) & (depth > -NEAR_OFF_M)] = Side.ASTRIDE
    side[within & (depth <= -NEAR_OFF_M) & (depth >= -BENCH_DEPTH_M)] = Side.OFF
    return side


def hides_feet(gate: Gate) -> bool:
    """Whether the boards before the gate stand between the camera and the ice behind them."""
    return gate.off_side == "below" and gate.anchor == "foot"


def feet_hidden(track: Track, looked: Mapping[int, Detections], picture_h_px: int) -> Array:
    """(n,) bool: another man, nearer the camera, or the lower edge covers the lower third of the box.

    `looked` maps an ordinal to everybody seen in that frame.
    """
    box = track.xyxy_px.astype(np.float64)
    hidden = box[:, 3] >= picture_h_px - 2
    for i, (x0, y0, x1, y1) in enumerate(box):
        others = looked[int(track.ordinal[i])].xyxy_px
        top = y1 - (y1 - y0) / 3
        width = np.minimum(x1, others[:, 2]) - np.maximum(x0, others[:, 0])
        height = np.minimum(y1, others[:, 3]) - np.maximum(top, others[:, 1])
        nearer = others[:, 3] > y1 + 0.12 * (y1 - y0)
        nearer[int(track.detection[i])] = False
        hidden[i] |= bool((nearer & (width > 0.45 * (x1 - x0)) & (height > 0.5 * (y1 - top))).any())
    return hidden
