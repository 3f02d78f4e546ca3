"""Scores of the number reader against sums done by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from review.evaluate.numbers import (
    Bin,
    cooled,
    fit_temperature,
    halves,
    reliability,
    reliability_svg,
    score_readings,
)
from tests.unit.test_numbers import reading


def test_an_answer_to_a_crop_without_a_number_is_wrong() -> None:
    logits = np.array([reading(17), reading(17), reading(8), reading(8), reading(5, legible=-20.0)])
    truth = np.array([17, 11, 8, -1, 5])
    score = score_readings(logits, truth, 0.9)
    assert (score.answered, score.right, score.readable, score.answered_readable) == (4, 2, 4, 3)
    assert (score.accuracy, score.answered_share) == (0.5, 0.75)


def test_nothing_answered_has_no_accuracy() -> None:
    score = score_readings(reading(5, legible=-20.0)[None], np.array([5]), 0.9)
    assert math.isnan(score.accuracy) and score.answered_share == 0


def test_reliability_groups_answers_by_what_they_state() -> None:
    p = np.array([0.1, 0.15, 0.85, 0.95, 1.0, 0.99, 0.97])
    right = np.array([False, True, True, True, True, False, True])
    rows = reliability(p, right)
    assert [(b.low, b.answers, b.right_share) for b in rows] == [(0, 2, 0.5), (0.8, 1, 1.0), (0.9, 4, 0.75)]
    assert rows[0].stated_p == pytest.approx(0.125)


def test_temperature_is_found_that_makes_the_stated_so() -> None:
    # the gate states 0.95 to 1: three of four such crops show a number, so it should state 0.75
    logits = np.array([reading(17, legible=math.log(19))] * 400)
    truth = np.array([17, 17, 17, -1] * 100)
    gate, _ = fit_temperature(logits, truth)
    assert gate == pytest.approx(math.log(19) / math.log(3), rel=0.05)
    assert cooled(logits, gate, 1.0)[0, 0] == pytest.approx(math.log(3), rel=0.05)
    assert cooled(logits, gate, 2.0)[0, 12 + 7] == 10.0


def test_halves_keep_tracklets_together_and_are_the_same_every_time() -> None:
    groups = ["a"] * 5 + ["b"] * 3 + ["c"] * 3 + ["d"]
    half = halves(groups)
    # a to the one side; b and c to the other, which then has six; d to the first
    assert half.tolist() == [False] * 5 + [True] * 6 + [False]
    assert halves(groups).tolist() == half.tolist()


def test_the_plot_names_every_bin() -> None:
    svg = reliability_svg([Bin(0.9, 1.0, 12, 0.95, 0.5)], "crops")
    assert svg.startswith("<svg") and "12 answers: stated 0.95, right 0.50" in svg
    assert 'cx="325.0" cy="190.0"' in svg  # 40 + 300 · 0.95 across, 340 - 300 · 0.5 up
