"""Wipes into and out of replays (OpenCV): each is ``before`` at part 0 and ``after`` at part 1."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from review.adapters.graphics_ink import Colour, Floats, Image, polygon, shield

WHITE: Colour = (246, 247, 250)
Wipe = Callable[[Image, Image, float, tuple[Colour, Colour]], Image]


def plain(before: Image, after: Image, part: float, colours: tuple[Colour, Colour]) -> Image:
    """From left to right, with a hard edge."""
    edge = round(part * before.shape[1])
    return np.concatenate([after[:, :edge], before[:, edge:]], axis=1)


def shields(before: Image, after: Image, part: float, colours: tuple[Colour, Colour]) -> Image:
    """A shield comes up until it fills the picture, then opens from its middle."""
    h, w = before.shape[:2]
    far = 1.35 * float(np.hypot(w, h)) / 2
    reach = [far * min(1.0, max(0.0, (part - late) / 0.5)) ** 1.6 for late in (0.0, 0.06, 0.12, 0.42, 0.5)]
    out = before.copy()
    for radius, paint in zip(reach, (WHITE, colours[1], colours[0], WHITE, None), strict=True):
        if radius >= 1.0:
            mask = polygon(shield((w / 2, h / 2), radius * 1.25), (w, h))
            out = _mixed(out, after if paint is None else paint, mask)
    return after.copy() if part >= 1 else out


def stripes(before: Image, after: Image, part: float, colours: tuple[Colour, Colour]) -> Image:
    """Leaning bands in the teams' colours sweep across."""
    h, w = before.shape[:2]
    lean, band = 0.35 * h, 0.16 * w
    start = -lean - 2.4 * band
    front = start + part * (w - start)
    out = before.copy()
    for k, paint in enumerate((WHITE, colours[0], WHITE, colours[1], None)):
        edge = front + (4 - k) * 0.6 * band
        corners = np.array([(-2.0 * w, 0.0), (edge + lean, 0.0), (edge, float(h)), (-2.0 * w, float(h))])
        out = _mixed(out, after if paint is None else paint, polygon(corners, (w, h)))
    if part <= 0:
        return before.copy()
    return after.copy() if part >= 1 else out


def flash(before: Image, after: Image, part: float, colours: tuple[Colour, Colour]) -> Image:
    """A flash of light with a streak across the middle; the picture changes where it is white."""
    h, w = before.shape[:2]
    light = max(0.0, 1 - abs(2 * part - 1)) ** 0.8
    down = np.abs(np.arange(h, dtype=np.float32) / h - 0.5)[:, None]
    streak = np.clip(light * 1.25 * np.exp(-((down / (0.04 + 0.5 * light)) ** 2)), 0, 1)
    mask = np.maximum(np.broadcast_to(streak, (h, w)), np.float32(light**2)).astype(np.float32)
    return _mixed(before if part < 0.5 else after, (255, 255, 255), mask)


WIPES: dict[str, Wipe] = {"plain": plain, "shield": shields, "stripe": stripes, "flash": flash}


def _mixed(under: Image, over: Image | Colour, mask: Floats) -> Image:
    """``over``, a picture or a colour, laid over ``under`` where ``mask`` (h, w), 0 to 1, is."""
    top: NDArray[np.uint8] = over if isinstance(over, np.ndarray) else np.full_like(under, over)
    out: Image = cv2.blendLinear(top, under, mask, 1 - mask)
    return out
