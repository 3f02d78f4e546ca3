"""What was read of a tape: facts, packet index, gaps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from review.core.arrays import Array, column
from review.core.times import FrameTime, Timecode, TimeScale

__all__ = ["Frame", "Gap", "PacketIndex", "Tape", "ordinal_at"]


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of tape that could not be seen, with the reason."""

    start: FrameTime
    end: FrameTime
    reason: str


@dataclass(frozen=True, slots=True)
class Tape:
    """The facts of one video file, as read from it."""

    path: str
    sha256: str
    container: str
    codec: str
    size_px: tuple[int, int]
    pixel_format: str
    pixel_aspect: Fraction
    rate: Fraction | None
    variable_rate: bool
    field_order: str
    rotation_deg: int
    full_range: bool
    scale: TimeScale
    last_pts: int
    duration_s: float
    frames: int
    stream: int = 0
    video_streams: int = 1
    gaps: tuple[Gap, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def interlaced(self) -> bool:
        """Whether the picture holds two fields of different moments."""
        return self.field_order not in ("progressive", "unknown")

    @property
    def timecode_start(self) -> Timecode | None:
        """The tape's own first timecode."""
        return self.scale.timecode_start


@dataclass(frozen=True, slots=True)
class PacketIndex:
    """Presentation times of every frame in order, and which are keyframes.

    Attributes
    ----------
    pts : (n,) int64, strictly increasing
    key : (n,) bool
    """

    pts: Array
    key: Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "pts", column(self.pts, np.int64, name="pts"))
        object.__setattr__(self, "key", column(self.key, np.bool_, name="key"))
        if len(self.pts) != len(self.key):
            raise ValueError("a packet index needs one key flag a pts")
        if np.any(np.diff(self.pts) <= 0):
            raise ValueError("presentation times must increase strictly")

    def __len__(self) -> int:
        return len(self.pts)

    def ordinal(self, pts: int) -> int:
        """The frame on screen at `pts`: the last whose time is at or before it (0 before the first)."""
        return max(0, int(np.searchsorted(self.pts, pts, side="right")) - 1)

    def nearest(self, pts: int) -> int:
        """The frame whose time is nearest to `pts`, the earlier of two as near."""
        at = self.ordinal(pts)
        after = at + 1 < len(self.pts) and abs(int(self.pts[at + 1]) - pts) < abs(pts - int(self.pts[at]))
        return at + int(after)


def ordinal_at(index: PacketIndex, scale: TimeScale, moment: FrameTime | Timecode | float) -> int:
    """The frame on screen at a moment: a time, the tape's own timecode, or seconds from the first frame.

    A timecode names a frame, so the nearest frame is meant; any other moment lies on or after its frame.

    Raises
    ------
    ValueError
        If the moment is a timecode and the tape has none, or one that counts otherwise.
    """
    if isinstance(moment, Timecode):
        time = scale.from_timecode(moment)
        if time is None:
            raise ValueError(f"{moment} cannot be found: the tape has no timecode track")
        return index.nearest(time.pts)
    if isinstance(moment, FrameTime):
        return index.ordinal(math.floor(moment.exact_s / scale.time_base))
    return index.ordinal(scale.from_seconds(moment).pts)


class Frame:
    """One decoded picture, converted only as far as somebody asks.

    Parameters
    ----------
    ordinal, time : which frame this is
    size_px : (width, height) of the upright picture
    convert : called with a (width, height), returns (h, w, 3) uint8 RGB of that size, upright;
        square pixels are not enforced
    fields : the two fields of an interlaced frame in time order, each (h/2, w, 3) RGB, made on demand
    """

    def __init__(
        self,
        ordinal: int,
        time: FrameTime,
        size_px: tuple[int, int],
        convert: Callable[[tuple[int, int]], Array],
        fields: Callable[[], tuple[Array, Array] | None] = lambda: None,
    ) -> None:
        self.ordinal = ordinal
        self.time = time
        self.size_px = size_px
        self._convert = convert
        self._fields = fields
        self._made: dict[tuple[int, int], Array] = {}

    @property
    def rgb(self) -> Array:
        """The whole picture, (h, w, 3) uint8 RGB, read-only; deinterlaced where the tape is interlaced."""
        return self.resized(self.size_px)

    def resized(self, size_px: tuple[int, int]) -> Array:
        """The picture at (width, height), scaled straight from the decoder's own planes; read-only."""
        if size_px not in self._made:
            picture = self._convert(size_px)
            picture.setflags(write=False)
            self._made[size_px] = picture
        return self._made[size_px]

    @property
    def fields(self) -> tuple[Array, Array] | None:
        """Both fields in time order where the tape is interlaced, else None."""
        return self._fields()
