"""Arithmetic on boxes x1 y1 x2 y2 in pixels."""

from __future__ import annotations

import numpy as np

from review.core.arrays import Array

__all__ = ["area", "inside", "iou", "overlap"]


def area(xyxy_px: Array) -> Array:
    """(n,) square pixels; 0 for a box turned inside out."""
    sides = np.clip(xyxy_px[:, 2:] - xyxy_px[:, :2], 0, None)
    result: Array = sides[:, 0] * sides[:, 1]
    return result


def overlap(a: Array, b: Array) -> Array:
    """(n, m) square pixels that each box of `a` (n, 4) shares with each of `b` (m, 4)."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    sides = np.clip(high - low, 0, None)
    result: Array = sides[..., 0] * sides[..., 1]
    return result


def iou(a: Array, b: Array) -> Array:
    """(n, m) intersection over union; 0 where both boxes are empty.

    >>> iou(np.array([[0, 0, 10, 10.0]]), np.array([[5, 0, 15, 10.0]])).round(3).tolist()
    [[0.333]]
    """
    shared = overlap(a, b)
    union = area(a)[:, None] + area(b)[None, :] - shared
    result: Array = shared / np.maximum(union, np.finfo(float).tiny)
    return result


def inside(a: Array, b: Array) -> Array:
    """(n, m) share of each box of `a` that lies inside each of `b`; 0 for an empty box.

    >>> inside(np.array([[0, 0, 10, 10.0]]), np.array([[5, 0, 15, 10.0]])).tolist()
    [[0.5]]
    """
    result: Array = overlap(a, b) / np.maximum(area(a)[:, None], np.finfo(float).tiny)
    return result
