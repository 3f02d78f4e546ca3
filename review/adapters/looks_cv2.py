"""Appearance of people: how much of which colour on torso and legs (OpenCV)."""

from __future__ import annotations

import cv2
import numpy as np

from review.core.arrays import Array
from review.measure.teams import colour_class

__all__ = ["LOOK_SIZE", "look_at"]

#: 12 palette shares of the torso, 12 of the legs, mean Lab of the torso, share of ice under the feet.
LOOK_SIZE = 28
_TORSO = (0.15, 0.12, 0.85, 0.52)
_LEGS = (0.15, 0.52, 0.85, 0.80)
_BELOW = (0.0, 0.98, 1.0, 1.12)
_PATCH_PX = 12


def look_at(rgb: Array, xyxy_px: Array) -> Array:
    """(n, 28) float32 looks of the boxes in a picture; NaN rows where a box is too small or outside.

    Colours are counted in twelve classes of CIE Lab: black, grey, white (chroma below 12), eight hues of
    45 degrees, and dark blue-violet, which night-blue sweaters need. Rounded to float16 as a case keeps it.
    """
    looks = np.full((len(xyxy_px), LOOK_SIZE), np.nan, dtype=np.float32)
    if not len(xyxy_px):
        return looks
    torso, legs, below = (_patches(rgb, xyxy_px, part) for part in (_TORSO, _LEGS, _BELOW))
    usable = np.isfinite(torso).all(axis=(1, 2)) & np.isfinite(legs).all(axis=(1, 2))
    every = np.column_stack([_palette(torso), _palette(legs), torso.mean(axis=1), _ice(below)])
    looks[usable] = every[usable]
    return looks.astype(np.float16).astype(np.float32)


def _patches(rgb: Array, xyxy_px: Array, part: tuple[float, float, float, float]) -> Array:
    """(n, 144, 3) Lab of one part of every box, 12 by 12; NaN where the part is not in the picture."""
    side = _PATCH_PX
    patches = np.zeros((len(xyxy_px) * side, side, 3), dtype=np.uint8)
    missing = np.zeros(len(xyxy_px), dtype=bool)
    for i, (x0, y0, x1, y1) in enumerate(np.asarray(xyxy_px, dtype=np.float64).tolist()):
        left, right = max(0, round(x0 + part[0] * (x1 - x0))), round(x0 + part[2] * (x1 - x0))
        top, bottom = max(0, round(y0 + part[1] * (y1 - y0))), round(y0 + part[3] * (y1 - y0))
        crop = rgb[top : max(top, bottom), left : max(left, right)]
        if crop.shape[0] < 2 or crop.shape[1] < 2:
            missing[i] = True
        else:
            patches[i * side : (i + 1) * side] = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(patches.astype(np.float32) / 255, cv2.COLOR_RGB2LAB).reshape(len(xyxy_px), -1, 3)
    lab[missing] = np.nan
    result: Array = lab
    return result


def _palette(lab: Array) -> Array:
    """(n, 12) shares of the colour classes."""
    kind = colour_class(np.nan_to_num(lab))
    n = len(lab)
    flat = (kind + np.arange(n)[:, None] * 12).ravel()
    shares: Array = np.bincount(flat, minlength=12 * n).reshape(n, 12) / lab.shape[1]
    return shares.astype(np.float32)


def _ice(lab: Array) -> Array:
    """(n,) share of bright, colourless picture just below the feet: ice, not seats; 0 where outside."""
    bright = (lab[:, :, 0] > 55) & (np.hypot(lab[:, :, 1], lab[:, :, 2]) < 18)
    share: Array = np.where(np.isfinite(lab).all(axis=(1, 2)), bright.mean(axis=1), 0.0)
    return share
