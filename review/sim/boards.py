"""Boards, glass with its posts, and the doors that swing in them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from review.sim.curves import Floats
from review.sim.decor import Decor
from review.sim.gates import Door, doors, openings
from review.sim.scenario import Scenario
from review.sim.shape import BOARD_HEIGHT_M, BOARD_THICKNESS_M, RinkShape
from review.sim.surfaces import ADVERTS, PANE, PLAIN, Colour, Point, Surfaces, wall

ADVERTS_M = 62.0  # length of boards that the strip of adverts covers before it repeats
KICK_M, CAP_M = 0.2, 0.05
SIDE_GLASS_M, END_GLASS_M = 2.67, 3.45
WHITE, BACK, STRIP = (0.95, 0.95, 0.94), (0.30, 0.31, 0.34), (0.97, 0.97, 0.97)
SEAM = (0.22, 0.22, 0.24)
PANE_COLOUR = (0.90, 0.94, 0.95)


@dataclass(frozen=True)
class Leaf:
    """A door's leaf when closed: vertices (n, 12), triangles (m, 3), and the hinge it turns about."""

    vertices: Floats
    triangles: NDArray[np.int32]
    hinge_m: Floats  # (2,)
    turn_sign: float

    def turned(self, angle: float) -> Floats:
        """Vertices with the leaf opened by ``angle`` radians away from the ice."""
        c, s = np.cos(self.turn_sign * angle), np.sin(self.turn_sign * angle)
        spin = np.array([[c, -s], [s, c]])
        out = self.vertices.copy()
        out[:, :2] = (out[:, :2] - self.hinge_m) @ spin.T + self.hinge_m
        out[:, 3:5] = out[:, 3:5] @ spin.T
        return out


def build_boards(solid: Surfaces, panes: Surfaces, scenario: Scenario, style: Decor) -> list[Leaf]:
    """Add boards and glass; return the doors' leaves, in the order of `doors`."""
    shape = scenario.rink
    inner, run = _outline(scenario)
    fronts = [(o.low_m, o.high_m, o.side) for o in openings(scenario)]
    leaves = [Surfaces() for _ in doors(scenario)]
    for i in range(len(inner) - 1):
        a, b = inner[i], inner[i + 1]
        outward = _outward(a, b)
        door = _door_at((a + b) / 2, scenario)
        into = solid if door is None else leaves[door]
        _panel(into, a, b, outward, (run[i], run[i + 1]), style)
        open_front = any(lo < (a + b)[0] / 2 < hi and s * (a + b)[1] > 0 for lo, hi, s in fronts)
        if not (open_front and abs(outward[1]) > 0.99):
            ends = abs((a + b)[0] / 2) > shape.length_m / 2 - shape.corner_m * 0.75
            _glass(panes, solid, (a, b), outward, END_GLASS_M if ends else SIDE_GLASS_M, style)
            if i % style.panes == 0 or ends:
                _post(solid, a, outward, END_GLASS_M if ends else SIDE_GLASS_M, style)
    return [_leaf(s, d, shape) for s, d in zip(leaves, doors(scenario), strict=True)]


def _outline(scenario: Scenario) -> tuple[Floats, Floats]:
    """Inner face with a knot at every door's edges and gate's ends, and metres run at each knot."""
    ring = scenario.rink.perimeter_m()
    cuts = [(d.x_m + e * d.width_m / 2, d.side) for d in doors(scenario) for e in (-1, 1)]
    cuts += [(x, o.side) for o in openings(scenario) for x in (o.low_m, o.high_m)]
    points: list[Floats] = []
    for a, b in pairwise(ring):
        points.append(a)
        if abs(a[1] - b[1]) < 1e-9:  # straight along x
            low, high = min(a[0], b[0]), max(a[0], b[0])
            between = [x for x, side in cuts if low + 0.02 < x < high - 0.02 and side * a[1] > 0]
            points += [np.array([x, a[1]]) for x in sorted(set(between), reverse=bool(a[0] > b[0]))]
    out = np.array([*points, ring[-1]])
    return out, np.r_[0.0, np.cumsum(np.linalg.norm(np.diff(out, axis=0), axis=1))]


