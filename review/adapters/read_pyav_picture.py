"""From a decoder's frame to RGB: scaling, colours, uprightness, fields."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import av
import numpy as np
from av.filter import Graph
from av.video.reformatter import ColorRange, Colorspace, Interpolation, VideoReformatter

from review.adapters.read_pyav_decode import Decoded
from review.core.arrays import Array

__all__ = ["Pictures", "Upright", "deinterlaced", "fields_of", "is_full_range", "upright_of"]

_SCALING = Interpolation.BILINEAR | Interpolation.ACCURATE_RND | Interpolation.BITEXACT
"""Bilinear with a filter as wide as the reduction, the same bytes on every processor (+1 ms at 720p)."""
_SIZES_KEPT = 8
_UNSTATED = 2


@dataclass(frozen=True, slots=True)
class Upright:
    """How a stored picture is turned to stand upright: transposed first, then mirrored.

    `rotation_deg` is the same said as degrees clockwise, as cameras write it.
    """

    transpose: bool = False
    mirror_x: bool = False
    mirror_y: bool = False
    rotation_deg: int = 0
    note: str = ""

    def stored_size(self, size_px: tuple[int, int]) -> tuple[int, int]:
        """The size to scale the stored picture to, for one of `size_px` upright; its own inverse."""
        return (size_px[1], size_px[0]) if self.transpose else size_px

    def turn(self, picture: Array) -> Array:
        """The (h, w, 3) picture upright."""
        turned = picture.swapaxes(0, 1) if self.transpose else picture
        turned = turned[:: -1 if self.mirror_y else 1, :: -1 if self.mirror_x else 1]
        return np.ascontiguousarray(turned)


def upright_of(frame: Any) -> Upright:
    """Read the display matrix that comes with a frame; none is upright already."""
    found = [bytes(side) for side in frame.side_data if side.type.name == "DISPLAYMATRIX"]
    if not found:
        return Upright()
    a, b, _, c, d, *_ = np.sign(np.frombuffer(found[0], dtype="<i4", count=9)).tolist()
    rotation = -frame.rotation % 360
    if rotation % 90:
        return Upright(
            note=f"the file asks for a turn by {rotation}°, which is not a right angle: not turned"
        )
    if b or c:
        return Upright(True, c < 0, b < 0, rotation)
    return Upright(False, a < 0, d < 0, rotation)


def is_full_range(frame: Any) -> bool:
    """Whether 0 is black and 255 white (or their 10-bit counterparts), not 16 and 235."""
    name = frame.format.name
    return bool(frame.color_range == ColorRange.JPEG or name.startswith("yuvj") or frame.format.is_rgb)


def _colours(frame: Any) -> int:
    """The frame's matrix; where unstated, BT.601 for standard definition and BT.709 above it."""
    if frame.colorspace not in (_UNSTATED, 0, 3):
        return int(frame.colorspace)
    return int(Colorspace.ITU709 if frame.height > 576 else Colorspace.ITU601)


class Pictures:
    """Turns decoder frames into upright RGB, one at a time: libav writes to the frame that it reads."""

    def __init__(self, upright: Upright) -> None:
        self._upright = upright
        self._scalers: OrderedDict[tuple[int, ...], Any] = OrderedDict()
        self._lock = threading.Lock()

    def rgb(self, frame: Any, size_px: tuple[int, int]) -> Array:
        """(h, w, 3) uint8 RGB of `size_px` = (width, height), scaled straight from the decoder's planes."""
        width, height = self._upright.stored_size(size_px)
        with self._lock:
            picture = self._scaler((frame.width, frame.height, width, height)).reformat(
                frame,
                width=width,
                height=height,
                format="rgb24",
                src_colorspace=_colours(frame),
                src_color_range=ColorRange.JPEG if is_full_range(frame) else ColorRange.MPEG,
                dst_color_range=ColorRange.JPEG,
                interpolation=_SCALING,
                threads=1,
            )
        return self._upright.turn(picture.to_ndarray())

    def _scaler(self, sizes: tuple[int, ...]) -> Any:
        scaler = self._scalers.pop(sizes, None) or VideoReformatter()
        self._scalers[sizes] = scaler
        if len(self._scalers) > _SIZES_KEPT:
            self._scalers.popitem(last=False)
        return scaler


def _graph(frame: Any, name: str, arguments: str) -> Any:
    graph = Graph()
    source = graph.add_buffer(
        width=frame.width, height=frame.height, format=frame.format, time_base=frame.time_base
    )
    work = graph.add(name, arguments) if arguments else graph.add(name)
    sink = graph.add("buffersink")
    source.link_to(work)
    work.link_to(sink)
    graph.configure()
    return graph


def _pulled(graph: Any) -> Iterator[Any]:
    while True:
        try:
            yield graph.vpull()
        except (av.error.BlockingIOError, av.error.EOFError):
            return


def fields_of(frame: Any) -> tuple[Any, Any] | None:
    """Both fields of an interlaced frame as frames of half the height, the earlier first."""
    if not frame.interlaced_frame:
        return None
    graph = _graph(frame, "separatefields", "")
    graph.vpush(frame)
    graph.vpush(None)
    first, second = _pulled(graph)
    return first, second


def deinterlaced(frames: Iterator[Decoded], *, from_start: bool) -> Iterator[tuple[int, Any, Any, str]]:
    """One whole picture a frame, made of its fields and its neighbours' (bwdif; progressive frames pass).

    Yields (ordinal, picture, frame as decoded, reason), the first two None where damage spoils the frame.
    A picture depends on the frames just before and after it and on nothing else, so it is the same
    wherever reading began: without `from_start`, the first frame after the beginning is left out,
    because the one before it was not seen. Damage ends a run of neighbours as the tape's ends do.
    """
    graph: Any = None
    shape: tuple[Any, ...] = ()
    waiting: list[tuple[int, Any]] = []
    skip = not from_start

    def done(pulled: Iterator[Any]) -> Iterator[tuple[int, Any, Any, str]]:
        nonlocal skip
        for picture in pulled:
            ordinal, raw = waiting.pop(0)
            if not skip:
                yield ordinal, picture, raw, ""
            skip = False

    for ordinal, frame, reason in frames:
        now = (frame.width, frame.height, frame.format.name) if frame else ()
        if graph and now != shape:
            graph.vpush(None)
            yield from done(_pulled(graph))
            graph = None
        if not frame:
            skip = False
            yield ordinal, None, None, reason
            continue
        if not graph:
            graph, shape = _graph(frame, "bwdif", "mode=send_frame:parity=auto:deint=interlaced"), now
        waiting.append((ordinal, frame))
        graph.vpush(frame)
        yield from done(_pulled(graph))
    if graph:
        graph.vpush(None)
        yield from done(_pulled(graph))
