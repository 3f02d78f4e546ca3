"""What a file holds, packet by packet: read by demuxing, without decoding."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from av.error import FFmpegError
from av.stream import Discard

from review.adapters.read_pyav_open import first_line, kept_log, last_line
from review.adapters.read_pyav_pulse import beat
from review.core.arrays import Array
from review.core.tape import PacketIndex

__all__ = ["NO_TIME", "Contents", "Packets", "contents_by_decoding", "contents_by_pts", "packets_of", "scan"]

NO_TIME = int(np.iinfo(np.int64).min)
"""Stands for a time stamp that the container does not give."""


_ONE_A_STEP = frozenset({"mxf", "mxf_opatom", "dv", "gxf"})
"""Containers that hold one picture a step without exception."""
_CUT_WORDS = ("prematurely", "partial file", "truncat")


@dataclass(frozen=True, slots=True)
class Packets:
    """The video packets of a file in the order they are stored, which is the order of decoding.

    Attributes
    ----------
    stamp, dts : (n,) int64, presentation and decoding time; NO_TIME where not given
    size, duration : (n,) int64, bytes and ticks
    key, discard, disposable, corrupt : (n,) bool; `discard` is decoded but never shown (edit lists)
    idr : (n,) bool, False for H.264 keyframes that are no instantaneous refresh: later pictures may
        look past them
    ended_early : what libav said when the file stopped before its end, else nothing
    breaks : packets before which others are missing, and how that is known
    deadly : packets that are never given to the decoder, and why
    """

    stamp: Array
    dts: Array
    size: Array
    duration: Array
    key: Array
    discard: Array
    disposable: Array
    corrupt: Array
    idr: Array
    ended_early: str
    breaks: dict[int, str]
    deadly: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.stamp)


@dataclass(frozen=True, slots=True)
class Contents:
    """Packets in decoding order and frames in presentation order, each pointing to the other.

    Attributes
    ----------
    packets : as stored
    ordinal : (n,) int64, the frame a packet becomes, -1 where it becomes none
    pts : (m,) int64, strictly increasing, per frame
    decode : (m,) int64, the packet of each frame
    entries : (k,) int64, packets at which decoding may begin: keyframes, or only the instantaneous
        refreshes among them where `all_keys` is False
    entry_ordinal : (k,) int64, the first frame shown at or after each entry
    highest : (n,) int64, the last frame, in presentation, of all packets up to this one
    """

    packets: Packets
    ordinal: Array
    pts: Array
    decode: Array
    all_keys: bool = True
    entries: Array = field(init=False)
    entry_ordinal: Array = field(init=False)
    highest: Array = field(init=False)

    def __post_init__(self) -> None:
        keys = np.flatnonzero(self.packets.key & (self.packets.idr | self.all_keys))
        shown = self.ordinal[keys] >= 0
        first = np.searchsorted(np.sort(self.packets.stamp[self.decode]), self.packets.stamp[keys])
        set_ = object.__setattr__
        set_(self, "entries", keys)
        set_(self, "entry_ordinal", np.where(shown, self.ordinal[keys], first))
        set_(self, "highest", np.maximum.accumulate(self.ordinal))

    def __len__(self) -> int:
        return len(self.pts)

    @property
    def index(self) -> PacketIndex:
        """The frames alone, as the port gives them."""
        return PacketIndex(self.pts, self.packets.key[self.decode])

    def entry_for(self, ordinal: int) -> int:
        """The last packet, at or before this frame in time, at which decoding may begin (0 = the start)."""
        before = int(np.searchsorted(self.entry_ordinal, ordinal, side="right"))
        return int(self.entries[before - 1]) if before and self.entry_ordinal[before - 1] else 0

    def group(self, position: int) -> int:
        """Which entry a packet is decoded after: its number, -1 before the first."""
        return int(np.searchsorted(self.entries, position, side="right")) - 1

    def leads(self, position: int) -> bool:
        """Whether the packet's frame is shown before the entry that it is decoded after."""
        group, ordinal = self.group(position), int(self.ordinal[position])
        return group >= 0 and 0 <= ordinal < int(self.entry_ordinal[group])


