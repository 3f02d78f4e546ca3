"""Settling what a file's frames are: what its first packets give, and whether its index can be believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from av.error import FFmpegError

from review.adapters.read_pyav_decode import Damage, Source, decode_from
from review.adapters.read_pyav_index import (
    NO_TIME,
    Contents,
    Packets,
    contents_by_decoding,
    contents_by_pts,
    packets_of,
    scan,
)
from review.adapters.read_pyav_open import kept_log, last_line, open_container, set_up_decoder
from review.adapters.read_pyav_pulse import NO_PACKET, decoding
from review.core.arrays import Array
from review.core.errors import TapeUnreadable

__all__ = ["Beginning", "begin"]

_HEAD = 12
_COMPARED = 24
_TRIES = 4
_RAW = frozenset({"h264", "hevc", "m4v", "mpegvideo", "obu"})
_TAIL_UNKNOWN = frozenset({"mpegts", "mpeg"})
"""Containers that do not say where a picture ends, so that the last may be cut without a sign."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What opening found.

    Attributes
    ----------
    contents, damage : the frames, and what is already known to spoil some
    head : the first few frames as decoded
    notes : what a reader of the report should know
    lost : frames already found undecodable, with the reason
    cut : why the file's last pictures are not whole; nothing where they are
    """

    contents: Contents
    damage: Damage
    head: tuple[Any, ...]
    notes: tuple[str, ...]
    lost: dict[int, str]
    cut: str


def begin(path: Path, container: Any, stream: Any, *, deadly: Mapping[int, str] | None = None) -> Beginning:
    """Index the file and decode its first frames.

    Raises
    ------
    TapeUnreadable
        If there are no packets or no times, times jump back, or nothing can be decoded.
    """
    packets = scan(container, stream)
    packets.deadly.update(deadly or {})
    kind = container.format.name
    _refuse_useless(path, packets, raw=kind in _RAW)
    head, clean = [], True
    with kept_log() as lines:
        for frame, fine in islice(_output(path, stream.index, packets), _HEAD):
            clean = clean and fine and not frame.is_corrupt
            head.append(frame)
        said = last_line(lines)
    if not head:
        raise _none_decodes(path, packets, said)
    contents, notes = _contents(
        path, stream, packets, places=[f.pts for f in head], clean=clean, avi=kind == "avi"
    )
    contents = _settled(path, stream.index, contents)
    damage = Damage(contents)
    lost = _tail(path, stream.index, contents, damage) if kind in _TAIL_UNKNOWN else {}
    whole = len(contents)
    while whole - 1 in lost:
        whole -= 1
    if not whole:
        raise _none_decodes(path, packets, said)
    cut = lost.get(len(contents) - 1, "")
    if cut:
        contents = contents_by_decoding(packets, contents.decode[:whole], contents.pts[:whole])
        contents, lost = _settled(path, stream.index, contents), {k: v for k, v in lost.items() if k < whole}
        damage = Damage(contents)
    sound = [f for f in head if not f.is_corrupt] or head
    return Beginning(contents, damage, tuple(sound), notes, lost, cut)


def _refuse_useless(path: Path, packets: Packets, *, raw: bool) -> None:
    name = f"“{path}”"
    if not len(packets):
        raise TapeUnreadable(
            f"{name} holds a video stream without a single picture{packets.ended_early}.",
            remedy="Record or copy it again; nothing was written after its header.",
        )
    if raw or np.all(packets.stamp == NO_TIME):
        raise TapeUnreadable(
            f"{name} is a bare video stream: it stores no times, and any frame rate would be a guess.",
            remedy="Wrap it with its true rate, for example: ffmpeg -r 25 -i FILE -c copy OUT.mp4",
        )
    keys = packets.stamp[packets.key & (packets.stamp != NO_TIME)]
    back = np.flatnonzero(np.diff(keys) < 0)
    if len(back):
        raise TapeUnreadable(
            f"{name} is joined from pieces: its clock jumps back {len(back)} times, "
            f"first at its keyframe number {int(back[0]) + 2}.",
            remedy="Open the pieces one by one, or join them with new times (ffmpeg concat, -c copy).",
        )


def _none_decodes(path: Path, packets: Packets, said: str) -> TapeUnreadable:
    return TapeUnreadable(
        f"“{path}” states {len(packets)} pictures, but none can be decoded{said}.",
        remedy="Copy it again from its source, or convert it with the software that made it.",
    )


def _output(path: Path, number: int, packets: Packets) -> Iterator[tuple[Any, bool]]:
    """Frames as they come out from the file's start, their packet's place as pts; False after a failure."""
    container = open_container(path)
    try:
        stream = container.streams[number]
        set_up_decoder(stream)
        fine = True
        for position, packet in enumerate(chain(_readable(container, stream), (None,))):
            if packet is not None:
                packet.pts = position
            if position in packets.deadly:
                fine = False
                continue
            try:
                with decoding(position if packet is not None else NO_PACKET):
                    frames = stream.codec_context.decode(packet)
            except FFmpegError:
                fine = False
                continue
            yield from ((frame, fine) for frame in frames)
    finally:
        container.close()


def _readable(container: Any, stream: Any) -> Iterator[Any]:
    try:
        yield from packets_of(container, stream)
    except (FFmpegError, OSError):
        return


def _contents(
    path: Path, stream: Any, packets: Packets, *, places: list[int], clean: bool, avi: bool
) -> tuple[Contents, tuple[str, ...]]:
    """The frames by their packets' times where those are beyond doubt, else by decoding everything."""
    timed = packets.stamp[~packets.discard]
    sure = not np.any(timed == NO_TIME) and len(np.unique(timed)) == len(timed)
    if sure and not (avi and stream.codec_context.has_b_frames):
        contents = contents_by_pts(packets, first=int(packets.stamp[places].min()))
        if not clean or contents.decode[: len(places)].tolist() == places:
            left_out = len(timed) - len(contents)
            note = f"{left_out} pictures before the first that can be decoded are left out"
            return contents, (note,) if left_out else ()
    with kept_log():
        shown = np.array([frame.pts for frame, _ in _output(path, stream.index, packets)], dtype=np.int64)
    if avi:
        return _counted(path, packets, shown)
    return _timed(packets, shown, stream)


