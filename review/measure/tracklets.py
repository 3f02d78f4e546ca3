"""Tracking, first pass: short safe tracklets, picture to picture, the camera's own motion taken out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linear_sum_assignment

from review.core.arrays import Array
from review.core.detections import Detections
from review.measure.likeness import Likeness
from review.measure.skating import Skating, measures_of, mismatch, new_spread, predict, update

__all__ = ["TrackletRules", "carry_men", "extend_back", "find_tracklets"]


LOOK_LIMIT = 2.0  # a look may outweigh two standard deviations of place, not more: one view of a man is noisy
TICK_S = 1e-6  # sums of frame times are not exact
OUT = 1e6  # cost of what cannot be


@dataclass(frozen=True, slots=True)
class TrackletRules:
    """What is safe. Costs are in nats (natural logarithms of odds).

    Attributes
    ----------
    size_ratio : how much a box's height changes from look to look, as a natural logarithm
    gate_nats : largest half squared deviation of a match (8 is four standard deviations)
    dearest_nats : largest cost of a match, with what is not known of a newcomer and the change of size
    margin_nats : how much dearer the next best match must be for a match to be safe
    patience_s : a tracklet ends when nothing was seen of its man for this long
    reach_s : how far back a tracklet may go on into boxes too weak to start one
    proven, newcomer_nats : a man seen less often than this pays for each match, so that a false box beside
        a man takes nothing over
    high_conf, low_conf : boxes above the first start tracklets, boxes above the second go on with them
    """

    size_ratio: float = 0.25
    gate_nats: float = 9.0
    dearest_nats: float = 12.0
    margin_nats: float = 0.3
    patience_s: float = 0.2
    reach_s: float = 0.5
    proven: int = 3
    newcomer_nats: float = 3.0
    high_conf: float = 0.4
    low_conf: float = 0.1


@dataclass
class _Live:
    """The men followed just now, in pixels of the present picture; one row a man."""

    tracklet: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    place: Array = field(default_factory=lambda: np.zeros((0, 3)))
    speed: Array = field(default_factory=lambda: np.zeros((0, 3)))
    spread: Array = field(default_factory=lambda: np.zeros((0, 3)))
    height: Array = field(default_factory=lambda: np.zeros(0))
    seen_s: Array = field(default_factory=lambda: np.zeros(0))
    strong_s: Array = field(default_factory=lambda: np.zeros(0))  # seen by the first pass
    looks: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    look: Array = field(default_factory=lambda: np.zeros((0, 0)))

    def keep(self, rows: Array) -> None:
        for name in ("tracklet", "place", "speed", "spread", "height", "seen_s", "strong_s", "looks", "look"):
            setattr(self, name, getattr(self, name)[rows])

    def start(self, tracklet: Array, seen: Array, look: Array, now_s: float, model: Skating) -> None:
        n = len(tracklet)
        self.tracklet = np.concatenate([self.tracklet, tracklet])
        self.place = np.vstack([self.place, seen])
        self.speed = np.vstack([self.speed, np.zeros((n, 3))])
        self.spread = np.vstack([self.spread, new_spread(n, model)])
        self.height = np.concatenate([self.height, np.maximum(seen[:, 2] - seen[:, 1], 1)])
        self.seen_s = np.concatenate([self.seen_s, np.full(n, now_s)])
        self.strong_s = np.concatenate([self.strong_s, np.full(n, now_s)])
        self.looks = np.concatenate([self.looks, np.ones(n, np.int64)])
        self.look = np.vstack([self.look, look])


def find_tracklets(
    times_s: Sequence[float],
    detections: Sequence[Detections],
    H_first_from_px: Array,
    rules: TrackletRules,
    model: Skating,
    *,
    looks: Sequence[Array] | None = None,
    likeness: Likeness | None = None,
) -> list[Array]:
    """Tracklet number a detection, one int64 array a frame, from 0; -1 where a box started nothing.

    A match is taken only where neither the man nor the box has another that comes near it in cost; where
    they do, the tracklet ends, and the second pass decides with the whole of both sides before it.
    """
    live = _Live()
    made = 0
    if looks is None or likeness is None:
        looks = [np.zeros((len(d), 0)) for d in detections]
    live.look = np.zeros((0, looks[0].shape[1] if looks else 0))
    out: list[Array] = []
    for k, (now_s, found) in enumerate(zip(times_s, detections, strict=True)):
        if k:
            _advance(live, H_first_from_px, k, k - 1, now_s - times_s[k - 1], model)
        seen = measures_of(found.xyxy_px)
        rows, cols, doubtful = _match(live, found, seen, _unlike(live, looks[k], likeness), rules, model)
        ids = np.full(len(found), -1, dtype=np.int64)
        ids[cols] = live.tracklet[rows]
        _correct(live, rows, seen[cols], looks[k][cols], now_s, model)
        live.seen_s[doubtful] = -np.inf
        fresh = np.flatnonzero((ids < 0) & (found.conf >= rules.high_conf))
        ids[fresh] = made + np.arange(len(fresh))
        made += len(fresh)
        live.keep(np.flatnonzero(now_s - live.seen_s <= rules.patience_s + TICK_S))
        live.start(ids[fresh], seen[fresh], looks[k][fresh], now_s, model)
        out.append(ids)
    return out


def extend_back(
    times_s: Sequence[float],
    detections: Sequence[Detections],
    H_first_from_px: Array,
    tracklets: Sequence[Array],
    rules: TrackletRules,
    model: Skating,
    *,
    looks: Sequence[Array] | None = None,
    likeness: Likeness | None = None,
) -> list[Array]:
    """Tracklets that go on backwards in time into boxes too weak to have started them.

    A man who climbs over the boards is seen badly before he is seen well. Nothing else changes hands, and
    nobody is followed further than `reach_s`: weak boxes stand in rows along a bench.
    """
    live = _Live()
    if looks is None or likeness is None:
        looks = [np.zeros((len(d), 0)) for d in detections]
    live.look = np.zeros((0, looks[0].shape[1] if looks else 0))
    out = [ids.copy() for ids in tracklets]
    for k in range(len(detections) - 1, -1, -1):
        found, ids = detections[k], out[k]
        seen = measures_of(found.xyxy_px)
        if k + 1 < len(detections):
            _advance(live, H_first_from_px, k, k + 1, times_s[k + 1] - times_s[k], model)
        fresh = _see_again(live, ids, seen, looks[k], times_s[k], model)
        unlike = _unlike(live, looks[k], likeness)
        _take_weak(live, found, ids, seen, unlike, looks[k], times_s[k], rules, model)
        live.keep(np.flatnonzero(live.seen_s - times_s[k] <= rules.patience_s + TICK_S))
        live.start(ids[fresh], seen[fresh], looks[k][fresh], times_s[k], model)
    return out


def _see_again(live: _Live, ids: Array, seen: Array, look: Array, now_s: float, model: Skating) -> Array:
    """Update the men whose boxes are known already; returns the boxes of men not followed yet."""
    known = np.flatnonzero(ids >= 0)
    at = {int(t): r for r, t in enumerate(live.tracklet)}
    again = np.array([j for j in known if int(ids[j]) in at], dtype=np.int64)
    rows = np.array([at[int(ids[j])] for j in again], dtype=np.int64)
    _correct(live, rows, seen[again], look[again], now_s, model)
    live.strong_s[rows] = now_s
    return np.setdiff1d(known, again)


def _take_weak(
    live: _Live,
    found: Detections,
    ids: Array,
    seen: Array,
    unlike: Array,
    look: Array,
    now_s: float,
    rules: TrackletRules,
    model: Skating,
) -> None:
    """Give boxes that nobody has to men who were not seen in this picture."""
    free = np.flatnonzero((ids < 0) & (found.conf >= rules.low_conf))
    near = np.abs(live.strong_s - now_s) <= rules.reach_s + TICK_S
    waiting = np.flatnonzero(near & (live.seen_s != now_s))
    cost = _cost(live, seen, rules, model) + unlike
    rows, cols, _ = _safe_pairs(cost[np.ix_(waiting, free)], rules)
    ids[free[cols]] = live.tracklet[waiting[rows]]
    _correct(live, waiting[rows], seen[free[cols]], look[free[cols]], now_s, model)


def _advance(live: _Live, H_first_from_px: Array, to: int, from_: int, dt_s: float, model: Skating) -> None:
    """Carry all men into another picture: the camera's motion, then their own."""
    if not len(live.tracklet):
        return
    H = np.linalg.inv(H_first_from_px[to]) @ H_first_from_px[from_]
    live.place, live.speed, live.height = carry_men(H, live.place, live.speed, live.height)
    live.place, live.speed, live.spread = predict(live.place, live.speed, live.spread, dt_s, model)


