"""What stands where the picture will be, while there is no tape: it teaches."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ui.commands.registry import Registry
from ui.glyphs import round_pen
from ui.theme import Colours
from ui.words import t

__all__ = ["Welcome"]


LEAD_PX = 520


class _Rink(QWidget):
    """A quiet drawing: half a rink, a bench gate, a man coming on."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colours = colours
        self.setFixedSize(QSize(300, 132))
        self.setAccessibleName(t("Drawing: a man comes on through the bench gate"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Boards, centre line, gate, arrow."""
        c = self.colours
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(QPen(QColor(c.line), 2))
        p.drawRoundedRect(QRectF(10, 22, 280, 100), 40, 40)
        p.drawLine(QPointF(150, 22), QPointF(150, 122))
        p.drawEllipse(QPointF(150, 72), 18, 18)
        for x, slot in ((78, 0), (162, 1)):
            p.setPen(round_pen(QColor(c.teams[slot]), 4))
            p.drawLine(QPointF(x, 22), QPointF(x + 60, 22))
        p.setPen(QPen(QColor(c.teams[0]), 2))
        p.drawLine(QPointF(108, 6), QPointF(108, 50))
        p.drawLine(QPointF(108, 50), QPointF(103, 43))
        p.drawLine(QPointF(108, 50), QPointF(113, 43))


class Welcome(QWidget):
    """Drop a tape here, open one, or open the sample."""

    def __init__(self, registry: Registry, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rink = _Rink(colours)
        title = QLabel(t("Drop a tape or a case here"), alignment=Qt.AlignmentFlag.AlignCenter)
        title.setStyleSheet("font-size: 17pt;")
        words = t(
            "Benchgate watches the benches: who came on and went off, how many men are on the ice, "
            "which change came too early. Every finding opens the moment and says why."
        )
        lead = QLabel(words, wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        lead.setObjectName("dim")
        lead.setFixedWidth(LEAD_PX)
        lead.setMinimumHeight(lead.heightForWidth(LEAD_PX) + 4)
        buttons = QHBoxLayout()
        buttons.addStretch()
        self.sample = QPushButton(t("Open the sample"))
        self.open = QPushButton(t("Open tape or case…"))
        for button, id_ in ((self.open, "open"), (self.sample, "sample")):
            button.setToolTip(registry.tip(id_))
            button.clicked.connect(registry.actions[id_].trigger)
            buttons.addWidget(button)
        buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.addStretch(3)
        layout.addWidget(self.rink, alignment=Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(14)
        layout.addWidget(title)
        layout.addSpacing(4)
        layout.addWidget(lead, alignment=Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(14)
        layout.addLayout(buttons)
        layout.addStretch(4)

    def set_colours(self, colours: Colours) -> None:
        """Another theme."""
        self.rink.colours = colours
        self.rink.update()
