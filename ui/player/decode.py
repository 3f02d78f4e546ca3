"""The decode thread: one reader, one stream, a bounded cache; the newest wish is served first."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QThread, Signal
from PySide6.QtGui import QImage

from review.core.arrays import Array
from review.core.errors import ReviewError
from review.core.tape import Frame, PacketIndex, Tape
from review.ports.reader import Reader
from ui.player.cache import FrameCache
from ui.player.fetch import Fetcher
from ui.player.scan import Scan, bobbed, woven
from ui.session import Stamp, Trouble

__all__ = ["FrameServer", "Opened", "Picture", "picture_of"]

BUDGET_BYTES = 320 * 2**20
QUIET_S = 0.25  # so long after a wish, frames farther off are fetched
PATIENCE_S = 0.15  # a fetch older than this gives way to a newer wish


@dataclass(frozen=True, slots=True)
class Picture:
    """One decoded frame, ready to draw: the stamp is the frame's own.

    Where fields are looked at one by one, `image` is the earlier and `later` the other one.
    """

    stamp: Stamp
    image: QImage
    later: QImage | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A tape that could be opened."""

    tape: Tape
    index: PacketIndex


def picture_of(frame: Frame, scan: Scan = "whole", *, top_first: bool = True) -> Picture:
    """Convert for drawing; the image owns its memory. A progressive frame is whole whatever the scan."""
    stamp = Stamp(frame.ordinal, frame.time)
    fields = frame.fields if scan != "whole" else None
    if fields is None:
        return Picture(stamp, _image_of(frame.rgb))
    if scan == "woven":
        return Picture(stamp, _image_of(woven(*fields, top_first=top_first)))
    height = frame.size_px[1]
    first = bobbed(fields[0], height, top=top_first)
    second = bobbed(fields[1], height, top=not top_first)
    return Picture(stamp, _image_of(first), _image_of(second))


def _image_of(rgb: Array) -> QImage:
    rgb = np.ascontiguousarray(rgb)
    height, width = rgb.shape[:2]
    view = QImage(rgb.data, width, height, rgb.strides[0], QImage.Format.Format_RGB888)
    return view.convertToFormat(QImage.Format.Format_RGB32)


class FrameServer(QThread):
    """Serves exact frames of one tape. Signals arrive in the receiver's own thread.

    `opened` and `failed` answer the opening; `ready` brings a `Picture` for the newest wish, `early` the
    keyframe before it where the way is long;
    `missing` says which wished frame cannot be decoded, and why.
    """

    opened = Signal(object)
    failed = Signal(object)
    early = Signal(object)
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
        self._expected: tuple[int, ...] = ()
        self._scan: Scan = "whole"
        self._top_first = True
        self._stale = False
        self.cache: FrameCache[object] = FrameCache(budget_bytes)

    def want(self, ordinal: int) -> None:
        """Wish for a frame; an earlier wish not yet served is forgotten."""
        with self._turn:
            self._wish = ordinal
            self._serial += 1
            self._turn.notify()

    def expect(self, ordinals: Iterable[int]) -> None:
        """Frames that may be wished for next, likeliest first: decoded while nobody waits."""
        with self._turn:
            self._expected = tuple(ordinals)
            self._turn.notify()

    def look(self, scan: Scan) -> None:
        """Make pictures in another way from now on, the one wished for last anew."""
        with self._turn:
            self._scan, self._stale = scan, True
            self._serial += self._wish is not None
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
        fetcher = Fetcher(
            reader, self.cache, convert=self._made, early=lambda f: self.early.emit(self._made(f)[0])
        )
        self._top_first = reader.tape.field_order != "bottom first"
        try:
            self.opened.emit(Opened(reader.tape, reader.index))
            self._serve(reader, fetcher)
        finally:
            fetcher.close()
            reader.close()

    def _serve(self, reader: Reader, fetcher: Fetcher) -> None:
        served, around, more, asked_s = 0, -1, False, 0.0
        while True:
            quiet_in_s = asked_s + QUIET_S - clock.monotonic()
            with self._turn:
                more = more or fetcher.expected != self._expected
                if not self._ended and self._serial == served and not more:
                    more = not self._turn.wait(quiet_in_s if quiet_in_s > 0 else None)
                if self._ended:
                    return
                wish, serial = self._wish, self._serial
                fetcher.expected = self._expected
                stale, self._stale = self._stale, False
            if stale:
                self.cache.clear()
                fetcher.pinned.clear()
                fetcher.close()
            if wish is not None and serial != served:
                if self._answer(reader, fetcher, wish, serial):
                    served = serial
                around, more, asked_s = wish, True, clock.monotonic()
            else:
                more = fetcher.more(around, quiet=quiet_in_s <= 0)

    def _answer(self, reader: Reader, fetcher: Fetcher, wish: int, serial: int) -> bool:
        """Serve one wish; False where a newer one came first and this one was given up."""
        try:
            held = self.cache.get(wish) or fetcher.pinned.get(wish)
            if held is None:
                if not self._fetch(fetcher, wish, serial):
                    return False
                held = self.cache.get(wish) or reader.frame(wish)  # says why where it cannot
        except ReviewError as error:
            fetcher.close()
            self.missing.emit(wish, error.cause)
            return True
        if isinstance(held, Frame):
            held, size_bytes = self._made(held)
            self.cache.put(wish, held, size_bytes=size_bytes, around=wish)
        self.ready.emit(held)
        return True

    def _fetch(self, fetcher: Fetcher, wish: int, serial: int) -> bool:
        began = clock.monotonic()

        def give_way() -> bool:
            late = clock.monotonic() - began > PATIENCE_S
            return self._ended or (late and self._may_give_way and self._serial != serial)

        self._may_give_way = fetcher.fetch(wish, give_way)
        return self._may_give_way

    def _made(self, frame: Frame) -> tuple[Picture, int]:
        """A frame ready to draw, and its bytes."""
        picture = picture_of(frame, self._scan, top_first=self._top_first)
        images = (picture.image, picture.later)
        return picture, sum(image.sizeInBytes() for image in images if image is not None)
