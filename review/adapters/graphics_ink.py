"""Plates, letters and crests with soft edges, as layers to lay over a picture (OpenCV).

Letters come from the fonts that OpenCV carries: ``sans`` and ``italic`` are Rubik (SIL Open Font License).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Points = NDArray[np.float64]
Colour = tuple[int, int, int]
FINE = 4  # letters are drawn so much larger, then shrunk
CAP_SHARE = 0.7  # of a letter's size is a capital's height
SHIFT = 4  # polygons lie on sixteenths of a pixel
SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc",
    "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip


@dataclass
class Layer:
    """Colours times opacity (h, w, 3) and opacity (h, w, 1), 0 to 1."""

    rgb: Floats
    alpha: Floats

    @classmethod
    def empty(cls, size_px: tuple[int, int]) -> Layer:
        """Nothing, ``size_px`` wide and high."""
        w, h = size_px
        return cls(np.zeros((h, w, 3), np.float32), np.zeros((h, w, 1), np.float32))

    def copy(self) -> Layer:
        """Return another of the same."""
        return Layer(self.rgb.copy(), self.alpha.copy())

    def add(self, mask: Floats, colour: Colour | Floats, at_px: tuple[int, int] = (0, 0)) -> None:
        """Lay ``colour``, one or (h, w, 3), over this where ``mask`` (h, w), 0 to 1, is."""
        x, y = at_px
        h, w = mask.shape
        rgb, alpha = self.rgb[y : y + h, x : x + w], self.alpha[y : y + h, x : x + w]
        cover = mask[: rgb.shape[0], : rgb.shape[1], None]
        paint = np.asarray(colour, np.float32)
        if paint.ndim == 3:
            paint = paint[: rgb.shape[0], : rgb.shape[1]]
        rgb[:] = rgb * (1 - cover) + paint * cover
        alpha[:] = alpha * (1 - cover) + cover

    def foil(self) -> Foil:
        """Return it ready to be laid over pictures."""
        bare = self.rgb / np.maximum(self.alpha, 1e-6)
        alpha = np.ascontiguousarray(self.alpha[..., 0])
        return Foil(np.rint(np.clip(bare, 0, 255)).astype(np.uint8), alpha, 1 - alpha)


@dataclass(frozen=True)
class Foil:
    """A finished layer: colours (h, w, 3), opacity and what it lets through (h, w)."""

    rgb: Image
    alpha: Floats
    rest: Floats

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.rgb.shape[1], self.rgb.shape[0]

    def slid(self, part: float) -> Foil:
        """Return the left ``part`` of it."""
        wide = round(self.rgb.shape[1] * part)
        return Foil(self.rgb[:, :wide], self.alpha[:, :wide], self.rest[:, :wide])

    def onto(self, picture: Image, at_px: tuple[int, int], *, opacity: float = 1.0) -> None:
        """Lay this over ``picture``, in place; what lies outside the picture is cut off."""
        (x, y), (w, h) = at_px, self.size_px
        left, top = max(0, -x), max(0, -y)
        right, bottom = min(w, picture.shape[1] - x), min(h, picture.shape[0] - y)
        if right <= left or bottom <= top:
            return
        cut = np.s_[top:bottom, left:right]
        alpha, rest = self.alpha[cut], self.rest[cut]
        if opacity < 1:
            alpha = alpha * np.float32(opacity)
            rest = 1 - alpha
        part = picture[y + top : y + bottom, x + left : x + right]
        part[:] = cv2.blendLinear(self.rgb[cut], part, alpha, rest)


def colour(text: str) -> Colour:
    """Red, green and blue of ``#rrggbb``."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def readable_on(fill: Colour) -> Colour:
    """Black or white ink, whichever is read on ``fill``."""
    grey = 0.30 * fill[0] + 0.59 * fill[1] + 0.11 * fill[2]
    return (18, 20, 26) if grey > 140 else (255, 255, 255)


def polygon(points: Points, size_px: tuple[int, int]) -> Floats:
    """Inside of a polygon, (n, 2) px, as a soft mask (h, w) of 0 to 1."""
    mask = np.zeros((size_px[1], size_px[0]), np.uint8)
    fixed = np.rint((np.asarray(points) - 0.5) * (1 << SHIFT)).astype(np.int32)
    cv2.fillPoly(mask, [fixed], 255, cv2.LINE_AA, SHIFT)
    return mask.astype(np.float32) / np.float32(255)


