"""Boxes and tracks against the true people of the same frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.boxes import inside, iou
from review.core.detections import CLASSES, Detections
from review.evaluate.clip import Clip, Look
from review.evaluate.detection import DetectionTally, LabelledPeople
from review.evaluate.scores import Assignment, Metric, Part, Ranked, Share, Unmeasured
from review.evaluate.tracking import Labelled, count_tracks, keep_near_truth

__all__ = ["TrackCounts", "TrackScorer", "ranked", "score_boxes", "score_pictures", "true_people"]

PLAIN_SHARE, HIDDEN_SHARE = 0.7, 0.3
SURE_CONF = 0.25
SAME_IOU = 0.5
NO_BOXES = "no boxes of the same frames in case and truth"


@dataclass(frozen=True, slots=True)
class TrackCounts:
    """What HOTA, IDF1 and MOTA are made of."""

    hota: Assignment
    idf1: Share
    mota: Share


TrackScorer = Callable[[Sequence[Labelled], Sequence[Labelled]], TrackCounts]


def own_tracking(truth: Sequence[Labelled], made: Sequence[Labelled]) -> TrackCounts:
    """The counts by this product's own code; `review.adapters.score_tracks` takes TrackEval's."""
    c = count_tracks(truth, made)
    return TrackCounts(Assignment(c.hit, c.missed, c.false, c.associated), Share(*c.idf1), Share(*c.mota))


def true_people(frame: Mapping[str, Any], ignore_px: Sequence[Sequence[float]] = ()) -> LabelledPeople:
    """A truth frame as labels: on the ice or not; hidden as `visible_share` says (0.7, 0.3)."""
    people = [p for p in frame["people"] if p.get("box_px")]
    shares = np.array([p.get("visible_share", 1.0) for p in people], float)
    return LabelledPeople(
        np.array([p["box_px"] for p in people], float).reshape(-1, 4),
        np.array([CLASSES.index(p["role"]) for p in people], np.int8),
        np.array([bool(p["on_ice"]) for p in people], np.bool_),
        np.where(shares >= PLAIN_SHARE, 0, np.where(shares >= HIDDEN_SHARE, 1, 2)),
        np.array([*frame.get("ignore_px", ()), *ignore_px], float).reshape(-1, 4),
    )


def score_boxes(clip: Clip, *, tracking: TrackScorer = own_tracking) -> Part:
    """Detection and tracking over the frames that both the detector looked at and truth lists."""
    frames = clip.true_frames
    if not frames:
        names = ("ap50", "hota", "idf1", "mota", *(f"recall_{g}" for g in DetectionTally.GROUPS))
        return Part({name: Unmeasured(NO_BOXES) for name in names})
    truth: list[Labelled] = []
    made: list[Labelled] = []
    pictures: list[tuple[Detections, LabelledPeople]] = []
    partial = clip.truth.get("complete_off_ice") is False
    for k in sorted(frames):
        people = true_people(frames[k])
        pictures.append((clip.looks[k].found, people))
        t, m = _tracked(clip.looks[k], frames[k], people, partial=partial)
        truth.append(t)
        made.append(m)
    metrics: dict[str, Metric] = {} if partial else detection_metrics(pictures)
    if sum(map(len, truth)):
        counts = tracking(truth, made)
        metrics |= {"hota": counts.hota, "idf1": counts.idf1, "mota": counts.mota}
    else:
        metrics |= dict.fromkeys(("hota", "idf1", "mota"), Unmeasured("nobody on the ice in any frame"))
    return Part(metrics, pictures=() if partial else tuple(pictures))


def score_pictures(pictures: Sequence[tuple[Detections, LabelledPeople]]) -> Part:
    """Detection alone, over labelled pictures."""
    return Part(detection_metrics(pictures), pictures=tuple(pictures))


def detection_metrics(pictures: Sequence[tuple[Detections, LabelledPeople]]) -> dict[str, Metric]:
    """AP and recalls over pictures."""
    tally = DetectionTally()
    for found, people in pictures:
        tally.add(found, people, SURE_CONF)
    metrics: dict[str, Metric] = {"ap50": Ranked.pooled([ranked(*picture) for picture in pictures])}
    for group in DetectionTally.GROUPS:
        metrics[f"recall_{group}"] = Share(tally.hit[group], tally.all[group])
    return metrics


def ranked(found: Detections, people: LabelledPeople) -> Ranked:
    """One picture's boxes as COCO ranks them, most confident first.

    A box takes the wanted person it overlaps most among those not taken, from IoU 0.5 on; failing that, half
    of it inside somebody unwanted or a rectangle without labels counts neither way; else it is false.
    """
    boxes = np.asarray(found.xyxy_px, float)
    wanted = people.xyxy_px[people.wanted]
    excused = np.vstack([people.xyxy_px[~people.wanted], people.ignore_px])
    overlap = iou(boxes, wanted)
    aside = inside(boxes, excused).max(axis=1, initial=0.0) >= SAME_IOU
    true = np.zeros(len(boxes), np.bool_)
    for row in np.argsort(-found.conf, kind="stable") if len(wanted) else ():
        best = int(overlap[row].argmax())
        if overlap[row, best] >= SAME_IOU:
            true[row] = True
            overlap[:, best] = 0
    judged = true | ~aside
    return Ranked(np.asarray(found.conf, float)[judged], true[judged], len(wanted))


def _tracked(
    look: Look, frame: Mapping[str, Any], people: LabelledPeople, *, partial: bool
) -> tuple[Labelled, Labelled]:
    """Wanted true people and the tracks that are judged: those on somebody unwanted are left out.

    An identity is a man in one shot: a track ends at a cut. Where the labels leave people off the ice out
    (`partial`), a track that touches nobody labelled is left out too.
    """
    ids = np.array([p["id"] for p in frame["people"] if p.get("box_px")], np.int64)
    wanted = people.wanted
    shot = int(frame.get("shot") or 0)
    true = Labelled(shot * 1_000_000 + ids[wanted], people.xyxy_px[wanted])
    keep = _judged(look.track_px, people, wanted)
    if partial:
        keep &= keep_near_truth(look.track_px, Labelled(ids, people.xyxy_px))
    return true, Labelled(look.track_id[keep], look.track_px[keep])


def _judged(boxes_px: Array, people: LabelledPeople, wanted: Array) -> Array:
    boxes = np.asarray(boxes_px, float).reshape(-1, 4)
    if not len(boxes):
        return np.zeros(0, np.bool_)
    overlap = iou(boxes, people.xyxy_px) if len(people.xyxy_px) else np.zeros((len(boxes), 1))
    on_wanted = (overlap[:, : len(wanted)] * wanted).max(axis=1, initial=0.0) >= SAME_IOU
    unwanted = overlap.max(axis=1, initial=0.0) >= SAME_IOU
    result: Array = on_wanted | ~(unwanted | people.ignored(boxes))
    return result
