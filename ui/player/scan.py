"""An interlaced frame as it can be looked at: made whole, as it is stored, or field by field."""

from __future__ import annotations

from typing import Literal

import numpy as np

from review.core.arrays import Array

__all__ = ["Scan", "bobbed", "woven"]

Scan = Literal["whole", "woven", "fields"]
"""Deinterlaced; both fields in their lines; one field at a time, its missing lines between its own."""


def bobbed(field: Array, height_px: int, *, top: bool) -> Array:
    """One field (h/2, w, 3) at the full height: its lines where they belong, means of both between.

    The (h, w, 3) uint8 result repeats the field's first or last line at the border without a neighbour.
    """
    whole = np.empty((height_px, *field.shape[1:]), np.uint8)
    start = 0 if top else 1
    whole[start::2] = field
    first, second = field[:-1].astype(np.uint16), field[1:]
    whole[start + 1 : start + 2 * len(field) - 2 : 2] = (first + second + 1) // 2
    whole[-1 if top else 0] = field[-1 if top else 0]
    return whole


def woven(first: Array, second: Array, *, top_first: bool) -> Array:
    """Both fields, each (h/2, w, 3) and the earlier first, in the lines in which they are stored."""
    whole = np.empty((len(first) + len(second), *first.shape[1:]), np.uint8)
    top, bottom = (first, second) if top_first else (second, first)
    whole[0::2], whole[1::2] = top, bottom
    return whole
