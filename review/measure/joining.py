"""Tracking, second pass: joining the safe tracklets of one man, under exclusivity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from review.core.arrays import Array
from review.core.detections import Detections
from review.measure.likeness import Likeness
from review.measure.skating import Skating, mismatch, predict
from review.measure.strands import End, Scene, Strand, cut_beside, end_of, make_strands, meet, way_bh
from review.measure.tracklets import carry_men

__all__ = ["JoinRules", "Stage", "join_tracklets"]

#: A newcomer may stand anywhere in five by five body heights, at any of the usual speeds.
NEWCOMER = float(np.log(25.0 * 4.0))


@dataclass(frozen=True, slots=True)
class Stage:
    """Joins over gaps up to `gap_s` that cost at most `dearest_nats`, with no rival within `margin_nats`.

    Costs are in nats: minus the natural logarithm of the odds that it is the same man, not a newcomer.
    """

    gap_s: float
    margin_nats: float
    dearest_nats: float


@dataclass(frozen=True, slots=True)
class JoinRules:
    """When two tracklets are one man.

    Attributes
    ----------
    stages : one after another, what is near and clear first, so that longer tracklets with steadier speeds
        decide what is far and doubtful
    unseen_nats_per_s : price of each second in which a man should have been seen and was not
    size_ratio : how much a man's height changes over a gap beyond what the camera does
    ends_s : how much of a tracklet's end its speed is taken from
    overlap_s : how long two tracklets of one man may lie side by side
    glimpse_s, least_sum_conf : who is seen less often (confidences added up) is taken for a false box, and
        joins nobody over longer gaps
    least_conf : so is who is never seen better than this
    sure_conf, least_way_bh : and who is seen worse than this on the whole, unless he goes some way against
        the background, in body heights: spectators, signs and men who sit on the bench do not
    """

    stages: tuple[Stage, ...] = (
        Stage(0.25, 2.0, -1.0),
        Stage(0.6, 2.0, -1.0),
        Stage(0.6, 0.0, 0.0),
        Stage(1.5, 1.0, -2.0),
        Stage(1.5, 0.0, -2.0),
        Stage(3.0, 1.0, -2.0),
        Stage(8.0, 1.5, -2.0),
        Stage(20.0, 2.0, -2.0),
    )
    unseen_nats_per_s: float = 1.2
    size_ratio: float = 0.2
    ends_s: float = 0.7
    overlap_s: float = 0.3
    glimpse_s: float = 1.5
    least_sum_conf: float = 1.2
    sure_conf: float = 0.5
    least_conf: float = 0.4
    least_way_bh: float = 1.5


def join_tracklets(
    times_s: Sequence[float],
    detections: Sequence[Detections],
    H_first_from_px: Array,
    tracklets: Sequence[Array],
    rules: JoinRules,
    model: Skating,
    *,
    looks: Sequence[Array],
    likeness: Likeness | None = None,
) -> list[Array]:
    """Ids from 1 a detection, 0 = none, for tracklet numbers from 0 (-1 = none) as `find_tracklets` gives."""
    scene = Scene.of(times_s, detections, H_first_from_px)
    strands = cut_beside(make_strands(detections, tracklets, looks), scene, rules.overlap_s)
    judge = _Judge(scene, likeness, rules, model)
    for stage in rules.stages:
        if stage.gap_s > rules.glimpse_s:
            strands = [s for s in strands if s.conf.sum() >= rules.least_sum_conf]
        while joins := judge.joins(strands, stage):
            strands = _apply(strands, joins)
    sure = [s for s in strands if _is_man(s, scene, rules)]
    out = [np.zeros(len(d), dtype=np.int64) for d in detections]
    for number, strand in enumerate(sure, start=1):
        for frame, row in zip(strand.frame, strand.row, strict=True):
            out[frame][row] = number
    return out


def _is_man(strand: Strand, scene: Scene, rules: JoinRules) -> bool:
    """Whether a strand is kept: seen often enough, and well, or moving."""
    if strand.conf.sum() < rules.least_sum_conf or strand.conf.max() < rules.least_conf:
        return False
    return float(strand.conf.mean()) >= rules.sure_conf or way_bh(strand, scene) >= rules.least_way_bh


class _Judge:
    """Prices of joins; what was worked out for a strand is kept as long as the strand lives."""

    def __init__(self, scene: Scene, likeness: Likeness | None, rules: JoinRules, model: Skating) -> None:
        self._scene = scene
        self._likeness = likeness
        self._rules = rules
        self._model = model
        self._ends: dict[tuple[Strand, bool], End] = {}
        self._prices: dict[tuple[Strand, Strand], float] = {}

    def joins(self, strands: list[Strand], stage: Stage) -> list[tuple[int, int]]:
        """Pairs (earlier, later) of the cheapest choice in which no man has two futures or two pasts."""
        starts = self._scene.times_s[[s.frame[0] for s in strands]] if strands else np.zeros(0)
        rows, cols, costs = [], [], []
        for i, strand in enumerate(strands):
            end = self._scene.times_s[strand.frame[-1]]
            low, high = np.searchsorted(starts, [end + 1e-9, end + stage.gap_s + 1e-9])
            later = strands[low:high]
            self._price(strand, [b for b in later if (strand, b) not in self._prices])
            for j, b in enumerate(later, start=int(low)):
                if self._prices[strand, b] < stage.dearest_nats:
                    rows.append(i)
                    cols.append(j)
                    costs.append(self._prices[strand, b])
        pairs = np.array(rows, dtype=np.int64), np.array(cols, dtype=np.int64), np.array(costs)
        return _choose(*pairs, strands=strands, stage=stage)

    def _end(self, strand: Strand, backwards: bool) -> End:
        key = strand, backwards
        if key not in self._ends:
            self._ends[key] = end_of(
                strand, self._scene, self._model, backwards=backwards, span_s=self._rules.ends_s
            )
        return self._ends[key]

    def _price(self, a: Strand, later: list[Strand]) -> None:
        """Minus log odds that each later strand goes on with the man of `a`."""
        if not later:
            return
        tail, heads = self._end(a, False), [self._end(b, True) for b in later]
        cost = _costs(tail, heads, self._scene, self._likeness, self._rules, self._model)
        worth = max(stage.dearest_nats for stage in self._rules.stages)
        for b, head, one in zip(later, heads, cost.tolist(), strict=True):
            if one < worth:
                one += self._rules.unseen_nats_per_s * _unseen_s(self._scene, tail, head)
            self._prices[a, b] = one


def _costs(
    tail: End,
    heads: list[End],
    scene: Scene,
    likeness: Likeness | None,
    rules: JoinRules,
    model: Skating,
) -> Array:
    """(n,) price of motion, size, kind and look between one end and several beginnings."""
    n = len(heads)
    first = np.array([h.frame for h in heads])
    place, speed, height = carry_men(
        scene.between(first, tail.frame),
        np.tile(tail.place, (n, 1)),
        np.tile(tail.speed, (n, 1)),
        np.full(n, tail.height_px),
    )
    spot, pace, spread = predict(
        place, speed, np.tile(tail.spread, (n, 1)), scene.times_s[first] - scene.times_s[tail.frame], model
    )
    tall = np.array([h.height_px for h in heads])
    sane = np.isfinite(spot).all(axis=1) & (height > 2) & (height < 1e4)
    height = np.where(sane, height, 1.0)
    cost = _bridge(spot, pace, spread, heads, np.sqrt(height * tall))
    cost += np.minimum(np.abs(np.log(tall / height)) / rules.size_ratio, 4.0)
    weight = np.minimum(np.minimum([h.rows for h in heads], tail.rows), 10) / 10
    cost += 3.0 * weight * np.abs(np.array([h.kind for h in heads]) - tail.kind).max(axis=1)
    if likeness is not None:
        looks = np.array([h.look for h in heads])
        cost -= likeness.ratio(tail.look, looks, tail.looks, np.array([h.looks for h in heads]))
    result: Array = np.where(sane, cost, np.inf)
    return result


def _bridge(spot: Array, pace: Array, spread: Array, heads: list[End], height: Array) -> Array:
    """Minus log density of later places and speeds, given the earlier ones, against a newcomer's."""
    off = mismatch(np.array([h.place for h in heads]) - spot, height)
    turn = (-np.array([h.speed for h in heads]) - pace) / height[:, None]  # heads ran backwards in time
    ends = np.abs(turn[:, 1:])
    alike = np.abs(turn[:, 1] - turn[:, 2]) < 1
    up = np.where(alike, turn[:, 1:].mean(axis=1), ends.min(axis=1))
    slow = np.column_stack([turn[:, 0], 1.6 * up])
    p, c, v = (spread + np.array([h.spread for h in heads]) * [1, -1, 1]).T[:, :, None]
    det = np.maximum(p * v - c * c, 1e-9)
    square = (v * off**2 - 2 * c * off * slow + p * slow**2) / det
    result: Array = square.sum(axis=1) / 2 + np.log(det[:, 0]) - NEWCOMER
    return result


