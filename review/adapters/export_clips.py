"""Clips for evidence: one whose frames are the tape's to the byte, one with everything drawn for the eye."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.errors import ExportFailed
from review.core.times import FrameTime

__all__ = ["ClipFrame", "Written", "picture_sha256", "write_exact", "write_marked"]

_EXACT = {"qp": "0", "preset": "veryfast"}
_MARKED = {"crf": "18", "preset": "veryfast"}
_LOST = ("libx264rgb", "libx264")


@dataclass(frozen=True, slots=True)
class ClipFrame:
    """A picture, (h, w, 3) uint8 RGB, with its time on the tape."""

    rgb: Array
    time: FrameTime


@dataclass(frozen=True, slots=True)
class Written:
    """How many frames a clip holds, and the hashes of its first and last picture."""

    frames: int
    first_sha256: str
    last_sha256: str


def picture_sha256(rgb: Array) -> str:
    """Hash of a picture's bytes, row by row, red green blue."""
    return hashlib.sha256(np.ascontiguousarray(rgb).tobytes()).hexdigest()


def write_exact(path: Path, frames: Iterable[ClipFrame], *, rate: Fraction | None) -> Written:
    """Matroska with lossless H.264 in RGB: decoded, each frame is the tape's own to the byte.

    Frames keep their distance in time; the first begins the clip.

    Raises
    ------
    ExportFailed
        If there is no frame, or the place cannot be written.
    """
    return _write(path, frames, rate=rate, codec=_LOST[0], pixels="rgb24", options=_EXACT)


def write_marked(path: Path, frames: Iterable[ClipFrame], *, rate: Fraction | None) -> Written:
    """MP4 that every player shows; a last odd row or column is repeated. Made for the eye, not for proof.

    Raises
    ------
    ExportFailed
        If there is no frame, or the place cannot be written.
    """
    even = (ClipFrame(_even(one.rgb), one.time) for one in frames)
    return _write(path, even, rate=rate, codec=_LOST[1], pixels="yuv420p", options=_MARKED)


def _even(rgb: Array) -> Array:
    height, width = rgb.shape[:2]
    return np.pad(rgb, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")


def _write(
    path: Path,
    frames: Iterable[ClipFrame],
    *,
    rate: Fraction | None,
    codec: str,
    pixels: str,
    options: dict[str, str],
) -> Written:
    import av

    rows = iter(frames)
    first = next(rows, None)
    if first is None:
        raise ExportFailed(f"{path.name}: no picture of this stretch can be decoded.")
    base = first.time.time_base
    try:
        with av.open(str(path), "w", options={"fflags": "+bitexact"}) as out:
            stream: Any = out.add_stream(codec, rate=rate or Fraction(25), options=options)
            stream.height, stream.width = first.rgb.shape[:2]
            stream.pix_fmt = pixels
            stream.codec_context.time_base = base
            stream.codec_context.thread_count = 1  # the same frames give the same bytes
            last, count = first, 0
            for one in _chained(first, rows):
                picture = av.VideoFrame.from_ndarray(np.ascontiguousarray(one.rgb), format="rgb24")
                picture.pts, picture.time_base = one.time.pts - first.time.pts, base
                out.mux(stream.encode(picture))
                last, count = one, count + 1
            out.mux(stream.encode())
    except OSError as error:
        raise ExportFailed(
            f"{path}: cannot be written ({error.strerror or error}).", remedy="Choose another place."
        ) from error
    return Written(count, picture_sha256(first.rgb), picture_sha256(last.rgb))


def _chained(first: ClipFrame, rest: Iterable[ClipFrame]) -> Iterable[ClipFrame]:
    yield first
    yield from rest
