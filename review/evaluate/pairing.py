"""One-to-one pairing of found with true events in time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

__all__ = ["pair_in_time"]

Event = tuple[Hashable, float]


def pair_in_time(found: Sequence[Event], true: Sequence[Event], *, within_s: float) -> dict[int, int]:
    """Row of `found` -> row of `true`: as many pairs as can be, and among those the least time between.

    Two events may pair when their keys are equal and they lie at most `within_s` apart.

    >>> pair_in_time([("on", 1.0), ("on", 1.3)], [("on", 1.4), ("off", 1.0)], within_s=0.5)
    {1: 0}
    """
    if not found or not true:
        return {}
    apart = np.abs(np.array([s for _, s in found])[:, None] - np.array([s for _, s in true])[None])
    alike = np.array([[f == t for t, _ in true] for f, _ in found])
    able = alike & (apart <= within_s + 1e-9)
    never = within_s * (min(able.shape) + 1) * 2 + 1
    rows, cols = linear_sum_assignment(np.where(able, apart, never))
    return {int(r): int(c) for r, c in zip(rows, cols, strict=True) if able[r, c]}
