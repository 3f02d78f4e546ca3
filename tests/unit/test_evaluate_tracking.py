"""HOTA, IDF1 and MOTA against hand-computed cases."""

from __future__ import annotations

import numpy as np
import pytest

from review.evaluate.tracking import Labelled, score_tracks

A, B = [0.0, 0, 10, 20], [100.0, 0, 110, 20]


def frames(*rows: list[tuple[int, list[float]]]) -> list[Labelled]:
    return [Labelled(np.array([i for i, _ in row]), np.array([b for _, b in row])) for row in rows]


TRUTH = frames(*[[(1, A), (2, B)]] * 4)


def test_a_perfect_answer() -> None:
    score = score_tracks(TRUTH, frames(*[[(7, A), (9, B)]] * 4))
    assert score.hota_ratio == pytest.approx(1.0) and score.idf1_ratio == pytest.approx(1.0)
    assert score.mota_ratio == pytest.approx(1.0) and score.switches == 0


def test_an_identity_that_breaks_in_the_middle() -> None:
    """Man 1 has two ids of two frames each, man 2 one: association of man 1's pairs is 2/4, of man 2's 4/4.

    DetA 1; AssA = (4 x 0.5 + 4 x 1) / 8 = 0.75; HOTA = sqrt(0.75). IDF1: best one-to-one matching keeps
    2 of 4 and 4 of 4 boxes: 2 x 6 / (8 + 8) = 0.75. One switch: MOTA = 1 - 1/8.
    """
    made = frames([(1, A), (2, B)], [(1, A), (2, B)], [(3, A), (2, B)], [(3, A), (2, B)])
    score = score_tracks(TRUTH, made)
    assert score.det_a_ratio == pytest.approx(1.0) and score.ass_a_ratio == pytest.approx(0.75)
    assert score.hota_ratio == pytest.approx(0.75**0.5)
    assert score.idf1_ratio == pytest.approx(0.75)
    assert score.switches == 1 and score.mota_ratio == pytest.approx(7 / 8)


def test_half_of_the_people_missed() -> None:
    """TP 4, FN 4, FP 0: DetA 0.5, AssA 1; HOTA sqrt(0.5); IDF1 8/12; MOTA 0.5."""
    score = score_tracks(TRUTH, frames(*[[(1, A)]] * 4))
    assert score.det_a_ratio == pytest.approx(0.5) and score.ass_a_ratio == pytest.approx(1.0)
    assert score.hota_ratio == pytest.approx(0.5**0.5)
    assert score.idf1_ratio == pytest.approx(8 / 12) and score.mota_ratio == pytest.approx(0.5)


def test_nothing_made() -> None:
    score = score_tracks(TRUTH, frames(*[[]] * 4))
    assert score.hota_ratio == 0 and score.made_ids == 0 and score.true_ids == 2


def test_an_id_twice_in_a_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        frames([(1, A), (1, B)])
