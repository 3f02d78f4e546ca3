"""A sheet to draw on one picture: arrows, circles, words; by mouse or by keyboard alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from ui.words import t

if TYPE_CHECKING:
    from review.wiring.drawings import Mark

__all__ = ["DrawSheet", "Easel"]

_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
STEP_PX, LEAP_PX = 2, 20
_DARK, _INK, _PLATE = "#0b0d10", "#ffffff", "#f0e442"


class Easel(QWidget):
    """The picture and what was drawn on it. `drawn` tells of every new mark."""

    drawn = Signal()

    def __init__(self, image: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image = image.copy()  # the player goes on with its own
        self.marks: list[Mark] = []
        self.shape, self.words = "arrow", ""
        self.cursor_px = QPointF(image.width() / 2, image.height() / 2)
        self.begun_px: QPointF | None = None
        self.setMinimumSize(480, 270)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setAccessibleName(t("Picture to draw on"))
        self.setAccessibleDescription(t("Arrow keys move the cross, with Shift far; Return sets a point."))

    def sizeHint(self) -> QSize:
        """Room for a broadcast picture."""
        return QSize(960, 540)

    def point(self) -> None:
        """Set a point at the cross: the second one of an arrow or circle ends it, words have but one."""
        at = QPointF(self.cursor_px)
        if self.shape == "text":
            self._add("text", at, None, self.words)
        elif self.begun_px is None:
            self.begun_px = at
        else:
            begun, self.begun_px = self.begun_px, None
            self._add(self.shape, begun, at, "")
        self.update()

    def take_back(self) -> None:
        """The point that was begun, else the last mark."""
        if self.begun_px is not None:
            self.begun_px = None
        elif self.marks:
            self.marks.pop()
        self.drawn.emit()
        self.update()

    def _add(self, shape: str, start: QPointF, end: QPointF | None, words: str) -> None:
        from review.wiring.drawings import Mark

        ends = None if end is None else (round(end.x(), 1), round(end.y(), 1))
        try:
            mark = Mark(shape, (round(start.x(), 1), round(start.y(), 1)), ends, words)  # type: ignore[arg-type]
        except ValueError:
            return  # no words yet, or no length: nothing to draw
        self.marks.append(mark)
        self.drawn.emit()

    # what comes in -----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys move the cross, Return sets a point, Backspace takes the last back."""
        key = Qt.Key(event.key())
        if key in _STEPS:
            far = LEAP_PX if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else STEP_PX
            x, y = _STEPS[key]
            self._move(QPointF(self.cursor_px.x() + x * far, self.cursor_px.y() + y * far))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.point()
        elif key == Qt.Key.Key_Backspace:
            self.take_back()
        else:
            super().keyPressEvent(event)

    def _move(self, to: QPointF) -> None:
        width, height = self.image.width() - 1, self.image.height() - 1
        self.cursor_px = QPointF(min(max(to.x(), 0.0), width), min(max(to.y(), 0.0), height))
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin (or, for words, set them)."""
        self._move(self._picture_px(event.position()))
        self.point()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw on while the button is held."""
        self._move(self._picture_px(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End what was begun by dragging; a click alone leaves it begun."""
        if self.begun_px is not None and _far(self.begun_px, self.cursor_px) > STEP_PX:
            self.point()

    # what is seen ------------------------------------------------------------------------------

    @property
    def _scale(self) -> float:
        return min(self.width() / self.image.width(), self.height() / self.image.height())

    def _picture_px(self, at: QPointF) -> QPointF:
        return (at - self._origin()) / self._scale

    def _origin(self) -> QPointF:
        across, down = self.image.width() * self._scale, self.image.height() * self._scale
        return QPointF((self.width() - across) / 2, (self.height() - down) / 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Picture, marks, what is being drawn, cross."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(_DARK))
        painter.translate(self._origin())
        painter.scale(self._scale, self._scale)
        painter.drawImage(QRectF(0, 0, self.image.width(), self.image.height()), self.image)
        size = max(11, round(self.image.height() / 48))
        for one in self.marks:
            end = QPointF(*one.end_px) if one.end_px else None
            _paint(painter, one.shape, QPointF(*one.start_px), end, one.words, size)
        if self.begun_px is not None:
            _paint(painter, self.shape, self.begun_px, self.cursor_px, "", size)
        if self.hasFocus():
            painter.setPen(QPen(QColor(_PLATE), 0))
            x, y = self.cursor_px.x(), self.cursor_px.y()
            painter.drawLine(QPointF(x - 2 * size, y), QPointF(x + 2 * size, y))
            painter.drawLine(QPointF(x, y - 2 * size), QPointF(x, y + 2 * size))


def _far(a: QPointF, b: QPointF) -> float:
    return math.hypot(a.x() - b.x(), a.y() - b.y())


def _paint(painter: QPainter, shape: str, start: QPointF, end: QPointF | None, words: str, size: int) -> None:
    """One mark as the evidence will show it."""
    if shape == "text" or end is None:
        font = painter.font()
        font.setPixelSize(size)
        painter.setFont(font)
        box = QRectF(painter.fontMetrics().boundingRect(words)).adjusted(0, 0, size, size / 2)
        box.moveTopLeft(start)
        painter.fillRect(box, QColor(_PLATE))
        painter.setPen(QColor(_DARK))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((_DARK, size / 3 + 3), (_INK, max(2.0, size / 5))):
        painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        if shape == "circle":
            radius = _far(start, end)
            painter.drawEllipse(start, radius, radius)
            continue
        painter.drawLine(start, end)
        angle = math.atan2(end.y() - start.y(), end.x() - start.x())
        for turn in (math.pi * 5 / 6, -math.pi * 5 / 6):
            tip = QPointF(math.cos(angle + turn), math.sin(angle + turn)) * (1.6 * size)
            painter.drawLine(end, end + tip)


class DrawSheet(QDialog):
    """Draw and keep; `marks` and `words` are what was drawn once it is accepted."""

    def __init__(self, image: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("Draw on this picture"))
        self.easel = Easel(image)
        self.entry = QLineEdit(placeholderText=t("Words to set"), maxLength=200)
        self.entry.setAccessibleName(t("Words to set"))
        self.entry.textChanged.connect(self._worded)
        self.entry.returnPressed.connect(self.easel.setFocus)
        self.why = QLineEdit(placeholderText=t("What it shows, in a few words"), maxLength=200)
        self.why.setAccessibleName(t("What it shows, in a few words"))
        layout = QVBoxLayout(self)
        layout.addWidget(self.easel, 1)
        layout.addLayout(self._tools())
        layout.addWidget(self.why)
        buttons = QDialogButtonBox()
        self.keep = buttons.addButton(t("Keep"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.keep.setAutoDefault(False)
        self.keep.setEnabled(False)
        leave = buttons.addButton(t("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        leave.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.easel.drawn.connect(lambda: self.keep.setEnabled(bool(self.easel.marks)))
        self.easel.setFocus()

    def _tools(self) -> QHBoxLayout:
        row, self.shapes = QHBoxLayout(), QButtonGroup(self)
        names = {"arrow": t("Arrow"), "circle": t("Circle"), "text": t("Words")}
        self.tools = {shape: QRadioButton(words) for shape, words in names.items()}
        for shape, button in self.tools.items():
            self.shapes.addButton(button)
            button.toggled.connect(lambda on, shape=shape: self._choose(shape) if on else None)
            row.addWidget(button)
        self.tools["arrow"].setChecked(True)
        row.addWidget(self.entry, 1)
        back = QPushButton(t("Take the last back"))
        back.setAutoDefault(False)
        back.clicked.connect(self.easel.take_back)
        row.addWidget(back)
        return row

    def _choose(self, shape: str) -> None:
        self.easel.shape, self.easel.begun_px = shape, None
        if shape == "text" and not self.entry.text():
            self.entry.setFocus()

    def _worded(self, words: str) -> None:
        self.easel.words = words
        if words:
            self.tools["text"].setChecked(True)

    @property
    def marks(self) -> list[Mark]:
        """What was drawn, in px of the tape's picture."""
        return list(self.easel.marks)

    @property
    def words(self) -> str:
        """What a person says it shows."""
        return self.why.text().strip()
