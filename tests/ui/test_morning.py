"""A review morning by keyboard, in one go: five tasks in the real window, every key press counted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from review.core.case import Judgement
from review.wiring.corrections import history
from tests.ui.support import arrived, counter_read, doors, make_clip, opened
from ui.app import Workplace
from ui.memory import Memory

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL, PLAIN = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


class Reviewer:
    """Somebody at the keyboard of one window; `presses` counts, a word typed counts its letters."""

    def __init__(self, qtbot: QtBot, place: Workplace, shots: Path) -> None:
        self.qtbot, self.place, self.shots = qtbot, place, shots
        self.presses = 0
        self.window = place.window
        self.window.findings.list.setFocus()

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN, *, on: QWidget | None = None) -> None:
        self.qtbot.keyClick(on or self.window.findings.list, key, modifier)
        self.presses += 1

    def type(self, words: str, *, on: QWidget) -> None:
        self.qtbot.keyClicks(on, words)
        self.presses += len(words)

    def down_to(self, clause: str) -> None:
        """Down the list to the next line of a clause."""
        for _ in range(self.window.findings.kept.rowCount()):
            self.press(Qt.Key.Key_Down)
            row = self.window.corrector.row
            if row is not None and row.finding is not None and row.finding.clause.startswith(clause):
                arrived(self.qtbot, self.place.desk)
                return
        pytest.fail(f"no finding by {clause}")

    def judged_anew(self, before: Judgement) -> Judgement:
        self.qtbot.waitUntil(lambda: self.judgement is not before, timeout=20000)
        return self.judgement

    @property
    def judgement(self) -> Judgement:
        judgement = self.place.desk.now.judgement
        assert judgement is not None
        return judgement

    def picture(self, name: str) -> None:
        """What the window shows now, for somebody to look at."""
        assert self.window.grab().save(str(self.shots / f"{name}.png"))


@pytest.fixture
def reviewer(qtbot: QtBot, clip: Path, case: Path, tmp_path: Path) -> Iterator[Reviewer]:
    """The window on a copy of the counting clip and its case."""
    tape = tmp_path / clip.name
    shutil.copy(clip, tape)
    shutil.copy(case, tape.with_suffix(case.suffix))
    memory = Memory(tmp_path / "memory.ini")
    memory.keep_word("language", "en")
    place = Workplace(doors(), memory)
    place.window.resize(1366, 768)
    place.window.show()
    opened(qtbot, place.desk, tape)
    yield Reviewer(qtbot, place, tmp_path)
    place.end()
    place.window.close()
    place.window.leave()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_five_tasks_of_a_morning(qtbot: QtBot, reviewer: Reviewer) -> None:
    desk, window = reviewer.place.desk, reviewer.window
    case = desk.now.case_path
    assert case is not None
    at_first = reviewer.judgement

    reviewer.down_to("205.1")  # the early change, and its evidence
    reviewer.press(Qt.Key.Key_E, CONTROL)
    qtbot.waitUntil(lambda: desk.now.trouble is not None, timeout=60000)
    assert list(case.parent.glob("*-evidence-*/SHA256SUMS"))
    reviewer.picture("1-evidence")
    evidence = reviewer.presses

    first = at_first.altercations[0].first["BUF"]
    desk.pick(f"crossing {first}", next(c for c in at_first.crossings if c.id == first).when.earliest)
    reviewer.press(Qt.Key.Key_E)  # a wrong number, and the first man's name
    form = window.corrector
    form.number.selectAll()
    reviewer.type("44", on=form.number)
    reviewer.press(Qt.Key.Key_Return, on=form.number)
    reviewer.type("sleeve", on=form.reason)
    reviewer.press(Qt.Key.Key_Return, on=form.reason)
    renamed = reviewer.judged_anew(at_first)
    altercation = next(r for r in window.findings.model.rows if r.altercation is not None)
    desk.pick(altercation.key, altercation.at)
    arrived(qtbot, desk)
    assert "First man of BUF: BUF 44" in window.inspector.body.toPlainText()
    reviewer.picture("2-first-man")
    number = reviewer.presses - evidence

    reviewer.press(Qt.Key.Key_A)  # it is an altercation; its order
    confirmed = reviewer.judged_anew(renamed)
    assert [one.span.set_by for one in confirmed.altercations] == ["person"]
    assert "Who left a bench, in order" in window.inspector.body.toPlainText()
    reviewer.picture("3-order")

    # a second angle; its file is chosen in the system's own dialog
    window.angles.add(make_clip(case.with_name("other.mp4"), 373))
    qtbot.waitUntil(lambda: window.angles.angles[0].alignment is not None, timeout=20000)
    for _ in range(3):
        reviewer.press(Qt.Key.Key_Right, ALT)
    here = desk.now.wanted
    angle = window.angles.angles[0]
    qtbot.waitUntil(lambda: not angle.view.image.isNull(), timeout=20000)
    qtbot.waitUntil(lambda: counter_read(angle.view.image) == here + 3, timeout=20000)
    reviewer.picture("4-angle")

    for _ in range(2):  # and all of it undone
        before = reviewer.judgement
        reviewer.press(Qt.Key.Key_Z)
        reviewer.judged_anew(before)
    assert [one.stands for one in history(case)] == [False, False]
    assert reviewer.judgement.crossings == at_first.crossings
    assert reviewer.judgement.altercations[0].span.set_by == at_first.altercations[0].span.set_by
    reviewer.picture("5-undone")
    assert number == 11, "E, two digits, Return, a word of six letters, Return"
    assert reviewer.presses <= 25
