"""Period and score from readings, against games made up by hand."""

from __future__ import annotations

from collections.abc import Mapping

from review.core.clock import ClockCourse, ClockReading, ClockSpan
from review.core.score import ScoreSpan
from review.measure.score import score_spans, with_settled_periods

# runs to 60 s, stands (a goal) to 90 s, runs on
COURSE = ClockCourse(
    (
        ClockSpan(0.0, 60.0, -1, 1000.0, 1001.0, 1.0, 60, 0),
        ClockSpan(60.0, 90.0, 0, 940.0, 941.0, 1.0, 30, 0),
        ClockSpan(90.0, 150.0, -1, 940.0, 941.0, 1.0, 60, 0),
    )
)


def readings(
    goal_s: float = 75.0, wrong: Mapping[int, tuple[int, int] | None] | None = None
) -> list[ClockReading]:
    """One a second, 2–1 and from ``goal_s`` on 3–1, apart from those ``wrong``."""
    told = {k: (2 + (k >= goal_s), 1) for k in range(150)} | dict(wrong or {})
    return [ClockReading(float(k), 500.0, 1.0, 0.95, score=told[k]) for k in sorted(told)]


def test_a_goal_in_a_stoppage() -> None:
    assert score_spans(readings(), COURSE) == (
        ScoreSpan(0.0, 74.0, (2, 1), 75, 0),
        ScoreSpan(75.0, 149.0, (3, 1), 75, 0),
    )


def test_misread_digits_and_unread_ones_do_not_move_it() -> None:
    glances = {10: (7, 1), 11: (7, 1), 40: (2, 7), 100: (3, 4), 101: None, 102: None}
    first, second = score_spans(readings(wrong=glances), COURSE)
    assert (first.goals, first.readings, first.against) == ((2, 1), 72, 3)
    assert (second.goals, second.readings, second.against) == ((3, 1), 72, 1)


def test_up_and_down_again_while_the_clock_runs_is_no_goal() -> None:
    glances = dict.fromkeys(range(20, 23), (3, 1))
    (first, _) = score_spans(readings(wrong=glances), COURSE)
    assert (first.goals, first.against) == ((2, 1), 3)


def test_a_tape_cut_together_may_go_back() -> None:
    told = [*readings(), *(ClockReading(200.0 + k, 500.0, 1.0, 0.95, score=(0, 0)) for k in range(20))]
    assert [s.goals for s in score_spans(told, COURSE)] == [(2, 1), (3, 1), (0, 0)]


def test_where_nothing_is_read_nothing_is_told() -> None:
    assert score_spans([], COURSE) == ()
    assert score_spans(readings(wrong=dict.fromkeys(range(150)))[:50], COURSE) == ()
    assert score_spans(readings()[:2], COURSE) == ()


def periods(told: list[str | None], *, set_anew_at: int) -> list[str | None]:
    clock = [1200.0 - k if k < set_anew_at else 1200.0 - (k - set_anew_at) for k in range(len(told))]
    said = [ClockReading(float(k), clock[k], 1.0, 0.9, period) for k, period in enumerate(told)]
    return [r.period for r in with_settled_periods(said)]


def test_a_period_goes_up_by_one_where_the_clock_is_set_anew() -> None:
    misread = ["1"] * 300 + ["3"] * 3 + ["1"] * 97 + ["2"] * 100 + [None] + ["2"] * 9 + ["1"] + ["2"] * 9
    wanted = ["1"] * 400 + ["2"] * 100 + [None] + ["2"] * 19
    assert periods(misread, set_anew_at=400) == wanted


def test_an_overtime_follows_the_third_period() -> None:
    assert periods(["3"] * 200 + ["OT"] * 50, set_anew_at=200) == ["3"] * 200 + ["OT"] * 50
    assert periods(["2"] * 200 + ["OT"] + ["2"] * 50, set_anew_at=400) == ["2"] * 251
    assert with_settled_periods([]) == []
