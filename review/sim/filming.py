"""The cameras of the simulator: fixed in place, free to pan, tilt and zoom.

Pixels are continuous: the picture spans 0 to width and 0 to height, so a pixel's middle is at a half.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from review.sim.curves import Floats, monotone, smooth
from review.sim.following import TILT, aim_at_play, chase, kept_on_the_rink, zoom_for_play
from review.sim.lens import Lens
from review.sim.play import play_path as focus_m
from review.sim.scenario import Man, Scenario
from review.sim.tables.cameras import Camera
from review.sim.tables.table import ScenarioUnreadable

NEAR_M, FAR_M = 2.0, 130.0
CAMERA_STEP_S = 0.04
CHEST_M = 1.05
FAR_IS_UP = (0.0, 1.0, 0.0)


class Cast(Protocol):
    """What an operator needs of a motion to follow a man."""

    def ground_m(self, row: int, at_s: float) -> Floats:
        """The ground under one man, (2,)."""
        ...


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


def look(
    eye_m: ArrayLike,
    target_m: ArrayLike,
    hfov_deg: float,
    size_px: tuple[int, int],
    *,
    up_m: tuple[float, float, float] = (0.0, 0.0, 1.0),
) -> View:
    """View from ``eye_m`` towards ``target_m`` (3,), ``up_m`` upwards in the picture, ``hfov_deg`` wide.

    Where it looks along ``up_m``, the far boards are up.
    """
    eye = np.asarray(eye_m, float)
    ahead = np.asarray(target_m, float) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, up_m)
    if np.linalg.norm(right) < 1e-6:
        right = np.cross(ahead, FAR_IS_UP)
    right /= np.linalg.norm(right)
    focal = size_px[0] / 2 / np.tan(np.radians(hfov_deg) / 2)
    return View(eye, right, np.cross(ahead, right), ahead, float(focal), size_px)


class Operator:
    """One camera's operator: follows keys, the puck or a man, with a hand that is never quite still."""

    def __init__(self, scenario: Scenario, camera: Camera, motion: Cast | None = None) -> None:
        self.camera = camera
        w, h = self._size_px = scenario.size_px
        cx, cy = camera.distortion_centre
        self.lens = Lens(camera.distortion_k1, (cx * w, cy * h), scenario.size_px)
        self._up_m = FAR_IS_UP if camera.view == "overhead" else (0.0, 0.0, 1.0)
        self._times_s = np.arange(0.0, scenario.duration_s + 1.0, CAMERA_STEP_S)
        place = [c.id for c in scenario.cameras].index(camera.id)
        rng = np.random.default_rng([scenario.seed, 77, *([place] if place else [])])
        self._path = self._aimed(scenario, motion)  # (n, 4): x, y, z aimed at, field of view
        self._path[:, :2] += _hand(rng, self._times_s) * camera.shake_m
        if not camera.keys:
            self._path[:, :2] += _jitter(rng, len(self._times_s)) * camera.shake_m

    def view(self, at_s: float) -> View:
        """Where the camera looks at ``at_s`` of the game: the pinhole picture, before `lens` bends it."""
        x, y, z, hfov = (float(np.interp(at_s, self._times_s, self._path[:, k])) for k in range(4))
        view = look(self.camera.eye_m, [x, y, z], hfov, self._size_px, up_m=self._up_m)
        return replace(view, focal_px=view.focal_px / self.lens.scale)

    def _aimed(self, scenario: Scenario, motion: Cast | None) -> Floats:
        camera, n = self.camera, len(self._times_s)
        if camera.keys:
            return self._keyed()
        if camera.follows == "nothing":
            return np.tile([*camera.aim_m, float(np.mean(camera.hfov_deg))], (n, 1))
        if camera.follows == "puck":
            return self._on_puck(scenario)
        return self._on_man(scenario, motion)

    def _keyed(self) -> Floats:
        rows = [[*row[:3], row[4] if len(row) == 5 else 0.0, row[3]] for row in self.camera.keys]
        keys = np.asarray(rows if len(rows) > 1 else [rows[0], [rows[0][0] + 1.0, *rows[0][1:]]])
        return smooth(monotone(keys[:, 0], keys[:, 1:], self._times_s), round(0.3 / CAMERA_STEP_S))

    def _on_puck(self, scenario: Scenario) -> Floats:
        camera, t, eye = self.camera, self._times_s, np.asarray(self.camera.eye_m)
        puck = focus_m(scenario, t)
        beside = abs(eye[1]) > scenario.rink.width_m / 2
        wanted = aim_at_play(puck, CAMERA_STEP_S, tilt=TILT if beside and camera.view != "close" else 1.0)
        wanted[:, 1] += camera.aim_m[1]
        aim = chase(wanted, lag_s=camera.lag_s, overshoot=camera.overshoot, step_s=CAMERA_STEP_S)
        tight, wide = sorted(camera.hfov_deg)
        hfov = zoom_for_play(puck, tight, wide, step_s=CAMERA_STEP_S)
        if beside and camera.view != "close":
            aim = kept_on_the_rink(aim, hfov, eye, scenario.rink)
        return np.column_stack([aim, np.full(len(t), camera.aim_m[2]), hfov])

    def _on_man(self, scenario: Scenario, motion: Cast | None) -> Floats:
        camera = self.camera
        row = scenario.people.index(_named(scenario, camera.follows))
        if motion is None:
            raise ValueError(f"camera {camera.id} follows a man: his motion is needed")
        seldom = self._times_s[::5]
        man = np.stack([motion.ground_m(row, float(t)) for t in seldom])
        place = np.stack([np.interp(self._times_s, seldom, man[:, k]) for k in (0, 1)], axis=1)
        wanted = aim_at_play(place, CAMERA_STEP_S, tilt=1.0)
        aim = chase(wanted, lag_s=camera.lag_s, overshoot=camera.overshoot, step_s=CAMERA_STEP_S)
        tight, wide = sorted(camera.hfov_deg)
        hfov = zoom_for_play(place, tight, wide, step_s=CAMERA_STEP_S)
        return np.column_stack([aim, np.full(len(aim), CHEST_M), hfov])


def _named(scenario: Scenario, follows: str) -> Man:
    team, _, number = follows.rpartition(" ")
    try:
        return scenario.person(team, int(number))
    except ValueError as error:
        if isinstance(error, ScenarioUnreadable):
            raise
        raise ScenarioUnreadable(
            f"A camera follows {follows!r}.", 'Write "puck", "nothing", or a team and a number ("HOME 19").'
        ) from error


def _hand(rng: np.random.Generator, times_s: Floats) -> Floats:
    """Slow wandering of a hand (n, 2), about one wide."""
    rate, start = rng.uniform(0.6, 2.6, (3, 2)), rng.uniform(0.0, 6.28, (3, 2))
    waves = [np.sin(rate[k] * times_s[:, None] + start[k]) / (k + 1) for k in range(3)]
    return np.asarray(sum(waves))


def _jitter(rng: np.random.Generator, count: int) -> Floats:
    """Quick trembling (n, 2), a tenth of the hand's wandering."""
    return smooth(rng.normal(0.0, 1.0, (count, 2)), 1) * 0.2


def operators(scenario: Scenario, motion: Cast | None = None) -> dict[str, Operator]:
    """An operator for each of the scenario's cameras, by the camera's id.

    ``motion`` is needed where a camera follows a man.
    """
    return {camera.id: Operator(scenario, camera, motion) for camera in scenario.cameras}
