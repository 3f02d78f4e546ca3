"""Which still pictures of the arena cover everything a camera looks at.

A camera that turns but does not move sees the still world through a homography of one wide picture. A wide
picture cannot span more than a hemisphere, and wide ones waste pixels, so one that turns far has several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from review.sim.curves import Floats
from review.sim.filming import FAR_M, View

WIDEST_DEG = 84.0
MARGIN = 1.12  # views between the sampled moments, and what a lens bends in
LARGEST_PX, MOST_PX = 8192, 13.0e6
NEAR_M = 0.25


@dataclass(frozen=True)
class Page:
    """A wide still: axes in the rink, focal length, and the place of the axis in it."""

    eye_m: Floats
    right: Floats
    down: Floats
    ahead: Floats
    focal_px: float
    centre_px: tuple[float, float]
    size_px: tuple[int, int]

    def clip_from_rink(self, *, shift_px: tuple[float, float] = (0.0, 0.0)) -> Floats:
        """OpenGL matrix (4, 4), moved by ``shift_px`` for antialiasing."""
        (w, h), (cx, cy) = self.size_px, self.centre_px
        turn = np.eye(4)
        turn[:3, :3] = np.stack([self.right, -self.down, -self.ahead])
        turn[:3, 3] = -turn[:3, :3] @ self.eye_m
        lens = np.zeros((4, 4))
        lens[0, 0], lens[1, 1] = 2 * self.focal_px / w, 2 * self.focal_px / h
        lens[0, 2], lens[1, 2] = 1 - 2 * (cx + shift_px[0]) / w, 2 * (cy + shift_px[1]) / h - 1
        lens[2, 2] = -(FAR_M + NEAR_M) / (FAR_M - NEAR_M)
        lens[2, 3] = -2 * FAR_M * NEAR_M / (FAR_M - NEAR_M)
        lens[3, 2] = -1.0
        return np.asarray(lens @ turn)

    def place_from_clip(self, view: View, shift_px: tuple[float, float]) -> Floats:
        """Homography (3, 3) from a view's clip coordinates to places in this page's texture."""
        w, h = view.size_px
        ray = np.array(
            [
                [w / 2 / view.focal_px, 0.0, shift_px[0] / view.focal_px],
                [0.0, h / 2 / view.focal_px, shift_px[1] / view.focal_px],
                [0.0, 0.0, 1.0],
            ]
        )
        out_of_view = np.stack([view.right, -view.down, view.ahead], axis=1)
        into_page = np.stack([self.right, -self.down, self.ahead])
        (pw, ph), (cx, cy) = self.size_px, self.centre_px
        place = np.array(
            [[self.focal_px / pw, 0.0, cx / pw], [0.0, self.focal_px / ph, 1 - cy / ph], [0.0, 0.0, 1.0]]
        )
        return np.asarray(place @ into_page @ out_of_view @ ray)


class Album:
    """All pages of one camera, planned from the views it will ever have; `page_of` reads a view's."""

    def __init__(self, views: Sequence[View]) -> None:
        ahead = np.stack([v.ahead for v in views])
        self._middle = _unit(ahead.mean(axis=0))
        up = -np.mean([v.down for v in views], axis=0)
        self._side = _unit(np.cross(self._middle, up))
        turned = np.array([self._turned(v) for v in views])
        widest = max(2 * np.arctan(v.size_px[0] / 2 / v.focal_px) for v in views)
        room = max(np.radians(WIDEST_DEG) - widest, np.radians(8.0))
        span = float(turned.max() - turned.min())
        self._count = max(1, int(np.ceil(span / room)))
        self._low, self._step = float(turned.min()), max(span / self._count, 1e-9)
        held: list[list[View]] = [[] for _ in range(self._count)]
        for view in views:
            held[self.page_of(view)].append(view)
        self.pages = tuple(_page(rows or list(views[:1])) for rows in held)

    def page_of(self, view: View) -> int:
        """Index of the page that covers ``view``."""
        return int(np.clip((self._turned(view) - self._low) // self._step, 0, self._count - 1))

    def _turned(self, view: View) -> float:
        return float(np.arctan2(view.ahead @ self._side, view.ahead @ self._middle))


def _page(views: Sequence[View]) -> Page:
    """Smallest page around all ``views``, as fine as the tightest of them where that fits."""
    ahead = _unit(np.mean([v.ahead for v in views], axis=0))
    right = _unit(np.cross(ahead, -np.mean([v.down for v in views], axis=0)))
    down = np.cross(ahead, right)
    rays = np.concatenate([_corner_rays(v) for v in views])
    depth = np.maximum(rays @ ahead, 0.05)
    across, below = rays @ right / depth, rays @ down / depth
    left, top = across.min(), below.min()
    wide, high = across.max() - left, below.max() - top
    focal = max(v.focal_px for v in views)
    focal = min(focal, LARGEST_PX / wide, LARGEST_PX / high, float(np.sqrt(MOST_PX / (wide * high))))
    size = int(np.ceil(wide * focal)), int(np.ceil(high * focal))
    centre = (float(-left * focal), float(-top * focal))
    return Page(views[0].eye_m, right, down, ahead, float(focal), centre, size)


def _corner_rays(view: View) -> Floats:
    w, h = (MARGIN * v / 2 / view.focal_px for v in view.size_px)
    ends = [(x, y) for x in (-w, w) for y in (-h, h)]
    return np.array([view.ahead + x * view.right + y * view.down for x, y in ends])


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / np.linalg.norm(vector))
