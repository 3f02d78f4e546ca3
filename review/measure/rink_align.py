"""A view brought onto the lines: each point to its nearest line, again and again (iterative closest point).

Residuals are distances in the picture (half widths), across the line, so that near and far lines weigh by how
well they are seen. Tukey's weight shrinks from round to round; what stays far from every line is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.registration import LineEvidence
from review.core.rink import KINDS, LineKind
from review.measure.rink_camera import K1, onto_ice, straighten
from review.measure.rink_field import RinkField

__all__ = ["PX", "Aligned", "Prior", "Residuals", "Sample", "align", "residuals", "sample_evidence", "tukey"]

#: One pixel of a picture 1920 wide, in half widths.
PX = 1 / 960

KIND_WEIGHT: Mapping[LineKind, float] = {"red": 1.0, "blue": 1.0, "boards": 1.2, "thin": 1.2}
FEW = 40  # a kind with fewer points than these does not weigh as much as the others
REACH_M = 2.5  # evidence farther from every line takes no part
PAST_END_M = 0.5
STEEPEST_M = 0.3 * 960  # metres a half width: beyond, the ice is seen too flat to measure
LONGEST_STEP = np.array([0.1, 0.06, 0.3, 3.0, 3.0, 3.0, 0.02, 0.02, 0.05])
NUDGE = np.array([1e-5, 1e-5, 1e-5, 1e-3, 1e-3, 1e-3, 1e-5, 1e-5, 1e-4])


@dataclass(frozen=True, slots=True)
class Prior:
    """What is known of a view before it is looked at: mean (9,) and sd (9,); inf where nothing is."""

    mean: Array
    sd: Array


@dataclass(frozen=True, slots=True)
class Sample:
    """Evidence in half widths, thinned, as the lens shows it: points (n, 2), kinds (n,), weights (n,)."""

    points: Array
    kinds: Array
    weights: Array

    def of(self, kind: LineKind) -> Array:
        """Points of one kind."""
        result: Array = self.points[self.kinds == KINDS.index(kind)]
        return result


def sample_evidence(evidence: LineEvidence, most: Mapping[LineKind, int]) -> Sample:
    """At most so many points of each kind, evenly from all; each kind weighs about the same in sum."""
    points, kinds, weights = [], [], []
    for k, kind in enumerate(KINDS):
        all_points = evidence.points_px[kind]
        n = min(len(all_points), most[kind])
        if n == 0:
            continue
        rows = _spread_rows(len(all_points), n)
        points.append(evidence.shape.to_unit(all_points[rows]))
        kinds.append(np.full(n, k))
        weights.append(np.full(n, KIND_WEIGHT[kind] / max(n, FEW)))
    if not points:
        return Sample(np.zeros((0, 2)), np.zeros(0, np.int64), np.zeros(0))
    weight = np.concatenate(weights)
    return Sample(np.concatenate(points), np.concatenate(kinds), weight / weight.mean())


def _spread_rows(total: int, n: int) -> Array:
    """`n` of `total` rows, the same ones each time, not in step with a picture's rows and columns."""
    if n >= total:
        return np.arange(total)
    result: Array = np.random.default_rng(total).permutation(total)[:n]
    return result


@dataclass(frozen=True, slots=True)
class Aligned:
    """A view on the lines.

    Attributes
    ----------
    view : (9,)
    agree_ratio : share of the evidence that lies near a line
    spread : of what agrees, across the line, half widths, one sigma
    information : (f, f) of the free numbers, at unit spread
    """

    view: Array
    agree_ratio: float
    spread: float
    information: Array


@dataclass(frozen=True, slots=True)
class Residuals:
    """Of each point to its line.

    Attributes
    ----------
    across : (n,) half widths, in the picture, signed
    slopes : (n, f) half widths a unit of each free number
    usable : (n,) bool, near a line and not seen too flat
    """

    across: Array
    slopes: Array
    usable: Array


