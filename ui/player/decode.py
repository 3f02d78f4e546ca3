"""The decode thread: one reader, one stream, a bounded cache; the newest wish is served first."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QThread, Signal
from PySide6.QtGui import QImage

from review.core.errors import ReviewError
from review.core.tape import Frame, PacketIndex, Tape
from review.ports.reader import Reader
from ui.player.cache import FrameCache
from ui.session import Stamp, Trouble

__all__ = ["FrameServer", "Opened", "Picture", "picture_of"]

BUDGET_BYTES = 320 * 2**20
AHEAD_FRAMES = 12
PATIENCE_S = 0.15  # a fetch older than this gives way to a newer wish


@dataclass(frozen=True, slots=True)
class Picture:
    """One decoded frame, ready to draw: the stamp is the frame's own."""

    stamp: Stamp
    image: QImage


@dataclass(frozen=True, slots=True)
class Opened:
    """A tape that could be opened."""

    tape: Tape
    index: PacketIndex


def picture_of(frame: Frame) -> Picture:
    """Convert for drawing; the image owns its memory."""
    rgb = np.ascontiguousarray(frame.rgb)
    height, width = rgb.shape[:2]
    view = QImage(rgb.data, width, height, rgb.strides[0], QImage.Format.Format_RGB888)
    return Picture(Stamp(frame.ordinal, frame.time), view.convertToFormat(QImage.Format.Format_RGB32))


class FrameServer(QThread):
    """Serves exact frames of one tape. Signals arrive in the receiver's own thread.

    `opened` and `failed` answer the opening; `ready` brings a `Picture` for the newest wish;
    `missing` says which wished frame cannot be decoded, and why.
    """

    opened = Signal(object)
    failed = Signal(object)
    ready = Signal(object)
    missing = Signal(int, str)

    def __init__(
        self,
        path: Path,
        open_reader: Callable[[Path], Reader],
        *,
        budget_bytes: int = BUDGET_BYTES,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._path = path
        self._open_reader = open_reader
        self._turn = threading.Condition()
        self._wish: int | None = None
        self._serial = 0
        self._ended = False
        self._may_give_way = True
        self._stream: Iterator[Frame] | None = None
        self._next = -1
        self.cache: FrameCache[Frame | Picture] = FrameCache(budget_bytes)

    def want(self, ordinal: int) -> None:
        """Wish for a frame; an earlier wish not yet served is forgotten."""
        with self._turn:
            self._wish = ordinal
            self._serial += 1
            self._turn.notify()

    def end(self) -> None:
        """Ask the thread to close the tape and end; `wait` waits for it."""
        with self._turn:
            self._ended = True
            self._turn.notify()

    def run(self) -> None:
        """The thread's own work; not called by others."""
        try:
            reader = self._open_reader(self._path)
        except ReviewError as error:
            self.failed.emit(Trouble(error.cause, error.remedy, details=repr(error)))
            return
        try:
            self.opened.emit(Opened(reader.tape, reader.index))
            self._serve(reader)
        finally:
            self._drop_stream()
            reader.close()

    def _serve(self, reader: Reader) -> None:
        served, ahead_of = 0, -1
        while True:
            with self._turn:
                idle = self._ahead(reader, ahead_of) is None
                if not self._ended and self._serial == served and idle:
                    self._turn.wait()
                if self._ended:
                    return
                wish, serial = self._wish, self._serial
            if wish is not None and serial != served:
                if self._answer(reader, wish, serial):
                    served = serial
                ahead_of = wish
            else:
                self._read_ahead(reader, ahead_of)

    def _ahead(self, reader: Reader, ordinal: int) -> int | None:
        """The next frame worth decoding while nobody waits, None where there is none."""
        if ordinal < 0 or self._stream is None:
            return None
        count = min(AHEAD_FRAMES, len(reader.index) - 1 - ordinal)
        missing = self.cache.first_missing(ordinal + 1, max(0, count))
        return missing if missing is not None and missing == self._next else None

    def _read_ahead(self, reader: Reader, ordinal: int) -> None:
        try:
            self._pull(reader, ordinal)
        except ReviewError:
            self._drop_stream()  # told when somebody asks for the frame itself

    def _answer(self, reader: Reader, wish: int, serial: int) -> bool:
        """Serve one wish; False where a newer one came first and this one was given up."""
        try:
            if wish not in self.cache and not self._fetch(reader, wish, serial):
                return False
            held = self.cache.get(wish) or reader.frame(wish)  # says why where it cannot
        except ReviewError as error:
            self._drop_stream()
            self.missing.emit(wish, error.cause)
            return True
        if isinstance(held, Frame):
            held = picture_of(held)
            self.cache.put(wish, held, size_bytes=held.image.sizeInBytes(), around=wish)
        self.ready.emit(held)
        return True

    def _fetch(self, reader: Reader, wish: int, serial: int) -> bool:
        """Decode up to `wish` from the stream at hand or from the keyframe before it."""
        key = self._key_before(reader, wish)
        if self._stream is None or not key <= self._next <= wish:
            self._drop_stream()
            self._stream = reader.frames(key)
            self._next = key
        began = clock.monotonic()
        while self._stream is not None and self._next <= wish:
            self._pull(reader, wish)
            if self._ended:
                return False
            late = clock.monotonic() - began > PATIENCE_S
            if late and self._may_give_way and self._serial != serial:
                self._may_give_way = False
                return False
        self._may_give_way = True
        return True

    def _pull(self, reader: Reader, around: int) -> None:
        """Take one frame off the stream into the cache."""
        frame = next(self._stream, None) if self._stream is not None else None
        if frame is None:
            self._drop_stream()
            return
        width, height = frame.size_px
        self.cache.put(frame.ordinal, frame, size_bytes=width * height * 3 // 2, around=around)
        self._next = frame.ordinal + 1

    @staticmethod
    def _key_before(reader: Reader, ordinal: int) -> int:
        keys = np.flatnonzero(reader.index.key[: ordinal + 1])
        return int(keys[-1]) if len(keys) else 0

    def _drop_stream(self) -> None:
        close = getattr(self._stream, "close", None)
        if close is not None:
            close()
        self._stream, self._next = None, -1