def _counted(path: Path, packets: Packets, shown: Array) -> tuple[Contents, tuple[str, ...]]:
    """Frames of a container that stores decoding order only: the n-th shown takes the n-th step."""
    pts = np.sort(packets.dts[shown])
    if len(shown) != len(packets) or np.any(pts == NO_TIME) or len(np.unique(np.diff(pts))) > 1:
        raise TapeUnreadable(
            f"“{path}” stores no display times, and its pictures are not one a step: times would be a guess.",
            remedy="Convert it to mp4 with the software that made it.",
        )
    note = "the file stores no display times: they are counted at its constant rate, in the order of decoding"
    return contents_by_decoding(packets, shown, pts), (note,)


def _timed(packets: Packets, shown: Array, stream: Any) -> tuple[Contents, tuple[str, ...]]:
    """Frames in the order of output, at their packets' times; those whose time is unknown left out."""
    pts = _filled(packets.stamp[shown], stream)
    before = np.maximum.accumulate(np.concatenate(([NO_TIME], pts[:-1])))
    keep = pts > before
    notes = ["frames were settled by decoding the whole file, because the times of its packets leave doubt"]
    if not np.all(keep):
        notes.append(f"{int(np.sum(~keep))} pictures without a time of their own are left out")
    return contents_by_decoding(packets, shown[keep], pts[keep]), tuple(notes)


def _filled(pts: Array, stream: Any) -> Array:
    """Missing times put in where the known ones around them leave room for exactly these frames."""
    known = np.flatnonzero(pts != NO_TIME)
    step = 1 / (Fraction(stream.guessed_rate) * stream.time_base) if stream.guessed_rate else Fraction(0)
    filled = pts.copy()
    for a, b in zip(known[:-1].tolist(), known[1:].tolist(), strict=True):
        if b - a > 1 and abs(int(pts[b] - pts[a]) - (b - a) * step) <= 1:
            filled[a + 1 : b] = [int(pts[a]) + round(k * step) for k in range(1, b - a)]
    return filled


def _settled(path: Path, number: int, contents: Contents) -> Contents:
    """Whether decoding may begin at keyframes that are no instantaneous refresh: tried once, byte for byte.

    From such a picture on, later ones may look past it (gradual refresh). The first such entry that lies
    clear of damage is decoded from itself and from the entry before it; unless the frames agree, only
    refreshes are entries.
    """
    entries, idr = contents.entries.tolist(), contents.packets.idr
    pairs = [(a, b) for a, b in pairwise(entries) if not idr[b]]
    for before, entry in pairs[:_TRIES]:
        first = int(contents.entry_ordinal[contents.group(entry)])
        one, two = (_sample(path, number, contents, entry=e, first=first) for e in (before, entry))
        if all(one):
            return contents if one == two else replace(contents, all_keys=False)
    return replace(contents, all_keys=False) if pairs else contents


def _sample(path: Path, number: int, contents: Contents, *, entry: int, first: int) -> list[bytes]:
    with Source(path, number, contents) as source:
        run = decode_from(source, damage=Damage(contents), entry=entry)
        wanted = (frame for ordinal, frame, _ in run if first <= ordinal)
        return [frame.to_ndarray().tobytes() if frame else b"" for frame in islice(wanted, _COMPARED)]


def _tail(path: Path, number: int, contents: Contents, damage: Damage) -> dict[int, str]:
    entry = contents.entry_for(len(contents) - 1)
    with Source(path, number, contents) as source:
        run = decode_from(source, damage=damage, entry=entry)
        return {ordinal: reason for ordinal, _, reason in run if reason}
