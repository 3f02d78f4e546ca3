"""A person's own keys: used at once, kept between runs, never two commands on one key."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from ui.commands.edit import KeyEditor, load_keys
from ui.commands.registry import COMMANDS, Registry
from ui.memory import Memory


def test_no_two_commands_share_a_key_at_first() -> None:
    keys = [QKeySequence(key).toString() for command in COMMANDS for key in command.keys]
    assert sorted(keys) == sorted(set(keys))


def test_a_key_is_changed_and_kept(qtbot: QtBot, tmp_path: Path) -> None:
    registry, memory = Registry(), Memory(tmp_path / "memory.ini")
    editor = KeyEditor(registry, memory)
    qtbot.addWidget(editor)
    editor.entries["history"].setKeySequence(QKeySequence("Ctrl+H"))
    editor.entries["boxes"].setKeySequence(QKeySequence())
    editor.accept()
    assert registry.keys_words("history") == "Ctrl+H"
    again = Registry()
    load_keys(again, Memory(tmp_path / "memory.ini"))
    assert (again.keys_words("history"), again.keys_words("boxes")) == ("Ctrl+H", "")
    assert again.keys_words("keys") == "?", "the others keep theirs, also the second"
    assert len(again.actions["keys"].shortcuts()) == 2


def test_a_key_taken_is_refused_and_told(qtbot: QtBot, tmp_path: Path) -> None:
    registry = Registry()
    editor = KeyEditor(registry, Memory(tmp_path / "memory.ini"))
    qtbot.addWidget(editor)
    editor.entries["history"].setKeySequence(QKeySequence("E"))
    editor.entries["history"].editingFinished.emit()
    assert not editor.keep.isEnabled()
    assert "Correct the crossing" in editor.trouble.text()
    editor.accept()
    assert registry.keys_words("history") == ""
    editor._reset()
    assert editor.keep.isEnabled() and editor.clash() is None
