"""The building as triangles, gathered for whoever draws it. Paint and pixels come later."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from review.sim.boards import Leaf, build_boards
from review.sim.curves import Floats
from review.sim.decor import Decor, decor
from review.sim.dugouts import DEPTH_M, build_dugouts
from review.sim.goals import build_goal
from review.sim.scenario import Scenario
from review.sim.scoreboard import build_scoreboard
from review.sim.shape import RinkShape
from review.sim.stands import TALL_M, Spectators, blocks_view, build_stands, seat_spectators
from review.sim.surfaces import ADVERTS, BACKDROP, Surfaces

BEHIND_M, TALLEST_M = 2.6, 3.3  # where people may be: so far behind the boards, so high
MARCH_M = np.geomspace(1.0, 40.0, 60)

Triangles = tuple[NDArray[np.float32], NDArray[np.int32]]


@dataclass
class Arena:
    """``solid`` never moves; ``panes`` and ``nets`` are looked through; ``ice`` is a fan (n, 2)."""

    solid: Surfaces
    panes: Surfaces
    nets: Surfaces
    leaves: list[Leaf]
    spectators: Spectators
    digits: Surfaces
    style: Decor
    ice: Floats


def build_arena(scenario: Scenario) -> Arena:
    """Build everything around the ice of a scenario."""
    style = decor(scenario)
    solid, panes, nets, digits = Surfaces(), Surfaces(), Surfaces(), Surfaces()
    leaves = build_boards(solid, panes, scenario, style)
    build_dugouts(solid, panes, scenario, style)
    build_stands(solid, scenario, style)
    for side in (-1.0, 1.0):
        build_goal(solid, nets, side * scenario.rink.goal_line_m, side)
    if scenario.graphics.arena_clock:
        build_scoreboard(solid, digits, scenario)
    ice = np.concatenate([[[0.0, 0.0]], scenario.rink.perimeter_m(out_m=0.02)])
    return Arena(solid, panes, nets, leaves, seat_spectators(scenario, style), digits, style, ice)


def without_blockers(made: Triangles, eye_m: Floats, shape: RinkShape) -> Triangles:
    """Leave out what would stand between this eye and the ice: in a real arena the camera's place is open."""
    vertices, triangles = made
    corners = vertices[triangles.reshape(-1, 6)][..., :3].astype(float)  # a quad is two triangles in a row
    middle, top = corners.mean(axis=1), corners[..., 2].max(axis=1)
    behind_m = -shape.inside_m(middle[:, :2])
    stands = behind_m > DEPTH_M
    seated = np.c_[middle[:, :2], top + TALL_M]  # a step goes with those who would sit on it
    blocks = stands & blocks_view(seated, eye_m, shape)
    near = stands & (np.linalg.norm(middle[:, :2] - eye_m[:2], axis=1) < 1.5)
    first = vertices[triangles[::2, 0]]
    turned_away = ((eye_m - middle) * first[:, 3:6]).sum(axis=1) < 0
    walls = np.isin(first[:, 11], (ADVERTS, BACKDROP)) & stands & turned_away
    return vertices, triangles[~(blocks | near | walls).repeat(2)]


def could_hide(made: Triangles, eye_m: Floats, shape: RinkShape) -> NDArray[np.bool_]:
    """Which triangles (m,) people may be behind as this eye sees them."""
    vertices, triangles = made
    corners = vertices[triangles][..., :3].astype(float)
    tried = np.concatenate([corners, corners.mean(axis=1, keepdims=True)], axis=1)
    out = np.zeros(len(triangles), bool)
    for stretch in MARCH_M:
        at = eye_m + (tried - eye_m) * stretch
        high = at[..., 2]
        within = shape.inside_m(at[..., :2].reshape(-1, 2)).reshape(high.shape) > -BEHIND_M
        out |= (within & (high < TALLEST_M) & (high > -0.05)).any(axis=1)
    return out


def from_outside(made: Triangles, eye_m: Floats) -> NDArray[np.bool_]:
    """Which triangles (m,) of panes with outward normals this eye sees from outside."""
    vertices, triangles = made
    first = vertices[triangles[:, 0]]
    return np.asarray(((eye_m - first[:, :3]) * first[:, 3:6]).sum(axis=1) > 0)
