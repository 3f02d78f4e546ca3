"""Drawn skaters on drawn ice: pictures whose truth is known because they were drawn from it."""

from __future__ import annotations

import cv2
import numpy as np

from review.core.arrays import Array

__all__ = ["draw_skater", "drawn_ice"]

NAVY, ORANGE, BLACK, SKIN = (30, 40, 140), (240, 120, 30), (20, 20, 20), (220, 180, 150)
LEGS = ([[-16, 0], [-16, -5], [-8, -6], [-8, 0]], [[8, 0], [8, -6], [16, -5], [18, 0]])
SOCKS = ([[-15, -5], [-8, -5], [-4, -28], [-14, -28]], [[8, -5], [15, -5], [14, -28], [4, -28]])
TROUSERS = ([[-16, -26], [-2, -26], [0, -30], [2, -26], [16, -26], [15, -46], [-15, -46]],)
JERSEY = (
    [[-17, -42], [17, -42], [20, -76], [10, -84], [-10, -84], [-20, -76]],
    [[-20, -76], [-27, -55], [-20, -46], [-15, -56]],
    [[20, -76], [27, -55], [20, -46], [15, -56]],
)
STRIPE = ([[-18, -50], [18, -50], [18, -46], [-18, -46]],)


def drawn_ice(width: int, height: int) -> Array:
    """(height, width, 3) uint8 RGB: ice with boards along the top, a little grain, always the same."""
    grain = np.random.default_rng(0).normal(0, 3, (height, width, 1))
    picture = np.full((height, width, 3), (226, 232, 238), np.uint8)
    picture[: height // 5] = (235, 235, 235)
    picture[: height // 8] = (60, 60, 70)
    picture[height // 5 : height // 5 + height // 50] = (230, 200, 40)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def draw_skater(picture: Array, x: float, y: float, *, height: float) -> list[float]:
    """Draw a skater whose feet stand at (x, y), and return his box x1 y1 x2 y2."""
    scale = height / 100
    parts = [(LEGS, BLACK), (SOCKS, ORANGE), (TROUSERS, (25, 30, 60)), (JERSEY, NAVY), (STRIPE, ORANGE)]
    for shapes, colour in parts:
        for shape in shapes:
            corners = np.round(np.array(shape) * scale + [x, y]).astype(np.int32)
            cv2.fillPoly(picture, [corners], colour, cv2.LINE_AA)
    rounds = [(-20, -45, 5, 5, BLACK), (20, -45, 5, 5, BLACK), (0, -88, 8, 9, SKIN), (0, -92, 9, 8, NAVY)]
    for right, down, a, b, colour in rounds:
        centre = (round(x + right * scale), round(y + down * scale))
        axes = (max(1, round(a * scale)), max(1, round(b * scale)))
        cv2.ellipse(picture, centre, axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
    return [x - 27 * scale, y - height, x + 27 * scale, y]
