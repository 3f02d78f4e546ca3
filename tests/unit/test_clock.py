"""The clock's course from readings of which some are wrong or missing, against clocks made by hand."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from review.core.clock import ClockCourse, ClockReading, Shown, parse_clock
from review.measure import clock
from review.measure.clock import clock_course


def game(at_s: float) -> float:
    """18:42.3 at the tape's start; runs, stands from 20 to 32 s, runs, stands from 61 s on."""
    gone = min(at_s, 20.0) + min(max(at_s - 32.0, 0.0), 29.0)
    return 1122.3 - gone


def shown(value: Callable[[float], float], times: np.ndarray, conf: float = 0.9) -> list[ClockReading]:
    return [ClockReading(float(t), float(math.floor(value(t))), conf=conf) for t in times]


def second(course: ClockCourse, at_s: float) -> str | None:
    found = course.at(at_s)
    return None if found is None else found.text


def text(value: float) -> str:
    return f"{int(value) // 60}:{int(value) % 60:02d}"


def test_a_clock_that_runs_and_stands_is_known_everywhere() -> None:
    course = clock_course(shown(game, np.arange(0.0, 80.0, 0.4)))
    assert [s.motion for s in course.spans] == ["runs", "stands", "runs", "stands"]
    for at_s in (3.1, 19.0, 25.0, 31.0, 34.0, 55.5, 70.0):
        found = course.at(at_s)
        assert found is not None and found.low_s - 0.2 <= game(at_s) <= found.high_s + 0.2, at_s
        assert found.text == text(game(at_s)), at_s
    (first, second_stop) = course.stoppages()
    assert first[0] == pytest.approx(20.0, abs=1.1) and first[1] == pytest.approx(32.0, abs=1.1)
    assert second_stop[0] == pytest.approx(61.0, abs=1.1)
    shown_s = [parse_clock(second(course, t) or "")[0] for t in np.arange(0.0, 79.5, 0.1)]  # type: ignore[index]
    assert (np.diff(shown_s) <= 0.0).all(), "it never goes back, at a stop or a start either"


def test_one_reading_in_six_wrong_does_not_move_it() -> None:
    rng = np.random.default_rng(5)
    readings = shown(game, np.arange(0.0, 80.0, 0.4))
    for k in np.flatnonzero(rng.random(len(readings)) < 1 / 6):
        wrong = readings[k].shown_s + float(rng.choice([-600.0, -6.0, 5.0, 8.0, 60.0]))
        readings[k] = ClockReading(readings[k].at_s, wrong, conf=0.8)
    course = clock_course(readings)
    asked = np.arange(0.5, 79.0, 0.25)
    answered = [(t, s) for t in asked if (s := second(course, t)) is not None]
    right = [abs(parse_clock(s)[0] - math.floor(game(t))) <= 1.0 for t, s in answered]  # type: ignore[index]
    assert len(answered) >= 0.9 * len(asked) and all(right)


def test_the_glitch_of_a_real_broadcast_is_overruled() -> None:
    """EHW–ZSC, read by eye: 11:44 twice and 11:48 too early while the clock runs from 12:19 to 11:40."""
    read = {
        0.0: "12:19", 1.6: "12:18", 3.2: "12:16", 4.8: "12:14", 6.4: "12:13", 8.0: "12:11", 9.6: "12:10",
        11.2: "12:08", 12.8: "12:06", 14.4: "12:05", 16.0: "12:03", 17.6: "12:02", 19.2: "12:00",
        20.8: "11:58", 22.4: "11:57", 24.0: "11:55", 25.6: "11:54", 27.2: "11:52", 28.8: "11:50",
        29.6: "11:50", 30.0: "11:44", 30.4: "11:44", 30.8: "11:48", 31.2: "11:48", 32.0: "11:47",
        33.6: "11:46", 35.2: "11:44", 36.8: "11:42", 38.4: "11:41", 39.2: "11:40",
    }  # fmt: skip
    readings = [ClockReading(t, parse_clock(words)[0]) for t, words in read.items()]  # type: ignore[index]
    course = clock_course(readings)
    assert [s.motion for s in course.spans] == ["runs"]
    assert second(course, 30.0) == "11:49" and second(course, 30.4) in ("11:49", "11:48")


