"""Which of the people in a picture are worth reading a number from."""

from __future__ import annotations

import numpy as np

from review.core.arrays import Array
from review.core.detections import GOALKEEPER, SKATER, Detections

__all__ = ["READABLE_PX", "worth_reading"]

#: Height in px of tape that a man needs: below it hardly a number was read (docs/numbers.md).
READABLE_PX = 90.0
LEAST_CONF = 0.4
MOST_READ = 2  # in one picture
TORSO_SHARE = 0.62  # of a box from its top
COVERED_SHARE = 0.2  # of the torso, by somebody nearer


def worth_reading(
    found: Detections, turn: int = 0, *, size_px: tuple[int, int], graphics: Array | None = None
) -> Array:
    """Rows of at most two players who are large enough and not covered, others at every turn.

    A man nearer to the camera who stands before the torso would lend his own number, a burnt-in graphic its
    digits: `graphics` is a mask of them at any scale of the picture, which is `size_px` (width, height).
    """
    boxes = found.xyxy_px.astype(np.float64)
    height = boxes[:, 3] - boxes[:, 1]
    player = np.isin(found.class_id, (SKATER, GOALKEEPER)) & (found.conf >= LEAST_CONF)
    clear = ~_covered(boxes, found.conf)
    if graphics is not None:
        clear &= np.array([not _under(torso, graphics, size_px) for torso in _torsos(boxes)], bool)
    rows = np.flatnonzero(player & (height >= READABLE_PX) & clear)
    across = rows[np.argsort(boxes[rows, 0] + boxes[rows, 2], kind="stable")]
    result: Array = np.roll(across, -MOST_READ * turn)[:MOST_READ]
    return result


def _covered(boxes: Array, conf: Array) -> Array:
    """Whether a surely seen box whose feet are lower, so nearer, lies over the torso of each."""
    torso = _torsos(boxes)
    low = np.maximum(torso[:, None, :2], boxes[None, :, :2])
    high = np.minimum(torso[:, None, 2:], boxes[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    area = np.clip(torso[:, 2:] - torso[:, :2], 1e-6, None).prod(axis=1)
    nearer = (boxes[None, :, 3] > boxes[:, None, 3]) & (conf[None] >= LEAST_CONF)
    result: Array = ((shared / area[:, None] > COVERED_SHARE) & nearer).any(axis=1)
    return result


def _torsos(boxes: Array) -> Array:
    torso = boxes.copy()
    torso[:, 3] = boxes[:, 1] + TORSO_SHARE * (boxes[:, 3] - boxes[:, 1])
    return torso


def _under(torso: Array, graphics: Array, size_px: tuple[int, int]) -> bool:
    """Whether any of a mask lies over a torso."""
    h, w = graphics.shape
    x0, x1 = np.clip(torso[[0, 2]] * w / size_px[0], 0, w)
    y0, y1 = np.clip(torso[[1, 3]] * h / size_px[1], 0, h)
    return bool(graphics[int(y0) : int(np.ceil(y1)), int(x0) : int(np.ceil(x1))].any())
