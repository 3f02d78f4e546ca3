"""Black, white and gamma for the eye: the picture on screen alone, never the frame, a still or a clip."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage

from review.core.arrays import Array
from ui.words import t

__all__ = ["NEUTRAL", "Levels", "levelled"]


@dataclass(frozen=True, slots=True)
class Levels:
    """`black` and `white` are the values (0 to 255) shown as such; gamma above 1 lifts what is dark.

    Raises
    ------
    ValueError
        If white is not above black, or gamma not above 0.
    """

    black: int = 0
    white: int = 255
    gamma_ratio: float = 1.0

    def __post_init__(self) -> None:
        if not (0 <= self.black < self.white <= 255 and self.gamma_ratio > 0):
            raise ValueError("white must lie above black, both within 0 and 255, and gamma above 0")

    def table(self) -> Array:
        """(256,) uint8: what is shown for each value.

        >>> Levels(black=10, white=20).table()[[5, 10, 15, 20, 99]].tolist()
        [0, 0, 128, 255, 255]
        """
        share = (np.arange(256) - self.black) / (self.white - self.black)
        shown: Array = np.round(255 * np.clip(share, 0, 1) ** (1 / self.gamma_ratio)).astype(np.uint8)
        return shown

    def words(self) -> str:
        """What is changed, for the picture; nothing where nothing is."""
        if self == NEUTRAL:
            return ""
        gamma = f"{self.gamma_ratio:.2f}"
        return t(
            "black {black}, white {white}, gamma {gamma}", black=self.black, white=self.white, gamma=gamma
        )


NEUTRAL = Levels()


def levelled(image: QImage, levels: Levels) -> QImage:
    """The image with these levels; itself where they are neutral."""
    if levels == NEUTRAL or image.isNull():
        return image
    image = image.convertToFormat(QImage.Format.Format_RGB32)  # a copy of its own once it is written to
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    shown = np.ascontiguousarray(levels.table()[rows])
    done = QImage(shown.data, image.width(), image.height(), shown.strides[0], QImage.Format.Format_RGB32)
    done = done.copy()
    done.setDevicePixelRatio(image.devicePixelRatio())
    return done
