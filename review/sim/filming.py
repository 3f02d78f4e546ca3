"""The broadcast camera of the simulator: fixed place, free pan, tilt and zoom.

Pixels are continuous: the picture spans 0 to width and 0 to height, so a pixel's middle is at a half.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from review.sim.curves import Floats, monotone, smooth
from review.sim.scenario import Scenario
from review.sim.tables.cameras import Camera

NEAR_M, FAR_M = 2.0, 130.0
CAMERA_STEP_S = 0.04


@dataclass(frozen=True)
class View:
    """Where the camera looks at one instant."""

    eye_m: Floats  # (3,)
    right: Floats  # (3,) unit vectors of the picture in the rink
    down: Floats
    ahead: Floats
    focal_px: float
    size_px: tuple[int, int]

    def projection(self) -> Floats:
        """P (3, 4): homogeneous pixels from homogeneous rink metres, its last row a depth in metres."""
        w, h = self.size_px
        inner = np.array([[self.focal_px, 0.0, w / 2], [0.0, self.focal_px, h / 2], [0.0, 0.0, 1.0]])
        turn = np.stack([self.right, self.down, self.ahead])
        return np.asarray(inner @ np.concatenate([turn, -(turn @ self.eye_m)[:, None]], axis=1))

    def ice_from_px(self) -> Floats:
        """H_m_from_px (3, 3): rink metres on the ice from pixels, scaled so that the last entry is 1."""
        h = np.linalg.inv(self.projection()[:, [0, 1, 3]])
        return np.asarray(h / h[2, 2])

    def project(self, points_m: ArrayLike) -> Floats:
        """Pixels and depth (…, 3) of rink points (…, 3)."""
        p = self.projection()
        q = np.asarray(points_m, float) @ p[:, :3].T + p[:, 3]
        return np.concatenate([q[..., :2] / q[..., 2:], q[..., 2:]], axis=-1)

    def clip_from_rink(self, *, shift_px: tuple[float, float] = (0.0, 0.0)) -> Floats:
        """OpenGL matrix (4, 4) of this view, moved by ``shift_px`` for antialiasing."""
        w, h = self.size_px
        eye = np.eye(4)
        eye[:3, :3] = np.stack([self.right, -self.down, -self.ahead])
        eye[:3, 3] = -eye[:3, :3] @ self.eye_m
        lens = np.zeros((4, 4))
        lens[0, 0], lens[1, 1] = 2 * self.focal_px / w, 2 * self.focal_px / h
        lens[0, 2], lens[1, 2] = 2 * shift_px[0] / w, 2 * shift_px[1] / h
        lens[2, 2] = -(FAR_M + NEAR_M) / (FAR_M - NEAR_M)
        lens[2, 3] = -2 * FAR_M * NEAR_M / (FAR_M - NEAR_M)
        lens[3, 2] = -1.0
        return np.asarray(lens @ eye)


def look(eye_m: ArrayLike, target_m: ArrayLike, hfov_deg: float, size_px: tuple[int, int]) -> View:
    """View from ``eye_m`` towards ``target_m`` (3,), horizon level, ``hfov_deg`` wide."""
    eye = np.asarray(eye_m, float)
    ahead = np.asarray(target_m, float) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    focal = size_px[0] / 2 / np.tan(np.radians(hfov_deg) / 2)
    return View(eye, right, np.cross(ahead, right), ahead, float(focal), size_px)


class Operator:
    """One camera's operator: eases from key to key with a hand that is never quite still."""

    def __init__(self, scenario: Scenario, camera: Camera) -> None:
        self.camera = camera
        self._size_px = scenario.size_px
        self._times_s = np.arange(0.0, scenario.duration_s + 1.0, CAMERA_STEP_S)
        keys = np.asarray(camera.keys)
        path = monotone(keys[:, 0], keys[:, 1:], self._times_s)
        path = smooth(path, round(0.3 / CAMERA_STEP_S))
        rng = np.random.default_rng([scenario.seed, 77])
        rate, start = rng.uniform(0.6, 2.6, (3, 2)), rng.uniform(0.0, 6.28, (3, 2))
        for k in range(3):
            wave = np.sin(rate[k] * self._times_s[:, None] + start[k])
            path[:, :2] += wave * camera.shake_m / (k + 1)
        self._path = path

    def view(self, at_s: float) -> View:
        """Where the camera looks at ``at_s`` of the game."""
        x, y, hfov = (float(np.interp(at_s, self._times_s, self._path[:, k])) for k in range(3))
        return look(self.camera.eye_m, [x, y, 0.0], hfov, self._size_px)


def operators(scenario: Scenario) -> dict[str, Operator]:
    """An operator for each of the scenario's cameras, by the camera's id."""
    return {camera.id: Operator(scenario, camera) for camera in scenario.cameras}