def letters(
    text: str, size_px: tuple[int, int], *, height_px: float, weight: int, align: str, face: str
) -> Floats:
    """``text`` in a box of ``size_px`` as a soft mask (h, w); shrunk where it would not fit across."""
    w, h = size_px
    wide, high = w * FINE, h * FINE
    mask = np.zeros((high, wide), np.uint8)
    letter = height_px * FINE
    draw, measure = (_segments, _segments_wide) if face == "segments" else (_font, _font_wide)
    length = measure(text, letter, weight, face)
    if length > wide:
        letter *= wide / length
        length = wide
    left = {"left": 0.0, "centre": (wide - length) / 2, "right": wide - length}[align]
    draw(mask, text, (left, high / 2 + CAP_SHARE * letter / 2), letter, weight, face)
    small: Image = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / np.float32(255)


@lru_cache(maxsize=4)
def _face(name: str) -> cv2.FontFace:
    return cv2.FontFace(name)


def _font(mask: Image, text: str, at: tuple[float, float], letter: float, weight: int, face: str) -> None:
    """Put letters on ``mask``; zeros are narrowed Os, as this font's zeros have a stroke through them."""
    x, y = round(at[0]), round(at[1])
    for piece in re.split("(0)", text):
        if piece == "0":
            wide, narrow = (round(_font_wide(c, letter, weight, face)) for c in "O0")
            ring = np.zeros((mask.shape[0], wide), np.uint8)
            cv2.putText(ring, "O", (0, y), (255,), _face(face), round(letter), weight)
            under = mask[:, max(0, x) : x + narrow]
            zero = cv2.resize(ring, (narrow, ring.shape[0]), interpolation=cv2.INTER_AREA)
            np.maximum(under, zero[:, max(0, -x) :][:, : under.shape[1]], out=under)
            x += narrow
        elif piece:
            (x, _), _ = cv2.putText(mask, piece, (x, y), (255,), _face(face), round(letter), weight)


def _font_wide(text: str, letter: float, weight: int, face: str) -> float:
    return float(cv2.getTextSize((1, 1), text, (0, 0), _face(face), round(letter), weight)[2])


def _segments_wide(text: str, letter: float, weight: int, face: str) -> float:
    return sum(letter * (0.28 if c in ":." else 0.62) for c in text)


def _segments(mask: Image, text: str, at: tuple[float, float], letter: float, weight: int, face: str) -> None:
    """Digits of seven bars, as early score bugs had."""
    x, foot = at
    high, wide, thick = 0.78 * letter, 0.42 * letter, max(1, round(letter * 0.1))
    top, middle = foot - high, foot - high / 2
    bars = {
        "a": ((0, top), (wide, top)),
        "b": ((wide, top), (wide, middle)),
        "c": ((wide, middle), (wide, foot)),
        "d": ((0, foot), (wide, foot)),
        "e": ((0, middle), (0, foot)),
        "f": ((0, top), (0, middle)),
        "g": ((0, middle), (wide, middle)),
    }
    gap = 0.06 * letter
    for c in text:
        if c in ":.":
            for y in (middle - high / 4, middle + high / 4) if c == ":" else (foot,):
                cv2.circle(
                    mask, (round(x + 0.1 * letter), round(y)), round(thick * 0.8), 255, -1, cv2.LINE_AA
                )
            x += 0.28 * letter
            continue
        for bar in SEGMENTS.get(c, ""):
            (x0, y0), (x1, y1) = bars[bar]
            dx, dy = gap * (x1 > x0), gap * (y1 > y0)
            start, end = (round(x + x0 + dx), round(y0 + dy)), (round(x + x1 - dx), round(y1 - dy))
            cv2.line(mask, start, end, 255, thick, cv2.LINE_AA)
        x += 0.62 * letter


def crest(letter: str, size_px: tuple[int, int], *, main: Colour, trim: Colour) -> Layer:
    """A made-up crest: a shield with an initial."""
    w, h = size_px
    layer = Layer.empty(size_px)
    for share, paint in ((0.96, trim), (0.84, readable_on(trim)), (0.76, main)):
        layer.add(polygon(shield((w / 2, h / 2), share * h / 2), size_px), paint)
    mask = letters(letter, size_px, height_px=0.62 * h, weight=900, align="centre", face="italic")
    layer.add(mask, readable_on(main))
    return layer


def shield(centre: tuple[float, float], radius_px: float) -> Points:
    """Outline of a shield about ``centre``, (n, 2) px."""
    side = np.array([(0.92, -0.86), (0.92, 0.02), (0.74, 0.46), (0.40, 0.78), (0.0, 1.0)])
    half = np.concatenate([[(0.0, -0.98)], side])
    other = half[-2:0:-1] * [-1, 1]
    outline: Points = np.concatenate([half, other]) * radius_px + np.asarray(centre)
    return outline
