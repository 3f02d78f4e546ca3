"""Coming to one frame sooner: several threads, and pictures that no other needs passed over.

Sound data decode to the same bytes whichever way. Whatever is not quite sound raises `Unsure`, and the way
through `decode_from`, which can tell what damage spoils, has to be taken.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from review.adapters.read_pyav_decode import Damage, Decoded, Run, Source
from review.adapters.read_pyav_index import Contents
from review.adapters.read_pyav_open import heard, set_up_decoder

__all__ = ["QuickSource", "Unsure", "decode_towards"]

QUICK = frozenset({"h264", "mpeg2video"})
"""Decoders whose frames say themselves when they are damaged, whichever thread made them.

Of MPEG-4 and HEVC damage was shown that the careful way had found (bits changed at random, hashes compared).
"""
MOST_THREADS = 8


class Unsure(Exception):  # no error: the other way is taken
    """Something did not decode as sound data do; only the careful way can say what it spoils."""


def unreferenced(data: bytes, *, annex: bool) -> bool:
    """Whether an H.264 packet's beginning says that no picture is made from it (`nal_ref_idc` 0, 7.4.1)."""
    at = data.find(b"\0\0\1") + 3 if annex else 4
    while 3 <= at < len(data):
        if 1 <= data[at] & 31 <= 5:
            return not data[at] >> 5 & 3
        at = data.find(b"\0\0\1", at) + 3 if annex else at + 4 + int.from_bytes(data[at - 4 : at], "big")
    return False


class QuickSource(Source):
    """A source whose decoder uses the machine's cores; kept open from one frame sought to the next."""

    def __init__(self, path: Path, stream: int, contents: Contents) -> None:
        super().__init__(path, stream, contents)
        self.threads = min(MOST_THREADS, os.cpu_count() or 1)

    def set_up(self, stream: Any) -> None:
        """Frames in parallel."""
        set_up_decoder(stream, threads=self.threads)

    def close(self) -> None:
        """Let the threads come to rest first: freeing them while they speak would hang."""
        if self.decoder is not None:
            self.decoder.flush_buffers()
        super().close()


class _QuickRun(Run):
    """A pass that leaves out what nothing refers to before `whole_from`, and gives up at the first doubt."""

    def __init__(
        self, contents: Contents, damage: Damage, *, entry: int, decoder: Any, whole_from: int
    ) -> None:
        super().__init__(contents, damage, entry, decoder)
        self._whole_from = whole_from
        self._passed: set[int] = set()
        self._heard, self._log_is_damage = heard(), True
        self._h264 = decoder.name == "h264"  # in MPEG-2 a header hit by damage would hide what it spoils
        self._annex = not (decoder.extradata or b"\0").startswith(b"\1")

    def feed(self, position: int, packet: Any | None) -> None:
        """Decode, or pass over, one packet."""
        ordinal = int(self._contents.ordinal[position])
        early = self._h264 and 0 <= ordinal < self._whole_from
        if early and packet is not None and unreferenced(bytes(memoryview(packet)[:4096]), annex=self._annex):
            self._passed.add(ordinal)
            return
        super().feed(position, packet)
        if heard() != self._heard:
            raise Unsure("the decoder speaks of errors")

    def blame(self, position: int, reason: str) -> None:
        """Nothing is judged here."""
        raise Unsure(reason)

    def miss(self, upto: int) -> None:
        """Only what was passed over may be missing."""
        if any(ordinal not in self._passed for ordinal in range(self._seen + 1, upto)):
            raise Unsure("no picture comes out of the data")

    def ready(self) -> Iterator[Decoded]:
        """Frames in order, those passed over left out."""
        contents = self._contents
        while self._next < len(contents):
            position = int(contents.decode[self._next])
            if self._seen < contents.highest[position]:
                return
            if self._damage.spoils(position):
                raise Unsure("known to be damaged")
            frame = self._held.pop(self._next, None)
            if frame is not None:
                yield self._next, frame, ""
            self._next += 1


def decode_towards(source: QuickSource, *, damage: Damage, entry: int, whole_from: int) -> Iterator[Decoded]:
    """Frames from an entry on, in order; before `whole_from` some are left out, after it none.

    Raises
    ------
    Unsure
        As soon as anything is not as sound data are; what was yielded before is right.
    """
    packets = source.packets(entry)
    if source.decoder.name not in QUICK:
        raise Unsure("this decoder is used the careful way only")
    run = _QuickRun(source.contents, damage, entry=entry, decoder=source.decoder, whole_from=whole_from)
    for position, packet in packets:
        if run.needs(position):
            run.feed(position, packet)
            yield from run.ready()
    run.finish()
    yield from run.ready()
