"""What a broadcast adds to a clean picture: glow, softness, noise, vignette (OpenCV)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from review.sim.scenario import Scenario

Image = NDArray[np.uint8]
NOISES = 8
# white of the ice as broadcasters deliver it: neutral, rosy, greenish, cool, warm
GRADES = (
    (0.98, 0.98, 0.98),
    (1.0, 0.97, 1.0),
    (0.965, 0.985, 0.97),
    (0.955, 0.975, 1.0),
    (1.0, 0.985, 0.955),
)


class BroadcastLook:
    """Look port by OpenCV; the same frame number always gets the same noise."""

    def __init__(self, scenario: Scenario) -> None:
        w, h = scenario.size_px
        rng = np.random.default_rng([scenario.seed, 41])
        y, x = np.mgrid[0:h, 0:w]
        away = ((x - w / 2) / (w / 2)) ** 2 + ((y - h / 2) / (w / 2)) ** 2
        dark = np.clip((1 - 0.13 * away**1.2) * 255, 0, 255).astype(np.uint8)
        self._vignette = np.dstack([dark] * 3)
        self._noises = [_noise(rng, (h, w)) for _ in range(NOISES)]
        grey = np.array([[0.30, 0.59, 0.11]] * 3)
        white = GRADES[int(rng.integers(len(GRADES)))]
        faded = rng.uniform(0.10, 0.26)
        haze = rng.uniform(0.0, 0.14)  # stray light: blacks are not black
        self._soft_px = float(rng.uniform(0.9, 1.6))
        lift = rng.uniform(3.0, 7.0) + 120.0 * haze - NOISE_ZERO
        mix = (1 - haze * 0.55) * np.diag(white) @ ((1 - faded) * np.eye(3) + faded * grey)
        self._grade = np.c_[mix, [lift] * 3].astype(np.float32)

    def broadcast(self, picture: Image, *, frame: int) -> Image:
        """Return the picture (h, w, 3) with lens glow, sharpening, noise and grade."""
        h, w = picture.shape[:2]
        small = cv2.resize(picture, (w // 4, h // 4), interpolation=cv2.INTER_AREA)
        glow = cv2.GaussianBlur(cv2.subtract(small, (200, 200, 200, 0)), (0, 0), 6)
        out = cv2.addWeighted(picture, 1.0, cv2.resize(glow, (w, h)), 0.22, 0)
        out = cv2.multiply(out, self._vignette, scale=1 / 255.0)
        soft = cv2.GaussianBlur(out, (7, 7), 1.3)
        out = cv2.GaussianBlur(cv2.addWeighted(out, 1.35, soft, -0.35, 0), (5, 5), self._soft_px)
        out = cv2.transform(cv2.add(out, self._noises[(frame * 5) % NOISES]), self._grade)
        return np.asarray(out, np.uint8)


NOISE_ZERO = 12.0


def _noise(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    grain = cv2.GaussianBlur(rng.normal(0, 1, size).astype(np.float32), (0, 0), 0.8) * 1.3
    return np.dstack([np.clip(grain + NOISE_ZERO, 0, 24).astype(np.uint8)] * 3)
