"""One shot, from what was seen to who moved where: tracks, carried gates, sides, raw crossings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from review.core.arrays import Array
from review.core.camera import CameraMotion
from review.core.detections import OFFICIAL, Detections
from review.core.gates import Gate, GateView
from review.core.numbers import NumberReadings, TrackNumbers
from review.core.registration import Registrations
from review.core.shots import Shot
from review.core.times import TimeScale
from review.core.tracks import Track
from review.measure.carry import carry_gates
from review.measure.cross import CrossRules, RawCrossing, cross_gate, without_twins
from review.measure.gate_side import GateSides, Side, feet_hidden, side_of_track
from review.measure.project import Front, Metres, distances_m, feet_on_rink, front_of
from review.measure.rink_carry import carry_registrations
from review.measure.scale import BodyScale, fit_body_scale
from review.measure.scrum import Steps, steps_of
from review.measure.teams import ROWS_AROUND, TrackLook
from review.ports.tracker import Tracker

__all__ = ["Followed", "SeenShot", "follow_shot", "on_rink"]

LEAST_LOOKS = 2
AROUND_ROWS = 6

LooksAround = tuple[Array, Array]


@dataclass(frozen=True, slots=True)
class SeenShot:
    """What was seen of one shot once it was clear: motion of its frames, and people in those looked at.

    `fixes` are frames brought onto the rink's lines.
    """

    shot: Shot
    pts: Array
    motion: CameraMotion
    looked: Array
    detections: tuple[Detections, ...]
    fixes: Registrations = field(default_factory=Registrations.empty)
    numbers: NumberReadings = field(default_factory=NumberReadings.empty)


@dataclass(frozen=True, slots=True)
class Followed:
    """One shot followed. `sides[track][gate]` is where each man stood; `looked_pts` the moments looked at.

    `around` gives, for each raw crossing, the man's mean look before and after it; `fronts` where each gate
    lies on the rink, for those of which that is known; `numbers` what was read of men's backs, for tracks of
    which something was; `steps` every man's feet, in shots that are no replay.
    """

    shot: Shot
    looked_pts: Array
    tracks: tuple[Track, ...]
    looks: tuple[TrackLook, ...]
    views: tuple[GateView, ...]
    sides: dict[int, dict[str, GateSides]]
    raw: tuple[RawCrossing, ...]
    around: tuple[LooksAround, ...]
    fronts: dict[str, Front] = field(default_factory=dict)
    numbers: tuple[TrackNumbers, ...] = ()
    steps: tuple[Steps, ...] = ()


def follow_shot(
    seen: SeenShot,
    gates: Sequence[Gate],
    tracker: Tracker,
    *,
    scale: TimeScale,
    size_px: tuple[int, int],
    graphics: Array | None,
    rules: CrossRules,
    first_id: int,
) -> Followed:
    """Track the people of a shot and judge every track against every gate drawn in it.

    Track ids count on from `first_id`, so that they are unique in the tape.
    """
    rink = on_rink(seen, scale, size_px)
    tracks = _tracks(seen, rink, tracker, scale, first_id)
    views = carry_gates(
        gates, seen.shot, motion=seen.motion, pts=seen.pts, size_px=size_px, graphics=graphics, rink=rink
    )
    fronts = {view.gate.id: front for view in views if (front := front_of(view, rink, size_px))}
    times = [scale.seconds(scale.at(int(p))) for p in _looked_pts(seen)]
    body = fit_body_scale(times, seen.detections)
    row_of = {int(o): i for i, o in enumerate(seen.looked)}
    looked = {int(o): d for o, d in zip(seen.looked, seen.detections, strict=True)}
    sides: dict[int, dict[str, GateSides]] = {}
    for track in tracks:
        rows = np.array([row_of[int(o)] for o in track.ordinal])
        hidden = feet_hidden(track, looked, size_px[1])
        sides[track.id] = {
            view.gate.id: replace(
                side_of_track(track, view, scale=body, rows=rows, hidden=hidden, size_px=size_px),
                metres=_metres(track, view, fronts.get(view.gate.id), rink, hidden),
            )
            for view in views
        }
    by_id = {track.id: track for track in tracks}
    raw: list[RawCrossing] = []
    for view in views:
        known = [(track, sides[track.id][view.gate.id]) for track in tracks]
        raw += without_twins(
            [c for t, stood in known for c in cross_gate(t, stood, scale, rules, known)], by_id
        )
    looks = tuple(_look(track, looked, sides[track.id]) for track in tracks)
    around = tuple(_looks_around(by_id[r.track], r.row, looked) for r in raw)
    numbers = _numbers(tracks, seen.numbers, scale)
    shot = _summed_up(seen, rink)
    steps = () if shot.replay else _steps(tracks, sides, seen, np.array(times), body)
    return Followed(
        shot, _looked_pts(seen), tuple(tracks), looks, views, sides, tuple(raw), around, fronts, numbers,
        steps,
    )  # fmt: skip


def _steps(
    tracks: Sequence[Track],
    sides: dict[int, dict[str, GateSides]],
    seen: SeenShot,
    time_s: Array,
    body: BodyScale,
) -> tuple[Steps, ...]:
    """The feet of each track; where a man is at or behind a bench's boards he is not on the ice."""
    to_first = seen.motion.to_first()[seen.looked - seen.shot.clear]
    told = []
    for track in tracks:
        rows = np.searchsorted(seen.looked, track.ordinal)
        out = [np.isin(stood.side, (Side.OFF, Side.ASTRIDE)) for stood in sides[track.id].values()]
        on_ice = ~np.any(out, axis=0) if out else np.ones(len(track), dtype=bool)
        told.append(steps_of(track, time_s[rows], rows, to_first=to_first, scale=body, on_ice=on_ice))
    return tuple(told)


