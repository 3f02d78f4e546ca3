"""Up to three more angles beside the picture, each following the master clock; blank outside its tape."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.desk import Desk
from ui.player.decode import FrameServer, Opened, Picture
from ui.player.view import PictureView
from ui.session import Session, Trouble
from ui.words import t

if TYPE_CHECKING:
    from review.wiring.angles import Alignment

__all__ = ["MOST_ANGLES", "Angle", "Angles"]

MOST_ANGLES = 3
BUDGET_BYTES = 96 * 2**20


class Angle(QWidget):
    """One more tape. `alignment` is None until it is open."""

    def __init__(self, desk: Desk, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path, self._desk = path, desk
        self.opened: Opened | None = None
        self.alignment: Alignment | None = None
        self.shown: int | None = None
        self.view = PictureView()
        self.view.setAccessibleName(t("Angle {name}", name=path.name))
        self.words = QLabel()
        self.words.setObjectName("dim")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.words)
        self._frames = FrameServer(path, desk.doors.open_reader, budget_bytes=BUDGET_BYTES, parent=desk)
        self._frames.opened.connect(self._opened)
        self._frames.failed.connect(self._failed)
        self._frames.ready.connect(self._ready)
        self._frames.start()

    def _opened(self, opened: Opened) -> None:
        from review.wiring.angles import align_angle  # everything hangs on it

        self.opened, session = opened, self._desk.now
        if session.tape is not None:
            self.alignment = align_angle(session.tape, session.judgement, self.path, opened.tape)
        self.follow(session)

    def _failed(self, trouble: Trouble) -> None:
        self._desk.set(trouble=trouble)

    def _ready(self, picture: Picture) -> None:
        if self.shown is None:
            return  # it went outside the tape meanwhile
        self.shown = picture.stamp.ordinal
        tape = self.opened.tape if self.opened else None
        self.view.show_picture(picture.image, float(tape.pixel_aspect) if tape else 1.0)

    def follow(self, session: Session) -> None:
        """Show the instant that the master shows, or say that this tape does not have it."""
        if self.opened is None or self.alignment is None or session.shown is None:
            return
        tape, index = self.opened.tape, self.opened.index
        at_s = self.alignment.on_other(session.shown_s)
        how = t(self.alignment.how)
        self.words.setText(t("{name} · {s} s, by {how}", name=self.path.name, s=f"{at_s:.2f}", how=how))
        if not -0.5 * self.frame_s <= at_s < tape.duration_s:
            self.shown = None
            self.view.clear()
            self.view.show_note(t("This angle has no picture of this moment."))
            return
        self.shown = index.ordinal(tape.scale.from_seconds(max(at_s, 0.0) + self.frame_s / 4).pts)
        self._frames.want(self.shown)

    @property
    def frame_s(self) -> float:
        """How long a frame of this tape lasts."""
        rate = self.opened.tape.rate if self.opened else None
        return float(1 / rate) if rate else 0.04

    def nudge(self, frames: int) -> None:
        """Align by hand: so many frames of its own further on."""
        if self.alignment is not None:
            self.alignment = self.alignment.nudged(frames * self.frame_s)
            self.follow(self._desk.now)

    def end(self) -> None:
        """Close the tape, without waiting for it."""
        self._desk.let_go(self._frames)


class Angles(QWidget):
    """The master's picture and the other angles, side by side."""

    def __init__(self, desk: Desk, master: PictureView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.angles: list[Angle] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4)
        self._row.addWidget(master, 1)
        desk.sessions.changed.connect(self._changed)

    def add(self, path: Path) -> None:
        """Open one more angle; the window holds four pictures with the master's."""
        if len(self.angles) >= MOST_ANGLES:
            words = t("Four angles are shown already: close them to begin anew.")
            self._desk.set(trouble=Trouble(words))
            return
        angle = Angle(self._desk, path, self)
        self.angles.append(angle)
        self._row.addWidget(angle, 1)

    def clear(self) -> None:
        """Close every angle but the master."""
        for angle in self.angles:
            angle.end()
            self._row.removeWidget(angle)
            angle.deleteLater()
        self.angles = []

    def told(self) -> list[str]:
        """Each angle as `benchgate case export --angle` takes it, as it is aligned here."""
        aligned = ((one.path, one.alignment) for one in self.angles)
        return [f"{path}@{a.offset_s:.6f}" for path, a in aligned if a is not None]

    def nudge(self, frames: int) -> None:
        """Move the angle opened last against the master."""
        if self.angles:
            self.angles[-1].nudge(frames)

    def _changed(self, before: Session, after: Session) -> None:
        if after.tape_path != before.tape_path:
            self.clear()
        elif before.shown != after.shown:
            for angle in self.angles:
                angle.follow(after)

    def leave(self) -> None:
        """Let go of the desk."""
        self.clear()
        self._desk.sessions.changed.disconnect(self._changed)
