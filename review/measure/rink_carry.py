"""Registration carried from frames brought onto the lines to all others, by the camera's motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.camera import CameraMotion
from review.core.registration import Registrations

__all__ = ["OFF", "UNSEEN", "carry_registrations"]

#: Motion carries a transform over so many seconds; farther off a frame is not registered.
CARRY_S = 1.5
DRIFT_M = 0.02  # a frame of motion, 95 %
UNSEEN = "no picture near by in time was brought onto the rink's lines"
OFF = "registration is switched off"


@dataclass(frozen=True, slots=True)
class _Carried:
    """What the fix next to each frame, on one side in time, says of it.

    Attributes
    ----------
    H_m_from_px : (n, 3, 3); error_m : (n,) of the fix itself; away : (n,) frames from it
    reaches : (n,) bool, an unbroken chain of motion of `CARRY_S` at most leads there
    """

    H_m_from_px: Array
    error_m: Array
    away: Array
    reaches: Array


def carry_registrations(
    fixes: Registrations, motion: CameraMotion, *, time_s: Array, size_px: tuple[int, int]
) -> Registrations:
    """Every frame of a shot on the rink, as far as frames near by in time are.

    A frame lies between two that were brought onto the lines; each carried to it by the motion gives a
    transform, and the nearer one weighs more. What they differ by is part of the error.

    Parameters
    ----------
    fixes : frames brought onto the lines or refused, those of this shot at least
    motion : steps of the shot's frames; time_s : (n,) of the same frames
    size_px : width and height of the picture, over which the two are compared
    """
    n = len(motion)
    inside = fixes.of_frames(int(motion.ordinal[0]), int(motion.ordinal[-1])) if n else fixes
    if not inside.known.any():
        why = _commonest(inside.reasons) or (UNSEEN if len(fixes) else OFF)
        return Registrations(
            motion.ordinal, np.full((n, 3, 3), np.nan), np.full(n, np.nan), (why,) * n
        )  # fmt: skip
    at = np.searchsorted(motion.ordinal, inside.ordinal)
    known = np.flatnonzero(inside.known)
    after = np.clip(np.searchsorted(at[known], np.arange(n)), 0, len(known) - 1)
    before = np.clip(np.searchsorted(at[known], np.arange(n), side="right") - 1, 0, len(known) - 1)
    a, b = (_carried(inside, at, known[row], motion, time_s, size_px) for row in (before, after))
    H, error_m = _blend(a, b, size_px)
    seen = a.reaches | b.reaches
    H[~seen], error_m[~seen] = np.nan, np.nan
    why_not = zip(seen.tolist(), _refusals(inside, at, n), strict=True)
    return Registrations(motion.ordinal, H, error_m, tuple(None if s else why for s, why in why_not))


def _carried(
    fixes: Registrations,
    at: Array,
    rows: Array,
    motion: CameraMotion,
    time_s: Array,
    size_px: tuple[int, int],
) -> _Carried:
    """From row `rows[i]` of the fixes, at frame `at[rows[i]]` of the shot, to frame i."""
    to_first, source = motion.to_first(), at[rows]
    chain = np.cumsum(np.isnan(motion.quality_ratio) & (np.arange(len(motion)) > 0))
    H = fixes.H_m_from_px[rows] @ np.linalg.solve(to_first[source], to_first)
    weight = H[:, 2] @ np.array([size_px[0] / 2, size_px[1] / 2, 1.0])  # two of one scale can be averaged
    return _Carried(
        H / weight[:, None, None],
        fixes.error_m[rows].astype(np.float64),
        np.abs(np.arange(len(motion)) - source),
        (chain[source] == chain) & (np.abs(time_s[source] - time_s) <= CARRY_S),
    )


def _blend(a: _Carried, b: _Carried, size_px: tuple[int, int]) -> tuple[Array, Array]:
    """(n, 3, 3) and (n,) 95 % error; what neither reaches means nothing."""
    both = a.reaches & b.reaches
    between = np.where(a.away + b.away > 0, b.away / np.maximum(a.away + b.away, 1), 1.0)
    share = np.where(both, between, a.reaches.astype(np.float64))
    H = share[:, None, None] * a.H_m_from_px + (1 - share)[:, None, None] * b.H_m_from_px
    steps = np.where(both, np.minimum(a.away, b.away), np.where(a.reaches, a.away, b.away))
    apart_m = _apart_m(a.H_m_from_px, b.H_m_from_px, size_px) * np.minimum(share, 1 - share)
    own_m = share * a.error_m + (1 - share) * b.error_m
    return H, np.sqrt(own_m**2 + (DRIFT_M * steps) ** 2 + np.where(both, apart_m, 0.0) ** 2)


def _apart_m(A: Array, B: Array, size_px: tuple[int, int]) -> Array:
    """(n,) how far two transforms are apart, the median over places in the lower part of the picture."""
    x, y = np.meshgrid(np.array([0.15, 0.5, 0.85]) * size_px[0], np.array([0.4, 0.6, 0.8]) * size_px[1])
    grid = np.column_stack([x.ravel(), y.ravel(), np.ones(x.size)])
    one, other = (np.einsum("nij,kj->nki", H, grid) for H in (A, B))
    off = one[..., :2] / one[..., 2:] - other[..., :2] / other[..., 2:]
    result: Array = np.median(np.hypot(off[..., 0], off[..., 1]), axis=1)
    return result


def _commonest(reasons: tuple[str | None, ...]) -> str | None:
    """The reason given most often, the first of equals."""
    told = [why for why in reasons if why is not None]
    return max(dict.fromkeys(told), key=told.count, default=None)


def _refusals(fixes: Registrations, at: Array, n: int) -> list[str]:
    """For each of n frames why the last fix that was refused up to it was; `UNSEEN` where none was."""
    refused = [k for k, why in enumerate(fixes.reasons) if why is not None]
    last = np.searchsorted(at[refused], np.arange(n), side="right") - 1
    return [UNSEEN if k < 0 else fixes.reasons[refused[k]] or UNSEEN for k in last.tolist()]
