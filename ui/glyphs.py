"""Icons drawn here, so that they follow the theme and any scale."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

__all__ = ["glyph", "round_pen"]

_SIDE = 20.0


def round_pen(colour: QColor | str, width: float) -> QPen:
    """A pen with round ends."""
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _triangle(painter: QPainter, x: float, *, left: bool, wide: float = 9.0) -> None:
    tip, back = (x, x + wide) if left else (x + wide, x)
    painter.drawPolygon(QPolygonF([QPointF(back, 4), QPointF(back, 16), QPointF(tip, 10)]))


def _bar(painter: QPainter, x: float, wide: float = 2.4) -> None:
    painter.drawRect(QRectF(x, 4, wide, 12))


def _draw(painter: QPainter, name: str) -> None:
    if name == "play":
        _triangle(painter, 5, left=False, wide=11)
    elif name == "hold":
        _bar(painter, 5, 3.6)
        _bar(painter, 11.4, 3.6)
    elif name == "frame_back":
        _triangle(painter, 2.5, left=True)
        _bar(painter, 13.5)
    elif name == "frame_on":
        _bar(painter, 4)
        _triangle(painter, 8.5, left=False)
    elif name == "ten_back":
        _triangle(painter, 1.5, left=True, wide=8)
        _triangle(painter, 10, left=True, wide=8)
    elif name == "ten_on":
        _triangle(painter, 2, left=False, wide=8)
        _triangle(painter, 10.5, left=False, wide=8)
    elif name == "stop":
        painter.drawRect(QRectF(5, 5, 10, 10))
    elif name == "close":
        painter.setPen(QColor(painter.brush().color()))
        painter.drawLine(QPointF(6, 6), QPointF(14, 14))
        painter.drawLine(QPointF(14, 6), QPointF(6, 14))


def glyph(name: str, colour: str, dim: str) -> QIcon:
    """The icon `name` in `colour`, in `dim` where disabled; sharp up to 300 %."""
    icon = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, dim)):
        picture = QPixmap(int(_SIDE * 3), int(_SIDE * 3))
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(3, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink))
        _draw(painter, name)
        painter.end()
        icon.addPixmap(picture, mode)
    return icon
