"""The line between a reader and the child that decodes for it."""

from __future__ import annotations

import contextlib
import itertools
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

import review
from review.adapters.read_child_memory import Shared
from review.adapters.read_child_serve import OUT_OF_MEMORY
from review.adapters.read_pyav import Known

__all__ = ["Child", "Died"]

_CODE = "from review.adapters.read_child_serve import main; main()"
_NEWS = 0
_LOOK_S, _LEAVE_S = 0.5, 5.0
_BEGIN_S = 60.0


class Died(Exception):
    """The child is no more. Never leaves the adapter."""


class Child:
    """One process that decodes. `how` and `packet` say what it died of once it has.

    Attributes
    ----------
    memory : where its pictures lie
    """

    def __init__(self, hang_s: float, memory_bytes: int, command: Sequence[str] | None = None) -> None:
        self._hang_s, self._memory_bytes = hang_s, memory_bytes
        self._shared = Shared()
        self._numbers = itertools.count(1)
        self._inboxes: dict[int, queue.SimpleQueue[tuple[Any, ...]]] = {_NEWS: queue.SimpleQueue()}
        self._lock = threading.Lock()
        self._dead = self._hung = False
        frozen = getattr(sys, "frozen", False)
        own = [sys.executable, "decode-child"] if frozen else [sys.executable, "-c", _CODE]
        self._process = subprocess.Popen(
            [*(command or own), self._shared.name, str(memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("BENCHGATE_DEBUG") else subprocess.DEVNULL,
            pass_fds=self._shared.descriptors,
            env={**os.environ, "PYTHONPATH": _search_path()},
        )
        self.memory = self._shared.memory
        self._ears = threading.Thread(target=self._hear, name="decoded", daemon=True)
        self._ears.start()

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def start(self, path: Path, known: Known | None, deadly: Mapping[int, str]) -> Any:
        """Have it open a tape; the `Known` that opening found out, None where that was told.

        Raises
        ------
        TapeUnreadable
        Died
        """
        self._say("start", str(path), known, dict(deadly))
        told = self._next(_NEWS)
        self._shared = Shared(self._shared.name, os.fstat(self._shared.descriptors[0]).st_size)
        self.memory = self._shared.memory
        return told[1]

    def open_pass(self, entry: int) -> Generator[tuple[int, Any, str], None, None]:
        """(ordinal, planes or None, reason) from an entry on; planes hold until the next is asked for."""
        number = next(self._numbers)
        with self._lock:
            self._inboxes[number] = queue.SimpleQueue()
            if self._dead:
                self._inboxes[number].put(("died",))
        return self._pass(number, entry)

    def _pass(self, number: int, entry: int) -> Generator[tuple[int, Any, str], None, None]:
        try:
            self._say("open", number, entry)
            while (told := self._next(number))[0] != "end":
                _, _, ordinal, plains, slot, reason = told
                yield ordinal, plains, reason
                self._say("more", number, slot)
        finally:
            self._inboxes.pop(number, None)
            with contextlib.suppress(Died):
                self._say("close", number)

    def _say(self, *words: object) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            with self._lock:
                pickle.dump(words, stdin, protocol=pickle.HIGHEST_PROTOCOL)
                stdin.flush()
        except (OSError, ValueError):
            raise Died from None

    def _next(self, number: int) -> tuple[Any, ...]:
        """The next message for a pass; a child that stands still for too long is ended."""
        beats, since = int(self._shared.pulse[0]), time.monotonic()
        while True:
            try:
                told = self._inboxes[number].get(timeout=_LOOK_S)
            except queue.Empty:
                now = int(self._shared.pulse[0])
                if now != beats:
                    beats, since = now, time.monotonic()
                elif time.monotonic() - since > self._patience_s(now) + _LEAVE_S:
                    raise Died from None  # it cannot even be killed: its disk does not answer
                elif time.monotonic() - since > self._patience_s(now):
                    self._hung = True
                    self._process.kill()
                continue
            return _checked(told)

    def _patience_s(self, beats: int) -> float:
        return self._hang_s if beats else max(self._hang_s, _BEGIN_S)

    def _hear(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError, ValueError):
            while True:
                told = pickle.load(stdout)
                to = told[1] if told[0] in ("frame", "end", "failed") else _NEWS
                for number in [to] if told[0] != "bug" else list(self._inboxes):
                    inbox = self._inboxes.get(number)
                    if inbox is not None:
                        inbox.put(told)
        with self._lock:
            self._dead = True
            for inbox in self._inboxes.values():
                inbox.put(("died",))

    @property
    def packet(self) -> int:
        """The packet at the decoder, -1 for none."""
        return int(self._shared.pulse[1])

    @property
    def how(self) -> str:
        """How it ended, as the end of a sentence."""
        code = self._process.returncode
        if self._hung:
            return f"hung for {self._hang_s:g} s"
        if code == OUT_OF_MEMORY:
            return f"asked for more than {self._memory_bytes / 2**30:.1f} GiB of memory"
        if code is not None and code < 0:
            return f"was ended by {signal.Signals(-code).name}"
        return f"ended (exit {code})"

    def spent(self) -> tuple[float, int]:
        """(seconds of processor, bytes read) so far."""
        nanoseconds, read = self._shared.spent.tolist()
        return nanoseconds / 1e9, read

    def end(self) -> None:
        """End it, if it lives, and let go of the line; what was measured can still be asked."""
        if self._process.poll() is None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()  # type: ignore[union-attr]
            try:
                self._process.wait(0.5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(_LEAVE_S)
        self._ears.join(_LEAVE_S)
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        if not self._shut:
            self._shut = True
            self._shared.close()

    _shut = False


def _checked(told: tuple[Any, ...]) -> tuple[Any, ...]:
    if told[0] == "died":
        raise Died
    if told[0] in ("refused", "failed"):
        kind, cause, remedy = told[-1]
        raise kind(cause, remedy=remedy)
    if told[0] == "bug":
        raise RuntimeError(f"in the process that decodes: {told[1]}")
    return told


def _search_path() -> str:
    """Where the child finds this very product."""
    ours = str(Path(review.__file__).parents[1])
    there = os.environ.get("PYTHONPATH", "")
    return os.pathsep.join([ours, there] if there else [ours])
