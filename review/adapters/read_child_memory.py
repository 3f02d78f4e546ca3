"""What a reader and the child that decodes for it share: a pulse, and room for pictures."""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import av
import numpy as np

from review.adapters.read_pyav_pulse import PULSE
from review.core.arrays import Array

__all__ = ["HEAD_BYTES", "Plain", "Shared", "pack", "unpack"]

HEAD_BYTES = 4096
_NUMBERS = PULSE + 2
"""Beats, packet, and what the child spent: nanoseconds of processor, bytes read."""


class Shared:
    """One stretch of memory in two processes; nothing of it is left when both are gone.

    Attributes
    ----------
    pulse : (2,) int64 of `read_pyav_pulse`
    spent : (2,) int64, nanoseconds of processor and bytes read by the child
    """

    def __init__(self, name: str = "", size_bytes: int = HEAD_BYTES) -> None:
        self.name, self._tag = name, ""
        if os.name == "nt":  # pragma: no cover - memory there has a name and no descriptor
            self._tag = name or f"benchgate-{os.getpid()}-{id(self)}"
            self.name = self._tag
            named: Any = mmap.mmap
            self.memory = named(-1, size_bytes, tagname=self._tag)
        else:
            self._fd = int(name) if name else _anonymous()
            self.name = str(self._fd)
            if os.fstat(self._fd).st_size < size_bytes:
                os.ftruncate(self._fd, size_bytes)
            self.memory = mmap.mmap(self._fd, size_bytes)
        numbers = np.frombuffer(self.memory, np.int64, _NUMBERS)
        self.pulse, self.spent = numbers[:PULSE], numbers[PULSE:]

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What a child must inherit."""
        return () if self._tag else (self._fd,)

    def close(self) -> None:
        """Give the descriptor back; the memory goes with the last that looks at it."""
        if not self._tag:
            os.close(self._fd)


def _anonymous() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("benchgate-frames", os.MFD_CLOEXEC)
    with tempfile.TemporaryFile() as file:  # pragma: no cover - systems without memfd
        return os.dup(file.fileno())


@dataclass(frozen=True, slots=True)
class Plain:
    """A libav frame without its pixels: what converting it to RGB asks for. `at` is where the planes lie."""

    width: int
    height: int
    format: str
    colorspace: int
    color_range: int
    at: int = -1
    planes: tuple[bytes, ...] = ()
    chroma: str = "unspecified"


def pack(frames: Sequence[Any], memory: mmap.mmap | None, at: int, room: int) -> tuple[Plain, ...]:
    """Frames laid into `memory` from `at` on, or, where they do not fit in `room`, carried along."""
    told = []
    end = at + room
    for frame in frames:
        plain = Plain(
            frame.width, frame.height, frame.format.name, int(frame.colorspace), int(frame.color_range)
        )
        blank = av.VideoFrame(plain.width, plain.height, plain.format)
        pairs = list(zip(frame.planes, blank.planes, strict=True))
        total = sum(there.buffer_size for _, there in pairs)
        if memory is None or at + total > end:
            planes = tuple(_lines(here, there).tobytes() for here, there in pairs)
            told.append(replace(plain, planes=planes))
            continue
        told.append(replace(plain, at=at))
        for here, there in pairs:
            np.frombuffer(memory, np.uint8, there.buffer_size, at)[:] = _lines(here, there).ravel()
            at += there.buffer_size
    return tuple(told)


def _lines(here: Any, there: Any) -> Array:
    """The plane `here` with lines as long as those of `there`."""
    data = np.frombuffer(here, np.uint8)
    wide, narrow = here.line_size, there.line_size
    if wide == narrow or wide <= 0 or len(data) < wide * there.height:
        return np.resize(data, there.buffer_size) if len(data) != there.buffer_size else data
    lines = data[: wide * there.height].reshape(there.height, wide)
    if wide >= narrow:
        return lines[:, :narrow]
    return np.pad(lines, ((0, 0), (0, narrow - wide)))


def unpack(plain: Plain, memory: mmap.mmap | None) -> Any:
    """A libav frame of its own with these pixels."""
    frame = av.VideoFrame(plain.width, plain.height, plain.format)
    frame.colorspace, frame.color_range = plain.colorspace, plain.color_range
    at = plain.at
    for k, plane in enumerate(frame.planes):
        if plain.planes:
            plane.update(plain.planes[k])
        elif memory is not None:
            plane.update(memoryview(memory)[at : at + plane.buffer_size])
            at += plane.buffer_size
    return frame