def _outward(a: Floats, b: Floats) -> Floats:
    along = (b - a) / np.linalg.norm(b - a)
    return np.array([along[1], -along[0]])


def _door_at(at: Floats, scenario: Scenario) -> int | None:
    for k, door in enumerate(doors(scenario)):
        on_side = abs(at[1] - door.side * scenario.rink.far_boards_m) < 0.01
        if on_side and abs(at[0] - door.x_m) < door.width_m / 2:
            return k
    return None


def _panel(
    into: Surfaces, a: Floats, b: Floats, outward: Floats, run: tuple[float, float], style: Decor
) -> None:
    c, d = a + outward * BOARD_THICKNESS_M, b + outward * BOARD_THICKNESS_M
    n: Point = (-float(outward[0]), -float(outward[1]), 0.0)
    top = BOARD_HEIGHT_M
    u0, u1 = -run[0] / ADVERTS_M, -run[1] / ADVERTS_M
    into.quad(wall(a, b, 0.0, KICK_M), style.kick, normal=n)
    uv = ((u0, 1.0), (u1, 1.0), (u1, 0.0), (u0, 0.0))
    into.quad(wall(a, b, KICK_M, top - CAP_M), WHITE, normal=n, surface=ADVERTS, uv=uv)
    into.quad(wall(a, b, top - CAP_M, top), style.cap, normal=n)
    upper = (*wall(a, b, top, top)[:2], *wall(d, c, top, top)[:2])
    into.quad(upper, style.cap, normal=(0, 0, 1))
    into.quad(wall(c, d, 0.0, top), BACK, normal=(-n[0], -n[1], 0.0))


def _glass(
    panes: Surfaces, solid: Surfaces, ends: tuple[Floats, Floats], outward: Floats, top: float, style: Decor
) -> None:
    a, b = (p + outward * BOARD_THICKNESS_M / 2 for p in ends)
    n: Point = (float(outward[0]), float(outward[1]), 0.0)
    panes.quad(wall(a, b, BOARD_HEIGHT_M, top), PANE_COLOUR, normal=n, surface=PANE)
    solid.quad(wall(a, b, top - 0.02, top), STRIP, normal=n)


def _post(solid: Surfaces, at: Floats, outward: Floats, top: float, style: Decor) -> None:
    along = np.array([-outward[1], outward[0]]) * 0.022
    foot = at + outward * BOARD_THICKNESS_M / 2
    solid.quad(
        wall(foot - along, foot + along, BOARD_HEIGHT_M, top),
        style.post,
        normal=(float(outward[0]), float(outward[1]), 0.0),
    )
    across = outward * 0.03
    solid.quad(wall(foot - across, foot + across, BOARD_HEIGHT_M, top), _dark(style.post), normal=(1, 0, 0))


def _dark(colour: Colour) -> Colour:
    return (colour[0] * 0.7, colour[1] * 0.7, colour[2] * 0.7)


def _leaf(made: Surfaces, door: Door, shape: RinkShape) -> Leaf:
    y = door.side * shape.far_boards_m
    low, high = door.x_m - door.width_m / 2, door.x_m + door.width_m / 2
    for x in (low, high):  # the gap around it, and its edges, seen when it stands open
        gap = ((x - 0.008, y - door.side * 0.004), (x + 0.008, y - door.side * 0.004))
        made.quad(
            wall(np.array(gap[0]), np.array(gap[1]), 0.02, BOARD_HEIGHT_M), SEAM, normal=(0, -door.side, 0)
        )
        if (x - door.x_m) * door.hinge > 0:
            continue  # at the hinge the leaf would lie in the boards' own face
        corners = (
            (x, y, 0.0),
            (x, y + door.side * BOARD_THICKNESS_M, 0.0),
            (x, y + door.side * BOARD_THICKNESS_M, BOARD_HEIGHT_M),
            (x, y, BOARD_HEIGHT_M),
        )
        made.quad(corners, BACK, normal=(1, 0, 0), surface=PLAIN)
    vertices, triangles = made.arrays()
    hinge = np.array([door.x_m + door.hinge * door.width_m / 2, y])
    # from the hinge the leaf reaches along -hinge; turning it towards +side opens it
    return Leaf(vertices.astype(float), triangles, hinge, -door.hinge * door.side)
