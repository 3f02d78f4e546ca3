"""Labelled pictures from where they lie: our own labels, sets in YOLO's form, rendered clips with truth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.detections import CLASSES
from review.core.errors import WeightsUnusable
from review.evaluate.detection import LabelledPeople, read_labels
from review.train.recipe import PictureSet

__all__ = ["Sample", "samples"]

HIDDEN_SHARE = 0.12  # of a rendered man's body: who shows less is neither person nor background
SMALLEST_PX = 9.0  # of a rendered man's height


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture to train on, not read yet.

    Attributes
    ----------
    name : unlike any other; made of the set and the picture
    source, frame : a still, or a clip and the ordinal in it
    people : in the pixels of the picture, after `stretch_px` where there is one
    """

    name: str
    source: Path
    frame: int | None
    people: LabelledPeople
    stretch_px: tuple[int, int] | None = None


def samples(chosen: PictureSet, data: Path, rendered: Path | None) -> Iterator[Sample]:
    """The pictures of a set, in a fixed order, but for those it leaves out.

    Raises
    ------
    WeightsUnusable
        If the set's folder is missing or empty, or a label cannot be read.
    """
    root = rendered if chosen.kind in ("rendered", "scenes") else data
    if root is None:
        raise WeightsUnusable(
            f"The recipe wants rendered pictures ({chosen.folder}).", remedy="Give their folder: --rendered."
        )
    folder = root / chosen.folder
    read = {"labels": _labels, "yolo": _yolo, "rendered": _rendered, "scenes": _scenes}[chosen.kind]
    count = 0
    for sample in read(chosen, folder, root):
        count += 1
        if not any(word in sample.name for word in chosen.leave_out):
            yield sample
    if not count:
        raise WeightsUnusable(
            f"{folder} holds no labelled pictures.", remedy="Look at --data and at the recipe's folder."
        )


def _labels(chosen: PictureSet, folder: Path, root: Path) -> Iterator[Sample]:
    for path in sorted(folder.glob("*.json")):
        told = _json(path)
        if "people" not in told or told.get("split") != "train":
            continue
        people = read_labels(path)
        name = f"{folder.name}_{path.stem}"
        scaled = people
        if chosen.stretch_px is not None:
            ratio = np.array(chosen.stretch_px, float) / np.array(told["size_px"], float)
            scaled = _scaled(people, np.tile(ratio, 2))
        yield Sample(name, root / people.source, people.frame, scaled, chosen.stretch_px)


def _yolo(chosen: PictureSet, folder: Path, _root: Path) -> Iterator[Sample]:
    from review.adapters.read_picture import read_picture

    for path in sorted((folder / "images").glob("*.jpg")):
        w, h = chosen.stretch_px or read_picture(path).shape[1::-1]
        told = folder / "labels" / f"{path.stem}.txt"
        rows = [line.split()[:5] for line in told.read_text("ascii").splitlines() if line.strip()]
        table = np.array([[float(v) for v in row] for row in rows], float).reshape(-1, 5)
        table = table[table[:, 0] < len(chosen.classes)]
        middle, size = table[:, 1:3] * [w, h], table[:, 3:5] * [w, h]
        names = [CLASSES.index(chosen.classes[int(k)]) for k in table[:, 0]]
        people = _people(np.hstack([middle - size / 2, middle + size / 2]), names, np.zeros((0, 4)))
        yield Sample(f"{folder.name}_{path.stem}", path, None, people, chosen.stretch_px)


def _rendered(chosen: PictureSet, folder: Path, _root: Path) -> Iterator[Sample]:
    for path in sorted(folder.rglob("*.truth.json")):
        told = _json(path)
        clip = path.with_name(told["clip"])
        shown = [f for f in told["frames"] if f["people"]]
        for frame in shown[:: chosen.every]:
            name = f"rendered_{path.name.removesuffix('.truth.json')}_{frame['i']:05d}"
            yield Sample(name, clip, int(frame["i"]), _of_truth(frame["people"]))


def _scenes(chosen: PictureSet, folder: Path, _root: Path) -> Iterator[Sample]:
    for path in sorted(folder.glob("scene-*.json"))[:: chosen.every]:
        told = _json(path)
        yield Sample(path.stem, folder / told["picture"], None, _of_truth(told["people"]))


def _of_truth(people: list[dict[str, Any]]) -> LabelledPeople:
    boxes = np.array([p["box_px"] for p in people], float).reshape(-1, 4)
    share = np.array([p["visible_share"] for p in people])
    clear = (share >= HIDDEN_SHARE) & (boxes[:, 3] - boxes[:, 1] >= SMALLEST_PX)
    names = [CLASSES.index(p["role"]) for p, seen in zip(people, clear, strict=True) if seen]
    return _people(boxes[clear], names, boxes[~clear])


def _people(boxes: Array, class_id: list[int], ignore_px: Array) -> LabelledPeople:
    n = len(class_id)
    return LabelledPeople(boxes, np.array(class_id, int), np.ones(n, bool), np.zeros(n, int), ignore_px)


def _scaled(people: LabelledPeople, ratio: Array) -> LabelledPeople:
    return replace(people, xyxy_px=people.xyxy_px * ratio, ignore_px=people.ignore_px * ratio)


def _json(path: Path) -> dict[str, Any]:
    try:
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise WeightsUnusable(
            f"{path} cannot be read: {error}.", remedy="Leave it out or mend it."
        ) from error
    return told
