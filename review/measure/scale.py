"""How many pixels a metre takes at a height in the picture, learnt from the people standing there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.detections import STAFF, Detections
from review.measure.teams import ICE

__all__ = ["BODY_M", "BodyScale", "fit_body_scale"]

#: Mean height of a boxed skater on his skates, crouch included. A standing man measures 75 to 80 px where
#: a metre takes 38 to 40 px (labels of buf-edm): 1.95 m; skating men stoop to 85 to 90 % of that.
BODY_M = 1.72
#: Share by which a single body's height strays from the mean (standing against bent): one sigma.
BODY_SPREAD_RATIO = 0.15
WINDOW_S = 2.0
MIN_BODIES = 12
#: Share of ice below a box from which on a body counts as standing on it: men behind boards show half a body.
ON_ICE_RATIO = 0.5


@dataclass(frozen=True, slots=True)
class BodyScale:
    """Body height as a line of the foot's row, one line a looked frame: height_px = slope * y_px + offset_px.

    Attributes
    ----------
    time_s : (n,) float64; slope, offset_px : (n,) float64, NaN where too few people were seen
    """

    time_s: Array
    slope: Array
    offset_px: Array

    def body_px(self, row: Array | int, y_px: Array | float) -> Array:
        """Expected body height in px with feet at `y_px` in looked frame `row`; NaN where unknown."""
        height = self.slope[row] * np.asarray(y_px, dtype=np.float64) + self.offset_px[row]
        result: Array = np.where(height > 4, height, np.nan)
        return result

    def camera_height_m(self, row: Array | int) -> Array:
        """Height of the camera over the ice, in `row`: body height by what a row of picture adds to it.

        A body at distance D shows BODY_M * f / D px, and stands height * f / D px below the horizon: their
        ratio, the slope, is BODY_M over the camera's height. Kept within 5 to 25 m; 14 where unknown.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            height = BODY_M / np.asarray(self.slope[row], dtype=np.float64)
        result: Array = np.clip(np.where(np.isfinite(height), height, 14.0), 5.0, 25.0)
        return result

    def px_per_m(self, row: Array | int, y_px: Array | float) -> Array:
        """Vertical pixels a metre with feet at `y_px` in looked frame `row`."""
        result: Array = self.body_px(row, y_px) / BODY_M
        return result


def fit_body_scale(times_s: Sequence[float], detections: Sequence[Detections]) -> BodyScale:
    """Fit body height against foot row over windows of ±2 s within one shot.

    Far men are small and near men large; on flat ice under a level camera height grows linearly
    with the foot's row below the horizon. Men with ice under
    their feet teach it, where looks tell; the fit is robust (iteratively re-weighted): men fall and hide.
    """
    time_s = np.asarray(times_s, dtype=np.float64)
    rows = [_bodies(d) for d in detections]
    slope = np.full(len(time_s), np.nan)
    offset = np.full(len(time_s), np.nan)
    step = max(1, len(time_s) // max(1, int(np.ceil(_span(time_s) * 4))))
    for i in range(0, len(time_s), step):
        lo, hi = np.searchsorted(time_s, [time_s[i] - WINDOW_S, time_s[i] + WINDOW_S + 1e-9])
        points = np.concatenate(rows[lo:hi]) if hi > lo else np.zeros((0, 2))
        slope[i : i + step], offset[i : i + step] = _robust_line(points)
    return BodyScale(time_s, slope, offset)


def _span(time_s: Array) -> float:
    return float(time_s[-1] - time_s[0]) if len(time_s) else 0.0


def _bodies(found: Detections) -> Array:
    box = found.xyxy_px
    keep = (found.conf >= 0.35) & (found.class_id != STAFF)
    if found.look is not None and found.look.shape[1] > ICE:
        keep &= found.look[:, ICE] >= ON_ICE_RATIO
    return np.column_stack([box[keep, 3], box[keep, 3] - box[keep, 1]]).astype(np.float64)


def _robust_line(points: Array) -> tuple[float, float]:
    if len(points) < MIN_BODIES:
        return float("nan"), float("nan")
    y, height = points[:, 0], points[:, 1]
    spread = float(np.ptp(np.percentile(y, [5, 95])))
    if spread < 2 * float(np.median(height)):
        return 0.0, float(np.median(height))
    design = np.column_stack([y, np.ones_like(y)])
    weight = np.ones_like(y)
    line = np.zeros(2)
    for _ in range(12):
        line = np.linalg.lstsq(design * weight[:, None], height * weight, rcond=None)[0]
        share = (height - design @ line) / np.maximum(8.0, np.abs(design @ line))
        weight = 1.0 / np.maximum(1.0, np.abs(share) / BODY_SPREAD_RATIO)
    if line[0] < 0:
        return 0.0, float(np.median(height))
    return float(line[0]), float(line[1])
