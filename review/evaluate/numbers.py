"""Numbers read from single crops against the numbers they show: accuracy, share answered, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from review.core.arrays import Array
from review.core.numbers import LOGITS
from review.measure.numbers import single_reading

__all__ = [
    "Bin", "ReadScore", "answers", "cooled", "fit_temperature", "halves", "reliability", "reliability_svg",
    "score_readings",
]  # fmt: skip

TEMPERATURES = np.geomspace(0.5, 5.0, 47)


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


def score_readings(logits: Array, truth: Array, at_p: float) -> ReadScore:
    """Score readings (n, 22) of crops whose numbers are `truth` (n,), -1 where none is readable."""
    p, number = answers(logits)
    told, readable = p >= at_p, truth >= 0
    right = told & (number == truth)
    return ReadScore(int(told.sum()), int(right.sum()), int(readable.sum()), int((told & readable).sum()))


def answers(logits: Array) -> tuple[Array, Array]:
    """(n,) probability of the likeliest number, that it can be read and is this one; (n,) the number."""
    legible, which = single_reading(logits)
    return legible * which.max(axis=1), which.argmax(axis=1)


def reliability(
    p: Array, right: Array, edges: Sequence[float] = (0, 0.2, 0.4, 0.6, 0.8, 0.9, 1)
) -> list[Bin]:
    """What was stated against what was so; empty bins are left out."""
    rows = []
    for low, high in pairwise(edges):
        inside = (p >= low) & ((p < high) | (high >= 1))
        if inside.any():
            rows.append(
                Bin(low, high, int(inside.sum()), float(p[inside].mean()), float(right[inside].mean()))
            )
    return rows


def fit_temperature(logits: Array, truth: Array) -> tuple[float, float]:
    """Temperatures of the gate and of the digits that make `truth` likeliest, from a fixed grid."""
    readable = truth >= 0
    gate = [
        float(np.log(np.where(readable, g, 1 - g) + 1e-12).sum())
        for g in (single_reading(cooled(logits, t, 1.0))[0] for t in TEMPERATURES)
    ]
    digits = [
        float(np.log(q[np.arange(len(q)), truth[readable]] + 1e-12).sum())
        for q in (single_reading(cooled(logits[readable], 1.0, t))[1] for t in TEMPERATURES)
    ]
    return float(TEMPERATURES[int(np.argmax(gate))]), float(TEMPERATURES[int(np.argmax(digits))])


def cooled(logits: Array, gate: float, digits: float) -> Array:
    """Readings (n, 22) with the gate's and the digits' logits divided by a temperature each."""
    result: Array = np.asarray(logits, np.float64) / np.r_[gate, np.full(LOGITS - 1, digits)]
    return result


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


def reliability_svg(rows: Sequence[Bin], title: str) -> str:
    """A reliability plot: stated probability across, share right upwards, dots as large as their bin."""
    dots = "".join(
        f'<circle cx="{40 + 300 * b.stated_p:.1f}" cy="{340 - 300 * b.right_share:.1f}" '
        f'r="{3 + b.answers**0.5:.1f}" fill="#2563a8" fill-opacity=".7"><title>{b.answers} answers: stated '
        f"{b.stated_p:.2f}, right {b.right_share:.2f}</title></circle>"
        f'<text x="{40 + 300 * b.stated_p:.1f}" y="{336 - 300 * b.right_share - 4 - b.answers**0.5:.1f}" '
        f'text-anchor="middle">{b.answers}</text>'
        for b in rows
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 380" font-family="sans-serif" '
        'font-size="11">'
        '<rect width="360" height="380" fill="#fff"/>'
        '<path d="M40 340H340V40H40ZM40 340L340 40" fill="none" stroke="#999"/>'
        f'<text x="40" y="26">{title}</text>'
        '<text x="190" y="368" text-anchor="middle">stated probability</text>'
        '<text transform="translate(16 190) rotate(-90)" text-anchor="middle">share right</text>'
        f"{dots}</svg>\n"
    )
