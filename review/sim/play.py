"""Where men skate while nobody scripts them: in a loose shape around the play, out of each other's way."""

from __future__ import annotations

import numpy as np

from review.sim.curves import Floats, ease, smooth, through
from review.sim.scenario import Man, Scenario
from review.sim.shape import RinkShape

APART_M = 1.35


def play_path(scenario: Scenario, at_s: Floats) -> Floats:
    """Where the play is, (n, 2) in rink metres."""
    rows = np.asarray(scenario.play)
    return through(rows[:, 0], rows[:, 1:], at_s)


def free_path(scenario: Scenario, man: Man, slot: tuple[float, ...], at_s: Floats) -> Floats:
    """Where ``man`` would be at each of ``at_s`` if left to the play, (n, 2)."""
    rng = np.random.default_rng([scenario.seed, man.id])
    if man.role == "goalkeeper":
        return _crease_path(scenario, man, at_s)
    lag_s, follow = rng.uniform(0.15, 0.6), rng.uniform(0.8, 0.92)
    if man.role == "official":
        lag_s, follow = 0.8, slot[2]
    centre = play_path(scenario, at_s - lag_s) * [follow, 0.75 if man.role != "official" else 0.15]
    rate, start = rng.uniform(0.5, 1.0, (2, 2)), rng.uniform(0.0, 6.28, (2, 2))
    reach = rng.uniform(0.9, 1.9, (2, 2)) * (0.35 if man.role == "official" else 1.0)
    wander = sum(reach[k] * np.sin(rate[k] * at_s[:, None] * (k + 1) * 0.8 + start[k]) for k in (0, 1))
    calm = np.zeros((len(at_s), 1))
    for start_s, end_s in scenario.sheet.stops:
        calm[:, 0] += ease(at_s, start_s, start_s + 3.0) - ease(at_s, end_s, end_s + 1.0)
    wanted = centre + np.asarray(slot[:2]) + wander * (1 - 0.85 * calm)
    wanted = scenario.rink.kept_inside(wanted, margin_m=1.3)
    return smooth(wanted, max(1, round(0.3 / (at_s[1] - at_s[0]))))


def _crease_path(scenario: Scenario, man: Man, at_s: Floats) -> Floats:
    side = scenario.team(man.team).defends_sign
    play = play_path(scenario, at_s - 0.2)
    angle = np.arctan2(play[:, 1] * 0.6, np.abs(side * scenario.rink.goal_line_m - play[:, 0]) + 3.0)
    x = side * (scenario.rink.goal_line_m - 0.25 - 0.95 * np.cos(angle))
    return np.stack([x, 0.95 * np.sin(angle)], axis=1)


def kept_apart(
    paths: Floats, present: Floats, free: Floats, rink: RinkShape, *, step_s: float, rounds: int = 6
) -> Floats:
    """Nudge men apart: paths (p, n, 2), who is on the ice and who may be moved as weights (p, n).

    Only free men give way; the nudges are smoothed over time so that nobody twitches.
    """
    out = paths.copy()
    width = max(1, round(0.25 / step_s))
    for _ in range(rounds):
        gap = out[:, None] - out[None]
        distance = np.linalg.norm(gap, axis=-1) + 1e-9
        near = np.maximum(APART_M - distance, 0.0) * (present[:, None] * present[None])
        near[np.arange(len(out)), np.arange(len(out))] = 0.0
        share = free[:, None] / np.maximum(free[:, None] + free[None], 1e-6)
        push = (gap / distance[..., None] * (near * share)[..., None]).sum(axis=1)
        for k in range(len(out)):
            out[k] += smooth(push[k] * 1.3, width) * free[k][:, None]
            kept = rink.kept_inside(out[k], margin_m=0.7)
            out[k] += (kept - out[k]) * free[k][:, None]
    return out
