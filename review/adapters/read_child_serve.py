"""The child that decodes: it may crash, hang or run out of memory; its parent goes on without it.

Pickled tuples come on standard input and go out on standard output. In: ("start", path, known or None,
deadly), then ("open", stream, entry), ("more", stream, slot), ("close", stream). Out: ("opened", known),
("refused", error), ("failed", stream, error), ("frame", stream, ordinal, plains, slot, reason),
("end", stream), ("bug", traceback).
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

from review.adapters.read_child_chroma import Chroma
from review.adapters.read_child_memory import HEAD_BYTES, Shared, pack
from review.adapters.read_pyav import Known, PyavReader, known_of
from review.adapters.read_pyav_picture import fields_of
from review.adapters.read_pyav_pulse import pulse_in
from review.core.errors import ReviewError

__all__ = ["AHEAD", "OUT_OF_MEMORY", "SLOTS", "main"]

AHEAD = 3
"""Pictures of a pass that may wait for whoever reads it."""
SLOTS = 8
OUT_OF_MEMORY = 77
_SPARE_BYTES = 1 << 16


@dataclass
class _Pass:
    items: Iterator[tuple[int, Any, str]]
    source: Any
    credit: int = AHEAD
    slots: set[int] = field(default_factory=set)


class _Server:
    def __init__(self, shared: Shared, out: BinaryIO) -> None:
        self._shared, self._out = shared, out
        self._passes: dict[int, _Pass] = {}
        self._free = list(range(SLOTS))
        self._room = self._told = 0
        self._reader: Any = None
        self._chroma = Chroma()

    def start(self, path: str, known: Known | None, deadly: dict[int, str]) -> None:
        fresh = known is None
        known = known or known_of(Path(path), deadly=deadly)
        for position, reason in deadly.items():
            known.contents.packets.deadly[position] = reason
            known.damage.add(position, reason)
        self._reader = PyavReader(path, known=known)
        self._room = self._room_of(known)
        self._shared = Shared(self._shared.name, HEAD_BYTES + SLOTS * self._room)
        pulse_in(self._shared.pulse)
        self.say("opened", known if fresh else None)

    @staticmethod
    def _room_of(known: Known) -> int:
        import av

        width, height = known.upright.stored_size(known.tape.size_px)
        blank = av.VideoFrame(width, height, known.tape.pixel_format)
        one = sum(int(plane.buffer_size) for plane in blank.planes)
        pictures = 2 if known.tape.interlaced else 1
        return -(-(one * pictures + _SPARE_BYTES) // HEAD_BYTES) * HEAD_BYTES

    def say(self, *words: object) -> None:
        pickle.dump(words, self._out, protocol=pickle.HIGHEST_PROTOCOL)
        self._out.flush()

    def hear(self, told: tuple[Any, ...]) -> None:
        kind, number = told[0], told[1]
        if kind == "open":
            source = self._reader.new_source()
            self._passes[number] = _Pass(self._reader.decoded_from(told[2], source), source)
        elif kind == "close":
            ended = self._passes.pop(number, None)
            if ended is not None:
                self._free += ended.slots
                ended.source.close()
        elif number in self._passes:
            one = self._passes[number]
            one.credit += 1
            if told[2] in one.slots:
                one.slots.remove(told[2])
                self._free.append(told[2])

    def wanted(self) -> list[int]:
        return [number for number, one in self._passes.items() if one.credit > 0]

    def go_on(self, number: int) -> None:
        one = self._passes[number]
        try:
            ordinal, picture, reason = next(one.items, (-1, None, ""))
        except ReviewError as error:
            one.credit = 0
            self.say("failed", number, told_of(error))
            return
        if ordinal < 0:
            one.credit = 0
            self.say("end", number)
            return
        one.credit -= 1
        plains, slot = self._laid(one, picture)
        self.say("frame", number, ordinal, plains, slot, reason)
        self._tell_spent()

    def _laid(self, one: _Pass, picture: Any) -> tuple[Any, int]:
        if picture is None:
            return None, -1
        shown, stored = picture
        frames = [shown]
        if self._reader.tape.interlaced:
            frames += fields_of(stored) or ()
        slot = self._free.pop() if self._free else -1
        if slot >= 0:
            one.slots.add(slot)
        at = HEAD_BYTES + slot * self._room
        plains = pack(frames, self._shared.memory if slot >= 0 else None, at, self._room)
        places = [self._chroma.of(frame) for frame in frames]
        return tuple(replace(p, chroma=c) for p, c in zip(plains, places, strict=True)), slot

    def _tell_spent(self) -> None:
        """What this process cost so far, for whoever adds up."""
        self._shared.spent[0] = time.process_time_ns()
        self._told += 1
        if self._told % 25 == 1:
            with contextlib.suppress(OSError):
                self._shared.spent[1] = int(Path("/proc/self/io").read_text("ascii").split()[1])


def _commands(source: BinaryIO, heard: queue.SimpleQueue[tuple[Any, ...]]) -> None:
    """Hear the parent; when it is gone this process goes, whatever a codec is doing."""
    try:
        while True:
            heard.put(pickle.load(source))
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)


def told_of(error: ReviewError) -> tuple[type[ReviewError], str, str]:
    """An error as it travels."""
    return type(error), error.cause, error.remedy


def _bound(memory_bytes: int) -> None:
    """No more address space than this beyond what is held already, and no core files."""
    try:
        import resource
    except ImportError:  # pragma: no cover - Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        held = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except OSError:  # pragma: no cover - not Linux
        return
    limit = held + memory_bytes
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def main(arguments: list[str] | None = None) -> None:
    """Serve until the parent closes its end. Arguments: the shared memory's name, bytes of memory allowed."""
    name, memory = arguments or sys.argv[1:3]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    shared = Shared(name)
    pulse_in(shared.pulse)
    heard: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
    threading.Thread(target=_commands, args=(os.fdopen(os.dup(0), "rb"), heard), daemon=True).start()
    _bound(int(memory))
    server = _Server(shared, out)
    # Our own mistakes are told to the parent, which raises them as its own.
    sys.excepthook = lambda *told: server.say("bug", "".join(traceback.format_exception(*told)))
    try:
        _serve(server, heard)
    except ReviewError as error:
        server.say("refused", told_of(error))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def _serve(server: _Server, heard: queue.SimpleQueue[tuple[Any, ...]]) -> None:
    server.start(*heard.get()[1:])
    while True:
        wanted = server.wanted()
        while not wanted or not heard.empty():
            server.hear(heard.get())
            wanted = server.wanted()
        for number in wanted:
            server.go_on(number)


if __name__ == "__main__":
    main()
