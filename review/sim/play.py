"""Where men skate while nobody scripts them, and how they keep out of each other's way."""

from __future__ import annotations

import numpy as np

from review.sim.choreography import choreography, seat_of
from review.sim.curves import Floats, smooth
from review.sim.puck import focus_m, puck_of, puck_path
from review.sim.scenario import Man, Scenario
from review.sim.shape import RinkShape

__all__ = ["focus_m", "free_path", "kept_apart", "play_path", "puck_path"]

APART_M = 0.85
CHUNK = 250  # samples that are compared at a time
NUDGE_S = 0.08  # nudges are worked out so often


def play_path(scenario: Scenario, at_s: Floats) -> Floats:
    """Where the puck is, (n, 2) in rink metres."""
    return puck_path(scenario, at_s)[:, :2]


def free_path(scenario: Scenario, man: Man, slot: tuple[float, ...], at_s: Floats) -> Floats:
    """Where ``man`` would be at each of ``at_s`` if left to the play, (n, 2)."""
    if man.role == "goalkeeper":
        return _crease_path(scenario, man, at_s)
    return choreography(scenario).path(seat_of(man, tuple(slot)), at_s)


def _crease_path(scenario: Scenario, man: Man, at_s: Floats) -> Floats:
    side = scenario.team(man.team).defends_sign
    times_s = np.arange(-1.0, scenario.duration_s + 2.0, 0.1)
    eye = smooth(puck_of(scenario).base(times_s - 0.15), 2)
    play = np.stack([np.interp(at_s, times_s, c) for c in eye.T], axis=1)
    angle = np.arctan2(play[:, 1] * 0.6, np.abs(side * scenario.rink.goal_line_m - play[:, 0]) + 3.0)
    x = side * (scenario.rink.goal_line_m - 0.25 - 0.95 * np.cos(angle))
    return np.stack([x, 0.95 * np.sin(angle)], axis=1)


def kept_apart(
    paths: Floats, present: Floats, free: Floats, rink: RinkShape, *, step_s: float, rounds: int = 6
) -> Floats:
    """Nudge men apart: paths (p, n, 2), who is on the ice and who may be moved as weights (p, n).

    Only free men give way; the nudges are smoothed over the whole time so that nobody twitches. Men are
    compared a chunk of time after the other, and only those who are there: memory stays flat.
    """
    every = max(1, round(NUDGE_S / step_s))
    grid = np.unique(np.r_[np.arange(0, paths.shape[1], every), paths.shape[1] - 1])
    start, there, may = paths[:, grid], present[:, grid], free[:, grid]
    now, width = start.copy(), max(1, round(0.25 / (every * step_s)))
    movable = np.flatnonzero(may.any(axis=1))
    for _ in range(rounds):
        push = np.zeros_like(now)
        for first in range(0, len(grid), CHUNK):
            part = slice(first, first + CHUNK)
            _push(push[:, part], now[:, part], there[:, part], may[:, part])
        for k in movable:
            now[k] += smooth(push[k] * 1.3, width) * may[k][:, None]
            now[k] += (rink.kept_inside(now[k], margin_m=0.7) - now[k]) * may[k][:, None]
    out, samples = paths.copy(), np.arange(paths.shape[1])
    for k in movable:
        moved = np.stack([np.interp(samples, grid, c) for c in (now[k] - start[k]).T], axis=1)
        out[k] += smooth(moved, every) * np.minimum(1.0, 8.0 * free[k])[:, None]
    return out


def _push(push: Floats, xy: Floats, present: Floats, free: Floats) -> None:
    """Write into ``push`` (p, n, 2) by how much each gives way to those too near."""
    here = np.flatnonzero(present.any(axis=1))
    one, other = (here[k] for k in np.triu_indices(len(here), 1))
    gap = xy[one] - xy[other]
    distance = np.sqrt(gap[..., 0] ** 2 + gap[..., 1] ** 2) + 1e-9
    for k in np.flatnonzero(distance.min(axis=1, initial=APART_M) < APART_M):
        i, j = one[k], other[k]
        near = np.maximum(APART_M - distance[k], 0.0) * present[i] * present[j]
        both = np.maximum(free[i] + free[j], 1e-6)
        shove = gap[k] * (near / distance[k] / both)[:, None]
        push[i] += shove * free[i][:, None]
        push[j] -= shove * free[j][:, None]
