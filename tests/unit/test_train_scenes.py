"""Scenes made up for training: none like another, each the same again, labels as truth has them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from review.core.arrays import Array
from review.core.errors import WeightsUnusable
from review.sim.scenario import Scenario, read_scenario
from review.sim.tables.table import ScenarioUnreadable
from review.train.looks import made_up_scene, scene_table
from review.train.recipe import PictureSet, Scenes
from review.train.scenes import draw_scenes
from review.train.sources import samples

ROOT = Path(__file__).parents[2]
BASES = ROOT / "sample_clips" / "scenarios" / "base"


def test_a_scene_is_the_same_again_and_unlike_the_others() -> None:
    tables = [json.dumps(scene_table(BASES, 11, k)) for k in range(40)]
    assert tables == [json.dumps(scene_table(BASES, 11, k)) for k in range(40)]
    assert len(set(tables)) == 40
    assert not set(tables) & {json.dumps(scene_table(BASES, 12, k)) for k in range(40)}
    told = [json.loads(t) for t in tables]
    kinds = [t["acts"][0]["kind"] if t.get("acts") else "play" for t in told]
    assert {"scuffle", "play"} < set(kinds) and {"perch", "lean"} & set(kinds)
    assert len({tuple(t["size_px"]) for t in told}) == 4
    assert len({t["graphics"]["bug"] for t in told}) >= 6
    for t in told:
        assert t["teams"]["HOME"]["colours"] != t["teams"]["AWAY"]["colours"]


@pytest.mark.parametrize("number", range(8))
def test_a_scene_can_be_filmed(number: int) -> None:
    scene = made_up_scene(BASES, 11, number)
    assert scene.frames > 0 and len(scene.people) > 30


def test_pictures_are_drawn_once_and_a_script_that_fails_is_left_out(tmp_path: Path) -> None:
    asked: list[str] = []

    def shoot(scene: Scenario, times_s: list[float]) -> Iterator[tuple[Array, list[dict[str, Any]]]]:
        asked.append(scene.name)
        assert len(times_s) == 2 and 0 < times_s[0] < times_s[1] < scene.duration_s
        if scene.name.endswith("001"):
            raise ScenarioUnreadable("he is not back", "")
        for k in range(2):
            where = {"at": "bench", "xyz_m": [2.0, scene.rink.far_boards_m + 1.0, 0.0], "number": 4}
            man = {"role": "staff", "box_px": [10, 20, 30, 60 + k], "visible_share": 0.5} | where
            hidden = {"role": "skater", "box_px": [50, 20, 70, 60], "visible_share": 0.05} | where
            yield np.full((90, 160, 3), 50 * k, np.uint8), [man, hidden]

    plan = Scenes(count=3, pictures=2, seed=11)
    said: list[str] = []
    out = tmp_path / "scenes"
    for _ in range(2):
        count = draw_scenes(
            plan, out, bases=BASES, shoot=shoot, progress=lambda _n, words: said.append(words)
        )
        assert count == 4
    assert asked == ["training-11-000", "training-11-001", "training-11-002"]
    assert said[:3] == said[3:] == ["2 pictures", "left out: he is not back", "2 pictures"]

    chosen = PictureSet(kind="scenes", folder="scenes")
    found = list(samples(chosen, tmp_path / "none", tmp_path))
    assert [s.name for s in found] == [f"scene-11-{n}_{k}" for n in ("000", "002") for k in (0, 1)]
    assert found[1].people.xyxy_px.tolist() == [[10, 20, 30, 61]]
    assert found[1].people.class_id.tolist() == [3]
    assert found[1].people.ignore_px.tolist() == [[50, 20, 70, 60]]
    assert cv2.imread(str(found[1].source))[0, 0].tolist() == [50, 50, 50]
    told = json.loads((out / "scene-11-000_0.json").read_text(encoding="utf-8"))
    assert told["size_px"] == [160, 90] and told["people"][0]["edge_m"] == -1.0


def test_without_scenarios_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(WeightsUnusable, match="no folder of scenarios"):
        draw_scenes(Scenes(count=1), tmp_path, bases=tmp_path / "x", shoot=lambda *_: iter(()))


@pytest.mark.slow
def test_a_still_shows_the_people_that_the_filmed_truth_lists() -> None:
    pytest.importorskip("moderngl")
    from review.wiring.rinksim import draw_stills

    told = json.loads((ROOT / "sample_clips" / "legal-one.truth.json").read_text(encoding="utf-8"))
    frames = [told["frames"][k] for k in (0, 60)]
    scenario = read_scenario(ROOT / "sample_clips" / "scenarios" / "legal-one.toml")
    drawn = list(draw_stills(scenario, [f["game_s"] for f in frames], samples=1))
    for frame, (rgb, people) in zip(frames, drawn, strict=True):
        assert rgb.shape == (720, 1280, 3)
        assert [p["id"] for p in people] == [p["id"] for p in frame["people"]]
        for drawn_one, true_one in zip(people, frame["people"], strict=True):
            assert np.abs(np.subtract(drawn_one["box_px"], true_one["box_px"])).max() <= 1
