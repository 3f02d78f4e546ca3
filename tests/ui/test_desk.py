"""Opening, reopening, jumping, playing."""

from __future__ import annotations

import shutil
import threading
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from review.ports.reader import Reader
from review.testing import builders
from tests.ui.support import arrived, counter_read, doors, opened
from ui.case_thread import Marks
from ui.desk import Desk
from ui.memory import Memory
from ui.player.decode import Picture
from ui.session import Session, Sessions


def test_a_tape_brings_its_case(qtbot: QtBot, desk: Desk, clip: Path, case: Path) -> None:
    opened(qtbot, desk, clip)
    assert desk.now.case_path == case
    assert desk.now.judgement is not None
    assert [f.clause for f in desk.now.findings] == [f.clause for f in desk.now.judgement.findings]


def test_a_case_brings_its_tape(qtbot: QtBot, desk: Desk, clip: Path, case: Path) -> None:
    opened(qtbot, desk, case)
    assert desk.now.tape_path == clip


def test_a_moved_case_finds_its_tape_beside_it(
    qtbot: QtBot, desk: Desk, clip: Path, case: Path, tmp_path: Path
) -> None:
    from review.adapters.read_pyav import open_tape
    from review.adapters.store_sqlite import SqliteStore

    tape = tmp_path / "gone" / "moved.mp4"
    tape.parent.mkdir()
    shutil.copy(clip, tape)
    store = SqliteStore.open(tmp_path / "moved.bgcase", create=True, readonly=False)
    store.put_tape(open_tape(tape).tape)
    store.close()
    tape.rename(tmp_path / "moved.mp4")
    desk.open(tmp_path / "moved.bgcase")
    qtbot.waitUntil(lambda: desk.now.shown is not None, timeout=20000)
    assert desk.now.tape_path == tmp_path / "moved.mp4"


def test_a_case_without_its_tape_says_so(qtbot: QtBot, desk: Desk, clip: Path, tmp_path: Path) -> None:
    from review.adapters.read_pyav import open_tape
    from review.adapters.store_sqlite import SqliteStore

    tape = tmp_path / "lost.mp4"
    shutil.copy(clip, tape)
    store = SqliteStore.open(tmp_path / "lost.bgcase", create=True, readonly=False)
    store.put_tape(open_tape(tape).tape)
    store.close()
    tape.unlink()
    desk.open(tmp_path / "lost.bgcase")
    qtbot.waitUntil(lambda: desk.now.trouble is not None, timeout=20000)
    assert desk.now.trouble is not None
    assert "lost.mp4" in desk.now.trouble.cause and desk.now.trouble.remedy_command == "open"


def test_a_foreign_case_says_so(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "x.bgcase").write_bytes(b"not a case")
    desk.open(tmp_path / "x.bgcase")
    qtbot.waitUntil(lambda: desk.now.trouble is not None, timeout=20000)
    assert desk.now.trouble is not None and "x.bgcase" in desk.now.trouble.cause


def test_a_tape_reopens_where_it_was_left(qtbot: QtBot, clip: Path, tmp_path: Path) -> None:
    memory = tmp_path / "memory.ini"
    for expected in (0, 217):
        desk = Desk(doors(), Memory(memory))
        opened(qtbot, desk, clip)
        assert arrived(qtbot, desk) == expected
        desk.goto(217)
        arrived(qtbot, desk)
        desk.end()


def test_a_finding_opens_one_second_before_its_moment(
    qtbot: QtBot, desk: Desk, clip: Path, case: Path
) -> None:
    opened(qtbot, desk, clip)
    desk.pick("finding 2", builders.at(100))
    assert arrived(qtbot, desk) == 70
    assert desk.now.picked == "finding 2"


def test_next_and_last_moment_stand_on_their_frames(qtbot: QtBot, desk: Desk, clip: Path, case: Path) -> None:
    opened(qtbot, desk, clip)
    stops = []
    for _ in range(4):
        desk.next_moment(forward=True)
        stops.append(arrived(qtbot, desk))
    assert stops == [12, 90, 100, 102]  # notice, damaged stretch, finding, crossing 1's best moment
    desk.next_moment(forward=False)
    assert arrived(qtbot, desk) == stops[2]


