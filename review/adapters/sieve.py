"""From a network's raw rows to people: confidence, overlap, doubles."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from review.adapters.letterbox import Letterbox
from review.core.arrays import Array
from review.core.boxes import area, inside, iou
from review.core.detections import CLASSES, Detections

__all__ = ["Sieve", "suppress_contained", "suppress_overlaps"]


def suppress_overlaps(xyxy_px: Array, conf: Array, *, iou_max: float) -> Array:
    """Greedy non-maximum suppression, blind to class.

    Parameters
    ----------
    xyxy_px : (n, 4)
    conf : (n,)
    iou_max : a box goes where its IoU with a kept, more confident one is above this

    Returns
    -------
    (k,) int64, rows kept, most confident first; equal confidence keeps the order given
    """
    order = np.argsort(-conf, kind="stable")
    clash = iou(xyxy_px[order], xyxy_px[order]) > iou_max
    return order[_greedy(clash)]


def suppress_contained(xyxy_px: Array, conf: Array, *, inside_min: float, width_min: float) -> Array:
    """Drop boxes on a part of a man who has a more confident box of his own.

    The network gives some men a second box on the legs or on head and chest, too small to go by IoU. Such a
    part is as wide as the man, which another man seen behind him or between two others hardly ever is. So a
    box goes where at least `inside_min` of it lies in a more confident one that is at most `1 / width_min`
    times as wide.

    Parameters
    ----------
    xyxy_px : (n, 4)
    conf : (n,)
    inside_min : share of the box's area, 0..1
    width_min : its width over the other's, 0..1

    Returns
    -------
    (k,) int64, rows kept, most confident first
    """
    order = np.argsort(-conf, kind="stable")
    box = xyxy_px[order]
    width = box[:, 2] - box[:, 0]
    part = (inside(box, box) >= inside_min).T
    as_wide = width[None, :] >= width_min * width[:, None]
    return order[_greedy(part & as_wide)]


def _greedy(clash: Array) -> Array:
    """Rows kept when each kept row takes out all later rows it clashes with."""
    alive = np.ones(len(clash), bool)
    for i in range(len(clash)):
        if alive[i]:
            alive[i + 1 :] &= ~clash[i, i + 1 :]
    return np.flatnonzero(alive)


@dataclass(frozen=True, slots=True)
class Sieve:
    """Which of a network's rows become people.

    Parameters
    ----------
    conf_min : rows below this are dropped
    iou_max : overlap above which two boxes are one man, whatever their classes
    inside_min, width_min : see `suppress_contained`; `inside_min` above 1 switches it off. Chosen on labelled
        training pictures: the strongest that lost no recall there
    most : at most this many people a picture, and ten times as many rows looked at
    class_ids : the network's classes as indices into CLASSES
    """

    conf_min: float = 0.1
    iou_max: float = 0.6
    inside_min: float = 0.85
    width_min: float = 0.7
    most: int = 200
    class_ids: tuple[int, ...] = tuple(range(len(CLASSES)))

    @classmethod
    def of(cls, sieve: Sieve | None, *, conf_min: float, class_ids: tuple[int, ...]) -> Sieve:
        """A sieve (the usual one for None) with this confidence and these classes."""
        return replace(sieve or cls(), conf_min=conf_min, class_ids=class_ids)

    def people(self, raw: Array, letterbox: Letterbox) -> Detections:
        """People of one picture.

        Parameters
        ----------
        raw : (4 + classes, rows) float, x1 y1 x2 y2 in input pixels, then a score a class
        letterbox : how the picture lay in the input

        Returns
        -------
        Detections
            In the picture's pixels, most confident first. The class is the one with the highest score, the
            confidence that score.
        """
        scores = raw[4:]
        best = scores.max(axis=0)
        rows = np.flatnonzero(best >= self.conf_min)
        rows = rows[np.argsort(-best[rows], kind="stable")][: 10 * self.most]
        box, conf = raw[:4, rows].T.astype(np.float64), best[rows].astype(np.float64)
        keep = suppress_overlaps(box, conf, iou_max=self.iou_max)
        rows, box, conf = rows[keep], box[keep], conf[keep]
        if self.inside_min <= 1:
            keep = suppress_contained(box, conf, inside_min=self.inside_min, width_min=self.width_min)
            rows, box, conf = rows[keep], box[keep], conf[keep]
        rows, box, conf = rows[: self.most], box[: self.most], conf[: self.most]
        classes = np.asarray(self.class_ids)[scores[:, rows].argmax(axis=0)]
        box = letterbox.to_picture(box)
        seen = area(box) > 0  # a box wholly in the grey margin is nobody
        return Detections(box[seen], classes[seen], np.clip(conf[seen], 0, 1))
