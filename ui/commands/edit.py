"""A person's own keys: changed here, kept between runs, never given to two commands."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ui.commands.registry import Registry
from ui.memory import Memory
from ui.words import t

__all__ = ["KeyEditor", "load_keys"]


def load_keys(registry: Registry, memory: Memory) -> None:
    """Give commands the keys that a person chose before."""
    for command in registry.commands:
        kept = memory.word(f"keys/{command.id}", "?")
        if kept != "?":
            registry.set_keys(command.id, [kept] if kept else [])


class KeyEditor(QDialog):
    """One line a command: press the keys it shall have. A key taken by another command is refused."""

    def __init__(self, registry: Registry, memory: Memory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.registry, self.memory = registry, memory
        self.setWindowTitle(t("Change keys"))
        self.resize(520, 560)
        self.entries: dict[str, QKeySequenceEdit] = {}
        form = QWidget()
        rows = QFormLayout(form)
        for command in registry.commands:
            words = registry.actions[command.id].text().rstrip("…")
            first = next(iter(registry.actions[command.id].shortcuts()), QKeySequence())
            entry = QKeySequenceEdit(first, maximumSequenceLength=1, clearButtonEnabled=True)
            entry.setAccessibleName(words)
            _name_inside(entry, words)
            entry.editingFinished.connect(self._check)
            self.entries[command.id] = entry
            rows.addRow(words, entry)
        area = QScrollArea(widgetResizable=True)
        area.setWidget(form)
        self.trouble = QLabel(wordWrap=True)
        buttons = QDialogButtonBox()
        self.keep = buttons.addButton(t("Keep"), QDialogButtonBox.ButtonRole.AcceptRole)
        first_keys = buttons.addButton(t("As they were at first"), QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(t("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        first_keys.clicked.connect(self._reset)
        layout = QVBoxLayout(self)
        layout.addWidget(area, 1)
        layout.addWidget(self.trouble)
        layout.addWidget(buttons)

    def clash(self) -> tuple[str, str] | None:
        """Two commands with the same keys, None where there are none."""
        taken: dict[str, str] = {}
        for id_, entry in self.entries.items():
            keys = entry.keySequence().toString()
            if keys and keys in taken:
                return taken[keys], id_
            taken[keys] = id_
        return None

    def _check(self) -> None:
        clash = self.clash()
        self.keep.setEnabled(clash is None)
        words = [self.registry.actions[id_].text().rstrip("…") for id_ in clash or ()]
        self.trouble.setText(t("The same keys: {a}; {b}.", a=words[0], b=words[1]) if words else "")

    def _reset(self) -> None:
        for command in self.registry.commands:
            self.entries[command.id].setKeySequence(QKeySequence(command.keys[0] if command.keys else ""))
        self._check()

    def accept(self) -> None:
        """Keep what differs from the first keys, and use all of it at once."""
        if self.clash() is not None:
            return
        for command in self.registry.commands:
            keys = self.entries[command.id].keySequence().toString()
            if keys == (QKeySequence(command.keys[0]).toString() if command.keys else ""):
                self.memory.keep_word(f"keys/{command.id}", "?")
                self.registry.set_keys(command.id, command.keys)
            else:
                self.memory.keep_word(f"keys/{command.id}", keys)
                self.registry.set_keys(command.id, [keys] if keys else [])
        super().accept()


def _name_inside(entry: QKeySequenceEdit, words: str) -> None:
    """Names for the ear: the keyboard goes to the entry inside, which has a button of its own."""
    for inside in entry.findChildren(QLineEdit):
        inside.setAccessibleName(words)
        for button in inside.findChildren(QAbstractButton):
            button.setAccessibleName(t("No keys for: {command}", command=words))
