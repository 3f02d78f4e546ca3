"""A model card: what a detector was trained on, every score, and pictures of where it fails worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from review.adapters.read_picture import read_picture
from review.adapters.weights import Model
from review.core.arrays import Array
from review.core.detections import Detections
from review.evaluate.detection import match
from review.ports.detector import Detector
from review.train.measure import measured_scenes
from review.train.places import Scene, read_scenes
from review.train.prepare import Prepared
from review.train.recipe import Recipe
from review.train.score import score_lines

__all__ = ["write_card"]

CONF = 0.25
MISSED, STRAY, FOUND = (255, 40, 40), (255, 220, 0), (60, 200, 60)
JPEG_QUALITY = 80
WEAK = "## Where it fails"
TO_WRITE = "*To be written by whoever has looked at the pictures.*"


def write_card(
    out: Path,
    model: Model,
    recipe: Recipe,
    prepared: Prepared,
    detectors: Sequence[tuple[str, int, Detector]],
    *,
    data: Path,
    scenes: Path,
    worst: int = 4,
    confs: Sequence[float] = (0.1, 0.25),
) -> list[Path]:
    """Write `out/<model>.md` and the worst rendered scenes as JPEG beside it; returns what was written.

    Parameters
    ----------
    detectors : precision in words, long side of the input in px, and the detector, from confidence 0.01 on
    data : folder of the labelled real pictures
    scenes : rendered scenes of a seed that was not trained on

    Raises
    ------
    WeightsUnusable
        If pictures are missing.
    """
    drawn = read_scenes(scenes)
    made = list(_worst_pictures(out, model.name, detectors[0][2], drawn, worst))
    parts = [
        f"# {model.name}", "", *_head(model, recipe), "## Trained on", "", *_trained_on(recipe, prepared),
        "## Measured", "", "Definitions: `review/evaluate/detection.py`; match at IoU 0.5, per cent.", "",
    ]  # fmt: skip
    for words, size_px, detector in detectors:
        lines = score_lines(detector, data, scenes, size_px=size_px, confs=confs)
        parts += [f"{words}, {size_px} px:", "", *lines, ""]
    card = out / f"{model.name}.md"
    parts += [WEAK, "", _written(card), "", *(f"![{path.stem}]({path.name})" for path in made)]
    card.write_text("\n".join(parts).rstrip() + "\n", encoding="utf-8")
    return [card, *made]


def _written(card: Path) -> str:
    """What a person wrote of its faults in an earlier card of this name."""
    if not card.is_file():
        return TO_WRITE
    _, found, below = card.read_text(encoding="utf-8").partition(WEAK)
    kept = [line for line in below.splitlines() if not line.startswith("![")]
    return "\n".join(kept).strip() if found and "".join(kept).strip() else TO_WRITE


def _head(model: Model, recipe: Recipe) -> Iterator[str]:
    yield f"People in ice-hockey pictures: {', '.join(model.classes)}."
    network = recipe.architecture.removesuffix(".yaml")
    yield f"{network}, begun from `{recipe.start}`, seed {recipe.seed}. AGPL-3.0-or-later."
    yield ""
    yield "| file | bytes | sha256 |\n|---|---|---|"
    for variant in model.variants:
        for file in variant.files:
            yield f"| `{file.path.name}` | {file.size} | `{file.sha256}` |"
    yield ""


def _trained_on(recipe: Recipe, prepared: Prepared) -> Iterator[str]:
    yield "| set | kind | copies |\n|---|---|---|"
    for one in recipe.pictures.set:
        copies = [f"{n} {what}" for n, what in ((one.worn, "worn"), (one.pasted, "pasted")) if n]
        copies += ["tiles"] if one.tiles else []
        yield f"| {one.folder} | {one.kind} | {', '.join(copies) or '–'} |"
    counts = [f"{n} {kind}s" for kind, n in sorted(prepared.people.items())]
    pictures = ", ".join(f"{n} to {use}" for use, n in sorted(prepared.pictures.items()))
    yield f"\nPictures: {pictures}. Boxes: {', '.join(counts)}."
    yield f"Never trained, calibrated or chosen on: {', '.join(recipe.pictures.held_out)}.\n"
    for stage in recipe.stage:
        yield f"- {stage.epochs} epochs at {stage.input_px or recipe.input_px} px, rate {stage.rate:g}"
    yield ""


def _worst_pictures(
    out: Path, name: str, detector: Detector, scenes: Sequence[Scene], count: int
) -> Iterator[Path]:
    """The scenes with most men missed and boxes on nobody, drawn."""
    _, found = measured_scenes(detector, scenes, confs=(CONF,))
    faults = [_faults(one, scene) for one, scene in zip(found, scenes, strict=True)]
    order = sorted(range(len(scenes)), key=lambda k: (-len(faults[k][0]) - len(faults[k][1]), k))
    for place, k in enumerate(order[:count], start=1):
        path = out / f"{name}_worst_{place}.jpg"
        _draw(path, read_picture(scenes[k].picture), *faults[k])
        yield path


def _faults(found: Detections, scene: Scene) -> tuple[Array, Array, Array]:
    """Boxes of men missed, of strays, and of those found, among who is not mostly hidden."""
    sure = found.conf >= CONF
    boxes = found.xyxy_px[sure]
    taken = match(boxes, found.conf[sure], scene.people.xyxy_px)
    clear = scene.people.occlusion < 2
    clear[taken[taken >= 0]] = False
    return scene.people.xyxy_px[clear], boxes[taken < 0], boxes[taken >= 0]


def _draw(path: Path, rgb: Array, missed: Array, strays: Array, found: Array) -> None:
    import cv2

    picture = np.ascontiguousarray(rgb[..., ::-1])
    for boxes, colour in ((found, FOUND), (strays, STRAY), (missed, MISSED)):
        for x0, y0, x1, y1 in np.rint(boxes).astype(int).tolist():
            cv2.rectangle(picture, (x0, y0), (x1, y1), colour[::-1], 1)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
