"""Rink lines by colour and by thin dark ridges (OpenCV): paint under the ice, and the kick plate.

Everything is relative to the ice around it, in CIE Lab: lighting, grading and the ice's own tint differ from
arena to arena, but red paint is redder than the ice beside it and blue paint bluer.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from review.core.arrays import Array
from review.core.registration import LineEvidence, PictureShape
from review.core.rink import LineKind

__all__ = ["ColourLines"]

WIDTH_PX = 640
ICE_DROP = 45  # L below the ice's own level that still is ice
ICE_CHROMA = 11.0
DARK = -75.0  # L against the ice nearby: people, sticks, posts; paint under ice is milky
LEAST_ICE_RATIO = 0.12


@dataclass(frozen=True, slots=True)
class _Ice:
    """Where the ice is, and each pixel's colour against the ice around it (float32, as OpenCV's Lab)."""

    raw: Array  # bool: pixels that look like bare ice
    region: Array  # uint8: the sheet, holes filled
    free: Array  # bool: neither people nor graphics
    L: Array
    a: Array
    b: Array
    ground: tuple[Array, Array, Array]
    tint: tuple[float, float]
    scale_ratio: float  # working pixels a pixel of a 960 picture


class ColourLines:
    """A `LineFinder` that needs no weights."""

    def __init__(self, *, width_px: int = WIDTH_PX) -> None:
        self._width_px = width_px

    def find(
        self,
        rgb: Array,
        people_xyxy_px: Array,
        graphics_mask: Array | None,
        *,
        pixel_aspect_ratio: float = 1.0,
    ) -> LineEvidence | None:
        """Evidence in pixels of the picture; None where hardly any ice is seen."""
        height, width = rgb.shape[:2]
        shape = PictureShape(width, height, pixel_aspect_ratio)
        small = _square_pixels(rgb, shape, self._width_px)
        ice = _find_ice(small, _free(small.shape, shape, people_xyxy_px, graphics_mask))
        if ice is None:
            return None
        boards, kick_ratio = _kick_plate(ice)
        ice = _below_boards(ice, boards)
        inner = _inner(ice)
        red, blue = _wide_lines(ice, inner)
        thin = _thin_lines(ice, inner & ~blue)
        found: dict[LineKind, Array] = {"red": red, "blue": blue, "thin": thin}
        scale = np.array([width / small.shape[1], height / small.shape[0]])
        points = {kind: _centres(mask) * scale for kind, mask in found.items()}
        points["boards"] = (boards + 0.5) * scale
        on, off = _places(ice, boards)
        return LineEvidence(
            shape, points, on * scale, off * scale, ice.region > 0, kick_ratio, float(ice.region.mean())
        )


def _square_pixels(rgb: Array, shape: PictureShape, width_px: int) -> Array:
    height = round(width_px * shape.half_height)
    shrinks = rgb.shape[1] > width_px or rgb.shape[0] > height
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    small: Array = cv2.resize(rgb, (width_px, height), interpolation=how)
    return small


def _free(size: tuple[int, ...], shape: PictureShape, people: Array, graphics: Array | None) -> Array:
    """(h, w) bool: pixels that are neither a person's nor a graphic's."""
    height, width = size[:2]
    free = np.ones((height, width), np.uint8)
    if graphics is not None and graphics.size:
        mask = cv2.resize(np.asarray(graphics, np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
        free[cv2.dilate(mask, np.ones((5, 5), np.uint8)) > 0] = 0
    scale = [width / shape.width_px, height / shape.height_px] * 2
    for x0, y0, x1, y1 in np.asarray(people, np.float64).reshape(-1, 4) * scale:
        free[max(0, int(y0) - 1) : int(y1) + 3, max(0, int(x0) - 2) : int(x1) + 3] = 0
    return free > 0


def _find_ice(rgb: Array, free: Array) -> _Ice | None:
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    L, a, b = (channel.astype(np.float32) for channel in cv2.split(lab))
    scale = rgb.shape[1] / 960
    level = _ice_level(lab[..., 0])
    near = np.abs(L - level) < 25
    if not near.any():
        return None
    tint = float(np.median(a[near])), float(np.median(b[near]))
    chroma = np.maximum(np.abs(a - tint[0]), np.abs(b - tint[1]))
    raw = ((level - ICE_DROP < L) & (chroma < ICE_CHROMA)).astype(np.uint8)
    region = _largest(_closed(raw, scale))
    if region is None or region.mean() < LEAST_ICE_RATIO:
        return None
    bare = (raw > 0) & free
    ground = _ground(bare, (L, a, b), scale)
    return _Ice(raw > 0, region, free, L, a, b, ground, tint, scale)


def _ice_level(L: Array) -> float:
    """The brightest broad peak of lightness."""
    counts = cv2.calcHist([L], [0], None, [256], [0, 256]).ravel()
    smooth = np.convolve(counts, np.ones(9) / 9, "same")
    return float(100 + np.argmax(smooth[100:]))


def _closed(raw: Array, scale: float) -> Array:
    """Specks off, then lines and people closed over."""
    small = cv2.morphologyEx(raw, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    n = 2 * max(2, round(9 * scale)) + 1
    closed: Array = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((n, n), np.uint8))
    return closed


def _largest(mask: Array) -> Array | None:
    """The largest connected part, uint8, its holes filled."""
    count, label, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    if count < 2:
        return None
    part = (label == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))).astype(np.uint8)
    outside = np.pad(1 - part, 1, constant_values=1)
    cv2.floodFill(outside, None, (0, 0), 2)
    filled: Array = (outside[1:-1, 1:-1] != 2).astype(np.uint8)
    return filled


def _ground(bare: Array, channels: tuple[Array, ...], scale: float) -> tuple[Array, Array, Array]:
    """The bare ice's colour around each pixel."""
    n = round(61 * scale) | 1
    weight = bare.astype(np.float32)
    total = cv2.blur(weight, (n, n)) + 1e-3
    L, a, b = (cv2.blur(channel * weight, (n, n)) / total for channel in channels)
    return L, a, b


