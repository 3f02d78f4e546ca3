"""The frame on screen is the frame asked for, by the number in its own pixels."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from review.adapters.read_pyav import open_tape
from review.core.errors import TapeUnreadable
from review.core.tape import Frame
from tests.ui.support import arrived, counter_read, make_clip, opened
from ui.desk import Desk
from ui.player.decode import FrameServer, Picture

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
def server(qtbot: QtBot, clip: Path) -> Iterator[FrameServer]:
    """A decode thread of its own with room for a dozen frames."""
    server = FrameServer(clip, open_tape, budget_bytes=12 * 256 * 96 * 4)
    with qtbot.waitSignal(server.opened, timeout=20000):
        server.start()
    yield server
    server.end()
    server.wait()


def ask(qtbot: QtBot, server: FrameServer, ordinal: int) -> Picture:
    """Wish for a frame and take what comes."""
    with qtbot.waitSignal(server.ready, timeout=20000) as caught:
        server.want(ordinal)
    picture = caught.args[0]
    assert isinstance(picture, Picture)
    return picture


def test_hundred_random_steps_show_exactly_their_frames(qtbot: QtBot, server: FrameServer) -> None:
    steps, at = random.Random(7), 180
    for _ in range(100):
        at = min(max(at + steps.choice((-10, -1, 1, 10, -37, 52)), 0), 372)
        picture = ask(qtbot, server, at)
        assert picture.stamp.ordinal == at
        assert counter_read(picture.image) == at
        assert float(picture.stamp.time.exact_s) == pytest.approx(at * 1001 / 30000, abs=1e-9)
        assert server.cache.held_bytes <= server.cache.budget_bytes


def test_stepping_back_through_a_group_does_not_decode_it_for_each_frame(qtbot: QtBot, clip: Path) -> None:
    opened_at: list[int] = []

    class Counting:
        def __init__(self, path: Path) -> None:
            self._reader = open_tape(path)

        def __getattr__(self, name: str) -> object:
            return getattr(self._reader, name)

        def approach(self, ordinal: int, *, whole_from: int | None = None) -> object:
            opened_at.append(ordinal)
            return self._reader.approach(ordinal, whole_from=whole_from)

    server = FrameServer(clip, Counting)  # type: ignore[arg-type]
    with qtbot.waitSignal(server.opened, timeout=20000):
        server.start()
    try:
        for at in range(70, 48, -1):
            assert counter_read(ask(qtbot, server, at).image) == at
    finally:
        server.end()
        server.wait()
    server.wait()
    assert len(opened_at) <= 5, "22 steps: the wish, what was passed over, a stretch further back"


def test_only_the_newest_wish_need_be_served(qtbot: QtBot, server: FrameServer) -> None:
    shown: list[int] = []
    server.ready.connect(lambda picture: shown.append(picture.stamp.ordinal))
    for at in range(0, 370, 3):
        server.want(at)
    qtbot.waitUntil(lambda: bool(shown) and shown[-1] == 369, timeout=20000)


def test_a_tape_that_is_none_fails_with_cause_and_remedy(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "words.mp4").write_text("not a tape")
    server = FrameServer(tmp_path / "words.mp4", open_tape)
    with qtbot.waitSignal(server.failed, timeout=20000) as caught:
        server.start()
    server.end()
    server.wait()
    assert "words.mp4" in caught.args[0].cause
    assert caught.args[0].remedy


def test_quick_steps_add_up(qtbot: QtBot, desk: Desk, clip: Path) -> None:
    opened(qtbot, desk, clip)
    images: list[Picture] = []
    desk.picture.connect(images.append)
    for step in (1, 1, 10, 1, -1, 10, -10, 1):
        desk.step(step)
    assert arrived(qtbot, desk) == 13
    assert counter_read(images[-1].image) == 13
    desk.step(-50)
    assert arrived(qtbot, desk) == 0
    desk.step(1000)
    assert arrived(qtbot, desk) == 372


class Damaged:
    """A reader of a tape whose frames 30 to 32 do not decode."""

    def __init__(self, path: Path) -> None:
        self._reader = open_tape(path)
        self.tape, self.index, self.close = self._reader.tape, self._reader.index, self._reader.close

    def frames(self, first: int = 0, last: int | None = None) -> Iterator[Frame]:
        """All but the damaged ones."""
        return (frame for frame in self._reader.frames(first, last) if frame.ordinal not in (30, 31, 32))

    def approach(self, ordinal: int, *, whole_from: int | None = None) -> Iterator[Frame]:
        """All but the damaged ones."""
        frames = self._reader.approach(ordinal, whole_from=whole_from)
        return (frame for frame in frames if frame.ordinal not in (30, 31, 32))

    def frame(self, ordinal: int) -> Frame:
        """Says why a damaged one cannot be had."""
        if ordinal in (30, 31, 32):
            raise TapeUnreadable(f"frame {ordinal} does not decode")
        return self._reader.frame(ordinal)


def test_a_damaged_frame_is_told_and_stepped_over(qtbot: QtBot, desk: Desk, clip: Path) -> None:
    desk.doors = replace(desk.doors, open_reader=Damaged)  # type: ignore[arg-type]
    opened(qtbot, desk, clip)
    shown = []
    desk.goto(29)
    for _ in range(4):
        arrived(qtbot, desk)
        assert desk.now.shown is not None
        shown.append((desk.now.shown.ordinal, desk.now.shown.damaged))
        desk.step(1)
    assert shown == [
        (29, None),
        (30, "frame 30 does not decode"),
        (31, "frame 31 does not decode"),
        (32, "frame 32 does not decode"),
    ]
    assert arrived(qtbot, desk) == 33 and desk.now.shown is not None and desk.now.shown.damaged is None
    desk.goto(28)
    arrived(qtbot, desk)
    desk.play(1.0)
    qtbot.waitUntil(lambda: desk.now.shown is not None and desk.now.shown.ordinal > 36, timeout=20000)


def test_one_keyframe_only_and_reordered_frames(qtbot: QtBot, tmp_path: Path) -> None:
    clip = make_clip(tmp_path / "long.mp4", 150, gop=300, b_frames=3)
    server = FrameServer(clip, open_tape, budget_bytes=10 * 256 * 96 * 4)
    with qtbot.waitSignal(server.opened, timeout=20000):
        server.start()
    try:
        for at in (149, 148, 147, 3, 120, 119, 0):
            assert counter_read(ask(qtbot, server, at).image) == at
    finally:
        server.end()
        server.wait()
    server.wait()
