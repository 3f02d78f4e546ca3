"""The window's thread neither decodes nor judges nor reads a case: nothing can hold its event loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from review.adapters.read_pyav import open_tape
from tests.ui.loop_watch import watched
from tests.ui.support import arrived, doors, opened
from ui.app import Workplace
from ui.memory import Memory


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Iterator[Workplace]:
    """The whole window, nothing open."""
    place = Workplace(doors(), Memory(tmp_path / "memory.ini"))
    place.window.show()
    yield place
    place.end()
    place.window.close()


def test_the_watch_sees_what_this_thread_does(clip: Path) -> None:
    with watched() as entered, open_tape(clip) as reader:
        reader.frame(3)
    assert any(one.startswith("adapters/read_pyav.py: PyavReader.frame") for one in entered)
    assert any("Run.feed" in one for one in entered), "decoding itself is seen"


def test_going_about_a_tape_and_its_case_decodes_and_judges_elsewhere(
    qtbot: QtBot, place: Workplace, clip: Path, case: Path
) -> None:
    desk, window = place.desk, place.window
    with watched() as entered:
        opened(qtbot, desk, clip)
        for ordinal in (372, 0, 200, 95):
            desk.goto(ordinal)
            arrived(qtbot, desk)
        for id_ in ("frame_on", "frame_back", "ten_on", "ten_back", "next_moment", "last_moment"):
            window.registry.actions[id_].trigger()
            arrived(qtbot, desk)
        for id_ in ("next_finding", "zoom_in", "zoom_out", "boxes", "gates", "theme"):
            window.registry.actions[id_].trigger()
        desk.goto(100)
        arrived(qtbot, desk)
        desk.play(8.0)
        qtbot.waitUntil(lambda: desk.now.shown is not None and desk.now.shown.ordinal > 150, timeout=20000)
        desk.pause()
        desk.reload_case()
        qtbot.wait(50)
    assert desk.now.judgement is not None and desk.now.case_path == case
    assert entered == []
