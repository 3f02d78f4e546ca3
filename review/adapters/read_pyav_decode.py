"""Decoding from any frame on: where to begin, when a frame is proven right, what damage spoils."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from av.error import FFmpegError
from av.stream import Discard

from review.adapters.read_pyav_index import NO_TIME, Contents, packets_of
from review.adapters.read_pyav_open import first_line, kept_log, open_container, set_up_decoder
from review.adapters.read_pyav_pulse import NO_PACKET, decoding

__all__ = ["Damage", "Decoded", "Run", "Source", "decode_from"]

Decoded = tuple[int, Any, str]
"""(ordinal, libav frame, "") or (ordinal, None, why it is not to be trusted)."""

_STEPS_BACK_S = (0.0, 2.0, 10.0, 60.0)
_LOGS_DAMAGE = frozenset({"ffv1", "dvvideo"})
"""Decoders that neither fail nor mark the frame when data are wrong, but say so in the log."""


class Damage:
    """Which packets were found damaged, and which frames that spoils.

    A damaged packet spoils its own frame. Where others may refer to it, it spoils everything decoded
    after it up to the next entry, and the frames shown before that entry that are decoded after it.
    """

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._first_bad: dict[tuple[int, bool], float] = {}
        self._own: dict[float, str] = {}
        for position in np.flatnonzero(contents.packets.corrupt).tolist():
            self.add(position, "the file marks its data as incomplete")
        for position, reason in contents.packets.deadly.items():
            self.add(position, reason)
        for after, reason in contents.packets.breaks.items():
            # What is missing belongs after the packet before it: half a place on.
            self._own[after - 0.5] = reason
            place = contents.group(after - 1), False
            self._first_bad[place] = min(after - 0.5, self._first_bad.get(place, after))

    def add(self, position: int, reason: str) -> None:
        """Note that this packet is damaged."""
        self._own.setdefault(position, reason)
        if not self._contents.packets.disposable[position]:
            place = self._contents.group(position), self._contents.leads(position)
            self._first_bad[place] = min(position, self._first_bad.get(place, position))

    def spoils(self, position: int) -> str:
        """Why the frame of this packet is not to be trusted; nothing where it is sound."""
        if position in self._own:
            return self._own[position]
        if not self._first_bad:
            return ""
        group = self._contents.group(position)
        suspects = [(group, False)]
        if self._contents.leads(position):
            suspects += [(group, True), (group - 1, False)]
        found = [self._first_bad[s] for s in suspects if self._first_bad.get(s, position) < position]
        return f"it may build on a damaged picture: {self._own[min(found)]}" if found else ""


class Run:
    """One pass of a decoder from an entry on."""

    def __init__(self, contents: Contents, damage: Damage, entry: int, decoder: Any) -> None:
        self._contents, self._damage, self._decoder = contents, damage, decoder
        self._log_is_damage = decoder.name in _LOGS_DAMAGE
        self._start = int(contents.entry_ordinal[contents.group(entry)]) if entry else 0
        self._next, self._seen = self._start, self._start - 1
        self._held: dict[int, Any] = {}

    def needs(self, position: int) -> bool:
        """False for frames shown before the entry: not asked for, and often not decodable from it."""
        return not 0 <= self._contents.ordinal[position] < self._start

    def feed(self, position: int, packet: Any | None) -> None:
        """Decode one packet (None = give what is still inside) and take in what comes out."""
        frames: list[Any] = []
        if packet is not None:
            if position in self._contents.packets.deadly:
                return
            packet.pts = position  # comes back on the frame: which packet it is, without trusting any clock
        with kept_log() as lines, decoding(position if packet is not None else NO_PACKET):
            try:
                frames = self._decoder.decode(packet)
            except FFmpegError as error:
                said = first_line(lines) or f" ({error.strerror})"
                self.blame(position, f"the data cannot be decoded{said}")
        if lines and self._log_is_damage:
            self.blame(position, f"the data decode with errors{first_line(lines)}")
        for frame in frames:
            self._take(frame)

    def _take(self, frame: Any) -> None:
        ordinal = -1 if frame.pts is None else int(self._contents.ordinal[frame.pts])
        if ordinal <= self._seen:
            return
        self.miss(ordinal)
        if frame.is_corrupt:
            self.blame(int(self._contents.decode[ordinal]), "the data decode with errors")
        frame.pts = ordinal
        self._held[ordinal] = frame
        self._seen = ordinal

    def blame(self, position: int, reason: str) -> None:
        """This packet is damaged."""
        self._damage.add(position, reason)

    def miss(self, upto: int) -> None:
        """The frames before `upto` that have not come out never will."""
        for ordinal in range(self._seen + 1, upto):
            self.blame(int(self._contents.decode[ordinal]), "no picture comes out of the data")

    def finish(self) -> None:
        """No more packets: what has not come out by now never will."""
        self.feed(len(self._contents.packets) - 1, None)
        self.miss(len(self._contents))
        self._seen = len(self._contents)

    def ready(self) -> Iterator[Decoded]:
        """Frames whose every possible reference is known to be sound or damaged, in order."""
        contents = self._contents
        while self._next < len(contents):
            position = int(contents.decode[self._next])
            if self._seen < contents.highest[position]:
                return
            reason = self._damage.spoils(position)
            frame = self._held.pop(self._next, None)
            yield self._next, None if reason else frame, reason
            self._next += 1


def decode_from(source: Source, *, damage: Damage, entry: int = 0) -> Iterator[Decoded]:
    """Decode from an entry (0 = the file's start) to the end of the tape.

    Yields each ordinal once and in order, from the first frame shown at or after the entry. At most as
    many frames are held as the codec reorders. A source serves one pass at a time; a new one ends the old.
    """
    packets = source.packets(entry)
    run = Run(source.contents, damage, entry, source.decoder)
    for position, packet in packets:
        if run.needs(position):
            run.feed(position, packet)
            yield from run.ready()
    run.finish()
    yield from run.ready()


class Source:
    """Packets of one stream from a chosen place on, each recognised by time stamp and size."""

    def __init__(self, path: Path, stream: int, contents: Contents) -> None:
        self._path, self._number, self.contents = path, stream, contents
        self._open: list[Any] = []
        self.decoder: Any = None

    def set_up(self, stream: Any) -> None:
        """Prepare the decoder: one thread, so that an error belongs to its packet."""
        set_up_decoder(stream)

    def _reopen(self) -> None:
        self._container = open_container(self._path)
        self._open.append(self._container)
        self._stream = self._container.streams[self._number]
        for other in self._container.streams:
            if other is not self._stream:
                other.discard = Discard.all

    def close(self) -> None:
        """Let go of the file; it is opened again when it is asked for packets."""
        self.decoder = None
        while self._open:
            self._open.pop().close()

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def packets(self, entry: int) -> Iterator[tuple[int, Any]]:
        """Packets and their places, from `entry` on.

        Seeks, checks that the place reached is known and not past the entry, steps further back otherwise,
        and reads from the file's start as the last resort, also when the order strays from the index.
        """
        if not entry:
            self.close()
        if self.decoder is None:
            self._reopen()
            self.set_up(self._stream)
            self.decoder = self._stream.codec_context
        return self._packets(entry)

    def _packets(self, entry: int) -> Iterator[tuple[int, Any]]:
        reached = entry
        for position, packet in self._sought(entry) if entry else ():
            if position != reached or not self._is(position, packet):
                break
            yield position, packet
            reached += 1
        if reached == len(self.contents.packets):
            return
        if entry:
            self._reopen()
        for position, packet in enumerate(self._readable()):
            if position >= reached:
                yield position, packet

    def _readable(self) -> Iterator[Any]:
        try:
            yield from packets_of(self._container, self._stream)
        except (FFmpegError, OSError):
            return

    def _sought(self, entry: int) -> Iterator[tuple[int, Any]]:
        packets = self.contents.packets
        times = [int(t[entry]) for t in (packets.dts, packets.stamp) if t[entry] != NO_TIME]
        for back_s in _STEPS_BACK_S if times else ():
            aim = times[0] - round(back_s / self._stream.time_base)
            with kept_log():
                try:
                    self._container.seek(aim, stream=self._stream)
                except FFmpegError:
                    return
            found = self._until(entry)
            if found is not None:
                yield entry, found
                yield from enumerate(self._readable(), start=entry + 1)
                return

    def _until(self, entry: int) -> Any | None:
        """Read on until the entry's own packet; None once something later comes first."""
        limit = int(self.contents.packets.stamp[entry])
        for packet in self._readable():
            if self._is(entry, packet):
                return packet
            if packet.pts is not None and packet.pts > limit:
                return None
        return None

    def _is(self, position: int, packet: Any) -> bool:
        packets = self.contents.packets
        if position >= len(packets) or packet.size != packets.size[position]:
            return False
        return packet.pts is None or packets.stamp[position] in (NO_TIME, packet.pts)
