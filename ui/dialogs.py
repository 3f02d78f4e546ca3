"""Small questions: what to analyse with, and what a drawn gate is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from review.core.gates import GateKind
from ui.words import t

__all__ = ["AnalyzeDialog", "GateDialog"]


def _buttons(dialog: QDialog, yes: str) -> QDialogButtonBox:
    buttons = QDialogButtonBox()
    buttons.addButton(yes, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(t("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons


class _FileLine(QWidget):
    """A path that may stay empty."""

    def __init__(self, words: str, found: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.entry = QLineEdit(str(found) if found else "", placeholderText=t("none"))
        self.entry.setAccessibleName(words)
        self.entry.setMinimumWidth(360)
        choose = QPushButton(t("Choose…"))
        choose.setToolTip(words)
        choose.setAccessibleName(f"{t('Choose…')} {words}")
        choose.clicked.connect(self._choose)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.entry, 1)
        layout.addWidget(choose)

    def _choose(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, self.words, self.entry.text(), "TOML (*.toml)")
        if path:
            self.entry.setText(path)

    @property
    def path(self) -> Path | None:
        """What stands there."""
        return Path(self.entry.text()) if self.entry.text().strip() else None


class AnalyzeDialog(QDialog):
    """Which game and gates to analyse with; files beside the tape are filled in."""

    def __init__(
        self, tape: Path, game: Path | None, gates: Path | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("Analyse this tape"))
        self.game = _FileLine(t("Game (teams, colours, rule pack)"), game)
        self.gates = _FileLine(t("Gates (drawn on this tape)"), gates)
        words = t(
            "Both may stay empty. Without gates nobody can be seen coming on or going off: "
            "draw one first where the tape has none."
        )
        lead = QLabel(words, wordWrap=True)
        lead.setObjectName("dim")
        form = QFormLayout()
        form.addRow(self.game.words, self.game)
        form.addRow(self.gates.words, self.gates)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        name = QLabel(tape.name)
        layout.addWidget(name)
        layout.addLayout(form)
        layout.addWidget(lead)
        layout.addWidget(_buttons(self, t("Analyse")))


class GateDialog(QDialog):
    """Whose gate was drawn, what kind it is, and where the bench lies."""

    KINDS: tuple[tuple[str, GateKind], ...] = (
        ("players' bench", "players_bench"),
        ("penalty box", "penalty_box"),
        ("other door", "other"),
    )

    def __init__(self, teams: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("A gate"))
        self.team = QComboBox(editable=True)
        self.team.setAccessibleName(t("Team"))
        self.team.addItems(list(teams))
        entry = self.team.lineEdit()
        if entry is not None:
            entry.setPlaceholderText(t("Name, as in the game file"))
        self.kind = QComboBox()
        self.kind.setAccessibleName(t("Kind"))
        for words, kind in self.KINDS:
            self.kind.addItem(t(words), kind)
        self.side = QComboBox()
        self.side.setAccessibleName(t("The bench lies"))
        self.side.addItem(t("above the line (far side)"), "above")
        self.side.addItem(t("below the line (near side)"), "below")
        form = QFormLayout()
        form.addRow(t("Team"), self.team)
        form.addRow(t("Kind"), self.kind)
        form.addRow(t("The bench lies"), self.side)
        buttons = _buttons(self, t("Keep this gate"))
        accept = buttons.buttons()[0]
        accept.setEnabled(bool(self.team.currentText().strip()))
        self.team.editTextChanged.connect(lambda words: accept.setEnabled(bool(words.strip())))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.addLayout(form)
        layout.addWidget(buttons)

    @property
    def chosen_kind(self) -> GateKind:
        """The kind chosen."""
        kind: GateKind = self.kind.currentData()
        return kind
