"""Rendered people by place and size: shares counted by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.core.detections import Detections
from review.core.errors import WeightsUnusable
from review.train.places import places_table, read_scenes


def man(x: float, height: float, **more: Any) -> dict[str, Any]:
    told = {"role": "skater", "box_px": [x, 0, x + 10, height], "visible_share": 1.0, "at": "ice"}
    return told | {"xyz_m": [0.0, 5.0, 0.0], "edge_m": 8.0} | more


def scene(folder: Path, *people: dict[str, Any]) -> None:
    told = {"picture": "scene-1-000_0.jpg", "size_px": [640, 360], "people": list(people)}
    (folder / "scene-1-000_0.json").write_text(json.dumps(told), encoding="utf-8")


def test_people_are_counted_by_place_and_by_height_as_at_1280(tmp_path: Path) -> None:
    scene(
        tmp_path,
        man(0, 14),  # 28 px at 1280
        man(20, 16),  # 32 px
        man(40, 31),  # 62 px
        man(60, 31, visible_share=0.3),  # mostly hidden: does not count
        man(80, 20, edge_m=-0.4),  # astride
        man(100, 12, at="bench", edge_m=-1.2),
        man(120, 12, at="bench", edge_m=-1.2, xyz_m=[0.0, -14.0, 0.0]),
        man(140, 31, role="official", edge_m=0.3),  # officials stand at the boards: on the ice
        man(160, 31, at="out", edge_m=-3.0),  # nowhere that is asked about
    )
    scenes = read_scenes(tmp_path)
    boxes = [m["box_px"] for m in json.loads((tmp_path / "scene-1-000_0.json").read_text())["people"]]
    found = Detections(
        np.array([boxes[k] for k in (0, 2, 5, 6)], float), np.zeros(4), np.array([0.9, 0.9, 0.9, 0.2])
    )
    assert list(places_table([found], scenes, conf_min=0.25)) == [
        "| where | people | found % |\n|---|---|---|",
        "| on the ice, under 30 px | 1 | 100.0 |",
        "| on the ice, 30 to 60 px | 1 | 0.0 |",
        "| on the ice, over 60 px | 2 | 50.0 |",
        "| astride the boards | 1 | 0.0 |",
        "| at a far bench or box | 1 | 100.0 |",
        "| at a near bench or box | 1 | 0.0 |",
    ]
    assert scenes[0].people.on_ice.tolist() == [True] * 5 + [False] * 2 + [True, False]
    assert scenes[0].people.occlusion.tolist() == [0, 0, 0, 2, 0, 0, 0, 0, 0]


def test_a_folder_without_scenes_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsUnusable, match="holds no scenes"):
        read_scenes(tmp_path)
    (tmp_path / "scene-1-000_0.json").write_text("{", encoding="utf-8")
    with pytest.raises(WeightsUnusable, match="cannot be read"):
        read_scenes(tmp_path)