def carry_men(H: Array, place: Array, speed: Array, height: Array) -> tuple[Array, Array, Array]:
    """Men into another picture: place, speed (n, 3) and height (n) through one homography, or (n, 3, 3)."""
    x, top, foot = place.T
    small_s = 0.02
    next_x, next_top, next_foot = (place + small_s * speed).T
    ends = np.stack(
        [
            np.column_stack([x, top]),
            np.column_stack([x, foot]),
            np.column_stack([next_x, next_top]),
            np.column_stack([next_x, next_foot]),
        ]
    )
    flat = np.concatenate([ends, np.ones((*ends.shape[:2], 1))], axis=2)
    moved = np.einsum("...ij,knj->kni", H, flat) if H.ndim == 2 else np.einsum("nij,knj->kni", H, flat)
    moved = moved[..., :2] / moved[..., 2:]
    tall = np.linalg.norm(moved[1] - moved[0], axis=1)
    carried = np.column_stack([(moved[0, :, 0] + moved[1, :, 0]) / 2, moved[0, :, 1], moved[1, :, 1]])
    ahead = np.column_stack([(moved[2, :, 0] + moved[3, :, 0]) / 2, moved[2, :, 1], moved[3, :, 1]])
    return carried, (ahead - carried) / small_s, height * tall / np.maximum(np.abs(foot - top), 1e-6)


