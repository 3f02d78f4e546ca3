"""The rink as scenery and script see it: metres, origin at centre ice, far boards at +y."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from review.sim.curves import Floats
from review.sim.tables.table import unknown_key

BOARD_HEIGHT_M = 1.07
BOARD_THICKNESS_M = 0.16
BENCH_FLOOR_M = 0.25
BENCH_SEAT_M = 1.2  # behind the inner face of the boards


@dataclass(frozen=True)
class RinkShape:
    """Outline and markings; the defaults are the NHL's (rule 1), in metres."""

    length_m: float = 60.96
    width_m: float = 25.91
    corner_m: float = 8.53
    goal_line_m: float = 27.13
    blue_line_m: float = 7.62
    spot_x_m: float = 21.03
    spot_y_m: float = 6.71
    neutral_spot_x_m: float = 6.1
    circle_m: float = 4.57
    rules: str = "nhl"  # whose creases, hash marks and trapezoid: nhl or iihf
    referee_side: str = "near"  # boards before which the referee's crease lies: near or far

    @property
    def far_boards_m(self) -> float:
        """The y of the far boards' inner face."""
        return self.width_m / 2

    def perimeter_m(self, *, out_m: float = 0.0, corner_steps: int = 12, step_m: float = 1.25) -> Floats:
        """Closed outline (n, 2), counter-clockwise, ``out_m`` outside the inner face of the boards."""
        corners = []
        cx, cy = self.length_m / 2 - self.corner_m, self.width_m / 2 - self.corner_m
        for x, y, first in ((cx, cy, 0.0), (-cx, cy, 90.0), (-cx, -cy, 180.0), (cx, -cy, 270.0)):
            angle = np.radians(np.linspace(first, first + 90.0, corner_steps + 1))
            reach = self.corner_m + out_m
            corners.append(np.stack([x + reach * np.cos(angle), y + reach * np.sin(angle)], axis=1))
        ring = np.concatenate([*corners, corners[0][:1]])
        return _divided(ring, step_m)

    def inside_m(self, xy_m: ArrayLike) -> Floats:
        """Distance (n,) from points (n, 2) to the boards: positive on the ice, negative behind them."""
        half = np.array([self.length_m / 2, self.width_m / 2]) - self.corner_m
        past = np.abs(np.asarray(xy_m, float).reshape(-1, 2)) - half
        outside = np.linalg.norm(np.maximum(past, 0.0), axis=1)
        return np.asarray(self.corner_m - (outside + np.minimum(past.max(axis=1), 0.0)))

    def kept_inside(self, xy_m: Floats, *, margin_m: float) -> Floats:
        """Pull points (n, 2) that are nearer to the boards than ``margin_m`` back to that margin."""
        half = np.array([self.length_m / 2, self.width_m / 2]) - self.corner_m
        core = np.clip(xy_m, -half, half)
        arm = xy_m - core
        reach = np.linalg.norm(arm, axis=1, keepdims=True)
        limit = self.corner_m - margin_m
        return np.asarray(core + arm * np.minimum(1.0, limit / np.maximum(reach, 1e-9)))


RINKS: dict[str, dict[str, Any]] = {
    "nhl": {},
    # IIHF Official Rule Book 2023/24, section 1: 60 m long, 26 to 30 m wide, corners 7 to 8.5 m, goal lines
    # 4 m from the end, blue lines 22.86 m from the end, spots 6 m from the goal line and 7 m from the axis
    **{
        f"iihf-{width}": {
            "length_m": 60.0,
            "width_m": float(width),
            "corner_m": 8.5,
            "goal_line_m": 26.0,
            "blue_line_m": 7.14,
            "spot_x_m": 20.0,
            "spot_y_m": 7.0,
            "neutral_spot_x_m": 5.64,
            "circle_m": 4.5,
            "rules": "iihf",
        }
        for width in range(26, 31)
    },
}


def rink_shape(table: Mapping[str, Any]) -> RinkShape:
    """Rink from a ``[rink]`` table: ``preset`` names one of `RINKS`, other keys overwrite its measures.

    Raises
    ------
    ScenarioUnreadable
        For an unknown preset or key.
    """
    preset = str(table.get("preset", "nhl"))
    if preset not in RINKS:
        raise unknown_key("[rink] preset", preset, RINKS)
    known = {f.name for f in fields(RinkShape)}
    for key in table:
        if key not in known | {"preset"}:
            raise unknown_key("[rink]", key, sorted(known | {"preset"}))
    for key, allowed in (("rules", ("nhl", "iihf")), ("referee_side", ("near", "far"))):
        if table.get(key, allowed[0]) not in allowed:
            raise unknown_key(f"[rink] {key}", str(table[key]), allowed)
    own = {key: table[key] for key in table if key != "preset"}
    return RinkShape(**{**RINKS[preset], **own})


def _divided(ring: Floats, step_m: float) -> Floats:
    """Cut the sides of a closed ring so that none is longer than ``step_m``; the last repeats the first."""
    points = []
    for a, b in pairwise(ring):
        pieces = max(1, int(np.ceil(np.linalg.norm(b - a) / step_m)))
        points.append(a + (b - a) * np.arange(pieces)[:, None] / pieces)
    return np.concatenate([*points, ring[:1]])
