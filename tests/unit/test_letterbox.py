"""Fitting pictures into a network's input and boxes back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.adapters.letterbox import PAD, Letterbox, checked_size, input_size_for, place_next

sides = st.integers(16, 4096)
inputs = st.sampled_from([(640, 384), (960, 544), (1280, 736), (640, 640)])


def test_720p_at_960_is_540_rows_with_two_of_grey_on_each_side() -> None:
    box = Letterbox((1280, 720), (960, 544))
    assert box.inner_px == (960, 540)
    assert box.offset_px == (0, 2)
    assert box.to_input(np.array([[0, 0, 1280, 720.0]])).tolist() == [[0, 2, 960, 542]]
    assert box.to_picture(np.array([[480, 272, 960, 542.0]])).tolist() == [[640, 360, 1280, 720]]


def test_4_to_3_in_a_wide_input_has_grey_left_and_right() -> None:
    box = Letterbox((640, 480), (960, 544))
    assert box.inner_px == (725, 544)
    assert box.offset_px == (117, 0)


@given(sides, sides, inputs)
def test_the_picture_lies_inside_and_keeps_its_shape(w: int, h: int, size: tuple[int, int]) -> None:
    box = Letterbox((w, h), size)
    (x, y), (inner_w, inner_h) = box.offset_px, box.inner_px
    assert x >= 0 and y >= 0 and x + inner_w <= size[0] and y + inner_h <= size[1]
    assert inner_w == size[0] or inner_h == size[1]
    ratio = min(size[0] / w, size[1] / h)
    assert abs(inner_w - w * ratio) <= 0.5 or inner_w == 1
    assert abs(inner_h - h * ratio) <= 0.5 or inner_h == 1


@given(sides, sides, inputs, st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_there_and_back_is_where_it_was(w: int, h: int, size: tuple[int, int], part: list[float]) -> None:
    boxes = np.array([part]) * [w, h, w, h]
    there = Letterbox((w, h), size)
    assert np.allclose(there.to_picture(there.to_input(boxes)), boxes, atol=1e-6 * max(w, h))


def test_boxes_are_cut_at_the_pictures_edge() -> None:
    box = Letterbox((100, 100), (128, 64))
    assert box.to_picture(np.array([[0, -9, 127, 70.0]])).tolist() == [[0, 0, 100, 100]]


def test_a_picture_of_the_inner_size_is_copied_to_the_byte() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (540, 960, 3), dtype=np.uint8)
    canvas = np.zeros((544, 960, 3), np.uint8)
    Letterbox((960, 540), (960, 544)).place(picture, canvas)
    assert np.array_equal(canvas[2:542], picture)
    assert (canvas[:2] == PAD).all() and (canvas[542:] == PAD).all()


def test_margins_are_grey_again_after_a_picture_of_another_shape() -> None:
    canvas = np.full((64, 64, 3), 7, np.uint8)
    Letterbox((20, 40), (64, 64)).place(np.zeros((40, 20, 3), np.uint8), canvas)
    assert (canvas[:, :16] == PAD).all() and (canvas[:, 48:] == PAD).all() and (canvas[:, 16:48] == 0).all()


def test_place_next_stops_at_the_end() -> None:
    pictures = iter([np.zeros((4, 4, 3), np.uint8)] * 3)
    canvases = np.zeros((2, 32, 32, 3), np.uint8)
    assert [len(place_next(pictures, canvases)) for _ in range(3)] == [2, 1, 0]


def test_input_sizes() -> None:
    assert input_size_for((1920, 1080), 1280) == (1280, 736)
    assert input_size_for((640, 352), 640) == (640, 352)
    assert input_size_for((480, 640), 640) == (480, 640)


@pytest.mark.parametrize("size", [(0, 32), (960, 540), (-32, 32)])
def test_sizes_the_network_cannot_take_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="multiples of 32"):
        checked_size(size)
