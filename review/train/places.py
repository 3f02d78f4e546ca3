"""How many of the rendered people a detector finds, by where they are and how large."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.detections import CLASSES, Detections
from review.core.errors import WeightsUnusable
from review.evaluate.detection import LabelledPeople, match

__all__ = ["PLACES", "Scene", "places_table", "read_scenes"]

WIDTH_PX = 1280.0  # heights are told as in a picture of this width
HALF_HIDDEN, MOSTLY_HIDDEN = 0.75, 0.35
ASTRIDE_M = 0.45  # of the boards
FAR_PX, MIDDLE_PX = 30.0, 60.0
PLACES = (
    "on the ice, under 30 px", "on the ice, 30 to 60 px", "on the ice, over 60 px", "astride the boards",
    "at a far bench or box", "at a near bench or box",
)  # fmt: skip


class Scene:
    """A picture of `train scenes` with everybody in it: as labels, and the place of each by `PLACES`."""

    def __init__(self, path: Path) -> None:
        told = json.loads(path.read_text(encoding="utf-8"))
        self.picture = path.with_name(told["picture"])
        rows: list[dict[str, Any]] = told["people"]
        share = np.array([p["visible_share"] for p in rows], float)
        boxes = np.array([p["box_px"] for p in rows], float).reshape(-1, 4)
        kinds = np.array([CLASSES.index(p["role"]) for p in rows], int)
        on_ice = np.array([p["at"] == "ice" for p in rows], bool)
        hidden = (share < HALF_HIDDEN).astype(int) + (share < MOSTLY_HIDDEN)
        self.people = LabelledPeople(boxes, kinds, on_ice, hidden, np.zeros((0, 4)))
        ratio = WIDTH_PX / told["size_px"][0]
        heights_px = (boxes[:, 3] - boxes[:, 1]) * ratio
        self.places = [_place(p, h) for p, h in zip(rows, heights_px.tolist(), strict=True)]


def read_scenes(folder: Path) -> list[Scene]:
    """The scenes of a folder in order.

    Raises
    ------
    WeightsUnusable
        If there are none, or one cannot be read.
    """
    try:
        scenes = [Scene(path) for path in sorted(folder.glob("scene-*.json"))]
    except (OSError, ValueError, KeyError) as error:
        raise WeightsUnusable(
            f"{folder}: a scene cannot be read: {error}.", remedy="Draw it anew."
        ) from error
    if not scenes:
        raise WeightsUnusable(f"{folder} holds no scenes.", remedy="Run `benchgate train scenes`.")
    return scenes


def places_table(found: Sequence[Detections], scenes: Sequence[Scene], *, conf_min: float) -> Iterator[str]:
    """Lines of a Markdown table: by place, how many there are, and the share found at IoU 0.5.

    Mostly hidden men do not count.
    """
    there, seen = Counter[str](), Counter[str]()
    for one, scene in zip(found, scenes, strict=True):
        sure = one.conf >= conf_min
        hit = _hit(one.xyxy_px[sure], one.conf[sure], scene.people)
        for place, got, hidden in zip(scene.places, hit, scene.people.occlusion, strict=True):
            if place is not None and hidden < 2:
                there[place] += 1
                seen[place] += int(got)
    yield "| where | people | found % |\n|---|---|---|"
    for place in PLACES:
        if there[place]:
            yield f"| {place} | {there[place]} | {100 * seen[place] / there[place]:.1f} |"


def _hit(boxes: Array, conf: Array, people: LabelledPeople) -> Array:
    taken = match(boxes, conf, people.xyxy_px)
    hit = np.zeros(len(people.xyxy_px), bool)
    hit[taken[taken >= 0]] = True
    return hit


def _place(person: dict[str, Any], height_px: float) -> str | None:
    if abs(person["edge_m"]) <= ASTRIDE_M and person["role"] in ("skater", "goalkeeper"):
        return PLACES[3]
    if person["at"] == "ice":
        return PLACES[0 if height_px < FAR_PX else 1 if height_px < MIDDLE_PX else 2]
    if person["at"] in ("bench", "box"):
        return PLACES[4 if person["xyz_m"][1] > 0 else 5]
    return None
