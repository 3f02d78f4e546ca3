"""Where a frame's colour samples lie: libav scales by it, and PyAV neither tells nor takes it.

It is found by trial, once for each kind of frame, and given to a copy by a filter that changes nothing else.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from av.filter import Graph

from review.adapters.read_child_memory import pack, unpack
from review.adapters.read_pyav_picture import Pictures, Upright

__all__ = ["Chroma", "Place"]

_PLACES = ("unspecified", "left", "center", "topleft", "top", "bottomleft", "bottom")
_NOISE = "c1s=80:c2s=80:c1f=u:c2f=u:c1_seed=1:c2_seed=2"
_COLOURS = r"lum=lum(X\,Y):cb=mod(X*37+Y*91\,200):cr=mod(X*53+Y*29\,200)"
"""Brightness as it is, colour all over the place: in a grey picture no place is wrong."""


class Chroma:
    """Finds the place of a frame's colour samples."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], str] = {}
        self._places: dict[str, Place] = {}

    def of(self, frame: Any) -> str:
        """One of libav's names."""
        kind = (frame.width, frame.height, frame.format.name, int(frame.colorspace), int(frame.color_range))
        if kind not in self._found:
            self._found[kind] = self._tried(frame)
        return self._found[kind]

    def _tried(self, frame: Any) -> str:
        if not _is_sparse(frame.format):
            return _PLACES[0]
        noisy = _coloured(frame)
        (plain,) = pack([noisy], None, 0, 0)
        pictures, size_px = Pictures(Upright()), (max(2, frame.width // 2), max(2, frame.height // 2))
        want = pictures.rgb(noisy, size_px)
        for name in _PLACES:
            place = self._places.setdefault(name, Place(name))
            if np.array_equal(pictures.rgb(place(unpack(plain, None)), size_px), want):
                return name
        return _PLACES[0]


def _is_sparse(form: Any) -> bool:
    """Whether colour has fewer samples than brightness."""
    return not form.is_rgb and (form.chroma_width(64) < 64 or form.chroma_height(64) < 64)


def _coloured(frame: Any) -> Any:
    """A copy with other colours, made by a filter that takes this format as it is."""
    for name, arguments in (("noise", _NOISE), ("geq", _COLOURS)):
        made = _through(_graph(frame, name, arguments), frame)
        if (made.format.name, int(made.color_range)) == (frame.format.name, int(frame.color_range)):
            return made
    return frame


class Place:
    """Gives frames a place of their colour samples."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._kind: tuple[object, ...] = ()
        self._graph: Any = None

    def __call__(self, frame: Any) -> Any:
        """The same pixels, not copied."""
        if self._name == _PLACES[0]:
            return frame
        kind = (frame.width, frame.height, frame.format.name, frame.colorspace, frame.color_range)
        if kind != self._kind:
            self._graph, self._kind = _graph(frame, "setparams", f"chroma_location={self._name}"), kind
        return _through(self._graph, frame)


def _graph(frame: Any, name: str, arguments: str) -> Any:
    graph = Graph()
    source = graph.add_buffer(
        width=frame.width, height=frame.height, format=frame.format, time_base=Fraction(1, 1000)
    )
    work, sink = graph.add(name, arguments), graph.add("buffersink")
    source.link_to(work)
    work.link_to(sink)
    graph.configure()
    return graph


def _through(graph: Any, frame: Any) -> Any:
    graph.vpush(frame)
    return graph.vpull()
