"""Where somebody is, kept every second: what a crash takes is a second's stepping, never what was said."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from ui.desk import Desk
from ui.session import Session

__all__ = ["Autosave", "last_opened"]

EVERY_MS = 1000


def last_opened(desk: Desk) -> Path | None:
    """The tape or case that was open when the window was left, if it is still there."""
    words = desk.memory.word("last", "")
    path = Path(words) if words else None
    return path if path is not None and path.exists() else None


class Autosave(QObject):
    """Keeps file, place and chosen line while they change, and brings the chosen line back."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk, self._kept = desk, ("", -1, "")
        desk.sessions.changed.connect(self._changed)
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.keep)
        self._timer.start()

    def keep(self) -> None:
        """Write down where the session is, unless it stands there already."""
        now = self._desk.now
        path = now.tape_path or now.case_path
        pts = now.shown.time.pts if now.shown is not None else -1
        here = (str(path.absolute()) if path else "", pts, now.picked or "")
        if here == self._kept or path is None:
            return
        self._kept, memory = here, self._desk.memory
        memory.keep_word("last", here[0])
        memory.keep_word("picked", here[2])
        if now.tape_path is not None and now.shown is not None:
            memory.keep_place(now.tape_path, pts)
        memory.flush()

    def _changed(self, before: Session, after: Session) -> None:
        if _whole(after) and not _whole(before) and after.picked is None:
            QTimer.singleShot(0, self, self._choose)  # after everybody has heard of the case

    def _choose(self) -> None:
        now, memory = self._desk.now, self._desk.memory
        path, picked = now.tape_path or now.case_path, memory.word("picked", "")
        if (
            path is not None
            and picked
            and now.picked is None
            and memory.word("last", "") == str(path.absolute())
        ):
            self._desk.set(picked=picked)


def _whole(session: Session) -> bool:
    return session.judgement is not None and session.tape is not None
