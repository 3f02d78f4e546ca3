"""Fitting a picture into a network's input without distorting it, and boxes back again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array

__all__ = ["PAD", "STRIDE_PX", "Letterbox", "checked_size", "input_size_for", "place_next"]

PAD = 114  # grey the network was trained with outside the picture
STRIDE_PX = 32  # coarsest stride of the network: its input sides are multiples of this


def input_size_for(
    picture_px: tuple[int, int], long_side_px: int, *, multiple_px: int = STRIDE_PX
) -> tuple[int, int]:
    """The smallest input (width, height) that holds the picture at this long side.

    Both sides are rounded up to `multiple_px`, so a 16:9 picture at 960 needs 960×544, of which 960×540
    are picture.

    >>> input_size_for((1280, 720), 960)
    (960, 544)
    >>> input_size_for((720, 576), 640)
    (640, 512)
    """
    ratio = long_side_px / max(picture_px)
    width, height = (max(1, round(side * ratio)) for side in picture_px)
    return -(-width // multiple_px) * multiple_px, -(-height // multiple_px) * multiple_px


@dataclass(frozen=True, slots=True)
class Letterbox:
    """How one picture size lies in one input size: scaled alike in x and y, centred, grey around.

    The picture covers whole pixels of the input, so the scale in use is `inner_px` over `picture_px` on each
    axis (they differ by rounding only) and the way back is exact.
    """

    picture_px: tuple[int, int]
    input_px: tuple[int, int]

    def __post_init__(self) -> None:
        if min(*self.picture_px, *self.input_px) < 1:
            raise ValueError(f"a letterbox needs sides of at least 1 px: {self}")

    @property
    def inner_px(self) -> tuple[int, int]:
        """(width, height) of the picture inside the input."""
        (width, height), (in_width, in_height) = self.picture_px, self.input_px
        ratio = min(in_width / width, in_height / height)
        return max(1, min(in_width, round(width * ratio))), max(1, min(in_height, round(height * ratio)))

    @property
    def offset_px(self) -> tuple[int, int]:
        """(x, y) of the picture's top left corner in the input."""
        width, height = self.inner_px
        return (self.input_px[0] - width) // 2, (self.input_px[1] - height) // 2

    @property
    def scale_xy(self) -> tuple[float, float]:
        """Input pixels a picture pixel, in x and in y."""
        width, height = self.inner_px
        return width / self.picture_px[0], height / self.picture_px[1]

    def place(self, picture: Array, canvas: Array) -> None:
        """Write the picture, scaled where it does not fit already, and its margins into `canvas`.

        Parameters
        ----------
        picture : (h, w, 3) uint8 of `picture_px`
        canvas : (H, W, 3) uint8 of `input_px`, written in place
        """
        (x, y), (width, height) = self.offset_px, self.inner_px
        canvas[:y] = canvas[y + height :] = PAD
        canvas[y : y + height, :x] = canvas[y : y + height, x + width :] = PAD
        inner = canvas[y : y + height, x : x + width]
        if self.inner_px == self.picture_px:
            inner[...] = picture
        else:
            import cv2

            inner[...] = cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR)

    def to_input(self, xyxy_px: Array) -> Array:
        """(n, 4) boxes of the picture in pixels of the input."""
        result: Array = xyxy_px * np.tile(self.scale_xy, 2) + np.tile(self.offset_px, 2)
        return result

    def to_picture(self, xyxy_px: Array) -> Array:
        """(n, 4) boxes of the input in pixels of the picture, cut at its edges."""
        box = (xyxy_px - np.tile(self.offset_px, 2)) / np.tile(self.scale_xy, 2)
        result: Array = np.clip(box, 0, np.tile(self.picture_px, 2))
        return result


def checked_size(size_px: tuple[int, int]) -> tuple[int, int]:
    """The same size, if the network can take it.

    Raises
    ------
    ValueError
        If a side is not a positive multiple of 32.
    """
    if any(side <= 0 or side % STRIDE_PX for side in size_px):
        raise ValueError(f"an input size needs positive multiples of {STRIDE_PX} px, not {size_px}")
    return size_px


def place_next(pictures: Iterator[Array], canvases: Array) -> list[Letterbox]:
    """Write the next pictures into canvases (n, H, W, 3), at most n; how each lies. Empty at the end."""
    size_px = (canvases.shape[2], canvases.shape[1])
    placed: list[Letterbox] = []
    for canvas in canvases:
        picture = next(pictures, None)
        if picture is None:
            break
        letterbox = Letterbox((picture.shape[1], picture.shape[0]), size_px)
        letterbox.place(picture, canvas)
        placed.append(letterbox)
    return placed
