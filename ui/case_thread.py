"""The case thread: reads the case file, so that the window never waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from review.core.arrays import Array
from review.core.case import Judgement
from review.core.errors import ReviewError
from review.core.tape import Tape
from review.core.tracks import Tracks
from review.ports.store import Store
from ui.session import Trouble

__all__ = ["CaseLoaded", "CaseThread", "Following", "Marks"]

Following = Callable[[Judgement, Path], Mapping[int, tuple[str, ...]]]
"""A judgement and its case's path in; lines on what follows, by the finding's id, out."""

BEHIND_FRAMES, AHEAD_FRAMES = 40, 120
LINES_BEHIND, LINES_AHEAD = 3, 12


@dataclass(frozen=True, slots=True)
class CaseLoaded:
    """What a case holds, as far as it has come."""

    path: Path
    tape: Tape | None
    judgement: Judgement | None
    follows: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Marks:
    """Track rows of frames `first`..`last`, and gates' lines by the frames they were carried to."""

    first: int
    last: int
    tracks: Tracks
    gates: dict[int, dict[str, Array]] = field(default_factory=dict)


class CaseThread(QThread):
    """Reads one case. `loaded` answers `load`; `marks` answers the newest `look`."""

    loaded = Signal(object)
    failed = Signal(object)
    marks = Signal(object)

    def __init__(
        self,
        path: Path,
        open_store: Callable[[Path], Store],
        following: Following,
        *,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.path = path
        self._open_store = open_store
        self._following = following
        self._turn = threading.Condition()
        self._load = True
        self._look: int | None = None
        self._ended = False
        self._held = (1, 0, Tracks.empty())
        self._lines: dict[int, dict[str, Array]] = {}

    def load(self) -> None:
        """Read the judgement again; it may have grown."""
        with self._turn:
            self._load = True
            self._turn.notify()

    def look(self, ordinal: int) -> None:
        """Ask for what stands around a frame."""
        with self._turn:
            self._look = ordinal
            self._turn.notify()

    def end(self) -> None:
        """Ask the thread to close the case and end; `wait` waits for it."""
        with self._turn:
            self._ended = True
            self._turn.notify()

    def run(self) -> None:
        """The thread's own work; not called by others."""
        store: Store | None = None
        try:
            store = self._open_store(self.path)
            self._serve(store)
        except ReviewError as error:
            self.failed.emit(Trouble(error.cause, error.remedy, details=repr(error)))
        finally:
            if store is not None:
                store.close()

    def _serve(self, store: Store) -> None:
        while True:
            with self._turn:
                while not (self._load or self._look is not None or self._ended):
                    self._turn.wait()
                if self._ended:
                    return
                load, look = self._load, self._look
                self._load, self._look = False, None
            if load:
                self._held, self._lines = (1, 0, Tracks.empty()), {}
                from review.wiring import judgement_of  # everything hangs on it: the window is there first

                judgement = judgement_of(store)
                follows = self._following(judgement, self.path) if judgement else {}
                self.loaded.emit(CaseLoaded(self.path, store.tape(), judgement, follows))
            if look is not None:
                self.marks.emit(self._marks(store, look))

    def _marks(self, store: Store, ordinal: int) -> Marks:
        first, last, tracks = self._held
        if not first + BEHIND_FRAMES // 4 <= ordinal <= last - AHEAD_FRAMES // 4:
            first, last = max(0, ordinal - BEHIND_FRAMES), ordinal + AHEAD_FRAMES
            tracks = store.tracks(first, last)
            self._held = (first, last, tracks)
        wanted = range(max(0, ordinal - LINES_BEHIND), ordinal + LINES_AHEAD + 1)
        held = self._lines
        self._lines = {n: held[n] if n in held else store.gate_lines(n) for n in wanted}
        return Marks(first, last, tracks, self._lines)
