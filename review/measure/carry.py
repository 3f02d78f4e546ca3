"""Gates drawn once in the picture, carried along by the camera's motion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from review.core.arrays import Array
from review.core.camera import CameraMotion, apply_homography
from review.core.gates import Gate, GateView
from review.core.shots import Shot

__all__ = ["carry_gates"]

#: Drift of one step of camera motion, px, one sigma; steps add up as a random walk.
STEP_DRIFT_PX = 0.25
SAMPLES = 24


def carry_gates(
    gates: Sequence[Gate],
    shot: Shot,
    *,
    motion: CameraMotion,
    pts: Array,
    size_px: tuple[int, int],
    graphics: Array | None = None,
) -> tuple[GateView, ...]:
    """Carry every gate drawn in this shot through the whole shot.

    Parameters
    ----------
    motion : steps of exactly the shot's clear frames; pts : (n,) of the same frames
    graphics : (h, w) bool mask of burnt-in graphics at any scale of the picture, or None

    Returns
    -------
    One view a gate id drawn in the shot. Several drawings of one gate share an id; each frame takes
    the nearest drawing that an unbroken chain of motion reaches.
    """
    drawn: dict[str, list[Gate]] = defaultdict(list)
    for gate in gates:
        if shot.clear_at <= gate.drawn_at <= shot.end:
            drawn[gate.id].append(gate)
    if not drawn:
        return ()
    to_first = motion.to_first()
    broken = np.cumsum(np.isnan(motion.quality_ratio) & (np.arange(len(motion)) > 0))
    ordinals = motion.ordinal
    return tuple(
        _view(drawn[id_], shot, to_first, broken, ordinals, pts, size_px, graphics) for id_ in sorted(drawn)
    )


def _view(
    drawings: list[Gate],
    shot: Shot,
    to_first: Array,
    broken: Array,
    ordinals: Array,
    pts: Array,
    size_px: tuple[int, int],
    graphics: Array | None,
) -> GateView:
    n, k = len(ordinals), len(drawings[0].points_px)
    points = np.full((n, k, 2), np.nan)
    steps = np.full(n, np.inf)
    for gate in drawings:
        at = int(np.searchsorted(pts, gate.drawn_at.pts))
        resampled = _resample(gate.points_px, k)
        for i in np.flatnonzero(broken == broken[at]):
            if abs(i - at) < steps[i]:
                steps[i] = abs(i - at)
                points[i] = apply_homography(np.linalg.solve(to_first[i], to_first[at]), resampled)
    seen = np.array([_seen(p, size_px, graphics) for p in points], dtype=np.float32)
    drift = np.where(np.isfinite(steps), 1.0 + STEP_DRIFT_PX * np.sqrt(steps), np.inf).astype(np.float32)
    reason = "the camera's motion was lost" if np.isnan(points).any() else None
    return GateView(drawings[0], shot.id, ordinals, pts, points, seen, drift, reason)


def _resample(points: Array, k: int) -> Array:
    if len(points) == k:
        return points
    length = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.linspace(0, length[-1], k)
    return np.column_stack([np.interp(at, length, points[:, 0]), np.interp(at, length, points[:, 1])])


def _seen(points: Array, size_px: tuple[int, int], graphics: Array | None) -> float:
    """Share of the line inside the picture and free of graphics."""
    if np.isnan(points).any():
        return 0.0
    line = _resample(points, SAMPLES)
    width, height = size_px
    inside = (line[:, 0] >= 0) & (line[:, 0] < width) & (line[:, 1] >= 0) & (line[:, 1] < height)
    if graphics is not None and inside.any():
        h, w = graphics.shape
        cols = np.clip((line[:, 0] * w / width).astype(int), 0, w - 1)
        rows = np.clip((line[:, 1] * h / height).astype(int), 0, h - 1)
        inside &= ~graphics[rows, cols]
    return float(inside.mean())
