"""What a case holds of one shot, and where gates drawn in one shot lie in the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from review.core.arrays import Array
from review.core.camera import CameraMotion
from review.core.detections import Detections
from review.core.gates import Gate
from review.core.numbers import NumberReadings
from review.core.registration import Registrations
from review.core.shots import Shot
from review.measure.carry import carry_gates
from review.measure.project import Front, front_of
from review.pipeline.follow import SeenShot, on_rink
from review.ports.reader import Reader
from review.ports.store import SegmentRecord, Store

__all__ = ["motion_of", "placed_gates", "seen_of", "segments_of"]


def segments_of(store: Store, watch_key: str) -> list[tuple[int, int]]:
    """The segments that were watched, in order."""
    return sorted(store.segments_done(watch_key))


def seen_of(reader: Reader, store: Store, watch_key: str, shot: Shot) -> SeenShot:
    """Join the parts of segments that a shot covers, from where it is clear."""
    H: list[Array] = []
    quality: list[Array] = []
    looked: list[int] = []
    found: list[Detections] = []
    fixes: list[Registrations] = []
    numbers: list[NumberReadings] = []
    for first, last in segments_of(store, watch_key):
        if last < shot.clear or first > shot.last:
            continue
        part = store.segment(first, watch_key)
        a, b = max(first, shot.clear) - first, min(last, shot.last) - first + 1
        H.append(part.motion.H_prev_from_px[a:b])
        quality.append(part.motion.quality_ratio[a:b])
        numbers.append(part.numbers)
        fixes.append(part.rink)
        for ordinal, detections in zip(part.looked.tolist(), part.detections, strict=True):
            if shot.clear <= ordinal <= shot.last:
                looked.append(ordinal)
                found.append(detections)
    ordinals = np.arange(shot.clear, shot.last + 1)
    return SeenShot(
        shot,
        reader.index.pts[shot.clear : shot.last + 1],
        CameraMotion(ordinals, np.concatenate(H), np.concatenate(quality)),
        np.array(looked, dtype=np.int64),
        tuple(found),
        Registrations.joined(fixes),
        NumberReadings.joined(numbers),
    )


def motion_of(records: Sequence[SegmentRecord]) -> CameraMotion:
    """The camera's motion over everything watched."""
    parts = [record.motion for record in records]
    return CameraMotion(
        np.concatenate([part.ordinal for part in parts]),
        np.concatenate([part.H_prev_from_px for part in parts]),
        np.concatenate([part.quality_ratio for part in parts]),
    )


def placed_gates(
    reader: Reader, store: Store, watch_key: str, shots: Sequence[Shot], gates: Sequence[Gate]
) -> tuple[Gate, ...]:
    """Gates drawn in a picture, once more in metres where their shot is registered: for all other shots.

    Of several drawings of one gate the surest counts.
    """
    placed: dict[str, tuple[Gate, Front]] = {}
    for shot in shots:
        drawn = [g for g in gates if g.drawn_at is not None and shot.clear_at <= g.drawn_at <= shot.end]
        if shot.replay or not drawn:
            continue
        seen, size_px = seen_of(reader, store, watch_key, shot), reader.tape.size_px
        rink = on_rink(seen, reader.tape.scale, size_px)
        views = carry_gates(drawn, shot, motion=seen.motion, pts=seen.pts, size_px=size_px)
        for view in views if rink.known.any() else ():
            front, best = front_of(view, rink, size_px), placed.get(view.gate.id)
            if front and (best is None or front.error_m < best[1].error_m):
                placed[view.gate.id] = view.gate, front
    return tuple(
        replace(gate, drawn_at=None, points_px=None, points_m=front.points_m, error_m=front.error_m)
        for gate, front in placed.values()
    )
