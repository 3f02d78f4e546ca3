"""What moves in the arena besides people: doors, digits of the clock, the puck."""

from __future__ import annotations

from typing import Any

import numpy as np

from review.adapters.gl_workshop import Workshop
from review.sim.arena import Arena
from review.sim.curves import Floats
from review.sim.scenario import Scenario
from review.sim.scoreboard import lit, shown_digits
from review.sim.script import Motion
from review.sim.surfaces import Surfaces

PUCK_RADIUS_M, PUCK_HIGH_M = 0.0381, 0.0254
PUCK_COLOUR = (0.05, 0.05, 0.055)
PUCK_SIDES = 10


class Moving:
    """Vertices that are written anew for every instant."""

    def __init__(self, shop: Workshop, arena: Arena, scenario: Scenario, motion: Motion) -> None:
        self._scenario, self._leaves = scenario, arena.leaves
        # a motion without doors or puck keeps doors shut and shows no puck
        self._doors: Any = getattr(motion, "doors", None)
        self._puck_m: Any = getattr(motion, "puck_m", None)
        shut = [leaf.vertices for leaf in arena.leaves]
        starts = np.cumsum([0, *(len(v) for v in shut)])
        triangles = [leaf.triangles + at for leaf, at in zip(arena.leaves, starts, strict=False)]
        self._door_buffer = self._buffer(shop, np.concatenate(shut)) if shut else None
        together = np.concatenate(triangles) if triangles else np.zeros((0, 3), int)
        self.doors = self.digits = None
        if self._door_buffer is not None:
            self.doors = shop.array_of("scenery", self._door_buffer, together)
        self._digits, corners = arena.digits.arrays()
        if len(corners):
            self._digit_buffer = self._buffer(shop, self._digits)
            self.digits = shop.array_of("scenery", self._digit_buffer, corners)
        self._disc, faces = _puck()
        self._puck_buffer = self._buffer(shop, self._disc)
        self.puck = shop.array_of("scenery", self._puck_buffer, faces)

    def _buffer(self, shop: Workshop, vertices: Any) -> Any:
        return shop.gl.buffer(np.ascontiguousarray(vertices, np.float32).tobytes(), dynamic=True)

    def move(self, at_s: float) -> None:
        """Write everything as it is at ``at_s``."""
        if self._door_buffer is not None and self._doors is not None:
            angles = np.asarray(self._doors(at_s), float)
            turned = [leaf.turned(float(a)) for leaf, a in zip(self._leaves, angles, strict=True)]
            self._door_buffer.write(np.concatenate(turned).astype(np.float32).tobytes())
        if self.digits is not None:
            now = lit(self._digits.astype(float), shown_digits(self._scenario, at_s))
            self._digit_buffer.write(now.astype(np.float32).tobytes())
        self._puck_buffer.write(self._puck_at(at_s).astype(np.float32).tobytes())

    def _puck_at(self, at_s: float) -> Floats:
        at = self._puck_m(at_s) if self._puck_m is not None else None
        out = self._disc.copy()
        out[:, :3] += (0.0, 0.0, -5.0) if at is None else _three(np.asarray(at, float))
        return out


def _three(at: Floats) -> Floats:
    return np.append(at, 0.0) if len(at) == 2 else at


def _puck() -> tuple[Floats, Any]:
    made = Surfaces()
    turn = np.linspace(0, 2 * np.pi, PUCK_SIDES + 1)
    x, y = (PUCK_RADIUS_M * f(turn) for f in (np.cos, np.sin))
    high = PUCK_HIGH_M
    for i in range(PUCK_SIDES):
        ends = (float(x[i]), float(y[i])), (float(x[i + 1]), float(y[i + 1]))
        (ax, ay), (bx, by) = ends
        rim = ((ax, ay, 0.0), (bx, by, 0.0), (bx, by, high), (ax, ay, high))
        made.quad(rim, PUCK_COLOUR, normal=(ax + bx, ay + by, 0.0))
        top = ((0.0, 0.0, high), (ax, ay, high), (bx, by, high), (0.0, 0.0, high))
        made.quad(top, PUCK_COLOUR, normal=(0.0, 0.0, 1.0))
    vertices, triangles = made.arrays()
    return vertices.astype(float), triangles
