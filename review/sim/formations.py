"""Where the five of a team belong: breakout, rush, cycle; forecheck, neutral zone, box and one.

Everything is in a team's own frame: it attacks towards +u, its left is +w.
"""

from __future__ import annotations

import numpy as np

from review.sim.casting import FIVE
from review.sim.curves import Floats, ease
from review.sim.shape import RinkShape

OFFSIDE_M = 0.8  # so far from the blue line an attacker waits for the puck
ZONE_BLEND_M = 3.5


def five(rink: RinkShape, puck: Floats, has_it: Floats) -> Floats:
    """Places of C LW RW LD RD, (n, 5, 2), for a puck at ``puck`` (n, 2) and a share of possession (n,)."""
    attack, defence = _with_puck(rink, puck), _without_puck(rink, puck)
    mixed = defence + (attack - defence) * has_it[:, None, None]
    half = rink.width_m / 2 - 1.2
    mixed[..., 1] = np.clip(mixed[..., 1], -half, half)
    mixed[..., 0] = np.clip(mixed[..., 0], 1.5 - rink.length_m / 2, rink.length_m / 2 - 1.5)
    return np.asarray(mixed)


def faceoff(rink: RinkShape, spot: Floats, *, own_end: bool) -> Floats:
    """Places (5, 2) of C LW RW LD RD about a face-off spot (2,) just before the puck is dropped."""
    wide = rink.circle_m + 0.7
    behind = 4.5 if own_end else 6.5
    rows = [(-0.95, 0.0), (-0.8, wide), (-0.8, -wide), (-behind, 2.8), (-behind - 0.6, -3.2)]
    places: Floats = np.asarray(spot) + np.array(rows)
    half = rink.width_m / 2 - 1.0
    places[:, 1] = np.clip(places[:, 1], -half, half)
    return np.asarray(places)


def _blend(rink: RinkShape, u: Floats, own: Floats, middle: Floats, far: Floats) -> Floats:
    """Mix places for the puck in the own, the neutral and the far zone, (n, 5, 2)."""
    line = rink.blue_line_m
    low = ease(u, -line - ZONE_BLEND_M, -line + ZONE_BLEND_M)[:, None, None]
    high = ease(u, line - ZONE_BLEND_M, line + ZONE_BLEND_M)[:, None, None]
    return own * (1 - low) + middle * low * (1 - high) + far * high


def _with_puck(rink: RinkShape, puck: Floats) -> Floats:
    u, w = puck.T
    goal, line, wide = rink.goal_line_m, rink.blue_line_m, rink.width_m / 2
    side, z = np.tanh(w / 2.5), np.zeros(len(u))
    own = _places(
        C=(-goal + 8.5 + 0.25 * (u + goal), 0.45 * w),
        LW=(-line - 6.0 + z, wide - 2.2 + z),
        RW=(-line - 6.0 + z, 2.2 - wide + z),
        LD=(np.minimum(u - 1.0, -goal + 4.0), np.where(w > 0, w, 3.0)),
        RD=(np.minimum(u - 1.0, -goal + 4.0), np.where(w > 0, -3.0, w)),
    )
    middle = _places(
        C=(u - 1.5, 0.25 * w),
        LW=(u + 2.5, wide - 3.2 - 0.1 * w),
        RW=(u + 2.5, 3.2 - wide - 0.1 * w),
        LD=(u - 8.0, 4.2 + 0.2 * w),
        RD=(u - 8.0, -4.2 + 0.2 * w),
    )
    near_l, near_r = 0.5 + 0.5 * side, 0.5 - 0.5 * side  # whose side the puck is on
    far = _places(
        C=(goal - 6.5 + z, 0.55 * w),
        LW=(near_l * (u + 1.0) + near_r * (goal - 2.0), near_l * (w + 0.5) + near_r * 1.3),
        RW=(near_r * (u + 1.0) + near_l * (goal - 2.0), near_r * (w - 0.5) - near_l * 1.3),
        LD=(line + 2.0 + 0.12 * (u - line), 5.6 + 0.3 * w),
        RD=(line + 2.0 + 0.12 * (u - line), -5.6 + 0.3 * w),
    )
    mixed = _blend(rink, u, own, middle, far)
    waits = np.where(u < line + 0.3, line - OFFSIDE_M, 99.0)
    mixed[..., 0] = np.minimum(mixed[..., 0], waits[:, None])
    return np.asarray(mixed)


def _without_puck(rink: RinkShape, puck: Floats) -> Floats:
    u, w = puck.T
    goal, line = rink.goal_line_m, rink.blue_line_m
    side, z = np.tanh(w / 2.5), np.zeros(len(u))
    near_l, near_r = 0.5 + 0.5 * side, 0.5 - 0.5 * side
    corner = ease(np.abs(w), 3.0, 7.0)
    own = _places(  # box and one: a defender to the puck, one before the net, centre between
        C=(np.minimum(0.55 * u - 9.0, -goal + 8.5), 0.5 * w),
        LW=(-line - 6.5 + z, 3.0 + 3.0 * near_l + 0.15 * w),
        RW=(-line - 6.5 + z, -3.0 - 3.0 * near_r + 0.15 * w),
        LD=(-goal + 2.6 + near_l * corner * (u + goal - 2.2), 1.5 + near_l * corner * (w - 2.3)),
        RD=(-goal + 2.6 + near_r * corner * (u + goal - 2.2), -1.5 + near_r * corner * (w + 2.3)),
    )
    middle = _places(  # one, two, two
        C=(u - 2.0, 0.7 * w),
        LW=(u - 5.5, 6.0 + 0.25 * w),
        RW=(u - 5.5, -6.0 + 0.25 * w),
        LD=(u - 11.0, 3.6 + 0.3 * w),
        RD=(u - 11.0, -3.6 + 0.3 * w),
    )
    far = _places(  # forecheck: one in, two across, two at the line
        C=(u - 1.5, 0.9 * w),
        LW=(np.minimum(u - 6.0, goal - 9.0), 5.5 + 0.35 * w),
        RW=(np.minimum(u - 6.0, goal - 9.0), -5.5 + 0.35 * w),
        LD=(line - 1.5 + 0.15 * (u - line), 4.6 + 0.25 * w),
        RD=(line - 1.5 + 0.15 * (u - line), -4.6 + 0.25 * w),
    )
    mixed = _blend(rink, u, own, middle, far)
    mixed[..., 0] = np.maximum(mixed[..., 0], -goal + 1.5)
    return np.asarray(mixed)


def _places(**rows: tuple[Floats, Floats]) -> Floats:
    return np.stack([np.stack(rows[name], axis=-1) for name in FIVE], axis=1)
