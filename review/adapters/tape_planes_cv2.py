"""From field pictures to what an encoder is given: luma and chroma planes, fields woven (OpenCV)."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.uint8]
SD_LINES = 576  # up to here BT.601, above BT.709
LOW_PASS = np.array([0.25, 0.5, 0.25])


class Planes(NamedTuple):
    """Luma (h, w) and both chroma planes (h/2, w/2), 16 black and 235 white, 128 grey."""

    y: Plane
    u: Plane
    v: Plane

    def packed(self) -> Plane:
        """Planes one after the other, (h * 3/2, w), as yuv420p is laid out."""
        h, w = self.y.shape
        return np.concatenate([self.y, self.u.reshape(h // 4, w), self.v.reshape(h // 4, w)])


def flat(size_px: tuple[int, int], luma: int) -> Planes:
    """A grey picture of that luma."""
    w, h = size_px
    grey = np.full((h // 2, w // 2), 128, np.uint8)
    return Planes(np.full((h, w), luma, np.uint8), grey, grey)


def planes_of(fields: list[Plane], size_px: tuple[int, int], *, top_first: bool | None) -> Planes:
    """Planes of ``size_px`` from one picture (h, w, 3) RGB, or from two fields' pictures woven.

    Before a field leaves out every other line the picture is low-passed down its columns, as cameras
    do, so that thin lines do not flicker; each field has chroma lines of its own. ``top_first`` is
    None for a progressive tape.
    """
    w, h = size_px
    if top_first is None:
        y, u, v = _yuv(_sized(fields[0], size_px), lines=h)
        return Planes(y, *(cv2.resize(c, (w // 2, h // 2), interpolation=cv2.INTER_AREA) for c in (u, v)))
    out = Planes(*(np.empty((n, m), np.uint8) for n, m in ((h, w), (h // 2, w // 2), (h // 2, w // 2))))
    for k, field in enumerate(fields):
        parity = k if top_first else 1 - k
        soft = cv2.sepFilter2D(_sized(field, size_px), -1, np.ones(1), LOW_PASS)
        y, u, v = _yuv(np.ascontiguousarray(soft[parity::2]), lines=h)
        out.y[parity::2] = y
        for plane, chroma in ((out.u, u), (out.v, v)):
            plane[parity::2] = cv2.resize(chroma, (w // 2, h // 4), interpolation=cv2.INTER_AREA)
    return out


def _sized(picture: Plane, size_px: tuple[int, int]) -> Plane:
    h, w = picture.shape[:2]
    if (w, h) == size_px:
        return picture
    smaller = size_px[0] <= w and size_px[1] <= h
    way = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size_px, interpolation=way), np.uint8)


def _yuv(picture: Plane, *, lines: int) -> tuple[Plane, Plane, Plane]:
    y, u, v = cv2.split(cv2.transform(picture, YUV_FROM_RGB[lines > SD_LINES]))
    return y, u, v


def _matrix(red: float, blue: float) -> NDArray[np.float32]:
    """Limited-range YCbCr from RGB as ITU-R defines it by the luma shares of red and blue."""
    luma = np.array([red, 1 - red - blue, blue])
    u = (np.array([0, 0, 1]) - luma) / (2 * (1 - blue)) * 224 / 255
    v = (np.array([1, 0, 0]) - luma) / (2 * (1 - red)) * 224 / 255
    rows = np.stack([luma * 219 / 255, u, v])
    return np.asarray(np.c_[rows, [16, 128, 128]], np.float32)


YUV_FROM_RGB = {False: _matrix(0.299, 0.114), True: _matrix(0.2126, 0.0722)}
