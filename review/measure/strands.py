"""Strands: the rows of one man found so far, and how each begins and ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from review.core.arrays import Array
from review.core.detections import GOALKEEPER, OFFICIAL, Detections
from review.measure.skating import Skating, measures_of, mismatch
from review.measure.tracklets import carry_men

__all__ = ["End", "Scene", "Strand", "cut_beside", "end_of", "make_strands", "meet", "way_bh"]

END_ROWS = 12
LOOK_ROWS = 20
STRANGE = 4.5  # half a squared deviation: three standard deviations


@dataclass(frozen=True)
class Scene:
    """Times of the looked-at frames, each frame onto the shot's first and back, and the picture's size."""

    times_s: Array
    H_first_from_px: Array
    H_px_from_first: Array
    size_px: Array

    @classmethod
    def of(cls, times_s: Sequence[float], detections: Sequence[Detections], H_first_from_px: Array) -> Scene:
        """The port names no picture size: it is taken to be as large as what the boxes reach."""
        far = [d.xyxy_px.max(axis=0)[2:] for d in detections if len(d)]
        size = np.max(far, axis=0).astype(np.float64) if far else np.ones(2)
        return cls(np.asarray(times_s, np.float64), H_first_from_px, np.linalg.inv(H_first_from_px), size)

    def between(self, to: Array | int, from_: Array | int) -> Array:
        """Homographies of frames `from_` onto frames `to`; either may be one or many."""
        result: Array = self.H_px_from_first[to] @ self.H_first_from_px[from_]
        return result


@dataclass(frozen=True, eq=False)
class Strand:
    """Rows in time order: looked-at frame, detection there, measures (n, 3), confidence, look, and whether
    it was called (goalkeeper, official)."""

    frame: Array
    row: Array
    seen: Array
    conf: Array
    look: Array
    kind: Array

    @classmethod
    def joined(cls, parts: Sequence[Strand]) -> Strand:
        """Several strands of one man, in time order, as one."""
        return cls(*(np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(cls)))

    def split(self, frames: Sequence[int]) -> list[Strand]:
        """Cut before each of these frames."""
        at = np.searchsorted(self.frame, sorted(frames))
        parts = zip(*(np.split(getattr(self, f.name), at) for f in fields(self)), strict=True)
        return [Strand(*part) for part in parts if len(part[0])]


@dataclass(frozen=True)
class End:
    """How a strand ends, or with time running backwards begins, in the pixels of that frame.

    `spread` as in `review.measure.skating`, in body heights; `looks` is the number of looks behind `look`.
    """

    frame: int
    place: Array
    speed: Array
    spread: Array
    height_px: float
    look: Array
    looks: int
    kind: Array
    rows: int


def make_strands(
    detections: Sequence[Detections], tracklets: Sequence[Array], looks: Sequence[Array]
) -> list[Strand]:
    """One strand a tracklet number >= 0, in order of appearance."""
    if not tracklets:
        return []
    frame = np.concatenate([np.full(len(t), k) for k, t in enumerate(tracklets)])
    row = np.concatenate([np.arange(len(t)) for t in tracklets])
    ids = np.concatenate(list(tracklets))
    seen = np.concatenate([measures_of(d.xyxy_px) for d in detections])
    conf = np.concatenate([d.conf for d in detections]).astype(np.float64)
    look = np.concatenate(list(looks))
    classes = np.concatenate([d.class_id for d in detections])
    kind = np.column_stack([classes == GOALKEEPER, classes == OFFICIAL]).astype(np.float64)
    order = np.argsort(ids, kind="stable")
    order = order[ids[order] >= 0]
    parts = [p for p in np.split(order, np.flatnonzero(np.diff(ids[order])) + 1) if len(p)]
    return _in_order([Strand(frame[p], row[p], seen[p], conf[p], look[p], kind[p]) for p in parts])


def _in_order(strands: list[Strand]) -> list[Strand]:
    return sorted(strands, key=lambda s: (int(s.frame[0]), int(s.row[0])))


def meet(a: Strand, b: Strand) -> bool:
    """Whether the spans of two strands overlap."""
    return bool(a.frame[0] <= b.frame[-1] and b.frame[0] <= a.frame[-1])


def cut_beside(strands: list[Strand], scene: Scene, overlap_s: float) -> list[Strand]:
    """Where a strand ends beside one that began up to `overlap_s` before, cut both, so that each half is
    free to go either way: a false box beside a man may have taken his boxes over."""
    cuts: dict[int, set[int]] = {}
    starts = scene.times_s[[s.frame[0] for s in strands]] if strands else np.zeros(0)
    for i, a in enumerate(strands):
        end = scene.times_s[a.frame[-1]]
        low, high = np.searchsorted(starts, [end - overlap_s - 1e-9, end + 1e-9])
        for j in range(low, high):
            b = strands[j]
            if i != j and a.frame[0] < b.frame[0] and a.frame[-1] < b.frame[-1] and _beside(a, b):
                cuts.setdefault(i, set()).add(int(b.frame[0]))
                cuts.setdefault(j, set()).add(int(a.frame[-1]) + 1)
    return _in_order([part for i, s in enumerate(strands) for part in s.split(list(cuts.get(i, ())))])


def _beside(a: Strand, b: Strand) -> bool:
    """Within one body height of each other in a picture that holds both."""
    _, i, j = np.intersect1d(a.frame, b.frame, assume_unique=True, return_indices=True)
    if not len(i):
        return False
    tall = np.maximum(a.seen[i, 2] - a.seen[i, 1], b.seen[j, 2] - b.seen[j, 1])
    return bool((np.hypot(*mismatch(a.seen[i] - b.seen[j], tall).T) < 1).any())


def end_of(strand: Strand, scene: Scene, model: Skating, *, backwards: bool, span_s: float) -> End:
    """Filter the last rows of a strand (the first, with time reversed) in the pixels of its last frame."""
    order = slice(None, None, -1) if backwards else slice(None)
    frames, seen = strand.frame[order], strand.seen[order]
    at = int(frames[-1])
    times = np.abs(scene.times_s[frames] - scene.times_s[at])
    recent = np.flatnonzero(times <= span_s)[-END_ROWS:]
    near = seen[recent]
    H = scene.between(at, frames[recent])
    here, _, tall = carry_men(H, near, np.zeros_like(near), near[:, 2] - near[:, 1])
    place, speed, spread = _filter(here, -np.diff(times[recent]), float(np.median(tall)), model)
    look = strand.look[order]
    usable = np.flatnonzero(np.isfinite(look).all(axis=1))[-LOOK_ROWS:] if look.shape[1] else np.zeros(0, int)
    return End(
        at,
        place,
        speed,
        spread,
        max(1.0, float(np.median(tall))),
        np.median(look[usable], axis=0) if len(usable) else np.full(look.shape[1], np.nan),
        len(usable),
        np.average(strand.kind, axis=0, weights=strand.conf),
        len(strand.frame),
    )


def way_bh(strand: Strand, scene: Scene) -> float:
    """How far a man gets against the background, in body heights; the wildest tenth of his boxes left out."""
    seen = strand.seen
    middle = int(strand.frame[len(strand.frame) // 2])
    tall = seen[:, 2] - seen[:, 1]
    here, _, tall = carry_men(scene.between(middle, strand.frame), seen, np.zeros_like(seen), tall)
    good = np.isfinite(here).all(axis=1) & (tall > 2)
    if not good.any():
        return 0.0
    low, high = np.percentile(here[good], [5, 95], axis=0)
    return float(np.hypot(*mismatch(high - low, np.median(tall[good]))))


def _filter(seen: Array, steps_s: Array, height_px: float, model: Skating) -> tuple[Array, Array, Array]:
    """`review.measure.skating` for one man, written out in plain numbers: this is the inner loop.

    A box far off a man seen three times or more is another's, or of two men in one, and is passed over.
    """
    noise, var, tau = model.place_bh**2, model.speed_bhps**2, model.memory_s
    place, speed = seen[0], np.zeros(3)
    p, c, v = noise, 0.0, var
    known = 1
    for step, now in zip(steps_s.tolist(), seen[1:], strict=True):
        keep = float(np.exp(-step / tau))
        reach = tau * (1 - keep)
        p += 2 * reach * c + reach**2 * v + var * tau**2 * (2 * step / tau - 3 + 4 * keep - keep**2)
        c = keep * (c + reach * v) + var * tau * (1 - keep) ** 2
        v = keep**2 * v + var * (1 - keep**2)
        place = place + reach * speed
        speed = keep * speed
        off = now - place
        far = (mismatch(off, np.array(height_px)) ** 2).sum() / (2 * (p + noise))
        if known >= 3 and far > STRANGE:
            continue
        known += 1
        gain, gain_speed = p / (p + noise), c / (p + noise)
        place = place + gain * off
        speed = speed + gain_speed * off
        p, c, v = (1 - gain) * p, (1 - gain) * c, v - gain_speed * c
    return place, speed, np.array([p, c, v])
