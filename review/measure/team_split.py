"""The line between two teams' sweaters: a linear discriminant that a tape's own men teach it.

Two means give a first guess, expectation and maximisation the rest: two clouds of one shape. Men seen behind
a bench are known by that bench; they choose between guesses, and say how far the line can be believed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array

__all__ = ["Split", "learn_split"]

ROUNDS, STILL = 30, 1e-3
SHRINK = 0.2  # of the covariance towards a ball: few men, many shares
TEMPER = 0.5  # men of one team are more unlike than clouds of one shape say
FEWEST_BEHIND = 3  # behind each bench, to guess from them
BETTER = 0.1  # a guess from the benches must agree so much better with them
#: Behind each bench, to judge by them; with less agreement the line parts something else than teams. On 14
#: rendered tapes: 0.81 and more where it is right, 0.56 and less where it is not; on buf-edm, right, 0.73.
FEWEST_TO_JUDGE, AGREE_LEAST, DOUBTED_P = 5, 0.65, 0.6
#: Standard deviations between the clouds; nearer ones are never sure without benches that agree.
CLEAR_SD, UNCLEAR_P = 6.0, 0.85
#: Of all that is seen of men on the ice the fewer-seen team has at least so much: two teams play. On six
#: rendered tapes 0.36 and more where the line is right; 0.03 on a cassette's, where it had run off.
LEAST_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Split:
    """A line: features beyond `middle_nats` along `axis` (d,) are of the second team.

    `most_p` caps how far that is believed. `means` (2, d) are the middles of the two clouds, `spread` is how
    far men are from theirs.
    """

    axis: Array
    middle_nats: float
    most_p: float
    means: Array
    spread: float

    def logit(self, features: Array) -> Array:
        """(...,) log odds of the second team."""
        result: Array = TEMPER * (features @ self.axis - self.middle_nats)
        return result


def learn_split(features: Array, weights: Array, guess: Array, behind: Array, bench: Array) -> Split:
    """Part men in two.

    Parameters
    ----------
    features : (n, d) of men; weights : (n,) how well each was seen; guess : (n,) 0 or 1, a first guess
    behind : (m, d) features of men seen behind a bench; bench : (m,) 0 or 1, whose
    """
    split = _refined(features, weights, guess.astype(np.float64))
    if _lesser_share(split, features, weights) < LEAST_SHARE:
        split = _fitted(features, weights, guess.astype(np.float64))
    many = min(int((bench == k).sum()) for k in (0, 1))
    if many >= FEWEST_BEHIND:
        of = np.array([behind[bench == k].mean(axis=0) for k in (0, 1)])
        near = ((features[:, None] - of) ** 2).sum(axis=-1)
        other = _refined(features, weights, (near[:, 1] < near[:, 0]).astype(np.float64))
        even = _lesser_share(other, features, weights) >= LEAST_SHARE
        if even and _agreement(other, behind, bench) > _agreement(split, behind, bench) + BETTER:
            split = other
    apart = float(np.sqrt(max(0.0, (split.means[1] - split.means[0]) @ split.axis)))
    agrees = many >= FEWEST_TO_JUDGE and _agreement(split, behind, bench) >= AGREE_LEAST
    most_p = 1.0 if agrees or apart >= CLEAR_SD else UNCLEAR_P
    uneven = _lesser_share(split, features, weights) < LEAST_SHARE
    if uneven or (many >= FEWEST_TO_JUDGE and not agrees):
        most_p = DOUBTED_P
    return Split(split.axis, split.middle_nats, most_p, split.means, split.spread)


def _refined(features: Array, weights: Array, second: Array) -> Split:
    """Expectation and maximisation from how likely each man is of the second team."""
    for _ in range(ROUNDS):
        split = _fitted(features, weights, second)
        odds = np.clip(features @ split.axis - split.middle_nats, -30, 30)
        now = 1 / (1 + np.exp(-odds))
        still = bool(np.abs(now - second).max() < STILL)
        second = now
        if still:
            break
    return _fitted(features, weights, second)


def _fitted(features: Array, weights: Array, second: Array) -> Split:
    share = np.clip(second, 1e-3, 1 - 1e-3)
    each = np.stack([weights * (1 - share), weights * share])
    means = each @ features / each.sum(axis=1, keepdims=True)
    spread = np.zeros((features.shape[1],) * 2)
    for k in (0, 1):
        off = features - means[k]
        spread += (each[k][:, None] * off).T @ off / each.sum()
    size = float(np.trace(spread))
    spread = (1 - SHRINK) * spread + (SHRINK * size / len(spread) + 1e-9) * np.eye(len(spread))
    axis = np.linalg.solve(spread, means[1] - means[0])
    return Split(axis, float(axis @ means.mean(axis=0)), 1.0, means, float(np.sqrt(size)))


def _lesser_share(split: Split, features: Array, weights: Array) -> float:
    """How much of all that was seen of men lies on the line's emptier side; weights are roots of looks."""
    second = features @ split.axis > split.middle_nats
    share = float((weights[second] ** 2).sum() / (weights**2).sum())
    return min(share, 1 - share)


def _agreement(split: Split, behind: Array, bench: Array) -> float:
    """Share of the men behind each bench that the line puts on its side, the worse seen bench no less."""
    side = behind @ split.axis > split.middle_nats
    return float(np.mean([np.mean(side[bench == k] == bool(k)) for k in (0, 1)]))