def align(
    field: RinkField,
    view: Array,
    sample: Sample,
    *,
    free: Sequence[int] = (0, 1, 2),
    widths: Sequence[float] = (12.0, 2.5),
    rounds: int = 8,
    prior: Prior | None = None,
) -> Aligned:
    """Move the free numbers of a view so that the evidence comes to lie on lines.

    Parameters
    ----------
    free : which of the view's nine numbers may move
    widths : Tukey's sigma in the first and in the last round, pixels of a 1920 picture
    """
    view, moved = np.array(view, np.float64), list(free)
    weight, across, information = (
        np.zeros(len(sample.points)),
        np.zeros(len(sample.points)),
        np.eye(len(moved)),
    )
    for k in range(rounds):
        sigma = PX * widths[0] * (widths[1] / widths[0]) ** (k / max(1, rounds - 1))
        found = residuals(field, view, sample, moved)
        across = found.across
        weight = tukey(found, sample, sigma)
        information = (found.slopes * weight[:, None]).T @ found.slopes
        pull = -(found.slopes * weight[:, None]).T @ across
        step_matrix = information.copy()
        if prior is not None:
            known = (PX * widths[1]) ** 2 / prior.sd[moved] ** 2
            step_matrix += np.diag(known)
            pull += known * (prior.mean - view)[moved]
        step_matrix += np.diag(np.diag(step_matrix)) * 1e-5 + np.eye(len(moved)) * 1e-12
        limit = LONGEST_STEP[moved]
        view[moved] += np.clip(np.linalg.solve(step_matrix, pull), -limit, limit)
    total = max(float(weight.sum()), 1e-9)
    spread = float(np.sqrt((weight * across**2).sum() / total))
    return Aligned(view, float((weight > 0).mean()) if len(weight) else 0.0, spread, information)


def tukey(found: Residuals, sample: Sample, sigma: float) -> Array:
    """(n,) weights: nothing beyond three sigma (half widths), nothing that is not usable."""
    near = 1 - np.clip(np.abs(found.across) / (3 * sigma), 0, 1) ** 2
    result: Array = sample.weights * near**2 * found.usable
    return result


def residuals(field: RinkField, view: Array, sample: Sample, free: list[int]) -> Residuals:
    """Distance of each point to its line, measured in the picture, and how each free number changes it."""
    k1, half = float(view[K1]), 0.5 * PX
    straight = straighten(sample.points, k1)
    nudged = np.tile(view, (len(free) + 1, 1))
    for row, number in enumerate(free, 1):
        nudged[row, number] += NUDGE[number]
    steps = half * np.eye(2)
    ice = onto_ice(nudged, straight)
    here = ice[0]
    aside = onto_ice(view[None], np.concatenate([straight + steps[0], straight + steps[1]]))[0]
    line, normal = _closest(field, sample, here)
    to_line = here - line
    off = (to_line * normal).sum(axis=1)
    past = np.abs(to_line[:, 0] * -normal[:, 1] + to_line[:, 1] * normal[:, 0])
    n = len(here)
    grown = np.hypot(((aside[:n] - here) * normal).sum(axis=1), ((aside[n:] - here) * normal).sum(axis=1))
    m_per_unit = grown / half + 1e-3
    if K1 in free:
        bent = view.copy()
        bent[K1] += NUDGE[K1]
        ice[free.index(K1) + 1] = onto_ice(bent[None], straighten(sample.points, float(bent[K1])))[0]
    slopes = ((ice[1:] - here) * normal).sum(axis=2).T / NUDGE[free] / m_per_unit[:, None]
    usable = (np.hypot(*to_line.T) < REACH_M) & (past < PAST_END_M) & (m_per_unit < STEEPEST_M)
    return Residuals(off / m_per_unit, slopes, usable)


def _closest(field: RinkField, sample: Sample, ice: Array) -> tuple[Array, Array]:
    line, normal = np.zeros_like(ice), np.zeros_like(ice)
    for k, kind in enumerate(KINDS):
        rows = sample.kinds == k
        if rows.any():
            line[rows], normal[rows] = field.closest(kind, ice[rows])
    return line, normal
