"""How men on skates move: place and speed that wander, as a small Kalman filter.

A man is three numbers in the picture: the middle of his box across, its top and its bottom; any of the last
two may be hidden. Lengths are in body heights (one is about 1.85 m), so that one set of numbers serves far
and near men; times in seconds, so that it serves every frame rate.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array

__all__ = ["Skating", "measures_of", "mismatch", "new_spread", "predict", "update"]


@dataclass(frozen=True, slots=True)
class Skating:
    """Speed as an Ornstein-Uhlenbeck process: it keeps for a while and then forgets.

    Attributes
    ----------
    speed_bhps : its standard deviation at rest, body heights a second (2.2 is 4 m/s)
    memory_s : how long a speed lasts
    place_bh : how far a box sits off its man, standard deviation
    """

    speed_bhps: float = 2.2
    memory_s: float = 3.0
    place_bh: float = 0.08


def measures_of(xyxy_px: Array) -> Array:
    """(n, 3) middle across, top, bottom of (n, 4) boxes."""
    box = np.asarray(xyxy_px, dtype=np.float64)
    return np.column_stack([(box[:, 0] + box[:, 2]) / 2, box[:, 1], box[:, 3]])


def new_spread(count: int, model: Skating) -> Array:
    """(n, 3) variance of place, covariance, variance of speed, of men seen for the first time, in bh."""
    return np.tile([model.place_bh**2, 0.0, model.speed_bhps**2], (count, 1))


def predict(
    place: Array, speed: Array, spread: Array, dt_s: float | Array, model: Skating
) -> tuple[Array, Array, Array]:
    """Place, speed (n, 3, px) and spread (n, 3, bh) after `dt_s` seconds (one number, or one a man)."""
    dt = np.broadcast_to(np.asarray(dt_s, dtype=np.float64), (len(place),))
    keep = np.exp(-dt / model.memory_s)
    reach = model.memory_s * (1 - keep)
    var, tau = model.speed_bhps**2, model.memory_s
    p, c, v = spread.T
    return (
        place + reach[:, None] * speed,
        keep[:, None] * speed,
        np.column_stack(
            [
                p + 2 * reach * c + reach**2 * v + var * tau**2 * (2 * dt / tau - 3 + 4 * keep - keep**2),
                keep * (c + reach * v) + var * tau * (1 - keep) ** 2,
                keep**2 * v + var * (1 - keep**2),
            ]
        ),
    )


def update(
    place: Array, speed: Array, spread: Array, seen: Array, model: Skating
) -> tuple[Array, Array, Array]:
    """Correct predicted men by what was seen of them (n, 3)."""
    p, c, v = spread.T
    total = p + model.place_bh**2
    gain, gain_speed = p / total, c / total
    off = seen - place
    return (
        place + gain[:, None] * off,
        speed + gain_speed[:, None] * off,
        np.column_stack([(1 - gain) * p, (1 - gain) * c, v - gain_speed * c]),
    )


def mismatch(off_px: Array, height_px: Array) -> Array:
    """(…, 2) deviations across and up, body heights, from (…, 3) differences of measures.

    Up and down the end that fits better counts most: boards, glass and graphics hide one end, not both.
    Depth is foreshortened to about half, so a deviation upwards counts twice.
    """
    off = off_px / np.asarray(height_px)[..., None]
    ends = np.abs(off[..., 1:])
    up = 0.75 * ends.min(axis=-1) + 0.25 * ends.max(axis=-1)
    return np.stack([off[..., 0], 1.6 * up], axis=-1)
