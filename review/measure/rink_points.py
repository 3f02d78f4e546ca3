"""A view from named points that a person clicked: four or more on one picture (fewer with a known camera)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.registration import ArenaCamera, PictureShape
from review.core.rink import RinkModel, rink_points
from review.measure.rink_align import PX, Aligned, Prior
from review.measure.rink_camera import look_at, project, view_of
from review.measure.rink_locate import ANY_ARENA, FOCAL_UNIT, FREE_PLACE, FREE_POSE, arena_prior

__all__ = ["FEWEST_POINTS", "Clicked", "view_from_points"]

FEWEST_POINTS = 4
CLICK_PX = 3.0  # of a 1920 picture, one sigma of a click
WORST_PX = 20.0  # a point that lies farther off than this fits no camera that fits the others
STARTS = 24
ROUNDS = 25


@dataclass(frozen=True, slots=True)
class Clicked:
    """A view through clicked points.

    Attributes
    ----------
    aligned, free, prior : as an alignment to lines gives and takes them
    off_px : how far each named point is from where the view has it, pixels of a 1920 picture
    reason : why the view is not believed, with the worst point's name; None where it is
    """

    aligned: Aligned
    free: tuple[int, ...]
    prior: Prior | None
    off_px: Mapping[str, float]
    reason: str | None


def view_from_points(
    rink: RinkModel,
    points_px: Mapping[str, tuple[float, float]],
    shape: PictureShape,
    camera: ArenaCamera | None = None,
) -> Clicked:
    """The view that puts named points of the rink where they were clicked.

    Parameters
    ----------
    points_px : by the names of `rink_points`, pixels of the picture
    camera : where its place is known

    Raises
    ------
    ValueError
        For an unknown name, or fewer than four points.
    """
    known = rink_points(rink)
    unknown = [name for name in points_px if name not in known]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no named point of the rink")
    if len(points_px) < FEWEST_POINTS:
        raise ValueError(f"{len(points_px)} points do not place a picture; {FEWEST_POINTS} do")
    names = list(points_px)
    ice = np.array([known[name] for name in names])
    clicked = shape.to_unit(np.array([points_px[name] for name in names]))
    free = FREE_POSE if camera is not None else FREE_PLACE
    prior = None if camera is not None else arena_prior()
    cameras = [camera] if camera is not None else ANY_ARENA
    solved = [_solve(start, ice, clicked, free, prior) for start in _starts(ice, clicked, cameras)]
    view, information = min(solved, key=lambda one: _misfit(one[0], ice, clicked))
    off = np.hypot(*(project(view, ice) - clicked).T) / PX
    worst = int(np.argmax(off))
    reason = None
    if not off[worst] <= WORST_PX:
        reason = f"the points do not fit one camera: {names[worst]!r} is {off[worst]:.0f} px off (of 1920)"
    spread = max(float(np.sqrt(np.mean(off**2))), CLICK_PX) * PX
    named = dict(zip(names, off.tolist(), strict=True))
    return Clicked(Aligned(view, 1.0, spread, information), free, prior, named, reason)


def _misfit(view: Array, ice: Array, clicked: Array) -> float:
    off = np.hypot(*(project(view, ice) - clicked).T)
    return float(np.where(np.isfinite(off), np.minimum(off, 2.0), 2.0).sum())


def _starts(ice: Array, clicked: Array, cameras: Sequence[ArenaCamera]) -> list[Array]:
    """The best views of a coarse grid: the point of ice in the picture's middle lies near the points."""
    low, high = ice.min(axis=0) - 12, ice.max(axis=0) + 12
    x, y, focal = np.meshgrid(
        np.linspace(low[0], high[0], 7), np.linspace(low[1], high[1], 7), np.log(FOCAL_UNIT), indexing="ij"
    )
    middles = np.column_stack([x.ravel(), y.ravel()])
    views = [
        view_of(camera, pose) for camera in cameras for pose in look_at(camera.at_m, middles, focal.ravel())
    ]
    return sorted(views, key=lambda view: _misfit(view, ice, clicked))[:STARTS]


def _solve(
    start: Array, ice: Array, clicked: Array, free: tuple[int, ...], prior: Prior | None
) -> tuple[Array, Array]:
    """Levenberg-Marquardt on the distances in the picture; the view and its information at unit spread."""
    numbers, view, damping = list(free), np.array(start), 1e-2
    information = np.eye(len(free))
    for _ in range(ROUNDS):
        off = clicked - project(view, ice)
        if not np.isfinite(off).all():
            break
        slopes = np.stack(
            [(project(view + step, ice) - project(view, ice)) / 1e-6 for step in _steps(free)], -1
        )
        information = np.einsum("nif,nig->fg", slopes, slopes)
        A, pull = information.copy(), np.einsum("nif,ni->f", slopes, off)
        if prior is not None:
            known = (CLICK_PX * PX) ** 2 / prior.sd[numbers] ** 2
            A, pull = A + np.diag(known), pull + known * (prior.mean - view)[numbers]
        moved = view.copy()
        moved[numbers] += np.linalg.solve(A + damping * np.diag(np.diag(A)) + 1e-12 * np.eye(len(free)), pull)
        better = _misfit(moved, ice, clicked) <= _misfit(view, ice, clicked) + 1e-9
        view, damping = (moved, damping / 4) if better else (view, damping * 6)
    return view, information


def _steps(free: tuple[int, ...]) -> Array:
    return np.eye(9)[list(free)] * 1e-6
