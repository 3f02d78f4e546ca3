"""Rows of a network into people: hand-made boxes with answers worked out by hand."""

from __future__ import annotations

import numpy as np

from review.adapters.letterbox import Letterbox
from review.adapters.sieve import Sieve, suppress_contained, suppress_overlaps
from review.core.detections import GOALKEEPER, OFFICIAL, SKATER

MAN = [100, 100, 140, 200]


def rows(*people: tuple[list[float], list[float]]) -> np.ndarray:
    """Raw network output, one row a (box, scores of skater, goalkeeper, official, staff)."""
    return np.array([[*box, *scores] for box, scores in people], np.float32).T


def test_of_two_boxes_on_a_man_the_surer_stays_whatever_their_order() -> None:
    boxes = np.array([MAN, [102, 100, 142, 200], [300, 0, 340, 100]], float)  # the first two: IoU 3800/4200
    for conf, kept in (([0.5, 0.9, 0.7], [1, 2]), ([0.9, 0.5, 0.7], [0, 2])):
        assert suppress_overlaps(boxes, np.array(conf), iou_max=0.6).tolist() == kept


def test_an_overlap_at_the_limit_keeps_both() -> None:
    boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 6]], float)  # IoU 0.6
    conf = np.array([0.9, 0.8])
    assert suppress_overlaps(boxes, conf, iou_max=0.6).tolist() == [0, 1]
    assert suppress_overlaps(boxes, conf, iou_max=0.59).tolist() == [0]


def test_a_dropped_box_drops_nobody_else() -> None:
    chain = np.array([[0, 0, 10, 10], [3, 0, 13, 10], [6, 0, 16, 10]], float)
    # neighbours overlap with IoU 0.54, the two ends with 0.25
    assert suppress_overlaps(chain, np.array([0.9, 0.8, 0.7]), iou_max=0.5).tolist() == [0, 2]


def contained(*boxes: list[float], conf: list[float]) -> list[int]:
    found = suppress_contained(np.array(boxes, float), np.array(conf), inside_min=0.85, width_min=0.7)
    return found.tolist()


def test_legs_and_chest_of_a_surer_man_go() -> None:
    legs, chest = [102, 150, 138, 200], [101, 98, 139, 140]
    assert contained(MAN, legs, chest, conf=[0.9, 0.5, 0.4]) == [0]


def test_a_surer_small_box_stays_beside_a_doubtful_large_one() -> None:
    assert contained(MAN, [102, 150, 138, 200], conf=[0.3, 0.8]) == [1, 0]


def test_a_far_man_behind_a_near_one_stays() -> None:
    assert contained(MAN, [110, 100, 130, 150], conf=[0.9, 0.6]) == [0, 1]  # half as wide


def test_a_man_who_sticks_out_stays() -> None:
    assert contained(MAN, [110, 80, 145, 180], conf=[0.9, 0.6]) == [0, 1]  # 2400 of 3500 inside


def test_people_come_in_picture_pixels_with_class_and_confidence() -> None:
    raw = rows(
        ([480, 272, 500, 322], [0.1, 0.7, 0.2, 0.0]),
        ([0, 2, 20, 42], [0.2, 0.1, 0.6, 0.1]),
        ([600, 300, 620, 340], [0.09, 0.0, 0.0, 0.0]),
    )
    people = Sieve(conf_min=0.1).people(raw, Letterbox((1280, 720), (960, 544)))
    assert people.class_id.tolist() == [GOALKEEPER, OFFICIAL]
    assert np.allclose(people.conf, [0.7, 0.6])
    assert np.allclose(people.xyxy_px[0], [640, 360, 666.667, 426.667], atol=0.01)
    assert np.allclose(people.xyxy_px[1], [0, 0, 26.667, 53.333], atol=0.01)


def test_one_man_called_two_things_is_one_man() -> None:
    raw = rows((MAN, [0.6, 0.1, 0.0, 0.0]), (MAN, [0.1, 0.5, 0.0, 0.0]))
    people = Sieve().people(raw, Letterbox((320, 320), (320, 320)))
    assert people.class_id.tolist() == [SKATER]


def test_nobody_stands_in_the_grey_margin() -> None:
    raw = rows(([10, 0, 40, 60], [0.9, 0, 0, 0]))
    assert len(Sieve().people(raw, Letterbox((320, 64), (320, 320)))) == 0


def test_no_rows_give_nobody() -> None:
    assert len(Sieve().people(np.zeros((8, 0), np.float32), Letterbox((320, 320), (320, 320)))) == 0


def test_a_model_with_other_classes_in_another_order() -> None:
    raw = rows((MAN, [0.1, 0.8, 0.0, 0.0]))[:6]
    sieve = Sieve.of(None, conf_min=0.3, class_ids=(OFFICIAL, SKATER))
    assert sieve.people(raw, Letterbox((320, 320), (320, 320))).class_id.tolist() == [SKATER]


def test_no_more_than_the_most() -> None:
    many = rows(*[([i * 3, 0, i * 3 + 2, 5], [0.5, 0, 0, 0]) for i in range(50)])
    assert len(Sieve(most=20).people(many, Letterbox((320, 320), (320, 320)))) == 20
