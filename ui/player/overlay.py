"""What is drawn over the picture: boxes with their words, gates, and a gate being drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from review.core.arrays import Array
from review.core.case import Judgement
from review.core.gates import Gate
from review.core.people import Person
from ui.glyphs import round_pen
from ui.player.boxes import Box
from ui.player.frame_map import FrameMap
from ui.theme import ON_PICTURE, team_slots
from ui.words import t

__all__ = ["Cast", "draw_boxes", "draw_gates", "draw_sketch"]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who the tracks are, and how each team is coloured."""

    by_track: Mapping[int, Person]
    slots: Mapping[str, int]
    gates: Mapping[str, Gate]

    @classmethod
    def of(cls, judgement: Judgement | None, drawn: Iterable[Gate] = ()) -> Cast:
        """Everyone a judgement knows; nobody without one."""
        people = judgement.people if judgement else ()
        by_track = {track: person for person in people for track in person.tracks}
        gates = {gate.id: gate for gate in (*(judgement.gates if judgement else ()), *drawn)}
        return cls(by_track, team_slots(judgement.game if judgement else None), gates)

    def colour(self, team: str | None, role: str | None = None) -> QColor:
        """The colour of a team on the picture; officials and staff light, unknown white."""
        if team is not None and team in self.slots:
            return QColor(ON_PICTURE["teams"][self.slots[team]])
        known = role in ("official", "staff")
        return QColor(str(ON_PICTURE["officials"] if known else ON_PICTURE["unknown"]))

    def word(self, track: int) -> str:
        """What stands on a box: the number, else "man" and the person's id, else the track's with `·`."""
        person = self.by_track.get(track)
        if person is None:
            return f"·{track}"
        return str(person.number) if person.number is not None else t("man {id}", id=person.id)


def draw_boxes(painter: QPainter, boxes: Iterable[Box], cast: Cast, place: FrameMap) -> None:
    """Boxes in team colours, dashed where carried from a neighbouring frame."""
    font = QFont(painter.font())
    font.setPointSizeF(8.5)
    font.setBold(True)
    painter.setFont(font)
    tagged: list[tuple[QRectF, str, QColor]] = []
    for box in sorted(boxes, key=lambda b: (b.xyxy_px[3] - b.xyxy_px[1], b.track), reverse=True):
        person = cast.by_track.get(box.track)
        colour = cast.colour(person.team, person.role) if person else cast.colour(None)
        x1, y1 = place.to_widget(*box.xyxy_px[:2])
        x2, y2 = place.to_widget(*box.xyxy_px[2:])
        _outline(painter, QRectF(x1, y1, x2 - x1, y2 - y1), colour, dashed=box.carried)
        words = cast.word(box.track)
        tag = _tag_rect(painter, QPointF((x1 + x2) / 2, y1), words)
        if not any(tag.intersects(other) for other, _, _ in tagged):  # a crowd is told apart by zooming in
            tagged.append((tag, words, colour))
    for tag, words, colour in tagged:
        _tag(painter, tag, words, colour)


def _outline(painter: QPainter, rect: QRectF, colour: QColor, *, dashed: bool) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # upright lines: crisp and faster
    halo = QColor(str(ON_PICTURE["halo"]))
    halo.setAlpha(130)
    painter.setPen(QPen(halo, 3.2))
    painter.drawRect(rect)
    pen = QPen(colour, 1.5)
    if dashed:
        pen.setDashPattern([3.0, 3.0])
    painter.setPen(pen)
    painter.drawRect(rect)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _tag_rect(painter: QPainter, foot: QPointF, words: str) -> QRectF:
    metrics = QFontMetricsF(painter.font())
    width, height = metrics.horizontalAdvance(words) + 7, metrics.height() + 1
    return QRectF(foot.x() - width / 2, foot.y() - height - 1, width, height)


def _tag(painter: QPainter, rect: QRectF, words: str, colour: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    halo = QColor(str(ON_PICTURE["halo"]))
    halo.setAlpha(205)
    painter.setBrush(halo)
    painter.drawRoundedRect(rect, 3, 3)
    painter.setPen(colour)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words)


def draw_gates(painter: QPainter, lines: Mapping[str, Array], cast: Cast, place: FrameMap) -> None:
    """Gate lines as carried to this frame, with the team's name."""
    for name, points_px in lines.items():
        points = np.asarray(points_px, dtype=np.float64)
        if len(points) < 2 or not np.isfinite(points).all():
            continue
        gate = cast.gates.get(name)
        colour = cast.colour(gate.team if gate else None)
        line = QPolygonF([QPointF(*place.to_widget(float(x), float(y))) for x, y in points])
        halo = QColor(str(ON_PICTURE["halo"]))
        halo.setAlpha(150)
        painter.setPen(round_pen(halo, 5))
        painter.drawPolyline(line)
        painter.setPen(round_pen(colour, 2.2))
        painter.drawPolyline(line)
        painter.setBrush(colour)
        for end in (line.first(), line.last()):
            painter.drawEllipse(end, 3, 3)
        font = QFont(painter.font())
        font.setPointSizeF(8.5)
        painter.setFont(font)
        _tag(painter, _tag_rect(painter, line.first() + QPointF(0, -4), name), name, colour)


def draw_sketch(painter: QPainter, points_px: list[tuple[float, float]], place: FrameMap) -> None:
    """The points of a gate being drawn."""
    if not points_px:
        return
    line = QPolygonF([QPointF(*place.to_widget(x, y)) for x, y in points_px])
    for colour, width in ((QColor(0, 0, 0, 160), 5.0), (QColor(str(ON_PICTURE["unknown"])), 2.0)):
        painter.setPen(round_pen(colour, width))
        painter.drawPolyline(line)
    painter.setBrush(QColor(str(ON_PICTURE["unknown"])))
    for x, y in points_px:
        painter.drawEllipse(QPointF(*place.to_widget(x, y)), 4, 4)
