"""The timeline widget: wheel zooms to the frame, drag pans, click seeks, hover explains in words."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ui.theme import Colours
from ui.timeline.lanes import Item, Lanes, Reach, hit
from ui.timeline.paint import LABELS_PX, Painter, Rows
from ui.words import t

__all__ = ["Timeline"]

RIGHT_PX = 26
DRAG_PX = 4
HIT_PX = 7


class Timeline(QWidget):
    """Lanes over tape time. `sought` brings seconds; `chosen` brings an item that was clicked."""

    sought = Signal(float)
    chosen = Signal(object)

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(t("Timeline: shots, counts and events"))
        self._colours = colours
        self._lanes = Lanes()
        self._slots: dict[str, int] = {}
        self._rows = Rows.of(self._lanes)
        self.reach = Reach(0.0, 1.0, LABELS_PX, 100.0, 1.0)
        self._now_s = 0.0
        self._still: QPixmap | None = None
        self._press: QPointF | None = None
        self._dragged = False
        self._scrubbing = False
        self.setFixedHeight(int(self._rows.height_px))

    def sizeHint(self) -> QSize:
        """As high as the lanes."""
        return QSize(800, int(self._rows.height_px))

    def set_colours(self, colours: Colours) -> None:
        """Another theme."""
        self._colours = colours
        self._redraw()

    def set_tape(self, tape_s: float, frame_s: float) -> None:
        """Another tape: the whole of it in view."""
        tape_s = max(tape_s, frame_s)
        self.reach = Reach(0.0, tape_s, LABELS_PX, self.reach.width_px, tape_s, frame_s)
        self._redraw()

    def set_lanes(self, lanes: Lanes, slots: dict[str, int]) -> None:
        """What the lanes hold."""
        self._lanes, self._slots = lanes, slots
        self._rows = Rows.of(lanes)
        self.setFixedHeight(int(self._rows.height_px))
        self._redraw()

    def set_now(self, s: float) -> None:
        """Where the frame on screen stands; the view turns a page where it has left."""
        self._now_s = s
        shown = self.reach if self._press is not None else self.reach.showing(s)
        if shown != self.reach:
            self.reach = shown
            self._redraw()
        self.update()

    def zoom(self, factor: float) -> None:
        """Zoom about the playhead."""
        self._reach_to(self.reach.zoomed(factor, self.reach.x(self._now_s)))

    def item_at(self, x: float, y: float) -> Item | None:
        """What lies under a point of the widget."""
        lane = self._rows.at(y)
        if lane is None or x < LABELS_PX:
            return None
        top, height = self._rows.places[lane]
        at = (x, (y - top) / height)
        found = hit(self._lanes, lane, at, reach=self.reach, reach_px=HIT_PX)
        return found or hit(self._lanes, "gaps", at, reach=self.reach, reach_px=HIT_PX)

    def words_at(self, x: float, y: float) -> str:
        """What hovering there explains."""
        item = self.item_at(x, y)
        if item is not None:
            return item.words
        lane = self._rows.at(y)
        if lane is not None and lane.startswith("count ") and x >= LABELS_PX:
            return self._lanes.counts[int(lane.split()[1])].words(self.reach.s(x))
        return ""

    def event(self, event: QEvent) -> bool:
        """Tool tips in words."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.words_at(event.pos().x(), event.pos().y())
            QToolTip.showText(event.globalPos(), words, self) if words else QToolTip.hideText()
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the stretch in view."""
        width = max(50.0, self.width() - LABELS_PX - RIGHT_PX)
        self.reach = replace(self.reach, left_px=float(LABELS_PX), width_px=width)
        self._redraw()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lanes from a kept picture; labels and playhead anew."""
        if self._still is None:
            self._still = self._paint_still()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._still)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        brush = Painter(painter, self._colours, self.reach, self._slots)
        brush.labels(self._lanes, self._rows, self._now_s)
        brush.playhead(self._now_s, self._rows)

    def _paint_still(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        still = QPixmap(self.size() * ratio)
        still.setDevicePixelRatio(ratio)
        still.fill(Qt.GlobalColor.transparent)
        painter = QPainter(still)
        painter.setFont(self.font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        Painter(painter, self._colours, self.reach, self._slots).lanes(self._lanes, self._rows)
        painter.end()
        return still

    def _redraw(self) -> None:
        self._still = None
        self.update()

    def _reach_to(self, reach: Reach) -> None:
        self.reach = reach
        self._redraw()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Wheel zooms about the pointer, sideways (or with Shift) pans."""
        turn = event.angleDelta()
        if turn.x() or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._reach_to(self.reach.moved((turn.x() or turn.y()) / 2))
        else:
            self._reach_to(self.reach.zoomed(1.002 ** turn.y(), event.position().x()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """On the ruler: scrub. Elsewhere: a click, or the start of a pan."""
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() >= LABELS_PX - 6:
            self._press, self._dragged = event.position(), False
            self._scrubbing = self._rows.at(event.position().y()) == "ruler"
            if self._scrubbing:
                self.sought.emit(self.reach.s(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan or scrub while pressed."""
        if self._press is None:
            return
        if self._scrubbing:
            self.sought.emit(self.reach.s(event.position().x()))
            return
        dx = event.position().x() - self._press.x()
        if self._dragged or abs(dx) > DRAG_PX:
            self._dragged = True
            self._reach_to(self.reach.moved(dx))
            self._press = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click seeks; on a mark it chooses the mark."""
        if self._press is not None and not self._dragged and not self._scrubbing:
            item = self.item_at(event.position().x(), event.position().y())
            if item is not None and item.lane == "events" and item.kind not in ("altercation", "gap"):
                self.chosen.emit(item)
            else:
                self.sought.emit(self.reach.s(event.position().x()))
        self._press, self._scrubbing = None, False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """+ and − zoom about the playhead."""
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1.6)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom(1 / 1.6)
        else:
            super().keyPressEvent(event)
