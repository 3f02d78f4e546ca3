"""Windows without a screen, and clips that count."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.support import make_clip
from ui.words import set_language


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """90 frames, a keyframe every 24."""
    return make_clip(tmp_path_factory.mktemp("clips") / "counting.mp4", 90)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test starts in English."""
    set_language("en")
    yield
    set_language("en")
