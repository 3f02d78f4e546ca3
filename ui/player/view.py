"""The picture widget: one frame, letterboxed by its pixel aspect, zoomed and panned, with its overlay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from review.core.arrays import Array
from review.core.rink import RinkModel
from ui.player.boxes import Box
from ui.player.frame_map import FrameMap
from ui.player.levels import NEUTRAL, Levels, levelled
from ui.player.loupe import AT_MOUSE, draw_loupe
from ui.player.overlay import Cast, draw_boxes, draw_gates, draw_sketch
from ui.player.rink_map import MapView, draw_rink_map
from ui.words import t

__all__ = ["PictureView"]


GROUND = "#0b0d10"


class PictureView(QWidget):
    """Shows one picture at a time. `sketched` brings the points of a gate drawn by hand, in picture px."""

    sketched = Signal(list)
    sketch_left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 180)
        self.setAccessibleName(t("Picture of the tape"))
        self.setMouseTracking(True)
        self._image = QImage()
        self._place = FrameMap((1.0, 1.0), (16.0, 9.0))
        self._boxes: list[Box] = []
        self._gates: Mapping[str, Array] = {}
        self._cast = Cast({}, {}, {})
        self._drag: QPointF | None = None
        self._sketch: list[tuple[float, float]] | None = None
        self._note = ""
        self._levels, self._loupe, self._look = NEUTRAL, "", ""
        self._map: tuple[MapView, RinkModel] | None = None
        self._pointer: tuple[float, float] | None = None
        self._scaled = QPixmap()
        self._scaled_key: tuple[int, FrameMap, float, Levels] | None = None

    @property
    def place(self) -> FrameMap:
        """How picture pixels map onto this widget."""
        return self._place

    @property
    def image(self) -> QImage:
        """The picture on screen."""
        return self._image

    @property
    def map(self) -> MapView | None:
        """What the rink map shows, None where it is off."""
        return None if self._map is None else self._map[0]

    @property
    def look(self) -> str:
        """How the picture differs from the tape's frame, as it says on it; nothing where it does not."""
        return self._look

    def sizeHint(self) -> QSize:
        """Room for a broadcast picture."""
        return QSize(960, 540)

    def show_picture(self, image: QImage, pixel_aspect: float) -> None:
        """Put a picture on screen; zoom and place are kept while its shape stays the same."""
        size = (float(image.width()), float(image.height()))
        if size != self._place.picture_px or pixel_aspect != self._place.pixel_aspect:
            self._place = FrameMap(self._place.widget_px, size, pixel_aspect)
        self._image, self._note = image, ""
        self.setAccessibleDescription("")
        self.update()

    def show_note(self, words: str) -> None:
        """Say why there is no picture here; the last one stays, dimmed."""
        self._note = words
        self.setAccessibleDescription(words)
        self.update()

    def clear(self) -> None:
        """No tape, no picture."""
        self._image, self._boxes, self._gates, self._note = QImage(), [], {}, ""
        self.update()

    def set_cast(self, cast: Cast) -> None:
        """Who is who."""
        self._cast = cast
        self.update()

    def set_marks(self, boxes: list[Box], gates: Mapping[str, Array]) -> None:
        """What stands in the frame on screen."""
        self._boxes, self._gates = boxes, gates
        self.update()

    def set_levels(self, levels: Levels) -> None:
        """Black, white and gamma of what is painted; `image` stays as it is."""
        self._levels = levels
        self.update()

    def set_loupe(self, follows: str) -> None:
        """A gate, or the mouse, magnified in a corner; nothing for none."""
        self._loupe = follows
        self.update()

    def set_map(self, view: MapView | None, rink: RinkModel) -> None:
        """The rink from above in a corner; nothing for none."""
        self._map = None if view is None else (view, rink)
        self.update()

    def set_look(self, words: str) -> None:
        """Say on the picture how it differs from the tape's frame."""
        if words != self._look:
            self._look = words
            self.update()

    def set_sketching(self, on: bool) -> None:
        """Begin or leave drawing a gate."""
        self._sketch = [] if on else None
        self.setCursor(Qt.CursorShape.CrossCursor if on else Qt.CursorShape.ArrowCursor)
        if on:
            self.setFocus()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the picture fitted."""
        size = (max(1.0, float(self.width())), max(1.0, float(self.height())))
        self._place = replace(self._place, widget_px=size).kept(self._place.centre)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Picture, then boxes, then gates, then words."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(GROUND))
        if self._image.isNull():
            return
        (x, y), (sx, sy) = self._place.origin, self._place.scale
        target = QRectF(x, y, self._image.width() * sx, self._image.height() * sy)
        painter.drawPixmap(0, 0, self._scaled_picture(target))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(target.intersected(QRectF(self.rect())))
        draw_boxes(painter, self._boxes, self._cast, self._place)
        draw_gates(painter, self._gates, self._cast, self._place)
        draw_sketch(painter, self._sketch or [], self._place)
        painter.setClipping(False)
        if self._map is not None:
            size = (float(self.width()), float(self.height()))
            draw_rink_map(painter, size, self._map[0], self._cast, self._map[1], above=bool(self._loupe))
        if self._loupe:
            self._paint_loupe(painter)
        self._paint_look(painter)
        self._paint_note(painter)

    def _scaled_picture(self, target: QRectF) -> QPixmap:
        """The picture as it lands on the widget, kept: boxes that come a moment later need no new scaling."""
        key = (self._image.cacheKey(), self._place, self.devicePixelRatioF(), self._levels)
        if self._scaled_key != key:
            ratio = self.devicePixelRatioF()
            self._scaled = QPixmap(self.size() * ratio)
            self._scaled.setDevicePixelRatio(ratio)
            self._scaled.fill(QColor(GROUND))
            painter = QPainter(self._scaled)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self._place.zoom < 6)
            painter.drawImage(target, self._image)
            painter.end()
            if self._levels != NEUTRAL:
                self._scaled = QPixmap.fromImage(levelled(self._scaled.toImage(), self._levels))
            self._scaled_key = key
        return self._scaled

    def _paint_loupe(self, painter: QPainter) -> None:
        at, name = self._pointer, t("mouse")
        if self._loupe != AT_MOUSE:
            name, points = self._loupe, self._gates.get(self._loupe)
            middle = None if points is None else np.mean(np.asarray(points, dtype=np.float64), axis=0)
            at = None if middle is None or not np.isfinite(middle).all() else (middle[0], middle[1])
        elif at is None:
            at = (self._place.picture_px[0] / 2, self._place.picture_px[1] / 2)
        draw_loupe(
            painter, self._image, self._place, at_px=at, lines=self._gates, name=name, levels=self._levels
        )

    def _paint_look(self, painter: QPainter) -> None:
        if not self._look:
            return
        painter.setFont(self.font())
        metrics = painter.fontMetrics()
        width, height = (
            min(metrics.horizontalAdvance(self._look) + 20, self.width() - 16),
            metrics.height() + 8,
        )
        bottom = self.height() - (48 if self._note or self._sketch is not None else 8)
        rect = QRectF((self.width() - width) / 2, bottom - height, width, height)
        painter.fillRect(rect, QColor(11, 13, 16, 230))
        painter.setPen(QColor("#e8ebee"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._look)

    def _paint_note(self, painter: QPainter) -> None:
        words = t("Click along the foot of the boards, then press Enter. Esc leaves.")
        words = words if self._sketch is not None else self._note
        if not words:
            return
        rect = QRectF(0, self.height() - 40, self.width(), 40)
        painter.fillRect(rect, QColor(11, 13, 16, 215))
        painter.setPen(QColor("#e8ebee"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        at = event.position()
        self._place = self._place.zoomed(1.0015 ** event.angleDelta().y(), at.x(), at.y())
        self.update()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start a pan, or set a point of a gate."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self._sketch is None:
            self._drag = event.position()
            return
        x, y = self._place.to_picture(event.position().x(), event.position().y())
        width, height = self._place.picture_px
        if 0 <= x < width and 0 <= y < height:
            self._sketch.append((round(x, 1), round(y, 1)))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan; the loupe follows."""
        self._pointer = self._place.to_picture(event.position().x(), event.position().y())
        if self._loupe == AT_MOUSE:
            self.update()
        if self._drag is not None:
            move = event.position() - self._drag
            self._drag = event.position()
            self._place = self._place.moved(move.x(), move.y())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a pan."""
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The whole picture again."""
        if self._sketch is None:
            self._place = FrameMap(self._place.widget_px, self._place.picture_px, self._place.pixel_aspect)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter finishes a gate, Backspace takes a point back, Esc leaves."""
        if self._sketch is None:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and len(self._sketch) >= 2:
            self.sketched.emit(list(self._sketch))
        elif event.key() == Qt.Key.Key_Backspace and self._sketch:
            self._sketch.pop()
            self.update()
        elif event.key() == Qt.Key.Key_Escape:
            self.sketch_left.emit()
