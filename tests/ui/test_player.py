"""Pure parts of the player: cache, pace, boxes, where pixels land."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.core.tape import PacketIndex
from review.core.times import FrameTime, TimeScale
from review.core.tracks import Tracks
from ui.player.boxes import boxes_at
from ui.player.cache import FrameCache
from ui.player.frame_map import FrameMap
from ui.player.pace import PlayClock, faster

BASE = Fraction(1, 1000)


def test_cache_lets_the_farthest_go_and_keeps_its_budget() -> None:
    cache: FrameCache[str] = FrameCache(budget_bytes=30)
    for ordinal in range(10):
        cache.put(ordinal, str(ordinal), size_bytes=10, around=9)
    assert [n for n in range(10) if n in cache] == [7, 8, 9]
    cache.put(2, "2", size_bytes=10, around=2)
    assert [n for n in range(10) if n in cache] == [2, 7, 8]
    assert cache.held_bytes == 30
    cache.put(2, "2", size_bytes=25, around=2)
    assert [n for n in range(10) if n in cache] == [2]
    assert cache.held_bytes == 25


def test_cache_holds_the_wanted_frame_whatever_its_size() -> None:
    cache: FrameCache[str] = FrameCache(budget_bytes=5)
    cache.put(4, "big", size_bytes=100, around=4)
    assert cache.get(4) == "big"
    assert cache.first_missing(4, 3) == 5


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=80))
def test_cache_never_holds_more_than_its_budget(puts: list[tuple[int, int]]) -> None:
    cache: FrameCache[int] = FrameCache(budget_bytes=50)
    for ordinal, size in puts:
        cache.put(ordinal, ordinal, size_bytes=size, around=ordinal)
        assert cache.held_bytes <= 50
        assert ordinal in cache


def clock(pts: list[int], *, speed_x: float, ordinal: int = 0) -> PlayClock:
    """A clock started at wall second 100."""
    scale = TimeScale(pts[0], BASE)
    index = PacketIndex(pts, [True] + [False] * (len(pts) - 1))  # type: ignore[arg-type]
    return PlayClock(index, scale, ordinal=ordinal, now_s=100.0, speed_x=speed_x)


def test_frames_fall_due_by_their_pts_at_variable_rate() -> None:
    pts = [0, 40, 80, 580, 620]  # one frame stands for half a second
    at = clock(pts, speed_x=1.0)
    due = [at.due(100.0 + ms / 1000) for ms in (0, 39, 41, 81, 400, 579, 581, 619, 700)]
    assert due == [0, 0, 1, 2, 2, 2, 3, 3, 4]


def test_double_speed_and_backwards() -> None:
    pts = [0, 40, 80, 120, 160]
    assert clock(pts, speed_x=2.0).due(100.041) == 2
    back = clock(pts, speed_x=-1.0, ordinal=4)
    assert [back.due(100.0 + ms / 1000) for ms in (0, 41, 81, 500)] == [4, 3, 2, 0]


def test_a_slow_decoder_slips_the_clock_instead_of_jumping() -> None:
    pts = list(range(0, 4000, 40))
    at = clock(pts, speed_x=1.0)
    at.keep_pace(0, 102.0)
    assert at.due(102.041) == 1


def test_shuttle_speeds() -> None:
    assert [faster(x, backwards=False) for x in (0, 1, 2, 4, 8, -4)] == [1, 2, 4, 8, 8, 1]
    assert [faster(x, backwards=True) for x in (0, -1, -2, 4)] == [-1, -2, -4, -1]


def two_men() -> Tracks:
    """Man 1 looked at in frames 0, 2, 4 (40 ms a frame); man 2 in frame 4 only."""
    boxes = [[0, 0, 10, 20], [20, 0, 30, 20], [40, 0, 50, 20], [100, 0, 110, 20]]
    return Tracks(
        [1, 1, 1, 2],
        [1] * 4,
        [0, 2, 4, 4],
        [0, 80, 160, 160],
        boxes,
        [0.9] * 4,
        [0] * 4,
        [0, 0, 0, 1],
        [[float("nan")] * 2] * 4,
        [float("nan")] * 4,
    )  # type: ignore[arg-type]


def test_a_frame_looked_at_shows_exactly_its_rows() -> None:
    found = boxes_at(two_men(), 4, FrameTime(160, BASE))
    assert [(box.track, box.xyxy_px, box.carried) for box in found] == [
        (1, (40, 0, 50, 20), False),
        (2, (100, 0, 110, 20), False),
    ]


def test_between_looks_boxes_are_joined_by_a_line_and_marked() -> None:
    found = boxes_at(two_men(), 3, FrameTime(120, BASE))
    assert [(box.track, box.xyxy_px, box.carried) for box in found] == [
        (1, (30, 0, 40, 20), True),
        (2, (100, 0, 110, 20), True),
    ]


def test_nothing_is_carried_farther_than_a_tenth_of_a_second() -> None:
    assert [box.track for box in boxes_at(two_men(), 6, FrameTime(260, BASE))] == [1, 2]
    assert boxes_at(two_men(), 7, FrameTime(261, BASE)) == []
    assert boxes_at(Tracks.empty(), 0, FrameTime(0, BASE)) == []


def test_the_picture_is_letterboxed_by_its_pixel_aspect() -> None:
    place = FrameMap((1000, 1000), (720, 576), pixel_aspect=64 / 45)  # PAL, 16:9
    x1, y1 = place.to_widget(0, 0)
    x2, y2 = place.to_widget(720, 576)
    assert (x1, x2) == pytest.approx((0, 1000))
    assert (x2 - x1) / (y2 - y1) == pytest.approx(16 / 9)
    assert y1 == pytest.approx(1000 - y2)


@given(st.floats(0.3, 4), st.floats(0, 800), st.floats(0, 600), st.floats(-300, 300), st.floats(-300, 300))
def test_zoom_and_pan_keep_the_widget_covered(
    factor: float, x: float, y: float, dx: float, dy: float
) -> None:
    place = FrameMap((800, 450), (1280, 720)).zoomed(factor, x, y).moved(dx, dy)
    left, top = place.to_widget(0, 0)
    right, bottom = place.to_widget(1280, 720)
    assert left <= 1e-6 and top <= 1e-6 and right >= 800 - 1e-6 and bottom >= 450 - 1e-6
    assert place.to_picture(*place.to_widget(200, 100)) == pytest.approx((200, 100), abs=1e-6)


def test_zooming_keeps_the_point_under_the_pointer() -> None:
    place = FrameMap((800, 450), (1280, 720))
    before = place.to_picture(500, 200)
    assert place.zoomed(3, 500, 200).to_picture(500, 200) == pytest.approx(before)
