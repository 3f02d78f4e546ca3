"""The window with the product behind it: its doors, its command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.support import make_clip, opened
from ui.analysis import Analysis
from ui.app import Workplace, product_doors
from ui.job import Job, analyze_command
from ui.memory import Memory


def test_the_command_line_says_why_it_failed(qtbot: QtBot, tmp_path: Path) -> None:
    tape = tmp_path / "words.mp4"
    tape.write_text("not a tape")
    job = Job(analyze_command(tape, tmp_path / "words.bgcase"))
    with qtbot.waitSignal(job.failed, timeout=60000) as caught:
        job.start()
    assert "words.mp4" in caught.args[0].cause and caught.args[0].remedy
    assert not (tmp_path / "words.bgcase").exists()


@pytest.mark.slow
def test_a_tape_is_analysed_and_its_case_opens(qtbot: QtBot, tmp_path: Path) -> None:
    clip = make_clip(tmp_path / "short.mp4", 20)
    place = Workplace(product_doors(), Memory(tmp_path / "memory.ini"))
    try:
        opened(qtbot, place.desk, clip)
        assert place.desk.now.judgement is None
        stages: list[str] = []
        place.desk.sessions.changed.connect(lambda _, now: stages.append(now.work.stage if now.work else ""))
        place.analysis.start()
        qtbot.waitUntil(lambda: place.desk.now.work is None, timeout=120000)
        assert place.desk.now.trouble is None, place.desk.now.trouble
        qtbot.waitUntil(lambda: place.desk.now.judgement is not None, timeout=20000)
        assert any(stages)
    finally:
        place.end()


def test_a_path_that_is_none_is_told_in_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    from ui.app import _open_given

    place = Workplace(product_doors(), Memory(tmp_path / "memory.ini"))
    try:
        _open_given(place, tmp_path / "nothing.mp4")
        assert place.desk.now.trouble is not None and "nothing.mp4" in place.desk.now.trouble.cause
        assert isinstance(place.analysis, Analysis)
    finally:
        place.end()
