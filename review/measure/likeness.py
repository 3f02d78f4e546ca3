"""How alike two stretches of track look: a log likelihood ratio, learnt from the shot itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array

__all__ = ["Likeness", "learn_likeness"]

FEWEST_PAIRS = 30
MOST_FOR = 1.5  # team mates look alike: a good likeness proves a team, hardly a man
MOST_AGAINST = 8.0


@dataclass(frozen=True, slots=True)
class Likeness:
    """Distances between looks of one man, and of two men who were seen together, as normal logarithms.

    `rows` is how many looks stand behind the two means it was learnt with.
    """

    scale: Array
    same: tuple[float, float]
    other: tuple[float, float]
    rows: tuple[int, int]

    def ratio(self, a: Array, b: Array, a_rows: Array | int, b_rows: Array | int) -> Array:
        """Log likelihood ratio same : other of (…, d) mean looks; 0 where either is not known.

        Means of fewer looks than it was learnt with lie further apart, by the noise of one look.
        """
        gap = np.log(_distance(a, b, self.scale)) - self._noise(a_rows, b_rows)
        score = _log_normal(gap, *self.same) - _log_normal(gap, *self.other)
        # beyond the usual of either kind the nearer tail decides, not the wider curve
        score = np.where(gap < self.same[0], np.maximum(score, 0), score)
        score = np.where(gap > self.other[0], np.minimum(score, 0), score)
        result: Array = np.clip(np.nan_to_num(score, nan=0.0), -MOST_AGAINST, MOST_FOR)
        return result

    def _noise(self, a_rows: Array | int, b_rows: Array | int) -> Array:
        usual = 1 / self.rows[0] + 1 / self.rows[1]
        fewer = [1 / np.clip(n, 1, most) for n, most in zip((a_rows, b_rows), self.rows, strict=True)]
        result: Array = 0.5 * np.log((fewer[0] + fewer[1]) / usual)
        return result


def _distance(a: Array, b: Array, scale: Array) -> Array:
    gap = (a - b) / scale
    result: Array = np.sqrt((gap**2).mean(axis=-1)) + 1e-3
    return result


def _log_normal(x: Array, mean: float, spread: float) -> Array:
    result: Array = -0.5 * ((x - mean) / spread) ** 2 - np.log(spread)
    return result


def learn_likeness(
    looks: Sequence[Array], together: Callable[[int, int], bool], *, rows: int = 6, against: int = 6
) -> Likeness | None:
    """Learn from safe tracklets what sameness looks like.

    Parameters
    ----------
    looks : one (n, d) array a tracklet, in time order, NaN rows where no look could be taken
    together : whether two tracklets were seen in one picture, and so are two men
    rows, against : looks behind the earlier and the later mean

    Returns
    -------
    None where there are too few pairs of either kind, or the looks do not tell men apart
    """
    kept = [look[np.isfinite(look).all(axis=1)] for look in looks]
    long = [i for i, k in enumerate(kept) if len(k) >= rows + against]
    if len(long) < 3:
        return None
    every = np.concatenate([kept[i] for i in long])
    within = np.concatenate([kept[i] - kept[i].mean(axis=0) for i in long])
    scale = np.maximum(within.std(axis=0), 1e-3 + 0.05 * every.std(axis=0))
    first = np.array([np.median(kept[i][:rows], axis=0) for i in long])
    last = np.array([np.median(kept[i][-against:], axis=0) for i in long])
    same = np.log(_distance(first, last, scale))
    pairs = [(i, j) for i, a in enumerate(long) for j, b in enumerate(long) if i != j and together(a, b)]
    if len(same) + len(pairs) < FEWEST_PAIRS:
        return None
    i, j = np.array(pairs).T
    other = np.log(_distance(first[i], last[j], scale))
    if np.median(other) <= np.median(same):
        return None
    return Likeness(scale, _centre(same), _centre(other), (rows, against))


def _centre(values: Array) -> tuple[float, float]:
    middle = float(np.median(values))
    return middle, max(0.25, float(1.48 * np.median(np.abs(values - middle))))
