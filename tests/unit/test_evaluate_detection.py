"""Scores worked out by hand on pictures small enough to see."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from review.core.detections import GOALKEEPER, OFFICIAL, SKATER, Detections
from review.evaluate.detection import (
    LabelledPeople,
    average_precision,
    match,
    read_labels,
    score_detections,
)

A, B, C, BENCH = [0, 0, 10, 20], [100, 0, 110, 20], [200, 0, 210, 20], [300, 0, 310, 10]


def labels(occlusion_of_b: int = 0) -> LabelledPeople:
    return LabelledPeople(
        np.array([A, B, C, BENCH]),
        np.array([SKATER, OFFICIAL, GOALKEEPER, SKATER]),
        np.array([True, True, True, False]),
        np.array([0, occlusion_of_b, 1, 0]),
        np.array([[400, 0, 500, 100]]),
    )


def found(*rows: tuple[list[float], int, float]) -> Detections:
    return Detections(
        np.array([row[0] for row in rows]).reshape(-1, 4),
        np.array([row[1] for row in rows]),
        np.array([row[2] for row in rows]),
    )


def test_a_perfect_detector() -> None:
    s = score_detections(
        [found((A, SKATER, 0.9), (B, OFFICIAL, 0.9), (C, GOALKEEPER, 0.9), (BENCH, SKATER, 0.9))], [labels()]
    )
    assert (s.play_recall, s.official_recall, s.goalkeeper_recall, s.bench_recall) == (1, 1, 1, 1)
    assert (s.official_class, s.goalkeeper_class, s.ap50) == (1, 1, 1)
    assert (s.stray_per_picture, s.near_per_picture) == (0, 0)


def test_misses_strays_doubles_and_wrong_classes() -> None:
    people = found(
        (A, SKATER, 0.9),
        (B, SKATER, 0.8),  # the official, called a skater
        ([0, 10, 10, 20], SKATER, 0.7),  # legs of A: a double, near
        ([600, 0, 610, 20], SKATER, 0.6),  # nobody: stray
        ([410, 10, 420, 30], SKATER, 0.5),  # in the ignored rectangle
        (C, GOALKEEPER, 0.2),  # found, but under the threshold
    )
    s = score_detections([people], [labels()], conf_min=0.25)
    assert s.play_recall == pytest.approx(1 / 2)
    assert s.goalkeeper_recall == 0
    assert (s.official_recall, s.official_class) == (1, 0)
    assert math.isnan(s.goalkeeper_class)
    assert s.bench_recall == 0
    assert (s.stray_per_picture, s.near_per_picture) == (1, 1)
    # by confidence: hit, hit, double, stray, (ignored), hit -> precision 1, 1, .., 3/5 at recall 1/3, 2/3, 1
    assert s.ap50 == pytest.approx((1 + 1 + 3 / 5) / 3)
    # among skaters A leads and the rest is wrong; nobody is called official; the goalkeeper is found
    assert s.class_ap50[:3] == (1.0, 1.0, 0.0) and math.isnan(s.class_ap50[3])


def test_a_mostly_hidden_man_counts_neither_way() -> None:
    hidden = labels(occlusion_of_b=2)
    s = score_detections([found((A, SKATER, 0.9), (B, OFFICIAL, 0.8))], [hidden])
    assert math.isnan(s.official_recall)
    assert s.ap50 == pytest.approx(1 / 2)  # A found, C missed; B is no error


def test_a_box_on_the_bench_is_no_error() -> None:
    s = score_detections([found((BENCH, SKATER, 0.95), (A, SKATER, 0.9))], [labels()])
    assert s.ap50 == pytest.approx(1 / 3)
    assert s.near_per_picture == 0


def test_the_surer_box_takes_the_man() -> None:
    boxes = np.array([[0, 0, 10, 18], A, [0, 0, 10, 19]], float)
    assert match(boxes, np.array([0.5, 0.9, 0.7]), np.array([A, B], float)).tolist() == [-1, 0, -1]


def test_half_an_overlap_matches_and_less_does_not() -> None:
    truth = np.array([[0, 0, 10, 10]], float)
    assert match(np.array([[0, 0, 10, 5.0]]), np.array([1.0]), truth).tolist() == [0]
    assert match(np.array([[0, 0, 10, 4.9]]), np.array([1.0]), truth).tolist() == [-1]


def test_nothing_found_and_nothing_to_find() -> None:
    nobody = LabelledPeople(*(np.zeros((0, 4)), [], [], [], np.zeros((0, 4))))  # type: ignore[arg-type]
    s = score_detections([found(), found()], [labels(), nobody])
    assert (s.play_recall, s.ap50, s.stray_per_picture, s.pictures) == (0, 0, 0, 2)
    assert math.isnan(average_precision(np.array([]), np.array([], bool), 0))


def test_labels_are_read(tmp_path: Path) -> None:
    person = {"box_px": [1, 2, 3, 4], "class": "goalkeeper", "where": "straddling", "occlusion": 1}
    bench = {"box_px": [5, 6, 7, 8], "class": "staff", "where": "bench", "occlusion": 0}
    data = {"source": "a.mp4", "frame": 7, "people": [person, bench], "ignore": [[0, 0, 9, 9]]}
    path = tmp_path / "f.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    read = read_labels(path)
    assert read.xyxy_px.tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert read.on_ice.tolist() == [True, False]
    assert read.wanted.tolist() == [True, False]
    assert (read.source, read.frame, read.ignore_px.tolist()) == ("a.mp4", 7, [[0, 0, 9, 9]])