def _numbers(tracks: Sequence[Track], readings: NumberReadings, scale: TimeScale) -> tuple[TrackNumbers, ...]:
    """Readings by the track that holds the man read."""
    row_of = {
        key: k
        for k, key in enumerate(zip(readings.ordinal.tolist(), readings.detection.tolist(), strict=True))
    }
    told = []
    for track in tracks if row_of else ():
        places = zip(track.ordinal.tolist(), track.detection.tolist(), track.pts.tolist(), strict=True)
        held = [(row_of[o, d], scale.seconds(scale.at(p))) for o, d, p in places if (o, d) in row_of]
        if held:
            rows, at_s = zip(*held, strict=True)
            told.append(
                TrackNumbers(track.id, np.array(at_s), readings.number[list(rows)], readings.p[list(rows)])
            )
    return tuple(told)


def on_rink(seen: SeenShot, scale: TimeScale, size_px: tuple[int, int]) -> Registrations:
    """Every frame of a shot on the rink, carried between those brought onto its lines."""
    time_s = (seen.pts - scale.first_pts) * float(scale.time_base)
    return carry_registrations(seen.fixes, seen.motion, time_s=time_s, size_px=size_px)


def _summed_up(seen: SeenShot, rink: Registrations) -> Shot:
    """The shot with what was registered of it, in the looks at it."""
    if not len(seen.fixes) or not len(seen.looked):
        return seen.shot
    rows = seen.looked - seen.shot.clear
    known = rink.known[rows]
    why = [rink.reasons[row] for row in rows[~known]]
    error_m = round(float(np.median(rink.error_m[rows][known])), 3) if known.any() else None
    reason = max(dict.fromkeys(why), key=why.count, default=None)
    return replace(
        seen.shot,
        registered_share=round(float(known.mean()), 4),
        registration_m=error_m,
        unregistered=reason,
    )


def _metres(
    track: Track, view: GateView, front: Front | None, rink: Registrations, hidden: Array
) -> Metres | None:
    """Distances from a front by registration; none in rows whose feet are hidden or not looked at."""
    if front is None or view.gate.anchor != "foot":
        return None
    H = rink.H_m_from_px[np.searchsorted(rink.ordinal, track.ordinal)]
    box = track.xyxy_px.astype(np.float64)
    error_m = np.where(hidden, np.nan, track.foot_error_m)
    return distances_m(track.foot_px.astype(np.float64), box[:, 3] - box[:, 1], H, error_m, front)


def _looked_pts(seen: SeenShot) -> Array:
    result: Array = seen.pts[seen.looked - seen.shot.clear]
    return result


