"""The clock's course bent to what people state, worked out by hand; statements kept in a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from review.adapters.store_sqlite import SqliteStore
from review.cli import main
from review.core.clock import ClockAnchor, ClockCourse, ClockReading, ClockSpan, parse_clock
from review.core.game import Game
from review.measure.anchors import bend
from review.pipeline.anchors import anchor_act, anchors_of, removal_act
from review.pipeline.clock import game_clock
from review.testing import builders as a
from review.testing.fake_store import FakeStore

RUN = ClockSpan(10.0, 20.0, -1, 1000.0, 1001.0, 1.0, 20, 0)  # 16:40 at 10 s, running
STAND = ClockSpan(20.0, 30.0, 0, 990.0, 991.0, 1.0, 20, 0)  # stops at 16:30
LATER = ClockSpan(60.0, 70.0, -1, 900.0, 901.0, 1.0, 20, 0)  # 15:00 at 60 s, running


def stated(at_s: float, words: str, period: str | None = None) -> ClockAnchor:
    told = parse_clock(words)
    assert told is not None
    return ClockAnchor(at_s, *told, period)


def told(course: ClockCourse, at_s: float) -> str | None:
    shown = course.at(at_s)
    return None if shown is None else shown.text


def test_a_statement_that_agrees_makes_the_clock_exact() -> None:
    course = bend(ClockCourse((RUN, STAND, LATER)), [stated(15.0, "16:35.7", "2")], frame_s=0.0)
    shown = course.at(12.0)
    assert shown is not None and (shown.low_s, shown.high_s) == (
        pytest.approx(998.7),  # 995.7 at 15 s is 998.7 at 12 s
        pytest.approx(998.8),
    )
    assert shown.text == "P2 16:38.7" and course.spans[0].anchors == 1 and course.spans[0].readings == 20
    assert course.spans[1:] == tuple(
        s if s is LATER else ClockSpan(20.0, 30.0, 0, 990.0, 991.0, 1.0, 20, 0, "2") for s in (STAND, LATER)
    )


def test_a_misread_digit_is_put_right_up_to_the_next_jump() -> None:
    """17:34 read for 12:34 all along: the stop that follows was misread too, the clock of 60 s was not."""
    course = bend(ClockCourse((RUN, STAND, LATER)), [stated(15.0, "11:35")], frame_s=0.04)
    assert told(course, 15.0) == "11:35" and told(course, 11.0) == "11:39" and told(course, 25.0) == "11:30"
    assert [(s.readings, s.against, s.anchors) for s in course.spans] == [(0, 20, 1), (0, 20, 0), (20, 0, 0)]
    assert course.spans[2] == LATER
    assert course.stoppages() == ((20.0, 30.0),)
    error = course.at(15.0)
    assert error is not None and error.error_s == pytest.approx(0.5, abs=0.05)


def test_statements_that_contradict_each_other_leave_open_what_lies_between() -> None:
    course = bend(ClockCourse((RUN, STAND)), [stated(12.0, "16:38"), stated(18.0, "11:32")])
    assert told(course, 11.0) == "16:39" and told(course, 19.0) == "11:31" and told(course, 29.0) == "11:30"
    assert told(course, 15.0) is None


def test_a_statement_alone_is_a_moment_and_no_stoppage() -> None:
    course = bend(ClockCourse(), [stated(100.0, "12:34.5", "2")], frame_s=0.04)
    exact, later, earlier = course.at(100.0), course.at(100.8), course.at(99.2)
    assert exact is not None and exact.text == "P2 12:34.5" and exact.error_s == pytest.approx(0.09)
    assert later is not None and earlier is not None
    # it counts down or stands: 0.8 s later it shows up to 0.8 s less
    assert (later.low_s, later.high_s) == (pytest.approx(754.5 - 0.84), pytest.approx(754.64))
    assert (earlier.low_s, earlier.high_s) == (pytest.approx(754.46), pytest.approx(754.6 + 0.84))
    assert later.text == "P2 12:34", "no tenths where they are not known"
    assert course.at(101.5) is None and course.stoppages() == () and course.stops() == ()


def test_two_statements_from_which_the_clock_must_have_run() -> None:
    ran = bend(ClockCourse(), [stated(100.0, "12:34"), stated(160.0, "11:34")])
    assert told(ran, 130.0) == "12:04" and [s.motion for s in ran.spans] == ["runs"]
    up = bend(ClockCourse(), [stated(100.0, "2:00"), stated(160.0, "3:00")])
    assert told(up, 130.0) == "2:30"
    stood = bend(ClockCourse(), [stated(100.0, "12:34"), stated(160.0, "12:34")])
    assert told(stood, 130.0) is None, "it may have run and been set back"
    some = bend(ClockCourse(), [stated(100.0, "12:34"), stated(160.0, "12:00")])
    assert told(some, 130.0) is None, "nobody knows when it stopped"


def test_a_statement_after_the_last_reading_carries_the_line_on() -> None:
    course = bend(ClockCourse((LATER,)), [stated(100.0, "14:20")])
    assert told(course, 85.0) == "14:35" and len(course.spans) == 1
    assert course.spans[0].end_s == 100.0 and course.spans[0].anchors == 1


def test_beyond_the_last_reading_the_clock_is_told_for_a_second() -> None:
    course = ClockCourse((LATER,))
    shown = course.at(70.8)
    # 14:50 to 14:51 at 70 s; it ran on or stopped
    assert shown is not None and (shown.low_s, shown.high_s) == (pytest.approx(889.2), pytest.approx(891.0))
    assert shown.motion == "unknown" and shown.error_s == pytest.approx(0.9)
    assert course.at(71.2) is None and course.at(58.9) is None


def test_when_a_stoppage_began_and_ended_is_known_to_a_step_of_the_clock() -> None:
    run_on = ClockSpan(30.0, 40.0, -1, 990.0, 991.0, 1.0, 20, 0)
    (stop,) = ClockCourse((RUN, STAND, run_on)).stops()
    assert stop.start_s == (20.0, 21.0) and stop.end_s == (29.0, 30.0) and stop.shown.text == "16:30"
    (open_,) = ClockCourse((STAND,)).stops()
    assert open_.start_s == (None, 20.0) and open_.end_s == (30.0, None)


def test_what_is_stated_of_a_tape_that_was_read_otherwise_is_a_notice() -> None:
    readings = [ClockReading(t / 2, float(1054 - t // 2)) for t in range(8)]
    tape = a.tape()
    clock = game_clock(tape, Game(), readings, [stated(2.0, "12:32")])
    (notice,) = clock.notices
    assert notice.text == "The clock was read as 17:32 where GAME.toml states 12:32: taken as stated."
    assert told(clock.course, 3.0) == "12:31"
    fits = game_clock(tape, Game(), readings, [stated(2.0, "17:32")])
    assert fits.notices == ()
    nothing = game_clock(
        tape, Game(clock_box_px=(1, 2, 30, 40), clock_anchors=(stated(999.0, "5:00"),)), [], []
    )
    assert [n.kind for n in nothing.notices] == ["no clock in its box", "clock stated outside the tape"]


def test_acts_are_read_back_the_newest_at_a_frame_standing() -> None:
    store, tape = FakeStore(), a.tape()
    for frame, words in ((100, "P2 12:34.5"), (200, "12:30"), (100, "P2 12:34.9"), (300, "12:00")):
        store.note("C. Commissioner", anchor_act(a.at(frame), words), at="2026-03-03T10:00:00+00:00")
    store.note("C. Commissioner", removal_act(2), at="2026-03-03T10:01:00+00:00")
    standing = anchors_of(store.journal(), tape)
    assert [(one.number, one.shown_s, one.period) for one in standing] == [(3, 754.9, "2"), (4, 720.0, None)]
    assert standing[0].at_s == pytest.approx(100 * 1001 / 30000) and standing[0].who == "C. Commissioner"
    with pytest.raises(ValueError, match="no clock such as"):
        anchor_act(a.at(1), "12:74")


def test_the_commands_keep_and_take_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = str(tmp_path / "a.bgcase")
    with SqliteStore.open(case, create=True) as store:
        store.put_tape(a.tape())
    said = ["clock", "anchor", case, "--at", "0:03.5", "--clock", "12:34.5", "--period", "2", "--by", "C. C."]
    assert main(said) == 0 and "act 1" in capsys.readouterr().out
    assert main(["clock", "anchor", case, "--at", "01:00:03:10", "--clock", "12:34.7"]) == 0
    capsys.readouterr()
    for wrong, cause in (
        (["anchor", case, "--at", "9:00", "--clock", "12:34"], "not on the tape"),
        (["anchor", case, "--at", "3", "--clock", "noon"], "no clock"),
        (["anchor", case, "--at", "noon", "--clock", "12:34"], "no time of tape"),
        (["remove", case, "7"], "act 7 states no clock that stands"),
    ):
        assert main(["clock", *wrong]) == 2
        assert cause in capsys.readouterr().err
    assert main(["clock", "remove", case, "1"]) == 0
    with SqliteStore.open(case, create=False, readonly=True) as store:
        (left,) = anchors_of(store.journal(), a.tape())
        assert store.verify().sound and len(store.journal()) == 3
    assert (left.number, left.shown_s) == (2, 754.7)
    assert left.at_s == pytest.approx(100 * 1001 / 30000, abs=0.02)
