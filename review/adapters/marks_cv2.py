"""What a person drew, drawn on the picture: dark edge, light line, so that it reads on ice and on shirts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from review.adapters.stills_cv2 import GATE_COLOUR, plate, text_size
from review.core.arrays import Array
from review.core.drawings import Mark

__all__ = ["draw_marks"]

_DARK = (11, 13, 16)
INK = (255, 255, 255)


def draw_marks(rgb: Array, marks: Iterable[Mark]) -> Array:
    """The picture, (h, w, 3) uint8, with the marks on it: a new array."""
    canvas = np.ascontiguousarray(rgb).copy()
    size = text_size(canvas)
    for one in marks:
        if one.shape == "text":
            x, y = (round(value) for value in one.start_px)
            plate(canvas, one.words.strip(), (x, y), size, GATE_COLOUR)
            continue
        for colour, width in ((_DARK, size // 3 + 3), (INK, max(2, size // 5))):
            _stroke(canvas, one, colour, width, size)
    return canvas


def _stroke(canvas: Array, one: Mark, colour: Any, width: int, size: int) -> None:
    import cv2

    assert one.end_px is not None
    (x, y), (u, v) = (tuple(round(value) for value in point) for point in (one.start_px, one.end_px))
    if one.shape == "circle":
        radius = max(1, round(float(np.hypot(u - x, v - y))))
        cv2.circle(canvas, (x, y), radius, colour, width, cv2.LINE_AA)
        return
    length = max(1.0, float(np.hypot(u - x, v - y)))
    cv2.arrowedLine(canvas, (x, y), (u, v), colour, width, cv2.LINE_AA, 0, min(0.5, 1.6 * size / length))
