"""Appearance of people: how much of which colour on torso and legs (OpenCV)."""

from __future__ import annotations

import cv2
import numpy as np

from review.core.arrays import Array

__all__ = ["LOOK_SIZE", "look_at"]

#: 12 palette shares of the torso, 12 of the legs, mean Lab of the torso, share of ice under the feet.
LOOK_SIZE = 28
_TORSO = (0.15, 0.12, 0.85, 0.52)
_LEGS = (0.15, 0.52, 0.85, 0.80)
_BELOW = (0.0, 0.98, 1.0, 1.12)
_PATCH_PX = (12, 12)


def look_at(rgb: Array, xyxy_px: Array) -> Array:
    """(n, 28) float32 looks of the boxes in a picture; NaN rows where a box is too small or outside.

    Colours are counted in twelve classes of CIE Lab: black, grey, white (chroma below 12), eight hues of
    45 degrees, and dark blue-violet, which night-blue sweaters need. Rounded to float16 as a case keeps it.
    """
    looks = np.full((len(xyxy_px), LOOK_SIZE), np.nan, dtype=np.float32)
    for i, box in enumerate(xyxy_px):
        torso, legs = _patch(rgb, box, _TORSO), _patch(rgb, box, _LEGS)
        if torso is None or legs is None:
            continue
        looks[i] = np.concatenate([_palette(torso), _palette(legs), torso.mean(axis=0), [_ice(rgb, box)]])
    return looks.astype(np.float16).astype(np.float32)


def _patch(rgb: Array, box: Array, part: tuple[float, float, float, float]) -> Array | None:
    x0, y0, x1, y1 = (float(v) for v in box)
    w, h = x1 - x0, y1 - y0
    left, right = round(x0 + part[0] * w), round(x0 + part[2] * w)
    top, bottom = round(y0 + part[1] * h), round(y0 + part[3] * h)
    left, top = max(0, left), max(0, top)
    crop = rgb[top:bottom, left:right]
    if crop.shape[0] < 2 or crop.shape[1] < 2:
        return None
    small = cv2.resize(crop, _PATCH_PX, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    lab: Array = cv2.cvtColor(small, cv2.COLOR_RGB2LAB).reshape(-1, 3)
    return lab


def _palette(lab: Array) -> Array:
    lightness, a, b = lab.T
    chroma = np.hypot(a, b)
    hue = ((np.degrees(np.arctan2(b, a)) + 22.5) % 360 // 45).astype(int)
    kind = np.where(chroma >= 12, 3 + hue, np.where(lightness < 30, 0, np.where(lightness < 65, 1, 2)))
    kind = np.where((chroma >= 12) & (lightness < 30) & (b < -8), 11, kind)
    shares: Array = np.bincount(kind, minlength=12).astype(np.float32) / len(lab)
    return shares


def _ice(rgb: Array, box: Array) -> float:
    """Share of bright, colourless picture just below the feet: ice, not seats or spectators."""
    below = _patch(rgb, box, _BELOW)
    if below is None:
        return float("nan")
    bright = (below[:, 0] > 55) & (np.hypot(below[:, 1], below[:, 2]) < 18)
    return float(bright.mean())
