"""Two quiet lines a finding: verdict, clause and team; time and measure."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.tables.model import ROW_ROLE
from ui.tables.rows import Row
from ui.theme import Colours

__all__ = ["FindingDelegate", "two_lines"]

HEIGHT_PX = 48


class FindingDelegate(QStyledItemDelegate):
    """Paints a `Row`."""

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.colours = colours
        self.slots: dict[str, int] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Room for two lines."""
        return QSize(180, HEIGHT_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Mark in the verdict's colour, words in the text's."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return
        c = self.colours
        rect = QRectF(option.rect)
        state = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(c.chosen))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(c.raised))
        font = QFont(option.font)
        self._lines(painter, rect.adjusted(8, 5, -8, -5), row, font)
        painter.setPen(QColor(c.line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()

    def _lines(self, painter: QPainter, rect: QRectF, row: Row, font: QFont) -> None:
        c = self.colours
        verdict = {"trips": c.trips, "cannot tell": c.open, "does not": c.fine}.get(row.verdict, c.notice)
        if row.ruling is not None:
            verdict = c.fine if row.ruling.decision == "accepted" else c.notice
        top = QRectF(rect.left(), rect.top(), rect.width(), rect.height() / 2)
        low = top.translated(0, rect.height() / 2)
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        _write(painter, QRectF(top.left(), top.top(), 18, top.height()), row.mark, verdict)
        if row.notice is not None:
            at = _write(painter, top, row.when, c.dim, right=True) + 10
            room = rect.adjusted(20, 0, -at, 0)
            first, second = two_lines(row.title, QFontMetricsF(font), room.width())
            _write(painter, top.adjusted(20, 0, -at, 0), first, c.text)
            _write(painter, low.adjusted(20, 0, -at, 0), second, c.text)
            return
        painter.setFont(bold)
        _write(painter, top.adjusted(20, 0, 0, 0), row.title, c.text)
        team = self.colours.teams[self.slots[row.team]] if row.team in self.slots else c.dim
        small = QFont(font)
        small.setPointSizeF(font.pointSizeF() - 0.5)
        painter.setFont(small)
        at = _write(painter, low.adjusted(20, 0, 0, 0), row.when, c.dim) + 8
        at += _write(painter, low.adjusted(20 + at, 0, 0, 0), row.subject, team) + 8
        room = low.adjusted(20 + at, 0, 0, 0)
        whole = QFontMetricsF(small).horizontalAdvance(row.measure) <= room.width()
        _write(painter, room, row.measure if whole else row.amount, c.dim, right=True)


def two_lines(words: str, metrics: QFontMetricsF, width: float) -> tuple[str, str]:
    """Words on two lines: as many on the first as it holds, the rest on the second, to be cut there."""
    taken = ""
    for word in words.split():
        longer = f"{taken} {word}".strip()
        if taken and metrics.horizontalAdvance(longer) > width:
            break
        taken = longer
    return taken, words[len(taken) :].strip()


def _write(painter: QPainter, rect: QRectF, words: str, colour: str, *, right: bool = False) -> float:
    """Write `words`, cut with … where they do not fit; returns the width used."""
    metrics = QFontMetricsF(painter.font())
    words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.setPen(QColor(colour))
    painter.drawText(rect, side | Qt.AlignmentFlag.AlignVCenter, words)
    return metrics.horizontalAdvance(words)
