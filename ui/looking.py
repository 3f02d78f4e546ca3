"""How the picture is looked at: steps of N frames, fields, levels, loupe. Nothing of it touches the tape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QInputDialog,
    QLabel,
    QSlider,
    QVBoxLayout,
)

from ui.desk import Desk
from ui.player.levels import NEUTRAL, Levels
from ui.player.loupe import AT_MOUSE, next_loupe
from ui.player.scan import Scan
from ui.session import Session
from ui.words import t

if TYPE_CHECKING:
    from ui.window import MainWindow

__all__ = ["LOOKS", "LevelsSheet", "Looks", "look_words"]

LOOKS = (
    "n_on", "n_back", "choose_n", "fields", "woven", "levels", "levels_off", "loupe", "loupe_next",
    "rink_map",
)  # fmt: skip
MOST_STEP_FRAMES = 500
GAMMA_STEPS = 100


def look_words(session: Session) -> str:
    """How the picture on screen differs from the tape's frame as it is shown by itself."""
    parts = []
    tape = session.tape
    if tape is not None and tape.interlaced and session.scan == "woven":
        parts.append(t("both fields as stored, not deinterlaced"))
    if tape is not None and tape.interlaced and session.scan == "fields":
        top = (tape.field_order == "top first") is not session.later
        name = t("upper lines") if top else t("lower lines")
        parts.append(t("field {n} of 2, {name}", n=2 if session.later else 1, name=name))
    if session.levels != NEUTRAL:
        parts.append(session.levels.words())
    return t("For the eye only: {what}", what=" · ".join(parts)) if parts else ""


class LevelsSheet(QDialog):
    """Three sliders beside the picture, which follows them at once."""

    def __init__(self, desk: Desk, parent: MainWindow | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setWindowTitle(t("Picture levels"))
        now = desk.now.levels
        self.black = self._slider(t("Black"), 0, 200, now.black)
        self.white = self._slider(t("White"), 55, 255, now.white)
        self.gamma = self._slider(t("Gamma"), 30, 300, round(now.gamma_ratio * GAMMA_STEPS))
        form = QFormLayout()
        for slider in (self.black, self.white, self.gamma):
            form.addRow(slider.accessibleName(), slider)
        words = QLabel(
            t("Changes what is seen here alone: stills, clips and judgements stay as the tape is.")
        )
        words.setWordWrap(True)
        self.buttons = QDialogButtonBox()
        neutral = self.buttons.addButton(t("Neutral"), QDialogButtonBox.ButtonRole.ResetRole)
        self.buttons.addButton(t("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        neutral.clicked.connect(self.reset)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        layout.addLayout(form)
        layout.addWidget(self.buttons)
        self.resize(420, 0)

    def _slider(self, name: str, least: int, most: int, value: int) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(least, most)
        slider.setValue(value)
        slider.setAccessibleName(name)
        slider.valueChanged.connect(self._changed)
        return slider

    def reset(self) -> None:
        """As the tape is."""
        for slider, value in ((self.black, 0), (self.white, 255), (self.gamma, GAMMA_STEPS)):
            slider.setValue(value)

    def _changed(self) -> None:
        black = min(self.black.value(), self.white.value() - 1)
        self._desk.set(levels=Levels(black, self.white.value(), self.gamma.value() / GAMMA_STEPS))


class Looks(QObject):
    """The commands of `LOOKS`, for one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._desk = window, window.desk

    def enable(self, session: Session) -> None:
        """Fields where the tape has them."""
        actions = self._window.registry.actions
        interlaced = session.tape is not None and session.tape.interlaced
        for id_ in ("fields", "woven"):
            actions[id_].setEnabled(interlaced)
            actions[id_].setChecked(session.scan == id_)
        for id_ in ("levels", "loupe", "loupe_next", "rink_map"):
            actions[id_].setEnabled(session.tape is not None)
        actions["levels_off"].setEnabled(session.levels != NEUTRAL)
        actions["loupe"].setChecked(bool(session.loupe))
        actions["rink_map"].setChecked(session.rink_map)

    def do_n_on(self) -> None:
        """Ctrl-right."""
        self._desk.step(self._desk.now.step_frames)

    def do_n_back(self) -> None:
        """Ctrl-left."""
        self._desk.step(-self._desk.now.step_frames)

    def do_choose_n(self) -> None:
        """Ask how many frames N is; kept between runs."""
        words, title = t("Frames of a step with {keys}:", keys=self._keys()), t("Choose the step")
        now = self._desk.now.step_frames
        number, ok = QInputDialog.getInt(self._window, title, words, now, 1, MOST_STEP_FRAMES)
        if ok:
            self._desk.set(step_frames=number)
            self._window.statusBar().showMessage(
                t("{keys} now steps {n} frames.", keys=self._keys(), n=number)
            )

    def _keys(self) -> str:
        return self._window.registry.keys_words("n_on")

    def do_fields(self) -> None:
        """F."""
        self._look("fields")

    def do_woven(self) -> None:
        """Shift-F."""
        self._look("woven")

    def _look(self, scan: Scan) -> None:
        self._desk.look("whole" if self._desk.now.scan == scan else scan)

    def do_levels(self) -> None:
        """Sliders beside the picture."""
        sheet = LevelsSheet(self._desk, self._window)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.show()

    def do_levels_off(self) -> None:
        """As the tape is."""
        self._desk.set(levels=NEUTRAL)

    def do_loupe(self) -> None:
        """V."""
        self._desk.set(loupe="" if self._desk.now.loupe else AT_MOUSE)

    def do_loupe_next(self) -> None:
        """Shift-V."""
        judgement = self._desk.now.judgement
        gates = {gate.id: gate for gate in (*(judgement.gates if judgement else ()), *self._desk.now.drawn)}
        self._desk.set(loupe=next_loupe(self._desk.now.loupe, gates))

    def do_rink_map(self) -> None:
        """M."""
        self._desk.set(rink_map=not self._desk.now.rink_map)
