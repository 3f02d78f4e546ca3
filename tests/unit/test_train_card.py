"""A model card from scores that are known: files, sets, tables, the worst picture, what a person wrote."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from review.core.arrays import Array
from review.core.detections import Detections
from review.train import score
from review.train.card import write_card
from review.train.measure import KeptSet, model_of
from review.train.prepare import Prepared
from review.train.recipe import Recipe

RECIPE = Recipe.model_validate(
    {
        "schema": "benchgate.training/1",
        "model": "m",
        "start": "begin.safetensors",
        "pictures": {
            "held_out": ["game-x"],
            "set": [{"kind": "labels", "folder": "labels/a", "worn": 2, "tiles": True}],
        },
        "stage": [{"epochs": 3, "rate": 1e-3, "input_px": 640}],
    }
)


class Blind:
    """Finds one man at the left, wherever he looks."""

    name, sha256, device = "blind", "", ""

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        for _ in pictures:
            yield Detections(np.array([[0.0, 0, 10, 40]]), np.array([0]), np.array([0.9]))

    def close(self) -> None:
        pass


def man(x: float) -> dict[str, Any]:
    told = {"role": "skater", "box_px": [x, 0, x + 10, 40], "visible_share": 1.0, "at": "ice"}
    return told | {"xyz_m": [0.0, 5.0, 0.0], "edge_m": 8.0}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(score, "KEPT_SETS", (KeptSet("game-x", "labels"),))
    (tmp_path / "labels").mkdir()
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 90, 3), np.uint8))
    people = [{"box_px": [0, 0, 10, 40], "class": "skater", "where": "ice", "occlusion": 0}]
    told = {"source": "a.png", "split": "test", "people": people, "ignore": []}
    (tmp_path / "labels" / "a.json").write_text(json.dumps(told), encoding="utf-8")
    for k, places in enumerate(((0,), (0, 30, 60))):
        picture = tmp_path / "scenes" / f"scene-9-000_{k}.jpg"
        picture.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(picture), np.zeros((60, 90, 3), np.uint8))
        told = {"picture": picture.name, "size_px": [90, 60], "people": [man(x) for x in places]}
        picture.with_suffix(".json").write_text(json.dumps(told), encoding="utf-8")
    return tmp_path


def test_a_card_says_everything_and_shows_the_worst(data: Path) -> None:
    (data / "m.safetensors").write_bytes(b"weights")
    model = model_of(data / "m.safetensors")
    prepared = Prepared(data / "dataset.yaml", {"train": 12, "choose": 3}, {"skater": 40, "official": 5})
    out = data / "cards"
    out.mkdir()
    ways = [("In words", 960, Blind())]
    made = write_card(out, model, RECIPE, prepared, ways, data=data, scenes=data / "scenes", worst=1)
    assert [p.name for p in made] == ["m.md", "m_worst_1.jpg"]
    text = made[0].read_text(encoding="utf-8")
    for wanted in (
        f"| `m.safetensors` | 7 | `{model.variants[0].files[0].sha256}` |",
        "| labels/a | labels | 2 worn, tiles |",
        "Pictures: 3 to choose, 12 to train. Boxes: 5 officials, 40 skaters.",
        "Never trained, calibrated or chosen on: game-x.",
        "- 3 epochs at 640 px, rate 0.001",
        "| game-x | 960 | 0.25 | 100.0 |",
        "| rendered | 960 | 0.25 | 50.0 |",  # two of four
        "![m_worst_1](m_worst_1.jpg)",
    ):
        assert wanted in text, wanted
    worst = cv2.imread(str(made[1]))
    red = (worst[..., 2].astype(int) - worst[..., 1]) > 120
    assert red[:, 28:72].any() and not red[:, :20].any(), "the two missed of the second scene, in red"


def test_what_a_person_wrote_stays(data: Path) -> None:
    (data / "m.safetensors").write_bytes(b"weights")
    model, out = model_of(data / "m.safetensors"), data / "cards"
    out.mkdir()
    again = lambda: write_card(  # noqa: E731
        out,
        model,
        RECIPE,
        Prepared(data, {}, {}),
        [("W", 960, Blind())],
        data=data,
        scenes=data / "scenes",
        worst=1,
    )
    text = again()[0].read_text(encoding="utf-8")
    assert "To be written" in text
    (out / "m.md").write_text(
        text.replace("*To be written by whoever has looked at the pictures.*", "Far men.")
    )
    text = again()[0].read_text(encoding="utf-8")
    assert "Far men." in text and "To be written" not in text and text.count("![m_worst_1]") == 1
