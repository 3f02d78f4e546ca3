"""The office's docket in the window: what the book proposes, what was decided, by whom; and deciding it."""

from __future__ import annotations

import getpass
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QProcess, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ui.memory import Memory
from ui.words import t

__all__ = ["DocketSheet", "decided_words"]


class DocketSheet(QDialog):
    """Every act goes through `benchgate docket` in another process, so that its checks are the same."""

    def __init__(
        self, case: Path | None, memory: Memory, parent: QWidget | None = None, *, place: str | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("Docket"))
        self.resize(900, 520)
        self._case, self._memory, self._place = case, memory, place
        self._process: QProcess | None = None
        self.cases: list[Mapping[str, Any]] = []
        self._make_parts()
        self._lay_out()
        self.read()

    def _make_parts(self) -> None:
        self.which = QComboBox()
        self.which.setAccessibleName(t("Case of the docket"))
        self.which.currentIndexChanged.connect(self._show_case)
        self.table = QTableWidget(0, 5)
        self.table.setAccessibleName(t("What the book proposes"))
        self.table.setHorizontalHeaderLabels([t("No."), t("Who"), t("Clause"), t("Penalty"), t("Decided")])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.who, self.reason = QLineEdit(self._memory.word("docket_who", getpass.getuser())), QLineEdit()
        self.who.setAccessibleName(t("Decided by"))
        self.reason.setAccessibleName(t("Reason"))
        self.opened = QPushButton(t("Enter this case"))
        self.impose = QPushButton(t("Impose as proposed"))
        self.spare = QPushButton(t("Impose nothing"))
        self.told = QLabel(wordWrap=True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        for button in (self.opened, self.impose, self.spare):
            button.setAutoDefault(False)
        self.opened.setEnabled(self._case is not None)
        self.opened.clicked.connect(self.enter_case)
        self.impose.clicked.connect(lambda: self.decide(impose=True))
        self.spare.clicked.connect(lambda: self.decide(impose=False))

    def _lay_out(self) -> None:
        top, fields, row = QHBoxLayout(), QFormLayout(), QHBoxLayout()
        top.addWidget(self.which, 1)
        top.addWidget(self.opened)
        fields.addRow(t("Decided by"), self.who)
        fields.addRow(t("Reason"), self.reason)
        row.addWidget(self.told, 1)
        row.addWidget(self.impose)
        row.addWidget(self.spare)
        buttons = QDialogButtonBox()
        buttons.addButton(t("Close"), QDialogButtonBox.ButtonRole.RejectRole).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(self.table, 1)
        layout.addLayout(fields)
        layout.addLayout(row)
        layout.addWidget(buttons)

    # what is asked of the docket ----------------------------------------------------------------

    def read(self) -> None:
        """Read all cases again; no docket yet is no trouble."""
        self._run(["list"], self._listed)

    def enter_case(self) -> None:
        """Take what the open case proposes into the docket; it imposes nothing."""
        if self._case is not None:
            who = self.who.text().strip()
            self._run(["open", str(self._case), "--as", who, "--title", self._case.stem], self._entered)

    def decide(self, *, impose: bool) -> None:
        """Decide the chosen proposal in the name that stands there."""
        number, proposal = self.which.currentData(), self._chosen()
        if number is None or proposal is None:
            self.told.setText(t("Choose a line first."))
            return
        who, reason = self.who.text().strip(), self.reason.text().strip()
        if not who or not reason:
            self.told.setText(t("A decision needs a name and a reason."))
            (self.reason if who else self.who).setFocus()
            return
        self._memory.keep_word("docket_who", who)
        words = ["decide", str(number), "--as", who, "--reason", reason, "--proposal", str(proposal)]
        if not impose:
            words += ["--not-imposed", *(["--departs", reason] if self._automatic(proposal) else [])]
        self._run(words, self._entered)

    def _chosen(self) -> int | None:
        rows = self.table.selectionModel().selectedRows()
        item = self.table.item(rows[0].row(), 0) if rows else None
        return int(item.text()) if item is not None else None

    def _automatic(self, proposal: int) -> bool:
        """Whether the book leaves no choice: then the reason says why it is left."""
        here = (one for one in self.cases if one["case"] == self.which.currentData())
        rows = (row for one in here for row in one["proposals"])
        return any(row["automatic"] for row in rows if row["proposal"] == proposal)

    def _run(self, words: Sequence[str], then: Callable[[Any], None]) -> None:
        if self._process is not None:
            return
        place = ["--docket", self._place] if self._place else []
        self._process = process = QProcess(self)
        process.finished.connect(lambda code: self._ended(code, then))
        process.start(sys.executable, ["-m", "review.cli", "docket", *words, *place, "--json"])

    def _ended(self, code: int, then: Callable[[Any], None]) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        out, err = (
            bytes(part.data()).decode(errors="replace").strip()
            for part in (process.readAllStandardOutput(), process.readAllStandardError())
        )
        process.deleteLater()
        if code == 0 and out:
            self.told.setText("")
            then(json.loads(out))
        else:
            self.told.setText(err)

    # what comes back ----------------------------------------------------------------------------

    def _listed(self, told: Mapping[str, Any]) -> None:
        kept, self.cases = self.which.currentData(), list(told["cases"])
        self.which.blockSignals(True)
        self.which.clear()
        for one in self.cases:
            self.which.addItem(f"{one['case']}: {one['title']} ({one['status']})", one["case"])
        place = self.which.findData(kept)
        self.which.setCurrentIndex(place if place >= 0 else len(self.cases) - 1)
        self.which.blockSignals(False)
        self._show_case()

    def _entered(self, _told: object) -> None:
        self.reason.clear()
        self.read()

    def _show_case(self) -> None:
        case = next((one for one in self.cases if one["case"] == self.which.currentData()), None)
        rows = case["proposals"] if case else []
        rulings = {one["ruling"]: one for one in case["rulings"]} if case else {}
        row = self.table.currentRow()
        self.table.setRowCount(len(rows))
        for place, one in enumerate(rows):
            decided = decided_words(rulings.get(one["ruling"]))
            cells = (str(one["proposal"]), one["who"], one["clause"], one["says"], decided)
            for column, words in enumerate(cells):
                self.table.setItem(place, column, QTableWidgetItem(words))
        if rows:
            self.table.selectRow(min(max(row, 0), len(rows) - 1))


def decided_words(ruling: Mapping[str, Any] | None) -> str:
    """What was decided last, by whom, on which day; empty where nobody has."""
    if ruling is None:
        return ""
    last = ruling["versions"][-1]
    return t("{what}, by {who}, {day}", what=last["says"], who=last["by"], day=last["valid"])
