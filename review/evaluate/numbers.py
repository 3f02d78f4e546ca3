"""Numbers read from single crops against the numbers they show: accuracy, share answered, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from review.core.arrays import Array
from review.evaluate.plots import curve

__all__ = ["Bin", "ReadScore", "halves", "reliability", "reliability_plot", "score_readings"]

EDGES = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class ReadScore:
    """`answered` of all crops were answered, `right` of them rightly; `readable` crops show a number."""

    answered: int
    right: int
    readable: int
    answered_readable: int

    @property
    def accuracy(self) -> float:
        """Right among answered; an answer to a crop that shows no number is wrong."""
        return self.right / self.answered if self.answered else float("nan")

    @property
    def answered_share(self) -> float:
        """Of the crops that show a number."""
        return self.answered_readable / self.readable if self.readable else float("nan")


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers whose stated probability lies in [low, high): how many, their mean, and how many were right."""

    low: float
    high: float
    answers: int
    stated_p: float
    right_share: float


def score_readings(number: Array, p: Array, truth: Array, at_p: float) -> ReadScore:
    """Score what was read of crops (n,) whose numbers are `truth` (n,), -1 where none is readable."""
    told, readable = p >= at_p, truth >= 0
    right = told & (number == truth)
    return ReadScore(int(told.sum()), int(right.sum()), int(readable.sum()), int((told & readable).sum()))


def reliability(p: Array, right: Array, edges: Sequence[float] = EDGES) -> list[Bin]:
    """What was stated against what was so; empty bins are left out."""
    rows = []
    for low, high in pairwise(edges):
        inside = (p >= low) & ((p < high) | (high >= 1))
        if inside.any():
            stated, share = float(p[inside].mean()), float(right[inside].mean())
            rows.append(Bin(low, high, int(inside.sum()), stated, share))
    return rows


def reliability_plot(rows: Sequence[Bin], title: str) -> str:
    """Stated probability across, share right upwards, as SVG."""
    points = [(b.stated_p, b.right_share) for b in rows]
    return curve(points, title=title, x="stated probability", y="share right")


def halves(groups: Sequence[str]) -> Array:
    """(n,) bool: the half that each crop falls in, groups kept together, the largest dealt first."""
    names, counts = np.unique(np.asarray(groups), return_counts=True)
    size = [0, 0]
    half = {}
    for k in sorted(range(len(names)), key=lambda k: (-counts[k], names[k])):
        into = int(size[1] < size[0])
        half[names[k]] = bool(into)
        size[into] += int(counts[k])
    return np.array([half[g] for g in groups], bool)
