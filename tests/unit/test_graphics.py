"""Burnt-in graphics, from pictures that were made with one and without."""

from __future__ import annotations

import numpy as np

from review.adapters.graphics_cv2 import find_graphics
from review.core.arrays import Array

BUG = (slice(12, 40), slice(60, 260))


def pictures(count: int, *, pan_px: int, bug: bool) -> list[Array]:
    """320×180 views of a texture, moved by `pan_px` each, with a score bug of bars and a clock that ticks."""
    import cv2

    rng = np.random.default_rng(2)
    wide = cv2.resize(rng.random((60, 900)).astype(np.float32), (2700, 180), interpolation=cv2.INTER_CUBIC)
    out = []
    for k in range(count):
        rgb = np.repeat((wide[:, k * pan_px : k * pan_px + 320, None] * 200), 3, axis=2).clip(0, 255)
        rgb = rgb.astype(np.uint8)
        if bug:
            rgb[BUG] = 240
            rgb[14:38, 62:258] = 30
            rgb[16:36, 66:200:9] = 240
            rgb[16:36, 210 + 3 * (k % 10) : 214 + 3 * (k % 10)] = 250
        out.append(rgb)
    return out


def test_a_score_bug_is_found_where_it_is() -> None:
    mask = find_graphics(pictures(40, pan_px=37, bug=True))
    assert mask.shape == (180, 320) and mask.dtype == np.bool_
    true = np.zeros_like(mask)
    true[BUG] = True
    assert (mask & true).sum() / true.sum() > 0.9
    assert (mask & ~true).sum() / true.sum() < 0.25


def test_nothing_is_found_where_there_is_nothing() -> None:
    assert not find_graphics(pictures(40, pan_px=37, bug=False)).any()


def test_a_camera_that_stands_still_tells_nothing() -> None:
    assert not find_graphics(pictures(40, pan_px=0, bug=True)).any()


def test_a_camera_at_rest_most_of_the_time_is_no_graphic() -> None:
    views = pictures(40, pan_px=37, bug=True)
    mask = find_graphics([views[max(0, k - 28)] for k in range(40)])
    true = np.zeros_like(mask)
    true[BUG] = True
    assert (mask & true).sum() / true.sum() > 0.9
    assert (mask & ~true).sum() / true.sum() < 0.3


def test_boards_along_which_the_camera_turns_are_no_graphic() -> None:
    views = pictures(40, pan_px=37, bug=True)
    for rgb in views:
        rgb[100:104] = (250, 210, 0)
    assert not find_graphics(views)[60:].any()


def test_too_few_pictures_tell_nothing() -> None:
    assert not find_graphics(pictures(5, pan_px=37, bug=True)).any()
    assert find_graphics([]).size == 0


def test_large_pictures_come_back_at_640() -> None:
    large = [np.repeat(np.repeat(p, 4, axis=0), 4, axis=1) for p in pictures(10, pan_px=37, bug=True)]
    assert find_graphics(large).shape == (360, 640)
