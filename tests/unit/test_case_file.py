"""The case file as a file: killed, altered, foreign, full, in use."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from review.adapters.store_sqlite import SqliteStore, door, verify_case
from review.adapters.store_sqlite.schema import MIGRATIONS
from review.core.errors import CaseUnusable
from review.testing import builders as a
from review.testing.same import same
from review.testing.whole import whole_judgement
from tests.unit.case_files import full_case

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from review.adapters.store_sqlite import SqliteStore
from review.testing import builders as a
from review.testing.whole import whole_judgement
with SqliteStore.open(sys.argv[1], create=True, wait_s=5) as store:
    done = len(store.segments_done("x"))
    print("open", flush=True)
    for i in range(done, done + 4000):
        store.put_segment(a.segment_record(30 * i, 30 * i + 29), "x")
        if i % 5 == 0:
            store.put_judgement(whole_judgement(), a.tracks((4, 1, 0, i + 1)), str(i))
"""


def _start(script: str, case: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, str(case)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


@contextlib.contextmanager
def _running(case: Path) -> Iterator[subprocess.Popen[str]]:
    writer = _start(WRITER, case)
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        yield writer
    finally:
        writer.kill()
        writer.communicate()


def test_killed_at_any_moment_a_case_opens_with_whole_segments_only(tmp_path: Path) -> None:
    case = tmp_path / "a.bgcase"
    random = np.random.default_rng(20)
    before = 0
    for _ in range(10):
        with _running(case) as writer:
            time.sleep(float(random.random()) * 0.25)
            writer.send_signal(signal.SIGKILL)
        with SqliteStore.open(case, create=False, wait_s=0) as store:
            done = store.segments_done("x")
            assert done == [(30 * i, 30 * i + 29) for i in range(len(done))]
            assert len(done) >= before
            for first, last in done[-3:]:
                assert same(store.segment(first, "x"), a.segment_record(first, last).kept())
            held = store.judgement()
            assert held is None or same(held, whole_judgement())
            assert store.verify().problems == ()
        before = len(done)
    assert before > 10
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.bgcase"]


def test_a_reader_sees_one_state_while_a_writer_goes_on(tmp_path: Path) -> None:
    case = tmp_path / "a.bgcase"
    with _running(case), SqliteStore.open(case, create=False, readonly=True) as reader:
        counts = []
        for _ in range(20):
            with reader.reading() as db:
                inside = [db.execute("SELECT count(*) FROM segment").fetchone()[0] for _ in range(2)]
                time.sleep(0.01)
                inside.append(db.execute("SELECT count(*) FROM segment").fetchone()[0])
            assert len(set(inside)) == 1
            counts.append(inside[0])
        assert counts == sorted(counts)
        assert counts[-1] > counts[0]


def test_a_second_writer_is_told_who_writes(tmp_path: Path) -> None:
    case = tmp_path / "a.bgcase"
    with _running(case) as writer:
        with pytest.raises(
            CaseUnusable, match=rf"process {writer.pid} on .* is writing to this case"
        ) as told:
            SqliteStore.open(case, create=False, wait_s=0)
        assert "open the case for reading" in told.value.remedy
    with SqliteStore.open(case, create=False, wait_s=0) as store:
        assert store.tape() is None
        with pytest.raises(CaseUnusable, match="is writing to this case"):
            SqliteStore.open(case, create=True, wait_s=0)
    SqliteStore.open(case, create=False, wait_s=0).close()


def test_a_writer_waits_for_one_who_is_soon_done(tmp_path: Path) -> None:
    case = tmp_path / "a.bgcase"
    first = SqliteStore.open(case, create=True)
    threading.Timer(0.2, first.close).start()
    SqliteStore.open(case, create=False, wait_s=10).close()


def test_a_store_open_for_reading_does_not_write(tmp_path: Path) -> None:
    case = tmp_path / "a.bgcase"
    SqliteStore.open(case, create=True).close()
    before = case.read_bytes()
    store = SqliteStore.open(case, create=False, readonly=True)
    with pytest.raises(CaseUnusable, match="open for reading only"):
        store.put_tape(a.tape())
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store.connection.execute("DELETE FROM migration")
    store.close()
    assert case.read_bytes() == before


def test_an_empty_file_becomes_a_case_only_when_asked(tmp_path: Path) -> None:
    case = tmp_path / "a.bgcase"
    case.touch()
    with pytest.raises(CaseUnusable, match="the file is empty"):
        SqliteStore.open(case, create=False)
    with SqliteStore.open(case, create=True) as store:
        names = store.connection.execute("SELECT name FROM migration ORDER BY number").fetchall()
        assert names == [
            ("0001-what-was-seen",),
            ("0002-what-was-judged",),
            ("0003-what-people-did",),
            ("0004-the-clock",),
            ("0005-the-score-and-what-people-say-of-the-clock",),
        ]
        assert store.connection.execute("PRAGMA user_version").fetchone() == (door.FORMAT,)
        assert store.connection.execute("PRAGMA application_id").fetchone() == (0x42474346,)
        assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_an_older_case_is_brought_up_to_date_with_what_it_holds(tmp_path: Path, version: int) -> None:
    case = tmp_path / "a.bgcase"
    old = sqlite3.connect(case, isolation_level=None)
    door.migrate(old, upto=version)
    old.execute("INSERT INTO tape (one, sha256, body) VALUES (1, '5e', '{}')")
    old.close()
    before = case.read_bytes()
    with SqliteStore.open(case, create=False, readonly=True) as store:
        assert store.connection.execute("SELECT sha256 FROM tape").fetchone() == ("5e",)
        assert store.connection.execute("SELECT count(*) FROM ruling").fetchone() == (0,)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store.connection.execute("DELETE FROM tape")
    assert case.read_bytes() == before
    with SqliteStore.open(case, create=False) as store:
        assert store.connection.execute("SELECT sha256 FROM tape").fetchone() == ("5e",)
        assert store.connection.execute("SELECT count(*) FROM migration").fetchone() == (door.FORMAT,)
        assert store.connection.execute("SELECT count(*) FROM ruling").fetchone() == (0,)


def test_a_migration_that_fails_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = (*MIGRATIONS[:2], ("0003-broken", ("CREATE TABLE half (x INTEGER) STRICT", "CREATE NONSENSE")))
    monkeypatch.setattr(door, "MIGRATIONS", broken)
    db = sqlite3.connect(tmp_path / "a.bgcase", isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        door.migrate(db)
    assert db.execute("PRAGMA user_version").fetchone() == (2,)
    assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)
    db.close()


def test_a_case_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    case = tmp_path / "a.bgcase"
    SqliteStore.open(case, create=True).close()
    db = sqlite3.connect(case)
    db.execute("PRAGMA user_version = 9")
    db.close()
    for readonly in (True, False):
        with pytest.raises(
            CaseUnusable, match=rf"of format 9, and Benchgate .* reads up to {door.FORMAT}"
        ) as told:
            SqliteStore.open(case, create=False, readonly=readonly)
        assert "newer Benchgate" in told.value.remedy


def test_a_foreign_sqlite_file_is_left_as_it_was(tmp_path: Path) -> None:
    other = tmp_path / "photos.db"
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE photo (id INTEGER)")
    db.commit()
    db.close()
    before = other.read_bytes()
    for create in (True, False):
        with pytest.raises(CaseUnusable, match="SQLite file of another program"):
            SqliteStore.open(other, create=create)
    assert other.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["photos.db"]


@pytest.mark.parametrize("content", [b"<html>not found</html>" * 100, b"x", bytes(5000)])
def test_what_is_not_sqlite_is_left_as_it_was(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "page.bgcase"
    other.write_bytes(content)
    for create in (True, False):
        with pytest.raises(CaseUnusable, match="not a case file"):
            SqliteStore.open(other, create=create)
    assert other.read_bytes() == content


@pytest.mark.parametrize(
    ("name", "create", "words"),
    [
        ("", False, "this is a folder"),
        ("missing.bgcase", False, "there is no such case"),
        ("no/such/a.bgcase", True, "no/such does not exist"),
        ("x" * 300, True, "file name too long"),
        ("a\0b", False, "this is no path"),
    ],
)
def test_a_path_that_leads_nowhere(tmp_path: Path, name: str, create: bool, words: str) -> None:
    with pytest.raises(CaseUnusable, match=words) as told:
        SqliteStore.open(tmp_path / name, create=create)
    assert told.value.remedy
    assert "\n" not in told.value.sentence()
    assert list(tmp_path.iterdir()) == []


def test_a_path_with_marks_of_its_own(tmp_path: Path) -> None:
    case = tmp_path / "Ö 100% & ?mode=ro#'x'\".bgcase"
    with SqliteStore.open(case, create=True) as store:
        store.put_tape(a.tape())
    with SqliteStore.open(case, create=False, readonly=True) as store:
        assert store.tape() == a.tape()
    assert [p.name for p in tmp_path.iterdir()] == [case.name]


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A case with a judgement and some segments."""
    return full_case(tmp_path / "a.bgcase")


def test_a_truncated_case_is_said_to_be_damaged(full: Path) -> None:
    data = full.read_bytes()
    full.write_bytes(data[: len(data) // 2 // 4096 * 4096])
    with pytest.raises(CaseUnusable, match="the case is damaged") as told:
        SqliteStore.open(full, create=False)
    assert "Restore the case from a copy" in told.value.remedy


def test_scribbled_pages_are_said_to_be_damaged(full: Path) -> None:
    data = bytearray(full.read_bytes())
    data[4096 * 3 : 4096 * 12] = b"\xa5" * (4096 * 9)
    full.write_bytes(data)
    with pytest.raises(CaseUnusable, match="the case is damaged"):
        SqliteStore.open(full, create=False, readonly=True)


def test_a_damaged_blob_is_noticed_when_read_and_by_verify(full: Path) -> None:
    db = sqlite3.connect(full)
    blob = bytearray(db.execute("SELECT seen FROM segment WHERE first = 30").fetchone()[0])
    blob[len(blob) // 2] ^= 1
    db.execute("UPDATE segment SET seen = ? WHERE first = 30", (bytes(blob),))
    db.commit()
    db.close()
    with SqliteStore.open(full, create=False, readonly=True) as store:
        with pytest.raises(CaseUnusable, match="the case is damaged"):
            store.segment(30, "x")
        assert same(store.segment(60, "x"), a.segment_record(60, 89).kept())
    assert verify_case(full).problems == ("segment from frame 30: its people are damaged (checksum differs)",)


def test_a_full_disk_keeps_what_was_there(full: Path) -> None:
    with SqliteStore.open(full, create=False) as store:
        pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
        store.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(CaseUnusable, match="the disk is full") as told:
            for first in range(300, 30_000, 300):
                store.put_segment(a.segment_record(first, first + 299), "x")
        assert "Free some space" in told.value.remedy
        assert store.segments_done("x")[:10] == [(i, i + 29) for i in range(0, 300, 30)]
        assert same(store.judgement(), whole_judgement())


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_no_permission_is_said_so(full: Path, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    case = closed / "a.bgcase"
    shutil.copy(full, case)
    case.chmod(0o600)
    closed.chmod(0o000)
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        for readonly in (True, False):
            with pytest.raises(CaseUnusable, match="no permission") as told:
                SqliteStore.open(case, create=False, readonly=readonly)
            assert "permission" in told.value.remedy
    finally:
        if me == 0:
            os.seteuid(me)
        closed.chmod(0o700)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_a_case_in_a_folder_that_may_not_be_written_is_still_read(full: Path) -> None:
    folder = full.parent
    root = Path(tempfile.gettempdir()).resolve()
    parents = [p for p in (folder, *folder.parents) if root in p.resolve().parents]
    modes = [p.stat().st_mode for p in parents]
    me = os.geteuid()
    full.chmod(0o444)
    for place in parents:
        place.chmod(0o555)
    if me == 0:
        os.seteuid(65534)
    try:
        with SqliteStore.open(full, create=False, readonly=True) as store:
            assert same(store.judgement(), whole_judgement())
        with pytest.raises(CaseUnusable, match="no permission"):
            SqliteStore.open(full, create=False)
    finally:
        if me == 0:
            os.seteuid(me)
        for place, mode in zip(parents, modes, strict=True):
            place.chmod(mode)


def test_records_that_contradict_each_other_are_our_mistake(tmp_path: Path) -> None:
    from dataclasses import replace

    nobody = replace(whole_judgement(), people=())
    with SqliteStore.open(tmp_path / "a.bgcase", create=True) as store:
        with pytest.raises(ValueError, match="FOREIGN KEY"):
            store.put_judgement(nobody, a.tracks(), "x")
        assert store.judgement() is None
