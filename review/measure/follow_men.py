"""Tracking the men of one shot in two passes: safe tracklets, then joins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array

from review.core.arrays import Array
from review.core.boxes import area, overlap
from review.core.detections import Detections
from review.measure.joining import JoinRules, join_tracklets
from review.measure.likeness import Likeness, learn_likeness
from review.measure.skating import Skating
from review.measure.tracklets import TrackletRules, extend_back, find_tracklets

__all__ = ["comparable_looks", "follow_men"]

HIDDEN_RATIO = 0.35


def follow_men(
    times_s: Sequence[float],
    detections: Sequence[Detections],
    H_first_from_px: Array,
    *,
    tracklet_rules: TrackletRules | None = None,
    join_rules: JoinRules | None = None,
    model: Skating | None = None,
) -> list[Array]:
    """Ids from 1 a detection, 0 = not tracked; one int64 array a frame.

    The first pass runs twice: once by motion alone, to learn from what is safe how alike the looks of one
    man are, and once more with that. Parameters as in `review.ports.tracker.Tracker.track`.
    """
    rules, model = tracklet_rules or TrackletRules(), model or Skating()
    if not len(detections):
        return []
    looks = comparable_looks(detections)
    scene = times_s, detections, H_first_from_px
    tracklets = find_tracklets(*scene, rules, model)
    one_look = _learn(tracklets, looks, against=1)
    if one_look is not None:
        tracklets = find_tracklets(*scene, rules, model, looks=looks, likeness=one_look)
    likeness = _learn(tracklets, looks, against=6)
    ids = join_tracklets(*scene, tracklets, join_rules or JoinRules(), model, looks=looks, likeness=likeness)
    joined = [i - 1 for i in ids]
    extended = extend_back(*scene, joined, rules, model, looks=looks, likeness=one_look)
    return [i + 1 for i in _without_lone_heads(extended, joined)]


def _without_lone_heads(extended: list[Array], before: Sequence[Array]) -> list[Array]:
    """Take back an extension of one box only: a single weak box proves nothing, and may lie off the ice."""
    first: dict[int, int] = {}
    added: dict[int, list[tuple[int, int]]] = {}
    for k, (new, old) in enumerate(zip(extended, before, strict=True)):
        for j, (number, was) in enumerate(zip(new.tolist(), old.tolist(), strict=True)):
            if was >= 0:
                first.setdefault(was, k)
            elif number >= 0 and number not in first:
                added.setdefault(number, []).append((k, j))
    for rows in added.values():
        if len(rows) == 1:
            ((k, j),) = rows
            extended[k][j] = -1
    return extended


def comparable_looks(detections: Sequence[Detections]) -> list[Array]:
    """Looks with shares spread by their square root; NaN rows where another box hides the man."""
    width = max(d.look.shape[1] if d.look is not None else 0 for d in detections)
    out = []
    for found in detections:
        look = np.full((len(found), width), np.nan)
        if found.look is not None and found.look.shape[1] == width:
            look[:] = found.look
        look = np.where((look >= 0) & (look <= 1), np.sqrt(np.clip(look, 0, 1)), look)
        look[_hidden_ratio(found.xyxy_px.astype(np.float64)) > HIDDEN_RATIO] = np.nan
        out.append(look)
    return out


def _hidden_ratio(box: Array) -> Array:
    """(n,) largest share of each box that another box covers."""
    if not len(box):
        return np.zeros(0)
    shared = overlap(box, box)
    np.fill_diagonal(shared, 0)
    result: Array = (shared / np.maximum(area(box), 1)[:, None]).max(axis=1)
    return result


def _learn(tracklets: Sequence[Array], looks: Sequence[Array], *, against: int) -> Likeness | None:
    """What sameness looks like, from tracklet numbers and looks a frame."""
    ids = np.concatenate(list(tracklets))
    frame = np.concatenate([np.full(len(t), k) for k, t in enumerate(tracklets)])
    every = np.concatenate(list(looks))
    order = np.argsort(ids, kind="stable")
    order = order[ids[order] >= 0]
    parts = [p for p in np.split(order, np.flatnonzero(np.diff(ids[order])) + 1) if len(p)]
    if not len(parts) or not every.shape[1]:
        return None
    part = np.repeat(np.arange(len(parts)), [len(p) for p in parts])
    there = csr_array((np.ones(len(order)), (part, frame[order])), shape=(len(parts), len(tracklets)))
    met = (there @ there.T).tocsr()
    partners = [set(met.indices[a:b].tolist()) for a, b in pairwise(met.indptr.tolist())]

    def together(i: int, j: int) -> bool:
        return j in partners[i]

    return learn_likeness([every[p] for p in parts], together, rows=6, against=against)
