"""The tour and the diagnostics: what they show, that they go by keyboard, that no folder gets out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.support import doors, opened
from ui.app import Workplace, begin
from ui.desk import Doors
from ui.diagnostics import diagnostics, without_folders
from ui.memory import Memory
from ui.session import Trouble
from ui.tour import Tour, stops


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Iterator[Workplace]:
    memory = Memory(tmp_path / "memory.ini")
    memory.keep_word("language", "en")
    place = Workplace(doors(), memory)
    place.window.resize(1366, 768)
    place.window.show()
    yield place
    place.end()
    place.window.close()
    place.window.leave()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_tour_goes_round_by_return_and_stays_inside(
    qtbot: QtBot, place: Workplace, clip: Path, case: Path
) -> None:
    opened(qtbot, place.desk, clip)
    place.window.registry.actions["tour"].trigger()
    (tour,) = place.window.findChildren(Tour)
    told = []
    for n in range(1, 6):
        assert tour.isVisible() and tour.count.text() == f"{n} of 5"
        assert place.window.rect().contains(tour.geometry())
        told.append(tour.words.text())
        qtbot.keyClick(tour.on, Qt.Key.Key_Return)
    assert not tour.isVisible() and len(set(told)) == 5
    assert "→ and ← step exactly one frame" in told[0], "keys as they stand on the keyboard"
    assert place.window.findings.list.hasFocus()


def test_escape_ends_the_tour(qtbot: QtBot, place: Workplace) -> None:
    tour = Tour(place.window)
    qtbot.keyClick(tour.on, Qt.Key.Key_Escape)
    assert not tour.isVisible()


def test_the_first_start_opens_the_sample_and_the_second_does_not(
    qtbot: QtBot, clip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.app.TOUR_AFTER_MS", 10)
    told = doors()
    with_sample = Doors(told.open_reader, told.open_store, told.case_path_for, lambda: clip, told.following)
    memory = Memory(tmp_path / "first.ini")
    first = Workplace(with_sample, memory)
    try:
        begin(first, None)
        qtbot.waitUntil(lambda: first.desk.now.tape is not None, timeout=20000)
        qtbot.waitUntil(lambda: bool(first.window.findChildren(Tour)), timeout=5000)
        assert len(stops(first.window)) == 5
        first.window.orders.do_close()
        first.window.findChildren(Tour)[0].end()
        begin(first, None)
        assert first.desk.now.tape_path is None, "the second time the window waits for a tape"
    finally:
        first.end()
        first.window.close()
        first.window.leave()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_diagnostics_say_much_and_no_folder(qtbot: QtBot, place: Workplace, clip: Path, case: Path) -> None:
    opened(qtbot, place.desk, clip)
    cause = f"{clip}: cut short; see /var/secret place/log.txt"
    place.desk.set(trouble=Trouble(cause, details=f"Traceback {Path.home() / 'x' / 'y.py'} line 3"))
    told = diagnostics(place.desk.now)
    for piece in ("Benchgate ", "Qt 6", clip.name, "h264, 256x96", "373 frames", "y.py line 3"):
        assert piece in told, piece
    for folder in (str(clip.parent), str(Path.home()), "/var", "secret/"):
        assert folder not in told


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("/srv/ann/games/a.mp4: cut short", "a.mp4: cut short"),
        (r"C:\Users\ann\b.bgcase failed", "b.bgcase failed"),
        ("no path, 3/4 of it, and/or more", "no path, 3/4 of it, and/or more"),
        ("('/srv/x/y.ts', 3)", "('y.ts', 3)"),
    ],
)
def test_paths_become_names(text: str, left: str) -> None:
    assert without_folders(text) == left
