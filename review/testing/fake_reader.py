"""A tape that exists in memory only."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

import numpy as np

from review.core.arrays import Array
from review.core.errors import TapeUnreadable
from review.core.tape import Frame, Gap, PacketIndex, Tape
from review.core.times import Timecode, TimeScale

__all__ = ["FakeReader"]


class FakeReader:
    """Fulfils `review.ports.reader.Reader` with given pictures.

    Parameters
    ----------
    pictures : (h, w, 3) uint8 RGB each, all of one size
    rate : frames per second, where `pts` is not given
    pts : strictly increasing, in `time_base`
    damaged : ordinals that cannot be seen
    """

    def __init__(
        self,
        pictures: Sequence[Array],
        *,
        rate: Fraction | float = Fraction(25),
        pts: Sequence[int] | None = None,
        time_base: Fraction | None = None,
        damaged: Collection[int] = (),
        timecode_start: Timecode | None = None,
        path: str = "fake.mp4",
    ) -> None:
        rate = Fraction(rate)
        base = time_base or 1 / rate
        times = list(range(len(pictures))) if pts is None else list(pts)
        self._pictures = list(pictures)
        self._damaged = frozenset(damaged)
        self._found: set[int] = set()
        self._index = PacketIndex(np.array(times), np.arange(len(times)) % 12 == 0)
        height, width = pictures[0].shape[:2]
        step = round(1 / (rate * base)) or 1
        self._end = times[-1] + step
        self._tape = Tape(
            path=path,
            sha256="0" * 64,
            container="memory",
            codec="none",
            size_px=(width, height),
            pixel_format="rgb24",
            pixel_aspect=Fraction(1),
            rate=rate,
            variable_rate=len(set(np.diff(times).tolist())) > 1,
            field_order="progressive",
            rotation_deg=0,
            full_range=True,
            scale=TimeScale(times[0], base, rate, timecode_start),
            last_pts=times[-1],
            duration_s=float((self._end - times[0]) * base),
            frames=len(times),
        )

    @property
    def tape(self) -> Tape:
        """Facts of the tape."""
        return self._tape

    @property
    def index(self) -> PacketIndex:
        """Times of all frames."""
        return self._index

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Damaged frames met so far, neighbours joined."""
        found: list[Gap] = []
        for ordinal in sorted(self._found):
            start, end = (self._tape.scale.at(self._pts(o)) for o in (ordinal, ordinal + 1))
            if found and found[-1].end == start:
                start = found.pop().start
            found.append(Gap(start, end, "damaged on purpose"))
        return tuple(found)

    def frame(self, ordinal: int) -> Frame:
        """This frame; IndexError outside the tape, TapeUnreadable where it is damaged."""
        if not 0 <= ordinal < len(self._pictures):
            raise IndexError(f"frame {ordinal} is outside the tape's 0 to {len(self._pictures) - 1}")
        if ordinal in self._damaged:
            self._found.add(ordinal)
            raise TapeUnreadable(
                f"Frame {ordinal} of “{self._tape.path}” is damaged on purpose.", remedy="Ask for another."
            )
        picture = self._pictures[ordinal]

        def convert(size_px: tuple[int, int]) -> Array:
            height, width = picture.shape[:2]
            rows = np.arange(size_px[1]) * height // size_px[1]
            columns = np.arange(size_px[0]) * width // size_px[0]
            return np.ascontiguousarray(picture[rows[:, None], columns])

        return Frame(ordinal, self._tape.scale.at(self._pts(ordinal)), self._tape.size_px, convert)

    def frames(self, first: int = 0, last: int | None = None) -> Iterator[Frame]:
        """Frames `first` to `last` in order, damaged ones left out and listed."""
        end = len(self._pictures) - 1 if last is None else min(last, len(self._pictures) - 1)
        for ordinal in range(max(first, 0), end + 1):
            if ordinal in self._damaged:
                self._found.add(ordinal)
            else:
                yield self.frame(ordinal)

    def approach(self, ordinal: int, *, whole_from: int | None = None) -> Iterator[Frame]:
        """From `whole_from` on; nothing is on the way."""
        return self.frames(ordinal if whole_from is None else min(ordinal, whole_from))

    def close(self) -> None:
        """Nothing to let go of."""

    def _pts(self, ordinal: int) -> int:
        return int(self._index.pts[ordinal]) if ordinal < len(self._index) else self._end
