"""Under the picture: step, play, and the one readout of the frame on screen in its four forms."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QWidget,
)

from review.core.clock import ClockCourse
from review.core.times import parse_tape_time
from ui.commands.registry import Registry
from ui.glyphs import glyph
from ui.say import readout_words
from ui.session import Session
from ui.theme import Colours
from ui.words import t

__all__ = ["Readout", "Transport"]

_BUTTONS = ("ten_back", "frame_back", "play", "frame_on", "ten_on")


class Readout(QWidget):
    """One form of the time: click copies, double click types. `typed` brings what was typed."""

    typed = Signal(str)

    def __init__(self, name: str, words: str, widest: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.value = QLabel("–")
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(10.5)
        font.setStyleHint(QFont.StyleHint.Monospace)
        self.value.setFont(font)
        self.value.setMinimumWidth(self.value.fontMetrics().horizontalAdvance(widest) + 4)
        self.entry = QLineEdit()
        self.entry.setFont(font)
        self.entry.setAccessibleName(words)
        self.entry.returnPressed.connect(self._take)
        self._stack = QStackedLayout()
        self.entry.editingFinished.connect(lambda: self._stack.setCurrentIndex(0))
        self._stack.addWidget(self.value)
        self._stack.addWidget(self.entry)
        label = QLabel(words)
        label.setObjectName("dim")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(label)
        layout.addLayout(self._stack)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)
        self.setToolTip(t("Click copies; double click lets you type a time to go to"))

    def set_value(self, words: str) -> None:
        """What the frame on screen says."""
        self.value.setText(words)
        self.setAccessibleDescription(words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Copy."""
        QGuiApplication.clipboard().setText(self.value.text())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Type."""
        self.type("")
        self.entry.selectAll()

    def type(self, before: str) -> None:
        """Let what stands here be typed over, with ``before`` before it."""
        self.entry.setText(before + self.value.text().removeprefix("–"))
        self._stack.setCurrentIndex(1)
        self.entry.setFocus()

    def _take(self) -> None:
        self._stack.setCurrentIndex(0)
        self.typed.emit(self.entry.text())


class Transport(QFrame):
    """Buttons and readout. `typed(name, words)` brings a time to go to."""

    typed = Signal(str, str)

    def __init__(self, registry: Registry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 2, 12, 2)
        layout.setSpacing(2)
        self.buttons: dict[str, QToolButton] = {}
        self._colours: Colours | None = None
        self._playing: bool | None = None
        for id_ in _BUTTONS:
            button = QToolButton()
            button.setToolTip(registry.tip(id_))
            button.setAccessibleName(registry.actions[id_].text())
            button.setAutoRepeat(id_ != "play")
            button.clicked.connect(registry.actions[id_].trigger)
            button.setFixedSize(34, 28)
            layout.addWidget(button)
            self.buttons[id_] = button
        layout.addSpacing(18)
        self.forms = {
            "time": Readout("time", t("time"), "0:00:00.00"),
            "timecode": Readout("timecode", t("timecode"), "00:00:00:00"),
            "clock": Readout("clock", t("game clock"), "P1 00:00.0"),
            "frame": Readout("frame", t("frame"), "000000"),
            "pts": Readout("pts", t("pts"), "0000000000"),
        }
        for form in self.forms.values():
            layout.addWidget(form)
            layout.addSpacing(20)
            form.typed.connect(partial(self.typed.emit, form.name))
        layout.addStretch()
        self.speed = QLabel()
        self.speed.setObjectName("dim")
        layout.addWidget(self.speed)

    def show_session(self, session: Session) -> None:
        """Read the frame on screen back."""
        if session.tape is None or session.shown is None:
            for form in self.forms.values():
                form.set_value("–")
        else:
            clock = session.judgement.clock if session.judgement else ClockCourse()
            shown = session.shown
            words = readout_words(shown.time, session.tape.scale, shown.ordinal, clock)
            for name, form in self.forms.items():
                form.set_value(words[name])
        playing = session.speed_x
        if bool(playing) != self._playing:
            self._playing = bool(playing)
            self._draw_icons()
        self.speed.setText(f"{playing:+g}×" if playing not in (0.0, 1.0) else "")
        for button in self.buttons.values():
            button.setEnabled(session.index is not None)

    def set_colours(self, colours: Colours) -> None:
        """Another theme."""
        self._colours = colours
        self._draw_icons()

    def _draw_icons(self) -> None:
        if self._colours is None:
            return
        for id_, button in self.buttons.items():
            name = "hold" if id_ == "play" and self._playing else id_
            button.setIcon(glyph(name, self._colours.text, self._colours.dim))


def seconds_typed(words: str) -> float | None:
    """Tape seconds of what was typed, None where it is no time."""
    try:
        return parse_tape_time(words)
    except ValueError:
        return None
