"""A review morning on the demo by keyboard in the real window: every key counted, a picture after each task.

`xvfb-run -s "-screen 0 1920x1080x24" python tools/review_morning.py DEMO.bgcase OUT_FOLDER [--language en]`

The case is copied first, with its tape beside it as `far.mp4` for a second angle. Five tasks: find the early
change and write its evidence; correct the number of the first man off the bench; confirm the altercation and
read the order; align a second angle; undo all of it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from review.wiring.corrections import history
from ui.app import Workplace, product_doors
from ui.memory import Memory

LONGEST_S = 180.0
PLAIN, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


class Morning:
    """Somebody at the keyboard. A word typed counts its letters."""

    def __init__(self, place: Workplace, out: Path) -> None:
        self.place, self.window, self.desk, self.out = place, place.window, place.desk, out
        self.presses, self.begun_s, self.told = 0, time.monotonic(), list[str]()
        self.stood = 0  # acts that stood before the morning

    def wait(self, ready: Callable[[], bool], what: str) -> None:
        """Let the window work until `ready`."""
        until = time.monotonic() + LONGEST_S
        while not ready():
            if time.monotonic() > until:
                raise TimeoutError(what)
            QTest.qWait(10)

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN, *, on: QWidget | None = None) -> None:
        """One key, on what has the keyboard."""
        QTest.keyClick(on or QApplication.focusWidget() or self.window, key, modifier)
        self.presses += 1

    def type(self, words: str, *, on: QWidget) -> None:
        """Words into an entry."""
        QTest.keyClicks(on, words)
        self.presses += len(words)

    def down_to(self, wanted: Callable[[object], bool]) -> None:
        """Down the list to a line."""
        for _ in range(self.window.findings.kept.rowCount() + 1):
            row = self.window.corrector.row
            if row is not None and wanted(row):
                self.wait(self._arrived, "the picture of the line")
                return
            self.press(Qt.Key.Key_Down)
        raise LookupError("no such line")

    def _arrived(self) -> bool:
        shown = self.desk.now.shown
        return shown is not None and shown.ordinal == self.desk.now.wanted

    def task(self, name: str, do: Callable[[], None]) -> None:
        """Do it, say in how many keys and seconds, keep a picture."""
        pressed, begun_s = self.presses, time.monotonic()
        do()
        QTest.qWait(400)
        number = len(self.told) + 1
        assert self.window.grab().save(str(self.out / f"{number}.png"))
        keys, took_s = self.presses - pressed, time.monotonic() - begun_s
        self.told.append(f"| {number} | {name} | {keys} | {took_s:.1f} |")

    # the tasks ---------------------------------------------------------------------------------

    def evidence(self) -> None:
        """The early change, and its evidence."""
        self.down_to(lambda row: row.finding is not None and row.finding.clause.startswith("205.1"))  # type: ignore[attr-defined]
        self.press(Qt.Key.Key_E, CONTROL)
        self.wait(lambda: self.desk.now.trouble is not None, "the evidence")

    def number(self) -> None:
        """The first man's crossing, by the finding that suspends him, gets the number on his sleeve."""
        self.down_to(lambda row: row.finding is not None and row.finding.clause == "72c")  # type: ignore[attr-defined]
        before = self.desk.now.judgement
        self.press(Qt.Key.Key_E)
        form = self.window.corrector
        self.wait(lambda: form.form.isVisible(), "the form")
        self.type("22", on=form.number)
        self.press(Qt.Key.Key_Return, on=form.number)
        self.type("sleeve", on=form.reason)
        self.press(Qt.Key.Key_Return, on=form.reason)
        self.wait(lambda: self.desk.now.judgement is not before, "judging again")
        self.window.findings.list.setFocus()
        self.down_to(lambda row: row.altercation is not None)  # type: ignore[attr-defined]

    def altercation(self) -> None:
        """It is one; the order stands in the reasons."""
        before = self.desk.now.judgement
        self.press(Qt.Key.Key_A)
        self.wait(lambda: self.desk.now.judgement is not before, "judging again")

    def angle(self) -> None:
        """Another tape, chosen by its name in the dialog, and moved three frames."""
        far = str(self.out / "far.mp4")

        def choose() -> None:
            dialog = QApplication.activeModalWidget()
            entry = dialog.findChild(QLineEdit) if isinstance(dialog, QFileDialog) else None
            if entry is None:
                QTimer.singleShot(50, choose)
                return
            self.type(far, on=entry)
            self.press(Qt.Key.Key_Return, on=entry)

        QTimer.singleShot(100, choose)
        self.press(Qt.Key.Key_O, CONTROL | SHIFT)
        self.window.activateWindow()  # a screen without a window manager gives it to nobody
        self.window.findings.list.setFocus()
        self.wait(self.window.isActiveWindow, "the window")
        angles = self.window.angles.angles
        self.wait(lambda: bool(angles) and angles[0].alignment is not None, "the angle")
        for _ in range(3):
            self.press(Qt.Key.Key_Right, ALT)
        self.wait(lambda: angles[0].shown is not None and not angles[0].view.image.isNull(), "its picture")

    def undone(self) -> None:
        """Everything that was said."""
        case = self.desk.now.case_path
        assert case is not None
        while sum(one.stands for one in history(case)) > self.stood:
            before = self.desk.now.judgement
            self.press(Qt.Key.Key_Z)
            self.wait(lambda before=before: self.desk.now.judgement is not before, "undo")  # type: ignore[misc]


def morning(case: Path, out: Path, language: str) -> list[str]:
    """The five tasks on a copy of `case`; a line each, as a table's rows."""
    out.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    app.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    from review.wiring import open_store
    from review.wiring.find_tape import find_tape

    store = open_store(case)
    tape_known = store.tape()
    store.close()
    assert tape_known is not None
    tape = find_tape(tape_known, case)
    copy = out / "tape.mp4"
    shutil.copy(tape, copy)
    shutil.copy(tape, out / "far.mp4")
    shutil.copy(case, copy.with_suffix(".bgcase"))
    memory = Memory(out / "memory.ini")
    memory.keep_word("language", language)
    place = Workplace(product_doors(), memory)
    place.window.resize(1920, 1080)
    place.window.show()
    place.window.activateWindow()
    place.desk.open(copy)
    one = Morning(place, out)
    one.wait(lambda: place.desk.now.judgement is not None and place.desk.now.shown is not None, "the case")
    assert place.desk.now.case_path is not None
    one.stood = sum(done.stands for done in history(place.desk.now.case_path))
    place.window.findings.list.setFocus()
    for name, do in (
        ("find the early change, write its evidence", one.evidence),
        ("correct a number, see the first man's name", one.number),
        ("confirm the altercation, read the order", one.altercation),
        ("align a second angle by hand", one.angle),
        ("undo all that was said", one.undone),
    ):
        one.task(name, do)
    place.end()
    return one.told


def main() -> int:
    """Run it and print the table."""
    parser = argparse.ArgumentParser(description="Five tasks by keyboard in the real window.")
    parser.add_argument("case", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--language", default="en")
    asked = parser.parse_args()
    rows = morning(asked.case, asked.out, asked.language)
    head = ["| | task | keys | seconds |", "| --- | --- | ---: | ---: |"]
    sys.stdout.write("\n".join([*head, *rows]) + "\n")
    sys.stdout.flush()
    os._exit(0)  # threads of closed tapes may still be reading


if __name__ == "__main__":
    raise SystemExit(main())
