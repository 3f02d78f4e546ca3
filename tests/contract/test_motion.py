"""What every estimator of camera motion does: ours, and the fake."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from review.adapters.motion_cv2 import BackgroundMotion
from review.core.arrays import Array
from review.core.camera import CameraMotion, apply_homography
from review.ports.camera_motion import MotionEstimator
from review.testing.fake_motion import FakeMotion

SIZE_PX = (640, 360)
CORNERS_PX = np.array([[20.0, 20], [620, 20], [20, 340], [620, 340], [320, 180]])
NOBODY = np.zeros((0, 4))


def arena(seed: int = 1) -> Array:
    """(1100, 2200) grey texture with detail at several sizes, like crowd, boards and marks."""
    import cv2

    rng = np.random.default_rng(seed)
    out = np.zeros((1100, 2200), np.float32)
    for cell, weight in ((4, 30), (16, 40), (64, 50)):
        small = rng.random((1100 // cell + 1, 2200 // cell + 1), np.float32)
        out += weight * cv2.resize(small, (2200, 1100), interpolation=cv2.INTER_CUBIC)
    result: Array = np.clip(out + 40, 0, 255)
    return result


def camera(pan_px: float, tilt_px: float = 0.0, zoom_ratio: float = 1.0, turn_ratio: float = 0.0) -> Array:
    """Homography of picture pixels onto the arena."""
    middle = np.array([[1, 0, -320.0], [0, 1, -180.0], [0, 0, 1]])
    look = np.array([[zoom_ratio, 0, 800 + pan_px], [0, zoom_ratio, 500 + tilt_px], [turn_ratio, 0, 1]])
    result: Array = look @ middle
    return result


def picture(H_arena_from_px: Array, seed: int = 1) -> Array:
    """(h, w, 3) uint8 as this camera sees it."""
    import cv2

    seen = cv2.warpPerspective(
        arena(seed), H_arena_from_px, SIZE_PX, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    result: Array = np.repeat(seen[:, :, None], 3, axis=2).astype(np.uint8)
    return result


def add_people(rgb: Array, at_px: list[tuple[int, int]]) -> Array:
    """Draw textured men where told; returns their boxes."""
    rng = np.random.default_rng(5)
    boxes = []
    for x, y in at_px:
        rgb[y : y + 90, x : x + 40] = rng.integers(0, 255, (90, 40, 1), np.uint8)
        boxes.append([x, y, x + 40, y + 90])
    return np.array(boxes, dtype=np.float64)


def true_step(before: Array, now: Array) -> Array:
    H = np.linalg.inv(before) @ now
    result: Array = H / H[2, 2]
    return result


def worst_px(found: Array, true: Array) -> float:
    return float(
        np.linalg.norm(apply_homography(found, CORNERS_PX) - apply_homography(true, CORNERS_PX), axis=1).max()
    )


SWEEP = [camera(17.5 * k, 2 * np.sin(k), 1 - 0.004 * k, 1e-5 * np.sin(k / 3)) for k in range(20)]
STEPS = [np.eye(3), *(true_step(a, b) for a, b in pairwise(SWEEP))]


@pytest.fixture(params=["background", "fake"])
def estimator(request: pytest.FixtureRequest) -> MotionEstimator:
    return BackgroundMotion() if request.param == "background" else FakeMotion(STEPS)


def test_a_pan_is_followed_past_moving_men_and_a_score_bug(estimator: MotionEstimator) -> None:
    """17.5 px a picture at 640 (35 at 1280), zooming; under 0.8 px a step, 1.5 over twenty."""
    mask = np.zeros((360, 640), np.bool_)
    mask[10:50, 150:500] = True
    steps = []
    for k, look in enumerate(SWEEP):
        rgb = picture(look)
        men = add_people(rgb, [(60 + 25 * k, 200), (560 - 25 * k, 150), (300, 120 + 6 * k)])
        rgb[10:50, 150:500] = np.random.default_rng(0).integers(0, 255, (40, 350, 3), np.uint8)
        steps.append(estimator.step(rgb, men, mask))
    assert np.isnan(steps[0][1]) and np.array_equal(steps[0][0], np.eye(3))
    assert all(0 < quality <= 1 for _, quality in steps[1:])
    assert max(worst_px(H, true) for (H, _), true in zip(steps[1:], STEPS[1:], strict=True)) < 0.8
    motion = CameraMotion(np.arange(20), np.array([H for H, _ in steps]), np.array([q for _, q in steps]))
    assert worst_px(motion.to_first()[-1], true_step(SWEEP[0], SWEEP[-1])) < 1.5


def test_reset_forgets_the_picture_before(estimator: MotionEstimator) -> None:
    for _ in range(2):
        estimator.reset()
        H, quality = estimator.step(picture(SWEEP[0]), NOBODY, None)
        assert np.isnan(quality) and np.array_equal(H, np.eye(3))
        _, quality = estimator.step(picture(SWEEP[1]), NOBODY, None)
        assert quality > 0.5


def test_a_lost_picture_is_identity_and_nan_and_the_next_closes_the_chain() -> None:
    """A flash: nothing to be seen. The picture after is measured against the last good one."""
    motion = BackgroundMotion()
    for look in SWEEP[:3]:
        motion.step(picture(look), NOBODY, None)
    H, quality = motion.step(np.full((360, 640, 3), 255, np.uint8), NOBODY, None)
    assert np.isnan(quality) and np.array_equal(H, np.eye(3))
    H, quality = motion.step(picture(SWEEP[4]), NOBODY, None)
    assert quality > 0.5
    assert worst_px(H, true_step(SWEEP[2], SWEEP[4])) < 0.5


def test_another_scene_is_lost_once_and_then_followed() -> None:
    motion = BackgroundMotion()
    for look in SWEEP[:3]:
        motion.step(picture(look), NOBODY, None)
    _, at_cut = motion.step(picture(SWEEP[10], seed=9), NOBODY, None)
    H, after = motion.step(picture(SWEEP[11], seed=9), NOBODY, None)
    assert np.isnan(at_cut) and after > 0.5
    assert worst_px(H, true_step(SWEEP[10], SWEEP[11])) < 0.5


@pytest.mark.parametrize("pan_px", [-170, 90, 230])
def test_pictures_far_apart_in_time_are_matched(pan_px: float) -> None:
    """At 2.5 pictures a second a pan covers a third of the picture between two."""
    motion = BackgroundMotion()
    motion.step(picture(camera(0)), NOBODY, None)
    H, quality = motion.step(picture(camera(pan_px, 15, 0.97)), NOBODY, None)
    assert quality > 0.4
    assert worst_px(H, true_step(camera(0), camera(pan_px, 15, 0.97))) < 1.0


def test_a_large_picture_answers_in_its_own_pixels() -> None:
    import cv2

    motion = BackgroundMotion()
    double = np.diag([2.0, 2.0, 1.0])
    for k in (0, 1):
        large = cv2.resize(picture(SWEEP[k]), (1280, 720), interpolation=cv2.INTER_CUBIC)
        H, _ = motion.step(large, NOBODY, None)
    assert worst_px(H, double @ STEPS[1] @ np.linalg.inv(double)) < 1.5


def test_the_same_pictures_give_the_same_steps() -> None:
    def once() -> list[Array]:
        motion = BackgroundMotion()
        return [motion.step(picture(look), NOBODY, None)[0] for look in SWEEP[:6]]

    assert all(np.array_equal(a, b) for a, b in zip(once(), once(), strict=True))
