"""The number reader as the product runs it."""

from __future__ import annotations

import numpy as np
import pytest

from review.adapters.number_window import GREY, WINDOW_PX, number_window
from review.adapters.numbers_openvino import OpenVinoNumbers, number_model


@pytest.fixture(scope="module")
def reader() -> OpenVinoNumbers:
    return OpenVinoNumbers(number_model())


def picture() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 255, (300, 400, 3)).astype(np.uint8)


def test_the_reader_says_which_weights_it_runs(reader: OpenVinoNumbers) -> None:
    assert (reader.name, reader.sha256) == (number_model().name, number_model().sha256)


def test_men_are_read_alike_alone_and_together(reader: OpenVinoNumbers) -> None:
    boxes = np.array([[10, 10, 80, 160], [200, 50, 260, 190], [300, 100, 380, 299]], float)
    together = reader.read(picture(), boxes)
    assert together.shape == (3, 22) and np.isfinite(together).all()
    alone = np.concatenate([reader.read(picture(), box[None]) for box in boxes])
    assert np.allclose(together, alone, atol=1e-3)
    assert (reader.read(picture(), boxes) == together).all()


def test_a_man_outside_the_picture_is_not_read(reader: OpenVinoNumbers) -> None:
    boxes = np.array([[-90, 10, 4, 160], [10, 10, 80, 160], [10, 296, 80, 450]], float)
    told = reader.read(picture(), boxes)
    assert np.isnan(told[[0, 2]]).all() and np.isfinite(told[1]).all()
    assert reader.read(picture(), np.zeros((0, 4))).shape == (0, 22)


def test_a_window_is_the_upper_part_of_the_box_undistorted() -> None:
    rgb = np.zeros((200, 200, 3), np.uint8)
    rgb[20:82, 60:100] = 200  # the box's upper 62 %
    rgb[82:120, 60:100] = 50
    window = number_window(rgb, np.array([60, 20, 100, 120], float))
    assert window is not None and window.shape == (WINDOW_PX[1], WINDOW_PX[0], 3)
    # 62 rows of the box fill 64 of the window: 40 px of width become 41, from 40 - 20.6 on
    filled = (window == 200).all(axis=(0, 2))
    assert np.flatnonzero(filled)[[0, -1]].tolist() == [19, 59]
    assert (window[:, :19] == GREY).all() and (window[:, 60:] == GREY).all()


def test_of_a_man_half_out_of_the_picture_the_missing_half_is_grey() -> None:
    rgb = np.full((200, 200, 3), 200, np.uint8)
    window = number_window(rgb, np.array([-20, -31, 20, 69], float))
    assert window is not None
    assert (window[33:, 42:60] == 200).all()
    assert (window[:31] == GREY).all() and (window[:, :38] == GREY).all()
