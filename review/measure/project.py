"""Feet and bench fronts in rink metres, and how far a man is from a front."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.gates import GateView
from review.core.registration import Registrations

__all__ = ["Front", "Metres", "distances_m", "feet_on_rink", "front_of", "onto_rink"]

#: A box ends below the skate that is nearest, which stands nearer the camera than its man: so far above the
#: box's bottom he stands, as a share of its height; and one sigma of it, across, and up and down (rendered).
FOOT_ABOVE_RATIO = 0.05
FOOT_ACROSS_RATIO, FOOT_UPRIGHT_RATIO = 0.12, 0.08
#: How exactly a person draws along the foot of the boards, 95 %, px of a picture 1280 wide.
DRAWN_PX = 3.0
INSIDE_RATIO = 0.7  # of a gate's points must lie in the picture
MOST_FRAMES = 120
SIGMAS = 2.0  # of 95 %
NUDGE_PX = 0.5


@dataclass(frozen=True, slots=True)
class Front:
    """A gate's line on the rink: points (k, 2) in metres.

    `error_m` bounds (95 %) how far the line may be off beside a man measured with the same registration,
    `registration_m` what that itself may be off.
    """

    points_m: Array
    error_m: float
    registration_m: float


@dataclass(frozen=True, slots=True)
class Metres:
    """Distances by registration, a value a row, with their 95 % interval; NaN where not registered."""

    best_m: Array
    low_m: Array
    high_m: Array


def onto_rink(H_m_from_px: Array, points_px: Array) -> Array:
    """(n, k, 2) metres of points (n, k, 2) px, a transform (n, 3, 3) a row; NaN where the transform is."""
    points = np.asarray(points_px, np.float64)
    homogeneous = np.concatenate([points, np.ones((*points.shape[:2], 1))], axis=2)
    on_ice = np.einsum("nij,nkj->nki", H_m_from_px, homogeneous)
    with np.errstate(divide="ignore", invalid="ignore"):
        result: Array = on_ice[..., :2] / on_ice[..., 2:]
    return result


def feet_on_rink(ordinal: Array, foot_px: Array, rink: Registrations) -> tuple[Array, Array]:
    """(n, 2) metres of feet (n, 2) px, and (n,) what registration may be off there, 95 %; NaN without one.

    `ordinal` are the feet's frames, all of them rows of `rink`.
    """
    at = np.searchsorted(rink.ordinal, ordinal)
    feet = onto_rink(rink.H_m_from_px[at], foot_px[:, None, :])[:, 0]
    return feet, rink.error_m[at].astype(np.float64)


def front_of(view: GateView, rink: Registrations, size_px: tuple[int, int]) -> Front | None:
    """A drawn gate on the rink, from the frames that show it and are registered; None without any.

    A gate given in metres is where it was given. Of a drawn one each point is the median over those frames,
    so that single bad ones do not count; how far they scatter and how exactly a hand draws make the error.
    """
    inside = ((view.points_px >= 0) & (view.points_px <= size_px)).all(axis=2).mean(axis=1)
    usable = np.flatnonzero((inside >= INSIDE_RATIO) & rink.known)
    usable = usable[:: max(1, len(usable) // MOST_FRAMES)]
    if not len(usable):
        return None
    registration_m = float(np.median(rink.error_m[usable]))
    if view.gate.points_px is None and view.gate.points_m is not None:
        return Front(view.gate.points_m, view.gate.error_m or 0.0, registration_m)
    H, line = rink.H_m_from_px[usable], view.points_px[usable]
    shown = onto_rink(H, line)
    middle = np.median(shown, axis=0)
    scatter = SIGMAS * 1.48 * np.median(np.hypot(*np.moveaxis(shown - middle, 2, 0)), axis=0).max()
    lower = onto_rink(H, line + np.array([0.0, DRAWN_PX * size_px[0] / 1280]))
    drawn = np.median(np.hypot(*np.moveaxis(lower - shown, 2, 0)), axis=0).max()
    return Front(middle, float(np.hypot(scatter, drawn)), registration_m)


def distances_m(foot_px: Array, height_px: Array, H_m_from_px: Array, error_m: Array, front: Front) -> Metres:
    """How far men are from a front.

    Parameters
    ----------
    foot_px : (n, 2) bottom centre of their boxes; height_px : (n,) of the boxes
    H_m_from_px : (n, 3, 3) of their frames; error_m : (n,) what those may be off, 95 %
    """
    foot_px = foot_px - np.column_stack([np.zeros(len(foot_px)), FOOT_ABOVE_RATIO * height_px])
    aside, under = np.array([NUDGE_PX, 0.0]), np.array([0.0, NUDGE_PX])
    places = onto_rink(H_m_from_px, np.stack([foot_px, foot_px + aside, foot_px + under], axis=1))
    best, right, below = (_to_line_m(places[:, k], front.points_m) for k in range(3))
    across = FOOT_ACROSS_RATIO * height_px * (right - best) / NUDGE_PX
    upright = FOOT_UPRIGHT_RATIO * height_px * (below - best) / NUDGE_PX
    off = np.sqrt(SIGMAS**2 * (across**2 + upright**2) + error_m**2 + front.error_m**2)
    best = np.where(np.isfinite(off), best, np.nan)
    return Metres(best, np.maximum(0.0, best - off), best + off)


def _to_line_m(points: Array, line: Array) -> Array:
    """(n,) metres from points (n, 2) to the nearest point of a polyline (k, 2)."""
    start, along = line[:-1], np.diff(line, axis=0)
    length2 = np.maximum((along**2).sum(axis=1), 1e-9)
    t = np.clip(((points[:, None] - start) * along).sum(axis=2) / length2, 0, 1)
    nearest = start + t[..., None] * along
    away = points[:, None] - nearest
    result: Array = np.hypot(away[..., 0], away[..., 1]).min(axis=1)
    return result
