"""How a camera operator follows: late, a little beyond, wider when play is fast, and never far outside."""

from __future__ import annotations

import numpy as np

from review.sim.curves import Floats, smooth
from review.sim.shape import RinkShape

LEAD_S = 0.3  # he aims ahead of a moving puck …
LEAD_MOST_M = 4.0
TILT = 0.45  # … and follows only so much of its way across the rink
RUSH_MPS = 9.0
WHIP_FROM_M, WHIP_FULL_M, WHIP = 5.0, 12.0, 0.9  # a long pass: he swings faster, up to nearly twice as fast
ZOOM_LAG_S = 1.0
OUTSIDE_M = 4.0  # what he shows beyond the end boards


def chase(wanted: Floats, *, lag_s: float, overshoot: float, step_s: float) -> Floats:
    """Where a hand points that follows ``wanted`` (n, d): ``lag_s`` behind a steady pan, (n, d).

    A damped spring: after a sudden stop it runs past by the share ``overshoot``, as its damping ratio says
    (Ogata, Modern Control Engineering, 5-3); the lag behind a ramp is twice that ratio over its frequency.
    """
    if lag_s == 0.0:
        return wanted.copy()
    log = -np.log(max(overshoot, 1e-4))
    damping = log / np.hypot(np.pi, log)
    frequency = 2 * damping / lag_s
    out, place, speed = np.empty_like(wanted), wanted[0].copy(), np.zeros(wanted.shape[1])
    parts = max(1, int(np.ceil(frequency * step_s / 0.05)))
    for i, goal in enumerate(wanted):
        out[i] = place
        far_m = float(np.linalg.norm(goal - place))
        whip = 1 + WHIP * np.clip((far_m - WHIP_FROM_M) / (WHIP_FULL_M - WHIP_FROM_M), 0.0, 1.0)
        pull = frequency * whip
        for _ in range(parts):
            speed = speed + (pull**2 * (goal - place) - 2 * damping * pull * speed) * (step_s / parts)
            place = place + speed * (step_s / parts)
    return out


def aim_at_play(puck: Floats, step_s: float, *, tilt: float = TILT) -> Floats:
    """Where an operator wants to point while the puck is at ``puck`` (n, 2): ahead of it, (n, 2)."""
    calm = smooth(puck, max(1, round(0.25 / step_s)))
    lead = np.clip(np.gradient(calm, step_s, axis=0) * LEAD_S, -LEAD_MOST_M, LEAD_MOST_M)
    return np.asarray((calm + lead) * [1.0, tilt])


def zoom_for_play(puck: Floats, tight_deg: float, wide_deg: float, *, step_s: float) -> Floats:
    """Field of view (n,): wide for a rush, tight for slow play at one end, between in the middle."""
    speed_mps = np.linalg.norm(np.gradient(puck, step_s, axis=0), axis=1)
    rush = np.clip(smooth(speed_mps[:, None], round(1.2 / step_s))[:, 0] / RUSH_MPS, 0.0, 1.0)
    at_end = np.clip((np.abs(puck[:, 0]) - 8.0) / 14.0, 0.0, 1.0)
    share = np.clip(0.3 * (1 - at_end) + rush * (1 - 0.3 * at_end), 0.0, 1.0)
    return tight_deg + (wide_deg - tight_deg) * smooth(share[:, None], round(ZOOM_LAG_S / step_s))[:, 0]


def kept_on_the_rink(aim: Floats, hfov_deg: Floats, eye_m: Floats, rink: RinkShape) -> Floats:
    """``aim`` (n, 2) held back so that a camera beside the rink shows little beyond the end boards.

    Where the rink is narrower than the picture, the rink's middle is shown.
    """
    depth = np.maximum(np.abs(aim[:, 1] - eye_m[1]), 1.0)
    half = np.radians(hfov_deg) / 2
    end_m = rink.length_m / 2 + OUTSIDE_M
    low = np.arctan2(-end_m - eye_m[0], abs(eye_m[1])) + half
    high = np.arctan2(end_m - eye_m[0], abs(eye_m[1])) - half
    middle = (low + high) / 2
    bearing = np.arctan2(aim[:, 0] - eye_m[0], depth)
    kept = np.clip(bearing, np.minimum(low, middle), np.maximum(high, middle))
    return np.stack([eye_m[0] + np.tan(kept) * depth, aim[:, 1]], axis=1)
