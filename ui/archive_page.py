"""The archive: how far it is, what failed, and every change or first man in it; a row opens its case."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from review.core.archive import Found, Query
from review.core.errors import ReviewError
from review.wiring.archive_read import Standing, case_of, found_in, standing_of
from ui.memory import Memory
from ui.words import t

__all__ = ["ArchivePage"]

_PLACE = "archive/folder"
_MOST = 1000


class ArchivePage(QDialog):
    """Shows what `benchgate archive status` and `find` tell. `chosen` carries the case to open."""

    chosen = Signal(Path)

    def __init__(self, memory: Memory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        self.found: tuple[Found, ...] = ()
        self.setWindowTitle(t("Archive"))
        self.resize(980, 620)
        self._make_parts()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for row in (self._place_row(), self._asking_row()):
            layout.addLayout(row)
        layout.insertWidget(1, self.bar)
        layout.insertWidget(2, self.standing)
        layout.addWidget(self.table, 1)
        buttons = QDialogButtonBox()
        buttons.addButton(t("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        if self.folder.text():
            self.refresh()

    def _make_parts(self) -> None:
        self.folder = QLineEdit(self._memory.word(_PLACE, ""), placeholderText=t("The archive's folder"))
        self.folder.setAccessibleName(t("The archive's folder"))
        self.folder.editingFinished.connect(self.refresh)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setAccessibleName(t("Watched"))
        self.standing = QLabel(wordWrap=True)
        self.standing.setObjectName("dim")
        self.what = QComboBox()
        self.what.setAccessibleName(t("What to look for"))
        for words, query in (
            (t("Early changes"), Query(kind="change", verdict="early")),
            (t("Changes that stay open"), Query(kind="change", verdict="cannot tell")),
            (t("First men off the bench"), Query(kind="departure", rank=1)),
            (t("Second men off the bench"), Query(kind="departure", rank=2)),
            (t("Findings that trip"), Query(kind="finding", verdict="trips")),
        ):
            self.what.addItem(words, query)
        self.over = QDoubleSpinBox(decimals=1, singleStep=0.5, suffix=" m")
        self.over.setSpecialValueText(t("any margin"))
        self.over.setAccessibleName(t("Margin over"))
        self.season = QLineEdit(placeholderText=t("Season, e.g. 2003-04"))
        self.season.setAccessibleName(t("Season"))
        heads = (t("Day"), t("Tape"), t("Time"), t("Team"), t("Man"), t("What"), t("Margin"))
        self.table = QTableWidget(0, len(heads))
        self.table.setAccessibleName(t("Found"))
        self.table.setHorizontalHeaderLabels(list(heads))
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.itemDoubleClicked.connect(lambda item: self._open(item.row()))

    def _place_row(self) -> QHBoxLayout:
        choose = QPushButton(t("Choose…"))
        choose.setAccessibleName(t("Choose the archive's folder"))
        choose.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.addWidget(self.folder, 1)
        row.addWidget(choose)
        return row

    def _asking_row(self) -> QHBoxLayout:
        self.ask = QPushButton(t("Find"), default=True)
        self.ask.clicked.connect(self.look)
        row = QHBoxLayout()
        for part in (self.what, self.over, self.season, self.ask):
            row.addWidget(part)
        row.addStretch(1)
        return row

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, t("The archive's folder"), self.folder.text())
        if folder:
            self.folder.setText(folder)
            self.refresh()

    def refresh(self) -> None:
        """Read how the archive stands, and look for what is asked."""
        try:
            told = standing_of(Path(self.folder.text()))
        except ReviewError as error:
            self.standing.setText(error.sentence())
            self.bar.setValue(0)
            return
        self._memory.keep_word(_PLACE, self.folder.text())
        self.standing.setText(" ".join(_standing_words(told)))
        total_s = told.progress.total_s
        self.bar.setValue(round(100 * told.progress.watched_s / total_s) if total_s else 0)
        self.look()

    def look(self) -> None:
        """Fill the table."""
        asked: Query = self.what.currentData()
        over_m = self.over.value() or None
        season = self.season.text().strip() or None
        query = Query(
            kind=asked.kind, verdict=asked.verdict, rank=asked.rank, season=season,
            over_m=over_m if asked.kind == "change" else None, limit=_MOST,
        )  # fmt: skip
        try:
            self.found = found_in(Path(self.folder.text()), query)
        except ReviewError as error:
            self.standing.setText(error.sentence())
            return
        self.table.setRowCount(len(self.found))
        for row, one in enumerate(self.found):
            for column, words in enumerate(_cells(one)):
                item = QTableWidgetItem(words)
                if column in (2, 6):
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)
        self.table.resizeColumnsToContents()
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    def _open(self, row: int) -> None:
        case = case_of(Path(self.folder.text()), self.found[row].sha256)
        if case is None:
            self.standing.setText(t("The case of this tape is not there."))
            return
        self.chosen.emit(case)
        self.accept()


def _standing_words(told: Standing) -> list[str]:
    """Tapes done, speed, when it will be done, what failed."""
    progress = told.progress
    out = [t("{done} of {all} tapes done.", done=progress.tapes_done, all=progress.tapes)]
    if progress.speed_x is not None and progress.eta_s:
        pace, hours = f"{progress.speed_x:.1f}", f"{progress.eta_s / 3600:.1f}"
        out.append(t("{pace}× real time, {hours} h left.", pace=pace, hours=hours))
    if told.paused:
        out.append(t("The archive is paused."))
    out += [t("Failed, {cause}: {n}.", cause=cause, n=len(ones)) for cause, ones in told.failures.items()]
    return out


def _cells(found: Found) -> Sequence[str]:
    one = found.mention
    minutes, seconds = divmod(one.start_s, 60)
    man = " ".join(str(part) for part in (one.number, one.name) if part is not None)
    what = one.clause or one.words
    margin = "" if one.kind != "change" else _margin(one.margin_m)
    when = f"{int(minutes)}:{seconds:04.1f}"
    return found.day or found.season or "", Path(found.path).name, when, one.team or "", man, what, margin


def _margin(bounds: tuple[float | None, float | None]) -> str:
    if bounds == (None, None):
        return ""
    low, high = ("?" if value is None else f"{value:.1f}" for value in bounds)
    return f"{low} – {high} m"
