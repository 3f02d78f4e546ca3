"""Life behind the boards: sitting, standing, leaning, climbing over, stepping through the door.

Everything is a list of moments that pin pelvis and skates. Places are given in the frame of a gate as a man
who faces the ice sees it from the far side: u to his left, v behind the boards' inner face, z up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from review.sim.curves import Floats
from review.sim.shape import BENCH_FLOOR_M, BENCH_SEAT_M, BOARD_HEIGHT_M
from review.sim.skeleton import ANKLE_M

FLOOR_ANKLE_M = BENCH_FLOOR_M + ANKLE_M
STAND_M = 0.62  # from the boards' inner face to a man who stands at them
WALK_MPS = 1.4
PACE_M = 0.4

# seconds from the touch of the first skate; pelvis u v z; left ankle u v z; right ankle u v z
CLIMB_ON = np.array(
    [
        [-1.35, 0.00, 0.55, 1.14, 0.15, 0.55, 0.387, -0.15, 0.55, 0.387],
        [-1.00, -0.02, 0.46, 1.18, 0.20, 0.50, 0.95, -0.14, 0.50, 0.387],
        [-0.78, -0.04, 0.38, 1.28, 0.30, 0.24, 1.40, -0.14, 0.46, 0.40],
        [-0.52, -0.02, 0.22, 1.36, 0.30, -0.24, 1.22, -0.15, 0.42, 0.55],
        [-0.34, 0.00, 0.06, 1.37, 0.24, -0.42, 0.78, -0.18, 0.42, 1.10],
        [-0.17, 0.00, -0.14, 1.27, 0.18, -0.52, 0.40, -0.24, 0.12, 1.40],
        [0.00, 0.00, -0.37, 1.00, 0.14, -0.58, 0.137, -0.22, -0.28, 1.02],
        [0.10, 0.00, -0.47, 0.94, 0.15, -0.68, 0.137, -0.19, -0.46, 0.48],
        [0.20, 0.00, -0.58, 0.90, 0.16, -0.78, 0.137, -0.17, -0.62, 0.137],
        [0.34, 0.00, -0.80, 0.88, 0.17, -0.95, 0.137, -0.17, -0.80, 0.137],
    ]
)
# seconds from when he stands at the boards, facing the bench: his left is at -u
CLIMB_OFF = np.array(
    [
        [0.00, 0.00, -0.55, 0.88, -0.15, -0.50, 0.137, 0.15, -0.60, 0.137],
        [0.16, 0.00, -0.48, 0.98, -0.18, -0.50, 0.45, 0.15, -0.55, 0.137],
        [0.40, 0.00, -0.38, 1.12, -0.26, -0.34, 1.34, 0.15, -0.50, 0.20],
        [0.62, 0.00, -0.16, 1.33, -0.28, 0.12, 1.40, 0.16, -0.46, 0.50],
        [0.82, 0.00, 0.06, 1.37, -0.22, 0.40, 0.85, 0.20, -0.38, 1.08],
        [1.02, 0.00, 0.26, 1.30, -0.18, 0.50, 0.42, 0.26, -0.06, 1.42],
        [1.22, 0.00, 0.46, 1.12, -0.16, 0.56, 0.387, 0.20, 0.38, 1.16],
        [1.45, 0.00, 0.60, 1.14, -0.15, 0.60, 0.387, 0.15, 0.60, 0.387],
    ]
)
# the same through an open door: down a step of 25 cm, one skate at a time
STEP_ON = np.array(
    [
        [-1.00, 0.00, 0.62, 1.14, 0.13, 0.62, 0.387, -0.13, 0.62, 0.387],
        [-0.72, -0.04, 0.46, 1.14, 0.13, 0.42, 0.47, -0.12, 0.60, 0.387],
        [-0.50, -0.03, 0.32, 1.12, 0.12, 0.22, 0.387, -0.12, 0.56, 0.395],
        [-0.30, 0.03, 0.16, 1.11, 0.12, 0.20, 0.387, -0.12, 0.18, 0.47],
        [-0.14, 0.05, 0.00, 1.04, 0.12, 0.19, 0.387, -0.12, -0.12, 0.36],
        [0.00, 0.02, -0.14, 0.97, 0.12, 0.17, 0.390, -0.12, -0.30, 0.137],
        [0.16, -0.02, -0.30, 0.93, 0.12, -0.02, 0.47, -0.13, -0.46, 0.137],
        [0.34, -0.01, -0.46, 0.90, 0.14, -0.40, 0.24, -0.14, -0.58, 0.137],
        [0.42, 0.00, -0.56, 0.89, 0.15, -0.56, 0.137, -0.15, -0.66, 0.137],
        [0.56, 0.00, -0.78, 0.88, 0.16, -0.84, 0.137, -0.16, -0.76, 0.137],
    ]
)
STEP_OFF = np.array(
    [
        [0.00, 0.00, -0.55, 0.88, -0.15, -0.52, 0.137, 0.15, -0.60, 0.137],
        [0.20, 0.02, -0.42, 0.93, -0.14, -0.34, 0.42, 0.14, -0.52, 0.137],
        [0.42, 0.02, -0.26, 0.99, -0.12, 0.12, 0.47, 0.13, -0.44, 0.137],
        [0.55, -0.01, -0.12, 1.04, -0.12, 0.24, 0.387, 0.13, -0.38, 0.150],
        [0.72, -0.04, 0.06, 1.10, -0.12, 0.24, 0.387, 0.12, -0.16, 0.44],
        [0.92, -0.02, 0.26, 1.13, -0.12, 0.28, 0.387, 0.12, 0.26, 0.48],
        [1.10, 0.00, 0.44, 1.14, -0.12, 0.34, 0.40, 0.12, 0.52, 0.387],
        [1.40, 0.00, 0.62, 1.14, -0.13, 0.62, 0.387, 0.13, 0.62, 0.387],
    ]
)
# seconds from when he starts to climb; he sits on the boards with his legs over the ice
PERCH_UP = np.array(
    [
        [0.00, 0.00, 0.55, 1.14, 0.15, 0.55, 0.387, -0.15, 0.55, 0.387],
        [0.35, -0.02, 0.46, 1.20, 0.20, 0.48, 0.95, -0.14, 0.50, 0.387],
        [0.58, -0.03, 0.36, 1.30, 0.30, 0.24, 1.42, -0.14, 0.46, 0.42],
        [0.86, -0.02, 0.20, 1.36, 0.28, -0.26, 1.20, -0.16, 0.42, 0.70],
        [1.10, 0.00, 0.12, 1.34, 0.22, -0.34, 0.84, -0.24, 0.22, 1.40],
        [1.36, 0.00, 0.08, 1.26, 0.19, -0.36, 0.72, -0.24, -0.26, 1.20],
        [1.60, 0.00, 0.06, 1.22, 0.18, -0.36, 0.70, -0.18, -0.34, 0.70],
    ]
)
PERCH_S = 1.6
TOUCHES_S = {"boards": 0.02, "door": 0.028}  # so much before zero the steel is within touch of the ice


@dataclass(frozen=True)
class Front:
    """The boards before a gate: ``side`` +1 for the far ones, ``boards_m`` their |y|."""

    side: float
    boards_m: float

    def places(self, x_m: float, uvz: ArrayLike) -> Floats:
        """Rink places (…, 3) of places in the gate's frame at ``x_m``."""
        at = np.asarray(uvz, float)
        y = self.side * (self.boards_m + at[..., 1])
        return np.stack([x_m + self.side * at[..., 0], y, at[..., 2]], axis=-1)

    def grip(self, x_m: float, *, turned: bool) -> Floats:
        """Both hands (2, 3) on top of the boards, as wide as shoulders."""
        left = -0.3 if turned else 0.3
        z = BOARD_HEIGHT_M + 0.07
        return self.places(x_m, [[left, 0.05, z], [-left, 0.05, z]])


