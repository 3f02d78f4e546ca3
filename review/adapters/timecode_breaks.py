"""Give a QuickTime timecode track breaks: one sample a run of unbroken counting (QTFF, timecode media)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

NESTED = (b"trak", b"mdia", b"minf", b"stbl")
TIMECODE = b"tmcd"


def write_breaks(path: Path, runs: tuple[tuple[int, int], ...], *, ticks_a_frame: int) -> None:
    """Rewrite the timecode track of a MOV or MP4 file whose index, ``moov``, stands at its end.

    Parameters
    ----------
    runs : for each run the frame it begins at, counted from the first, and that frame's timecode as a
        count of frames
    ticks_a_frame : length of a frame on the track's clock
    """
    with path.open("r+b") as file:
        place, kind, size = 0, b"", 0
        while kind != b"moov":
            place += size
            file.seek(place)
            size, kind = struct.unpack(">I4s", file.read(8))
            if size == 1:  # the length is too long for its field and follows
                size = int(struct.unpack(">Q", file.read(8))[0])
        file.seek(place + 8)
        moov = file.read(size - 8)
        counts = b"".join(struct.pack(">I", count) for _, count in runs)
        lengths = tuple((b[0] - a[0]) * ticks_a_frame for a, b in pairwise(runs))
        file.seek(place)
        file.write(_box(b"mdat", counts) + _box(b"moov", _mended(moov, lengths, offset=place + 8)))


def _boxes(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 0
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8 : at + size]
        at += size


def _box(kind: bytes, inside: bytes) -> bytes:
    return struct.pack(">I4s", len(inside) + 8, kind) + inside


def _mended(moov: bytes, lengths: tuple[int, ...], *, offset: int) -> bytes:
    """``moov`` with the tables of its timecode track, the one whose handler says so, made anew."""
    return b"".join(
        _box(kind, _retabled(inside, lengths, offset) if kind == b"trak" and _counts(inside) else inside)
        for kind, inside in _boxes(moov)
    )


def _counts(trak: bytes) -> bool:
    mdia = dict(_boxes(dict(_boxes(trak))[b"mdia"]))
    return mdia[b"hdlr"][8:12] == TIMECODE


def _retabled(data: bytes, lengths: tuple[int, ...], offset: int) -> bytes:
    out = b""
    for kind, inside in _boxes(data):
        if kind in NESTED:
            inside = _retabled(inside, lengths, offset)
        elif kind == b"stts":
            whole = struct.unpack_from(">I", inside, 12)[0]
            rows = (*lengths, whole - sum(lengths))
            inside = struct.pack(">II", 0, len(rows)) + b"".join(struct.pack(">II", 1, r) for r in rows)
        elif kind == b"stsc":
            inside = struct.pack(">IIIII", 0, 1, 1, len(lengths) + 1, 1)
        elif kind == b"stsz":
            inside = struct.pack(">III", 0, 4, len(lengths) + 1)
        elif kind in (b"stco", b"co64"):
            kind, inside = b"stco", struct.pack(">III", 0, 1, offset)
        out += _box(kind, inside)
    return out
