"""One camera of many pictures: its place, the lean of its pan axis and its lens, solved with every pose.

A single picture cannot tell a camera farther off from a longer lens; both ends and the middle together can.
All residuals of all pictures make one system, in which each pose meets only its own picture: the poses are
eliminated (Schur complement) and the six shared numbers solved for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.registration import ArenaCamera
from review.measure.rink_align import PX, Prior, Sample, residuals, tukey
from review.measure.rink_camera import arena_of
from review.measure.rink_field import RinkField

__all__ = ["Arena", "solve_arena"]

SHARED = [3, 4, 5, 6, 7, 8]
ROUNDS = 14
WIDTHS = (20.0, 3.0)
LONGEST_STEP = np.array([1.5, 1.5, 1.5, 0.01, 0.01, 0.03])
#: One sigma of the place (x, y, z) of a camera solved from four pictures, less by the root of their number.
#: Halves of one game's pictures disagree by this much; the covariance says a tenth of it.
PLACE_SD_OF_FOUR_M = np.array([0.3, 0.6, 0.3])


@dataclass(frozen=True, slots=True)
class Arena:
    """A camera and the poses it had."""

    camera: ArenaCamera
    views: Array
    spread: float


def solve_arena(field: RinkField, views: Sequence[Array], samples: Sequence[Sample], prior: Prior) -> Arena:
    """The camera that all these pictures share, from views (9,) that are each nearly right.

    Shared numbers start at the median over the views; `prior` holds them only weakly.
    """
    state = np.array(views, np.float64)
    state[:, SHARED] = np.median(state[:, SHARED], axis=0)
    state[:, :3] = [_again(field, view, old, sample) for view, old, sample in
                    zip(state, views, samples, strict=True)]  # fmt: skip
    spread = PX
    for k in range(ROUNDS):
        sigma = PX * WIDTHS[0] * (WIDTHS[1] / WIDTHS[0]) ** (k / (ROUNDS - 1))
        state, spread = _round(field, state, samples, prior, sigma)
    sd = PLACE_SD_OF_FOUR_M * np.sqrt(4 / max(len(views), 1))
    return Arena(arena_of(state[0], sd), state, spread)


def _again(field: RinkField, view: Array, old: Array, sample: Sample) -> Array:
    """The pose that looks from the shared place at the ice that `old` looked at, on the lines."""
    from review.measure.rink_align import align
    from review.measure.rink_locate import seen_from

    moved = align(field, seen_from(arena_of(view), old), sample, widths=(40.0, 8.0))
    pose: Array = moved.view[:3]
    return pose


def _round(
    field: RinkField, state: Array, samples: Sequence[Sample], prior: Prior, sigma: float
) -> tuple[Array, float]:
    known = (PX * WIDTHS[1]) ** 2 / prior.sd[SHARED] ** 2
    shared = np.diag(known)
    pull = known * (prior.mean - state[0])[SHARED]
    poses: list[tuple[Array, Array, Array]] = []
    squares, total = 0.0, 1e-9
    for view, sample in zip(state, samples, strict=True):
        found = residuals(field, view, sample, list(range(9)))
        weight = tukey(found, sample, sigma)
        own, common = found.slopes[:, :3], found.slopes[:, 3:]
        A = (own * weight[:, None]).T @ own + np.eye(3) * 1e-9
        B = (own * weight[:, None]).T @ common
        g = -(own * weight[:, None]).T @ found.across
        back = np.linalg.solve(A, np.column_stack([B, g]))
        shared += (common * weight[:, None]).T @ common - B.T @ back[:, :6]
        pull += -(common * weight[:, None]).T @ found.across - B.T @ back[:, 6]
        poses.append((back[:, :6], back[:, 6], B))
        squares += float((weight * found.across**2).sum())
        total += float(weight.sum())
    step = np.clip(
        np.linalg.solve(shared + np.diag(np.diag(shared)) * 1e-6, pull), -LONGEST_STEP, LONGEST_STEP
    )
    moved = state.copy()
    moved[:, SHARED] += step
    for row, (to_shared, alone, _) in enumerate(poses):
        moved[row, :3] += np.clip(alone - to_shared @ step, -0.2, 0.2)
    return moved, float(np.sqrt(squares / total))