def _kick_plate(ice: _Ice) -> tuple[Array, float]:
    """Foot of the far boards, working pixels (n, 2), and the share of columns that show a coloured plate.

    The plate is yellow or, in some arenas, blue: the lowest such pixel of a column with ice right under it.
    """
    da, db = ice.a - ice.tint[0], ice.b - ice.tint[1]
    yellow = (db > 28) & (da > -14) & (da < 40) & (ice.L > 70)
    best = _plate_edge(yellow, ice)
    if len(best) < 0.12 * ice.L.shape[1]:
        other = _plate_edge(_bands((db < -20) & (da < 34) & (ice.L > 35), ice.scale_ratio), ice)
        best = other if len(other) > len(best) else best
    return best, 2 * len(best) / ice.L.shape[1]


def _bands(mask: Array, scale: float) -> Array:
    """The low, wide parts of a mask: a plate's stretches, not lines that run down the picture, nor signs."""
    tall = np.ones((max(3, round(16 * scale)), 1), np.uint8)
    low = mask & (cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, tall) == 0)
    _, label, stats, _ = cv2.connectedComponentsWithStats(low.astype(np.uint8), connectivity=8)
    wide, high = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    keep = (wide > 36 * scale) & (wide > 4 * high)
    keep[0] = False
    result: Array = keep[label]
    return result


def _plate_edge(colour: Array, ice: _Ice) -> Array:
    """Every second column's lowest pixel of this colour that has ice under it, where neighbours agree."""
    wide = np.ones((3, round(9 * ice.scale_ratio) | 1), np.uint8)
    mask = cv2.morphologyEx(colour.astype(np.uint8), cv2.MORPH_CLOSE, wide) > 0
    below = np.zeros_like(mask)
    step = max(2, round(6 * ice.scale_ratio))
    below[:-step] = ice.region[step:] > 0
    edge = mask & below & ice.free
    edge[:-1] &= ~mask[1:]
    rows = np.where(edge.any(axis=0), edge.argmax(axis=0), -1)
    columns = np.flatnonzero(rows >= 0)
    columns = columns[columns % 2 == 0]
    if len(columns) < 20:
        return np.zeros((0, 2))
    points = np.column_stack([columns, rows[columns] + 0.5]).astype(np.float64)
    return points[np.abs(points[:, 1] - _running_median(points[:, 1], 31)) < 6 * ice.scale_ratio]


def _top(region: Array) -> Array:
    """(w,) first row of the sheet in each column; the height where it has none."""
    result: Array = np.where(region.any(axis=0), region.argmax(axis=0), len(region))
    return result


