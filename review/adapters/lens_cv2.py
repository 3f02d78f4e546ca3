"""Lens distortion by OpenCV's remap, its maps made once per lens."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from review.sim.lens import Lens

Image = NDArray[np.uint8]
Maps = tuple[NDArray[np.float32], NDArray[np.float32]]


class Cv2Lens:
    """Bends pictures (bilinear) and masks (nearest)."""

    def __init__(self) -> None:
        self._smooth: dict[Lens, tuple[NDArray[np.int16], NDArray[np.uint16]]] = {}
        self._exact: dict[Lens, Maps] = {}

    def picture(self, image: Image, lens: Lens) -> Image:
        """Return the picture (h, w, 3) as ``lens`` shows it."""
        if lens not in self._smooth:
            whole, part = cv2.convertMaps(*self._maps(lens), cv2.CV_16SC2)
            self._smooth[lens] = (np.asarray(whole, np.int16), np.asarray(part, np.uint16))
        whole, part = self._smooth[lens]
        out = cv2.remap(image, whole, part, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(out, np.uint8)

    def mask(self, mask: Image, lens: Lens) -> Image:
        """Return the mask (h, w) as ``lens`` shows it, its values unmixed."""
        x, y = self._maps(lens)
        return np.asarray(cv2.remap(mask, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT), np.uint8)

    def _maps(self, lens: Lens) -> Maps:
        """Where each pixel's middle comes from, in OpenCV's pixels (whole numbers at the middles)."""
        if lens not in self._exact:
            w, h = lens.size_px
            x, y = np.meshgrid(np.arange(w) + 0.5, np.arange(h) + 0.5)
            source = lens.straightened(np.stack([x, y], axis=-1)) - 0.5
            self._exact[lens] = (source[..., 0].astype(np.float32), source[..., 1].astype(np.float32))
        return self._exact[lens]
