"""Drawing the lanes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTransform,
)

from ui.say import seconds_words
from ui.theme import Colours
from ui.timeline.lanes import ROW_OF, CountLane, Item, Lanes, Reach, spread
from ui.words import t

__all__ = ["LABELS_PX", "Painter", "Rows"]

LABELS_PX = 104
RULER_PX, SHOTS_PX, COUNT_PX, EVENTS_PX, GAP_PX = 20, 18, 48, 62, 5
STRIP_PX = 6
_TICKS_S = (0.04, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600)


@dataclass(frozen=True, slots=True)
class Rows:
    """Where each lane stands, top to bottom: lane name -> (top, height) px."""

    places: dict[str, tuple[float, float]]
    height_px: float

    @classmethod
    def of(cls, lanes: Lanes) -> Rows:
        """Ruler, shots, one count lane a team, events."""
        heights = [("ruler", RULER_PX), ("shots", SHOTS_PX)]
        heights += [(f"count {i}", COUNT_PX) for i in range(len(lanes.counts))]
        heights += [("events", EVENTS_PX)]
        places, top = {}, 2.0
        for name, height in heights:
            places[name] = (top, float(height))
            top += height + GAP_PX
        return cls(places, top)

    def at(self, y: float) -> str | None:
        """The lane under `y`."""
        return next((n for n, (top, h) in self.places.items() if top <= y <= top + h), None)


class Painter:
    """Draws one timeline at one reach in one theme."""

    def __init__(self, painter: QPainter, colours: Colours, reach: Reach, slots: dict[str, int]) -> None:
        self.p = painter
        self.c = colours
        self.reach = reach
        self.slots = slots
        self.small = QFont(painter.font())
        self.small.setPointSizeF(8.0)

    def team_colour(self, team: str | None) -> QColor:
        """A team's colour in this theme, dim where it is unknown."""
        return QColor(self.c.teams[self.slots[team]] if team in self.slots else self.c.notice)

    def lanes(self, lanes: Lanes, rows: Rows) -> None:
        """Everything but the playhead and the labels."""
        self.p.setFont(self.small)
        self.ruler(rows)
        left, right = self.reach.left_px, self.reach.left_px + self.reach.width_px
        self.p.setClipRect(QRectF(left, 0, right - left, rows.height_px))
        self.shots([i for i in lanes.items if i.lane == "shots"], rows.places["shots"])
        for n, count in enumerate(lanes.counts):
            self.count(count, rows.places[f"count {n}"])
        self.events([i for i in lanes.items if i.lane == "events"], rows.places["events"])
        self.gaps([i for i in lanes.items if i.lane == "gaps"], rows)
        self.p.setClipping(False)
        self.scales(lanes, rows)

    def ruler(self, rows: Rows) -> None:
        """Ticks at round times, as dense as they can be read."""
        top, height = rows.places["ruler"]
        per_s = self.reach.width_px / (self.reach.end_s - self.reach.start_s)
        step = next((tick for tick in _TICKS_S if tick * per_s >= 86), _TICKS_S[-1])
        self.p.setPen(QColor(self.c.dim))
        first = int(self.reach.start_s / step)
        for k in range(first, int(self.reach.end_s / step) + 2):
            x = self.reach.x(k * step)
            if not self.reach.left_px - 1 <= x <= self.reach.left_px + self.reach.width_px:
                continue
            self.p.setPen(QPen(QColor(self.c.line), 1))
            self.p.drawLine(QPointF(x, top + height - 5), QPointF(x, rows.height_px - GAP_PX))
            self.p.setPen(QColor(self.c.dim))
            words = seconds_words(k * step)
            self.p.drawText(QPointF(x + 4, top + 12), words[:-3] if step >= 1 else words)

    def _seen(self, item: Item) -> bool:
        return item.end_s >= self.reach.start_s and item.start_s <= self.reach.end_s

    def shots(self, items: list[Item], place: tuple[float, float]) -> None:
        """Shots as quiet blocks; a replay is hatched."""
        top, height = place
        for item in filter(self._seen, items):
            x1, x2 = self.reach.x(item.start_s), self.reach.x(item.end_s)
            rect = QRectF(x1, top, max(1.5, x2 - x1 - 1.5), height)
            self.p.setPen(Qt.PenStyle.NoPen)
            self.p.setBrush(QColor(self.c.chosen if item.kind == "main" else self.c.raised))
            self.p.drawRoundedRect(rect, 2, 2)
            if item.kind == "replay":
                self.hatch(rect)
            inside = QRectF(max(x1, self.reach.left_px) + 6, top, 400, height)
            room = min(x2, self.reach.left_px + self.reach.width_px) - inside.left() - 4
            if QFontMetricsF(self.small).horizontalAdvance(item.label) < room:
                self.p.setPen(QColor(self.c.text if item.kind == "main" else self.c.dim))
                self.p.drawText(inside, Qt.AlignmentFlag.AlignVCenter, item.label)

    def hatch(self, rect: QRectF) -> None:
        """Unknown is hatched, never paler."""
        self.p.setPen(Qt.PenStyle.NoPen)
        brush = QBrush(QColor(self.c.hatch), Qt.BrushStyle.BDiagPattern)
        ratio = self.p.device().devicePixelRatio() if self.p.device() else 1.0
        brush.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))  # whole pixels at any scale
        self.p.setBrush(brush)
        self.p.drawRect(rect)

    def count(self, lane: CountLane, place: tuple[float, float]) -> None:
        """Band low to high, best as a line, allowed dotted, unseen hatched."""
        top, height = place
        least, greatest = lane.span
        colour = self.team_colour(lane.team)

        def y(n: float) -> float:
            return top + height - (n - least) / (greatest - least) * height

        self.p.setPen(Qt.PenStyle.NoPen)
        self.p.setBrush(QColor(self.c.panel))
        self.p.drawRect(QRectF(self.reach.left_px, top, self.reach.width_px, height))
        ends = [*lane.starts_s[1:], self.reach.tape_s]
        best, allowed = QPainterPath(), QPainterPath()
        over: list[QRectF] = []
        for point, start, end in zip(lane.points, lane.starts_s, ends, strict=True):
            x1, x2 = self.reach.x(start), self.reach.x(end)
            if x2 < self.reach.left_px or start > self.reach.end_s:
                continue
            if not point.seen or point.best is None:
                self.hatch(QRectF(x1, top, x2 - x1, height))
                _lift(best)
                continue
            band = QColor(colour)
            band.setAlpha(58)
            high = greatest if point.high is None else point.high
            self.p.setBrush(band)
            self.p.setPen(Qt.PenStyle.NoPen)
            rect = QRectF(x1, y(high) - 2, x2 - x1, y(point.low) - y(high) + 4)
            self.p.drawRect(rect.intersected(QRectF(rect.left(), top, rect.width(), height)))
            _step(best, x1, x2, y(point.best))
            if point.allowed is not None:
                _step(allowed, x1, x2, y(point.allowed))
                if point.best > point.allowed:
                    over.append(QRectF(x1, y(point.best), x2 - x1, y(point.allowed) - y(point.best)))
        self._count_lines(best, allowed, over, colour)

    def _count_lines(
        self, best: QPainterPath, allowed: QPainterPath, over: list[QRectF], colour: QColor
    ) -> None:
        self.p.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(QColor(self.c.dim), 1)
        pen.setDashPattern([2, 3])
        self.p.setPen(pen)
        self.p.drawPath(allowed)
        self.p.setPen(QPen(colour, 2))
        self.p.drawPath(best)
        self.p.setPen(QPen(QColor(self.c.trips), 2.5))
        for rect in over:
            self.p.drawLine(rect.topLeft(), rect.topRight())

    def events(self, items: list[Item], place: tuple[float, float]) -> None:
        """Spans first, then marks: changes and crossings above, findings below."""
        top, height = place
        self.p.setPen(Qt.PenStyle.NoPen)
        self.p.setBrush(QColor(self.c.panel))
        self.p.drawRect(QRectF(self.reach.left_px, top, self.reach.width_px, height))
        for item in filter(self._seen, items):
            x1, x2 = self.reach.x(item.start_s), self.reach.x(item.end_s)
            if item.kind == "altercation":
                y = top + ROW_OF["change"] * height - 3
                self.p.fillRect(QRectF(x1, y, max(3.0, x2 - x1), 6), QColor(self.c.dim))
            elif item.kind == "gap":
                self.hatch(QRectF(x1, top + height - STRIP_PX, max(2.0, x2 - x1), STRIP_PX))
        for item, x in spread(items, self.reach):
            self.mark(item, x, top + ROW_OF[item.kind] * height)

    def mark(self, item: Item, x: float, y: float) -> None:
        """One mark: ↑ on, ↓ off, ◆ change in the team's colour; findings in the verdict's."""
        verdicts = {"trips": self.c.trips, "open": self.c.open, "fine": self.c.fine}
        colour = QColor(verdicts[item.kind]) if item.kind in verdicts else self.team_colour(item.team)
        self.p.setPen(QPen(colour, 1.6))
        self.p.setBrush(colour)
        if item.kind in ("on", "off"):
            self._interval(item, y, colour)
            up = -1 if item.kind == "on" else 1
            self.p.drawLine(QPointF(x, y - 6), QPointF(x, y + 6))
            head = [QPointF(x - 4, y + up * 2), QPointF(x + 4, y + up * 2), QPointF(x, y + up * 7)]
            self.p.drawPolygon(QPolygonF(head))
        elif item.kind == "change":
            half = 5
            diamond = [QPointF(x - half, y), QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half)]
            self.p.drawPolygon(QPolygonF(diamond))
        else:
            self._finding(item, QPointF(x, y), colour)

    def _interval(self, item: Item, y: float, colour: QColor) -> None:
        """The interval that holds a crossing: never a bare instant."""
        x1, x2 = self.reach.x(item.start_s), self.reach.x(item.end_s)
        if x2 - x1 > 12:
            faint = QColor(colour)
            faint.setAlpha(110)
            self.p.fillRect(QRectF(x1, y - 1.5, x2 - x1, 3), faint)

    def _finding(self, item: Item, at: QPointF, colour: QColor) -> None:
        faint = QColor(colour)
        faint.setAlpha(60)
        width = self.reach.x(item.end_s) - at.x()
        self.p.fillRect(QRectF(at.x(), at.y() - 4, max(0.0, width), 8), faint)
        if item.kind == "trips":
            points = [at + QPointF(-6, 5), at + QPointF(6, 5), at + QPointF(0, -6)]
            self.p.drawPolygon(QPolygonF(points))
        elif item.kind == "open":
            self.p.drawEllipse(at, 5, 5)
        else:
            tick = [at + QPointF(-5, 0), at + QPointF(-1, 4), at + QPointF(5, -5)]
            self.p.setBrush(Qt.BrushStyle.NoBrush)
            self.p.drawPolyline(QPolygonF(tick))

    def gaps(self, items: list[Item], rows: Rows) -> None:
        """Stretches nobody looked at, hatched through all lanes."""
        top = rows.places["shots"][0]
        for item in filter(self._seen, items):
            x1, x2 = self.reach.x(item.start_s), self.reach.x(item.end_s)
            self.hatch(QRectF(x1, top, max(2.0, x2 - x1), rows.height_px - GAP_PX - top))

    def scales(self, lanes: Lanes, rows: Rows) -> None:
        """Numbers of the count lanes, at their right."""
        self.p.setFont(self.small)
        self.p.setPen(QColor(self.c.dim))
        for n, lane in enumerate(lanes.counts):
            top, height = rows.places[f"count {n}"]
            least, greatest = lane.span
            step = next(k for k in (1, 2, 5, 10, 100) if height / (greatest - least) * k >= 11 or k == 100)
            for number in range(least + 1, greatest, step):
                y = top + height - (number - least) / (greatest - least) * height
                rect = QRectF(self.reach.left_px + self.reach.width_px + 5, y - 7, 18, 14)
                self.p.drawText(rect, Qt.AlignmentFlag.AlignVCenter, str(number))

    def labels(self, lanes: Lanes, rows: Rows, now_s: float) -> None:
        """Lane names at the left, with each team's count at the playhead."""
        self.p.setFont(self.small)
        for name, words in (("shots", t("shots")), ("events", t("events"))):
            self._label(rows.places[name], words, QColor(self.c.dim))
        for n, lane in enumerate(lanes.counts):
            top, height = rows.places[f"count {n}"]
            self._label((top, height / 2), lane.team, self.team_colour(lane.team))
            point = lane.at(now_s)
            if point is None or point.best is None or not point.seen:
                words = t("not seen")
            else:
                high = "…" if point.high is None else point.high
                words = f"{point.best}" if point.low == point.high else f"{point.best}  ({point.low}–{high})"
            self._label((top + height / 2 - 3, height / 2), words, QColor(self.c.text), bold=True)

    def _label(self, place: tuple[float, float], words: str, colour: QColor, *, bold: bool = False) -> None:
        font = QFont(self.small)
        font.setBold(bold)
        font.setPointSizeF(9.5 if bold else 8.5)
        self.p.setFont(font)
        self.p.setPen(colour)
        rect = QRectF(10, place[0], LABELS_PX - 16, place[1])
        words = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
        self.p.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    def playhead(self, s: float, rows: Rows) -> None:
        """Where the frame on screen stands."""
        x = self.reach.x(s)
        if not self.reach.left_px - 1 <= x <= self.reach.left_px + self.reach.width_px + 1:
            return
        self.p.setPen(QPen(QColor(self.c.text), 1.4))
        self.p.drawLine(QPointF(x, 14), QPointF(x, rows.height_px - GAP_PX))
        self.p.setBrush(QColor(self.c.text))
        self.p.setPen(Qt.PenStyle.NoPen)
        self.p.drawPolygon(QPolygonF([QPointF(x - 5, 8), QPointF(x + 5, 8), QPointF(x, 15)]))


def _step(path: QPainterPath, x1: float, x2: float, y: float) -> None:
    joined = path.elementCount() and abs(path.currentPosition().x() - x1) < 0.5
    if joined:
        path.lineTo(x1, y)
    else:
        path.moveTo(x1, y)
    path.lineTo(x2, y)


def _lift(path: QPainterPath) -> None:
    if path.elementCount():
        path.moveTo(-1e6, 0)
