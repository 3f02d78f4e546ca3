"""Reading a tape through a child process: a codec that crashes, hangs or devours memory costs a gap.

The child decodes and deinterlaces; this process scales what comes, so pictures are those of `PyavReader` to
the byte. When the child is lost another goes on where it was. A packet at the decoder when it was lost is
tried once more, and if the child is lost at it again it is damage: never decoded, and the gap says why.
"""

from __future__ import annotations

import itertools
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from review.adapters.read_child_chroma import Place
from review.adapters.read_child_line import Child, Died
from review.adapters.read_child_memory import unpack
from review.adapters.read_pyav import Known, PyavReader
from review.core.errors import TapeUnreadable
from review.core.tape import Frame

__all__ = ["ChildReader", "Limits", "open_in_child"]

_Item = tuple[int, Any, str]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may do.

    Attributes
    ----------
    hang_s : no packet, picture or piece of the file for so long is a hang
    memory_bytes : address space beyond what the empty child holds
    deaths : after so many children lost, the tape is given up
    """

    hang_s: float = 30.0
    memory_bytes: int = 4 << 30
    deaths: int = 24


class ChildReader(PyavReader):
    """One open tape; fulfils `review.ports.reader.Reader`.

    Parameters
    ----------
    path : the video file
    limits : what a child may do
    command : what starts a child, where it is not this installation's own

    Raises
    ------
    TapeUnreadable
        If the file cannot be opened, holds no frame that can be decoded, or opening takes two children down.
    """

    def __init__(
        self, path: Path | str, *, limits: Limits | None = None, command: Sequence[str] | None = None
    ) -> None:
        self._minder = _Minder(Path(path), limits or Limits(), command)
        super().__init__(path, known=self._minder.known)

    def new_source(self) -> Any:
        """A pass over the tape in the child."""
        return _Passing(self._minder)

    def decoded_from(self, entry: int, source: Any) -> Iterator[_Item]:
        """See `PyavReader.decoded_from`."""
        return source.items(entry)  # type: ignore[no-any-return]

    def approach(self, ordinal: int, *, whole_from: int | None = None) -> Iterator[Frame]:
        """See the port: all frames, for what is passed over here would be decoded in this process."""
        yield from self.frames(max(0, min(ordinal, ordinal if whole_from is None else whole_from)))

    def spent(self) -> tuple[float, int]:
        """(seconds of processor, bytes read) by the children so far."""
        return self._minder.spent()

    @property
    def pid(self) -> int:
        """The process that decodes now."""
        return self._minder.child.pid

    @property
    def losses(self) -> tuple[str, ...]:
        """How each lost child ended."""
        return tuple(self._minder.losses)

    def close(self) -> None:
        """Let go of the file, of every frame kept, and of the child."""
        super().close()
        self._minder.end()

    def _fields_of(self, stored: Any) -> tuple[Any, Any] | None:
        return stored.halves or None


@dataclass(frozen=True, slots=True)
class _Stored:
    """The two fields of a frame, where it has them; counted by the cache as a frame is."""

    halves: tuple[Any, ...]

    @property
    def planes(self) -> list[Any]:
        return [plane for half in self.halves for plane in half.planes]


class _Minder:
    """Keeps a child going, and remembers what others died of."""

    def __init__(self, path: Path, limits: Limits, command: Sequence[str] | None) -> None:
        self._path, self._limits, self._command = path, limits, command
        self._deadly: dict[int, str] = {}
        self._tried: Counter[int] = Counter()
        self._spent = [0.0, 0]
        self._lock = threading.Lock()
        self.losses: list[str] = []
        self.child, self.known = self._begun(None)

    def _begun(self, known: Known | None) -> tuple[Child, Known]:
        """A child that has the tape open, and what is known of it."""
        fruitless = 0
        while True:
            child = Child(self._limits.hang_s, self._limits.memory_bytes, self._command)
            try:
                fresh = child.start(self._path, known, self._deadly)
                return child, known or fresh
            except Died:
                how, culprit = self._mourn(child)
                fruitless += culprit < 0
                if fruitless > 1:
                    raise TapeUnreadable(
                        f"“{self._path}” cannot be opened: the process that decodes {how}.",
                        remedy="Copy it again from its source, or convert it with the software that made it.",
                    ) from None
            except BaseException:
                child.end()
                raise

    def _mourn(self, child: Child) -> tuple[str, int]:
        """How a child ended, and at which packet, -1 for none; the second time that packet is deadly."""
        child.end()
        how, culprit = child.how, child.packet
        cpu_s, read = child.spent()
        self._spent = [self._spent[0] + cpu_s, self._spent[1] + read]
        self.losses.append(how)
        if culprit >= 0:
            self._tried[culprit] += 1
            if self._tried[culprit] > 1:
                self._deadly[culprit] = f"the process that decodes {how} on the data"
        if len(self.losses) > self._limits.deaths:
            raise TapeUnreadable(
                f"“{self._path}” cost {len(self.losses)} processes that decode; the last {how}.",
                remedy="Copy it again from its source, or convert it with the software that made it.",
            )
        return how, culprit

    def another(self, lost: Child) -> tuple[str, int]:
        """Have a child after `lost`; how that one ended and at which packet, ("", -1) if it was told."""
        with self._lock:
            if self.child is not lost:
                return "", -1
            told = self._mourn(lost)
            self.child, _ = self._begun(self.known)
            return told

    def spent(self) -> tuple[float, int]:
        cpu_s, read = self.child.spent()
        return self._spent[0] + cpu_s, int(self._spent[1] + read)

    def end(self) -> None:
        with self._lock:
            self.child.end()


class _Passing:
    """One pass over the tape at a time, through however many children it takes."""

    def __init__(self, minder: _Minder) -> None:
        self._minder = minder

    def __enter__(self) -> _Passing:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Passes end with their iterators."""

    def items(self, entry: int) -> Iterator[_Item]:
        """As `PyavReader.decoded_from` gives them."""
        contents, seen, fruitless = self._minder.known.contents, -1, 0
        places: dict[str, Place] = {}
        while True:
            child, before = self._minder.child, seen
            line = child.open_pass(entry)
            try:
                for ordinal, plains, reason in line:
                    if ordinal > seen:
                        yield ordinal, self._picture(child, plains, places), reason
                        seen = ordinal
                return
            except Died:
                how, culprit = self._minder.another(child)
            finally:
                line.close()
            fruitless = 0 if seen > before or culprit >= 0 or not how else fruitless + 1
            if fruitless > 1:  # not a packet, but something on the way to the next picture
                until = next((int(o) for o in contents.entry_ordinal if o > seen + 1), len(contents))
                reason = f"the process that decodes {how} here"
                yield from ((ordinal, None, reason) for ordinal in range(seen + 1, until))
                seen, fruitless = until - 1, 0
                if until == len(contents):
                    return
                entry = contents.entry_for(until)
            elif seen >= 0:
                # One entry earlier than would do, so that damage which reaches over an entry is found again.
                at = contents.entry_for(seen + 1)
                entry = contents.entry_for(max(int(contents.ordinal[at]) - 1, 0)) if at else 0

    def _picture(self, child: Child, plains: Any, places: dict[str, Place]) -> Any:
        if plains is None:
            return None
        frames = [
            places.setdefault(plain.chroma, Place(plain.chroma))(unpack(plain, child.memory))
            for plain in plains
        ]
        if not self._minder.known.tape.interlaced:
            return frames[0], frames[0]
        return frames[0], _Stored(tuple(itertools.islice(frames, 1, None)))


def open_in_child(path: Path | str) -> ChildReader:
    """Open a video file for review, decoded in a process of its own."""
    return ChildReader(path)
