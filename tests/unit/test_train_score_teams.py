"""Teams and officials on pictures of single men, painted so that each is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from review.core.arrays import Array
from review.core.detections import OFFICIAL, Detections
from review.core.errors import SettingsWrong
from review.train.score_teams import score_lines

SWEATERS = {"home": (216, 160, 32), "away": (240, 240, 240), "referee": (30, 30, 30)}


class Eyes:
    """Finds the one man in grey surroundings; black sweaters are officials."""

    name, sha256, device = "eyes", "", "here"

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        for rgb in pictures:
            rows, columns = np.nonzero((rgb != 114).any(axis=-1))
            box = np.array([[columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]], float)
            black = rgb[int(box[0, [1, 3]].mean()), int(box[0, [0, 2]].mean())].max() < 60
            yield Detections(box, np.array([OFFICIAL if black else 0]), np.array([0.9]))

    def close(self) -> None:
        """Nothing to let go."""


def painted(folder: Path, kind: str, sweater: tuple[int, int, int], count: int) -> None:
    rng = np.random.default_rng(5)
    (folder / kind).mkdir(exist_ok=True)
    for k in range(count):
        rgb = np.full((120, 50, 3), 225, np.uint8)
        rgb[10:70, 10:40] = np.clip(np.array(sweater) + rng.integers(-8, 9, 3), 0, 255)
        rgb[70:112, 14:36] = (40, 40, 60)
        cv2.imwrite(str(folder / kind / f"{kind}_{k}.png"), rgb[..., ::-1])


def test_every_man_is_counted_as_what_he_was_taken_for(tmp_path: Path) -> None:
    for kind, sweater in SWEATERS.items():
        painted(tmp_path, kind, sweater, 9)
    painted(tmp_path, "home", SWEATERS["home"], 8)
    cv2.imwrite(str(tmp_path / "home" / "z.png"), cv2.imread(str(tmp_path / "away" / "away_0.png")))
    rows = list(score_lines(tmp_path, Eyes()))[2:]
    assert rows == [
        "| home | 10 | 0 | 9 | 1 | 0 |",
        "| away | 9 | 0 | 0 | 9 | 0 |",
        "| referee | 9 | 9 | 0 | 0 | 0 |",
    ]
    named = list(score_lines(tmp_path, Eyes(), ["#d8a020", "#f0f0f0"]))[2:]
    assert named == rows
    swapped = list(score_lines(tmp_path, Eyes(), ["#f0f0f0", "#d8a020"]))[2:]
    assert swapped[0] == "| home | 10 | 0 | 1 | 9 | 0 |"


def test_a_folder_that_lacks_a_kind_is_refused(tmp_path: Path) -> None:
    painted(tmp_path, "home", SWEATERS["home"], 3)
    with pytest.raises(SettingsWrong, match="away holds no pictures"):
        list(score_lines(tmp_path, Eyes()))
