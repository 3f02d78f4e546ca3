"""The fixed pictures an int8 export is calibrated on."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from review.adapters.letterbox import Letterbox, input_size_for
from review.core.arrays import Array
from review.core.errors import WeightsUnusable

__all__ = ["calibration_inputs", "calibration_pictures", "prepared_inputs", "read_recipe"]


def read_recipe(path: Path) -> dict[str, Any]:
    """The export recipe of a model.

    Raises
    ------
    WeightsUnusable
        If the file is missing or no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise WeightsUnusable(
            f"Recipe {path} cannot be read: {error}.", remedy="Give the model's recipe TOML."
        ) from error


def calibration_pictures(recipe: dict[str, Any], data: Path) -> Iterator[Array]:
    """Every picture of the recipe's list, in its order: (h, w, 3) uint8 RGB, whole, then its tiles.

    Raises
    ------
    WeightsUnusable
        If a picture of the list is missing under `data`.
    """
    import cv2

    plan = recipe["calibration"]
    for group in plan["set"]:
        for name in group["files"]:
            path = data / group["folder"] / name
            bgr = cv2.imread(str(path))
            if bgr is None:
                raise WeightsUnusable(
                    f"Calibration picture {path} is missing or unreadable.",
                    remedy="Point --data at the folder that holds every picture of the recipe.",
                )
            rgb = cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB)
            if "stretch_px" in group:
                rgb = cv2.resize(rgb, tuple(group["stretch_px"]), interpolation=cv2.INTER_CUBIC)
            yield rgb
            if group["tiles"]:
                yield from _tiles(rgb, plan)


def calibration_inputs(recipe: dict[str, Any], data: Path) -> Iterator[Array]:
    """The same pictures as the network takes them: (1, 3, H, W) float32 in 0..1, letterboxed."""
    for picture in calibration_pictures(recipe, data):
        yield _as_input(picture, recipe["calibration"]["long_side_px"])


def prepared_inputs(out: Path, count: int, long_side_px: int) -> Iterator[Array]:
    """The same of `count` of the pictures that `train prepare` listed, spread evenly over the list.

    Raises
    ------
    WeightsUnusable
        If nothing was prepared in `out`, or a picture has gone.
    """
    from review.adapters.read_picture import read_picture

    try:
        told = (out / "train.txt").read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise WeightsUnusable(
            f"{out} holds no prepared pictures.", remedy="Run `benchgate train prepare` first."
        ) from error
    paths = list(dict.fromkeys(line for line in told if line))
    for k in np.unique(np.linspace(0, len(paths) - 1, min(count, len(paths))).round().astype(int)):
        yield _as_input(read_picture(Path(paths[k])), long_side_px)


def _as_input(picture: Array, long_side_px: int) -> Array:
    size = (picture.shape[1], picture.shape[0])
    target = input_size_for(size, long_side_px)
    canvas = np.empty((target[1], target[0], 3), np.uint8)
    Letterbox(size, target).place(picture, canvas)
    return np.ascontiguousarray(canvas.transpose(2, 0, 1)[None], dtype=np.float32) / np.float32(255)


def _tiles(rgb: Array, plan: dict[str, Any]) -> Iterator[Array]:
    """Overlapping parts, row by row: each `tile_share` of the picture, spread from edge to edge."""
    height, width = rgb.shape[:2]
    tile_width, tile_height = round(width * plan["tile_share"][0]), round(height * plan["tile_share"][1])
    for y in np.linspace(0, height - tile_height, plan["tile_rows"]).astype(int):
        for x in np.linspace(0, width - tile_width, plan["tile_columns"]).astype(int):
            yield rgb[y : y + tile_height, x : x + tile_width]
