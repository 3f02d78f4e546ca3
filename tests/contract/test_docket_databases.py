"""What only a database can do: be altered behind our back, be of another version, be written by many."""

from __future__ import annotations

import multiprocessing
import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from review.adapters.docket_sql import SqlDocket, door
from review.adapters.docket_sql.schema import REVISION
from review.core.docket import Act
from review.core.errors import DocketMoved, DocketUnusable

OPENED = Act("opened", "Ann Lee", "2026-03-01", {"title": "TOR at BUF"})
WRITERS = 8
EACH = 6


def noted(words: str) -> Act:
    return Act("evidence", "Tom Roe", "2026-03-02", {"words": words})


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "office.bgdocket")
    url: str = request.getfixturevalue("server").fresh()
    SqlDocket.upgrade(url)
    return url


def tamper(place: str, *statements: str) -> None:
    """As somebody with the database in his hands would, triggers off."""
    if "://" in place:
        import psycopg

        with psycopg.connect(place) as connection:
            connection.execute("SET session_replication_role = replica")
            for statement in statements:
                connection.execute(statement.encode())
        return
    connection_ = sqlite3.connect(place)
    for (name,) in connection_.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection_.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection_.execute(statement)
    connection_.commit()
    connection_.close()


def filled(place: str) -> SqlDocket:
    store = SqlDocket(place, create=True)
    store.append([OPENED], case=None, seen=0)
    for seen in range(1, 4):
        store.append([noted(f"note {seen}")], case=1, seen=seen)
    assert store.verify().sound
    return store


PUT_IN = (
    "INSERT INTO entry (number, docket_case, version, recorded, kind, who, valid, body) "
    "VALUES (9, 1, 9, '2026-03-03', 'evidence', 'X Y', '2026-03-03', '{}')"
)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (
            "UPDATE entry SET body = replace(body, 'note 1', 'note 9') WHERE number = 2",
            ["entry 2 was altered"],
        ),
        ("UPDATE entry SET who = 'Someone Else' WHERE number = 3", ["entry 3 was altered"]),
        ("UPDATE entry SET recorded = '2020-01-01' WHERE number = 4", ["entry 4 was altered"]),
        ("UPDATE entry SET valid = '2020-01-01' WHERE number = 1", ["entry 1 was altered"]),
        ("UPDATE entry SET once = 'x' WHERE number = 1", ["entry 1 was altered"]),
        ("DELETE FROM entry WHERE number = 2", ["entry 2 was taken out"]),
        (
            "DELETE FROM chain WHERE number = 2",
            ["the chain is broken at entry 3", "entry 2 was put in from outside"],
        ),
        (PUT_IN, ["entry 9 was put in from outside"]),
    ],
)
def test_tampering_is_found(place: str, statement: str, words: list[str]) -> None:
    store = filled(place)
    tamper(place, statement)
    assert list(store.verify().problems) == words


def test_entries_cut_off_the_end_show_by_a_head_noted_before(place: str) -> None:
    store = filled(place)
    head = store.head()
    tamper(place, "DELETE FROM chain WHERE number = 4", "DELETE FROM entry WHERE number = 4")
    assert store.verify().sound
    assert head not in store.heads()


@pytest.mark.parametrize("table", ["entry", "chain"])
@pytest.mark.parametrize(
    "act", ["UPDATE {} SET number = 77 WHERE number = 1", "DELETE FROM {} WHERE number = 4"]
)
def test_the_database_itself_refuses_changes(place: str, table: str, act: str) -> None:
    store = filled(place)
    with pytest.raises(Exception, match=f"rows of {table} are never changed"):
        raw(place, act.format(table))
    assert store.verify().sound


def raw(place: str, statement: str) -> None:
    if "://" in place:
        import psycopg

        with psycopg.connect(place) as connection:
            connection.execute(statement.encode())
        return
    connection_ = sqlite3.connect(place)
    try:
        connection_.execute(statement)
    finally:
        connection_.close()


def test_a_docket_of_an_older_format_is_brought_up_to_date_with_everything_in_it(
    tmp_path: Path, place: str
) -> None:
    old = str(tmp_path / "old.bgdocket") if "://" not in place else place
    if "://" in place:
        tamper(place, "DROP TABLE chain, entry, alembic_version", "DROP FUNCTION docket_append_only")
    engine = door.engine_of(old)
    door.upgrade(engine, upto="0001")
    body = '{"title":"old"}'
    raw_committed(
        old,
        "INSERT INTO entry (number, docket_case, version, recorded, kind, who, valid, body) VALUES "
        f"(1, 1, 1, '2026-01-01T00:00:00.000000+00:00', 'opened', 'Ann Lee', '2026-01-01', '{body}')",
    )
    if "://" in old:
        with pytest.raises(DocketUnusable, match=r"of format 0001.*0002") as told:
            SqlDocket(old)
        assert "docket upgrade" in told.value.remedy
        assert SqlDocket.upgrade(old) == REVISION
    store = SqlDocket(old)
    assert [one.act.body["title"] for one in store.entries()] == ["old"]
    with pytest.raises(Exception, match="never changed"):
        raw(old, "DELETE FROM entry WHERE number = 1")