def _running_median(values: Array, n: int) -> Array:
    padded = np.pad(values, n // 2, mode="edge")
    result: Array = np.median(np.lib.stride_tricks.sliding_window_view(padded, n), axis=1)
    return result


def _below_boards(ice: _Ice, boards: Array) -> _Ice:
    """The sheet without what lies above the foot of the boards: white boards look like ice."""
    if len(boards) < 40 * ice.scale_ratio:
        return ice
    height, width = ice.region.shape
    edge = np.interp(np.arange(width), boards[:, 0], boards[:, 1], left=0, right=0)
    keep = np.arange(height)[:, None] > edge[None] + 3 * ice.scale_ratio
    return _Ice(
        ice.raw,
        ice.region * keep.astype(np.uint8),
        ice.free,
        ice.L,
        ice.a,
        ice.b,
        ice.ground,
        ice.tint,
        ice.scale_ratio,
    )


def _inner(ice: _Ice) -> Array:
    """(h, w) bool: ice away from the sheet's rim, from people and from dark things."""
    rim = round(3 * ice.scale_ratio) * 2 + 1
    deep = cv2.erode(ice.region, np.ones((rim, rim), np.uint8)) > 0
    dL, db = ice.L - ice.ground[0], ice.b - ice.ground[2]
    dark = (dL < DARK) & ~((np.abs(db) > 14) & (dL > -115))
    near_dark = cv2.dilate(dark.astype(np.uint8), np.ones((rim, rim), np.uint8)) > 0
    result: Array = deep & ice.free & ~near_dark
    return result


def _wide_lines(ice: _Ice, inner: Array) -> tuple[Array, Array]:
    """(h, w) bool each: red paint and blue paint in parts as thick as lines are."""
    dL, da, db = (
        cv2.GaussianBlur(own, (3, 3), 0.8) - around
        for own, around in zip((ice.L, ice.a, ice.b), ice.ground, strict=True)
    )
    bare = inner & ice.raw
    spread_a, spread_b = _spread(da, bare), _spread(db, bare)
    red = inner & (da > np.clip(4.5 * spread_a, 3.0, 6.0)) & (db > -6) & (dL > -110)
    blue = inner & (db < -np.clip(4.5 * spread_b, 3.5, 7.0)) & (da > -6) & (da < 22) & (dL > -115)
    long_px = 14 * ice.scale_ratio
    return _line_like(red, 28 * ice.scale_ratio, long_px), _line_like(blue, 52 * ice.scale_ratio, long_px)


def _thin_lines(ice: _Ice, inner: Array) -> Array:
    """(h, w) bool: ridges darker or redder than the ice on both sides, long and thin."""
    darkness = ice.L - 2 * ice.a
    around = ice.ground[0] - 2 * ice.ground[1]
    darkness = np.where(inner, darkness, around).astype(np.float32)
    ridge = cv2.GaussianBlur(darkness, (0, 0), 1.1 * ice.scale_ratio) - cv2.GaussianBlur(
        darkness, (0, 0), 4 * ice.scale_ratio
    )
    mask = inner & (ridge < -3 * _spread(ridge, inner & ice.raw))
    _, label, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    length = np.hypot(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    thin = stats[:, cv2.CC_STAT_AREA] / np.maximum(length, 1) < 6 * ice.scale_ratio
    keep = (length > 22 * ice.scale_ratio) & thin
    keep[0] = False
    result: Array = keep[label]
    return result


def _spread(values: Array, where: Array) -> float:
    """One sigma of `values` over a sample of bare ice, robustly."""
    sample = values[where][::7]
    return 1.48 * float(np.median(np.abs(sample))) + 0.25 if len(sample) > 50 else 2.0


def _line_like(mask: Array, thickest_px: float, shortest_px: float) -> Array:
    """Parts no thicker than this (badges and shirts are) and no shorter than that."""
    mask8 = mask.astype(np.uint8)
    core = cv2.distanceTransform(mask8, cv2.DIST_L2, 3) > thickest_px / 2
    if core.any():
        near_core = cv2.distanceTransform((~core).astype(np.uint8), cv2.DIST_L2, 3) < thickest_px / 2 + 2
        mask8[near_core] = 0
    _, label, stats, _ = cv2.connectedComponentsWithStats(mask8, connectivity=8)
    keep = np.hypot(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) > shortest_px
    keep[0] = False
    result: Array = keep[label]
    return result


def _centres(mask: Array) -> Array:
    """(n, 2) middles of the pixels set, working pixels."""
    rows, columns = np.nonzero(mask)
    return np.column_stack([columns, rows]) + 0.5


def _places(ice: _Ice, boards: Array) -> tuple[Array, Array]:
    """Points spread over the picture, working pixels: those on the ice, and those over the far boards."""
    height, width = ice.region.shape
    x, y = np.meshgrid(np.arange(width / 32, width, width / 16), np.arange(height / 18, height, height / 9))
    grid = np.column_stack([x.ravel(), y.ravel()])
    columns, rows = grid.astype(int).T
    top = _top(ice.region)[columns]
    over = grid[:, 1] < top - 4
    if len(boards) > 30:
        edge = np.interp(grid[:, 0], boards[:, 0], boards[:, 1], left=-1, right=-1)
        over |= grid[:, 1] < edge - 3
    on = (ice.region[rows, columns] > 0) & ~over
    return grid[on], grid[over]
