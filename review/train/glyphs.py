"""Numbers as they are sewn on shirts: block digits of many cuts, and a printed face, as masks."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from review.core.arrays import Array

__all__ = ["name_bar", "number_masks"]

TALL_PX = 96
Path = list[tuple[float, float]]


def number_masks(number: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """(tens, units) as uint8 masks of one size (96, w), digits side by side; tens is empty below 10."""
    block = rng.random() < 0.65
    wide, thick = rng.uniform(0.46, 0.72), rng.uniform(0.12, 0.205)
    cut, slant = rng.uniform(0.0, 0.42), (rng.uniform(-0.1, 0.25) if rng.random() < 0.2 else 0.0)
    form, weight = int(rng.integers(8)), int(rng.integers(500, 900))
    digits = [
        _block(int(d), wide, thick, cut, form) if block else _printed(d, weight, wide / 0.7)
        for d in str(number)
    ]
    digits = [_slanted(mask, slant) for mask in digits]
    gap = round(TALL_PX * rng.uniform(0.04, 0.16))
    total = sum(mask.shape[1] for mask in digits) + gap * (len(digits) - 1)
    masks = []
    left = 0
    for mask in digits:
        sheet = np.zeros((TALL_PX, total), np.uint8)
        sheet[:, left : left + mask.shape[1]] = mask
        masks.append(sheet)
        left += mask.shape[1] + gap
    return (masks[0], masks[1]) if len(masks) == 2 else (np.zeros_like(masks[0]), masks[0])


def name_bar(rng: np.random.Generator) -> Array:
    """A made-up name in capitals, (40, w) uint8."""
    letters = "".join(chr(65 + int(k)) for k in rng.integers(26, size=int(rng.integers(4, 11))))
    return _printed(letters, int(rng.integers(500, 800)), 1.0, 40)


def _slanted(mask: Array, slant: float) -> Array:
    if not slant:
        return mask
    h, w = mask.shape
    extra = round(abs(slant) * h)
    shift = np.array([[1, -slant, extra if slant > 0 else 0], [0, 1, 0]], np.float32)
    return np.asarray(cv2.warpAffine(mask, shift, (w + extra, h)))


def _printed(text: str, weight: int, stretch: float, tall_px: int = TALL_PX) -> Array:
    mask = _face(text, weight // 50 * 50)
    width = max(3, round(mask.shape[1] * tall_px / mask.shape[0] * stretch))
    return np.asarray(cv2.resize(mask, (width, tall_px), interpolation=cv2.INTER_AREA))


@cache
def _digit_face(text: str, weight: int) -> Array:
    return _drawn(text, weight)


def _face(text: str, weight: int) -> Array:
    return _digit_face(text, weight) if len(text) == 1 else _drawn(text, weight)


def _drawn(text: str, weight: int) -> Array:
    big = 64
    face = cv2.FontFace("sans")
    sheet = np.zeros((2 * big, big * (len(text) + 2), 3), np.uint8)
    cv2.putText(sheet, text, (big // 2, round(big * 1.4)), (255, 255, 255), face, big, weight)
    inked = sheet[..., 0]
    rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    return np.ascontiguousarray(inked[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def _block(digit: int, wide: float, thick: float, cut: float, form: int) -> Array:
    """One block digit of strokes `thick` (of its height), corners cut by `cut` (of its width)."""
    pen = max(6, round(thick * TALL_PX))
    width = TALL_PX * wide * (0.62 if digit == 1 and form & 1 else 1.0)
    sheet = np.zeros((TALL_PX, max(pen + 4, round(width))), np.uint8)
    half = pen / 2
    room = np.array([sheet.shape[1] - pen, TALL_PX - pen])
    for path in _strokes(digit, cut, cut * room[0] / room[1], form):
        points = np.round(np.array(path) * room + half).astype(np.int32)
        _stroke(sheet, points, pen)
    return sheet


def _stroke(sheet: Array, points: Array, pen: int) -> None:
    """A line with square ends, so that blocks have corners."""
    cv2.polylines(sheet, [points], False, 255, pen, cv2.LINE_AA)
    for x, y in points[[0, -1]].tolist():
        cv2.rectangle(sheet, (x - pen // 2, y - pen // 2), (x + pen // 2 - 1, y + pen // 2 - 1), 255, -1)


def _strokes(digit: int, c: float, k: float, form: int) -> list[Path]:
    """Paths in a unit square, y down; `c`, `k` cut corners along x, y; bits of `form` choose variants."""
    top: Path = [(0, k), (c, 0), (1 - c, 0), (1, k)]
    foot: Path = [(1, 1 - k), (1 - c, 1), (c, 1), (0, 1 - k)]
    half = min(k, 0.22)
    if digit == 0:
        return [[*top, *foot, (0, k)]]
    if digit == 1:
        flag: Path = [(0.5, 0), (0.05, 0.2)] if form & 2 else [(0.5, 0), (0.15, 0.0)]
        bar: Path = [(0.1, 1), (0.9, 1)]
        return [
            [(0.5, 0), (0.5, 1)],
            *([flag] if not form & 1 or form & 4 else []),
            *([bar] if form == 0 else []),
        ]
    if digit == 2:
        body: Path = (
            [(1, 0.42), (0, 0.86)] if form & 1 else [(1, 0.5 - half), (1 - c, 0.5), (c, 0.5), (0, 0.5 + half)]
        )
        return [[(0, 0.22), *top, *body, (0, 1), (1, 1)]]
    if digit == 3:
        waist: Path = [(1, 0.5 - half), (1 - c / 2, 0.5), (1, 0.5 + half)]
        tongue: Path = [(0.4, 0.5), (1 - c / 2, 0.5)]
        return [[(0, 0.2), *top, *waist, *foot, (0, 0.8)], tongue]
    if digit == 4:
        return _fours(form)
    if digit == 5:
        bowl: Path = [(1 - c, 0.42), (1, 0.42 + half), *foot, (0, 0.8)]
        return [[(1, 0), (0, 0), (0, 0.42), *bowl]]
    if digit == 7:
        return [[(0, 0.12), (0, 0), (1, 0), (1, 0.15), (0.42, 1)] if form & 1 else [(0, 0), (1, 0), (0.3, 1)]]
    if digit == 8:
        upper: Path = [*top, (1, 0.5 - half), (1 - c, 0.5), (c, 0.5), (0, 0.5 - half), (0, k)]
        lower: Path = [(c, 0.5), (1 - c, 0.5), (1, 0.5 + half), *foot, (0, 0.5 + half), (c, 0.5)]
        return [upper, lower]
    six: Path = [(1, 0.2), *top[::-1], *foot[::-1], (1, 0.48 + half), (1 - c, 0.48), (0, 0.48)]
    return [six if digit == 6 else [(1 - x, 1 - y) for x, y in six]]


def _fours(form: int) -> list[Path]:
    if form & 1:
        return [[(0, 0), (0, 0.6), (1, 0.6)], [(0.78, 0), (0.78, 1)]]
    return [[(0.72, 1), (0.72, 0), (0, 0.66), (0, 0.7), (1, 0.7)]]
