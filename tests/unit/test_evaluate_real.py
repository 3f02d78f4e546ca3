"""Readers of real labels, on labels written here in their formats."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from review.core.detections import Detections
from review.evaluate.clip import Clip, Look
from review.evaluate.real import RealClip, clocks, labelled_pictures, tracked_frames, truth_of, widened
from review.evaluate.suite import score_clip
from review.testing.from_truth import report_of
from tests.unit.truths import small_truth

TRACKS = """frame,id,class,team,number,x0,y0,x1,y1,where,occlusion,keyframe
0,A,skater,RED,11,10,100,30,150,ice,0,1
0,B,official,,,60,100,80,150,ice,2,1
1,A,skater,RED,11,12,100,32,150,ice,1,0
1,C,goalkeeper,BLU,31,200,100,230,150,bench,0,0
"""


def test_identities_become_frames() -> None:
    first, second, third = tracked_frames(TRACKS, [0.0, 0.04, 0.08])
    assert [p["id"] for p in first["people"]] == [1, 2] and [p["id"] for p in second["people"]] == [1, 3]
    assert [p["visible_share"] for p in first["people"]] == [1.0, 0.1]
    assert [p["on_ice"] for p in second["people"]] == [True, False]
    assert first["people"][1]["team"] is None and first["people"][0]["number"] == 11
    assert third["people"] == [] and third["s"] == 0.08


def test_identities_past_the_clip_are_refused() -> None:
    with pytest.raises(ValueError, match="reach frame 1"):
        tracked_frames(TRACKS, [0.0])


def test_clocks_by_frame_and_by_second() -> None:
    assert clocks("frame,clock\n0,\n1,19:55\n", "v", [0.0, 0.11]) == {0.11: "19:55"}
    events = json.dumps({"v": {"clock_read": {"30.0": "11:44 (graphic glitch)", "30.8": "11:48"}}})
    assert clocks(events, "v", []) == {30.8: "11:48"}


def looks(*rows: list[tuple[int, list[float]]]) -> list[Look]:
    out = []
    for k, row in enumerate(rows):
        boxes = np.array([box for _, box in row], np.float32).reshape(-1, 4)
        found = Detections(boxes, np.zeros(len(row)), np.full(len(row), 0.9))
        out.append(Look(k * 0.04, found, np.array([i for i, _ in row]), boxes))
    return out


def test_what_labels_leave_out_is_no_error(tmp_path: Path) -> None:
    """One man followed; boxes on the unlabelled bench, the hidden official and the benched goalkeeper."""
    (tmp_path / "tracks.csv").write_text(TRACKS, encoding="utf-8")
    clip = RealClip("real", "v.mp4", tracks="tracks.csv", cuts=())
    truth = truth_of(clip, tmp_path, [0.0, 0.04])
    seen = looks(
        [(5, [10, 100, 30, 150]), (6, [60, 100, 80, 150]), (7, [500, 0, 520, 40])],
        [(5, [12, 100, 32, 150]), (8, [200, 100, 230, 150]), (7, [500, 0, 520, 40])],
    )
    report = report_of(small_truth())
    report |= {"shots": report["shots"][:1], "findings": []}
    scored = score_clip(Clip("real", report, truth, seen)).metrics
    assert {n: scored[n].value() for n in ("hota", "idf1", "mota")} == {"hota": 1, "idf1": 1, "mota": 1}
    assert "ap50" not in scored and "crossing_f1_05s" not in scored and "count_inside" not in scored
    assert scored["false_flags_per_hour"].value() == 0
    strict = score_clip(Clip("real", report, {**truth, "complete_off_ice": True}, seen)).metrics
    assert strict["mota"].value() == 0  # the bench's boxes are two false ones for two true
    assert strict["ap50"].value() is not None


def test_labelled_pictures_carry_their_rectangles(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    person = {"box_px": [1, 2, 3, 4], "class": "skater", "where": "ice", "occlusion": 0}
    data = {"source": "v.mp4", "frame": 7, "split": "test", "people": [person], "ignore": [[0, 0, 9, 1]]}
    (tmp_path / "labels" / "f7.json").write_text(json.dumps(data), encoding="utf-8")
    other = tmp_path / "labels" / "f8.json"
    other.write_text(json.dumps(data | {"split": "train"}), encoding="utf-8")
    (picture,) = labelled_pictures("labels", tmp_path)
    assert picture.frame == 7 and picture.ignore_px.tolist() == [[0, 0, 9, 1]]
    assert labelled_pictures(None, tmp_path) == []
    wide = widened(picture, 2.0)
    assert wide.xyxy_px.tolist() == [[2, 2, 6, 4]] and wide.ignore_px.tolist() == [[0, 0, 18, 1]]
