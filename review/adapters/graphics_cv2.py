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
RISES_WITHIN_PX = (31, 121)  # a graphic's edges have some that rise this near, down and across, at 640
RISES_LEAST_PX = 12
CELLS = (18, 32)
CELL_LEAST_PX = 6  # rising edge pixels of a cell that is asked at all
SAME_EDGES_RATIO = 0.4  # ... of which more than this must agree with those of another picture
SAME_CELLS_RATIO = 0.35  # cells that agree, above which two pictures show the same view


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
    where fewer than eight pictures show different views
    """
    import cv2

    if not len(pictures):
        return np.zeros((0, 0), np.bool_)
    small = [_small_grey(picture) for picture in pictures]
    nothing = np.zeros(small[0].shape, np.bool_)
    across = np.stack([cv2.Sobel(grey, cv2.CV_16S, 1, 0) for grey in small])
    down = np.stack([cv2.Sobel(grey, cv2.CV_16S, 0, 1) for grey in small])
    kept = _turned(across, down)
    if len(kept) < FEWEST_PICTURES:
        return nothing
    across, down = across[kept], down[kept]
    standing, upright = _standing(across, down)
    edges_in_one = float(np.mean([_upright(x, y).sum() for x, y in zip(across, down, strict=True)]))
    if (standing & upright).sum() > STILL_RATIO * edges_in_one:
        return nothing
    return _filled(standing & _near(standing & upright))


def _small_grey(picture: Array) -> Array:
    import cv2

    h, w = picture.shape[:2]
    if w > WIDTH_PX:
        picture = cv2.resize(picture, (WIDTH_PX, round(h * WIDTH_PX / w)), interpolation=cv2.INTER_AREA)
    grey: Array = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    return grey


def _turned(across: Array, down: Array) -> list[int]:
    """Rows of pictures of which no two show the same view: a camera at rest would outvote all it does else.

    Two views are one if what rises agrees in many cells; a graphic, however strong, fills few of them.
    """
    kept: list[int] = []
    for i, (x, y) in enumerate(zip(across, down, strict=True)):
        rising = _upright(x, y)
        tolerance = 0.4 * np.hypot(x, y) + 4
        there = _in_cells(rising)
        for j in kept:
            agree = rising & (np.hypot(x - across[j], y - down[j]) < tolerance)
            same = (_in_cells(agree) > SAME_EDGES_RATIO * there) & (there >= CELL_LEAST_PX)
            if same.sum() > SAME_CELLS_RATIO * (there >= CELL_LEAST_PX).sum():
                break
        else:
            kept.append(i)
    return kept


def _in_cells(edges: Array) -> Array:
    """Edge pixels in each cell of a grid of 18 × 32."""
    rows, columns = (
        np.linspace(0, n, cells + 1).astype(int)[:-1] for n, cells in zip(edges.shape, CELLS, strict=True)
    )
    result: Array = np.add.reduceat(np.add.reduceat(edges.astype(np.int32), rows, axis=0), columns, axis=1)
    return result


def _upright(across: Array, down: Array) -> Array:
    """(h, w) bool: edges that rise more than they lie."""
    found: Array = (np.hypot(across, down) > EDGE) & (np.abs(across) > np.abs(down))
    return found


def _near(upright: Array) -> Array:
    """(h, w) bool: close to edges that rise. A pan leaves what lies along it standing: ice, boards, rails."""
    import cv2

    around = [2 * round(n * upright.shape[1] / WIDTH_PX / 2) + 1 for n in RISES_WITHIN_PX]
    some = cv2.boxFilter(upright.astype(np.float32), -1, (around[1], around[0]), normalize=False)
    enough: Array = some >= RISES_LEAST_PX
    return enough


def _standing(across: Array, down: Array) -> tuple[Array, Array]:
    """(h, w) bool each: edges that keep direction and strength in most pictures; which of all rise."""
    held_x, held_y = np.median(across, axis=0), np.median(down, axis=0)
    strength = np.hypot(held_x, held_y)
    agree = np.zeros(strength.shape, np.float32)
    for x, y in zip(across, down, strict=True):
        agree += np.hypot(x - held_x, y - held_y) < 0.4 * strength + 4
    result: Array = (strength > EDGE) & (agree >= HELD_RATIO * len(across))
    return result, _upright(held_x, held_y)


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