def test_marks_of_the_frame_on_screen_arrive(qtbot: QtBot, desk: Desk, clip: Path, case: Path) -> None:
    opened(qtbot, desk, clip)
    got: list[Marks] = []
    desk.marks.connect(got.append)
    desk.goto(100)
    qtbot.waitUntil(lambda: bool(got) and 100 in got[-1].gates and bool(got[-1].gates[100]), timeout=20000)
    assert got[-1].gates[100]["EDM-bench"].tolist() == [[20.0, 40.0], [120.0, 44.0]]
    assert got[-1].first <= 100 <= got[-1].last
    assert 4 in got[-1].tracks.id


def test_playing_goes_on_by_tape_time_and_stops_at_the_end(qtbot: QtBot, desk: Desk, clip: Path) -> None:
    opened(qtbot, desk, clip)
    pictures: list[Picture] = []
    desk.picture.connect(pictures.append)
    desk.goto(350)
    arrived(qtbot, desk)
    desk.toggle_play()
    qtbot.waitUntil(lambda: desk.now.speed_x == 0.0, timeout=20000)
    assert arrived(qtbot, desk) == 372
    shown = [picture.stamp.ordinal for picture in pictures]
    assert shown == sorted(set(shown))
    assert all(counter_read(picture.image) == picture.stamp.ordinal for picture in pictures)


def test_shuttle_turns_round(qtbot: QtBot, desk: Desk, clip: Path) -> None:
    opened(qtbot, desk, clip)
    desk.goto(100)
    arrived(qtbot, desk)
    desk.shuttle(backwards=True)
    assert desk.now.speed_x == -1.0
    qtbot.waitUntil(lambda: desk.now.shown is not None and desk.now.shown.ordinal < 97, timeout=20000)
    desk.shuttle(backwards=False)
    assert desk.now.speed_x == 1.0
    desk.pause()
    assert desk.now.speed_x == 0.0


def test_the_session_tells_only_of_what_differs(qtbot: QtBot) -> None:
    sessions, told = Sessions(), []
    sessions.changed.connect(lambda before, after: told.append((before, after)))
    sessions.update(boxes=True)
    assert told == []
    sessions.update(boxes=False)
    assert told == [(Session(), Session(boxes=False))]
    with pytest.raises(AttributeError):
        sessions.now.boxes = True  # type: ignore[misc]


def test_opening_another_tape_waits_for_nobody(qtbot: QtBot, desk: Desk, clip: Path) -> None:
    gate = threading.Event()
    slow = desk.doors.open_reader

    def open_slowly(path: Path) -> Reader:
        gate.wait(20)
        return slow(path)

    desk.doors = replace(desk.doors, open_reader=open_slowly)
    desk.open(clip)
    assert desk.now.opening
    desk.doors = replace(desk.doors, open_reader=slow)
    began = time.monotonic()
    opened(qtbot, desk, clip)
    assert time.monotonic() - began < 15 and not gate.is_set()
    shown = desk.now.shown
    gate.set()
    qtbot.waitUntil(lambda: not desk._leaving, timeout=20000)
    assert desk.now.shown == shown and desk.now.trouble is None


def test_playing_loops_between_the_marks(qtbot: QtBot, desk: Desk, clip: Path) -> None:
    opened(qtbot, desk, clip)
    desk.goto(60)
    desk.mark(begins=True)
    desk.goto(70)
    desk.mark(begins=False)
    seen: list[int] = []
    desk.picture.connect(lambda picture: seen.append(picture.stamp.ordinal))
    desk.loop()
    qtbot.waitUntil(lambda: any(b < a for a, b in pairwise(seen[1:])), timeout=20000)
    desk.loop()
    desk.pause()
    looped = seen[seen.index(60) :]
    assert min(looped) == 60 and max(looped) <= 70, "it begins again at the in mark"
    desk.goto(80)
    desk.mark(begins=True)
    assert (desk.now.mark_in, desk.now.mark_out) == (80, None), "an in mark after the out mark clears it"


def test_the_shuttle_goes_down_to_an_eighth(qtbot: QtBot, desk: Desk, clip: Path) -> None:
    opened(qtbot, desk, clip)
    speeds = []
    for _ in range(4):
        desk.shuttle(backwards=False)
        speeds.append(desk.now.speed_x)
    for _ in range(7):
        desk.shuttle_slower()
        speeds.append(desk.now.speed_x)
    assert speeds == [1, 2, 4, 8, 4, 2, 1, 0.5, 0.25, 0.125, 0.125]
    desk.pause()
    desk.shuttle_slower()
    assert desk.now.speed_x == 0.125
