"""A review morning by keyboard: rule, correct, answer, confirm, and undo it all, in the real window."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from review.adapters.store_sqlite import SqliteStore
from review.core.case import Judgement
from review.wiring import judged
from review.wiring.corrections import correct_crossing, history
from tests.ui.support import arrived, doors, opened
from ui.app import Workplace
from ui.commands.history import history_html
from ui.memory import Memory

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def tape(clip: Path, case: Path, tmp_path: Path) -> Path:
    """The counting clip with its case, a copy to write into."""
    mine = tmp_path / clip.name
    shutil.copy(clip, mine)
    shutil.copy(case, mine.with_suffix(case.suffix))
    return mine


@pytest.fixture
def place(qtbot: QtBot, tape: Path) -> Iterator[Workplace]:
    """The window on it."""
    place = start(tape)
    opened(qtbot, place.desk, tape)
    yield place
    finish(place)


def start(tape: Path) -> Workplace:
    memory = Memory(tape.with_suffix(".ini"))
    memory.keep_word("language", "en")
    place = Workplace(doors(), memory)
    place.window.resize(1366, 768)
    place.window.show()
    return place


def finish(place: Workplace) -> None:
    place.end()
    place.window.close()
    place.window.leave()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def judgement(place: Workplace) -> Judgement:
    assert place.desk.now.judgement is not None
    return place.desk.now.judgement


def press(qtbot: QtBot, place: Workplace, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    """Press a key on the list, and wait until the case has been read again where something was said."""
    list_ = place.window.findings.list
    list_.setFocus()
    qtbot.keyClick(list_, key, modifier)


def renewed(qtbot: QtBot, place: Workplace, before: Judgement) -> Judgement:
    qtbot.waitUntil(lambda: judgement(place) is not before, timeout=20000)
    return judgement(place)


def pick(place: Workplace, key: str) -> None:
    row = next(row for row in place.window.findings.model.rows if row.key == key)
    place.desk.pick(row.key, row.at)


def reason(qtbot: QtBot, place: Workplace, words: str) -> None:
    entry: QWidget = place.window.corrector.reason
    entry.setFocus()
    qtbot.keyClicks(entry, words)
    qtbot.keyClick(entry, Qt.Key.Key_Return)


def test_a_number_is_corrected_and_the_first_man_is_another(qtbot: QtBot, place: Workplace) -> None:
    before = judgement(place)
    first = before.altercations[0].first["BUF"]
    pick(place, f"crossing {first}")
    press(qtbot, place, Qt.Key.Key_E)
    form = place.window.corrector
    assert form.form.isVisible() and form.number.text() == "4"
    form.number.selectAll()
    qtbot.keyClicks(form.number, "44")
    qtbot.keyClick(form.number, Qt.Key.Key_Return)
    assert judgement(place) is before and form.reason.hasFocus(), "it asks why"
    reason(qtbot, place, "read from behind the net")
    after = renewed(qtbot, place, before)
    assert next(c for c in after.crossings if c.id == first).number == 44
    pick(place, "altercation 1")
    assert "First man of BUF: BUF 44" in place.window.inspector.body.toPlainText()
    press(qtbot, place, Qt.Key.Key_Z)
    undone = renewed(qtbot, place, after)
    assert next(c for c in undone.crossings if c.id == first).number == 4
    press(qtbot, place, Qt.Key.Key_Z, SHIFT)
    again = renewed(qtbot, place, undone)
    assert next(c for c in again.crossings if c.id == first).number == 44
    assert place.desk.memory.word("reasons", "") == "read from behind the net"


def test_a_crossing_is_moved_to_the_picture_on_screen(qtbot: QtBot, place: Workplace) -> None:
    before = judgement(place)
    pick(place, f"crossing {before.crossings[0].id}")
    place.desk.goto(117)
    arrived(qtbot, place.desk)
    press(qtbot, place, Qt.Key.Key_E)
    place.window.corrector.here.setChecked(True)
    reason(qtbot, place, "the skate is in the air before")
    moved = renewed(qtbot, place, before).crossings[0]
    assert place.desk.now.shown is not None
    assert moved.when.best == place.desk.now.shown.time
    assert moved.reason is not None and moved.reason.endswith("the skate is in the air before")


def test_findings_are_accepted_and_rejected_by_key(qtbot: QtBot, place: Workplace) -> None:
    before = judgement(place)
    key = f"finding {before.findings[0].id}"
    pick(place, key)
    press(qtbot, place, Qt.Key.Key_Return)
    after = renewed(qtbot, place, before)
    finding = next(r for r in reversed(after.rulings))
    assert finding.decision == "accepted"
    row = place.window.corrector.row
    assert row is not None and row.mark == "✓" and row.measure.startswith("accepted by")
    press(qtbot, place, Qt.Key.Key_Backspace)
    assert place.window.corrector.reason.hasFocus()
    reason(qtbot, place, "waved off")
    last = renewed(qtbot, place, after).rulings[-1]
    assert (last.decision, last.words) == ("rejected", "waved off")
    row = place.window.corrector.row
    assert row is not None and row.mark == "✕"


def test_a_question_is_answered_in_place(qtbot: QtBot, place: Workplace) -> None:
    before = judgement(place)
    for finding in before.findings:
        pick(place, f"finding {finding.id}")
        buttons = [b for b in place.window.corrector.findChildren(QPushButton) if b.text() == "Yes"]
        if buttons:
            break
    else:
        pytest.fail("no finding asks anything")
    assert "?" in buttons[0].accessibleName()
    buttons[0].click()
    after = renewed(qtbot, place, before)
    assert [f.value for f in after.facts if f.layer == "said"][-1] is True


def test_an_altercation_is_confirmed_and_judged_at_once(qtbot: QtBot, place: Workplace) -> None:
    before = judgement(place)
    pick(place, "altercation 1")
    arrived(qtbot, place.desk)
    assert place.window.corrector.span_buttons["confirm_altercation"].isVisible()
    place.desk.goto(270)
    arrived(qtbot, place.desk)
    press(qtbot, place, Qt.Key.Key_A)
    after = renewed(qtbot, place, before)
    assert [one.span.set_by for one in after.altercations] == ["person"]
    press(qtbot, place, Qt.Key.Key_A, SHIFT)
    none = renewed(qtbot, place, after)
    assert none.altercations == ()
    press(qtbot, place, Qt.Key.Key_Z)
    assert [one.span.set_by for one in renewed(qtbot, place, none).altercations] == ["person"]


def test_what_was_said_before_is_undone_after_a_restart(qtbot: QtBot, tape: Path) -> None:
    case = tape.with_suffix(".bgcase")
    correct_crossing(case, 1, number=77, reason="said yesterday", who="C. C.")
    place = start(tape)
    opened(qtbot, place.desk, tape)
    before = judgement(place)
    assert before.crossings[0].number == 77
    press(qtbot, place, Qt.Key.Key_Z)
    assert renewed(qtbot, place, before).crossings[0].number != 77
    finish(place)
    acts = history(case)
    assert [(one.entry.who, one.stands) for one in acts] == [("C. C.", False)]
    assert "<s>1. " in history_html(acts) and "said yesterday" in history_html(acts)


EDITOR = """
import sys
from pathlib import Path
from review.wiring.corrections import correct_crossing
case = Path(sys.argv[1])
for n in range(1, 99):
    correct_crossing(case, 1, number=n, reason=f"edit {n}", who="C. C.")
    print(n, flush=True)
