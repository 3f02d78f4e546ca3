"""How well a view explains a picture, both ways: evidence on lines, and lines that show evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.spatial import cKDTree

from review.core.arrays import Array
from review.core.registration import LineEvidence
from review.core.rink import KINDS, LineKind, RinkModel, rink_lines
from review.measure.rink_align import PX, Sample
from review.measure.rink_camera import onto_ice, project, straighten
from review.measure.rink_field import RinkField

__all__ = ["Score", "Shown", "evidence_cost", "missing_lines", "score_view", "show"]

#: Lines that must show where ice is seen, and how much each weighs.
EXPECTED: Mapping[str, float] = {
    "centre": 1.0, "blue": 1.0, "boards": 1.2, "circle": 0.8, "goal": 0.6, "centre circle": 0.5,
}  # fmt: skip
NEAR_BOARDS_M = -6.0  # nearer boards hide their own foot
LOOKED_FOR_PX = 20.0  # of a 1920 picture: a line's evidence farther away than this is none
SEEN_PX = 8.0
FEWEST_SAMPLES = 6
EVIDENCE_WEIGHT: Mapping[LineKind, float] = {"red": 1.0, "blue": 1.0, "boards": 1.6, "thin": 1.0}
FEWEST_POINTS, FULL_POINTS = 12, 60
PLACE_WEIGHT = 1.5  # of ice seen behind the boards, and of stands seen on the ice


@dataclass(frozen=True, slots=True)
class Shown:
    """Evidence of one picture made ready to be asked for what is near; points in half widths."""

    evidence: LineEvidence
    trees: Mapping[LineKind, cKDTree | None]
    ice: Array
    off_ice: Array


@dataclass(frozen=True, slots=True)
class Score:
    """0 = perfect, 1 = nothing fits.

    Attributes
    ----------
    total_score : half from evidence that lies on no line, half from lines that show no evidence
    seen_share : for each expected line in view, the share of it that shows
    families : how many of red, blue, boards, thin have a line that shows over a third of itself or more
    """

    total_score: float
    seen_share: Mapping[str, float]
    families: int


def show(evidence: LineEvidence) -> Shown:
    """Evidence with its search trees."""
    to_unit = evidence.shape.to_unit
    thin = evidence.points_px["thin"]
    trees: dict[LineKind, cKDTree | None] = {}
    for kind in KINDS:
        points = evidence.points_px[kind]
        if kind != "boards":
            points = np.concatenate([points, thin]) if kind != "thin" else _either(evidence)
        trees[kind] = cKDTree(to_unit(points)) if len(points) else None
    return Shown(evidence, trees, to_unit(evidence.ice_px), to_unit(evidence.off_ice_px))


def _either(evidence: LineEvidence) -> Array:
    return np.concatenate([evidence.points_px["thin"], evidence.points_px["red"]])


def evidence_cost(field: RinkField, views: Array, sample: Sample, shown: Shown, *, reach_m: float) -> Array:
    """(v,) mean distance on the ice from evidence to lines, cut at `reach_m` and as its share, 0..1.

    Ice seen behind the boards and stands seen on the ice count too. Views are of one k1.
    """
    k1 = float(views[0, 8])
    cost, weight = np.zeros(len(views)), PLACE_WEIGHT
    for kind in KINDS:
        points = sample.of(kind)
        if len(points) < FEWEST_POINTS:
            continue
        share = EVIDENCE_WEIGHT[kind] * min(1.0, len(points) / FULL_POINTS)
        away = field.away_m(kind, onto_ice(views, straighten(points, k1)))
        cost += share * np.minimum(away / reach_m, 1.0).mean(axis=1)
        weight += share
    astray = np.zeros(len(views))
    if len(shown.ice):
        astray += (field.rink.inside_m(onto_ice(views, straighten(shown.ice, k1))) < 0).mean(axis=1)
    if len(shown.off_ice):
        inside = field.rink.inside_m(onto_ice(views, straighten(shown.off_ice, k1))) > 0
        astray += 0.7 * inside.mean(axis=1)
    result: Array = (cost + PLACE_WEIGHT * astray) / weight
    return result


@dataclass(frozen=True, slots=True)
class _Expected:
    name: str
    kind: LineKind
    points_m: Array


@lru_cache(maxsize=8)
def _expected(rink: RinkModel) -> tuple[_Expected, ...]:
    """Each expected kind of line, both ends together, a point every 45 cm."""
    out = []
    for name in EXPECTED:
        lines = [line for line in rink_lines(rink) if line.name == name]
        points = np.concatenate([line.points_m[::3] for line in lines])
        if name == "boards":
            points = points[points[:, 1] > NEAR_BOARDS_M]
        out.append(_Expected(name, lines[0].kind, points))
    return tuple(out)


def score_view(field: RinkField, view: Array, sample: Sample, shown: Shown) -> Score:
    """Both ways at once, for one view."""
    found = evidence_cost(field, view[None], sample, shown, reach_m=0.6)[0]
    missing, seen = missing_lines(field, view, shown, reach_px=LOOKED_FOR_PX)
    families = {line.kind for line in _expected(field.rink) if seen.get(line.name, 0.0) >= 1 / 3}
    return Score(0.5 * float(found) + 0.5 * missing, seen, len(families))


def missing_lines(
    field: RinkField, view: Array, shown: Shown, *, reach_px: float
) -> tuple[float, dict[str, float]]:
    """How far evidence is from where lines should show, 0..1, and the share of each line that shows.

    Distances in the picture, as shares of `reach_px` (of a 1920 picture), which also cuts them.
    """
    missing, weight = 0.0, 0.0
    seen: dict[str, float] = {}
    for line in _expected(field.rink):
        away = _away(view, line, shown)
        if len(away) < FEWEST_SAMPLES:
            continue
        share = EXPECTED[line.name] * min(1.0, len(away) / 25)
        missing += share * float(np.minimum(away / (reach_px * PX), 1.0).mean())
        weight += share
        seen[line.name] = float((away < SEEN_PX * PX).mean())
    return (missing / weight if weight else 1.0), seen


def _away(view: Array, line: _Expected, shown: Shown) -> Array:
    """Half widths from each visible point of a line to its nearest evidence."""
    shape = shown.evidence.shape
    at = project(view, line.points_m)
    margin = 6 * PX
    inside = (np.abs(at[:, 0]) < 1 - margin) & (np.abs(at[:, 1]) < shape.half_height - margin)
    at = at[inside]
    if line.kind != "boards" and len(at):
        at = at[_on_ice(shown, at)]
    tree = shown.trees[line.kind]
    if not len(at) or tree is None:
        return np.full(len(at), np.inf)
    away: Array = tree.query(at)[0]
    return away


def _on_ice(shown: Shown, at: Array) -> Array:
    mask, shape = shown.evidence.ice, shown.evidence.shape
    height, width = mask.shape
    px = shape.to_px(at)
    columns = np.clip((px[:, 0] * width / shape.width_px).astype(int), 0, width - 1)
    rows = np.clip((px[:, 1] * height / shape.height_px).astype(int), 0, height - 1)
    result: Array = mask[rows, columns]
    return result
