"""Which stretch of boards is in use when, so that no two men climb through each other."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import numpy as np

from review.sim.gates import Opening, opening
from review.sim.scenario import Scenario
from review.sim.tables.people import Act

Way = Literal["boards", "door"]
APART_M = 0.9
ON_SPAN_S = (-1.4, 0.6)  # about the touch: how long a man on his way in needs his bit of boards …
OFF_SPAN_S = (-0.4, 1.7)  # … and about the arrival: on his way out
DOOR_SHARE = 0.3
SPOT_M = 0.92
END_M = 0.3


class Fronts:
    """The fronts of all benches and boxes, with the spans in which spots on them are taken."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._taken: list[tuple[str, float, float, float]] = []  # gate, x, from, to
        for act in scenario.acts:
            if act.kind in ("on", "off") and act.at_m and act.team:
                self.take(act)

    def take(self, act: Act) -> None:
        """Note the spot that an ``on`` or an ``off`` uses."""
        about, span = (act.start_s, ON_SPAN_S) if act.kind == "on" else (act.end_s, OFF_SPAN_S)
        self._taken.append((f"{act.team}-{act.gate}", act.at_m[0], about + span[0], about + span[1]))

    def clear_m(self, gate: str, kind: str, x_m: float, about_s: float) -> float:
        """How far from ``x_m`` the nearest man is who uses that gate at the same time; 9 for nobody."""
        span = ON_SPAN_S if kind == "on" else OFF_SPAN_S
        first, last = about_s + span[0], about_s + span[1]
        near = [abs(x - x_m) for g, x, a, b in self._taken if g == gate and a < last and b > first]
        return min(near, default=9.0)

    def spot(
        self,
        team: str,
        gate: str,
        kind: str,
        *,
        about_s: float,
        rng: np.random.Generator,
        near_m: float | None = None,
        via: str | None = None,
    ) -> tuple[float, Way]:
        """A free spot for an ``on`` or ``off`` about ``about_s``: its x, and whether boards or door.

        Without ``via`` doors and boards are mixed; ``near_m`` draws the choice to that x. Where nothing
        is free the spot farthest from everybody is taken.
        """
        front = opening(self._scenario, team, gate)
        wanted = via or ("door" if rng.random() < DOOR_SHARE else "boards")
        options = _options(front)
        cost = []
        for x, way in options:
            clear = self.clear_m(front.id, kind, x, about_s)
            far = abs(x - near_m) if near_m is not None else 0.0
            other_way = 0.0 if way == wanted else 100.0 if via else 4.0
            tight = 60.0 - 20.0 * clear if clear < APART_M - 1e-6 else 0.0
            cost.append(tight + other_way + 0.5 * far + 1.2 * rng.random())
        x, way = options[int(np.argmin(cost))]
        return round(float(x), 3), way


def _options(front: Opening) -> list[tuple[float, Way]]:
    """Doors, and spots on the boards between and beside them, none nearer to another than a man is wide."""
    doors = sorted(door.x_m for door in front.doors)
    out: list[tuple[float, Way]] = [(x, "door") for x in doors]
    ends = (front.low_m + END_M, front.high_m - END_M)
    out += [(x, "boards") for x in ends if min(abs(x - door) for door in doors) >= APART_M - 1e-6]
    for low, high in pairwise(doors):
        count = max(0, int((high - low) / SPOT_M + 1e-6) - 1)
        out += [(low + (high - low) * (k + 1) / (count + 1), "boards") for k in range(count)]
    return out
