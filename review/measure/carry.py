"""Gates drawn once in the picture, carried along by the camera's motion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from review.core.arrays import Array
from review.core.camera import CameraMotion, apply_homography
from review.core.gates import Gate, GateView
from review.core.registration import Registrations
from review.core.shots import Shot

__all__ = ["carry_gates"]

#: Drift of one step of camera motion, px, one sigma; steps add up as a random walk.
STEP_DRIFT_PX = 0.25
SAMPLES = 24
#: A gate given in metres is shown by so many points: a lens bends a straight line.
SHOWN_POINTS = 9


def carry_gates(
    gates: Sequence[Gate],
    shot: Shot,
    *,
    motion: CameraMotion,
    pts: Array,
    size_px: tuple[int, int],
    graphics: Array | None = None,
    rink: Registrations | None = None,
) -> tuple[GateView, ...]:
    """Carry every gate drawn in this shot through the whole shot, and show those given on the rink in it.

    Parameters
    ----------
    motion : steps of exactly the shot's clear frames; pts : (n,) of the same frames
    graphics : (h, w) bool mask of burnt-in graphics at any scale of the picture, or None
    rink : registration of the same frames; None as if there were none

    Returns
    -------
    One view a gate id drawn in the shot, or given in metres where any of its frames is registered. Several
    drawings of one gate share an id; each frame takes the nearest drawing that an unbroken chain of motion
    reaches, and where none does what is given in metres.
    """
    drawn: dict[str, list[Gate]] = defaultdict(list)
    for gate in gates:
        if gate.drawn_at is not None and shot.clear_at <= gate.drawn_at <= shot.end:
            drawn[gate.id].append(gate)
    given = {g.id: g for g in gates if g.points_px is None}
    shown: dict[str, GateView] = {}
    if rink is not None and rink.known.any():
        shown = {id: _shown(gate, shot, rink, pts, size_px, graphics) for id, gate in given.items()}
    if drawn:
        to_first = motion.to_first()
        broken = np.cumsum(np.isnan(motion.quality_ratio) & (np.arange(len(motion)) > 0))
    for id, each in drawn.items():
        view = _view(each, shot, to_first, broken, motion.ordinal, pts, size_px, graphics)
        shown[id] = _completed(view, shown[id]) if id in shown else view
    return tuple(shown[id] for id in sorted(shown))


def _completed(view: GateView, shown: GateView) -> GateView:
    """A carried gate, with the frames that no drawing reaches as registration shows them."""
    lost = np.isnan(view.points_px).any(axis=(1, 2))
    k = view.points_px.shape[1]
    there = np.array([_resample(line, k) for line in shown.points_px[lost]]).reshape(-1, k, 2)
    points, seen, drift = view.points_px.copy(), view.seen_ratio.copy(), view.drift_px.copy()
    points[lost], seen[lost], drift[lost] = there, shown.seen_ratio[lost], shown.drift_px[lost]
    reason = view.reason if np.isnan(points).any() else None
    return replace(view, points_px=points, seen_ratio=seen, drift_px=drift, reason=reason)


def _shown(
    gate: Gate,
    shot: Shot,
    rink: Registrations,
    pts: Array,
    size_px: tuple[int, int],
    graphics: Array | None,
) -> GateView:
    """A gate given in metres, in every frame that is registered."""
    assert gate.points_m is not None
    line = np.column_stack([_resample(gate.points_m, SHOWN_POINTS), np.ones(SHOWN_POINTS)])
    n = len(rink)
    points, drift = np.full((n, SHOWN_POINTS, 2), np.nan), np.full(n, np.inf)
    known = np.flatnonzero(rink.known)
    seen = np.linalg.inv(rink.H_m_from_px[known]) @ line.T
    with np.errstate(divide="ignore", invalid="ignore"):
        shown = np.where(seen[:, 2:] > 0, seen[:, :2] / seen[:, 2:], np.nan)  # behind the camera: nowhere
    points[known] = np.moveaxis(shown, 1, 2)
    px_per_m = np.hypot(*(points[known, -1] - points[known, 0]).T) / max(
        np.ptp(gate.points_m, axis=0).max(), 1
    )
    drift[known] = rink.error_m[known] * px_per_m
    share = np.array([_seen(p, size_px, graphics) for p in points], dtype=np.float32)
    why = next((reason for reason in rink.reasons if reason is not None), None)
    return GateView(
        gate, shot.id, rink.ordinal, pts, points, share, drift.astype(np.float32),
        f"the picture is not registered: {why}" if why else None,
    )  # fmt: skip


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
    lines = [(gate, gate.points_px) for gate in drawings if gate.points_px is not None and gate.drawn_at]
    n, k = len(ordinals), len(lines[0][1])
    points = np.full((n, k, 2), np.nan)
    steps = np.full(n, np.inf)
    for gate, line in lines:
        assert gate.drawn_at is not None
        at = int(np.searchsorted(pts, gate.drawn_at.pts))
        resampled = _resample(line, k)
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
