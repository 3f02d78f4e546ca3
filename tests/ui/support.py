"""Clips whose pictures say which frame they are, and doors onto them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PySide6.QtGui import QColor, QImage

from review.core.arrays import Array

BITS = 12
CELL_PX = 16
SIZE_PX = (256, 96)
RATE = Fraction(30000, 1001)


def counter_picture(number: int) -> Array:
    """A picture with `number` in its top row, one white or black cell a bit."""
    picture = np.full((SIZE_PX[1], SIZE_PX[0], 3), 90, np.uint8)
    for bit in range(BITS):
        value = 255 if number >> bit & 1 else 0
        picture[8 : 8 + 2 * CELL_PX, bit * CELL_PX : (bit + 1) * CELL_PX] = value
    return picture


def counter_read(image: QImage) -> int:
    """The number in a picture's pixels."""
    centres = ((bit, QColor(image.pixel(bit * CELL_PX + 8, 8 + CELL_PX))) for bit in range(BITS))
    return sum(1 << bit for bit, colour in centres if colour.lightness() > 127)


def make_clip(path: Path, frames: int, *, gop: int = 24, b_frames: int = 2) -> Path:
    """An H.264 clip with reordered frames whose n-th picture says n; pts start at a second, not at 0."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE)
        stream.width, stream.height = SIZE_PX
        stream.pix_fmt = "yuv420p"
        stream.codec_context.gop_size = gop
        stream.codec_context.max_b_frames = b_frames
        stream.codec_context.options = {"sc_threshold": "0", "preset": "ultrafast", "crf": "18"}
        stream.codec_context.time_base = 1 / RATE
        for number in range(frames):
            frame = av.VideoFrame.from_ndarray(counter_picture(number), format="rgb24")
            frame.pts, frame.time_base = number, 1 / RATE
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path
