"""Angles on one clock: by timecode, by the game clock, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from review.core.clock import ClockCourse, ClockSpan
from review.core.tape import Tape
from review.core.times import Timecode
from review.pipeline.sync import by_clock, by_hand, by_timecode
from review.testing import builders as a


def starting(words: str | None) -> Tape:
    tape = a.tape()
    start = None if words is None else Timecode.parse(words, 30)
    return replace(tape, scale=replace(tape.scale, timecode_start=start))


def runs(start_s: float, end_s: float, at_start: float, *, sign: int = -1, period: str = "2") -> ClockSpan:
    """A clock read to half a second: it shows `at_start` when the stretch begins."""
    return ClockSpan(start_s, end_s, sign, at_start - 0.25, at_start + 0.25, 1.0, 9, 0, period)


def test_timecodes_tell_how_far_apart_two_tapes_began() -> None:
    """The other began ten seconds and three frames later: its second 0 is the master's 10.11."""
    told = by_timecode(starting("01:00:00:00"), starting("01:00:10:03"))
    assert told is not None and told.how == "timecode"
    assert told.on_other(303 * 1001 / 30000) == pytest.approx(0.0, abs=1e-9)
    assert told.error_s == pytest.approx(1001 / 30000)
    assert by_timecode(starting("01:00:00:00"), starting(None)) is None


def test_running_clocks_that_show_the_same_are_one_instant() -> None:
    """Master: 12:00 at second 5. Other: 11:50 at second 2. So 11:50 is second 15 there and 2 here: −13 s."""
    master = ClockCourse((runs(5, 40, 720),))
    other = ClockCourse((ClockSpan(0, 1, 0, 730, 731, 1.0, 3, 0), runs(2, 30, 710)))
    told = by_clock(master, other)
    assert told is not None
    assert (told.offset_s, told.error_s, told.how) == (-13.0, 0.5, "game clock")


def test_what_shares_no_running_clock_or_contradicts_itself_is_not_aligned() -> None:
    master = ClockCourse((runs(5, 40, 720),))
    assert by_clock(master, ClockCourse((runs(0, 10, 720, period="3"),))) is None
    assert by_clock(master, ClockCourse((runs(0, 10, 600),))) is None, "no value in common"
    assert by_clock(master, ClockCourse((ClockSpan(0, 9, 0, 719, 720, 1.0, 3, 0),))) is None, "it stands"
    twice = ClockCourse((runs(0, 10, 720), runs(100, 110, 715)))
    assert by_clock(master, twice) is None, "90 s apart"


def test_a_hand_has_the_last_word() -> None:
    told = by_hand(12.0, 3.5)
    assert (told.on_other(13.0), told.error_s) == (4.5, 0.0)
    assert told.nudged(0.04).on_other(13.0) == pytest.approx(4.54)
