"""Times and timecodes against vectors counted by hand from SMPTE 12M."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.core.tape import PacketIndex, ordinal_at
from review.core.times import FrameTime, Interval, Timecode, TimeScale, parse_tape_time

NTSC = Fraction(30000, 1001)
# Two numbers are left out each minute but every tenth: a minute has 1798 frames, ten 17982, an hour 107892.
DROP_30 = {
    0: "00:00:00;00",
    29: "00:00:00;29",
    1799: "00:00:59;29",
    1800: "00:01:00;02",
    1801: "00:01:00;03",
    3597: "00:01:59;29",
    3598: "00:02:00;02",
    17981: "00:09:59;29",
    17982: "00:10:00;00",
    17983: "00:10:00;01",
    19781: "00:10:59;29",
    19782: "00:11:00;02",
    107892: "01:00:00;00",
    2589407: "23:59:59;29",
}
DROP_60 = {3599: "00:00:59;59", 3600: "00:01:00;04", 35964: "00:10:00;00", 215784: "01:00:00;00"}
WHOLE = {
    (24, 86400): "01:00:00:00",
    (25, 1500): "00:01:00:00",
    (30, 1800): "00:01:00:00",
    (50, 49): "00:00:00:49",
}


@pytest.mark.parametrize(("count", "text"), DROP_30.items())
def test_drop_frame_at_30(count: int, text: str) -> None:
    assert str(Timecode.from_count(count, 30, drop=True)) == text
    assert Timecode.parse(text, 30).count() == count


@pytest.mark.parametrize(("count", "text"), DROP_60.items())
def test_drop_frame_at_60(count: int, text: str) -> None:
    assert str(Timecode.from_count(count, 60, drop=True)) == text
    assert Timecode.parse(text, 60).count() == count


@pytest.mark.parametrize(("rate", "count", "text"), [(*key, text) for key, text in WHOLE.items()])
def test_non_drop(rate: int, count: int, text: str) -> None:
    assert str(Timecode.from_count(count, rate)) == text
    assert Timecode.parse(text, rate).count() == count


def test_a_day_wraps() -> None:
    assert Timecode.from_count(2589408, 30, drop=True) == Timecode(0, 0, 0, 0, 30, drop=True)
    assert str(Timecode.from_count(25 * 86400 + 3, 25)) == "00:00:00:03"
    assert str(Timecode.from_count(-1, 25)) == "23:59:59:24"


def test_drop_frame_keeps_to_the_clock_over_a_day() -> None:
    # 2589408 frames at 30000/1001 last 86399.9136 s: the known error of 86 ms a day.
    assert float(2589408 / NTSC) == pytest.approx(86399.9136, abs=1e-4)


@pytest.mark.parametrize("text", ["00:01:00;00", "00:01:00;01", "00:11:00,01"])
def test_numbers_left_out_do_not_exist(text: str) -> None:
    with pytest.raises(ValueError, match="does not exist"):
        Timecode.parse(text, 30)


@pytest.mark.parametrize("text", ["1:2", "00:60:00:00", "00:00:60:00", "00:00:00:25", "24:00:00:00", "a", ""])
def test_no_timecode(text: str) -> None:
    with pytest.raises(ValueError, match="timecode"):
        Timecode.parse(text, 25)


def test_drop_frame_exists_at_30_and_60_only() -> None:
    with pytest.raises(ValueError, match="30 and 60"):
        Timecode(0, 0, 0, 0, 25, drop=True)


@given(st.integers(0, 2589407))
def test_drop_frame_counts_back(count: int) -> None:
    code = Timecode.from_count(count, 30, drop=True)
    assert code.count() == count
    assert Timecode.parse(str(code), 30) == code


@given(st.integers(0, 24 * 3600 * 24 - 1), st.sampled_from([24, 25, 30, 50, 60]))
def test_non_drop_counts_back(count: int, rate: int) -> None:
    assert Timecode.from_count(count, rate).count() == count


def test_times_compare_by_exact_seconds() -> None:
    a, b = FrameTime(1, Fraction(1, 3)), FrameTime(333333, Fraction(1, 10**6))
    assert b < a
    assert FrameTime(2, Fraction(1, 50)) == FrameTime(1, Fraction(1, 25))
    assert len({FrameTime(2, Fraction(1, 50)), FrameTime(1, Fraction(1, 25))}) == 1
    assert FrameTime(90, Fraction(1, 90)).minus(FrameTime(0, Fraction(1, 7))) == 1.0
    with pytest.raises(ValueError, match="positive"):
        FrameTime(0, Fraction(0))


def test_intervals_that_touch_have_no_order() -> None:
    t = [FrameTime(i, Fraction(1, 10)) for i in range(6)]
    assert Interval(t[0], t[1]).before(Interval(t[2], t[3]))
    assert not Interval(t[0], t[2]).before(Interval(t[2], t[3]))
    assert Interval(t[0], t[3]).overlap_s(Interval(t[1], t[5])) == pytest.approx(0.2)
    assert Interval(t[0], t[1]).overlap_s(Interval(t[3], t[5])) == pytest.approx(-0.2)
    with pytest.raises(ValueError, match="before it begins"):
        Interval(t[1], t[0])
    with pytest.raises(ValueError, match="outside"):
        Interval(t[0], t[1], t[2])


def test_timecode_of_a_tape_over_an_hour_at_ntsc() -> None:
    base = Fraction(1, 90000)
    scale = TimeScale(12345, base, NTSC, Timecode(0, 59, 59, 28, 30, drop=True))
    index = PacketIndex(12345 + 3003 * np.arange(108000), np.ones(108000))
    for ordinal, text in (
        (0, "00:59:59;28"),
        (2, "01:00:00;00"),
        (1802, "01:01:00;02"),
        (107894, "02:00:00;00"),
    ):
        time = scale.at(int(index.pts[ordinal]))
        assert str(scale.timecode(time)) == text
        assert ordinal_at(index, scale, Timecode.parse(text, 30)) == ordinal


def test_frames_found_by_time_seconds_and_timecode() -> None:
    # 23.976 in a container that counts milliseconds: times are rounded either way.
    rate = Fraction(24000, 1001)
    pts = [round(i / rate * 1000) for i in range(240)]
    index = PacketIndex(np.array(pts), np.ones(240))
    scale = TimeScale(0, Fraction(1, 1000), rate, Timecode(10, 0, 0, 0, 24))
    for ordinal in range(240):
        assert ordinal_at(index, scale, Timecode.from_count(24 * 36000 + ordinal, 24)) == ordinal
        assert ordinal_at(index, scale, scale.at(pts[ordinal])) == ordinal
        assert ordinal_at(index, scale, scale.seconds(scale.at(pts[ordinal]))) == ordinal
    assert ordinal_at(index, scale, 0.06) == 1
    assert ordinal_at(index, scale, FrameTime(1, Fraction(1, 20))) == 1
    assert ordinal_at(index, scale, 99.0) == 239
    with pytest.raises(ValueError, match="does not count"):
        ordinal_at(index, scale, Timecode(10, 0, 0, 0, 25))
    with pytest.raises(ValueError, match="no timecode track"):
        ordinal_at(index, TimeScale(0, Fraction(1, 1000)), Timecode(0, 0, 0, 0, 25))


def test_a_tape_over_midnight() -> None:
    scale = TimeScale(0, Fraction(1, 25), Fraction(25), Timecode(23, 59, 59, 0, 25))
    assert str(scale.timecode(scale.at(30))) == "00:00:00:05"
    assert scale.from_timecode(Timecode(0, 0, 0, 5, 25)) == scale.at(30)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("83.4", 83.4), ("1:23.4", 83.4), ("90:00", 5400), ("1:02:03.4", 3723.4), ("0", 0), (7, 7), (2.5, 2.5)],
)
def test_times_of_tape(text: str | float, seconds: float) -> None:
    assert parse_tape_time(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "-1", "1:75", "1:61:00", "1:2:3:4", "a:b", "1.2.3", -1, float("nan")])
def test_no_times_of_tape(text: str | float) -> None:
    with pytest.raises(ValueError, match="no time of tape"):
        parse_tape_time(text)
