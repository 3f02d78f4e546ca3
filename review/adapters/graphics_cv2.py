"""Burnt-in graphics: edges that stand still in the picture while the camera turns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from review.core.arrays import Array

__all__ = ["find_graphics"]

WIDTH_PX = 640
EDGE = 60.0  # Sobel response of an edge that counts, grey levels of 0..255
HELD_RATIO = 0.6  # share of pictures in which a graphic must stand: it may be taken off for replays
STILL_RATIO = 0.3  # above this share of standing edges it is the camera that stands
FEWEST_PICTURES = 8
RIM_PX = 4  # the black line that some encoders leave along a picture's side is no graphic
REACH_PX = (12, 44)  # edges of one graphic lie this near each other, down and across, at 640
SMALLEST_EDGE_PX = 60  # edge pixels of the smallest graphic


def find_graphics(pictures: Sequence[Array]) -> Array:
    """Find score bugs, clocks and station marks in about forty pictures spread over a tape.

    An edge belongs to a graphic if its direction and strength agree with their own median over the pictures
    in most of them. Ice, crowd and players do not hold an edge in place once the camera turns. Where it
    never turns enough, nothing can be told apart and nothing is returned.

    Parameters
    ----------
    pictures : (h, w, 3) uint8 RGB of one size, from different moments; more than a second apart is best

    Returns
    -------
    (h', w') bool at 640 px of width (or the pictures' own width where less), True on graphics; all False
    where the camera stands still, or where fewer than eight pictures are given
    """
    import cv2

    if not len(pictures):
        return np.zeros((0, 0), np.bool_)
    small = [_small_grey(picture) for picture in pictures]
    nothing = np.zeros(small[0].shape, np.bool_)
    if len(small) < FEWEST_PICTURES:
        return nothing
    across = np.stack([cv2.Sobel(grey, cv2.CV_16S, 1, 0) for grey in small])
    down = np.stack([cv2.Sobel(grey, cv2.CV_16S, 0, 1) for grey in small])
    standing = _standing(across, down)
    edges_in_one = float(np.mean([(np.hypot(x, y) > EDGE).sum() for x, y in zip(across, down, strict=True)]))
    if standing.sum() > STILL_RATIO * edges_in_one:
        return nothing
    return _filled(standing)


def _small_grey(picture: Array) -> Array:
    import cv2

    h, w = picture.shape[:2]
    if w > WIDTH_PX:
        picture = cv2.resize(picture, (WIDTH_PX, round(h * WIDTH_PX / w)), interpolation=cv2.INTER_AREA)
    grey: Array = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    return grey


def _standing(across: Array, down: Array) -> Array:
    """(h, w) bool: edges that keep direction and strength in most pictures."""
    held_x, held_y = np.median(across, axis=0), np.median(down, axis=0)
    strength = np.hypot(held_x, held_y)
    agree = np.zeros(strength.shape, np.float32)
    for x, y in zip(across, down, strict=True):
        agree += np.hypot(x - held_x, y - held_y) < 0.4 * strength + 4
    result: Array = (strength > EDGE) & (agree >= HELD_RATIO * len(across))
    return result


def _filled(standing: Array) -> Array:
    """Edges that lie near each other as one filled region each, with a thin rim."""
    import cv2

    scale = standing.shape[1] / WIDTH_PX
    reach = [2 * round(n * scale / 2) + 1 for n in REACH_PX]
    inner = np.zeros(standing.shape, np.uint8)
    inner[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = standing[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    side = max(reach)
    wide = np.pad(inner, side)  # a closing is not undone at the picture's side
    near = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, np.ones(reach, np.uint8))[side:-side, side:-side]
    count, label = cv2.connectedComponents(np.ascontiguousarray(near))
    weight = np.bincount(label[inner > 0], minlength=count)
    kept = np.isin(label, np.flatnonzero(weight >= SMALLEST_EDGE_PX)) & (label > 0)
    outlines, _ = cv2.findContours(kept.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    out = cv2.drawContours(np.zeros(standing.shape, np.uint8), outlines, -1, 1, cv2.FILLED)
    result: Array = cv2.dilate(out, np.ones((5, 5), np.uint8)) > 0
    return result
