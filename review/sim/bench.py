"""Life at the bench: sitting, standing, and the climb over the boards, as places of pelvis and skates.

Places are given in the frame of a door: u along the boards (+x), v behind their inner face, z up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.sim.curves import Floats
from review.sim.shape import BENCH_FLOOR_M, BENCH_SEAT_M, BOARD_HEIGHT_M
from review.sim.skeleton import ANKLE_M

FLOOR_ANKLE_M = BENCH_FLOOR_M + ANKLE_M

# seconds from the touch of the first skate; pelvis u v z; left ankle u v z; right ankle u v z
CLIMB_ON = np.array(
    [
        [-1.35, 0.00, 0.55, 1.14, 0.15, 0.55, 0.387, -0.15, 0.55, 0.387],
        [-1.00, -0.02, 0.46, 1.18, 0.20, 0.50, 0.95, -0.14, 0.50, 0.387],
        [-0.78, -0.04, 0.38, 1.28, 0.30, 0.24, 1.40, -0.14, 0.46, 0.40],
        [-0.52, -0.02, 0.22, 1.36, 0.30, -0.24, 1.22, -0.15, 0.42, 0.55],
        [-0.34, 0.00, 0.06, 1.37, 0.24, -0.42, 0.78, -0.18, 0.42, 1.10],
        [-0.17, 0.00, -0.14, 1.27, 0.18, -0.52, 0.40, -0.24, 0.12, 1.40],
        [0.00, 0.00, -0.36, 1.04, 0.14, -0.60, 0.137, -0.22, -0.28, 1.02],
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
ON_BEFORE_S, ON_AFTER_S, OFF_S = 1.35, 0.34, 1.45


@dataclass
class Pinned:
    """Growing list of moments (t_s, nine places in the rink, lean) that a curve is later drawn through."""

    rows: list[Floats]
    boards_m: float  # y of the inner face of the far boards

    def add(self, at_s: float, places: Floats, lean: float) -> None:
        """Append one moment; moments come in order."""
        self.rows.append(np.concatenate([[at_s], places, [lean]]))

    def sit(self, at_s: float, x_m: float) -> None:
        """Sit on the bench at ``x_m``."""
        y = self.boards_m
        seat, feet = y + BENCH_SEAT_M, y + BENCH_SEAT_M - 0.5
        places = [x_m, seat, 0.82, x_m + 0.16, feet, FLOOR_ANKLE_M, x_m - 0.16, feet, FLOOR_ANKLE_M]
        self.add(at_s, np.array(places), 0.32)

    def stand(self, at_s: float, x_m: float, *, behind_m: float = 0.62, turned: bool = False) -> None:
        """Stand behind the boards at ``x_m``; ``turned`` to the bench his left is at -x."""
        y, left = self.boards_m + behind_m, -0.15 if turned else 0.15
        z = FLOOR_ANKLE_M
        places = [x_m, y, 1.14, x_m + left, y, z, x_m - left, y, z]
        self.add(at_s, np.array(places), 0.12)

    def climb(self, at_s: float, x_m: float, steps: Floats) -> None:
        """Go over the boards at ``x_m`` by the ``steps`` of a climb."""
        origin = np.tile([x_m, self.boards_m, 0.0], 3)
        for step in steps:
            height = np.clip((step[3] - 0.9) / 0.45, 0.0, 1.0)
            self.add(at_s + step[0], origin + step[1:10], 0.22 + 0.38 * float(height))


def rail_grip(x_m: float, boards_m: float, *, turned: bool) -> Floats:
    """Both hands (2, 3) on top of the boards, as wide as shoulders."""
    left = -0.3 if turned else 0.3
    z = BOARD_HEIGHT_M + 0.07
    return np.array([[x_m + left, boards_m + 0.05, z], [x_m - left, boards_m + 0.05, z]])