def raw_committed(place: str, statement: str) -> None:
    if "://" in place:
        raw(place, statement)
        return
    connection = sqlite3.connect(place)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_the_code_s_revision_is_the_newest_migration() -> None:
    from alembic.script import ScriptDirectory

    folder = Path(door.__file__).with_name("migrations")
    assert ScriptDirectory(str(folder)).get_current_head() == REVISION


def test_a_newer_docket_is_refused(place: str) -> None:
    filled(place)
    raw_committed(place, "UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(DocketUnusable, match="format is 0099, and this Benchgate reads up to 0002"):
        SqlDocket(place)


def test_a_writer_that_hangs_is_not_waited_for_without_end(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "_WAIT_S", 1)
    store = filled(place)
    with door.begin_write(door.engine_of(place)):
        with pytest.raises(DocketUnusable, match="somebody else has been writing for 1 s"):
            store.append([noted("late")], case=1, seen=4)
        assert len(store.entries()) == 4
    assert len(store.append([noted("late")], case=1, seen=4)) == 1


def write(place: str, me: int, together: Any, results: Any) -> None:
    """One writer: all decide the same on what they saw, then each opens cases and notes in the shared one."""
    store = SqlDocket(place)
    together.wait(60)
    act = Act("decided", f"Writer {me}", "2026-03-01", {"ruling": 1, "decision": "imposed", "games": me})
    try:
        store.append([act], case=1, seen=1)
        told = (me, None, None)
    except DocketMoved as moved:
        told = (me, moved.sentence(), moved.since[0].act.who)
    together.wait(60)
    for at in range(EACH):
        own = Act("opened", f"Writer {me}", "2026-03-01", {"title": f"{me}-{at}"})
        store.append([own], case=None, seen=0)
        while not noted_in(store, f"{me}-{at}"):
            pass
    results.put(told)


def noted_in(store: SqlDocket, words: str) -> bool:
    try:
        store.append([noted(words)], case=1, seen=len(store.entries(1)))
    except DocketMoved:
        return False
    return True


@dataclass(frozen=True)
class Raced:
    """What eight processes made of one docket at once, and what each was told."""

    store: SqlDocket
    told: list[tuple[int, str | None, str | None]]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def raced(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Raced:
    if request.param == "sqlite":
        place = str(tmp_path_factory.mktemp("race") / "office.bgdocket")
    else:
        place = request.getfixturevalue("server").fresh()
        SqlDocket.upgrade(place)
    store = SqlDocket(place, create=True)
    store.append([OPENED], case=None, seen=0)
    context = multiprocessing.get_context("spawn")
    results, together = context.Queue(), context.Barrier(WRITERS)
    processes = [
        context.Process(target=write, args=(place, me, together, results)) for me in range(1, WRITERS + 1)
    ]
    for process in processes:
        process.start()
    told = [results.get(timeout=90) for _ in processes]
    for process in processes:
        process.join(90)
        assert process.exitcode == 0
    return Raced(store, told)


def test_eight_writers_at_once_lose_nothing_and_double_nothing(raced: Raced) -> None:
    entries = raced.store.entries()
    everything = {f"{me}-{at}" for me in range(1, WRITERS + 1) for at in range(EACH)}
    notes = [one.act.body["words"] for one in entries if one.act.kind == "evidence"]
    assert Counter(notes) == Counter(everything)
    opened = [one for one in entries if one.act.kind == "opened"]
    assert Counter(one.act.body["title"] for one in opened) == Counter([*everything, "TOR at BUF"])
    assert [one.number for one in entries] == list(range(1, 2 * WRITERS * EACH + 3))
    assert sorted(one.case for one in opened) == list(range(1, WRITERS * EACH + 2))
    assert [one.version for one in raced.store.entries(1)] == list(range(1, WRITERS * EACH + 3))
    assert [one.recorded for one in entries] == sorted(one.recorded for one in entries)
    assert raced.store.verify().sound


def test_of_eight_who_decide_the_same_at_once_one_is_entered_and_seven_see_whose(raced: Raced) -> None:
    entered = [me for me, refused, _ in raced.told if refused is None]
    assert len(entered) == 1
    winner = f"Writer {entered[0]}"
    refusals = [(refused, who) for _, refused, who in raced.told if refused is not None]
    assert {who for _, who in refusals} == {winner}
    assert all(f"{winner} decided" in refused and f"{entered[0]} games" in refused for refused, _ in refusals)
    decided = [one for one in raced.store.entries(1) if one.act.kind == "decided"]
    assert [one.act.who for one in decided] == [winner]
