"""A view carried from one picture to the next by points seen in both: the camera only turns and zooms."""

from __future__ import annotations

import numpy as np

from review.core.arrays import Array
from review.measure.rink_align import PX
from review.measure.rink_camera import POSE, bend, straighten, turn

__all__ = ["carry_points", "carry_view"]

SIGMAS_PX = (12.0, 5.0, 2.5, 2.0)  # of a 1920 picture; the first only after the median shift
NUDGE = 1e-5
STEPS = np.eye(9)[POSE] * NUDGE
AGREE_WEIGHT = 0.2


def carry_points(view: Array, other: Array, points: Array) -> Array:
    """(n, 2) half widths where what shows at `points` in one view shows in another of the same camera.

    Whatever the distance: boards, glass and crowd move as the ice does.
    """
    return _show(other, _rays(view, points))


def _rays(view: Array, points: Array) -> Array:
    """(n, 3) directions in the world."""
    straight = straighten(points, float(view[8]))
    result: Array = (
        np.column_stack([straight * np.exp(-view[2]), np.ones(len(straight))]) @ turn(view[None])[0]
    )
    return result


def _show(view: Array, rays: Array) -> Array:
    seen = rays @ turn(view[None])[0].T
    ahead = np.maximum(seen[:, 2:], 1e-3)
    return bend(seen[:, :2] / ahead * np.exp(view[2]), float(view[8]))


def carry_view(view: Array, before: Array, after: Array, guess: Array) -> tuple[Array, float]:
    """The view of the next picture, and the share of points that agree with it.

    Parameters
    ----------
    before, after : (n, 2) half widths, the same things in the two pictures; people among them are outvoted
    guess : (9,) where the next view is looked for first
    """
    moved, rays = np.array(guess, np.float64), _rays(view, before)
    shown = _show(moved, rays)
    off = after - shown
    from_middle = np.hypot(*(off - np.median(off, axis=0)).T)
    weight = (from_middle < max(4 * float(np.median(from_middle)), 4 * PX)).astype(np.float64)
    for sigma in SIGMAS_PX:
        if sigma != SIGMAS_PX[0]:
            weight = _tukey(off, sigma)
        slopes = np.stack([(_show(moved + step, rays) - shown) / NUDGE for step in STEPS], -1)
        A = np.einsum("n,nif,nig->fg", weight, slopes, slopes) + np.eye(3) * 1e-9
        moved[POSE] += np.linalg.solve(A, np.einsum("n,nif,ni->f", weight, slopes, off))
        shown = _show(moved, rays)
        off = after - shown
    return moved, float((_tukey(off, SIGMAS_PX[-1]) > AGREE_WEIGHT).mean())


def _tukey(off: Array, sigma_px: float) -> Array:
    result: Array = (1 - np.clip(np.hypot(*off.T) / (3 * sigma_px * PX), 0, 1) ** 2) ** 2
    return result
