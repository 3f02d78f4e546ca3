"""What every ledger of an archive does: SQLite, PostgreSQL and the fake alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from review.adapters.archive_sql import SqlLedger
from review.core.archive import Claim, Mention, Output, Query, TapeEntry, TapePlan
from review.ports.ledger import Ledger
from review.testing.fake_ledger import FakeLedger
from tests.contract.postgres import Server

LEASE_S = 100.0


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["fake", "sqlite", "postgresql"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Ledger]:
    opened: Ledger
    if request.param == "fake":
        opened = FakeLedger(clock)
    elif request.param == "sqlite":
        opened = SqlLedger(str(tmp_path / "l.bgarchive"), create=True, clock=clock)
    else:
        opened = SqlLedger(request.getfixturevalue("emptied"), create=True, clock=clock)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def database(server: Server) -> str:
    """One for all tests: to make one takes longer than to empty it."""
    place = server.fresh()
    SqlLedger(place, create=True).close()
    return place


@pytest.fixture
def emptied(database: str) -> str:
    import psycopg

    with psycopg.connect(database) as connection:
        connection.execute(
            "TRUNCATE mark, tape, unit, output, disagreement, mention RESTART IDENTITY CASCADE"
        )
    return database


def tape(letter: str, *, segments: int = 2, day: str | None = None) -> TapeEntry:
    """A tape of so many seconds at one tick a second, in segments of one."""
    sha256 = (letter * 64)[:64]
    return TapeEntry(
        sha256, f"/tapes/{letter}.mp4", 10, 0.0, float(segments), (640, 360), 1.0, segments, 0, segments,
        day=day, season=None, told={"pack": "seeds"},
    )  # fmt: skip


def plan(entry: TapeEntry, *, watch: str = "w1", judge: str = "j1", most: int = 9) -> TapePlan:
    """Parts of at most so many segments."""
    firsts = range(0, entry.segments, most)
    parts = tuple((first, min(most, entry.segments - first)) for first in firsts)
    return TapePlan(entry.sha256, watch, judge, parts)


def enter(ledger: Ledger, *tapes: TapeEntry, most: int = 9) -> None:
    ledger.put_tapes(tapes)
    ledger.want([plan(one, most=most) for one in tapes])


def made(number: int, digest: str = "d", **more: float) -> Output:
    """The output of segment `number`: it covers one second from there."""
    return replace(Output(number, digest, number, number + 1, 5, 1.0, 2.0, 3.0, 7), **more)  # type: ignore[arg-type]


def taken(ledger: Ledger, holder: str = "me", **more: object) -> Claim:
    claim = ledger.claim(holder, lease_s=LEASE_S, **more)  # type: ignore[arg-type]
    assert claim is not None
    return claim


def watch_all(ledger: Ledger, claim: Claim) -> None:
    for number in range(claim.first_segment, claim.first_segment + claim.segments):
        ledger.put_output(claim, made(number), lease_s=LEASE_S)
    assert ledger.finish(claim)


def test_a_tape_is_watched_then_concluded_then_done(ledger: Ledger) -> None:
    enter(ledger, tape("a"))
    claim = taken(ledger)
    assert (claim.stage, claim.key, claim.first_segment, claim.segments) == ("watch", "w1", 0, 2)
    assert claim.tape == tape("a")
    assert ledger.claim("you", lease_s=LEASE_S) is None, "its conclusion waits"
    watch_all(ledger, claim)
    last = taken(ledger)
    assert (last.stage, last.key, last.watch_key) == ("conclude", "j1", "w1")
    ledger.put_output(last, made(0), lease_s=LEASE_S)
    assert ledger.finish(last)
    assert ledger.left() == 0 and ledger.claim("me", lease_s=LEASE_S) is None
    (stand,) = ledger.stands()
    assert (stand.conclude, stand.watched_s, stand.duration_s) == ("done", 2.0, 2.0)


def test_work_is_taken_near_first_then_where_nobody_works(ledger: Ledger) -> None:
    enter(ledger, tape("a", segments=4), tape("b", segments=4), most=1)
    one = taken(ledger, "one")
    two = taken(ledger, "two")
    assert (one.tape.path, two.tape.path) == ("/tapes/a.mp4", "/tapes/b.mp4")
    again = taken(ledger, "two", near=two.tape.sha256)
    assert (again.tape.path, again.first_segment) == ("/tapes/b.mp4", 1)


def test_shards_share_tapes_out_and_leave_none(ledger: Ledger) -> None:
    entries = [tape(letter) for letter in "0123456789abcdef"]
    enter(ledger, *entries)
    seen = []
    for i in range(3):
        while claim := ledger.claim(f"m{i}", lease_s=LEASE_S, shard=(i, 3)):
            seen.append(claim.tape.sha256)
    assert sorted(seen) == sorted(one.sha256 for one in entries)


def test_a_lease_that_ran_out_is_taken_by_another_and_a_late_finisher_harms_nothing(
    ledger: Ledger, clock: Clock
) -> None:
    enter(ledger, tape("a"))
    slow = taken(ledger, "slow")
    ledger.put_output(slow, made(0), lease_s=LEASE_S)
    clock.now_s += LEASE_S + 1
    quick = taken(ledger, "quick")
    assert quick.unit == slow.unit
    assert [one.segment for one in ledger.outputs(slow.tape.sha256, "watch", "w1")] == [0]
    receipt = ledger.put_output(slow, made(1), lease_s=LEASE_S)
    assert (receipt.outcome, receipt.still_held) == ("kept", False)
    receipt = ledger.put_output(quick, made(1), lease_s=LEASE_S)
    assert (receipt.outcome, receipt.still_held) == ("same", True)
    assert ledger.finish(slow) and ledger.finish(quick)
    assert ledger.disagreements() == ()
    assert [t.units for t in ledger.tallies() if (t.stage, t.state) == ("watch", "done")] == [1]


def test_two_finishers_with_different_outputs_are_on_record_and_the_first_counts(ledger: Ledger) -> None:
    enter(ledger, tape("a"))
    claim = taken(ledger)
    ledger.put_output(claim, made(0, "first"), lease_s=LEASE_S)
    late = replace(claim, holder="late")
    assert ledger.put_output(late, made(0, "second"), lease_s=LEASE_S).outcome == "differs"
    (told,) = ledger.disagreements()
    assert (told.held, told.other, told.holder, told.segment) == ("first", "second", "late", 0)
    assert ledger.outputs(claim.tape.sha256, "watch", "w1")[0].digest == "first"


def test_a_lease_is_prolonged_by_every_output(ledger: Ledger, clock: Clock) -> None:
    enter(ledger, tape("a"))
    claim = taken(ledger)
    clock.now_s += LEASE_S - 1
    ledger.put_output(claim, made(0), lease_s=LEASE_S)
    clock.now_s += LEASE_S - 1
    assert ledger.claim("you", lease_s=LEASE_S) is None
    assert ledger.put_output(claim, made(1), lease_s=LEASE_S).still_held


def test_a_unit_that_loses_three_holders_without_an_output_is_given_up(ledger: Ledger, clock: Clock) -> None:
    enter(ledger, tape("a"))
    for _ in range(3):
        taken(ledger)
        clock.now_s += LEASE_S + 1
    assert ledger.claim("me", lease_s=LEASE_S) is None
    (failure,) = ledger.failures()
    assert (failure.cause, failure.attempt, failure.path) == ("worker lost", 3, "/tapes/a.mp4")
    assert ledger.left() == 0
    assert ledger.retry(cause="another") == 0
    assert ledger.retry(cause="worker lost") == 1
    assert taken(ledger).attempt == 1


def test_an_output_between_losses_gives_the_attempts_back(ledger: Ledger, clock: Clock) -> None:
    enter(ledger, tape("a", segments=6))
    for number in range(5):
        ledger.put_output(taken(ledger), made(number), lease_s=LEASE_S)
        clock.now_s += LEASE_S + 1
    assert taken(ledger).first_segment == 0
    assert ledger.failures() == ()


def test_a_failure_rests_longer_each_time_and_then_is_given_up(ledger: Ledger, clock: Clock) -> None:
    enter(ledger, tape("a"))
    rests = []
    for _ in range(2):
        ledger.fail(taken(ledger), cause="tape unreadable", reason="gone", again=True)
        began = clock.now_s
        while ledger.claim("me", lease_s=-2.0) is None:
            clock.now_s += 1
        rests.append(clock.now_s - began)
        ledger.release("me", reason="", lost=False)
    assert 15 <= rests[0] < rests[1]
    ledger.fail(taken(ledger), cause="tape unreadable", reason="gone", again=True)
    assert [one.reason for one in ledger.failures()] == ["gone"]


def test_what_cannot_mend_itself_fails_at_once_and_others_go_on(ledger: Ledger) -> None:
    enter(ledger, tape("a"), tape("b"))
    ledger.fail(taken(ledger), cause="StageFailed", reason="nothing to see", again=False)
    assert taken(ledger).tape.path == "/tapes/b.mp4"
    assert [one.failed for one in ledger.stands()] == [1, 0]


def test_what_a_lost_holder_had_is_taken_back_at_once(ledger: Ledger) -> None:
    enter(ledger, tape("a"))
    first = taken(ledger, "dead")
    assert ledger.holders() == ("dead",)
    assert ledger.release("dead", reason="killed") == 1
    assert ledger.holders() == ()
    again = taken(ledger, "next")
    assert (again.unit, again.attempt) == (first.unit, 2)
    assert ledger.release("next", reason="Ctrl-C", lost=False) == 1
    assert taken(ledger, "last").attempt == 2, "who stopped has not failed"


def test_finishing_with_outputs_missing_gives_the_unit_back(ledger: Ledger) -> None:
    enter(ledger, tape("a"))
    claim = taken(ledger)
    ledger.put_output(claim, made(0), lease_s=LEASE_S)
    assert not ledger.finish(claim)
    assert taken(ledger).unit == claim.unit


def test_a_tape_is_not_done_where_the_spans_do_not_add_up(ledger: Ledger) -> None:
    enter(ledger, tape("a"))
    claim = taken(ledger)
    ledger.put_output(claim, made(0), lease_s=LEASE_S)
    ledger.put_output(claim, made(1, start_pts=1, end_pts=1), lease_s=LEASE_S)
    assert ledger.finish(claim)
    (failure,) = ledger.failures()
    assert (failure.stage, failure.cause) == ("conclude", "not covered") and "1" in failure.reason
    ledger.retry()
    watch_all(ledger, taken(ledger))
    assert taken(ledger).stage == "conclude"


def test_a_new_pack_concludes_again_and_watches_nothing(ledger: Ledger) -> None:
    entry = tape("a")
    enter(ledger, entry)
    watch_all(ledger, taken(ledger))
    last = taken(ledger)
    ledger.put_output(last, made(0), lease_s=LEASE_S)
    ledger.finish(last)
    assert ledger.want([plan(entry, judge="j2")]) == 1
    claim = taken(ledger)
    assert (claim.stage, claim.key) == ("conclude", "j2")
    assert ledger.want([plan(entry, watch="w2", judge="j3")]) == 2, "a new model watches again"
    assert taken(ledger).key == "w2"
    assert ledger.want([plan(entry)]) == 0, "and back: nothing is done twice"
    (told,) = ledger.wanted()
    assert (told.watch_key, told.judge_key) == ("w1", "j1")


def test_what_an_old_plan_still_had_in_hands_comes_to_nothing(ledger: Ledger) -> None:
    entry = tape("a")
    enter(ledger, entry)
    old = taken(ledger)
    ledger.want([plan(entry, watch="w2", judge="j2")])
    assert not ledger.put_output(old, made(0), lease_s=LEASE_S).still_held
    ledger.put_output(old, made(1), lease_s=LEASE_S)
    ledger.finish(old)
    assert taken(ledger).key == "w2"


def test_paused_nobody_is_given_work(ledger: Ledger) -> None:
    enter(ledger, tape("a"))
    ledger.pause(True)
    assert ledger.paused() and ledger.claim("me", lease_s=LEASE_S) is None
    ledger.pause(False)
    assert not ledger.paused()
    taken(ledger)


def test_half_a_part_shows_in_how_far_a_tape_is(ledger: Ledger, clock: Clock) -> None:
    enter(ledger, tape("a", segments=4))
    clock.now_s += 10
    ledger.put_output(taken(ledger), made(0), lease_s=LEASE_S)
    assert [one.watched_s for one in ledger.stands()] == [1.0]
    watched = ledger.spent(since_s=clock.now_s - 1)[0]
    assert (watched.tape_s, watched.wall_s, watched.cpu_s) == (1.0, 2.0, 3.0)
    assert (watched.size_bytes, watched.read_bytes) == (5, 7)
    assert ledger.began_s(since_s=0) == clock.now_s - 2.0
    assert ledger.spent(since_s=clock.now_s + 1)[0].tape_s == 0
    assert ledger.began_s(since_s=clock.now_s + 1) is None


def test_what_is_lost_is_made_again_with_what_was_built_on_it(ledger: Ledger) -> None:
    enter(ledger, tape("a", segments=2), most=1)
    watch_all(ledger, taken(ledger))
    watch_all(ledger, taken(ledger))
    last = taken(ledger)
    ledger.put_output(last, made(0), lease_s=LEASE_S)
    ledger.finish(last)
    ledger.undo(tape("a").sha256, "watch", "w1", 1)
    claim = taken(ledger)
    assert (claim.stage, claim.first_segment) == ("watch", 1)
    watch_all(ledger, claim)
    assert taken(ledger).stage == "conclude"


def mention(**more: object) -> Mention:
    return replace(Mention("change", 1.0, 2.0, "early", None, "BUF", 9), **more)  # type: ignore[arg-type]


@pytest.fixture
def searched(ledger: Ledger) -> Ledger:
    tapes = [tape("a", day="2003-11-05"), tape("b", day="2004-01-01"), tape("c")]
    enter(ledger, *tapes)
    rows = {
        "a": [mention(margin_m=(2.1, 3.0)), mention(margin_m=(1.0, None)), mention(margin_m=(1.0, 1.5))],
        "b": [mention(margin_m=(4.0, 5.0), team="TOR"), Mention("departure", 5.0, 6.0, rank=1, team="buf")],
        "c": [Mention("departure", 7.0, 8.0, rank=2), mention(verdict="legal", margin_s=(0.6, None))],
    }
    for letter, found in rows.items():
        ledger.index(tape(letter).sha256, found)
    return ledger


FINDS: list[tuple[Query, str]] = [
    (Query(verdict="early", over_m=2.0, since="2003-01-01", until="2003-12-31"), "a1"),
    (Query(verdict="early", over_m=2.0), "a1 b1"),
    (Query(over_m=2.0, possibly=True), "a1 a1 b1"),
    (Query(over_s=0.5), "c1"),
    (Query(rank=1), "b5"),
    (Query(kind="departure"), "c7 b5"),
    (Query(team="buf", kind="departure"), "b5"),
    (Query(kind="change", limit=2), "c1 a1"),
    (Query(number=9, team="TOR"), "b1"),
    (Query(season="2003-04"), ""),
]


@pytest.mark.parametrize(("query", "expected"), FINDS)
def test_mentions_are_found_by_what_is_asked(searched: Ledger, query: Query, expected: str) -> None:
    found = [f"{Path(one.path).stem}{one.mention.start_s:.0f}" for one in searched.find(query)]
    assert sorted(found) == sorted(expected.split())


def test_a_tape_added_again_is_brought_up_to_date(ledger: Ledger) -> None:
    assert ledger.put_tapes([tape("a"), tape("b")]) == 2
    assert ledger.put_tapes([replace(tape("a"), path="/moved/a.mp4", season="2003-04")]) == 0
    assert [one.path for one in ledger.tapes()] == ["/moved/a.mp4", "/tapes/b.mp4"]
    assert ledger.tapes()[0].season == "2003-04"


def test_what_is_put_back_is_what_went_in(searched: Ledger) -> None:
    (found,) = searched.find(Query(over_m=3.0))
    assert found.mention == mention(margin_m=(4.0, 5.0), team="TOR")
    assert (found.day, found.path) == ("2004-01-01", "/tapes/b.mp4")


def test_the_clock_is_the_ledgers(ledger: Ledger, clock: Clock) -> None:
    assert ledger.now_s() == clock.now_s
