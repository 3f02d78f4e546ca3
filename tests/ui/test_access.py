"""For everybody: every part has a name for the ear, everything goes by keyboard, no words are cut off."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QEvent, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QWidget,
)
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tests.ui import clipping
from tests.ui.support import doors, opened
from ui.app import Workplace
from ui.memory import Memory
from ui.tables.delegate import two_lines


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path, clip: Path, case: Path) -> Iterator[Workplace]:
    """The window on the counting clip and its case, a line chosen."""
    memory = Memory(tmp_path / "memory.ini")
    memory.keep_word("language", "en")
    place = Workplace(doors(), memory)
    place.window.resize(1366, 768)
    place.window.show()
    opened(qtbot, place.desk, clip)
    line = next(row for row in place.window.findings.model.rows if row.crossing is not None)
    place.desk.pick(line.key, line.at)
    yield place
    place.end()
    place.window.close()
    place.window.leave()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_every_part_has_a_name_for_the_ear(clip: Path, case: Path) -> None:
    """In the window with its form open, and in every sheet: the tree that a screen reader walks."""
    lines = [line.split("\t") for line in run("access_tree", clip, scale=1)]
    parts = {part for part, _, _ in lines}
    sheets = {"KeySheet", "KeyEditor", "HistorySheet", "GateDialog", "AnalyzeDialog", "DrawSheet"}
    assert {"window"} | sheets <= parts
    assert [line for line in lines if not line[2].strip()] == []
    assert ["window", "EditableText", "Reason"] in lines and ["window", "List", "Findings"] in lines


def test_every_command_stands_in_a_menu(place: Workplace) -> None:
    """The menus are reached with F10 or Alt, so that nothing needs a mouse."""
    held = {action for top in place.window.menuBar().actions() for action in top.menu().actions()}  # type: ignore[union-attr]
    assert [id_ for id_, action in place.window.registry.actions.items() if action not in held] == []


def test_tab_goes_round_through_every_part_that_takes_keys(place: Workplace) -> None:
    window = place.window
    window.activateWindow()
    window.findings.list.setFocus()
    met = []
    for _ in range(200):
        part = QApplication.focusWidget()
        if part is None or part in met:
            break
        met.append(part)
        window.focusNextChild()
    wanted = [
        p
        for p in window.findChildren(QWidget)
        if p.isVisible()
        and p.isEnabled()
        and p.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not p.focusProxy()
    ]
    assert [repr(p) for p in wanted if p not in met] == []


def test_every_model_holds_up_under_the_model_tester(place: Workplace, qtmodeltester: ModelTester) -> None:
    models = place.window.findChildren(QAbstractItemModel)
    assert len(models) >= 3
    for model in models:
        if type(model).__module__.startswith("ui."):
            qtmodeltester.check(model)


def test_a_label_too_small_is_caught(qtbot: QtBot) -> None:
    label = QLabel("far too many words for so little room")
    qtbot.addWidget(label)
    label.resize(40, 20)
    label.show()
    assert len(clipping.clipped(label)) == 1
    label.resize(900, 40)
    assert clipping.clipped(label) == []


def test_a_notice_stands_on_two_lines(qtbot: QtBot) -> None:
    metrics = QFontMetricsF(QFont())
    words = "A man of AWAY may have come on at the bench: first seen at the gate"
    first, second = two_lines(words, metrics, metrics.horizontalAdvance("A man of AWAY may have com"))
    assert first == "A man of AWAY may have" and f"{first} {second}" == words
    assert two_lines("short", metrics, 500.0) == ("short", "")


@pytest.mark.parametrize(
    "scale", [pytest.param(1, id="100"), pytest.param(2, id="200", marks=pytest.mark.slow)]
)
def test_no_words_are_cut_in_any_language(clip: Path, case: Path, scale: int) -> None:
    assert run("clipping", clip, scale=scale) == []


def run(module: str, clip: Path, *, scale: int) -> list[str]:
    """The lines that a module of these tests prints, in a process of its own."""
    environment = {**os.environ, "QT_SCALE_FACTOR": str(scale), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", f"tests.ui.{module}", str(clip)]
    folder = Path(__file__).parents[2]
    done = subprocess.run(
        command, cwd=folder, env=environment, check=True, capture_output=True, text=True, timeout=300
    )
    return done.stdout.splitlines()
