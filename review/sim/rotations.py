"""Rotation matrices by the thousand: arrays of angles in, arrays (…, 3, 3) out."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from review.sim.curves import Floats


def _blank(angle: Floats) -> Floats:
    return np.zeros((*angle.shape, 3, 3))


def about_x(angle: ArrayLike) -> Floats:
    """Rotate by ``angle`` radians about x (a bow, for a man who faces -y)."""
    a = np.asarray(angle, float)
    out = _blank(a)
    out[..., 0, 0] = 1.0
    out[..., 1, 1] = out[..., 2, 2] = np.cos(a)
    out[..., 2, 1] = np.sin(a)
    out[..., 1, 2] = -out[..., 2, 1]
    return out


def about_y(angle: ArrayLike) -> Floats:
    """Rotate by ``angle`` radians about y (a tilt to the side)."""
    a = np.asarray(angle, float)
    out = _blank(a)
    out[..., 1, 1] = 1.0
    out[..., 0, 0] = out[..., 2, 2] = np.cos(a)
    out[..., 0, 2] = np.sin(a)
    out[..., 2, 0] = -out[..., 0, 2]
    return out


def about_z(angle: ArrayLike) -> Floats:
    """Rotate by ``angle`` radians about z (a turn).

    Examples
    --------
    >>> (about_z(np.pi / 2) @ np.array([1.0, 0.0, 0.0])).round(6).tolist()
    [0.0, 1.0, 0.0]
    """
    a = np.asarray(angle, float)
    out = _blank(a)
    out[..., 2, 2] = 1.0
    out[..., 0, 0] = out[..., 1, 1] = np.cos(a)
    out[..., 1, 0] = np.sin(a)
    out[..., 0, 1] = -out[..., 1, 0]
    return out


def unit(v: Floats) -> Floats:
    """Scale vectors (…, 3) to length one; a null vector stays null."""
    return np.asarray(v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-9))


def turning(a: Floats, b: Floats) -> Floats:
    """Smallest rotation that takes the direction of ``a`` (…, 3) to that of ``b`` (…, 3)."""
    a, b = unit(a), unit(b)
    v = np.cross(a, b)
    skew = _blank(v[..., 0])
    skew[..., 0, 1], skew[..., 0, 2] = -v[..., 2], v[..., 1]
    skew[..., 1, 0], skew[..., 1, 2] = v[..., 2], -v[..., 0]
    skew[..., 2, 0], skew[..., 2, 1] = -v[..., 1], v[..., 0]
    scale = 1.0 / np.maximum(1.0 + (a * b).sum(-1), 1e-6)
    return np.asarray(np.eye(3) + skew + skew @ skew * scale[..., None, None])


def two_bones(
    root: Floats, target: Floats, upper_m: Floats | float, lower_m: Floats | float, pole: Floats
) -> tuple[Floats, Floats]:
    """Place the joint and the end of a limb from ``root`` that reaches for ``target``, (n, 3) each.

    Lengths are one for all or (n, 1). A target out of reach is approached as far as the limb goes; the
    joint bends towards ``pole``.
    """
    way = target - root
    length = np.linalg.norm(way, axis=-1, keepdims=True)
    reach = np.clip(length, np.abs(upper_m - lower_m) + 0.02, (upper_m + lower_m) * 0.995)
    along = way / np.maximum(length, 1e-6)
    foot = (upper_m**2 - lower_m**2 + reach**2) / (2 * reach)
    height = np.sqrt(np.maximum(upper_m**2 - foot**2, 0.0))
    side = unit(pole - (pole * along).sum(-1, keepdims=True) * along)
    return root + along * foot + side * height, root + along * reach
