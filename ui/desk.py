"""The desk behind the window: opens tapes and cases, steps, plays, analyses. Knows no widget."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal

from review.core.times import FrameTime
from review.ports.reader import Reader
from review.ports.store import Store
from ui.case_thread import CaseLoaded, CaseThread, Following, Marks
from ui.memory import Memory
from ui.moments import LEAD_S, Goals
from ui.player.decode import FrameServer, Opened, Picture
from ui.player.pace import PlayClock, faster, slower
from ui.player.scan import Scan
from ui.session import Session, Sessions, Stamp, Trouble
from ui.words import t

__all__ = ["CASE_ENDING", "Desk", "Doors"]

CASE_ENDING = ".bgcase"
TICK_MS = 6


@dataclass(frozen=True, slots=True)
class Doors:
    """How tapes and cases are opened, and what follows is told; `review.wiring` in the product."""

    open_reader: Callable[[Path], Reader]
    open_store: Callable[[Path], Store]
    case_path_for: Callable[[Path], Path]
    sample_tape: Callable[[], Path | None]
    following: Following


class Desk(QObject):
    """Holds the session and does what the person asks of it.

    `picture` brings each frame for the screen; everything else is told by `sessions.changed`.
    """

    picture = Signal(object)
    marks = Signal(object)

    def __init__(self, doors: Doors, memory: Memory, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.doors = doors
        self.memory = memory
        first = Session(theme=memory.word("theme", "system"), step_frames=memory.number("step_frames", 5))
        self.sessions = Sessions(first, parent=self)
        self._frames: FrameServer | None = None
        self._case: CaseThread | None = None
        self._leaving: set[QThread] = set()
        self._clock: PlayClock | None = None
        self._goals: Goals | None = None
        self._tick = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._tick.timeout.connect(self._play_on)

    @property
    def now(self) -> Session:
        """The session as it is."""
        return self.sessions.now

    # opening ------------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Open a tape or a case; the other of the two is looked for beside it."""
        self.close()
        is_case = path.suffix.lower() == CASE_ENDING
        if is_case:
            self.sessions.update(case_path=path, opening=True)
            self._open_case(path)
            return
        case = self.doors.case_path_for(path)
        self._open_tape(path)
        if case.exists():
            self.sessions.update(case_path=case)
            self._open_case(case)

    def close(self) -> None:
        """Put tape and case away, remembering the place."""
        self.pause()
        self._keep_place()
        self.let_go(self._frames)
        self.let_go(self._case)
        self._frames = self._case = None
        kept = self.now
        self.sessions.now = Session(
            theme=kept.theme, boxes=kept.boxes, gates=kept.gates, step_frames=kept.step_frames
        )
        self.sessions.changed.emit(kept, self.now)

    def end(self) -> None:
        """Put everything away and wait until all threads have closed their files."""
        self.close()
        for thread in tuple(self._leaving):
            thread.wait()
        self._sweep()

    def let_go(self, thread: FrameServer | CaseThread | None) -> None:
        """A thread may be in the middle of something long: nobody waits for it, it is kept until it ends."""
        if thread is None:
            return
        self._leaving.add(thread)
        thread.finished.connect(self._sweep)
        thread.end()

    def _sweep(self) -> None:
        for thread in [thread for thread in self._leaving if thread.isFinished()]:
            self._leaving.discard(thread)
            thread.deleteLater()

    def reload_case(self) -> None:
        """Read the case again, opening it where it has come into being since."""
        path = self.now.case_path
        if self._case is not None and self._case.path == path and self._case.isRunning():
            self._case.load()
        elif path is not None and path.exists():
            self._open_case(path)

    def _open_tape(self, path: Path) -> None:
        self.sessions.update(tape_path=path, opening=True)
        self._frames = FrameServer(path, self.doors.open_reader, parent=self)
        self._frames.opened.connect(self._tape_opened)
        self._frames.failed.connect(self._tape_failed)
        self._frames.ready.connect(self._shown)
        self._frames.early.connect(self._shown)
        self._frames.missing.connect(self._missing)
        self._frames.start()

    def _open_case(self, path: Path) -> None:
        self.let_go(self._case)
        self._case = CaseThread(path, self.doors.open_store, self.doors.following, parent=self)
        self._case.loaded.connect(self._case_loaded)
        self._case.failed.connect(self._case_failed)
        self._case.marks.connect(self._marked)
        self._case.start()

    def _tape_opened(self, opened: Opened) -> None:
        if self.sender() is not self._frames:
            return
        self.sessions.update(tape=opened.tape, index=opened.index, opening=False)
        place = self.memory.place(self.now.tape_path) if self.now.tape_path else None
        self.goto(opened.index.ordinal(place) if place is not None else 0)

    def _tape_failed(self, trouble: Trouble) -> None:
        if self.sender() is self._frames:
            self.sessions.update(opening=False, trouble=trouble)

    def _case_loaded(self, loaded: CaseLoaded) -> None:
        if self.sender() is not self._case:
            return
        self.sessions.update(
            judgement=loaded.judgement, follows=loaded.follows, opening=self.now.tape is None
        )
        if self.now.tape_path is None:
            self._find_tape(loaded)
        self._look()

    def _find_tape(self, loaded: CaseLoaded) -> None:
        """A case names its tape; a moved one is looked for beside the case."""
        named = Path(loaded.tape.path) if loaded.tape else None
        for path in (named, loaded.path.with_name(named.name)) if named else ():
            if path is not None and path.exists():
                self._open_tape(path)
                return
        cause = t("The tape of this case was not found: {path}.", path=str(named or "?"))
        remedy = t("Put it back, or beside the case.")
        self.sessions.update(opening=False, trouble=Trouble(cause, remedy, remedy_command="open"))

    def _case_failed(self, trouble: Trouble) -> None:
        if self.sender() is self._case:
            self.sessions.update(opening=False, trouble=trouble)

    def _keep_place(self) -> None:
        if self.now.tape_path is not None and self.now.shown is not None:
            self.memory.keep_place(self.now.tape_path, self.now.shown.time.pts)

    # going --------------------------------------------------------------------------------------

    def goto(self, ordinal: int, *, later: bool = False) -> None:
        """Show exactly this frame (where fields are looked at, its later one), kept inside the tape."""
        if self.now.index is None or self._frames is None:
            return
        ordinal = min(max(ordinal, 0), len(self.now.index) - 1)
        self.sessions.update(wanted=ordinal, later=later)
        self._frames.want(ordinal)

    def goto_time(self, time: FrameTime, *, lead_s: float = 0.0) -> None:
        """Show the frame on screen at `time`, or `lead_s` before it."""
        if self.now.index is not None:
            self.pause()
            self.goto(self.now.index.ordinal(time.shifted(-lead_s).pts if lead_s else time.pts))

    def goto_s(self, seconds: float) -> None:
        """Show the frame on screen `seconds` after the first."""
        if self.now.tape is not None and self.now.index is not None:
            pts = self.now.tape.scale.from_seconds(seconds).pts
            self.goto(self.now.index.ordinal(pts))

    def step(self, frames: int) -> None:
        """So many frames on (or back), counted from the frame last asked for."""
        self.pause()
        if self.now.scan == "fields" and abs(frames) == 1:
            self._step_field(forward=frames > 0)
        else:
            self.goto(self.now.wanted + frames)

    def _step_field(self, *, forward: bool) -> None:
        session = self.now
        if session.later is not forward:
            self.sessions.update(later=forward)
        elif session.index is not None:
            ordinal = session.wanted + (1 if forward else -1)
            if 0 <= ordinal < len(session.index):
                self.goto(ordinal, later=not forward)

    def look(self, scan: Scan) -> None:
        """Look at an interlaced tape whole, as it is stored, or field by field."""
        if self._frames is not None and self.now.tape is not None and self.now.tape.interlaced:
            self.pause()
            self.sessions.update(scan=scan, later=False)
            self._frames.look(scan)

    def next_moment(self, *, forward: bool) -> None:
        """The next (or last) crossing, finding, altercation, gap or notice."""
        goals = self._goals_now()
        found = goals.neighbour(self.now.wanted, forward=forward) if goals else None
        if found is not None:
            self.pause()
            self.goto(found)

    def _goals_now(self) -> Goals | None:
        session, kept = self.now, self._goals
        if session.index is None:
            return None
        made_of = (session.judgement, session.findings, session.index)
        if kept is None or any(a is not b for a, b in zip(kept.made_of, made_of, strict=True)):
            self._goals = Goals(*made_of)
        return self._goals

    def pick(self, key: str, time: FrameTime) -> None:
        """Choose a finding or notice and show the picture one second before it."""
        self.sessions.update(picked=key)
        self.goto_time(time, lead_s=LEAD_S)

    # playing ------------------------------------------------------------------------------------

    def play(self, speed_x: float) -> None:
        """Play at so many times tape speed; negative plays backwards."""
        session = self.now
        if session.index is None or session.tape is None:
            return
        at = session.wanted
        if speed_x > 0 and at >= len(session.index) - 1:
            self.goto(0)
            at = 0
        self._clock = PlayClock(
            session.index, session.tape.scale, ordinal=at, now_s=clock.monotonic(), speed_x=speed_x
        )
        self.sessions.update(speed_x=speed_x)
        self._tick.start()

    def pause(self) -> None:
        """Hold the picture."""
        self._tick.stop()
        self._clock = None
        self.sessions.update(speed_x=0.0)

    def toggle_play(self) -> None:
        """Play at tape speed, or hold."""
        if self.now.speed_x:
            self.pause()
        else:
            self.play(1.0)

    def shuttle(self, *, backwards: bool) -> None:
        """L (or J): play, then faster; against the direction of playing, turn round."""
        self.play(faster(self.now.speed_x, backwards=backwards))

    def shuttle_slower(self) -> None:
        """Play slower, down to an eighth of tape speed."""
        self.play(slower(self.now.speed_x))

    def mark(self, *, begins: bool) -> None:
        """Set the in mark (or the out mark) at the picture; one on the wrong side of the other clears it."""
        at, other = self.now.wanted, self.now.mark_out if begins else self.now.mark_in
        wrong = other is not None and (at >= other if begins else at <= other)
        name, others = ("mark_in", "mark_out") if begins else ("mark_out", "mark_in")
        self.sessions.update(**{name: at}, **({others: None} if wrong else {}))

    def loop(self) -> None:
        """Play from the in mark to the out mark over and over (the whole tape without them), or stop that."""
        looping = not self.now.looping
        self.sessions.update(looping=looping)
        if looping:
            self.goto(self.now.mark_in or 0)
            self.play(abs(self.now.speed_x) or 1.0)

    def _looped(self, due: int) -> bool:
        """Whether playing has come to the end of the loop; it then begins again."""
        session = self.now
        if not session.looping or session.index is None or self._clock is None:
            return False
        first = session.mark_in or 0
        last = len(session.index) - 1 if session.mark_out is None else session.mark_out
        if first <= due < last:
            return False
        speed_x = self._clock.speed_x
        self.goto(last if speed_x < 0 else first)
        self.play(speed_x)
        return True

    def _play_on(self) -> None:
        session = self.now
        if self._clock is None or session.index is None or session.shown is None:
            return
        now_s = clock.monotonic()
        if session.shown.ordinal != session.wanted:
            self._clock.keep_pace(session.shown.ordinal, now_s)
        due = self._clock.due(now_s)
        if self._looped(due):
            return
        if due != session.wanted and session.shown.ordinal == session.wanted:
            self.goto(due)
        if session.wanted == (0 if self._clock.speed_x < 0 else len(session.index) - 1):
            self.pause()

    def _shown(self, picture: Picture) -> None:
        if self.sender() is not self._frames:
            return
        self.picture.emit(picture)
        self.sessions.update(shown=picture.stamp)
        self._look()
        goals = self._goals_now() if not self.now.speed_x else None
        if goals is not None and self._frames is not None:
            self._frames.expect(goals.near(picture.stamp.ordinal))

    def _missing(self, ordinal: int, why: str) -> None:
        index, tape = self.now.index, self.now.tape
        if self.sender() is self._frames and index is not None and tape is not None:
            time = tape.scale.at(int(index.pts[ordinal]))
            self.sessions.update(shown=Stamp(ordinal, time, damaged=why or t("cannot be decoded")))

    # the case -----------------------------------------------------------------------------------

    def _look(self) -> None:
        if self._case is not None and self.now.shown is not None and self._case.isRunning():
            self._case.look(self.now.shown.ordinal)

    def _marked(self, marks: Marks) -> None:
        if self.sender() is self._case:
            self.marks.emit(marks)

    def set(self, **changes: Any) -> None:
        """Change a choice of the person's: theme, layers, drawing, trouble."""
        self.sessions.update(**changes)
        if "theme" in changes:
            self.memory.keep_word("theme", self.now.theme)
        if "step_frames" in changes:
            self.memory.keep_word("step_frames", str(self.now.step_frames))
