"""Smooth curves through given points: the few that scripts and cameras need, in numpy alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def through(knots_s: ArrayLike, values: ArrayLike, at_s: ArrayLike) -> Floats:
    """Natural cubic spline through ``values`` (k, d) at ``knots_s`` (k,), read at ``at_s`` (n,).

    Outside the knots the end values hold: nobody is flung off by extrapolation.

    Examples
    --------
    >>> through([0.0, 1.0, 2.0], [[0.0], [1.0], [2.0]], [0.5, 9.0]).ravel().round(6).tolist()
    [0.5, 2.0]
    """
    t, y = np.asarray(knots_s, float), np.asarray(values, float)
    at = np.clip(np.asarray(at_s, float), t[0], t[-1])
    if len(t) < 3:
        return linear(t, y, at)
    bend = _second_derivatives(t, y)
    i = np.clip(np.searchsorted(t, at, side="right") - 1, 0, len(t) - 2)
    h = (t[i + 1] - t[i])[:, None]
    a, b = (t[i + 1] - at)[:, None] / h, (at - t[i])[:, None] / h
    curved = ((a**3 - a) * bend[i] + (b**3 - b) * bend[i + 1]) * h**2 / 6
    return np.asarray(a * y[i] + b * y[i + 1] + curved)


def _second_derivatives(t: Floats, y: Floats) -> Floats:
    h = np.diff(t)
    system = np.diag(np.r_[1.0, 2 * (h[:-1] + h[1:]), 1.0])
    system[np.arange(1, len(t) - 1), np.arange(0, len(t) - 2)] = h[:-1]
    system[np.arange(1, len(t) - 1), np.arange(2, len(t))] = h[1:]
    right = np.zeros_like(y)
    slope = np.diff(y, axis=0) / h[:, None]
    right[1:-1] = 6 * np.diff(slope, axis=0)
    return np.linalg.solve(system, right)


def monotone(knots_s: ArrayLike, values: ArrayLike, at_s: ArrayLike) -> Floats:
    """Cubic through the knots that never overshoots them (Fritsch and Carlson's limiter), (n, d)."""
    t, y = np.asarray(knots_s, float), np.asarray(values, float)
    at = np.clip(np.asarray(at_s, float), t[0], t[-1])
    slope = np.diff(y, axis=0) / np.diff(t)[:, None]
    tangent = np.zeros_like(y)
    same_way = slope[:-1] * slope[1:] > 0
    both = slope[:-1] + slope[1:]
    inner = 2 * slope[:-1] * slope[1:] / np.where(same_way, both, 1.0)
    tangent[1:-1] = np.where(same_way, inner, 0.0)
    i = np.clip(np.searchsorted(t, at, side="right") - 1, 0, len(t) - 2)
    return hermite(t[i], y[i], tangent[i], t[i + 1], y[i + 1], tangent[i + 1], at)


def linear(knots_s: ArrayLike, values: ArrayLike, at_s: ArrayLike) -> Floats:
    """Straight pieces through ``values`` (k, d), the ends held, (n, d)."""
    t, y = np.asarray(knots_s, float), np.asarray(values, float)
    return np.stack([np.interp(np.asarray(at_s, float), t, column) for column in y.T], axis=1)


def hermite(
    t0: ArrayLike, p0: ArrayLike, v0: ArrayLike, t1: ArrayLike, p1: ArrayLike, v1: ArrayLike, at_s: Floats
) -> Floats:
    """Cubic from ``p0`` with velocity ``v0`` to ``p1`` with ``v1``, at ``at_s`` (n,): places (n, d)."""
    start = np.broadcast_to(np.asarray(t0, float), at_s.shape)
    h = (np.broadcast_to(np.asarray(t1, float), at_s.shape) - start)[:, None]
    u = (at_s - start)[:, None] / h
    blend_0, blend_1 = 2 * u**3 - 3 * u**2 + 1, 3 * u**2 - 2 * u**3
    bend_0, bend_1 = (u**3 - 2 * u**2 + u) * h, (u**3 - u**2) * h
    return np.asarray(
        blend_0 * np.asarray(p0)
        + bend_0 * np.asarray(v0)
        + blend_1 * np.asarray(p1)
        + bend_1 * np.asarray(v1)
    )


def smooth(values: Floats, width: int) -> Floats:
    """Average ``values`` (n, …) along its first axis with a bell of about ``width`` samples, ends held."""
    reach = max(1, width)
    bell = np.exp(-0.5 * (np.arange(-2 * reach, 2 * reach + 1) / reach) ** 2)
    bell /= bell.sum()
    padded = np.concatenate(
        [np.repeat(values[:1], 2 * reach, 0), values, np.repeat(values[-1:], 2 * reach, 0)]
    )
    flat = padded.reshape(len(padded), -1)
    columns = [np.convolve(column, bell, mode="valid") for column in flat.T]
    return np.stack(columns, axis=1).reshape(values.shape)


def ease(at_s: ArrayLike, start_s: float, end_s: float) -> Floats:
    """Go from 0 at ``start_s`` to 1 at ``end_s`` without a corner."""
    u = np.clip((np.asarray(at_s, float) - start_s) / max(end_s - start_s, 1e-9), 0.0, 1.0)
    return np.asarray(u * u * (3 - 2 * u))
