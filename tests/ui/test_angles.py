"""Angles beside the picture: they follow the master clock, are moved by hand, and are blank outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.support import arrived, counter_read, doors, make_clip, opened
from ui.desk import Desk
from ui.memory import Memory
from ui.player.angles import Angle, Angles
from ui.player.view import PictureView


@pytest.fixture
def angles(qtbot: QtBot, clip: Path, tmp_path: Path) -> Iterator[Angles]:
    """The counting clip, and a shorter one beside it that begins with it."""
    desk = Desk(doors(), Memory(tmp_path / "memory.ini"))
    shown = Angles(desk, PictureView())
    qtbot.addWidget(shown)
    opened(qtbot, desk, clip)
    shown.add(make_clip(tmp_path / "other.mp4", 100))
    qtbot.waitUntil(lambda: shown.angles[0].alignment is not None, timeout=20000)
    yield shown
    shown.leave()
    desk.end()


def goto(qtbot: QtBot, angles: Angles, ordinal: int) -> Angle:
    angles._desk.goto(ordinal)
    arrived(qtbot, angles._desk)
    return angles.angles[0]


def test_an_angle_shows_the_masters_instant_frame_for_frame(qtbot: QtBot, angles: Angles) -> None:
    for ordinal in (0, 37, 38, 12, 99):
        angle = goto(qtbot, angles, ordinal)
        assert angle.shown == ordinal
        qtbot.waitUntil(lambda: not angle.view.image.isNull(), timeout=20000)  # noqa: B023
        qtbot.waitUntil(lambda n=ordinal: counter_read(angle.view.image) == n, timeout=20000)  # noqa: B023


def test_it_is_moved_by_hand(qtbot: QtBot, angles: Angles) -> None:
    angle = goto(qtbot, angles, 40)
    angles.nudge(5)
    qtbot.waitUntil(lambda: counter_read(angle.view.image) == 45, timeout=20000)
    assert "by hand" in angle.words.text()
    assert goto(qtbot, angles, 60).shown == 65


def test_outside_its_tape_it_is_blank_with_words(qtbot: QtBot, angles: Angles) -> None:
    angle = goto(qtbot, angles, 200)
    assert angle.shown is None and angle.view.image.isNull()
    assert "no picture of this moment" in angle.view.accessibleDescription()
    assert goto(qtbot, angles, 20).shown == 20


def test_four_pictures_are_the_most(qtbot: QtBot, angles: Angles, clip: Path) -> None:
    for _ in range(3):
        angles.add(clip)
    assert len(angles.angles) == 3
    assert angles._desk.now.trouble is not None and "Four angles" in angles._desk.now.trouble.cause
    angles.clear()
    assert angles.angles == []
