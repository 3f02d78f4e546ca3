"""Made-up scenes drawn into labelled pictures for training; a run that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.errors import WeightsUnusable
from review.sim.scenario import Scenario
from review.sim.tables.table import ScenarioUnreadable
from review.train.looks import made_up_scene
from review.train.recipe import Scenes

__all__ = ["Shoot", "draw_scenes"]

QUIET_S = 1.5  # before it a game has not got going
JPEG_QUALITY = 96
KEPT = ("role", "box_px", "visible_share", "at", "xyz_m")  # of what truth says of a man

Shoot = Callable[[Scenario, list[float]], Iterator[tuple[Array, list[dict[str, Any]]]]]


def draw_scenes(
    plan: Scenes,
    out: Path,
    *,
    bases: Path,
    shoot: Shoot,
    progress: Callable[[int, str], None] = lambda count, name: None,
) -> int:
    """Write the recipe's scenes to `out/NAME_k.jpg` and `.json`; returns how many pictures there are.

    A scene whose script does not come off is left out; its number is not used again.

    Parameters
    ----------
    bases : folder of the scenarios that scenes stand on
    shoot : draws a scenario at seconds of tape, each picture with its people

    Raises
    ------
    WeightsUnusable
        If the folder of scenarios is missing.
    """
    if not bases.is_dir():
        raise WeightsUnusable(f"{bases} is no folder of scenarios.", remedy="Give --bases.")
    out.mkdir(parents=True, exist_ok=True)
    for number in range(plan.count):
        done = out / f"scene-{plan.seed}-{number:03d}.done"
        if not done.is_file():
            done.write_text(_scene(plan, number, out, bases, shoot), "utf-8")
        progress(number + 1, done.read_text("utf-8"))
    return len(list(out.glob(f"scene-{plan.seed}-*.json")))


def _scene(plan: Scenes, number: int, out: Path, bases: Path, shoot: Shoot) -> str:
    """Draw one scene; returns what came of it, in words."""
    try:
        scenario = made_up_scene(bases, plan.seed, number)
        rng = np.random.default_rng([plan.seed, number, 1])
        step_s = (scenario.duration_s - QUIET_S) / plan.pictures
        times_s = [QUIET_S + step_s * (k + float(rng.uniform(0, 0.9))) for k in range(plan.pictures)]
        for k, (rgb, people) in enumerate(shoot(scenario, times_s)):
            _write(out / f"scene-{plan.seed}-{number:03d}_{k}", rgb, people, scenario)
    except ScenarioUnreadable as error:
        return f"left out: {error.cause}"
    return f"{plan.pictures} pictures"


def _write(stem: Path, rgb: Array, people: list[dict[str, Any]], scenario: Scenario) -> None:
    import cv2

    picture = stem.with_suffix(".jpg")
    cv2.imwrite(str(picture), np.ascontiguousarray(rgb[..., ::-1]), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    shown = [{key: p[key] for key in KEPT} | {"edge_m": _edge_m(p, scenario)} for p in people]
    told = {"picture": picture.name, "size_px": [*rgb.shape[1::-1]], "people": shown}
    stem.with_suffix(".json").write_text(json.dumps(told) + "\n", encoding="utf-8")


def _edge_m(person: dict[str, Any], scenario: Scenario) -> float:
    """How far inside the boards he is; negative behind them."""
    return round(float(scenario.rink.inside_m([person["xyz_m"][:2]])[0]), 2)