"""


@pytest.mark.parametrize("kept", [1, 4, 9])
def test_killed_while_editing_nothing_said_is_lost(case: Path, tmp_path: Path, kept: int) -> None:
    """What the editor reported as kept is in the case after `kill -9`, and the chain holds."""
    mine = tmp_path / "mine.bgcase"
    shutil.copy(case, mine)
    editor = subprocess.Popen(
        [sys.executable, "-c", EDITOR, str(mine)], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert editor.stdout is not None
    for _ in range(kept):
        editor.stdout.readline()
    editor.send_signal(signal.SIGKILL)
    told = kept + len(editor.stdout.read().split())
    editor.wait()
    editor.stdout.close()
    with SqliteStore.open(mine, create=False, readonly=False) as store:
        assert store.verify().sound
        journal = store.journal()
        assert [entry.act["number"] for entry in journal][:told] == list(range(1, told + 1))
        assert len(journal) - told in (0, 1), "the one in hand may be there already"
        assert judged(store, mine).crossings[0].number == len(journal)


def test_evidence_of_the_chosen_finding_is_written_beside_the_case(qtbot: QtBot, place: Workplace) -> None:
    pick(place, f"finding {judgement(place).findings[0].id}")
    place.window.registry.actions["evidence"].trigger()
    qtbot.waitUntil(lambda: place.desk.now.trouble is not None, timeout=60000)
    trouble, case = place.desk.now.trouble, place.desk.now.case_path
    assert trouble is not None and case is not None
    folder = case.with_name(f"{case.stem}-evidence-1")
    assert str(folder) in trouble.cause
    assert {"SHA256SUMS", "report.html", "finding-1.mkv", case.name} <= {f.name for f in folder.iterdir()}
