"""Penalty clocks from times read beside a game clock, both made up by hand."""

from __future__ import annotations

from review.core.clock import ClockCourse, ClockReading, ClockSpan
from review.core.penalties import PenaltyClock
from review.measure.penalties import penalty_clocks

# 10:00 at 0 s; runs to 30 s (9:30), stands to 60 s, runs on
COURSE = ClockCourse(
    (
        ClockSpan(0.0, 30.0, -1, 600.5, 600.5, 1.0, 60, 0, "2"),
        ClockSpan(30.0, 60.0, 0, 570.5, 570.5, 1.0, 60, 0, "2"),
        ClockSpan(60.0, 120.0, -1, 570.5, 570.5, 1.0, 60, 0, "2"),
    )
)


def beside(rows: dict[float, tuple[float, ...]]) -> list[ClockReading]:
    return [ClockReading(at_s, 0.0, beside_s=values) for at_s, values in rows.items()]


def test_one_that_runs_and_stands_with_the_clock_runs_out_at_one_time() -> None:
    """1:24 at 9:54: it runs out at 8:30 (510 s), however long the stoppage."""
    told = beside({6.0: (84.0,), 12.0: (78.0,), 36.0: (60.0,), 48.0: (60.0,), 66.0: (54.0,)})
    (one,) = penalty_clocks(told, COURSE)
    assert one == PenaltyClock(6.0, 66.0, 84.0, 510.5, "2", 5)


def test_two_at_once_are_two() -> None:
    told = beside({t: (84.0 - (t - 6.0), 30.0 - (t - 6.0)) for t in (6.0, 9.0, 12.0, 15.0)})
    assert [(one.shown_s, one.expires_s) for one in penalty_clocks(told, COURSE)] == [
        (84.0, 510.5),
        (30.0, 564.5),
    ]


def test_the_time_of_day_and_one_that_stands_are_none() -> None:
    day = beside(dict.fromkeys((6.0, 9.0, 12.0, 15.0), (1170.0,)))
    result = beside(dict.fromkeys((3.0, 12.0, 21.0, 30.0), (95.0,)))  # its difference to the clock runs
    stands = beside(dict.fromkeys((33.0, 39.0, 45.0, 51.0), (95.0,)))  # nothing shows that it would run
    twice = beside({6.0: (84.0,), 12.0: (78.0,)})
    for told in (day, result, stands, twice, []):
        assert penalty_clocks(told, COURSE) == ()


def test_where_the_game_clock_is_not_known_nothing_is_told() -> None:
    told = beside({6.0: (84.0,), 12.0: (78.0,), 18.0: (72.0,)})
    assert penalty_clocks(told, ClockCourse()) == ()