def _tracks(
    seen: SeenShot, rink: Registrations, tracker: Tracker, scale: TimeScale, first_id: int
) -> list[Track]:
    pts = _looked_pts(seen)
    times = [scale.seconds(scale.at(int(p))) for p in pts]
    to_first = seen.motion.to_first()[seen.looked - seen.shot.clear]
    ids = tracker.track(times, seen.detections, to_first)
    rows: dict[int, list[tuple[int, int]]] = {}
    for look, found in enumerate(ids):
        for detection, id_ in enumerate(found):
            if id_ > 0:
                rows.setdefault(int(id_), []).append((look, detection))
    kept = [id_ for id_ in sorted(rows) if len(rows[id_]) >= LEAST_LOOKS]
    return [_track(first_id + n, seen, rink, pts, rows[id_]) for n, id_ in enumerate(kept)]


def _track(id_: int, seen: SeenShot, rink: Registrations, pts: Array, rows: list[tuple[int, int]]) -> Track:
    look = np.array([r[0] for r in rows])
    each = [(seen.detections[i], j) for i, j in rows]
    feet_px = np.array([d.foot_px[j] for d, j in each], dtype=np.float64)
    feet_m, error_m = feet_on_rink(seen.looked[look], feet_px, rink)
    return Track(
        id_,
        seen.shot.id,
        seen.looked[look],
        pts[look],
        np.array([d.xyxy_px[j] for d, j in each], dtype=np.float32),
        np.array([d.conf[j] for d, j in each], dtype=np.float32),
        np.array([d.class_id[j] for d, j in each], dtype=np.int8),
        np.array([r[1] for r in rows], dtype=np.int64),
        feet_m.astype(np.float32),
        error_m.astype(np.float32),
    )


def _looks_around(track: Track, row: int, looked: dict[int, Detections]) -> LooksAround:
    """Mean look over up to six rows before a row and from it on; NaN where none is usable."""
    looks = _row_looks(track, looked)
    return _mean(looks[max(0, row - AROUND_ROWS) : row]), _mean(looks[row : row + AROUND_ROWS])


def _mean(looks: Array) -> Array:
    usable = looks[np.isfinite(looks).all(axis=1)]
    result: Array = usable.mean(axis=0) if len(usable) else np.full(looks.shape[1], np.nan)
    return result


def _row_looks(track: Track, looked: dict[int, Detections]) -> Array:
    rows = [looked[int(o)].look for o in track.ordinal]
    return np.array([look[int(j)] for look, j in zip(rows, track.detection, strict=True)])  # type: ignore[index]


def _look(track: Track, looked: dict[int, Detections], sides: dict[str, GateSides]) -> TrackLook:
    """Mean look over the rows, the clearest counted most; the bench it was mostly seen behind."""
    looks = _row_looks(track, looked)
    usable = np.isfinite(looks).all(axis=1) if looks.size else np.zeros(len(track), bool)
    if usable.any():
        mean = np.average(looks[usable], axis=0, weights=track.conf[usable])
    else:
        mean = np.full(looks.shape[1] if looks.ndim == 2 else 0, np.nan)
    official = float(np.average(track.class_id == OFFICIAL, weights=track.conf))
    behind = [
        s.gate.team
        for s in sides.values()
        if s.gate.kind == "players_bench" and np.mean(s.side == Side.OFF) > 0.6
    ]
    every = np.ones(len(track), dtype=bool)
    called = np.asarray(track.class_id == OFFICIAL, dtype=np.float64)[:, None]
    return TrackLook(
        track.id, mean, int(usable.sum()), official, behind[0] if len(behind) == 1 else None,
        around=_rolling(looks, np.asarray(usable)) if looks.ndim == 2 else None,
        official_around=_rolling(called, every)[:, 0],
    )  # fmt: skip


def _rolling(values: Array, usable: Array) -> Array:
    """(n, k) means over the usable rows about each of `ROWS_AROUND`; NaN where there are none."""
    half, n = ROWS_AROUND // 2, len(values)
    kept = np.where(usable[:, None], values, 0.0)
    total = np.vstack([np.zeros((1, values.shape[1])), np.cumsum(kept, axis=0)])
    count = np.concatenate([[0], np.cumsum(usable)])
    low, high = np.maximum(np.arange(n) - half, 0), np.minimum(np.arange(n) + half + 1, n)
    with np.errstate(invalid="ignore"):
        result: Array = (total[high] - total[low]) / (count[high] - count[low])[:, None]
    return result
