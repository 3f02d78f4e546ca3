"""The cut meter's contract: NaN first, nothing for nothing, restartable with one picture."""

from __future__ import annotations

import math

import numpy as np
import pytest

from review.adapters.shots_scenedetect import SceneDetectMeter, change_by_reading, meter_size
from review.core.arrays import Array
from review.ports.cut_meter import CutMeter
from review.testing.fake_reader import FakeReader


def scene(seed: int, shift: int = 0) -> Array:
    rng = np.random.default_rng(seed)
    blocks = rng.integers(0, 255, (6, 10, 3)).astype(np.uint8).repeat(30, 0).repeat(32, 1)
    return np.roll(blocks, shift, axis=1)


def test_contract() -> None:
    meter: CutMeter = SceneDetectMeter()
    pictures = [scene(1), scene(1), scene(1, 8), scene(2), scene(2, 8)]
    whole = [meter.score(p) for p in pictures]
    assert math.isnan(whole[0])
    assert whole[1] == 0.0
    assert whole[3] > 20 > 12 > max(whole[2], whole[4]), "a cut changes more than a pan does"
    meter.reset()
    again = [meter.score(p) for p in pictures[2:]]
    assert math.isnan(again[0])
    assert again[1:] == whole[3:]


def test_a_slow_change_of_light_is_smooth() -> None:
    meter = SceneDetectMeter()
    scores = [meter.score(np.full((180, 320, 3), grey, np.uint8)) for grey in range(40, 200, 3)]
    assert max(scores[1:]) < 12, "below what find_shots takes for a cut"


def test_comparing_frames_by_reading() -> None:
    change = change_by_reading(FakeReader([scene(1), scene(2), scene(1), scene(3)], damaged={3}))
    assert change(0, 2) == 0.0
    assert change(0, 1) > 12
    assert math.isnan(change(0, 3))


@pytest.mark.parametrize(
    ("size", "small"), [((1280, 720), (320, 180)), ((640, 352), (320, 176)), ((720, 576), (320, 256))]
)
def test_size_to_feed(size: tuple[int, int], small: tuple[int, int]) -> None:
    assert meter_size(size) == small