def test_a_graphic_that_froze_is_no_stoppage() -> None:
    """It shows 18:12 from 30 to 33 s and then 18:09, where it would be had it run: it did."""

    def frozen(at_s: float) -> float:
        return 1122.5 - (30.0 if 30.0 <= at_s < 33.0 else at_s)

    course = clock_course(shown(frozen, np.arange(0.0, 40.0, 0.5)))
    assert [s.motion for s in course.spans] == ["runs"] and course.stoppages() == ()
    assert second(course, 32.0) in ("18:10", "18:11"), "18:10.5"
    stops = clock_course(
        shown(lambda t: 1122.5 - min(t, 30.0) - max(0.0, t - 33.0), np.arange(0.0, 40.0, 0.5))
    )
    assert [s.motion for s in stops.spans] == ["runs", "stands", "runs"], (
        "one that goes on from there did stop"
    )


def test_a_cutaway_is_known_where_one_line_leads_through_it_and_else_is_not() -> None:
    times = np.r_[np.arange(0.0, 10.0, 0.4), np.arange(40.0, 60.0, 0.4)]
    through = clock_course(shown(lambda t: 600.5 - t, times))
    assert second(through, 25.0) == "9:35" and len(through.spans) == 1
    stopped = clock_course(shown(lambda t: 600.5 - (t if t < 20 else t - 15.0), times))
    assert second(stopped, 25.0) is None and second(stopped, 5.0) == "9:55"
    assert second(stopped, 50.0) == "9:25"
    stood = clock_course(shown(lambda t: 300.0, times))
    assert second(stood, 5.0) == "5:00" and second(stood, 25.0) is None, "it may have run and been set back"


def test_a_clock_that_is_set_jumps() -> None:
    course = clock_course(shown(lambda t: 500.4 - t + (7.0 if t > 30 else 0.0), np.arange(0.0, 60.0, 0.5)))
    assert [s.motion for s in course.spans] == ["runs", "runs"]
    assert second(course, 20.0) == "8:00" and second(course, 50.0) == "7:37"


def test_a_clock_that_counts_up() -> None:
    course = clock_course(shown(lambda t: 65.7 + t, np.arange(0.0, 20.0, 0.5)))
    assert [s.sign for s in course.spans] == [1] and second(course, 10.0) == "1:15"


def test_tenths_are_known_to_a_tenth() -> None:
    readings = [
        ClockReading(t, round(math.floor((31.25 - t) * 10) / 10, 1), step_s=0.1)
        for t in np.arange(0.0, 9.0, 0.2)
    ]
    found = clock_course(readings).at(4.0)
    assert found is not None and found.high_s - found.low_s <= 0.11 and found.text == "0:27.2"


def test_few_readings_say_nothing() -> None:
    assert clock_course([]) == ClockCourse() and clock_course(shown(game, np.array([0.0, 1.0]))).spans == ()


def test_the_period_is_what_most_readings_say() -> None:
    said = ["2"] * 9 + ["3"]
    readings = [
        ClockReading(r.at_s, r.shown_s, period=p)
        for r, p in zip(shown(game, np.arange(0.0, 5.0, 0.5)), said, strict=True)
    ]
    assert second(clock_course(readings), 2.0) == "P2 18:40"
    assert Shown(42.7, 42.75, "runs", 0.1, "3").text == "P3 0:42.7"


def test_where_a_time_is_first_shown() -> None:
    course = clock_course(shown(game, np.arange(0.0, 80.0, 0.4)))
    assert course.first_s(1121.0) == pytest.approx(0.3, abs=0.3)  # 18:42.3 becomes 18:41 after 0.3 s
    assert course.first_s(1105.0) == pytest.approx(16.3, abs=0.3)
    assert course.first_s(1102.0) == pytest.approx(19.3, abs=0.3), "before it stands there"
    assert course.first_s(1122.0) == 0.0
    assert course.first_s(1130.0) is None and course.first_s(100.0) is None
    assert course.first_s(1121.0, period="2") is not None, "which period it is was not read"


def test_a_long_tape_is_read_in_stretches_and_nobody_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = shown(game, np.arange(0.0, 80.0, 0.4))
    whole = clock_course(readings)
    monkeypatch.setattr(clock, "PART_S", 13.0)
    parts = clock_course(readings)
    assert [s.motion for s in parts.spans] == [s.motion for s in whole.spans]
    assert sum(s.readings for s in parts.spans) == len(readings)
    for at_s in np.arange(0.0, 79.5, 0.1):
        told, same = parse_clock(second(parts, at_s) or ""), parse_clock(second(whole, at_s) or "")
        assert told is not None and same is not None and abs(told[0] - same[0]) <= 1.0, at_s
