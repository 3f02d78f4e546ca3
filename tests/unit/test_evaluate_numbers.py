"""Scores of the number reader against sums done by hand."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import numpy as np
import pytest

from review.evaluate.numbers import Bin, halves, reliability, reliability_plot, score_readings
from review.evaluate.plots import standalone


def test_an_answer_to_a_crop_without_a_number_is_wrong() -> None:
    number, p = np.array([17, 17, 8, 8, 5]), np.array([0.95, 0.95, 0.9, 0.99, 0.5])
    score = score_readings(number, p, np.array([17, 11, 8, -1, 5]), 0.9)
    assert (score.answered, score.right, score.readable, score.answered_readable) == (4, 2, 4, 3)
    assert (score.accuracy, score.answered_share) == (0.5, 0.75)


def test_nothing_answered_has_no_accuracy() -> None:
    score = score_readings(np.array([-1]), np.array([0.0]), np.array([5]), 0.9)
    assert math.isnan(score.accuracy) and score.answered_share == 0


def test_reliability_groups_answers_by_what_they_state() -> None:
    p = np.array([0.1, 0.15, 0.85, 0.95, 1.0, 0.99, 0.97])
    right = np.array([False, True, True, True, True, False, True])
    rows = reliability(p, right)
    assert [(b.low, b.answers, b.right_share) for b in rows] == [(0, 2, 0.5), (0.8, 1, 1.0), (0.9, 4, 0.75)]
    assert rows[0].stated_p == pytest.approx(0.125)


def test_halves_keep_tracklets_together_and_are_the_same_every_time() -> None:
    groups = ["a"] * 5 + ["b"] * 3 + ["c"] * 3 + ["d"]
    half = halves(groups)
    # a to the one side; b and c to the other, which then has six; d to the first
    assert half.tolist() == [False] * 5 + [True] * 6 + [False]
    assert halves(groups).tolist() == half.tolist()


def test_the_plot_draws_a_point_a_bin() -> None:
    svg = reliability_plot([Bin(0.9, 1.0, 12, 0.95, 0.5), Bin(0.0, 0.2, 3, 0.1, 0.0)], "crops")
    assert svg.count("<circle") == 2 and "share right" in svg and ">crops<" in svg
    alone = ElementTree.fromstring(standalone(svg))
    assert (
        alone.tag == "{http://www.w3.org/2000/svg}svg" and len(alone) == len(ElementTree.fromstring(svg)) + 1
    )
