"""Boxes of words in a picture: of part of a line, its middle, with room around it, and what it holds."""

from __future__ import annotations

import numpy as np

from review.adapters.ocr_rapidocr import Line
from review.core.arrays import Array

__all__ = ["Box", "cut", "middle", "padded", "part", "tight"]

Box = tuple[int, int, int, int]  # left, top, right, bottom, px
PAD = 0.22  # of the text's height, around it


def part(line: Line, start: int, end: int) -> Array:
    """The box (4,) that characters ``start`` to ``end`` of a line take up."""
    left, top, right, bottom = line.box_px
    at = line.words.at
    half = 0.5 * (at[-1] - at[0]) / (len(at) - 1) if len(at) > 1 else 0.5
    low = max(0.0, at[start] - half) if start else 0.0
    high = min(1.0, at[end - 1] + half) if end < len(at) else 1.0
    return np.array([left + low * (right - left), top, left + high * (right - left), bottom])


def middle(box: Array) -> Array:
    """The middle (2,) of a box (4,)."""
    return np.asarray((box[:2] + box[2:]) / 2)


def padded(box: Array, shape: tuple[int, ...]) -> Box:
    """A box (4,) with room around it, inside a picture of ``shape``."""
    pad = PAD * float(box[3] - box[1])
    h, w = shape[:2]
    return (
        max(0, round(box[0] - pad)), max(0, round(box[1] - pad / 2)),
        min(w, round(box[2] + pad)), min(h, round(box[3] + pad / 2)),
    )  # fmt: skip


def tight(box: Array) -> Box:
    """A box (4,) in whole px without more room: what stands beside it is not part of it."""
    left, top, right, bottom = (round(float(v)) for v in box)
    return (max(0, left), max(0, top), right, bottom)


def cut(rgb: Array, box: Box) -> Array:
    """The part of a picture (h, w, 3) that lies in a box."""
    left, top, right, bottom = box
    return rgb[top:bottom, left:right]
