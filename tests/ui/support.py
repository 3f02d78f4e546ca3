"""Clips whose pictures say which frame they are, and doors onto them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from review.adapters.read_pyav import open_tape
from review.adapters.store_sqlite import SqliteStore
from review.core.arrays import Array
from review.ports.store import Store
from review.testing.builders import tracks
from review.testing.whole import whole_judgement
from review.wiring.office import following_of
from ui.desk import CASE_ENDING, Desk, Doors

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


def open_case(path: Path) -> Store:
    """Read a case as the window does."""
    return SqliteStore.open(path, create=False, readonly=True)


def doors() -> Doors:
    """The product's own reader and store; no sample."""
    return Doors(open_tape, open_case, lambda tape: tape.with_suffix(CASE_ENDING), lambda: None, following_of)


def make_case(clip: Path) -> Path:
    """A complete small judgement over `clip`, with tracks and one gate line in frames 95 to 130."""
    path = clip.with_suffix(CASE_ENDING)
    reader = open_tape(clip)
    store = SqliteStore.open(path, create=True, readonly=False)
    try:
        store.put_tape(reader.tape)
        store.put_judgement(replace(whole_judgement(), tape=reader.tape), tracks(), "inputs")
        lines = np.tile(np.array([[20.0, 40.0], [120.0, 44.0]]), (36, 1, 1))
        store.put_gate_lines(range(95, 131), {"EDM-bench": lines})
    finally:
        store.close()
        reader.close()
    return path


def opened(qtbot: QtBot, desk: Desk, path: Path) -> None:
    """Open and wait until the first frame is on screen, and the case read where there is one."""
    desk.open(path)
    qtbot.waitUntil(lambda: desk.now.shown is not None, timeout=20000)
    if desk.now.case_path is not None:
        qtbot.waitUntil(lambda: desk.now.judgement is not None, timeout=20000)


def arrived(qtbot: QtBot, desk: Desk) -> int:
    """Wait until the wished frame is on screen; its ordinal."""

    def there() -> bool:
        return desk.now.shown is not None and desk.now.shown.ordinal == desk.now.wanted

    qtbot.waitUntil(there, timeout=20000)
    assert desk.now.shown is not None
    return desk.now.shown.ordinal
