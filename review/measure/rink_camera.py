"""A turning, zooming camera over the ice, in half widths of its picture (`PictureShape`).

A *view* is nine numbers: pan, tilt (down), log of the focal length in half widths, the camera's place x, y, z
in rink metres, the lean of its pan axis about x and about y, and the radial distortion k1. Functions take
views (v, 9) of one k1 at once, so that a search is one array operation.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from review.core.arrays import Array
from review.core.registration import ArenaCamera, PictureShape

__all__ = [
    "K1",
    "PLACE",
    "POSE",
    "arena_of",
    "bend",
    "depths",
    "homography",
    "look_at",
    "onto_ice",
    "project",
    "straighten",
    "view_of",
]

POSE, PLACE, LEAN, K1 = slice(0, 3), slice(3, 6), slice(6, 8), 8
FAR_M = 99.0  # where a ray that never meets the ice is put


def view_of(camera: ArenaCamera, pose: Array) -> Array:
    """(9,) from a camera and (pan, tilt, log focal length)."""
    return np.concatenate([pose, camera.at_m, camera.lean_rad, [camera.k1_ratio]])


def arena_of(view: Array, at_sd_m: Array | None = None) -> ArenaCamera:
    """The camera that a view belongs to."""
    camera = ArenaCamera(view[PLACE], view[LEAN], float(view[K1]))
    return camera if at_sd_m is None else replace(camera, at_sd_m=at_sd_m)


def turn(views: Array) -> Array:
    """(v, 3, 3): world to right, down, forward of the camera."""
    own, lean = np.zeros((len(views), 3, 3)), np.zeros((len(views), 3, 3))
    (cp, ct, ca, cb), (sp, st, sa, sb) = (f(views[:, [0, 1, 6, 7]].T) for f in (np.cos, np.sin))
    own[:, 0, 0], own[:, 0, 1] = cp, -sp
    own[:, 1, 0], own[:, 1, 1], own[:, 1, 2] = -sp * st, -cp * st, -ct
    own[:, 2, 0], own[:, 2, 1], own[:, 2, 2] = sp * ct, cp * ct, -st
    lean[:, 0, 0], lean[:, 0, 1], lean[:, 0, 2] = cb, sa * sb, ca * sb
    lean[:, 1, 1], lean[:, 1, 2] = ca, -sa
    lean[:, 2, 0], lean[:, 2, 1], lean[:, 2, 2] = -sb, sa * cb, ca * cb
    result: Array = own @ lean
    return result


def bend(points: Array, k1: float) -> Array:
    """Points (…, 2) of a pinhole as the lens shows them."""
    if not k1:
        return points
    r2 = (points**2).sum(axis=-1, keepdims=True)
    if k1 < 0:  # beyond here the polynomial folds back into the picture
        r2 = np.minimum(r2, -1 / (3 * k1))
    result: Array = points * (1 + k1 * r2)
    return result


def straighten(points: Array, k1: float) -> Array:
    """Points (…, 2) that the lens shows as a pinhole would."""
    if not k1:
        return points
    straight = np.asarray(points, np.float64)
    for _ in range(8):
        straight = points / (1 + k1 * (straight**2).sum(axis=-1, keepdims=True))
    return straight


def onto_ice(views: Array, straight: Array) -> Array:
    """(v, n, 2) metres where straightened points (n, 2) meet the ice; `FAR_M` where they never do."""
    M = turn(views)
    scaled = straight[None] * np.exp(-views[:, 2])[:, None, None]
    rays = scaled[..., :1] * M[:, None, 0] + scaled[..., 1:] * M[:, None, 1] + M[:, None, 2]
    reach = -views[:, None, 5] / np.minimum(rays[..., 2], -1e-4)
    ice: Array = views[:, None, 3:5] + rays[..., :2] * reach[..., None]
    ice[rays[..., 2] > -1e-3] = FAR_M
    return ice


def depths(view: Array, xyz_m: Array) -> Array:
    """(n,) metres along the line of sight."""
    return _seen(view, xyz_m)[:, 2]


def _seen(view: Array, xyz_m: Array) -> Array:
    xyz = np.asarray(xyz_m, np.float64)
    if xyz.shape[1] == 2:
        xyz = np.column_stack([xyz, np.zeros(len(xyz))])
    result: Array = (xyz - view[PLACE]) @ turn(view[None])[0].T
    return result


def project(view: Array, xyz_m: Array) -> Array:
    """(n, 2) half widths where points (n, 2 or 3), metres, show; NaN behind the camera."""
    seen = _seen(view, xyz_m)
    ahead = np.where(seen[:, 2] > 0.1, seen[:, 2], np.nan)
    return bend(seen[:, :2] / ahead[:, None] * np.exp(view[2]), float(view[K1]))


def look_at(place_m: Array, xy_m: Array, log_focal: Array) -> Array:
    """(n, 3) poses that have points (n, 2) on the ice in the picture's middle."""
    away = np.column_stack([xy_m, np.zeros(len(xy_m))]) - place_m
    pan = np.arctan2(away[:, 0], away[:, 1])
    tilt = np.arctan2(-away[:, 2], np.hypot(away[:, 0], away[:, 1]))
    return np.column_stack([pan, tilt, np.broadcast_to(log_focal, pan.shape)])


def homography(view: Array, shape: PictureShape, seen: Array) -> tuple[Array, Array]:
    """The 3×3 that comes nearest to the view over `seen`, and what it misses.

    A bent picture has no exact homography. Least squares in the picture, by the direct linear transform
    with its rows divided by the depths of the round before.

    Parameters
    ----------
    seen : (n, 2) half widths, points of the picture that lie on the ice, four or more

    Returns
    -------
    H_m_from_px (3, 3), scaled to H[2, 2] = 1 where that is possible; residuals (n, 2) in half widths
    """
    ice = onto_ice(view[None], straighten(seen, float(view[K1])))[0]
    middle, spread = ice.mean(axis=0), max(1.0, float(ice.std()))
    near = (ice - middle) / spread
    weight = np.ones(len(seen))
    G = np.eye(3)
    for _ in range(3):
        G = _direct_linear(near, seen, weight)
        weight = 1 / np.maximum(np.abs(near @ G[2, :2] + G[2, 2]), 1e-6)
    shown = np.column_stack([near, np.ones(len(near))]) @ G.T
    missed = shown[:, :2] / shown[:, 2:] - seen
    half = shape.width_px / 2
    px = np.array(
        [[half, 0, half], [0, half * shape.pixel_aspect_ratio, shape.height_px / 2], [0.0, 0.0, 1.0]]
    )
    metres = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, spread]]) / spread
    H = np.linalg.inv(px @ G @ metres)
    return (H / H[2, 2] if abs(H[2, 2]) > 1e-12 else H), missed


def _direct_linear(source: Array, target: Array, weight: Array) -> Array:
    """(3, 3) that maps source onto target (n, 2), rows weighted, scaled to last entry 1."""
    x, y = source.T
    u, v = target.T
    one, zero = np.ones_like(x), np.zeros_like(x)
    rows = np.concatenate(
        [
            np.column_stack([x, y, one, zero, zero, zero, -u * x, -u * y]) * weight[:, None],
            np.column_stack([zero, zero, zero, x, y, one, -v * x, -v * y]) * weight[:, None],
        ]
    )
    told = np.concatenate([u * weight, v * weight])
    found = np.linalg.lstsq(rows, told, rcond=None)[0]
    result: Array = np.append(found, 1.0).reshape(3, 3)
    return result
