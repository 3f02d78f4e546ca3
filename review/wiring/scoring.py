"""Where scores meet the case file and the libraries that count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from review.evaluate.boxes import TrackScorer
    from review.evaluate.clip import Look
    from review.evaluate.suite import BoxScorer
    from review.ports.store import Store


def looks_of(store: Store, inputs_sha256: Sequence[str]) -> list[Look]:
    """What a case's last judgement saw, frame by frame: detections, and the tracks made of them.

    Parameters
    ----------
    inputs_sha256
        Inputs that segments of the case were watched with; the set that the tracks were made of is taken.
    """
    from review.core.detections import Detections
    from review.evaluate.clip import Look

    tape = store.tape()
    if tape is None:
        return []
    tracks = store.tracks(0, tape.frames)
    order = np.argsort(tracks.ordinal, kind="stable")
    cuts = np.searchsorted(tracks.ordinal[order], np.arange(tape.frames + 2))
    looks: list[Look] = []
    for inputs in inputs_sha256:
        looks = []
        for first, _ in store.segments_done(inputs):
            segment = store.segment(first, inputs)
            times = dict(zip(range(first, first + len(segment.pts)), segment.pts.tolist(), strict=True))
            for ordinal, found in zip(segment.looked.tolist(), segment.detections, strict=True):
                rows = order[cuts[ordinal] : cuts[ordinal + 1]]
                if ordinal in times:
                    s = tape.scale.seconds(tape.scale.at(times[ordinal]))
                    boxes = Detections(found.xyxy_px, found.class_id, found.conf)  # looks weigh most, unused
                    told = (tracks.id, tracks.xyxy_px, tracks.foot_m, tracks.foot_error_m)
                    looks.append(Look(s, boxes, *(column[rows] for column in told)))
        if _made_of(looks):
            break
    return looks


def _made_of(looks: Sequence[Look]) -> bool:
    """Whether every tracked box is one of the boxes found in its frame."""
    return all(
        len(look.found) and bool(np.isin(look.track_px[:, 0], look.found.xyxy_px[:, 0]).all())
        for look in looks
        if len(look.track_id)
    )


def scorers() -> tuple[TrackScorer | None, BoxScorer | None, dict[str, str | None]]:
    """TrackEval and faster-coco-eval where the extra `eval` is installed, and their versions."""
    from review.adapters.score_detections import coco_ap50, coco_version
    from review.adapters.score_tracks import count_with_trackeval, trackeval_version

    versions = {"trackeval": trackeval_version(), "faster-coco-eval": coco_version()}
    tracking = count_with_trackeval if versions["trackeval"] else None
    return tracking, coco_ap50 if versions["faster-coco-eval"] else None, versions
