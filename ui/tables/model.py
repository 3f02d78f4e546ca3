"""Item models over the rows of the findings list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from ui.say import verdict_words
from ui.tables.rows import Row
from ui.words import t

__all__ = ["ROW_ROLE", "TO_REVIEW", "FindingsFilter", "FindingsModel"]

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
TO_REVIEW = "to review"
#: What stands in the list only where it is asked for.
ASIDE = ("does not", "crossing")
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class FindingsModel(QAbstractTableModel):
    """Rows as a table: verdict, clause, subject, time, measure. Read-only."""

    COLUMNS = ("verdict", "clause", "subject", "time", "measure")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; those that only grow at the end keep the view where it is."""
        rows = tuple(rows)
        if rows == self._rows:
            return
        held = len(self._rows)
        if held and len(rows) > held and rows[:held] == self._rows:
            self.beginInsertRows(QModelIndex(), held, len(rows) - 1)
            self._rows = rows
            self.endInsertRows()
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is held."""
        return self._rows

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Rows; none below a row."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Columns; none below a row."""
        return 0 if parent.isValid() else len(self.COLUMNS)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Words of a cell; the whole row by `ROW_ROLE`, its sentence for the ear and as a tool tip."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return row.sentence
        if role == Qt.ItemDataRole.DisplayRole:
            cells = (verdict_words(row.verdict), row.title, row.subject, row.when, row.measure)
            return cells[index.column()]
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        """Column names."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            names = (t("Verdict"), t("Clause"), t("Who"), t("Time"), t("Measure"))
            return names[section] if 0 <= section < len(names) else None
        return None


class FindingsFilter(QSortFilterProxyModel):
    """Rows by verdict, team and text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._verdict = TO_REVIEW
        self._team = ""
        self._text = ""

    def choose(self, *, verdict: str | None = None, team: str | None = None, text: str | None = None) -> None:
        """Change what is let through; None leaves a choice as it is. `team` "" is every team."""
        self.beginFilterChange()
        self._verdict = self._verdict if verdict is None else verdict
        self._team = self._team if team is None else team
        self._text = self._text if text is None else text.strip().casefold()
        self.endFilterChange()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Whether a row is let through."""
        row = self.sourceModel().index(source_row, 0, source_parent).data(ROW_ROLE)
        if not isinstance(row, Row):
            return False
        wanted = (
            row.verdict not in ASIDE if self._verdict == TO_REVIEW else self._verdict in ("", row.verdict)
        )
        named = self._team in ("", row.team)
        return wanted and named and self._text in row.sentence.casefold()
