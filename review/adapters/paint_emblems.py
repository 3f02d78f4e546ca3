"""Made-up marks for made-up brands, as masks, by OpenCV."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
BIG_PX = 256
TURN = np.linspace(0, 2 * np.pi, 60)
ALONG = TURN / TURN[-1] * BIG_PX


def emblem(kind: int, size_px: int) -> Image:
    """Mark number ``kind`` (of `EMBLEMS`) as coverage (size_px, size_px)."""
    out = np.zeros((BIG_PX, BIG_PX), np.uint8)
    MARKS[kind](out)
    return np.asarray(cv2.resize(out, (size_px, size_px), interpolation=cv2.INTER_AREA), np.uint8)


def _poly(out: Image, x: NDArray[np.float64], y: NDArray[np.float64], value: int = 255) -> None:
    cv2.fillPoly(out, [np.stack([x, y], axis=1).round().astype(np.int32)], value, cv2.LINE_AA)


def _corners(out: Image, places: list[tuple[int, int]], value: int = 255) -> None:
    cv2.fillPoly(out, [np.array(places, np.int32)], value, cv2.LINE_AA)


def _disc(out: Image, at: tuple[int, int], radius: int, value: int = 255) -> None:
    cv2.circle(out, at, radius, value, -1, cv2.LINE_AA)


def _ring(out: Image) -> None:
    _disc(out, (128, 128), 120)
    _disc(out, (128, 128), 70, 0)
    _corners(out, [(128, 128), (256, 60), (256, 196)], 0)


def _mountains(out: Image) -> None:
    _corners(out, [(0, 230), (95, 40), (190, 230)])
    _corners(out, [(120, 230), (190, 100), (256, 230)], 150)


def _star(out: Image) -> None:
    reach = np.where(np.arange(10) % 2, 50, 125)
    turn = np.arange(10) * np.pi / 5 - np.pi / 2
    _poly(out, 128 + reach * np.cos(turn), 128 + reach * np.sin(turn))


def _chevrons(out: Image) -> None:
    for k in (0, 80, 160):
        _corners(out, [(k, 20), (k + 50, 20), (k + 96, 128), (k + 50, 236), (k, 236), (k + 46, 128)])


def _shield(out: Image) -> None:
    _corners(out, [(24, 16), (232, 16), (232, 120), (128, 248), (24, 120)])
    _corners(out, [(70, 60), (186, 60), (128, 190)], 0)


def _waves(out: Image) -> None:
    for middle in (60, 130, 200):
        y = middle + 24 * np.sin(2 * TURN)
        _poly(out, np.r_[ALONG, ALONG[::-1]], np.r_[y - 18, y[::-1] + 18])


def _leaf(out: Image) -> None:
    y = 100 * np.sin(ALONG / BIG_PX * np.pi)
    _poly(out, np.r_[ALONG, ALONG[::-1]], np.r_[128 - y, 128 + y[::-1]])
    cv2.line(out, (0, 128), (210, 128), 0, 12, cv2.LINE_AA)


def _tiles(out: Image) -> None:
    for x, y, value in ((10, 10, 255), (136, 10, 120), (10, 136, 120), (136, 136, 255)):
        cv2.rectangle(out, (x, y), (x + 110, y + 110), value, -1)


def _sunrise(out: Image) -> None:
    _disc(out, (128, 140), 80)
    cv2.rectangle(out, (0, 160), (256, 256), 0, -1)
    cv2.rectangle(out, (0, 180), (256, 206), 255, -1)


MARKS: tuple[Callable[[Image], None], ...] = (
    *(_ring, _mountains, _star, _chevrons, _shield, _waves, _leaf, _tiles, _sunrise),
)
EMBLEMS = len(MARKS)
