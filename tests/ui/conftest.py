"""Windows without a screen, and clips that count."""

from __future__ import annotations

import gc
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.support import doors, make_case, make_clip
from ui.desk import Desk
from ui.garbage import collect_due
from ui.memory import Memory
from ui.words import set_language


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """373 frames, a keyframe every 24."""
    return make_clip(tmp_path_factory.mktemp("clips") / "counting.mp4", 373)


@pytest.fixture(scope="session")
def case(clip: Path) -> Path:
    """The case of that clip, beside it: one of everything."""
    return make_case(clip)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """A desk with nothing on it, its memory in a file of its own."""
    desk = Desk(doors(), Memory(tmp_path / "memory.ini"))
    yield desk
    desk.end()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test starts in English."""
    set_language("en")
    yield
    set_language("en")


@pytest.fixture(scope="module", autouse=True)
def collected_here() -> Iterator[None]:
    """What these tests leave is destroyed on this thread, not on one of a later test's."""
    was_on = gc.isenabled()
    gc.disable()
    yield
    gc.collect()
    if was_on:
        gc.enable()


@pytest.fixture(autouse=True)
def collected_between() -> Iterator[None]:
    """As the window does while it is open."""
    yield
    collect_due()
