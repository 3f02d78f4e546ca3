"""What differs from arena to arena, drawn from the scenario's seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.sim.scenario import Scenario
from review.sim.surfaces import Colour

KICKS: tuple[Colour, ...] = ((0.93, 0.78, 0.22), (0.94, 0.74, 0.14), (0.16, 0.30, 0.66))
CAPS: tuple[Colour, ...] = ((0.12, 0.25, 0.58), (0.62, 0.10, 0.14), (0.86, 0.86, 0.88), (0.10, 0.22, 0.52))
POSTS: tuple[Colour, ...] = ((0.20, 0.20, 0.22), (0.56, 0.58, 0.60), (0.40, 0.42, 0.44))
SEATS: tuple[Colour, ...] = ((0.34, 0.09, 0.10), (0.10, 0.14, 0.30), (0.13, 0.13, 0.15), (0.09, 0.26, 0.21))


@dataclass(frozen=True)
class Decor:
    """Colours and habits of one arena."""

    kick: Colour
    cap: Colour
    post: Colour
    seat: Colour
    panes: int  # stretches of boards between two posts
    filled_ratio: float  # share of seats taken
    coloured_ratio: float  # share of board panels with a ground of their own
    fans_ratio: float  # share of spectators in the home team's colour
    lower_rows: int
    upper_rows: int


def decor(scenario: Scenario) -> Decor:
    """Decor of the scenario's arena."""
    rng = np.random.default_rng([scenario.seed, 6])
    small = rng.random() < 0.35
    return Decor(
        kick=KICKS[rng.choice(3, p=[0.45, 0.3, 0.25])],
        cap=CAPS[rng.integers(len(CAPS))],
        post=POSTS[rng.integers(len(POSTS))],
        seat=SEATS[rng.integers(len(SEATS))],
        panes=int(rng.integers(1, 3)),
        filled_ratio=float(rng.uniform(0.35, 0.75) if small else rng.uniform(0.72, 0.97)),
        coloured_ratio=float(rng.uniform(0.15, 0.8)),
        fans_ratio=float(rng.uniform(0.05, 0.4)),
        lower_rows=int(rng.integers(9, 13) if small else rng.integers(15, 19)),
        upper_rows=0 if small else int(rng.integers(8, 13)),
    )
