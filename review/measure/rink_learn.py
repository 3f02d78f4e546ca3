"""A tape's arena from pictures all over it: its rink by fit, and its main camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.registration import ArenaCamera, LineEvidence
from review.core.rink import RINKS, RinkModel
from review.measure.rink_camera import onto_ice, straighten
from review.measure.rink_locate import Found
from review.measure.rink_place import (
    AGREEING_SHARE,
    FEWEST_FOR_ARENA,
    SharedCamera,
    agreeing_pictures,
    solve_shared,
)

__all__ = ["LearntArena", "learn_arena"]

NO_ARENA = "too few pictures of this tape show one camera's view of a rink"
#: Rinks to look for pictures of one camera with: any rink is near enough to one of them for a rough view.
FIRST_TRIED = ("nhl", "iihf-30")
SECOND_OPENED = 2  # pictures looked at from nothing with the second of them
#: The rink must explain the pictures better than every other: by so much in the mean, and so many of them.
MARGIN_SCORE, BETTER_SHARE = 0.008, 0.75
#: Two rinks that put men farther apart than this are not taken for one another.
MOST_DOUBT_M = 0.8
#: A camera pans about an upright axis. A wrong rink can be made to fit by one that leans: costs as much as a
#: score worse by this at `LEAN_RAD`, and by its square beyond; at `MOST_LEAN_RAD` nothing is believed.
LEAN_SCORE, LEAN_RAD, MOST_LEAN_RAD = 0.01, 0.02, 0.04


@dataclass(frozen=True, slots=True)
class LearntArena:
    """A rink and its camera, or the reason why they are not known.

    `doubt_m` is how far places on it may be off because another rink explains the pictures about as well.
    """

    rink: RinkModel | None
    camera: ArenaCamera | None
    reason: str | None = None
    doubt_m: float = 0.0


def learn_arena(evidence: Sequence[LineEvidence | None], rink: RinkModel | None = None) -> LearntArena:
    """The camera that most of a tape's pictures share, and the rink where none is given.

    Every rink is tried on the same pictures, its camera solved anew: the wrong one bends lines that the
    right one explains. Of rinks that explain them about equally well the best is taken where it hardly
    matters which, and how much it does is told; where a wrong one would put men farther off, none.
    """
    agreeing: dict[int, Found] = {}
    for name in FIRST_TRIED if rink is None else (rink,):
        tried = RINKS[name] if isinstance(name, str) else name
        opened = {} if tried in (rink, RINKS[FIRST_TRIED[0]]) else {"most_opened": SECOND_OPENED}
        agreeing = agreeing_pictures(tried, evidence, **opened)
        if len(agreeing) >= FEWEST_FOR_ARENA:
            break
    if len(agreeing) < FEWEST_FOR_ARENA:
        return LearntArena(None, None, NO_ARENA)
    views = {row: found.view for row, found in agreeing.items()}
    shown = {row: one for row in views if (one := evidence[row]) is not None}
    if rink is not None:
        return _believed(rink, solve_shared(rink, shown, views))
    solved = {name: solve_shared(one, shown, views) for name, one in RINKS.items()}
    ranked = sorted(solved, key=lambda name: float(_costs(solved[name]).mean()))
    best, *others = ranked
    near = [name for name in others if not _clearly(solved[best], solved[name])]
    doubt_m = max((_apart_m(RINKS[best], solved[best], solved[name]) for name in near), default=0.0)
    if doubt_m > MOST_DOUBT_M:
        told = " or ".join([best, *near])
        return LearntArena(None, None, f"the rink may be {told}: name it in GAME.toml, [arena] rink")
    return _believed(RINKS[best], solved[best], doubt_m)


def _apart_m(rink: RinkModel, best: SharedCamera, other: SharedCamera) -> float:
    """How far apart two rinks put what the pictures show, 95 % of it."""
    x, y = np.meshgrid(np.linspace(-0.95, 0.95, 16), np.linspace(-0.5, 0.5, 10))
    grid = np.column_stack([x.ravel(), y.ravel()])
    apart = []
    for a, b in zip(best.views, other.views, strict=True):
        here, there = (onto_ice(view[None], straighten(grid, float(view[8])))[0] for view in (a, b))
        apart.append(np.hypot(*(here - there)[rink.inside_m(here) > 0].T))
    return float(np.quantile(np.concatenate(apart), 0.95))


def _believed(rink: RinkModel, shared: SharedCamera, doubt_m: float = 0.0) -> LearntArena:
    if shared.agree_share < AGREEING_SHARE:
        return LearntArena(None, None, NO_ARENA)
    if float(np.hypot(*shared.camera.lean_rad)) > MOST_LEAN_RAD:
        return LearntArena(None, None, f"the lines do not fit a rink of {rink.name}")
    return LearntArena(rink, shared.camera, doubt_m=doubt_m)


def _costs(shared: SharedCamera) -> Array:
    """(n,) scores of the pictures, worse for a camera that leans."""
    lean = float(np.hypot(*shared.camera.lean_rad)) / LEAN_RAD
    result: Array = shared.scores + LEAN_SCORE * lean**2
    return result


def _clearly(best: SharedCamera, other: SharedCamera) -> bool:
    """Whether one rink explains the pictures better than another beyond chance."""
    less = _costs(other) - _costs(best)
    return float(less.mean()) >= MARGIN_SCORE and float(np.mean(less > 0)) >= BETTER_SHARE
