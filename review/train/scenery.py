"""What is round a man in a crop, what his shirt is dyed in, and what a camera and a tape do to both."""

from __future__ import annotations

import cv2
import numpy as np

from review.adapters.number_window import GREY, WINDOW_PX
from review.core.arrays import Array
from review.train.glyphs import name_bar

__all__ = ["backdrop", "colour_pair", "spoil"]

CLOTHS = (
    *(
        (236, 236, 238),
        (176, 20, 32),
        (18, 18, 20),
        (24, 42, 110),
        (20, 92, 62),
        (84, 26, 110),
        (214, 88, 28),
    ),
    *(
        (14, 108, 138),
        (224, 180, 30),
        (108, 26, 44),
        (120, 170, 215),
        (110, 112, 116),
        (36, 54, 74),
        (205, 195, 170),
    ),
)
APART = 90.0  # of number and cloth, in weighted RGB


def colour_pair(rng: np.random.Generator) -> Array:
    """(6, 3) colours: cloth, number, outline, trim, helmet, trousers."""
    base = np.array(CLOTHS, float)
    while True:
        ink = np.clip(base[rng.integers(len(base), size=6)] + rng.normal(0, 16, (6, 3)), 0, 255)
        if rng.random() < 0.5:
            ink[int(rng.random() < 0.5)] = rng.uniform(222, 250)
        gap = np.abs(ink[0] - ink[1]) @ np.array([0.3, 0.5, 0.2])
        if gap > APART or (gap > 0.6 * APART and np.abs(ink[0] - ink[1]).max() > 1.5 * APART):
            return np.asarray(ink)


def backdrop(shape: tuple[int, int], rng: np.random.Generator) -> Array:
    """Ice, boards with words, or stands, (h, w, 3) float32."""
    tall, wide = shape
    ice = rng.uniform(165, 245) + rng.normal(0, 6, 3)
    sheet = np.empty((tall, wide, 3), np.float32)
    sheet[:] = ice
    sheet += (np.linspace(-1, 1, tall)[:, None, None] * rng.normal(0, 12)).astype(np.float32)
    if rng.random() < 0.4:
        ends = rng.uniform(-30, 150, (2, 2)).astype(int).tolist()
        colour = [(200.0, 30.0, 40.0), (30.0, 60.0, 160.0)][int(rng.integers(2))]
        cv2.line(sheet, ends[0], ends[1], colour, int(rng.integers(2, 12)), cv2.LINE_AA)
    if rng.random() < 0.45:
        _boards(sheet, int(rng.uniform(0.15, 1.0) * tall), rng)
    if rng.random() < 0.15:
        coarse = rng.uniform(10, 150, (max(2, tall // 8), max(2, wide // 8), 3)).astype(np.float32)
        part = int(rng.uniform(0.2, 1.0) * tall)
        sheet[:part] = cv2.resize(coarse, (wide, tall), interpolation=cv2.INTER_LINEAR)[:part]
    return np.clip(sheet, 0, 255)


def _boards(sheet: Array, until: int, rng: np.random.Generator) -> None:
    wide = sheet.shape[1]
    sheet[:until] = rng.uniform(0, 255, 3) if rng.random() < 0.7 else 235.0
    for _ in range(int(rng.integers(4))):
        if rng.random() < 0.5:
            words = name_bar(rng)
            high = int(rng.integers(10, 40))
            mask = cv2.resize(words, (max(4, words.shape[1] * high // words.shape[0]), high))
            y, x = int(rng.integers(-5, max(1, until - 5))), int(rng.integers(2 - mask.shape[1], wide))
            part = sheet[max(0, y) : y + high, max(0, x) : x + mask.shape[1]]
            share = mask[max(0, -y) :, max(0, -x) :][: part.shape[0], : part.shape[1], None] / 255.0
            part[:] = part * (1 - share) + rng.uniform(0, 255, 3) * share
        else:
            at = rng.uniform(0, wide, 2).astype(int).tolist()
            axes = rng.integers(5, 60, 2).tolist()
            cv2.ellipse(
                sheet, at, axes, float(rng.uniform(0, 180)), 0, 360, rng.uniform(0, 255, 3).tolist(), -1
            )
    sheet[max(0, until - 6) : until] = (220, 190, 40) if rng.random() < 0.6 else rng.uniform(0, 255, 3)


def spoil(sheet: Array, digits_px: float, rng: np.random.Generator) -> tuple[Array, float]:
    """The sheet as a tape keeps it, at the window's size, and the digits' height there less the blur, px.

    `digits_px` is their height on the sheet. The height counts in pixels of the tape, of which a man has 72
    to 260.
    """
    body = float(np.exp(rng.uniform(np.log(72), np.log(260))))
    ratio = body * 0.62 / sheet.shape[0]
    size = (max(8, round(sheet.shape[1] * ratio)), max(8, round(sheet.shape[0] * ratio)))
    picture = cv2.resize(sheet, size, interpolation=cv2.INTER_AREA if ratio < 1 else cv2.INTER_LINEAR)
    blur = 0.0
    if rng.random() < 0.4:
        blur = float(rng.exponential(0.018) * body)
        picture = _smear(picture, blur, rng.uniform(0, np.pi))
    soft = float(rng.uniform(0.0, 1.3)) if rng.random() < 0.6 else 0.0
    if soft > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), soft)
    picture = _graded(picture, rng)
    if rng.random() < 0.25:
        picture = picture + 0.8 * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    picture = np.clip(
        picture + rng.standard_normal(picture.shape, np.float32) * rng.uniform(0, 7), 0, 255
    ).astype(np.uint8)
    if rng.random() < 0.85:
        _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 96))])
        picture = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    how = cv2.INTER_AREA if picture.shape[0] > WINDOW_PX[1] else cv2.INTER_LINEAR
    fitted = cv2.resize(picture, WINDOW_PX, interpolation=how)
    return np.asarray(fitted), digits_px * ratio - 0.6 * blur - max(0.0, 1.5 * (soft - 0.6))


def _smear(picture: Array, length_px: float, turn: float) -> Array:
    reach = int(np.ceil(length_px)) | 1
    if reach < 3:
        return picture
    kernel = np.zeros((reach, reach), np.float32)
    half = reach // 2
    along = np.array([np.cos(turn), np.sin(turn)]) * half
    cv2.line(
        kernel,
        (half + np.round(-along)).astype(int).tolist(),
        (half + np.round(along)).astype(int).tolist(),
        1.0,
    )
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE))


def _graded(picture: Array, rng: np.random.Generator) -> Array:
    """Exposure, contrast, tint, less colour."""
    colour, contrast = rng.uniform(0.5, 1.2), rng.uniform(0.55, 1.2)
    mix = contrast * (colour * np.eye(3) + (1 - colour) / 3) * rng.uniform(0.9, 1.1, 3)[:, None]
    shift = GREY * (1 - contrast) + rng.normal(0, 14)
    return np.asarray(cv2.transform(picture, np.column_stack([mix, np.full(3, shift)])))
