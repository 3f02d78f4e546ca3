"""Labels that are not complete or not tight, mended with what a teacher sees; arithmetic on boxes alone."""

from __future__ import annotations

import numpy as np

from review.core.arrays import Array
from review.core.boxes import area, inside, iou

__all__ = ["tightened", "unlabelled"]

TOUCH_SHARE = 0.3
WHOLE_PICTURE_SHARE = 0.2  # a person as large as this is a close-up, or none
SAME_IOU, WITHIN_SHARE = 0.35, 0.75


def unlabelled(teacher_px: Array, labelled_px: Array, *, picture_px2: float) -> Array:
    """(n,) bool: boxes of the teacher that belong to nobody who is labelled.

    A box touches somebody when it shares 30 % of the smaller of the two areas with him.
    """
    small = area(teacher_px) < WHOLE_PICTURE_SHARE * picture_px2
    if not len(labelled_px) or not len(teacher_px):
        return np.asarray(small, bool)
    shared = np.maximum(inside(teacher_px, labelled_px), inside(labelled_px, teacher_px).T)
    return np.asarray(small & (shared.max(axis=1) < TOUCH_SHARE))


def tightened(labelled_px: Array, teacher_px: Array) -> Array:
    """(n, 4): each labelled box, or the teacher's where that is the same man more tightly.

    The teacher's box must overlap by IoU 0.35 or more and lie to three quarters inside the labelled one; what
    sticks out of that is cut off. One box of the teacher serves one man.
    """
    out = np.array(labelled_px, float)
    if not len(out) or not len(teacher_px):
        return out
    alike = np.where(inside(teacher_px, out).T >= WITHIN_SHARE, iou(out, teacher_px), 0.0)
    for _ in range(min(alike.shape)):
        row, other = np.unravel_index(int(alike.argmax()), alike.shape)
        if alike[row, other] < SAME_IOU:
            break
        low = np.maximum(labelled_px[row, :2], teacher_px[other, :2])
        high = np.minimum(labelled_px[row, 2:], teacher_px[other, 2:])
        out[row] = [*low, *high]
        alike[row, :] = 0.0
        alike[:, other] = 0.0
    return out
