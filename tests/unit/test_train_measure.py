"""Scoring on kept games: rows of a card by hand, boxes of unlabelled officials, squashed pictures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from review.core.arrays import Array
from review.core.detections import CLASSES, Detections
from review.core.errors import WeightsUnusable
from review.train.measure import KeptSet, measured, model_of, row
from tests.contract.made_clips import Made


class Told:
    """A detector that finds what it is told, whatever the picture."""

    name, sha256, device = "told", "", ""

    def __init__(self, *people: tuple[float, float, float, float, int, float]) -> None:
        table = np.array(people, float)
        self._found = Detections(table[:, :4], table[:, 4], table[:, 5])
        self.sizes: list[tuple[int, ...]] = []

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        for rgb in pictures:
            self.sizes.append(rgb.shape)
            yield self._found

    def close(self) -> None:
        pass


def test_officials_whom_nobody_labelled_are_no_strays(tmp_path: Path) -> None:
    Made("c.mp4", times=range(8)).write(tmp_path)
    rows = ["frame,team,class,x0,y0,x1,y1", "0,A,skater,0,0,20,40", "0,B,goalkeeper,40,0,60,40"]
    text = "\n".join([*rows, "5,A,skater,0,0,20,40", ""])
    (tmp_path / "boxes.csv").write_text(text, encoding="utf-8")
    # found: the skater, an official who is nobody, and a skater who is nobody; frame 5 is not a sixth
    told = Told((0, 0, 20, 40, 0, 0.9), (80, 0, 100, 40, 2, 0.8), (120, 0, 140, 40, 0, 0.3))
    test = KeptSet("x", boxes="boxes.csv", clip="c.mp4", officials=False)
    ((_, low), (_, high)) = measured(told, test, tmp_path, confs=[0.1, 0.5])
    assert len(told.sizes) == 1
    assert (low.play_recall, low.goalkeeper_recall, low.stray_per_picture) == (0.5, 0.0, 1.0)
    assert (high.stray_per_picture, high.ap50) == (0.0, 0.5)
    assert (
        row("x", 960, 0.5, high)
        == "| x | 960 | 0.5 | 50.0 | – | – | 0.0 | – | – | 0.00 | 0.00 | 50.0 | 100.0 / 0.0 / – |"
    )


def test_squashed_pictures_are_looked_at_as_wide_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 90, 3), np.uint8))
    people = [{"box_px": [30, 0, 45, 40], "class": "skater", "where": "ice", "occlusion": 0}]
    told = {"source": "a.png", "split": "test", "people": people, "ignore": []}
    (tmp_path / "labels" / "a.json").write_text(json.dumps(told), encoding="utf-8")
    detector = Told((40, 0, 60, 40, 0, 0.9))
    ((_, scores),) = measured(detector, KeptSet("x", "labels", widen_ratio=4 / 3), tmp_path, confs=[0.1])
    assert detector.sizes == [(60, 120, 3)] and scores.play_recall == 1.0


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(WeightsUnusable, match="x is not under"):
        measured(Told((0, 0, 1, 1, 0, 0.5)), KeptSet("x", "labels"), tmp_path, confs=[0.1])
    with pytest.raises(WeightsUnusable, match="cannot be read"):
        model_of(tmp_path / "none.safetensors")


@pytest.mark.parametrize("classes, known", [(80, ("skater",)), (4, CLASSES), (0, CLASSES)])
def test_the_file_says_how_many_classes_its_network_knows(
    tmp_path: Path, classes: int, known: tuple[str, ...]
) -> None:
    """A safetensors file is a length, a header in JSON, then the numbers."""
    row = {"dtype": "F16", "shape": [classes], "data_offsets": [0, 2 * classes]}
    header = json.dumps({"model.23.cv3.0.2.bias": row} if classes else {}).encode()
    path = tmp_path / "m.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(2 * classes))
    assert model_of(path).classes == known
