"""The pictures an int8 export is calibrated on."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from review.adapters.weights import find_model, own_registry
from review.core.errors import WeightsUnusable
from review.train.calibration import calibration_inputs, calibration_pictures, read_recipe
from review.train.recipe import load_recipe

#: games and segments that are kept for measuring
TEST_ONLY = ("buf-edm", "ehw-zsc", "mtl-tor", "khl-akb-a", "04_20_06_30", "13_20_15_30")


def recipe(**group: object) -> dict[str, object]:
    plan = {"long_side_px": 64, "tile_columns": 2, "tile_rows": 2, "tile_share": [0.6, 0.5]}
    return {"calibration": {**plan, "set": [{"folder": "a", "files": ["x.png"], **group}]}}


def picture(folder: Path, width: int, height: int) -> np.ndarray:
    rgb = np.random.default_rng(0).integers(0, 256, (height, width, 3), dtype=np.uint8)
    (folder / "a").mkdir()
    cv2.imwrite(str(folder / "a" / "x.png"), rgb[:, :, ::-1])
    return rgb


def test_nothing_kept_for_measuring_is_calibrated_on() -> None:
    plan = read_recipe(own_registry() / "recipes" / "yolo11n_hockey_v0.toml")["calibration"]
    names = [f"{group['folder']}/{name}" for group in plan["set"] for name in group["files"]]
    assert len(names) == len(set(names)) > 90
    assert not [name for name in names for kept in TEST_ONLY if kept in name]


def test_nothing_kept_for_measuring_is_trained_or_calibrated_on_by_the_model_in_use() -> None:
    pictures = load_recipe(find_model().recipe).pictures
    assert set(TEST_ONLY) <= set(pictures.held_out)


def test_a_picture_then_its_tiles_row_by_row(tmp_path: Path) -> None:
    rgb = picture(tmp_path, 100, 40)
    whole, *tiles = calibration_pictures(recipe(tiles=True), tmp_path)
    assert np.array_equal(whole, rgb)
    assert [tile.shape for tile in tiles] == [(20, 60, 3)] * 4
    assert np.array_equal(tiles[1], rgb[:20, 40:])
    assert np.array_equal(tiles[2], rgb[20:, :60])


def test_a_squashed_picture_is_stretched_back(tmp_path: Path) -> None:
    picture(tmp_path, 64, 64)
    (one,) = calibration_pictures(recipe(tiles=False, stretch_px=[86, 64]), tmp_path)
    assert one.shape == (64, 86, 3)


def test_inputs_are_what_the_network_takes(tmp_path: Path) -> None:
    rgb = picture(tmp_path, 64, 36)
    (one,) = calibration_inputs(recipe(tiles=False), tmp_path)
    assert one.shape == (1, 3, 64, 64) and one.dtype == np.float32
    assert np.allclose(one[0, :, 14:50].transpose(1, 2, 0) * 255, rgb, atol=1e-3)
    assert np.allclose(one[0, :, :14] * 255, 114)


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsUnusable, match=r"x\.png is missing"):
        list(calibration_pictures(recipe(tiles=False), tmp_path))
