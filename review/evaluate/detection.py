"""Scores of people found against people labelled, picture by picture.

Definitions, the same for every detector so that rows can be compared:

- a box found matches the labelled person it overlaps most among those not taken yet, most confident first,
  if the IoU is at least 0.5; every labelled person can be matched, on the ice or off it;
- *play recall* is over skaters and goalkeepers (anyone but officials) on the ice or straddling the boards
  whose occlusion is 0 or 1; *official recall*, *goalkeeper recall* and *bench recall* likewise;
- a box matched to nobody and not mostly in an ignored rectangle is *stray* if it touches no labelled person
  (IoU under 0.1 with all, less than half of it inside any) and *near* if it does: loose or double;
- *AP50* is over people on the ice with occlusion 0 or 1, blind to class; boxes matched to other labelled
  people count neither way. By class it is the same over boxes and people of one class, in the order of
  CLASSES.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from review.core.arrays import Array, column
from review.core.boxes import inside, iou
from review.core.detections import CLASSES, GOALKEEPER, OFFICIAL, Detections

__all__ = [
    "DetectionScores",
    "DetectionTally",
    "LabelledPeople",
    "average_precision",
    "match",
    "read_labels",
    "score_detections",
]

MATCH_IOU = 0.5
TOUCH_IOU = 0.1
HALF = 0.5
WHERE = ("ice", "straddling", "bench", "box", "unclear")


@dataclass(frozen=True, slots=True)
class LabelledPeople:
    """Everyone labelled in one picture.

    Attributes
    ----------
    xyxy_px : (n, 4) float64
    class_id : (n,) int8, index into CLASSES
    on_ice : (n,) bool, both skates on the ice or astride the boards
    occlusion : (n,) int8: 0 free, 1 partly hidden, 2 mostly hidden
    ignore_px : (m, 4) float64, rectangles where nobody was labelled
    source, frame : the picture, or the clip and the ordinal in it
    """

    xyxy_px: Array
    class_id: Array
    on_ice: Array
    occlusion: Array
    ignore_px: Array
    source: str = ""
    frame: int | None = None

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "xyxy_px", column(self.xyxy_px, np.float64, name="xyxy_px", shape=(None, 4)))
        set_(self, "class_id", column(self.class_id, np.int8, name="class_id"))
        set_(self, "on_ice", column(self.on_ice, np.bool_, name="on_ice"))
        set_(self, "occlusion", column(self.occlusion, np.int8, name="occlusion"))
        set_(self, "ignore_px", column(self.ignore_px, np.float64, name="ignore_px", shape=(None, 4)))
        if len({len(self.xyxy_px), len(self.class_id), len(self.on_ice), len(self.occlusion)}) != 1:
            raise ValueError("labelled people need one row a person in every column")

    @property
    def wanted(self) -> Array:
        """(n,) bool: on the ice and not mostly hidden."""
        result: Array = self.on_ice & (self.occlusion < 2)
        return result

    def ignored(self, boxes_px: Array) -> Array:
        """(n,) bool: boxes that lie mostly in a rectangle where nobody was labelled."""
        result: Array = np.any(inside(boxes_px, self.ignore_px) >= HALF, axis=1)
        return result


@dataclass(frozen=True, slots=True)
class DetectionScores:
    """Scores over a set of pictures; ratios are 0..1, NaN where nobody of the kind was labelled."""

    pictures: int
    play_recall: float
    official_recall: float
    goalkeeper_recall: float
    bench_recall: float
    official_class: float
    goalkeeper_class: float
    stray_per_picture: float
    near_per_picture: float
    ap50: float
    class_ap50: tuple[float, ...] = ()


def read_labels(path: Path) -> LabelledPeople:
    """Labels of one picture from their JSON (`people`, `ignore`, `source`, `frame`)."""
    data = json.loads(path.read_text(encoding="utf-8"))
    people = data["people"]
    return LabelledPeople(
        np.array([one["box_px"] for one in people], float).reshape(-1, 4),
        np.array([CLASSES.index(one["class"]) for one in people]),
        np.array([one["where"] in WHERE[:2] for one in people], bool),
        np.array([one["occlusion"] for one in people]),
        np.array(data["ignore"], float).reshape(-1, 4),
        str(data["source"]),
        data.get("frame"),
    )


def match(xyxy_px: Array, conf: Array, truth_px: Array, *, iou_min: float = MATCH_IOU) -> Array:
    """For each box found the labelled row it takes, or -1.

    Greedy, most confident first; equal confidence in the order given.

    Returns
    -------
    (n,) int64
    """
    taken = np.full(len(xyxy_px), -1)
    if not len(xyxy_px) or not len(truth_px):
        return taken
    overlap = iou(np.asarray(xyxy_px, float), np.asarray(truth_px, float))
    for row in np.argsort(-np.asarray(conf), kind="stable"):
        best = int(overlap[row].argmax())
        if overlap[row, best] >= iou_min:
            taken[row] = best
            overlap[:, best] = 0
    return taken


def average_precision(conf: Array, true: Array, wanted: int, *, recalls: Array | None = None) -> float:
    """Area under the precision envelope over recall; NaN where nobody was wanted.

    With `recalls` given, the mean of the envelope read at these, as COCO does (101 of them).

    >>> average_precision(np.array([0.9, 0.8, 0.7]), np.array([True, False, True]), 2).__round__(4)
    0.8333
    """
    if wanted == 0:
        return float("nan")
    hits = np.asarray(true, bool)[np.argsort(-np.asarray(conf), kind="stable")]
    total = np.cumsum(hits)
    precision = total / np.arange(1, len(hits) + 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    if recalls is not None:
        place = np.searchsorted(total / wanted, recalls, side="left")
        return float(np.append(envelope, 0.0)[np.minimum(place, len(envelope))].mean())
    return float(envelope[hits].sum() / wanted)


def score_detections(
    found: Sequence[Detections], truth: Sequence[LabelledPeople], *, conf_min: float = 0.25
) -> DetectionScores:
    """Score a set of pictures.

    Parameters
    ----------
    found : one a picture, down to the lowest confidence wanted for AP
    truth : the labels of the same pictures
    conf_min : confidence from which a box counts in everything but AP
    """
    tally = DetectionTally()
    for people, labels in zip(found, truth, strict=True):
        tally.add(people, labels, conf_min)
        tally.add_ranked(people, labels)
    return tally.scores(len(truth))


class DetectionTally:
    """Counts gathered over pictures; `conf` and `true` rank the boxes that AP is taken over."""

    GROUPS = ("play", "official", "goalkeeper", "bench")

    def __init__(self) -> None:
        self.hit = dict.fromkeys(self.GROUPS, 0)
        self.all = dict(self.hit)
        self.right_class = dict(self.hit)
        self.stray = self.near = self.wanted = 0
        self.conf: list[float] = []
        self.true: list[bool] = []
        self._by_class = [_Ranked() for _ in CLASSES]

    def add(self, people: Detections, labels: LabelledPeople, conf_min: float) -> None:
        sure = people.conf >= conf_min
        box, conf, class_id = people.xyxy_px[sure], people.conf[sure], people.class_id[sure]
        taken = match(box, conf, labels.xyxy_px)
        called = np.full(len(labels.class_id), -1)
        called[taken[taken >= 0]] = class_id[taken >= 0]
        clear = labels.occlusion < 2
        official = labels.class_id == OFFICIAL
        groups = {
            "play": labels.wanted & ~official,
            "official": labels.wanted & official,
            "goalkeeper": labels.wanted & (labels.class_id == GOALKEEPER),
            "bench": ~labels.on_ice & clear,
        }
        for name, group in groups.items():
            self.all[name] += int(group.sum())
            self.hit[name] += int((called[group] >= 0).sum())
            self.right_class[name] += int((called[group] == labels.class_id[group]).sum())
        lost = box[(taken < 0) & ~labels.ignored(box)]
        touching = _touching(lost, labels)
        self.near += int(touching.sum())
        self.stray += int((~touching).sum())

    def add_ranked(self, people: Detections, labels: LabelledPeople) -> None:
        taken = match(people.xyxy_px, people.conf, labels.xyxy_px)
        self.wanted += int(labels.wanted.sum())
        ignored = labels.ignored(people.xyxy_px)
        for row, person in enumerate(taken):
            counts = labels.wanted[person] if person >= 0 else not ignored[row]
            if counts:
                self.conf.append(float(people.conf[row]))
                self.true.append(bool(person >= 0))

        for kind, ranked in enumerate(self._by_class):
            ranked.add(people, labels, kind)

    def scores(self, pictures: int) -> DetectionScores:
        recall = {name: _share(self.hit[name], self.all[name]) for name in self.all}
        return DetectionScores(
            pictures,
            recall["play"],
            recall["official"],
            recall["goalkeeper"],
            recall["bench"],
            _share(self.right_class["official"], self.hit["official"]),
            _share(self.right_class["goalkeeper"], self.hit["goalkeeper"]),
            _share(self.stray, pictures),
            _share(self.near, pictures),
            average_precision(np.array(self.conf), np.array(self.true, bool), self.wanted),
            tuple(ranked.ap() for ranked in self._by_class),
        )


class _Ranked:
    """Boxes of one class by confidence, and whether each is a man of that class."""

    def __init__(self) -> None:
        self._wanted = 0
        self._conf: list[float] = []
        self._true: list[bool] = []

    def add(self, people: Detections, labels: LabelledPeople, kind: int) -> None:
        found, there = people.class_id == kind, labels.class_id == kind
        taken = match(people.xyxy_px[found], people.conf[found], labels.xyxy_px[there])
        wanted, ignored = labels.wanted[there], labels.ignored(people.xyxy_px[found])
        self._wanted += int(wanted.sum())
        for row, person in enumerate(taken):
            if wanted[person] if person >= 0 else not ignored[row]:
                self._conf.append(float(people.conf[found][row]))
                self._true.append(bool(person >= 0))

    def ap(self) -> float:
        return average_precision(np.array(self._conf), np.array(self._true, bool), self._wanted)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")


def _touching(box: Array, labels: LabelledPeople) -> Array:
    touches = iou(box, labels.xyxy_px) >= TOUCH_IOU
    result: Array = np.any(touches | (inside(box, labels.xyxy_px) >= HALF), axis=1)
    return result
