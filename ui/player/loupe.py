"""The loupe: a magnified inset that follows the mouse or a gate."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from review.core.arrays import Array
from ui.player.frame_map import FrameMap
from ui.player.levels import Levels, levelled
from ui.words import t

__all__ = ["AT_MOUSE", "draw_loupe", "inset_of", "next_loupe"]

AT_MOUSE = "·mouse"
TIMES_X = 3.0
SHARE = 0.4
EDGE_PX = 12.0
FOOT_PX = 44.0
"""Below the inset, for the words under the picture."""


def next_loupe(now: str, gates: Mapping[str, object]) -> str:
    """What the loupe follows after `now`: the mouse, each gate in order, the mouse again."""
    ring = [AT_MOUSE, *sorted(gates)]
    return ring[(ring.index(now) + 1) % len(ring)] if now in ring else AT_MOUSE


def inset_of(place: FrameMap, at_px: tuple[float, float]) -> tuple[QRectF, QRectF]:
    """Where the inset stands on the widget, away from what it shows, and the part of the picture in it."""
    side = SHARE * min(place.widget_px)
    left = place.to_widget(*at_px)[0] > place.widget_px[0] / 2
    top = place.widget_px[1] - side - FOOT_PX
    target = QRectF(EDGE_PX if left else place.widget_px[0] - side - EDGE_PX, top, side, side)
    sx, sy = place.scale
    width, height = side / (sx * TIMES_X), side / (sy * TIMES_X)
    return target, QRectF(at_px[0] - width / 2, at_px[1] - height / 2, width, height)


def draw_loupe(
    painter: QPainter, image: QImage, place: FrameMap, *, at_px: tuple[float, float] | None,
    lines: Mapping[str, Array], name: str, levels: Levels,
) -> None:  # fmt: skip
    """Paint the inset round a point of the picture with the gates in it; words where there is no point."""
    words = t("Loupe {n}× · {name}", n=f"{TIMES_X:g}", name=name)
    if at_px is None:
        words = t("Loupe: {name} is not in this picture", name=name)
    target, source = inset_of(place, at_px or (0.0, 0.0))
    if at_px is None:
        wide = min(painter.fontMetrics().horizontalAdvance(words) + 24.0, place.widget_px[0] - 2 * EDGE_PX)
        target.setTop(target.bottom() - 24)
        target.setLeft(target.right() - max(wide, target.width()))
        painter.fillRect(target, QColor(11, 13, 16, 230))
    else:
        painter.fillRect(target, QColor("#0b0d10"))
        painter.save()
        painter.setClipRect(target)
        part = levelled(image.copy(source.toAlignedRect()), levels)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(_mapped(QRectF(source.toAlignedRect()), source, target), part)
        _lines(painter, lines, source, target)
        painter.restore()
    painter.setPen(QPen(QColor("#e8ebee"), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(target)
    _words(painter, target, words)


def _mapped(rect: QRectF, source: QRectF, target: QRectF) -> QRectF:
    sx, sy = target.width() / source.width(), target.height() / source.height()
    x, y = target.left() + (rect.left() - source.left()) * sx, target.top() + (rect.top() - source.top()) * sy
    return QRectF(x, y, rect.width() * sx, rect.height() * sy)


def _lines(painter: QPainter, lines: Mapping[str, Array], source: QRectF, target: QRectF) -> None:
    for points_px in lines.values():
        points = np.asarray(points_px, dtype=np.float64)
        if len(points) >= 2 and np.isfinite(points).all():
            corners = [_mapped(QRectF(x, y, 0, 0), source, target).topLeft() for x, y in points.tolist()]
            for colour, width in ((QColor(11, 13, 16, 150), 3.5), (QColor("#e8ebee"), 1.2)):
                painter.setPen(QPen(colour, width))
                painter.drawPolyline([QPointF(corner) for corner in corners])


def _words(painter: QPainter, target: QRectF, words: str) -> None:
    font = QFont(painter.font())
    font.setPointSizeF(8.5)
    painter.setFont(font)
    strip = QRectF(target.left(), target.bottom() - 22, target.width(), 22)
    painter.fillRect(strip, QColor(11, 13, 16, 215))
    painter.setPen(QColor("#e8ebee"))
    words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(strip.width()) - 8)
    painter.drawText(strip, Qt.AlignmentFlag.AlignCenter, words)
