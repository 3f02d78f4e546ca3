"""Bringing frames into the cache: the one wished for soonest, its neighbours while nobody waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from review.core.errors import ReviewError
from review.core.tape import Frame
from review.ports.reader import Reader
from ui.player.cache import FrameCache

__all__ = ["AHEAD_FRAMES", "BEHIND_FRAMES", "Fetcher"]

AHEAD_FRAMES = 12
BEHIND_FRAMES = 24
AT_ONCE_FRAMES = 3
"""So many before the frame wished for come with it: the first steps back are there at once."""
FAR_FRAMES = 24
"""A keyframe so far before the wish is shown meanwhile."""
HELD_BEFORE = 48


class Fetcher:
    """Streams of one reader into one cache. Used by one thread.

    `convert` makes the cache's entry of a frame that will be looked at soon; `early` gets a keyframe
    to show while the way to the wish is long.
    """

    def __init__(
        self,
        reader: Reader,
        cache: FrameCache[object],
        *,
        convert: Callable[[Frame], tuple[object, int]],
        early: Callable[[Frame], None],
    ) -> None:
        self._reader, self.cache = reader, cache
        self._convert, self._early = convert, early
        self._keys = np.flatnonzero(reader.index.key)
        self._last = len(reader.index) - 1
        self._stream: Iterator[Frame] | None = None
        self._next = self._whole_from = -1
        self._ahead_to = -1
        self._back: Iterator[Frame] | None = None
        self._back_to = (-1, -1)
        self._was = -1
        self.expected: Sequence[int] = ()
        self.pinned: dict[int, object] = {}

    # what somebody waits for ---------------------------------------------------------------------

    def fetch(self, wish: int, give_way: Callable[[], bool]) -> bool:
        """Decode up to `wish` into the cache; False where it was given up on the way."""
        key, backwards = self._key(wish), 0 < self._was - wish <= BEHIND_FRAMES
        self._drop_back()
        if not self._on_the_way(key, wish):
            self._open(wish, max(key, wish - (BEHIND_FRAMES if backwards else AT_ONCE_FRAMES)))
            if wish - key >= FAR_FRAMES and not backwards:
                self._show_early(wish)
        self._was = wish
        while self._stream is not None and self._next <= wish:
            self._pull(wish)
            if give_way():
                return False
        return True

    def _show_early(self, wish: int) -> None:
        if self._pull(wish) and self._next <= wish:
            frame = self.cache.get(self._next - 1)
            if isinstance(frame, Frame):
                self._early(frame)

    def _on_the_way(self, key: int, wish: int) -> bool:
        """Whether the stream at hand comes to the wish sooner than a new one from the keyframe."""
        near = max(key, self._whole_from) <= wish and 2 * self._next >= key + wish - 16
        return self._stream is not None and near and key <= self._next <= wish

    def _open(self, wish: int, whole_from: int) -> None:
        self.drop()
        self._stream = self._reader.approach(wish, whole_from=whole_from)
        self._next, self._whole_from = self._key(whole_from), whole_from

    def _pull(self, around: int) -> bool:
        """Take one frame off the stream into the cache; False at its end."""
        frame = next(self._stream, None) if self._stream is not None else None
        if frame is None:
            self.drop()
            return False
        self._hold(frame, around)
        self._next = frame.ordinal + 1
        return True

    def _hold(self, frame: Frame, around: int) -> None:
        if frame.ordinal not in self.cache and abs(frame.ordinal - around) <= HELD_BEFORE:
            width, height = frame.size_px
            self.cache.put(frame.ordinal, frame, size_bytes=width * height * 3 // 2, around=around)

    # while nobody waits --------------------------------------------------------------------------

    def more(self, around: int, *, quiet: bool) -> bool:
        """Do one frame's work that somebody may ask for next; False where nothing is left to do.

        What lies behind and what keys lead to is for `quiet` times: nobody is going through the tape.
        """
        try:
            if around < 0 or self._ready_made(around) or self._ahead(around):
                return around >= 0
            return quiet and (self._behind(around) or self._expect())
        except ReviewError:
            self.close()  # told when somebody asks for the frame itself
            return False

    def _ready_made(self, around: int) -> bool:
        """Convert the frames on both sides, nearest first."""
        for step in (1, -1, 2, -2, 3, -3):
            frame = self.cache.get(around + step)
            if isinstance(frame, Frame):
                entry, size_bytes = self._convert(frame)
                self.cache.put(around + step, entry, size_bytes=size_bytes, around=around)
                return True
        return False

    def _ahead(self, around: int) -> bool:
        count = min(AHEAD_FRAMES, self._last - around)
        missing = self.cache.first_missing(around + 1, max(0, count))
        if missing is None:
            return False
        if not max(self._next, self._whole_from) <= missing or self._stream is None:
            if self._ahead_to == missing:  # it was tried: it does not decode, or there is no room
                return False
            self._ahead_to = missing
            self._open(missing, missing)
        return self._pull(around)

    def _behind(self, around: int) -> bool:
        """Fill what was passed over on the way, once for a place."""
        first = max(self._key(around), around - BEHIND_FRAMES)
        if self._back is None and self._back_to != (first, around):
            self._back_to = (first, around)
            missing = self.cache.first_missing(first, around - first)
            if missing is not None:
                self._back = self._reader.approach(missing, whole_from=missing)
        frame = next(self._back, None) if self._back is not None else None
        if frame is None or frame.ordinal >= around:
            self._drop_back()
            return False
        if frame.ordinal >= first:
            self._hold(frame, around)
        return True

    def _expect(self) -> bool:
        """Come one frame nearer to those that a key would go to next, and keep these."""
        missing = next((n for n in self.expected if n not in self.pinned and n not in self.cache), None)
        if missing is None:
            for ordinal in [kept for kept in self.pinned if kept not in self.expected]:
                del self.pinned[ordinal]
            return False
        if self._back is None:
            self._back = self._reader.approach(missing)
        frame = next(self._back, None)
        if frame is None or frame.ordinal >= missing:
            self.pinned[missing] = self._convert(frame)[0] if frame and frame.ordinal == missing else None
            self._drop_back()
        return True

    def _key(self, ordinal: int) -> int:
        at = int(np.searchsorted(self._keys, ordinal, side="right"))
        return int(self._keys[at - 1]) if at else 0

    def drop(self) -> None:
        """End the stream at hand."""
        _close(self._stream)
        self._stream, self._next, self._whole_from = None, -1, -1

    def _drop_back(self) -> None:
        _close(self._back)
        self._back = None

    def close(self) -> None:
        """End all streams."""
        self.drop()
        self._drop_back()


def _close(stream: Iterator[Frame] | None) -> None:
    close = getattr(stream, "close", None)
    if close is not None:
        close()
