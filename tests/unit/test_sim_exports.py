"""MOTChallenge and COCO from a truth of three frames, made by hand."""

import configparser
import json
from pathlib import Path
from typing import Any

import pytest

from review.cli import main
from review.sim.export_coco import coco_document
from review.sim.export_mot import mot_files
from review.sim.labels import TruthUnusable

SKATER = {
    "id": 3, "team": "HOME", "role": "skater", "number": 19, "box_px": [10, 20, 30, 60],
    "amodal_px": [10.0, 20.0, 30.0, 84.5], "visible_share": 0.62, "on_ice": True, "skates_on_ice": 2,
}  # fmt: skip
OFFICIAL = {
    "id": 8, "team": None, "role": "official", "number": None, "box_px": [0, 5, 7, 11],
    "amodal_px": [-20.0, 5.0, 7.0, 60.0], "visible_share": 0.05, "on_ice": True, "skates_on_ice": 1,
}  # fmt: skip
KEEPER = {
    "id": 1, "team": "AWAY", "role": "goalkeeper", "number": 35, "box_px": [600, 300, 640, 360],
    "amodal_px": None, "visible_share": 0.4, "on_ice": True, "skates_on_ice": 2,
}  # fmt: skip


def truth(**more: Any) -> dict[str, Any]:
    frames = [
        {"i": 0, "pts": 0, "s": 0.0, "people": [SKATER, OFFICIAL]},
        {"i": 1, "pts": 512, "s": 0.04, "people": None},
        {"i": 2, "pts": 1024, "s": 0.08, "people": [KEEPER]},
    ]
    return {
        "schema": "benchgate.truth/1", "clip": "made.mp4", "scenario": "made", "rate": "25/1",
        "size_px": [640, 360], "frames": frames, **more,
    }  # fmt: skip


def test_mot_rows_are_whole_bodies_counted_from_one() -> None:
    files = mot_files(truth())
    assert files["gt/gt.txt"].splitlines() == [
        "1,3,11,21,20,64.5,1,1,0.62",
        "1,8,-19,6,27,55,0,1,0.05",
        "2,1,601,301,40,60,1,1,0.40",
    ]
    assert files["gt/frames.csv"].splitlines()[1:] == ["1,0,0,0.000000", "2,2,1024,0.080000"]
    assert files["gt/labels.txt"] == "person\n"
    assert files["gt/people.csv"].splitlines()[1:] == [
        "1,AWAY,goalkeeper,35",
        "3,HOME,skater,19",
        "8,,official,",
    ]


def test_mot_with_visible_boxes_and_a_class_a_role() -> None:
    files = mot_files(truth(), boxes="visible", classes="role")
    assert files["gt/gt.txt"].splitlines()[:2] == ["1,3,11,21,20,40,1,1,0.62", "1,8,1,6,7,6,0,3,0.05"]
    assert files["gt/labels.txt"].split() == ["skater", "goalkeeper", "official", "staff"]


def test_seqinfo_is_what_trackeval_asks_for() -> None:
    read = configparser.ConfigParser()
    read.read_string(mot_files(truth())["seqinfo.ini"])
    said = read["Sequence"]
    assert said["name"] == "made" and int(said["seqLength"]) == 2
    assert (int(said["imWidth"]), int(said["imHeight"])) == (640, 360)
    assert float(said["frameRate"]) == pytest.approx(25 * 2 / 3, abs=0.01)


def test_coco_boxes_lie_in_the_picture_and_hidden_people_are_ignored() -> None:
    made = coco_document(truth(), boxes="amodal")
    assert [(i["id"], i["file_name"], i["frame"]) for i in made["images"]] == [
        (1, "000000.jpg", 0),
        (3, "000002.jpg", 2),
    ]
    assert [(a["image_id"], a["category_id"], a["bbox"], a["iscrowd"]) for a in made["annotations"]] == [
        (1, 1, [10.0, 20.0, 20.0, 64.5], 0),
        (1, 3, [0.0, 5.0, 7.0, 55.0], 1),
        (3, 2, [600.0, 300.0, 40.0, 60.0], 0),
    ]
    assert [a["id"] for a in made["annotations"]] == [1, 2, 3]
    assert made["annotations"][0]["area"] == 1290.0 and made["annotations"][0]["track_id"] == 3
    assert made["annotations"][0]["attributes"] == {
        "team": "HOME", "number": 19, "visible_share": 0.62, "on_ice": True, "skates_on_ice": 2,
    }  # fmt: skip
    assert [c["name"] for c in made["categories"]] == ["skater", "goalkeeper", "official", "staff"]
    assert coco_document(truth())["annotations"][0]["bbox"] == [10.0, 20.0, 20.0, 40.0]


def test_somebody_wholly_outside_the_picture_is_left_out_of_coco() -> None:
    away = {**SKATER, "box_px": [640, 20, 660, 60], "amodal_px": None}
    frames = [{"i": 0, "pts": 0, "s": 0.0, "people": [away]}]
    assert coco_document(truth(frames=frames))["annotations"] == []


def test_unknown_roles_and_a_truth_without_people_are_refused() -> None:
    odd = [{"i": 4, "pts": 0, "s": 0.0, "people": [{**SKATER, "role": "mascot"}]}]
    with pytest.raises(TruthUnusable, match="Frame 4 has a 'mascot'"):
        mot_files(truth(frames=odd))
    with pytest.raises(TruthUnusable, match="on no frame"):
        coco_document(truth(frames=[{"i": 0, "pts": 0, "s": 0.0, "people": None}]))


def test_the_command_writes_a_sequence_and_a_document(tmp_path: Path) -> None:
    path = tmp_path / "made.truth.json"
    path.write_text(json.dumps(truth()), encoding="utf-8")
    for kind in ("mot", "coco"):
        assert main(["truth", "export", str(path), "--format", kind, "--out", str(tmp_path / "o")]) == 0
    assert (tmp_path / "o/made/gt/gt.txt").read_text("utf-8").count("\n") == 3
    assert len(json.loads((tmp_path / "o/made.coco.json").read_text("utf-8"))["annotations"]) == 3
    other = tmp_path / "other.json"
    other.write_text('{"schema": "x"}', encoding="utf-8")
    assert main(["truth", "export", str(other), "--format", "mot"]) == 2
    assert main(["truth", "export", str(tmp_path / "none.json"), "--format", "mot"]) == 2