@dataclass
class Pinned:
    """Growing list of moments (t_s, nine places in the rink, lean) that a curve is later drawn through."""

    front: Front
    taller_m: float = 0.0  # how much higher than others' his hips are when he stands
    slouch: float = 0.0  # -1 sits upright and back, +1 bowed and forward
    rows: list[Floats] = field(default_factory=list)

    @property
    def last_s(self) -> float:
        """Second of the last moment."""
        return float(self.rows[-1][0]) if self.rows else -np.inf

    def add(self, at_s: float, x_m: float, places: ArrayLike, *, lean: float) -> None:
        """Append one moment of nine places in the gate's frame; what was to come after it is forgotten."""
        self.cut(at_s - 1e-3)
        rink = self.front.places(x_m, np.asarray(places, float).reshape(3, 3))
        rink[0, 2] += self.taller_m
        self.rows.append(np.concatenate([[at_s], rink.ravel(), [lean]]))

    def cut(self, at_s: float) -> None:
        """Forget every moment after ``at_s``."""
        while self.rows and self.rows[-1][0] > at_s:
            self.rows.pop()

    def hold(self, at_s: float) -> None:
        """Stay as he is until ``at_s``."""
        self.cut(at_s - 1e-3)
        still = self.rows[-1].copy()
        still[0] = at_s
        self.rows.append(still)

    def sit(self, at_s: float, x_m: float) -> None:
        """Sit on the bench at ``x_m``."""
        back = BENCH_SEAT_M - 0.06 * self.slouch
        feet, apart = BENCH_SEAT_M - 0.5, 0.17 + 0.05 * self.slouch
        seat = 0.82 - self.taller_m
        places = [0, back, seat, apart, feet, FLOOR_ANKLE_M, -apart, feet + 0.08, FLOOR_ANKLE_M]
        self.add(at_s, x_m, places, lean=0.34 + 0.22 * self.slouch)

    def stand(self, at_s: float, x_m: float, *, behind_m: float = STAND_M, turned: bool = False) -> None:
        """Stand behind the boards at ``x_m``; ``turned`` away from the ice his left is at -u."""
        left, z = -0.15 if turned else 0.15, FLOOR_ANKLE_M
        self.add(at_s, x_m, [0, behind_m, 1.14, left, behind_m, z, -left, behind_m, z], lean=0.12)

    def lean(self, at_s: float, x_m: float) -> None:
        """Stand at the front, bowed over the boards."""
        z = FLOOR_ANKLE_M
        self.add(at_s, x_m, [0, 0.42, 1.10, 0.17, 0.45, z, -0.17, 0.62, z], lean=0.62)

    def climb(self, at_s: float, x_m: float, steps: Floats, *, bow: float = 0.38) -> None:
        """Go over the boards, or through the door, at ``x_m`` by the ``steps`` of a passage."""
        for step in steps:
            height = float(np.clip((step[3] - 0.9) / 0.45, 0.0, 1.0))
            self.add(at_s + step[0], x_m, step[1:10], lean=0.22 + bow * height)

    def walk(self, start_s: float, end_s: float, to_x_m: float) -> None:
        """Walk along the bench from where he stands, a foot at a time, to stand at ``to_x_m``."""
        from_x = float(self.rows[-1][1])
        paces = int(abs(to_x_m - from_x) / PACE_M)
        for k in range(1, paces + 1):
            part = k / (paces + 1)
            x = from_x + (to_x_m - from_x) * part
            ahead = float(np.sign(to_x_m - from_x)) * self.front.side * PACE_M / 4 * (-1) ** k
            v, z = STAND_M, FLOOR_ANKLE_M
            row = [0, v, 1.15, 0.13 + ahead, v, z, -0.13 - ahead, v, z]
            self.add(start_s + (end_s - start_s) * part, x, row, lean=0.12)
        self.stand(end_s, to_x_m)


def walking_s(distance_m: float) -> float:
    """How long a man takes along the bench, getting up included."""
    return max(0.9, abs(distance_m) / WALK_MPS)
