"""What the rows of a case answer, and whether it notices that they were altered."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from review.adapters.store_sqlite import SqliteStore, case_info, judged, verify_case
from review.testing import builders as a
from review.testing.whole import whole_judgement
from tests.unit.case_files import full_case


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A case with a judgement and some segments."""
    return full_case(tmp_path / "a.bgcase")


def test_rows_answer_the_questions_of_a_person(full: Path) -> None:
    db = sqlite3.connect(full)
    ask = db.execute
    assert ask("SELECT path, frames, first_s FROM tape").fetchall() == [("tapes/edm-buf.mp4", 373, 0.0)]
    early = ask(
        "SELECT clause, team, person, round(start_s, 4) FROM finding WHERE verdict = 'trips' ORDER BY id"
    )
    assert early.fetchall() == [("205.1a", "EDM", 8, 3.3367), ("72c", "BUF", 9, 8.3417)]
    who = ask(
        "SELECT crossing.id, jersey, direction FROM crossing JOIN person ON person.id = crossing.person "
        "WHERE crossing.gate = 'EDM-bench' ORDER BY best_s LIMIT 2"
    )
    assert set(who.fetchall()) == {(4, None, "on"), (6, None, "on")}
    assert ask("SELECT max(best) FROM count_point WHERE team = 'EDM'").fetchone() == (7,)
    order = ask("SELECT crossing, team, rank_team, rank_all FROM departure ORDER BY rowid")
    assert order.fetchall() == [
        (3, "BUF", 1, 1),
        (5, "BUF", 2, None),
        (4, "EDM", None, None),
        (6, "EDM", None, None),
    ]
    assert ask("SELECT count(*) FROM gap").fetchone() == (9,)
    assert ask("SELECT kind FROM fact WHERE layer = 'said'").fetchall() == [("deliberate",)]
    db.close()


def _altered(case: Path, *statements: str) -> tuple[str, ...]:
    db = sqlite3.connect(case)
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()
    return verify_case(case).problems


def test_an_untouched_case_is_sound(full: Path) -> None:
    found = verify_case(full)
    assert found.sound
    assert found.entries == 4
    with SqliteStore.open(full, create=False, readonly=True) as store:
        assert case_info(store)["head_sha256"] == store.head_sha256() == found.head


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        (
            "UPDATE finding SET body = replace(body, 'trips', 'does not') WHERE id = 1",
            "what run 1 judged was altered",
        ),
        ("DELETE FROM fact WHERE id = 23", "what run 1 judged was altered"),
        ("UPDATE track SET data = zeroblob(9) WHERE id = 4", "what run 1 judged was altered"),
        ("UPDATE run SET body = replace(body, 'seeds@1', 'seeds@2')", "run 1 was altered"),
        ("UPDATE ruling SET body = replace(body, 'accepted', 'rejected')", "ruling 1 was altered"),
        ("DELETE FROM ruling WHERE number = 2", "ruling 2 was taken out"),
        ("INSERT INTO journal VALUES (2, 'X', '2026', '{}')", "journal 2 was put in from outside"),
        ("DELETE FROM chain WHERE number = 2", "the chain is broken at ruling 2"),
    ],
)
def test_what_was_altered_is_named(full: Path, statement: str, problem: str) -> None:
    assert problem in _altered(full, statement)


@pytest.mark.parametrize("table", ["run", "ruling", "journal", "chain"])
def test_history_resists_a_plain_change(full: Path, table: str) -> None:
    db = sqlite3.connect(full)
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET number = number + 1"):
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            db.execute(statement)
    db.close()


def test_info_says_what_a_case_holds(full: Path) -> None:
    with SqliteStore.open(full, create=False) as store:
        store.put_segment(a.segment_record(600, 629), "x")
        info = case_info(store)
    assert info["tape"] == {
        "path": "tapes/edm-buf.mp4",
        "sha256": "5e" * 32,
        "duration_s": 12.4457667,
        "frames": 373,
        "gaps": 1,
    }
    assert info["segments"] == [{"inputs_sha256": "x", "done": 11, "frames": [[0, 299], [600, 629]]}]
    assert info["findings"] == {"cannot tell": 1, "does not": 1, "trips": 2}
    assert info["rows"]["crossing"] == 6
    assert info["rulings"] == {"all": 2, "set_aside": 0}
    assert info["runs"][0]["pack"] == "seeds@1"
    assert info["size_bytes"] > 10_000


def test_a_case_judged_before_a_table_was_keeps_its_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_then = replace(whole_judgement(), clock_anchors=(), scores=(), penalty_clocks=())
    with SqliteStore.open(tmp_path / "a.bgcase", create=True) as store:
        store.put_judgement(judged_then, a.tracks(), "f00d")
        now = judged.content_sha256(store.connection)
        with monkeypatch.context() as patch:
            patch.setattr(judged, "_TABLES", tuple(t for t in judged._TABLES if not t.late))
            assert judged.content_sha256(store.connection) == now
        assert store.verify().sound
        store.put_judgement(whole_judgement(), a.tracks(), "f00d")
        assert judged.content_sha256(store.connection) != now
