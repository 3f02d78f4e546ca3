"""The part of a man's box in which a number on his back lies, as the number reader is given it."""

from __future__ import annotations

import cv2
import numpy as np

from review.core.arrays import Array

__all__ = ["GREY", "WINDOW_PX", "number_window"]

WINDOW_PX = (80, 64)
TALL_SHARE = 0.62  # of a box's height from its top: head to hem
GREY = 114


def number_window(rgb: Array, xyxy_px: Array) -> Array | None:
    """(64, 80, 3) uint8 upper part of a box in a picture (h, w, 3), undistorted, grey where the box ends.

    None where less than 8 by 8 px of the box lies in the picture.
    """
    x0, y0, x1, y1 = np.asarray(xyxy_px, np.float64)
    wide, tall = WINDOW_PX
    scale = min(tall / (TALL_SHARE * (y1 - y0)), wide / (x1 - x0))
    left, top = max(0, round(x0)), max(0, round(y0))
    part = rgb[top : max(top, round(y0 + tall / scale)), left : max(left, round(x1))]
    part = part[: max(0, round(y1) - top)]
    if part.shape[0] < 8 or part.shape[1] < 8:
        return None
    size = (min(wide, max(1, round(part.shape[1] * scale))), min(tall, max(1, round(part.shape[0] * scale))))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    fitted = cv2.resize(np.ascontiguousarray(part), size, interpolation=how)
    window = np.full((tall, wide, 3), GREY, np.uint8)
    across = min(max(0, round(wide / 2 + (left - (x0 + x1) / 2) * scale)), wide - size[0])
    down = min(max(0, round((top - y0) * scale)), tall - size[1])
    window[down : down + size[1], across : across + size[0]] = fitted
    return window
