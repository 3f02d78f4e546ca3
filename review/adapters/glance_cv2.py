"""Glances taken with OpenCV."""

from __future__ import annotations

import numpy as np

from review.core.arrays import Array
from review.core.glances import CHROMA_CELLS, LUMA_CELLS

__all__ = ["glance"]


def glance(rgb: Array) -> tuple[Array, Array]:
    """Brightness (18, 32) and colour (9, 16, 2), uint8, of a picture: the mean of each cell."""
    import cv2

    rows, columns = LUMA_CELLS
    small = cv2.resize(np.ascontiguousarray(rgb), (columns, rows), interpolation=cv2.INTER_AREA)
    yuv = cv2.cvtColor(small, cv2.COLOR_RGB2YUV)
    colour = cv2.resize(yuv[:, :, 1:], CHROMA_CELLS[::-1], interpolation=cv2.INTER_AREA)
    return yuv[:, :, 0], colour
