"""Triangles of the building as they are collected: quads, boxes and walls in rink metres.

A vertex is position (3), normal (3), texture place (2), colour (3) and a surface code (1).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from review.sim.curves import Floats

PLAIN, ADVERTS, CROWD, NET, BACKS, BACKDROP, PANE, LAMP, DIGITS = range(9)
Point = tuple[float, float, float]
Colour = tuple[float, float, float]
UNIT_UV = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
FACES: tuple[tuple[tuple[int, int, int, int], Point], ...] = (
    ((0, 1, 5, 4), (0.0, -1.0, 0.0)),
    ((3, 2, 6, 7), (0.0, 1.0, 0.0)),
    ((4, 5, 6, 7), (0.0, 0.0, 1.0)),
    ((0, 3, 7, 4), (-1.0, 0.0, 0.0)),
    ((1, 2, 6, 5), (1.0, 0.0, 0.0)),
)


@dataclass
class Surfaces:
    """A growing list of quads, handed over as vertices (n, 12) and triangles (m, 3)."""

    vertices: list[list[float]] = field(default_factory=list)
    triangles: list[list[int]] = field(default_factory=list)

    def quad(
        self,
        corners: tuple[Point, Point, Point, Point],
        colour: Colour,
        *,
        normal: Point,
        surface: int = PLAIN,
        uv: tuple[tuple[float, float], ...] = UNIT_UV,
    ) -> None:
        """Add four corners in order around the face."""
        first = len(self.vertices)
        for corner, place in zip(corners, uv, strict=True):
            self.vertices.append([*corner, *normal, *place, *colour, float(surface)])
        self.triangles += [[first, first + 1, first + 2], [first, first + 2, first + 3]]

    def box(self, low: Point, high: Point, colour: Colour) -> None:
        """Add the five faces of a box that can be seen from above; ends may come in any order."""
        (a, b, c), (d, e, f) = np.minimum(low, high).tolist(), np.maximum(low, high).tolist()
        corner = [(a, b, c), (d, b, c), (d, e, c), (a, e, c), (a, b, f), (d, b, f), (d, e, f), (a, e, f)]
        for (i, j, k, m), normal in FACES:
            self.quad((corner[i], corner[j], corner[k], corner[m]), colour, normal=normal)

    def arrays(self) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        """Vertices (n, 12) and triangles (m, 3)."""
        vertices = np.array(self.vertices, np.float32).reshape(-1, 12)
        return vertices, np.array(self.triangles, np.int32).reshape(-1, 3)


def wall(a: Floats, b: Floats, low: float, high: float) -> tuple[Point, Point, Point, Point]:
    """Corners of an upright quad over the ground from ``a`` to ``b`` (2,)."""
    ax, ay, bx, by = float(a[0]), float(a[1]), float(b[0]), float(b[1])
    return ((ax, ay, low), (bx, by, low), (bx, by, high), (ax, ay, high))


def quads(
    corners: Floats, normals: Floats, uv: Floats, colours: Floats, surface: int
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Many quads at once: corners (n, 4, 3), normals (n, 3), uv (n, 4, 2), colours (n, 3)."""
    n = len(corners)
    per_corner = np.concatenate([normals, colours], axis=1)[:, None].repeat(4, axis=1)
    code = np.full((n, 4, 1), float(surface))
    vertices = np.concatenate([corners, per_corner[..., :3], uv, per_corner[..., 3:], code], axis=2)
    pattern = np.array([[0, 1, 2], [0, 2, 3]])
    triangles = (4 * np.arange(n))[:, None, None] + pattern
    return vertices.reshape(-1, 12).astype(np.float32), triangles.reshape(-1, 3).astype(np.int32)
