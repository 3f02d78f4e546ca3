"""The public implementations and our own give the same figures."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from review.core.detections import Detections
from review.evaluate.boxes import own_tracking, ranked
from review.evaluate.detection import LabelledPeople
from review.evaluate.scores import Ranked
from review.evaluate.tracking import Labelled

RNG = np.random.default_rng(3)


def scattered(n: int) -> np.ndarray:
    corner = RNG.uniform(0, 900, size=(n, 2))
    return np.hstack([corner, corner + np.array([40, 90])])


def sequence(frames: int) -> tuple[list[Labelled], list[Labelled]]:
    """Six men who walk; tracks that jitter, miss one in five, swap two men half way, and invent one."""
    start, step = scattered(6), RNG.uniform(-2, 2, size=(6, 2))
    truth, made = [], []
    for k in range(frames):
        boxes = start + np.tile(step * k, 2)
        truth.append(Labelled(np.arange(1, 7), boxes))
        keep = RNG.random(6) > 0.2
        ids = np.arange(11, 17)
        if k > frames // 2:
            ids = ids[[1, 0, 2, 3, 4, 5]]
        moved = boxes + RNG.normal(0, 4, size=(6, 1))
        made.append(Labelled(np.append(ids[keep], 99), np.vstack([moved[keep], [[2000, 0, 2040, 90]]])))
    return truth, made


@pytest.mark.skipif(importlib.util.find_spec("trackeval") is None, reason="the extra 'eval' is not installed")
def test_trackeval_agrees_with_our_own() -> None:
    from review.adapters.score_tracks import count_with_trackeval

    truth, made = sequence(60)
    theirs, ours = count_with_trackeval(truth, made), own_tracking(truth, made)
    for column in ("hit", "missed", "false", "associated"):
        assert np.allclose(getattr(theirs.hota, column), getattr(ours.hota, column)), column
    assert theirs.idf1.value() == pytest.approx(ours.idf1.value())
    assert theirs.mota.value() == pytest.approx(ours.mota.value())
    assert 0.3 < (theirs.hota.value() or 0) < 0.8


def labels(boxes: np.ndarray, on_ice: np.ndarray) -> LabelledPeople:
    n = len(boxes)
    return LabelledPeople(boxes, np.zeros(n), on_ice, np.zeros(n), np.array([[2000, 0, 2400, 400]]))


@pytest.mark.skipif(
    importlib.util.find_spec("faster_coco_eval") is None, reason="the extra 'eval' is not installed"
)
def test_coco_agrees_with_our_own() -> None:
    """Crowded pictures: doubles, boxes on the bench, strays, and boxes where nobody was labelled."""
    from review.adapters.score_detections import coco_ap50

    truth, found = [], []
    for _ in range(40):
        boxes = np.array([[x, 0, x + 40, 90] for x in np.sort(RNG.uniform(0, 400, 12))])
        hit = np.repeat(RNG.random(12) > 0.3, 1 + int(RNG.random() > 0.7))[:12]
        near = boxes[hit] + RNG.normal(0, 6, size=(int(hit.sum()), 4))
        strays = np.array([[900, 500, 940, 590], [2100, 100, 2140, 190]], float)
        there = np.vstack([near, near[:3] + 3, strays])
        truth.append(labels(boxes, RNG.random(12) < 0.7))
        found.append(Detections(there, np.zeros(len(there)), RNG.random(len(there))))
    ours = Ranked.pooled([ranked(f, t) for f, t in zip(found, truth, strict=True)]).value()
    assert ours is not None and 0.2 < ours < 0.9
    assert coco_ap50(found, truth) == pytest.approx(ours, abs=1e-6)


@pytest.mark.skipif(
    importlib.util.find_spec("faster_coco_eval") is None, reason="the extra 'eval' is not installed"
)
def test_coco_without_cases() -> None:
    from review.adapters.score_detections import coco_ap50

    nobody = labels(np.zeros((0, 4)), np.zeros(0, bool))
    assert coco_ap50([Detections(np.zeros((0, 4)), [], [])], [nobody]) is None
    one = labels(np.array([[0.0, 0, 40, 90]]), np.array([True]))
    assert coco_ap50([Detections(np.zeros((0, 4)), [], [])], [one]) == 0.0