def packets_of(container: Any, stream: Any, log: list[Any] | None = None) -> Iterator[Any]:
    """The stream's packets, the empty one at the end left out; what libav says goes to `log` or nowhere."""
    source = container.demux(stream)
    while True:
        with kept_log() as lines:
            packet = _next(source)
        beat()
        if log is not None:
            log.extend(lines)
        if packet is None:
            return
        if packet.size or packet.pts is not None or packet.dts is not None:
            yield packet


def _next(source: Iterator[Any]) -> Any | None:
    try:
        return next(source, None)
    except IndexError:  # at the end PyAV asks for streams that a damaged file began on the way
        return None


def scan(container: Any, stream: Any) -> Packets:
    """Read every packet's facts once; nothing is decoded."""
    for other in container.streams:
        if other is not stream:
            other.discard = Discard.all
    flat, told = array("q"), deque[Any](maxlen=20)
    breaks: dict[int, str] = {}
    annex = not (stream.codec_context.extradata or b"\0").startswith(b"\1")
    h264, early = stream.codec_context.name == "h264", ""
    lines: list[Any] = []
    try:
        for p in packets_of(container, stream, lines):
            if any(name == container.format.name for _, name, _ in lines):
                breaks[len(flat) // 9] = f"data before it are missing{first_line(lines)}"
            told += lines
            lines.clear()
            idr = not (h264 and p.is_keyframe) or _has_idr(bytes(memoryview(p)[:4096]), annex=annex)
            flat.extend((*_times(p), p.is_keyframe, p.is_discard, p.is_disposable, p.is_corrupt, idr))
    except (FFmpegError, OSError) as error:
        early = f" ({error.strerror})"
    told += lines
    if not early and any(word in text for _, _, text in told for word in _CUT_WORDS):
        early = last_line(told)
    columns = np.array(flat, dtype=np.int64).reshape(-1, 9).T
    dts = columns[1]
    if container.format.name in _ONE_A_STEP and len(dts) > 1:
        for at in np.flatnonzero(np.diff(dts) > np.median(np.diff(dts))).tolist():
            breaks.setdefault(at + 1, "packets before it are missing")
    stamp, _, size, duration = columns[:4]
    key, discard, disposable, corrupt, idr_or_none = columns[4:].astype(np.bool_)
    return Packets(stamp, dts, size, duration, key, discard, disposable, corrupt, idr_or_none, early, breaks)


def _times(packet: Any) -> tuple[int, int, int, int]:
    pts, dts = (NO_TIME if t is None else int(t) for t in (packet.pts, packet.dts))
    return pts, dts, int(packet.size), int(packet.duration or 0)


def _has_idr(data: bytes, *, annex: bool) -> bool:
    """Whether the beginning of an H.264 packet shows an instantaneous refresh (NAL unit type 5)."""
    at = data.find(b"\0\0\1") + 3 if annex else 4
    while 3 <= at < len(data):
        if data[at] & 31 in (1, 5):
            return data[at] & 31 == 5
        if annex:
            at = data.find(b"\0\0\1", at) + 3
        else:
            at += 4 + int.from_bytes(data[at - 4 : at], "big")
    return True


def contents_by_pts(packets: Packets, *, first: int | None = None) -> Contents:
    """Each packet with a time of its own becomes a frame, except those never shown or before `first`.

    Parameters
    ----------
    first : presentation time of the first frame that the decoder gives from the file's start
    """
    frame = (packets.stamp != NO_TIME) & ~packets.discard
    if first is not None:
        frame &= packets.stamp >= first
    decode = np.flatnonzero(frame)
    decode = decode[np.argsort(packets.stamp[decode], kind="stable")]
    return _linked(packets, packets.stamp[decode], decode)


def contents_by_decoding(packets: Packets, shown: Array, pts: Array) -> Contents:
    """Frames as the decoder gave them: the packet and the time of each, in order of output."""
    return _linked(packets, pts, shown)


def _linked(packets: Packets, pts: Array, decode: Array) -> Contents:
    ordinal = np.full(len(packets), -1, dtype=np.int64)
    ordinal[decode] = np.arange(len(decode))
    return Contents(packets, ordinal, pts, decode)