def _unseen_s(scene: Scene, tail: End, head: End) -> float:
    """Seconds between two ends in which the man should have been in the picture."""
    between = np.arange(tail.frame + 1, head.frame)
    if not len(between):
        return 0.0
    if len(between) > 12:
        between = between[np.linspace(0, len(between) - 1, 12).astype(int)]
    n, none = len(between), np.zeros((len(between), 3))
    gap = scene.times_s[head.frame] - scene.times_s[tail.frame]
    share = ((scene.times_s[between] - scene.times_s[tail.frame]) / gap)[:, None]
    one, _, _ = carry_men(scene.between(between, tail.frame), np.tile(tail.place, (n, 1)), none, np.ones(n))
    two, _, _ = carry_men(scene.between(between, head.frame), np.tile(head.place, (n, 1)), none, np.ones(n))
    x, top, foot = ((1 - share) * one + share * two).T
    width, tall = scene.size_px
    inside = (x > 0.02 * width) & (x < 0.98 * width) & (top < 0.97 * tall) & (foot > 0)
    return float(gap * inside.mean())


def _choose(
    rows: Array, cols: Array, costs: Array, *, strands: list[Strand], stage: Stage
) -> list[tuple[int, int]]:
    """Cheapest joins, one future and one past a strand, without those that have a rival within the margin.

    A rival was seen at the same time as the chosen one; a later one may be the same man once more.
    """
    if not len(rows):
        return []
    picked = _assign(rows, cols, costs - stage.dearest_nats, len(strands))
    out = []
    for i, j, cost in zip(rows.tolist(), cols.tolist(), costs.tolist(), strict=True):
        if picked.get(i) != j:
            continue
        near = np.flatnonzero(((rows == i) | (cols == j)) & (costs < cost + stage.margin_nats))
        rivals = (
            meet(strands[cols[k]], strands[j]) if rows[k] == i else meet(strands[rows[k]], strands[i])
            for k in near
            if (rows[k], cols[k]) != (i, j)
        )
        if stage.margin_nats <= 0 or not any(rivals):
            out.append((i, j))
    return out


def _assign(rows: Array, cols: Array, gains: Array, n: int) -> dict[int, int]:
    """Minimum-cost one-to-one choice among sparse pairs (negative is worth having)."""
    base, every = 1e3, np.arange(n)
    value = np.concatenate([gains + base, np.full(2 * n + len(rows), base)])
    down = np.concatenate([rows, every, n + every, n + cols])
    across = np.concatenate([cols, n + every, every, n + rows])
    table = coo_matrix((value, (down, across)), shape=(2 * n, 2 * n)).tocsr()
    left, right = min_weight_full_bipartite_matching(table)
    return dict(zip(left.tolist(), right.tolist(), strict=True))


def _apply(strands: list[Strand], joins: list[tuple[int, int]]) -> list[Strand]:
    follows = dict(joins)
    later = set(follows.values())
    out = []
    for i, strand in enumerate(strands):
        if i in later:
            continue
        parts = [strand]
        while i in follows:
            i = follows[i]
            parts.append(strands[i])
        out.append(strand if len(parts) == 1 else Strand.joined(parts))
    return out
