"""Camera motion on a drawn rink moved by known homographies, men moving on it, a score bug over it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from review.adapters.graphics_cv2 import find_graphics
from review.adapters.motion_cv2 import BackgroundMotion
from review.core.camera import apply_homography

SIZE = (640, 360)
CORNERS = np.array([[60, 60], [580, 60], [60, 300], [580, 300]], dtype=np.float64)


@pytest.fixture(scope="module")
def ground() -> np.ndarray:
    """A large picture with texture at every scale: stands, boards, lines, letters."""
    rng = np.random.default_rng(5)
    small = rng.integers(40, 220, (60, 120, 3), dtype=np.uint8)
    picture = cv2.GaussianBlur(cv2.resize(small, (2400, 1200), interpolation=cv2.INTER_CUBIC), (0, 0), 1.5)
    for i in range(400):
        at = (int(rng.integers(0, 2300)), int(rng.integers(30, 1190)))
        colour = tuple(int(c) for c in rng.integers(0, 255, 3))
        cv2.putText(picture, f"AD{i}", at, cv2.FONT_HERSHEY_SIMPLEX, 1.2, colour, 3, cv2.LINE_AA)
    return picture


def look(
    ground: np.ndarray, x: float, y: float, zoom: float = 1.0, *, men: int = 0, bug: bool = False
) -> np.ndarray:
    """What a camera sees with its left top corner at (x, y) of the ground."""
    A = np.array([[zoom, 0, -x * zoom], [0, zoom, -y * zoom]])
    picture = cv2.warpAffine(ground, A, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    for m in range(men):
        foot = (80 + 110 * m + int(x * 1.7) % 90, 150 + 40 * (m % 4))
        cv2.rectangle(picture, (foot[0], foot[1]), (foot[0] + 24, foot[1] + 60), (20, 30, 120), -1)
    if bug:
        picture[20:48, 40:300] = (30, 40, 90)
        cv2.putText(picture, "EDM 0 BUF 0 18:41", (48, 42), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (255, 255, 255), 2)
    return picture


def truth(before: tuple[float, float, float], now: tuple[float, float, float]) -> np.ndarray:
    """H_prev_from_px of two camera places (x, y, zoom)."""
    to = [np.array([[z, 0, -x * z], [0, z, -y * z], [0, 0, 1.0]]) for x, y, z in (before, now)]
    return to[0] @ np.linalg.inv(to[1])


def error_px(H: np.ndarray, true: np.ndarray) -> float:
    return float(np.abs(apply_homography(H, CORNERS) - apply_homography(true, CORNERS)).max())


NOBODY = np.zeros((0, 4))


@pytest.mark.parametrize("step_px", [0.0, 1.5, 8.0, 17.0, 40.0])
def test_a_pan_is_found_to_half_a_pixel(ground: np.ndarray, step_px: float) -> None:
    motion = BackgroundMotion(width_px=640)
    motion.step(look(ground, 300, 200), NOBODY, None)
    for i in range(1, 5):
        H, quality = motion.step(look(ground, 300 + step_px * i, 200), NOBODY, None)
        assert error_px(H, truth((300 + step_px * (i - 1), 200, 1), (300 + step_px * i, 200, 1))) < 0.5
        assert quality > 0.3


def test_a_zoom_is_found(ground: np.ndarray) -> None:
    motion = BackgroundMotion(width_px=640)
    motion.step(look(ground, 300, 200, 1.0), NOBODY, None)
    H, _ = motion.step(look(ground, 305, 203, 1.02), NOBODY, None)
    assert error_px(H, truth((300, 200, 1.0), (305, 203, 1.02))) < 0.5


def test_men_and_a_score_bug_do_not_pull(ground: np.ndarray) -> None:
    motion = BackgroundMotion(width_px=640)
    mask = np.zeros((360, 640), dtype=bool)
    mask[15:55, 35:305] = True
    motion.step(look(ground, 300, 200, men=5, bug=True), NOBODY, mask)
    H, _ = motion.step(look(ground, 309, 202, men=5, bug=True), NOBODY, mask)
    assert error_px(H, truth((300, 200, 1), (309, 202, 1))) < 1.0


def test_the_first_picture_and_another_scene_are_unknown(ground: np.ndarray) -> None:
    motion = BackgroundMotion(width_px=640)
    H, quality = motion.step(look(ground, 300, 200), NOBODY, None)
    assert np.isnan(quality) and (np.eye(3) == H).all()
    flat = np.full((360, 640, 3), 250, dtype=np.uint8)
    H, quality = motion.step(flat, NOBODY, None)
    assert np.isnan(quality) and (np.eye(3) == H).all()


def test_reset_forgets(ground: np.ndarray) -> None:
    motion = BackgroundMotion(width_px=640)
    motion.step(look(ground, 300, 200), NOBODY, None)
    motion.reset()
    _, quality = motion.step(look(ground, 308, 200), NOBODY, None)
    assert np.isnan(quality)


def test_the_same_pictures_give_the_same_motion(ground: np.ndarray) -> None:
    runs = []
    for _ in range(2):
        motion = BackgroundMotion(width_px=640)
        runs.append([motion.step(look(ground, 300 + 7 * i, 200, men=3), NOBODY, None)[0] for i in range(4)])
    assert all((a == b).all() for a, b in zip(*runs, strict=True))


def test_a_score_bug_is_found_where_the_camera_moves(ground: np.ndarray) -> None:
    pictures = [look(ground, 200 + 37 * i, 180 + 9 * (i % 5), bug=True) for i in range(24)]
    mask = find_graphics(pictures)
    h, w = mask.shape
    assert mask[int(34 * h / 360), int(60 * w / 640) : int(280 * w / 640)].mean() > 0.9
    assert mask[int(120 * h / 360) :].mean() < 0.02


def test_a_camera_that_stands_still_tells_nothing(ground: np.ndarray) -> None:
    assert not find_graphics([look(ground, 300, 200, bug=True) for _ in range(24)]).any()
