"""Pictures made ready for training: sizes, tiles, what is painted over, what is refused, going on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from review.core.arrays import Array
from review.core.errors import WeightsUnusable
from review.train.completion import tightened, unlabelled
from review.train.prepare import prepare, read_prepared
from review.train.recipe import Recipe, load_recipe
from review.train.wear import worn
from tests.contract.made_clips import Made

ROOT = Path(__file__).parents[2]


def recipe(*sets: dict[str, Any], **pictures: Any) -> Recipe:
    stage = {"epochs": 1, "rate": 1e-3}
    plan = {"long_side_px": 100, "set": list(sets), **pictures}
    table = {"schema": "benchgate.training/1", "model": "m", "start": "s", "pictures": plan, "stage": [stage]}
    return Recipe.model_validate(table)


def labelled(data: Path, name: str, people: list[dict[str, Any]], **more: Any) -> None:
    """A grey picture of 200 × 100 px and its label."""
    (data / "pics").mkdir(parents=True, exist_ok=True)
    (data / "labels" / "a").mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(data / "pics" / f"{name}.png"), np.full((100, 200, 3), 200, np.uint8))
    told = {
        "source": f"pics/{name}.png",
        "split": "train",
        "size_px": [200, 100],
        "people": people,
        "ignore": [],
    }
    (data / "labels" / "a" / f"{name}.json").write_text(json.dumps(told | more), encoding="utf-8")


def man(*box: float, kind: str = "skater", where: str = "ice") -> dict[str, Any]:
    return {"box_px": list(box), "class": kind, "where": where, "occlusion": 0}


def rows(out: Path, name: str) -> list[list[float]]:
    return [
        [float(v) for v in line.split()] for line in (out / "labels" / f"{name}.txt").read_text().splitlines()
    ]


OURS = {"kind": "labels", "folder": "labels/a"}


def test_a_picture_is_made_small_and_its_people_are_written_as_shares(tmp_path: Path) -> None:
    labelled(tmp_path, "x", [man(20, 10, 60, 90), man(100, 0, 140, 50, kind="official", where="bench")])
    made = prepare(recipe(OURS), tmp_path / "out", data=tmp_path)
    assert rows(tmp_path / "out", "a_x") == [[0, 0.2, 0.5, 0.2, 0.8], [2, 0.6, 0.25, 0.2, 0.5]]
    assert cv2.imread(str(tmp_path / "out" / "images" / "a_x.jpg")).shape == (50, 100, 3)
    assert made.pictures == {"train": 1} and made.people == {"skater": 1, "official": 1}
    assert read_prepared(tmp_path / "out", recipe(OURS)) == made


def test_tiles_hold_whoever_lies_in_them_by_a_third(tmp_path: Path) -> None:
    labelled(tmp_path, "x", [man(80, 0, 120, 50)])
    made = prepare(
        recipe({**OURS, "tiles": True}, tile_columns=2, tile_rows=1, tile_share=[0.5, 1.0]),
        tmp_path / "out",
        data=tmp_path,
    )
    assert made.pictures == {"train": 3}
    assert rows(tmp_path / "out", "a_x_t0") == [[0, 0.9, 0.25, 0.2, 0.5]]  # 80 to 100 of 100
    assert rows(tmp_path / "out", "a_x_t1") == [[0, 0.1, 0.25, 0.2, 0.5]]
    labelled(tmp_path, "x", [man(70, 0, 110, 50)])  # a quarter of him is on the right
    prepare(
        recipe({**OURS, "tiles": True}, tile_columns=2, tile_rows=1, tile_share=[0.5, 1.0]),
        tmp_path / "again",
        data=tmp_path,
    )
    assert rows(tmp_path / "again", "a_x_t1") == []


def test_ignored_places_become_noise_but_nobody_labelled_does(tmp_path: Path) -> None:
    labelled(tmp_path, "x", [man(20, 20, 40, 60)], ignore=[[10, 10, 120, 70]])
    prepare(recipe(OURS, long_side_px=200), tmp_path / "out", data=tmp_path)
    grey = cv2.imread(str(tmp_path / "out" / "images" / "a_x.jpg"))[..., 1].astype(int)
    assert abs(grey[30:50, 24:36] - 200).max() < 12, "the man is as he was"
    assert grey[20:60, 60:110].std() > 12 and abs(grey[20:60, 60:110].mean() - 114) < 8
    assert abs(grey[80:, :] - 200).max() < 12


def test_whom_the_teacher_sees_and_nobody_labelled_is_painted_over(tmp_path: Path) -> None:
    labelled(tmp_path, "x", [man(20, 20, 40, 60)])
    seen = np.array([[21, 21, 39, 59], [120, 20, 150, 80.0]])
    plan = recipe({**OURS, "missing": "ignore"}, long_side_px=200)
    prepare(plan, tmp_path / "out", data=tmp_path, teach=lambda rgb: seen)
    grey = cv2.imread(str(tmp_path / "out" / "images" / "a_x.jpg"))[..., 1].astype(int)
    assert grey[25:75, 125:145].std() > 12 and abs(grey[30:50, 24:36] - 200).max() < 12
    with pytest.raises(WeightsUnusable, match="needs a teacher"):
        prepare(plan, tmp_path / "none", data=tmp_path)


def test_a_game_held_out_is_refused_and_a_test_split_never_read(tmp_path: Path) -> None:
    labelled(tmp_path, "x", [man(20, 20, 40, 60)])
    labelled(tmp_path, "game-7", [man(20, 20, 40, 60)])
    with pytest.raises(WeightsUnusable, match=r"game-7\.png belongs to game-7, which is held out"):
        prepare(recipe(OURS, held_out=["game-7"]), tmp_path / "out", data=tmp_path)
    left = recipe({**OURS, "leave_out": ["game-7"]}, held_out=["game-7"])
    assert prepare(left, tmp_path / "left", data=tmp_path).pictures == {"train": 1}
    labelled(tmp_path, "game-7", [man(20, 20, 40, 60)], split="test")
    assert prepare(recipe(OURS), tmp_path / "split", data=tmp_path).pictures == {"train": 1}


def test_one_game_chooses_and_a_picture_of_two_sets_counts_once(tmp_path: Path) -> None:
    for name in ("x", "y"):
        labelled(tmp_path, name, [man(20, 20, 40, 60)])
    again = {**OURS, "repeat": 3, "choose": ["a_y"]}
    made = prepare(recipe(again, OURS), tmp_path / "out", data=tmp_path)
    assert made.pictures == {"train": 1, "choose": 1}
    listed = (tmp_path / "out" / "train.txt").read_text().split()
    assert [Path(p).name for p in listed] == ["a_x.jpg"] * 3
    assert (tmp_path / "out" / "choose.txt").read_text().split()[0].endswith("images/a_y.jpg")


def test_a_stopped_run_goes_on_and_another_recipe_is_refused(tmp_path: Path) -> None:
    for name in ("x", "y"):
        labelled(tmp_path, name, [man(20, 20, 40, 60)])
    asked: list[str] = []

    def teach(rgb: Array) -> Array:
        asked.append("once")
        if len(asked) == 2:
            raise KeyboardInterrupt
        return np.zeros((0, 4))

    plan = recipe({**OURS, "missing": "ignore"})
    with pytest.raises(KeyboardInterrupt):
        prepare(plan, tmp_path / "out", data=tmp_path, teach=teach)
    whole = prepare(plan, tmp_path / "out", data=tmp_path, teach=teach)
    assert whole.pictures == {"train": 2} and len(asked) == 3, "x is not made again"
    with pytest.raises(WeightsUnusable, match="another recipe"):
        prepare(recipe(OURS), tmp_path / "out", data=tmp_path)


def test_rendered_people_who_hardly_show_are_neither_men_nor_ice(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    clip = Made("c.mp4", times=range(4)).write(tmp_path / "set")
    people = [
        {"role": "goalkeeper", "box_px": [8, 8, 24, 40], "visible_share": 0.9},
        {"role": "skater", "box_px": [30, 8, 44, 40], "visible_share": 0.05},
        {"role": "staff", "box_px": [50, 8, 56, 14], "visible_share": 1.0},
    ]
    frames = [{"i": 0, "people": people}, {"i": 1, "people": None}, {"i": 2, "people": []}]
    told = {"clip": clip.name, "frames": frames}
    (tmp_path / "set" / "c.truth.json").write_text(json.dumps(told), encoding="utf-8")
    plan = recipe({"kind": "rendered", "folder": "set"})
    made = prepare(plan, tmp_path / "out", data=tmp_path, rendered=tmp_path)
    assert made.people == {"goalkeeper": 1} and made.pictures == {"train": 1}
    with pytest.raises(WeightsUnusable, match="wants rendered pictures"):
        prepare(plan, tmp_path / "none", data=tmp_path)


def test_the_teacher_boxes_of_nobody() -> None:
    seen = np.array([[0, 0, 10, 10], [20, 0, 30, 10], [0, 0, 50, 50.0]])
    people = np.array([[0, 0, 10, 20.0]])
    # the first lies in somebody, the second in nobody, the third holds somebody, and is large
    assert unlabelled(seen, people, picture_px2=1e4).tolist() == [False, True, False]
    assert unlabelled(seen, np.zeros((0, 4)), picture_px2=1e4).tolist() == [True, True, False]


def test_a_box_that_takes_in_the_stick_is_cut_to_the_man() -> None:
    loose, far = [0, 0, 20, 40.0], [50, 0, 60, 40.0]
    tight = tightened(np.array([loose, far]), np.array([[-1, 2, 9, 40], [52, 0, 70, 40.0]]))
    # the first: 342 of 380 px² inside, IoU 342 / 838; the second sticks out too far to be the same man
    assert tight.tolist() == [[0, 2, 9, 40], far]


def test_worn_pictures_are_of_the_same_size_and_the_same_each_time() -> None:
    rgb = np.random.default_rng(3).integers(0, 256, (90, 160, 3), dtype=np.uint8)
    one, two, other = (worn(rgb, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one.shape == rgb.shape and one.dtype == np.uint8
    assert (one == two).all() and (one != other).any() and (one != rgb).any()


def test_the_recipe_of_the_next_model_is_whole_and_holds_the_measured_games_out() -> None:
    plan = load_recipe(ROOT / "models" / "recipes" / "yolo11n_hockey_v1.toml")
    assert {"buf-edm", "ehw-zsc", "mtl-tor", "khl-akb-a"} <= set(plan.pictures.held_out)


def test_a_wrong_recipe_is_told_by_its_key(tmp_path: Path) -> None:
    text = (ROOT / "models" / "recipes" / "yolo11n_hockey_v1.toml").read_text(encoding="utf-8")
    (tmp_path / "r.toml").write_text(text.replace("batch = 8", "batch = 0"), encoding="utf-8")
    with pytest.raises(WeightsUnusable, match=r"r\.toml: batch: .*greater than or equal to 1"):
        load_recipe(tmp_path / "r.toml")
    with pytest.raises(WeightsUnusable, match="cannot be read"):
        load_recipe(tmp_path / "none.toml")
