"""Adverts for the boards, the back walls and the ribbon, by OpenCV."""

from __future__ import annotations

import cv2
import numpy as np

from review.adapters.paint_pen import Brand, Colour, Image, brands, lay, lettering, signed

STRIP_PX = (128, 8192)
PALE: tuple[Colour, ...] = ((246, 246, 244), (240, 241, 243), (248, 246, 238))


def paint_adverts(rng: np.random.Generator, *, coloured_ratio: float) -> Image:
    """A strip of adverts (128, 8192, 3) RGB that repeats; panels are as long as their buyers paid for."""
    height, width = STRIP_PX
    strip = np.full((height, width, 3), PALE[int(rng.integers(len(PALE)))], np.uint8)
    buyers = brands(rng)
    x, k = 0, 0
    while x < width - 160:
        length = int(rng.choice([240, 320, 330, 420, 640], p=[0.2, 0.3, 0.2, 0.2, 0.1]))
        length = min(length, width - x)
        _panel(strip, x, length, buyers[k % len(buyers)], coloured=bool(rng.random() < coloured_ratio))
        x += length + (0 if rng.random() < 0.6 else int(rng.integers(30, 160)))
        k += 1
    return _scuffed(strip, rng)


def _panel(strip: Image, x: int, length: int, brand: Brand, *, coloured: bool) -> None:
    ink, second = brand.ink, brand.second
    if coloured:
        strip[:, x : x + length] = brand.ink
        ink, second = (246, 246, 246), (250, 222, 90) if sum(brand.ink) < 200 else (24, 24, 30)
    tall = 72
    parts = signed(brand, tall)
    total = parts[-1][1] + parts[-1][0].shape[1]
    room = length - 44
    if total > room:
        tall = max(26, int(tall * room / total))
        parts = signed(brand, tall)
        total = parts[-1][1] + parts[-1][0].shape[1]
    start, top = x + (length - total) // 2, (128 - tall) // 2
    for mask, at, in_second in parts:
        lay(
            strip,
            mask,
            (start + at, top + (0 if in_second else (tall - mask.shape[0]) // 3)),
            second if in_second else ink,
        )
    if brand.slogan:
        line = lettering("sedan 19" + str(20 + len(brand.name)), 15, weight=500)
        lay(strip, line, (start + parts[-1][1], top + tall - 12), ink)


def _scuffed(strip: Image, rng: np.random.Generator) -> Image:
    """Puck marks and seams between sheets of board."""
    for _ in range(420):
        x, y = int(rng.integers(0, strip.shape[1])), int(128 - abs(rng.normal(0, 40)))
        cv2.line(
            strip,
            (x, y),
            (x + int(rng.integers(-14, 14)), y + int(rng.integers(-3, 4))),
            (190, 190, 192),
            1,
            cv2.LINE_AA,
        )
    for x in range(0, strip.shape[1], 322):
        strip[:, x : x + 2] = (strip[:, x : x + 2] * 0.72).astype(np.uint8)
    return strip