def _cost(live: _Live, seen: Array, rules: TrackletRules, model: Skating) -> Array:
    """(men, boxes) half squared deviations of place, and deviations of size."""
    off = mismatch(seen[None] - live.place[:, None], live.height[:, None])
    total = live.spread[:, :1] + model.place_bh**2
    size = np.log(np.maximum(seen[:, 2] - seen[:, 1], 1)[None] / live.height[:, None])
    far = (off**2).sum(axis=-1) / (2 * total)
    known = np.log(total / model.place_bh**2)  # a newcomer may be anywhere, and so is nowhere likely
    result: Array = np.where(far <= rules.gate_nats, far + known + np.abs(size) / rules.size_ratio, OUT)
    return result


def _match(
    live: _Live,
    found: Detections,
    seen: Array,
    unlike: Array,
    rules: TrackletRules,
    model: Skating,
) -> tuple[Array, Array, Array]:
    """Safe pairs (rows of `live`, rows of `found`), and the men it was doubtful for.

    Weak boxes go to whom no strong box fits.
    """
    n = len(live.tracklet)
    none = np.zeros(0, np.int64)
    if not n or not len(found):
        return none, none, none
    cost = _cost(live, seen, rules, model) + unlike
    strong = found.conf >= rules.high_conf
    weak = ~strong & (found.conf >= rules.low_conf)
    cost += np.where(live.looks < rules.proven, rules.newcomer_nats, 0.0)[:, None]
    rows, cols, doubts = [none], [none], [none]
    for boxes in (strong, weak):
        free_men = np.setdiff1d(np.arange(n), np.concatenate(rows + doubts))
        free_boxes = np.setdiff1d(np.flatnonzero(boxes), np.concatenate(cols))
        r, c, doubt = _safe_pairs(cost[np.ix_(free_men, free_boxes)], rules)
        rows.append(free_men[r])
        cols.append(free_boxes[c])
        doubts.append(free_men[doubt])
    return np.concatenate(rows), np.concatenate(cols), np.concatenate(doubts)


def _safe_pairs(cost: Array, rules: TrackletRules) -> tuple[Array, Array, Array]:
    """Pairs of the cheapest assignment whose every rival is dearer by the margin; rows that have a rival."""
    none = np.zeros(0, np.int64)
    if not cost.size:
        return none, none, none
    rows, cols = linear_sum_assignment(np.minimum(cost, rules.dearest_nats))
    fits = cost[rows, cols] < rules.dearest_nats
    rows, cols = rows[fits], cols[fits]
    others = cost.copy()
    others[rows, cols] = np.inf
    rival = np.minimum(others[rows].min(axis=1, initial=np.inf), others[:, cols].min(axis=0, initial=np.inf))
    safe = rival - cost[rows, cols] >= rules.margin_nats
    return rows[safe], cols[safe], rows[~safe]


def _unlike(live: _Live, look: Array, likeness: Likeness | None) -> Array:
    """(men, boxes) how little a box looks like a man, as a cost; 0 where nothing is known."""
    if likeness is None or not len(live.tracklet) or not len(look):
        return np.zeros((len(live.tracklet), len(look)))
    odds = likeness.ratio(live.look[:, None], look[None], live.looks[:, None], 1)
    result: Array = -np.clip(odds, -LOOK_LIMIT, LOOK_LIMIT)
    return result


def _correct(live: _Live, rows: Array, seen: Array, look: Array, now_s: float, model: Skating) -> None:
    """Update the men who were seen; the height follows slowly, so that a hidden foot shrinks no man."""
    if not len(rows):
        return
    # the filter's spread is in body heights and its places in pixels: gains have no unit, so both agree
    live.place[rows], live.speed[rows], live.spread[rows] = update(
        live.place[rows], live.speed[rows], live.spread[rows], seen, model
    )
    tall = np.log(np.maximum(seen[:, 2] - seen[:, 1], 1))
    live.height[rows] = np.exp(0.85 * np.log(live.height[rows]) + 0.15 * tall)
    live.seen_s[rows] = now_s
    live.looks[rows] += 1
    old = live.look[rows]
    share = np.maximum(0.1, 1 / live.looks[rows])[:, None]
    live.look[rows] = np.where(
        np.isnan(old), look, np.where(np.isnan(look), old, (1 - share) * old + share * look)
    )
