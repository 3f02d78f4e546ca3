"""What a file says of itself, held against what is really in it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from review.adapters.read_pyav_begin import Beginning
from review.adapters.read_pyav_index import NO_TIME, Contents
from review.adapters.read_pyav_picture import Upright, fields_of, is_full_range
from review.adapters.read_pyav_pulse import beat
from review.core.arrays import Array
from review.core.errors import TapeUnreadable
from review.core.tape import Gap, Tape
from review.core.times import FrameTime, Timecode, TimeScale

__all__ = ["field_order_of", "sha256_of", "tape_of"]

_FIELD_ORDERS = {1: "progressive", 2: "top first", 3: "bottom first", 4: "bottom first", 5: "top first"}
"""AVFieldOrder; 4 and 5 name the field coded first, then the one shown first."""
_RATES = tuple(Fraction(n, d) for n, d in ((24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1)))
_CHUNK = 1 << 22


def sha256_of(path: Path) -> str:
    """The file's SHA-256, read in pieces of 4 MiB.

    Raises
    ------
    TapeUnreadable
        If the disk fails while reading.
    """
    total = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while piece := file.read(_CHUNK):
                total.update(piece)
                beat()
    except OSError as error:
        raise TapeUnreadable(
            f"“{path}” cannot be read to its end: {error.strerror}.",
            remedy="Check the disk and copy the file.",
        ) from error
    return total.hexdigest()


def field_order_of(codec: Any, frames: Sequence[Any]) -> str:
    """`progressive`, `top first` or `bottom first` as the frames say, else the stream, else `unknown`."""
    for frame in frames:
        if frame.interlaced_frame:
            fields = fields_of(frame)
            rows = frame.reformat(format="gray").to_ndarray()
            top = fields is not None and np.array_equal(
                fields[0].reformat(format="gray").to_ndarray(), rows[0::2]
            )
            return "top first" if top else "bottom first"
    if frames:
        return "progressive"
    return _FIELD_ORDERS.get(int(codec.field_order), "unknown")


def _steady_rate(pts: Array, time_base: Fraction, stated: Sequence[Fraction | None]) -> Fraction | None:
    """The constant rate on whose grid every frame lies, each frame one step on, within one tick."""
    if len(pts) < 2:
        return next((Fraction(r) for r in stated if r), None)
    steps = np.arange(len(pts))
    mean = Fraction(len(pts) - 1, int(pts[-1] - pts[0])) / time_base
    for rate in (*(Fraction(r) for r in stated if r), *_RATES, *(2 * r for r in _RATES), mean):
        tick = float(1 / (rate * time_base))
        if np.all(np.abs((pts - pts[0]) - steps * tick) <= 1.0):
            return rate
    return None


def _grid_rate(pts: Array, time_base: Fraction, stated: Sequence[Fraction | None]) -> Fraction | None:
    """The rate on whose grid every frame lies, with steps left out (dropped frames)."""
    for rate in (Fraction(r) for r in stated if r):
        at = (pts - pts[0]) * float(rate * time_base)
        if np.all(np.abs(at - np.round(at)) <= 0.1):
            return rate
    return None


_Rate = Fraction | None


def _rates(pts: Array, base: Fraction, stream: Any) -> tuple[_Rate, _Rate, _Rate]:
    """The constant rate, the rate of the grid that frames lie on, the average rate; None where none is."""
    stated = (stream.guessed_rate, stream.base_rate, stream.average_rate)
    steady = _steady_rate(pts, base, stated)
    span = int(pts[-1] - pts[0])
    average = steady or (Fraction(len(pts) - 1) / (span * base) if span else None)
    return steady, steady or _grid_rate(pts, base, stated), average


def _timecode(
    container: Any, stream: Any, *, contents: Contents, rate: _Rate
) -> tuple[Timecode | None, tuple[str, ...]]:
    """The timecode of the first frame; pictures left out before it are counted."""
    tracks = [s.metadata for s in container.streams if s.type == "data"]
    places = [stream.metadata, container.metadata, *tracks]
    texts = [v for place in places for k, v in place.items() if k.lower() == "timecode"]
    if not texts:
        return None, ()
    if rate is None:
        return None, (f"the timecode {texts[0]} is left out: the frame rate varies",)
    try:
        start = Timecode.parse(texts[0], round(rate))
    except ValueError as error:
        return None, (f"the timecode track is left out: {error}",)
    shown = contents.packets.stamp[~contents.packets.discard]
    late = (int(contents.pts[0]) - int(shown[shown != NO_TIME].min())) * stream.time_base * rate
    return Timecode.from_count(start.count() + max(0, round(late)), start.rate_fps, drop=start.drop), ()


def _holes(contents: Contents, rate: _Rate, base: Fraction) -> tuple[Gap, ...]:
    """Steps left out of a steady tape that is known to miss packets."""
    packets = contents.packets
    if rate is None or not (packets.breaks or np.any(packets.corrupt)):
        return ()
    step = 1 / (rate * base)
    wide = np.flatnonzero(np.diff(contents.pts) > 1.5 * float(step))
    return tuple(
        Gap(
            FrameTime(int(contents.pts[i]) + round(step), base),
            FrameTime(int(contents.pts[i + 1]), base),
            "pictures are missing from the file",
        )
        for i in wide.tolist()
    )


def _cut_short(begun: Beginning, container: Any, stream: Any, end: int) -> tuple[Gap, ...]:
    """The stretch after the last whole frame that the file states, or begins, but does not hold."""
    early = begun.contents.packets.ended_early
    if not early and not begun.cut:
        return ()
    base = stream.time_base
    stated = end
    if begun.cut:
        stated = int(begun.contents.packets.stamp.max())
    elif stream.duration:
        stated = (stream.start_time or 0) + int(stream.duration)
    elif container.duration:
        stated = round(Fraction(container.start_time + container.duration, 1_000_000) / base)
    reason = f"the file ends early: {begun.cut}" if begun.cut else f"the file ends early{early}"
    return (Gap(FrameTime(end, base), FrameTime(max(stated, end), base), reason),)


def tape_of(
    path: Path,
    container: Any,
    stream: Any,
    *,
    begun: Beginning,
    upright: Upright,
    video_streams: int,
    sha256: str,
    notes: Sequence[str],
) -> Tape:
    """Put the facts of one file together; `begun` holds its frames, the first of them decoded."""
    contents, head, base = begun.contents, begun.head, stream.time_base
    pts, shape = contents.pts, head[0]
    steady, nominal, average = _rates(pts, base, stream)
    last_duration = int(contents.packets.duration[contents.decode[-1]])
    end = int(pts[-1]) + (last_duration or (round(1 / (average * base)) if average else 0))
    timecode, timecode_notes = _timecode(container, stream, contents=contents, rate=nominal)
    return Tape(
        path=str(path),
        sha256=sha256,
        container=container.format.name,
        codec=stream.codec_context.name,
        size_px=upright.stored_size((shape.width, shape.height)),
        pixel_format=shape.format.name,
        pixel_aspect=Fraction(stream.sample_aspect_ratio or 1) ** (-1 if upright.transpose else 1),
        rate=average,
        variable_rate=steady is None,
        field_order=field_order_of(stream.codec_context, head),
        rotation_deg=upright.rotation_deg,
        full_range=is_full_range(shape),
        scale=TimeScale(int(pts[0]), base, nominal, timecode),
        last_pts=int(pts[-1]),
        duration_s=float((end - int(pts[0])) * base),
        frames=len(contents),
        stream=stream.index,
        video_streams=video_streams,
        gaps=(*_holes(contents, nominal, base), *_cut_short(begun, container, stream, end)),
        notes=(*notes, *begun.notes, *timecode_notes, *((upright.note,) if upright.note else ())),
    )
