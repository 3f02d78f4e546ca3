"""Scores against cases worked out by hand."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from review.core.arrays import Array
from review.core.detections import Detections
from review.evaluate.tracking import (
    Labelled,
    keep_near_truth,
    labelled_tracks,
    read_identities,
    score_tracks,
)

HERE, THERE = [0.0, 0, 10, 20], [100.0, 0, 110, 20]


def frames(*people: list[tuple[int, list[float]]]) -> list[Labelled]:
    return [Labelled(np.array([i for i, _ in p]), np.array([b for _, b in p])) for p in people]


def test_a_perfect_tracker_scores_one() -> None:
    truth = frames(*[[(1, HERE), (2, THERE)]] * 5)
    score = score_tracks(truth, frames(*[[(7, THERE), (4, HERE)]] * 5))
    assert score.hota_ratio == score.idf1_ratio == score.mota_ratio == pytest.approx(1)
    assert (score.switches, score.made_ids, score.true_ids) == (0, 2, 2)


def test_one_man_with_two_ids_half_and_half() -> None:
    """TPA 5, FNA 5, FPA 0 for each box: AssA 0.5, DetA 1, HOTA √0.5; IDF1 2·5/20; one switch in ten."""
    truth = frames(*[[(1, HERE)]] * 10)
    score = score_tracks(truth, frames(*[[(1, HERE)]] * 5, *[[(2, HERE)]] * 5))
    assert score.ass_a_ratio == pytest.approx(0.5) and score.det_a_ratio == pytest.approx(1)
    assert score.hota_ratio == pytest.approx(sqrt(0.5))
    assert score.idf1_ratio == pytest.approx(0.5)
    assert score.mota_ratio == pytest.approx(0.9) and score.switches == 1


def test_two_men_who_swap_ids_midway() -> None:
    """Each box: TPA 5, FNA 5, FPA 5: AssA 1/3; IDF1 20/40; two switches among twenty boxes."""
    truth = frames(*[[(1, HERE), (2, THERE)]] * 10)
    made = frames(*[[(1, HERE), (2, THERE)]] * 5, *[[(2, HERE), (1, THERE)]] * 5)
    score = score_tracks(truth, made)
    assert score.ass_a_ratio == pytest.approx(1 / 3)
    assert score.idf1_ratio == pytest.approx(0.5)
    assert score.mota_ratio == pytest.approx(0.9) and score.switches == 2


def test_false_boxes_count_against_detection_alone() -> None:
    """As many false boxes as true: DetA 10/20, AssA 1, HOTA √0.5; IDF1 20/30; MOTA 0."""
    truth = frames(*[[(1, HERE)]] * 10)
    score = score_tracks(truth, frames(*[[(1, HERE), (2, THERE)]] * 10))
    assert score.det_a_ratio == pytest.approx(0.5) and score.ass_a_ratio == pytest.approx(1)
    assert score.hota_ratio == pytest.approx(sqrt(0.5))
    assert score.idf1_ratio == pytest.approx(2 / 3)
    assert score.mota_ratio == pytest.approx(0)


def test_a_loose_box_counts_up_to_its_overlap() -> None:
    """IoU 0.6 passes 12 of the 19 thresholds .05 to .95."""
    truth = frames(*[[(1, [0.0, 0, 10, 10])]] * 4)
    score = score_tracks(truth, frames(*[[(1, [0.0, 0, 6, 10])]] * 4))
    assert score.hota_ratio == pytest.approx(12 / 19)
    assert score.idf1_ratio == pytest.approx(1)


def test_what_cannot_be_scored_is_refused() -> None:
    with pytest.raises(ValueError, match="2 frames, the tracks 1"):
        score_tracks(frames([(1, HERE)], []), frames([]))
    with pytest.raises(ValueError, match="nothing to score"):
        score_tracks(frames([]), frames([(1, HERE)]))
    with pytest.raises(ValueError, match="twice"):
        Labelled(np.array([1, 1]), np.array([HERE, THERE]))


def test_only_boxes_that_touch_a_true_person_are_kept() -> None:
    boxes: Array = np.array([[2.0, 0, 12, 20], THERE])
    (truth,) = frames([(1, HERE)])
    assert keep_near_truth(boxes, truth).tolist() == [True, False]
    assert keep_near_truth(boxes, frames([])[0]).tolist() == [False, False]


def test_identities_are_read_without_the_bench(tmp_path: Path) -> None:
    path = tmp_path / "tracks.csv"
    path.write_text(
        "frame,id,x0,y0,x1,y1,where\n0,A,1,2,3,4,ice\n2,B,5,6,7,8,straddling\n2,A,1,2,3,4,bench\n",
        encoding="utf-8",
    )
    read = read_identities(path, 3)
    assert [p.id.tolist() for p in read] == [[1], [], [2]]
    assert read[2].xyxy_px.tolist() == [[5, 6, 7, 8]]


def test_untracked_boxes_are_no_tracks() -> None:
    found = Detections([HERE, THERE], [0, 0], [0.9, 0.9])  # type: ignore[arg-type]
    (made,) = labelled_tracks([found], [np.array([0, 3])])
    assert made.id.tolist() == [3] and made.xyxy_px.tolist() == [THERE]
