"""The banner above the picture and the progress in the status bar."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QToolButton, QWidget

from ui.analysis import progress_words
from ui.commands.registry import Registry
from ui.diagnostics import without_folders
from ui.glyphs import glyph
from ui.session import Work
from ui.theme import Colours
from ui.words import t

__all__ = ["Banner", "WorkBar"]


class Banner(QFrame):
    """One sentence, one button that helps, details to copy. `asked` brings the command of the button."""

    asked = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.words = QLabel(wordWrap=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton()
        self.details = QPushButton(t("Copy details"))
        self.details.setToolTip(t("Copies what to report, for support"))
        self.leave = QToolButton()
        self.leave.setToolTip(t("Close this message"))
        self.leave.setAccessibleName(t("Close this message"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.addWidget(self.words, 1)
        for part in (self.button, self.details, self.leave):
            layout.addWidget(part)
        self._command = ""
        self._details = ""
        self.button.clicked.connect(lambda: self.asked.emit(self._command))
        self.details.clicked.connect(self._copy)
        self.leave.clicked.connect(self.closed)
        self.hide()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(without_folders(self._details))

    def set_colours(self, colours: Colours) -> None:
        """Another theme."""
        self.leave.setIcon(glyph("close", colours.text, colours.dim))

    def say(
        self, words: str, *, button: str = "", command: str = "", details: str = "", closable: bool = True
    ) -> None:
        """Show a sentence; no words, no banner."""
        self.setVisible(bool(words))
        self.words.setText(words)
        self.setAccessibleName(words)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.details.setVisible(bool(details))
        self.leave.setVisible(closable)
        self._command, self._details = command, details


class WorkBar(QWidget):
    """How an analysis gets on; hidden while there is none."""

    def __init__(self, registry: Registry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = QLabel()
        self.words.setObjectName("dim")
        self.bar = QProgressBar(textVisible=False, maximum=1000)
        self.bar.setFixedWidth(180)
        self.bar.setAccessibleName(t("Progress of the analysis"))
        self.hold = QToolButton()
        self.hold.setToolTip(registry.tip("pause_job"))
        self.hold.setAccessibleName(registry.actions["pause_job"].text())
        self.stop = QToolButton()
        self.stop.setToolTip(registry.tip("cancel_job"))
        self.stop.setAccessibleName(registry.actions["cancel_job"].text())
        self.hold.clicked.connect(registry.actions["pause_job"].trigger)
        self.stop.clicked.connect(registry.actions["cancel_job"].trigger)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 6, 0)
        for part in (self.words, self.bar, self.hold, self.stop):
            layout.addWidget(part)
        self._colours: Colours | None = None
        self._paused = False
        self.hide()

    def set_colours(self, colours: Colours) -> None:
        """Another theme."""
        self._colours = colours
        self.hold.setIcon(glyph("play" if self._paused else "hold", colours.text, colours.dim))
        self.stop.setIcon(glyph("stop", colours.text, colours.dim))

    def show_work(self, work: Work | None) -> None:
        """Tell how far it is."""
        self.setVisible(work is not None)
        if work is None:
            return
        self.words.setText(progress_words(work))
        self.bar.setMaximum(1000 if work.total_s else 0)
        self.bar.setValue(round(1000 * work.done_s / work.total_s) if work.total_s else 0)
        if self._colours is not None and work.paused != self._paused:
            self._paused = work.paused
            self.set_colours(self._colours)
