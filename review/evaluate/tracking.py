"""Scores of tracks against known identities: HOTA, IDF1, MOTA.

HOTA after Luiten et al. 2021 (IJCV 129, p. 548), averaged over the localisation thresholds .05 to .95;
IDF1 after Ristani et al. 2016; MOTA after Bernardin and Stiefelhagen 2008, both at an overlap of .5.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from review.core.arrays import Array
from review.core.boxes import iou
from review.core.detections import Detections

__all__ = [
    "Counts",
    "Labelled",
    "TrackScore",
    "count_tracks",
    "keep_near_truth",
    "labelled_tracks",
    "read_identities",
    "score_tracks",
]

THRESHOLDS = np.arange(0.05, 0.99, 0.05)
EPS = 1e-10


@dataclass(frozen=True, slots=True)
class Labelled:
    """People with identities in one frame.

    Attributes
    ----------
    id : (n,) int64, no id twice
    xyxy_px : (n, 4) float64
    """

    id: Array
    xyxy_px: Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", np.asarray(self.id, np.int64).reshape(-1))
        object.__setattr__(self, "xyxy_px", np.asarray(self.xyxy_px, np.float64).reshape(-1, 4))
        if len(self.id) != len(self.xyxy_px):
            raise ValueError("each labelled person needs an id and a box")
        if len(np.unique(self.id)) != len(self.id):
            raise ValueError("an id stands twice in one frame")

    def __len__(self) -> int:
        return len(self.id)


@dataclass(frozen=True, slots=True)
class TrackScore:
    """Ratios 0..1 (MOTA may be negative), switches, and identities made against true ones."""

    hota_ratio: float
    det_a_ratio: float
    ass_a_ratio: float
    idf1_ratio: float
    mota_ratio: float
    switches: int
    made_ids: int
    true_ids: int


def read_identities(path: Path, frames: int) -> list[Labelled]:
    """Identities frame by frame from a CSV with columns frame, id, x0, y0, x1, y1 (and where).

    Ids are numbered from 1 in order of appearance; rows whose `where` is "bench" are left out.
    """
    numbers: dict[str, int] = {}
    rows: list[list[tuple[int, list[float]]]] = [[] for _ in range(frames)]
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row.get("where") != "bench":
                number = numbers.setdefault(row["id"], len(numbers) + 1)
                rows[int(row["frame"])].append((number, [float(row[k]) for k in ("x0", "y0", "x1", "y1")]))
    return [Labelled(np.array([i for i, _ in r]), np.array([b for _, b in r])) for r in rows]


def labelled_tracks(detections: Sequence[Detections], ids: Sequence[Array]) -> list[Labelled]:
    """What a tracker made of detections, as `score_tracks` takes it: boxes with id 0 are left out."""
    return [Labelled(i[i > 0], d.xyxy_px[i > 0]) for d, i in zip(detections, ids, strict=True)]


def keep_near_truth(boxes_px: Array, truth: Labelled, *, least_iou_ratio: float = 0.1) -> Array:
    """(n,) bool: boxes that touch a true person; leaves association alone to be judged."""
    if not len(truth):
        return np.zeros(len(boxes_px), np.bool_)
    result: Array = (
        iou(np.asarray(boxes_px, np.float64), truth.xyxy_px).max(axis=1, initial=0.0) > least_iou_ratio
    )
    return result


def score_tracks(truth: Sequence[Labelled], made: Sequence[Labelled]) -> TrackScore:
    """Score one sequence, frame by frame; truth and tracks must cover the same frames.

    Raises
    ------
    ValueError
        If the two sequences differ in length, or no truth is given at all.
    """
    counts = count_tracks(truth, made)
    det_a = counts.hit / np.maximum(counts.hit + counts.missed + counts.false, 1)
    ass_a = counts.associated / np.maximum(counts.hit, 1)
    return TrackScore(
        hota_ratio=float(np.sqrt(det_a * ass_a).mean()),
        det_a_ratio=float(det_a.mean()),
        ass_a_ratio=float(ass_a.mean()),
        idf1_ratio=counts.idf1[0] / counts.idf1[1],
        mota_ratio=counts.mota[0] / counts.mota[1],
        switches=counts.switches,
        made_ids=counts.made_ids,
        true_ids=counts.true_ids,
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """What the scores of one sequence are made of; they add up over sequences.

    Attributes
    ----------
    hit, missed, false, associated : (19,) at each localisation threshold; `associated`: AssA times hits
    idf1, mota : (numerator, denominator)
    """

    hit: Array
    missed: Array
    false: Array
    associated: Array
    idf1: tuple[float, float]
    mota: tuple[float, float]
    switches: int
    made_ids: int
    true_ids: int


def count_tracks(truth: Sequence[Labelled], made: Sequence[Labelled]) -> Counts:
    """The counts of one sequence, frame by frame; truth and tracks must cover the same frames.

    Raises
    ------
    ValueError
        If the two sequences differ in length, or no truth is given at all.
    """
    if len(truth) != len(made):
        raise ValueError(f"truth covers {len(truth)} frames, the tracks {len(made)}")
    if not sum(map(len, truth)):
        raise ValueError("no true person in any frame: there is nothing to score against")
    true_rows, true_count = _renumbered(truth)
    made_rows, made_count = _renumbered(made)
    overlaps = [iou(t.xyxy_px, m.xyxy_px) for t, m in zip(truth, made, strict=True)]
    frames = list(zip(true_rows, made_rows, overlaps, strict=True))
    hit, associated = _hota(frames, true_count, made_count)
    true, all_ = float(true_count.sum()), float(made_count.sum())
    wrong, switches = _mota(frames, true_count)
    return Counts(
        hit,
        true - hit,
        all_ - hit,
        associated,
        (2 * _idtp(frames, true_count, made_count), true + all_),
        (true - wrong - switches, true),
        switches,
        len(made_count),
        len(true_count),
    )


_Frame = tuple[Array, Array, Array]


def _renumbered(people: Sequence[Labelled]) -> tuple[list[Array], Array]:
    """Ids as rows 0..k a frame, and how often each occurs."""
    ids, rows = np.unique(np.concatenate([p.id for p in people]), return_inverse=True)
    cuts = np.cumsum([len(p) for p in people])[:-1]
    return np.split(rows, cuts), np.bincount(rows, minlength=len(ids))


def _hota(frames: Sequence[_Frame], true_count: Array, made_count: Array) -> tuple[Array, Array]:
    """Hits, and AssA summed over them, at each threshold."""
    potential = np.zeros((len(true_count), len(made_count)))
    for t, m, overlap in frames:
        rest = overlap.sum(axis=0)[None] + overlap.sum(axis=1)[:, None] - overlap
        potential[np.ix_(t, m)] += np.where(rest > EPS, overlap / np.maximum(rest, EPS), 0)
    alike = potential / np.maximum(true_count[:, None] + made_count[None] - potential, EPS)
    matched = np.zeros((len(THRESHOLDS), len(true_count), len(made_count)))
    for t, m, overlap in frames:
        rows, cols = linear_sum_assignment(-alike[np.ix_(t, m)] * overlap)
        for k, threshold in enumerate(THRESHOLDS):
            good = overlap[rows, cols] >= threshold - EPS
            matched[k, t[rows[good]], m[cols[good]]] += 1
    hits = matched.sum(axis=(1, 2))
    union = true_count[None, :, None] + made_count[None, None] - matched
    return hits, (matched * matched / np.maximum(union, 1)).sum(axis=(1, 2))


def _idtp(frames: Sequence[_Frame], true_count: Array, made_count: Array) -> float:
    """IDTP: boxes right under the one-to-one matching of whole identities that gives most of them."""
    together = np.zeros((len(true_count), len(made_count)))
    for t, m, overlap in frames:
        together[np.ix_(t, m)] += overlap >= 0.5
    rows, cols = linear_sum_assignment(-together)
    return float(together[rows, cols].sum())


def _mota(frames: Sequence[_Frame], true_count: Array) -> tuple[int, int]:
    """Misses with false boxes, and identity switches; a match of the frame before is kept while it holds."""
    last = np.full(len(true_count), -1)
    before = last.copy()
    wrong = switches = 0
    for t, m, overlap in frames:
        score = 1000.0 * (before[t][:, None] == m[None]) + overlap
        score[overlap < 0.5 - EPS] = 0
        rows, cols = linear_sum_assignment(-score)
        good = score[rows, cols] > EPS
        who, by = t[rows[good]], m[cols[good]]
        switches += int(((last[who] >= 0) & (last[who] != by)).sum())
        wrong += len(t) + len(m) - 2 * len(who)
        before = np.full(len(true_count), -1)
        before[who] = last[who] = by
    return wrong, switches
