"""A picture placed on the rink from nothing: a coarse grid of views, the best ones aligned, the best chosen.

The grid runs over the point of ice looked at and the focal length, for one known camera or for several that a
main camera might be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from review.core.arrays import Array
from review.core.registration import ArenaCamera, LineEvidence
from review.core.rink import LineKind
from review.measure.rink_align import Aligned, Prior, align, sample_evidence
from review.measure.rink_camera import PLACE, look_at, onto_ice, view_of
from review.measure.rink_field import RinkField
from review.measure.rink_score import Score, Shown, evidence_cost, missing_lines, score_view, show

__all__ = ["ANY_ARENA", "Found", "Search", "arena_prior", "locate", "refine", "seen_from"]

#: Where main cameras stand: behind the near boards, over the stands. The grid tries each.
ANY_ARENA: tuple[ArenaCamera, ...] = tuple(
    ArenaCamera(np.array([0.0, y, z]), k1_ratio=0.02)
    for y in (-28.0, -34.0, -41.0)
    for z in (9.0, 13.0, 17.0)
)
FOCAL_UNIT = (1.15, 1.5, 1.95, 2.55, 3.35, 4.4, 5.7)  # half widths: a wide view to a tight one
GRID_X_M, GRID_Y_M = np.arange(-28.0, 28.1, 2.0), np.arange(-6.0, 14.1, 2.0)
SCREENED, KEPT, FINALISTS = 96, 24, 8
START_REACH_PX = 80.0  # of a 1920 picture: a start is a grid step off
LOG_FOCAL_RANGE = (np.log(0.6), np.log(10.0))
TILT_RANGE_RAD = (0.02, 0.9)
FREE_POSE = (0, 1, 2)
FREE_PLACE = (0, 1, 2, 3, 4, 5, 8)
COARSE: dict[LineKind, int] = {"red": 60, "blue": 60, "boards": 50, "thin": 80}
MIDDLE: dict[LineKind, int] = {"red": 160, "blue": 160, "boards": 100, "thin": 200}
FINE: dict[LineKind, int] = {"red": 400, "blue": 400, "boards": 300, "thin": 500}
ELSEWHERE_M = 1.5  # two views that put the picture's middle this far apart on the ice are rivals


@dataclass(frozen=True, slots=True)
class Search:
    """What may be searched: cameras, and whether a camera's place is open (within `prior`)."""

    cameras: Sequence[ArenaCamera]
    prior: Prior | None = None

    @property
    def known(self) -> bool:
        """Whether the camera's place is taken as given."""
        return self.prior is None


def arena_prior() -> Prior:
    """What is known of a main camera nobody has met."""
    mean = np.array([0, 0, 0, 0, -36.0, 13.0, 0, 0, 0.02])
    sd = np.array([9.0, 9.0, 9.0, 1.0, 6.0, 4.0, 0.005, 0.005, 0.02])
    return Prior(mean, sd)


@dataclass(frozen=True, slots=True)
class Found:
    """The best view of a picture, and how it stands against the best one elsewhere."""

    aligned: Aligned
    score: Score
    rival_score: float
    free: tuple[int, ...]

    @property
    def view(self) -> Array:
        """(9,)"""
        return self.aligned.view

    @property
    def margin_score(self) -> float:
        """By how much every other place is worse."""
        return self.rival_score - self.score.total_score


def locate(field: RinkField, evidence: LineEvidence, search: Search) -> Found | None:
    """The best view of this picture; None where there is too little to go by."""
    if evidence.count() < 60:
        return None
    shown = show(evidence)
    starts = _starts(field, evidence, shown, search)
    middle = sample_evidence(evidence, MIDDLE)
    free = FREE_POSE if search.known else FREE_PLACE
    tried: list[tuple[float, Array]] = []
    for start in starts:
        moved = align(field, start, middle, widths=(50.0, 8.0), rounds=7)
        if not search.known:
            moved = align(
                field, moved.view, middle, free=free, widths=(16.0, 6.0), rounds=5, prior=search.prior
            )
        if _plausible(moved.view):
            tried.append((score_view(field, moved.view, middle, shown).total_score, moved.view))
    if not tried:
        return None
    tried.sort(key=_first)
    fine = sample_evidence(evidence, FINE)

    def finish(view: Array) -> tuple[Score, Aligned]:
        moved = align(field, view, fine, free=free, widths=(12.0, 3.0), prior=search.prior)
        return score_view(field, moved.view, middle, shown), moved

    finals = [finish(view) for _, view in tried[:FINALISTS]]
    if not search.known:
        # The same ice from every standpoint: place and focal length hide in each other.
        leader = min(finals, key=_total)[1].view
        again = [
            align(field, seen_from(camera, leader), middle, widths=(40.0, 8.0)) for camera in search.cameras
        ]
        finals += [finish(moved.view) for moved in again]
    score, best = min(finals, key=_total)
    others = [(one.total_score, moved.view) for one, moved in finals] + tried
    rivals = [cost for cost, view in others if _elsewhere(view, best.view)]
    return Found(best, score, min(rivals, default=1.0), free)


