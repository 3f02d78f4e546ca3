"""The window killed in the middle of editing: what was said is there, and the next one opens where it was."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.support import arrived, doors, opened
from tools.kill_window import kill_rounds
from ui.app import Workplace, begin
from ui.autosave import last_opened
from ui.memory import Memory

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")


@pytest.fixture
def tape(clip: Path, case: Path, tmp_path: Path) -> Path:
    """A copy of the counting clip, its case beside it."""
    for file in (clip, case):
        shutil.copy(file, tmp_path / file.name)
    return tmp_path / clip.name


def test_a_kill_loses_nothing_that_was_said(tape: Path, tmp_path: Path) -> None:
    rounds = kill_rounds(tmp_path, tape, 2, seed=3)
    assert all(one.lost == 0 and one.sound and one.half_that_look_whole == 0 for one in rounds), rounds
    assert sum(one.told for one in rounds) > 0


def away(place: Workplace) -> None:
    """Let go of a workplace and of its window."""
    place.end()
    place.window.close()
    place.window.leave()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_next_window_opens_where_the_last_one_was_killed(
    qtbot: QtBot, tape: Path, tmp_path: Path
) -> None:
    file = tmp_path / "memory.ini"
    killed = Workplace(doors(), Memory(file))
    opened(qtbot, killed.desk, tape)
    line = killed.window.findings.model.rows[1]
    killed.desk.pick(line.key, line.at)
    at = arrived(qtbot, killed.desk)
    killed.autosave.keep()  # its second is over; from here on nothing is closed in order
    copied = tmp_path / "as-killed.ini"
    shutil.copy(file, copied)

    place = Workplace(doors(), Memory(copied))
    assert last_opened(place.desk) == tape
    begin(place, None)
    qtbot.waitUntil(lambda: place.desk.now.judgement is not None, timeout=20000)
    qtbot.waitUntil(lambda: place.desk.now.shown is not None, timeout=20000)
    assert arrived(qtbot, place.desk) == at and place.desk.now.picked == line.key
    assert place.window.corrector.row is not None and place.window.corrector.row.key == line.key
    place.window.orders.do_close()
    away(place)
    away(killed)
    again = Workplace(doors(), Memory(copied))
    assert last_opened(again.desk) is None, "put away by a person, it stays away"
    away(again)
