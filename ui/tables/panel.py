"""The findings panel: filters over the list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from ui.say import verdict_words
from ui.tables.delegate import FindingDelegate
from ui.tables.model import ROW_ROLE, TO_REVIEW, FindingsFilter, FindingsModel
from ui.tables.rows import Row
from ui.theme import Colours
from ui.words import t

__all__ = ["FindingsPanel"]


class FindingsPanel(QFrame):
    """List of findings and notices. `chosen` brings a `Row` a person went to."""

    chosen = Signal(object)

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = FindingsModel(self)
        self.kept = FindingsFilter(self)
        self.kept.setSourceModel(self.model)
        self.delegate = FindingDelegate(colours, self)
        self._make_filters()
        self._make_list()
        self.empty = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self.empty.setObjectName("dim")
        self.empty.setContentsMargins(14, 0, 14, 40)
        self.count = QLabel()
        self.count.setObjectName("dim")
        head = QHBoxLayout()
        title = QLabel(f"<b>{t('Findings')}</b>")
        head.addWidget(title)
        head.addStretch()
        head.addWidget(self.count)
        filters = QHBoxLayout()
        filters.setSpacing(4)
        filters.addWidget(self.verdict, 1)
        filters.addWidget(self.team, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 0, 6)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addLayout(filters)
        layout.addWidget(self.text)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.empty, 1)
        self.set_rows((), (), "")

    def _make_filters(self) -> None:
        self.verdict = QComboBox()
        self.verdict.setAccessibleName(t("Show verdicts"))
        self.verdict.setToolTip(t("Which verdicts the list shows"))
        self.verdict.addItem(t("To review"), TO_REVIEW)
        for verdict in ("trips", "cannot tell", "altercation", "crossing", "notice", "does not"):
            self.verdict.addItem(verdict_words(verdict), verdict)
        self.verdict.addItem(t("Everything"), "")
        self.verdict.currentIndexChanged.connect(
            lambda: self._narrow(verdict=str(self.verdict.currentData()))
        )
        self.team = QComboBox()
        self.team.setAccessibleName(t("Show teams"))
        self.team.setToolTip(t("Which team's findings the list shows"))
        self.team.addItem(t("Both teams"), "")
        self.team.currentIndexChanged.connect(lambda: self._narrow(team=str(self.team.currentData() or "")))
        self.text = QLineEdit(placeholderText=t("Find: clause, number, words"), clearButtonEnabled=True)
        self.text.setAcceptDrops(False)  # a file dropped here is for the window
        self.text.setAccessibleName(t("Find in the list"))
        self.text.setToolTip(t("Shows only lines that hold these words"))
        self.text.textChanged.connect(lambda words: self._narrow(text=words))
        for box in (self.verdict, self.team):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(7)

    def _make_list(self) -> None:
        self.list = QListView(uniformItemSizes=True)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(t("Findings"))
        self.list.setModel(self.kept)
        self.list.setItemDelegate(self.delegate)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._choose)
        self.list.activated.connect(self._choose)

    def set_colours(self, colours: Colours) -> None:
        """Another theme."""
        self.delegate.colours = colours
        self.list.viewport().update()

    def set_teams(self, slots: dict[str, int]) -> None:
        """Names for the filter, colours for the lines."""
        self.delegate.slots = slots
        held = [self.team.itemData(i) for i in range(1, self.team.count())]
        if held != list(slots):
            while self.team.count() > 1:
                self.team.removeItem(1)
            for team in slots:
                self.team.addItem(team, team)

    def set_rows(self, rows: Sequence[Row], picked: Sequence[str], empty: str) -> None:
        """Show rows; `empty` teaches where there are none."""
        self.model.set_rows(rows)
        self.empty.setText(empty)
        self._tell()
        for key in picked:
            self.show_picked(key)

    def _narrow(
        self, *, verdict: str | None = None, team: str | None = None, text: str | None = None
    ) -> None:
        self.kept.choose(verdict=verdict, team=team, text=text)
        self._tell()

    def _tell(self) -> None:
        shown, held = self.kept.rowCount(), self.model.rowCount()
        self.count.setText(t("{shown} of {held}", shown=shown, held=held) if held else "")
        self.list.setVisible(held > 0)
        self.empty.setVisible(held == 0)

    def show_picked(self, key: str | None) -> None:
        """Mark the line of a finding, without going there."""
        for place in range(self.kept.rowCount()):
            index = self.kept.index(place, 0)
            if index.data(ROW_ROLE).key == key:
                self.list.setCurrentIndex(index)
                return

    def pick_line(self, number: int) -> None:
        """To the line `number`, from 1."""
        index = self.kept.index(number - 1, 0)
        if index.isValid():
            self.list.setCurrentIndex(index)
            self._choose(index)

    def go(self, lines: int) -> None:
        """To the line so many further on (or back)."""
        count = self.kept.rowCount()
        if not count:
            return
        here = self.list.currentIndex()
        place = here.row() + lines if here.isValid() else (0 if lines > 0 else count - 1)
        index = self.kept.index(min(max(place, 0), count - 1), 0)
        self.list.setCurrentIndex(index)
        self._choose(index)

    def _choose(self, index: QModelIndex) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(row, Row):
            self.chosen.emit(row)