def refine(
    field: RinkField,
    evidence: LineEvidence,
    view: Array,
    *,
    free: tuple[int, ...] = FREE_POSE,
    widths: tuple[float, float] = (12.0, 3.0),
    prior: Prior | None = None,
) -> Found:
    """A view that is nearly right, brought onto this picture's lines; no rival is looked for."""
    shown, fine = show(evidence), sample_evidence(evidence, FINE)
    moved = align(field, view, fine, free=free, widths=widths, prior=prior)
    score = score_view(field, moved.view, sample_evidence(evidence, MIDDLE), shown)
    return Found(moved, score, 1.0, free)


def seen_from(camera: ArenaCamera, view: Array) -> Array:
    """(9,) the same ice in the middle of the picture, about as large, seen by another camera."""
    at = onto_ice(view[None], np.zeros((1, 2)))[0]
    ground = np.append(at[0], 0.0)
    log_focal = view[2] + np.log(np.linalg.norm(ground - camera.at_m) / np.linalg.norm(ground - view[PLACE]))
    return view_of(camera, look_at(camera.at_m, at, log_focal)[0])


def _total(one: tuple[Score, Aligned]) -> float:
    return one[0].total_score


def _first(one: tuple[float, Array]) -> float:
    return one[0]


def _starts(field: RinkField, evidence: LineEvidence, shown: Shown, search: Search) -> list[Array]:
    """The most promising views of the grid, near duplicates left out."""
    coarse = sample_evidence(evidence, COARSE)
    thin_shown = replace(shown, ice=shown.ice[::2], off_ice=shown.off_ice[::2])
    kept: list[tuple[float, Array]] = []
    for camera in search.cameras:
        views = _grid(camera)
        cost = np.concatenate(
            [
                evidence_cost(field, part, coarse, thin_shown, reach_m=2.5)
                for part in np.array_split(views, max(1, len(views) // 600))
            ]
        )
        best = np.argsort(cost, kind="stable")[: 2 * KEPT]
        kept += [(float(cost[k]), views[k]) for k in best]
    kept.sort(key=_first)
    apart: list[tuple[float, Array]] = []
    for cost_here, view in kept:
        if all(_apart(view, other) for _, other in apart):
            missing, _ = missing_lines(field, view, shown, reach_px=START_REACH_PX)
            apart.append((cost_here + missing, view))
        if len(apart) == SCREENED:
            break
    return [view for _, view in sorted(apart, key=_first)[:KEPT]]


def _grid(camera: ArenaCamera) -> Array:
    x, y, focal = np.meshgrid(GRID_X_M, GRID_Y_M, np.log(FOCAL_UNIT), indexing="ij")
    poses = look_at(camera.at_m, np.column_stack([x.ravel(), y.ravel()]), focal.ravel())
    rest = np.concatenate([camera.at_m, camera.lean_rad, [camera.k1_ratio]])
    return np.column_stack([poses, np.tile(rest, (len(poses), 1))])


def _apart(a: Array, b: Array) -> bool:
    return bool(
        abs(a[0] - b[0]) > 0.03
        or abs(a[1] - b[1]) > 0.02
        or abs(a[2] - b[2]) > 0.15
        or np.abs(a[3:6] - b[3:6]).max() > 1.0
    )


def _elsewhere(view: Array, best: Array) -> bool:
    """Whether two views place the picture differently, wherever their cameras stand."""
    probe = np.array([[0.0, 0.0], [-0.6, 0.1], [0.6, 0.1]])
    here, there = onto_ice(np.stack([view]), probe)[0], onto_ice(np.stack([best]), probe)[0]
    return bool(np.median(np.hypot(*(here - there).T)) > ELSEWHERE_M)


def _plausible(view: Array) -> bool:
    return bool(
        LOG_FOCAL_RANGE[0] < view[2] < LOG_FOCAL_RANGE[1] and TILT_RANGE_RAD[0] < view[1] < TILT_RANGE_RAD[1]
    )
