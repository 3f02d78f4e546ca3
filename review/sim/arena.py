"""The building as triangles: boards, glass, benches, stands, goals. Paint and pixels come later.

A vertex is position (3), normal (3), texture place (2), colour (3) and a surface code (1).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from review.sim.curves import Floats
from review.sim.scenario import Scenario
from review.sim.shape import BENCH_FLOOR_M, BOARD_HEIGHT_M, BOARD_THICKNESS_M, RinkShape

PLAIN, ADVERTS, CROWD, NET, HEADS, BACKDROP, PANE = range(7)
GLASS_TOP_M = 2.45
KICK_STRIP, CAP, WHITE = (0.90, 0.76, 0.24), (0.20, 0.30, 0.58), (0.93, 0.93, 0.94)
STEEL, CONCRETE, DARK = (0.52, 0.54, 0.57), (0.27, 0.27, 0.29), (0.07, 0.07, 0.08)
NEAR_ROWS = 9

Point = tuple[float, float, float]
Colour = tuple[float, float, float]
UNIT_UV = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


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
        """Add the five faces of a box that can be seen from above."""
        (a, b, c), (d, e, f) = low, high
        self.quad(((a, b, c), (d, b, c), (d, b, f), (a, b, f)), colour, normal=(0, -1, 0))
        self.quad(((a, e, c), (d, e, c), (d, e, f), (a, e, f)), colour, normal=(0, 1, 0))
        self.quad(((a, b, f), (d, b, f), (d, e, f), (a, e, f)), colour, normal=(0, 0, 1))
        self.quad(((a, b, c), (a, e, c), (a, e, f), (a, b, f)), colour, normal=(-1, 0, 0))
        self.quad(((d, b, c), (d, e, c), (d, e, f), (d, b, f)), colour, normal=(1, 0, 0))

    def arrays(self) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        """Vertices (n, 12) and triangles (m, 3)."""
        return np.array(self.vertices, np.float32).reshape(-1, 12), np.array(self.triangles, np.int32)


@dataclass
class Arena:
    """``solid`` never moves and is baked; ``near`` stands before the play; ``ice`` is a fan (n, 2)."""

    solid: Surfaces
    see_through: Surfaces
    near: Surfaces
    ice: Floats


def build_arena(scenario: Scenario) -> Arena:
    """Build everything around the ice of a scenario."""
    arena = Arena(Surfaces(), Surfaces(), Surfaces(), np.zeros((0, 2)))
    shape = scenario.rink
    openings = [team.bench_m for team in scenario.teams]
    _boards(arena, shape, openings)
    for team in scenario.teams:
        _bench(arena, shape, team.bench_m[0], team.bench_m[1])
    _stands(arena, shape)
    for side in (-1.0, 1.0):
        _goal(arena, side * shape.goal_line_m, side)
    ring = shape.perimeter_m(out_m=0.02)
    arena.ice = np.concatenate([[[0.0, 0.0]], ring])
    return arena


def _boards(arena: Arena, shape: RinkShape, openings: list[tuple[float, float]]) -> None:
    inner, outer = shape.perimeter_m(), shape.perimeter_m(out_m=BOARD_THICKNESS_M)
    run = np.r_[0.0, np.cumsum(np.linalg.norm(np.diff(inner, axis=0), axis=1))] / 62.0
    for i in range(len(inner) - 1):
        a, b, c, d = inner[i], inner[i + 1], outer[i], outer[i + 1]
        n = (float((a - c)[0]), float((a - c)[1]), 0.0)
        top = BOARD_HEIGHT_M
        s = arena.solid
        s.quad(_wall(a, b, 0.0, 0.2), KICK_STRIP, normal=n)
        uv = ((-run[i], 1.0), (-run[i + 1], 1.0), (-run[i + 1], 0.0), (-run[i], 0.0))
        s.quad(_wall(a, b, 0.2, top - 0.06), WHITE, normal=n, surface=ADVERTS, uv=uv)
        s.quad(_wall(a, b, top - 0.06, top), CAP, normal=n)
        s.quad((*_wall(a, b, top, top)[:2], *_wall(d, c, top, top)[:2]), CAP, normal=(0, 0, 1))
        s.quad(_wall(c, d, 0.0, top), CONCRETE, normal=(-n[0], -n[1], 0.0))
        middle = (a + b) / 2
        if not _open(middle, shape, openings):
            _glass(arena, a, b, c, n)


def _wall(a: Floats, b: Floats, low: float, high: float) -> tuple[Point, Point, Point, Point]:
    ax, ay, bx, by = float(a[0]), float(a[1]), float(b[0]), float(b[1])
    return ((ax, ay, low), (bx, by, low), (bx, by, high), (ax, ay, high))


def _open(at: Floats, shape: RinkShape, openings: list[tuple[float, float]]) -> bool:
    """No glass stands before the benches."""
    return bool(at[1] > shape.far_boards_m - 0.01) and any(low < at[0] < high for low, high in openings)


def _glass(arena: Arena, a: Floats, b: Floats, c: Floats, normal: Point) -> None:
    high = GLASS_TOP_M + (0.55 if abs(a[0]) > 20 else 0.0)
    lean = (c - a) * 0.5
    is_near = (a[1] + b[1]) / 2 < -5.0
    pane = arena.near if is_near else arena.see_through
    post = arena.near if is_near else arena.solid
    pane.quad(_wall(a + lean, b + lean, BOARD_HEIGHT_M, high), (0.9, 0.95, 1.0), normal=normal, surface=PANE)
    side = (b - a) / np.linalg.norm(b - a) * 0.035
    post.quad(_wall(a + lean - side, a + lean + side, BOARD_HEIGHT_M, high), STEEL, normal=normal)
    post.quad(_wall(a + lean, b + lean, high - 0.025, high), STEEL, normal=normal)


def _bench(arena: Arena, shape: RinkShape, low: float, high: float) -> None:
    y, s = shape.far_boards_m, arena.solid
    back = y + 2.15
    s.box((low, y + BOARD_THICKNESS_M, 0.0), (high, back, BENCH_FLOOR_M), (0.20, 0.20, 0.22))
    s.box((low + 0.3, y + 1.0, BENCH_FLOOR_M), (high - 0.3, y + 1.4, 0.72), (0.30, 0.22, 0.15))
    s.box((low, back, 0.0), (high, back + 0.1, 1.35), (0.30, 0.31, 0.36))
    s.quad(
        (
            (low, back - 0.01, 0.75),
            (high, back - 0.01, 0.75),
            (high, back - 0.01, 1.33),
            (low, back - 0.01, 1.33),
        ),
        (0.85, 0.85, 0.87),
        normal=(0, -1, 0),
        surface=ADVERTS,
        uv=((0.31, 1.0), (0.45, 1.0), (0.45, 0.0), (0.31, 0.0)),
    )
    for x in (low, high):
        _pane_across(arena, x, y + BOARD_THICKNESS_M, back)
        s.box((x - 0.03, y + 0.02, BOARD_HEIGHT_M), (x + 0.03, y + 0.09, GLASS_TOP_M), STEEL)
    for door in (low + 1.2, high - 1.2):
        for edge in (door - 0.4, door + 0.4):
            s.box((edge - 0.012, y - 0.012, 0.05), (edge + 0.012, y, BOARD_HEIGHT_M), (0.3, 0.3, 0.32))


def _pane_across(arena: Arena, x: float, front: float, back: float) -> None:
    low, high = BOARD_HEIGHT_M, GLASS_TOP_M
    corners = ((x, front, low), (x, back, low), (x, back, high), (x, front, high))
    arena.see_through.quad(corners, (0.9, 0.95, 1.0), normal=(1, 0, 0), surface=PANE)


def _stands(arena: Arena, shape: RinkShape) -> None:
    s, y0, y1 = arena.solid, shape.far_boards_m + 2.35, shape.far_boards_m + 14.0
    x1, reach = 50.0, shape.length_m / 2 + 1.6
    s.quad(((-x1, y0, 0), (x1, y0, 0), (x1, y0, 1.75), (-x1, y0, 1.75)), CONCRETE, normal=(0, -1, 0))
    s.quad(
        ((-x1, y0, 1.75), (x1, y0, 1.75), (x1, y1, 9.0), (-x1, y1, 9.0)),
        (1, 1, 1),
        normal=(0, -0.5, 0.8),
        surface=CROWD,
        uv=((0, 1), (2.6, 1), (2.6, 0), (0, 0)),
    )
    s.quad(((-x1, y1, 9), (x1, y1, 9), (x1, y1, 24), (-x1, y1, 24)), DARK, normal=(0, -1, 0))
    for side in (-1.0, 1.0):
        x = side * reach
        s.quad(((x, -22, 0), (x, 22, 0), (x, 22, 1.6), (x, -22, 1.6)), CONCRETE, normal=(-side, 0, 0))
        far = side * (reach + 12)
        s.quad(
            ((x, -22, 1.6), (x, 22, 1.6), (far, 22, 9.0), (far, -22, 9.0)),
            (1, 1, 1),
            normal=(-side * 0.5, 0, 0.8),
            surface=CROWD,
            uv=((0.2, 1), (1.4, 1), (1.4, 0), (0.2, 0)),
        )
        s.quad(((far, -22, 9), (far, 22, 9), (far, 22, 24), (far, -22, 24)), DARK, normal=(-side, 0, 0))
    _near_rows(arena, shape)


def _near_rows(arena: Arena, shape: RinkShape) -> None:
    """Rows of spectators below the camera: strips of heads, cut out by their texture."""
    y0 = -shape.far_boards_m - BOARD_THICKNESS_M
    arena.near.box((-36, y0 - 1.2, 0.0), (36, y0 - 1.1, 1.0), (0.13, 0.13, 0.15))
    for k in range(NEAR_ROWS):
        y, z = y0 - 1.6 - 0.9 * k, 0.45 + 0.52 * k
        arena.near.quad(
            ((-36, y - 0.9, z), (36, y - 0.9, z), (36, y, z - 0.2), (-36, y, z - 0.2)),
            (0.10, 0.10, 0.12),
            normal=(0, 0, 1),
        )
        u = 0.413 * k
        arena.near.quad(
            ((-36, y - 0.45, z), (36, y - 0.45, z), (36, y - 0.45, z + 1.25), (-36, y - 0.45, z + 1.25)),
            (1, 1, 1),
            normal=(0, -0.4, 0.9),
            surface=HEADS,
            uv=((u, 1), (u + 2.9, 1), (u + 2.9, 0), (u, 0)),
        )


def _goal(arena: Arena, x: float, side: float) -> None:
    red, s, net = (0.74, 0.12, 0.14), arena.solid, arena.near
    for y in (-0.945, 0.945):
        s.box((x - 0.03, y - 0.03, 0.0), (x + 0.03, y + 0.03, 1.22), red)
    s.box((x - 0.03, -0.97, 1.19), (x + 0.03, 0.97, 1.25), red)
    back, white = x + side * 1.05, (0.95, 0.95, 0.96)
    for y in (-0.93, 0.93):
        net.quad(((x, y, 0), (back, y, 0), (back, y, 0.9), (x, y, 1.2)), white, normal=(0, 1, 0), surface=NET)
    net.quad(
        ((back, -0.93, 0), (back, 0.93, 0), (back, 0.93, 0.9), (back, -0.93, 0.9)),
        white,
        normal=(-side, 0, 0),
        surface=NET,
    )
    net.quad(
        ((x, -0.93, 1.2), (x, 0.93, 1.2), (back, 0.93, 0.9), (back, -0.93, 0.9)),
        white,
        normal=(0, 0, 1),
        surface=NET,
    )
