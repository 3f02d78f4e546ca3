"""Reading a tape with PyAV: one decoder for every codec, exact to the frame."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from review.adapters.read_pyav_begin import Beginning, begin
from review.adapters.read_pyav_decode import Damage, Source, decode_from
from review.adapters.read_pyav_facts import sha256_of, tape_of
from review.adapters.read_pyav_index import Contents
from review.adapters.read_pyav_open import open_container, video_of
from review.adapters.read_pyav_picture import Pictures, Upright, deinterlaced, fields_of, upright_of
from review.adapters.read_pyav_quick import QuickSource, Unsure, decode_towards
from review.core.arrays import Array
from review.core.errors import TapeUnreadable
from review.core.tape import Frame, Gap, PacketIndex, Tape
from review.core.times import FrameTime

__all__ = ["Known", "PyavReader", "decodable", "known_of", "open_tape"]

CACHE_BYTES = 192 << 20
"""Decoded frames kept for stepping back: 140 at 720p, 60 at 1080p, 15 at UHD."""

SOURCES_KEPT = 2
"""Files kept open for `approach`."""

_Picture = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Known:
    """What opening a tape found out; with it another process goes on without reading the file again."""

    tape: Tape
    contents: Contents
    upright: Upright
    damage: Damage
    lost: dict[int, str]


def known_of(path: Path, *, deadly: Mapping[int, str] | None = None) -> Known:
    """Open, hash, index and decode the first frames; `deadly` packets are not given to the decoder.

    Raises
    ------
    TapeUnreadable
        If the file cannot be opened or holds no frame that can be decoded.
    """
    container = open_container(path)
    try:
        stream, count = video_of(container, path)
        with ThreadPoolExecutor(1) as pool:
            hashed = pool.submit(sha256_of, path)
            begun: Beginning = begin(path, container, stream, deadly=deadly)
            sha256 = hashed.result()
        upright = upright_of(begun.head[0])
        several = f"the file holds {count} video streams; stream {stream.index} is read"
        tape = tape_of(
            path,
            container,
            stream,
            begun=begun,
            upright=upright,
            video_streams=count,
            sha256=sha256,
            notes=[several] if count > 1 else [],
        )
    finally:
        container.close()
    return Known(tape, begun.contents, upright, begun.damage, dict(begun.lost))


class PyavReader:
    """One open tape; fulfils `review.ports.reader.Reader`.

    Opening reads the file once for its hash and once for its packets, and decodes only its first frames.

    Parameters
    ----------
    path : the video file
    cache_bytes : how much `frame` may keep for stepping back
    known : what opening found out before, in this process or another

    Raises
    ------
    TapeUnreadable
        If the file cannot be opened or holds no frame that can be decoded.
    """

    def __init__(
        self, path: Path | str, *, cache_bytes: int = CACHE_BYTES, known: Known | None = None
    ) -> None:
        self._path = Path(path)
        known = known or known_of(self._path)
        self._tape, self._contents, self._damage = known.tape, known.contents, known.damage
        self._index = known.contents.index
        self._pictures = Pictures(known.upright)
        self._lost = dict(known.lost)
        self._cache = _Cache(cache_bytes)
        self._source = self.new_source()
        self._lock = threading.RLock()
        self._idle: list[QuickSource] = []
        self._closed = False
        self._stepping: Iterator[tuple[int, _Picture | None, str]] | None = None
        self._next = -1

    @property
    def tape(self) -> Tape:
        """The facts of the tape."""
        return self._tape

    @property
    def index(self) -> PacketIndex:
        """Every frame's time, and which are keyframes."""
        return self._index

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Stretches that the file lacks, and those found undecodable so far, in order of time."""
        found: list[Gap] = []
        with self._lock:
            lost = sorted(self._lost)
        runs: list[list[int]] = []
        for ordinal in lost:
            if runs and runs[-1][-1] == ordinal - 1:
                runs[-1].append(ordinal)
            else:
                runs.append([ordinal])
        for run in runs:
            found.append(Gap(self._time(run[0]), self._time(run[-1] + 1), self._lost[run[0]]))
        return tuple(sorted((*found, *self._tape.gaps), key=lambda gap: gap.start))

    def frame(self, ordinal: int) -> Frame:
        """Exactly this frame.

        Raises
        ------
        IndexError
            If the tape has no such frame.
        TapeUnreadable
            If damage spoils it.
        """
        if not 0 <= ordinal < len(self._contents):
            raise IndexError(f"frame {ordinal} is outside the tape's 0 to {len(self._contents) - 1}")
        with self._lock:
            if ordinal in self._lost:
                raise self._damaged(ordinal)
            kept = self._cache.get(ordinal)
            if kept is None:
                kept = self._step_to(ordinal)
        return self._framed(ordinal, kept)

    def frames(self, first: int = 0, last: int | None = None) -> Iterator[Frame]:
        """Frames `first` to `last` in order, those that damage spoils left out; a file handle of its own."""
        last = len(self._contents) - 1 if last is None else min(last, len(self._contents) - 1)
        if first > last:
            return
        with self.new_source() as source:
            for ordinal, picture, reason in self._decoded(max(first, 0), source):
                if picture is None:
                    self._lose(ordinal, reason)
                elif ordinal >= first:
                    yield self._framed(ordinal, picture)
                if ordinal >= last:
                    return

    def approach(self, ordinal: int, *, whole_from: int | None = None) -> Iterator[Frame]:
        """Frames on the way to this one, it, and all after it, in order; see the port.

        A file handle of its own, taken over from an earlier call where one is free.
        """
        reached = whole_from = max(0, min(ordinal, ordinal if whole_from is None else whole_from))
        with self._lock:
            source = self._idle.pop() if self._idle else None
        source = source or QuickSource(self._path, self._tape.stream, self._contents)
        try:
            for at, picture in self._towards(whole_from, source):
                yield self._framed(at, picture)
                reached = max(reached, at + 1)
        except Unsure:
            yield from self.frames(reached)
        finally:
            with self._lock:
                if len(self._idle) < SOURCES_KEPT and not self._closed:
                    self._idle.append(source)
                    source = None
            if source is not None:
                source.close()

    def _towards(self, whole_from: int, source: QuickSource) -> Iterator[tuple[int, _Picture]]:
        """Frames decoded the quick way; on an interlaced tape none before `whole_from`."""
        weave = self._tape.interlaced
        first = max(whole_from - 1, 0) if weave else whole_from
        entry = self._contents.entry_for(first)
        run = decode_towards(source, damage=self._damage, entry=entry, whole_from=first)
        if not weave:
            for ordinal, frame, _ in run:
                yield ordinal, (frame, frame)
            return
        near = (one for one in run if one[0] >= first)
        for ordinal, picture, frame, _ in deinterlaced(near, from_start=first == 0):
            yield ordinal, (picture, frame)

    def close(self) -> None:
        """Let go of the file and of every frame kept."""
        with self._lock:
            self._closed = True
            while self._idle:
                self._idle.pop().close()
            self._stepping = None
            self._source.close()
            self._cache.clear()

    def __enter__(self) -> PyavReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_source(self) -> Any:
        """The tape opened once more, for one pass at a time."""
        return Source(self._path, self._tape.stream, self._contents)

    def _decoded(self, first: int, source: Any) -> Iterator[tuple[int, _Picture | None, str]]:
        """(ordinal, (picture, frame as stored), "") from the entry before `first` on."""
        yield from self.decoded_from(self._entry_for(first), source)

    def _entry_for(self, first: int) -> int:
        return self._contents.entry_for(max(first - 1, 0) if self._tape.interlaced else first)

    def decoded_from(self, entry: int, source: Source) -> Iterator[tuple[int, _Picture | None, str]]:
        """(ordinal, (picture, frame as stored), "") from an entry on; None and why where damage spoils it."""
        weave = self._tape.interlaced
        frames = decode_from(source, damage=self._damage, entry=entry)
        if not weave:
            for ordinal, frame, reason in frames:
                yield ordinal, (frame, frame) if frame else None, reason
            return
        for ordinal, picture, frame, reason in deinterlaced(frames, from_start=entry == 0):
            yield ordinal, (picture, frame) if frame else None, reason

    def _step_to(self, ordinal: int) -> _Picture:
        ahead = self._contents.entry_for(ordinal) > self._contents.entry_for(self._next)
        if self._stepping is None or ordinal < self._next or ahead:
            self._stepping = self._decoded(ordinal, self._source)
        for at, picture, reason in self._stepping:
            self._next = at + 1
            if picture is None:
                self._lose(at, reason)
            else:
                self._cache.put(at, picture)
            if at == ordinal:
                break
        kept = self._cache.get(ordinal)
        if kept is None:
            self._stepping = None
            raise self._damaged(ordinal)
        return kept

    def _lose(self, ordinal: int, reason: str) -> None:
        with self._lock:
            self._lost.setdefault(ordinal, reason)

    def _damaged(self, ordinal: int) -> TapeUnreadable:
        s = self._tape.scale.seconds(self._time(ordinal))
        return TapeUnreadable(
            f"Frame {ordinal} of “{self._path}” at {s:.3f} s is damaged: {self._lost[ordinal]}.",
            remedy="Compare with another copy of the tape; frames before and after this stretch can be seen.",
        )

    def _time(self, ordinal: int) -> FrameTime:
        if ordinal < len(self._contents):
            return self._tape.scale.at(int(self._contents.pts[ordinal]))
        first = self._tape.scale.at(self._tape.scale.first_pts)
        return first.shifted(self._tape.duration_s)

    def _framed(self, ordinal: int, picture: _Picture) -> Frame:
        shown, stored = picture

        def convert(size_px: tuple[int, int]) -> Array:
            return self._pictures.rgb(shown, size_px)

        def fields() -> tuple[Array, Array] | None:
            halves = self._fields_of(stored) if self._tape.interlaced else None
            if halves is None:
                return None
            width, height = self._tape.size_px
            first, second = (self._pictures.rgb(h, (width, height // 2)) for h in halves)
            return first, second

        return Frame(ordinal, self._time(ordinal), self._tape.size_px, convert, fields)

    def _fields_of(self, stored: Any) -> tuple[Any, Any] | None:
        return fields_of(stored)


class _Cache:
    """The frames decoded last, up to a number of bytes; at least one is kept."""

    def __init__(self, limit: int) -> None:
        self._limit, self._held = limit, 0
        self._kept: OrderedDict[int, tuple[_Picture, int]] = OrderedDict()

    def get(self, ordinal: int) -> _Picture | None:
        found = self._kept.get(ordinal)
        return found[0] if found else None

    def put(self, ordinal: int, picture: _Picture) -> None:
        size = sum(p.buffer_size for f in {id(f): f for f in picture}.values() for p in f.planes)
        replaced = self._kept.pop(ordinal, None)
        self._kept[ordinal] = (picture, size)
        self._held += size - (replaced[1] if replaced else 0)
        while self._held > self._limit and len(self._kept) > 1:
            self._held -= self._kept.popitem(last=False)[1][1]

    def clear(self) -> None:
        self._kept.clear()
        self._held = 0


def open_tape(path: Path | str) -> PyavReader:
    """Open a video file for review."""
    return PyavReader(path)


def decodable(names: Iterable[str]) -> list[str]:
    """Those of these codecs that the library here can decode."""
    import av

    return [name for name in names if name in av.codecs_available]
