"""Words that do not fit where they stand: in the window and its sheets, in each language, at a scale.

`python -m tests.ui.clipping CASE` prints them for the scale in QT_SCALE_FACTOR; empty is right.
"""

from __future__ import annotations

import inspect
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QMenuBar,
    QPushButton,
    QWidget,
)

from ui.app import Workplace
from ui.commands.edit import KeyEditor
from ui.commands.history import HistorySheet
from ui.commands.sheet import KeySheet
from ui.diagnostics import DiagnosticsSheet
from ui.dialogs import AnalyzeDialog, GateDialog
from ui.drawing import DrawSheet
from ui.looking import LevelsSheet
from ui.memory import Memory
from ui.tour import Tour
from ui.words import LANGUAGES

SIZES = ((1366, 768), (1920, 1080))
_SLACK_PX = 2
_ROUNDS = 3
"""A layout asked for in one round of events is done in the next."""


def clipped(whole: QWidget) -> list[str]:
    """Each part of `whole` that shows less than its words, with what it lacks in px."""
    parts = [whole, *whole.findChildren(QWidget)]
    return [f"{type(p).__name__} {words!r}" for p in parts if p.isVisible() for words in _lacking(p)]


def _lacking(part: QWidget) -> Iterator[str]:
    if isinstance(part, QLabel) and part.text():
        yield from _label(part)
    elif isinstance(part, QAbstractButton) and part.text():
        need = part.fontMetrics().horizontalAdvance(part.text().replace("&", ""))
        if need > part.width() + _SLACK_PX or part.height() + _SLACK_PX < part.fontMetrics().height():
            yield f"{part.text()} needs {need} of {part.width()}"
        elif isinstance(part, QPushButton) and part.minimumSizeHint().width() > part.width() + _SLACK_PX:
            yield f"{part.text()} needs {part.minimumSizeHint().width()} of {part.width()}"
    elif isinstance(part, QComboBox) and part.currentText():
        need = part.fontMetrics().horizontalAdvance(part.currentText())
        if need > part.width() - 22 and not part.isEditable():
            yield f"{part.currentText()} needs {need} of {part.width() - 22}"
    elif isinstance(part, QMenuBar):
        for action in part.actions():
            if action.isVisible() and part.actionGeometry(action).right() > part.width():
                yield action.text()


def _label(part: QLabel) -> Iterator[str]:
    room = part.contentsRect()
    if part.wordWrap() or part.text().lstrip().startswith("<"):
        need = part.heightForWidth(part.width()) if part.wordWrap() else part.sizeHint().height()
        if need > part.height() + _SLACK_PX:
            yield f"{part.text()[:60]} needs {need} of {part.height()} high"
        return
    need = max(part.fontMetrics().horizontalAdvance(line) for line in part.text().split("\n"))
    if need > room.width() + _SLACK_PX:
        yield f"{part.text()} needs {need} of {room.width()}"


def in_every_language(folder: Path, case: Path, doors: object) -> dict[str, list[str]]:
    """Language and part -> words that do not fit, over the window's sizes and its sheets."""
    out: dict[str, list[str]] = {}
    for code in LANGUAGES:
        memory = Memory(folder / f"{code}.ini")
        memory.keep_word("language", code)
        place = Workplace(doors, memory)  # type: ignore[arg-type]
        try:
            for name, part in states(place, case):
                _settle()
                found = clipped(part)
                if found:
                    out[f"{code} {name}"] = found
        finally:
            place.end()
            place.window.close()
            place.window.leave()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return out


def states(place: Workplace, case: Path) -> Iterator[tuple[str, QWidget]]:
    window = place.window
    window.show()
    for size in SIZES:
        window.resize(*size)
        yield f"welcome {size[0]}", window
    place.desk.open(case)
    _settle(lambda: place.desk.now.judgement is not None and place.desk.now.shown is not None)
    for size in SIZES:
        window.resize(*size)
        for row in window.findings.model.rows:
            place.desk.pick(row.key, row.at)
            yield f"{row.key} {size[0]}", window
    for mode in ("rejected", "corrected"):
        window.corrector.ask(mode)
        yield mode, window
    tour = Tour(window)
    for n in range(5):
        yield f"tour {n + 1}", window
        tour.go_on()
    for sheet in sheets(place):
        sheet.show()
        yield type(sheet).__name__, sheet
        sheet.close()


def sheets(place: Workplace) -> Iterator[QDialog]:
    window = place.window
    yield KeySheet(window.registry, window)
    yield KeyEditor(window.registry, place.memory, window)
    yield HistorySheet((), window)
    yield DrawSheet(QImage(640, 360, QImage.Format.Format_RGB888), window)
    yield LevelsSheet(place.desk, window)
    yield DiagnosticsSheet(place.desk.now, window)
    yield GateDialog(("EDM", "BUF"), window)
    yield AnalyzeDialog(Path("a tape with a name.mp4"), None, None, window)


def _settle(ready: Callable[[], bool] | None = None, *, longest_s: float = 60.0) -> None:
    """Wait for what other threads bring, then let everything find its place."""
    end_s = time.monotonic() + longest_s
    while ready is not None and not ready():
        if time.monotonic() > end_s:
            raise TimeoutError(f"not there after {longest_s:.0f} s: {inspect.getsource(ready).strip()}")
        QCoreApplication.processEvents()
        time.sleep(0.002)
    for _ in range(_ROUNDS):
        QCoreApplication.processEvents()


if __name__ == "__main__":
    import tempfile

    from tests.ui.support import doors

    app = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as name:
        for where, lacking in in_every_language(Path(name), Path(sys.argv[1]), doors()).items():
            for one in lacking:
                sys.stdout.write(re.sub(r"\s+", " ", f"{where}: {one}") + "\n")
