"""A short tour: five parts of the window, one sentence each, beside the part it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ui.words import t

if TYPE_CHECKING:
    from ui.window import MainWindow

__all__ = ["Tour", "stops"]

WIDTH_PX, MARGIN_PX = 340, 12
FOLLOW_MS = 250


def stops(window: MainWindow) -> list[tuple[QWidget, str]]:
    """What is shown, in the order of attention, and what is said of it."""
    keys = window.registry.keys_words
    return [
        (
            window.pages,
            t(
                "The picture. {on} and {back} step exactly one frame; {play} plays. Boxes show "
                "everybody who was "
                "seen, the coloured lines are the gates of the benches.",
                on=keys("frame_on"),
                back=keys("frame_back"),
                play=keys("play"),
            ),
        ),
        (
            window.findings,
            t(
                "What was found. {down} goes to the next: it opens one second before. ▲ trips "
                "a clause, ● cannot "
                "be told, ○ only asks you to look.",
                down=keys("next_finding"),
            ),
        ),
        (
            window.inspector,
            t(
                "Why, step by step. Accept with {yes}, reject with {no}, correct with {fix}: "
                "what hangs on it is "
                "judged again at once, and {undo} takes it back.",
                yes=keys("accept"),
                no=keys("reject"),
                fix=keys("correct"),
                undo=keys("undo"),
            ),
        ),
        *_below(window),
    ]


def _below(window: MainWindow) -> list[tuple[QWidget, str]]:
    """The lanes, and where everything else is."""
    keys = window.registry.keys_words
    return [
        (
            window.timeline,
            t(
                "Men on the ice, both teams: the line is the likeliest number, the band its "
                "doubt, hatching was "
                "not seen. A click goes there, the wheel zooms."
            ),
        ),
        (
            window.menuBar(),
            t(
                "Everything is here as well, and {keys} shows every key. {evidence} writes "
                "clips, reports and "
                "their hashes into one folder.",
                keys=keys("keys"),
                evidence=keys("evidence"),
            ),
        ),
    ]


class Tour(QFrame):
    """Stands over the window until it is ended; Return goes on, Escape ends it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setObjectName("panel")
        self.setAutoFillBackground(True)
        self.setFixedWidth(WIDTH_PX)
        self._window, self._place = window, 0
        self._stops: Sequence[tuple[QWidget, str]] = stops(window)
        self._ring = _Ring(window)
        self.words = QLabel(wordWrap=True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.count = QLabel()
        self.count.setObjectName("dim")
        self.on = QPushButton()
        self.leave = QPushButton(t("End the tour"))
        self.on.clicked.connect(self.go_on)
        self.leave.setAccessibleName(self.leave.text())
        self.leave.clicked.connect(self.end)
        row = QHBoxLayout()
        row.addWidget(self.count, 1)
        row.addWidget(self.leave)
        row.addWidget(self.on)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.addWidget(self.words)
        layout.addLayout(row)
        self._shape = window.size()
        self._follow = QTimer(self, interval=FOLLOW_MS)
        self._follow.timeout.connect(self._keep_beside)
        self._follow.start()
        self._show_stop()

    def go_on(self) -> None:
        """The next part, or the end."""
        self._place += 1
        if self._place >= len(self._stops):
            self.end()
        else:
            self._show_stop()

    def end(self) -> None:
        """Leave the window to its user."""
        self._follow.stop()
        self._ring.deleteLater()
        self.hide()
        self.deleteLater()
        self._window.findings.list.setFocus()

    def _show_stop(self) -> None:
        part, words = self._stops[self._place]
        last = self._place == len(self._stops) - 1
        self.words.setText(words)
        self.setAccessibleName(words)
        self.count.setText(t("{n} of {all}", n=self._place + 1, all=len(self._stops)))
        self.on.setText(t("Done") if last else t("Next"))
        self.on.setAccessibleName(self.on.text())
        self.words.setMinimumHeight(self.words.heightForWidth(WIDTH_PX - 28))
        self.adjustSize()
        whole = self._window.rect()
        shown = part if part.isVisible() else self._window
        at = QRect(shown.mapTo(self._window, QPoint(0, 0)), shown.size())
        self._ring.show_round(at.adjusted(1, 1, -1, -1))
        self.move(self._beside(at, whole))
        self.raise_()
        self.show()
        self.on.setFocus()

    def _beside(self, part: QRect, whole: QRect) -> QPoint:
        """Right of the part, else left of it, else above or inside; always within the window."""
        across = part.right() + MARGIN_PX
        if across + self.width() > whole.right():
            across = part.left() - self.width() - MARGIN_PX
        down = part.center().y() - self.height() // 2
        if across < whole.left():
            across = part.center().x() - self.width() // 2
            down = part.top() - self.height() - MARGIN_PX
            down = down if down > whole.top() else part.bottom() + MARGIN_PX
        low, right = whole.bottom() - self.height() - MARGIN_PX, whole.right() - self.width() - MARGIN_PX
        return QPoint(min(max(across, MARGIN_PX), right), min(max(down, MARGIN_PX), low))

    def _keep_beside(self) -> None:
        """Stay beside the part when the window has changed its shape."""
        if self._window.size() != self._shape:
            self._shape = self._window.size()
            self._show_stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return goes on, Escape ends the tour."""
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.leave.click() if self.leave.hasFocus() else self.on.click()


class _Ring(QWidget):
    """A line round the part that is spoken of; lets the mouse through."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_round(self, rect: QRect) -> None:
        """Go round another part."""
        self.setGeometry(rect)
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A yellow line with dark edges, seen on every ground."""
        painter = QPainter(self)
        for colour, width in (("#0b0d10", 5), ("#f0e442", 2)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(self.rect().adjusted(2, 2, -3, -3))
