"""A detector on every labelled picture that was kept for measuring: the rows of a model card."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from review.adapters.weights import Model, ModelFile, Variant
from review.core.arrays import Array
from review.core.detections import CLASSES, OFFICIAL, Detections
from review.core.errors import WeightsUnusable
from review.evaluate.detection import DetectionScores, LabelledPeople, match, score_detections
from review.evaluate.real import labelled_pictures, widened
from review.ports.detector import Detector
from review.train.export import classes_in
from review.train.places import Scene

__all__ = ["HEADER", "KEPT_SETS", "KeptSet", "measured", "measured_scenes", "model_of", "row"]

LEAST_CONF = 0.01
OFF_ICE = CLASSES.index("staff")  # AP is over people on the ice
COCO_CLASSES, PEOPLE_OF_COCO = 80, ("skater",)  # person is the first of them
ALIKE_EVERY = 6  # frames of a clip labelled throughout: neighbours show the same


@dataclass(frozen=True, slots=True)
class KeptSet:
    """Pictures of one game that no detector was trained on.

    `officials` is False where nobody labelled them: boxes called official that are nobody else then count
    neither way. `widen_ratio` makes squashed pictures as wide as they were.
    """

    name: str
    labels: str = ""
    boxes: str = ""
    clip: str = ""
    officials: bool = True
    widen_ratio: float = 1.0


KEPT_SETS = (
    KeptSet("buf-edm", "labels/buf-edm"),
    KeptSet("ehw-zsc", "labels/ehw-zsc"),
    KeptSet("khl-akb-a", "labels/khl-akb-a"),
    KeptSet("van-njd", "labels/van-njd", widen_ratio=4 / 3),
    KeptSet(
        "mtl-tor", boxes="clips/mtl-tor_720p9.boxes.csv", clip="clips/mtl-tor_720p9.mp4", officials=False
    ),
)
HEADER = (
    "| set | size | conf | play R | off R | off cls | GK R | GK cls | bench R | stray | near | AP50 "
    "| AP sk / gk / of |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def model_of(weights: Path, architecture: str = "yolo11n.yaml") -> Model:
    """A model that is registered nowhere, from its safetensors alone, to be measured in torch.

    COCO's eighty classes know people alone, who then all count as skaters.

    Raises
    ------
    WeightsUnusable
        If the file cannot be read.
    """
    try:
        data = weights.read_bytes()
    except OSError as error:
        raise WeightsUnusable(
            f"{weights} cannot be read: {error}.", remedy="Give a safetensors file."
        ) from error
    file = ModelFile(weights, hashlib.sha256(data).hexdigest(), len(data))
    variant = Variant(weights.stem, "safetensors", "f16", (file,))
    classes = PEOPLE_OF_COCO if classes_in(data) == COCO_CLASSES else CLASSES
    return Model(weights.stem, "", architecture, classes, weights, weights, (variant,))


def measured(
    detector: Detector, test: KeptSet, data: Path, *, confs: Sequence[float]
) -> list[tuple[float, DetectionScores]]:
    """Scores of a test set at each confidence; the detector must report from 0.01 on.

    Raises
    ------
    WeightsUnusable
        If the set does not lie under `data`.
    """
    found: list[Detections] = []
    truth: list[LabelledPeople] = []
    for rgb, people in _pictures(test, data):
        (seen,) = detector.detect([rgb])
        found.append(seen if test.officials else _without_strange_officials(seen, people))
        truth.append(people)
    if not truth:
        raise WeightsUnusable(f"{test.name} is not under {data}.", remedy="Point --data at the data folder.")
    return [(conf, score_detections(found, truth, conf_min=conf)) for conf in confs]


def measured_scenes(
    detector: Detector, scenes: Sequence[Scene], *, confs: Sequence[float]
) -> tuple[list[tuple[float, DetectionScores]], list[Detections]]:
    """Scores over rendered scenes at each confidence, and what was found in each."""
    from review.adapters.read_picture import read_picture

    found = list(detector.detect(read_picture(scene.picture) for scene in scenes))
    truth = [scene.people for scene in scenes]
    return [(conf, score_detections(found, truth, conf_min=conf)) for conf in confs], found


def row(name: str, size_px: int, conf: float, scores: DetectionScores) -> str:
    """One line of the card's table: per cent, but for boxes a picture."""
    shares = [
        scores.play_recall, scores.official_recall, scores.official_class, scores.goalkeeper_recall,
        scores.goalkeeper_class, scores.bench_recall,
    ]  # fmt: skip
    cells = [_percent(v) for v in shares]
    cells += [f"{scores.stray_per_picture:.2f}", f"{scores.near_per_picture:.2f}", _percent(scores.ap50)]
    cells.append(" / ".join(_percent(ap) for ap in scores.class_ap50[:OFF_ICE]))
    return f"| {name} | {size_px} | {conf:g} | " + " | ".join(cells) + " |"


def _percent(share: float) -> str:
    return "–" if np.isnan(share) else f"{100 * share:.1f}"


def _pictures(test: KeptSet, data: Path) -> Iterator[tuple[Array, LabelledPeople]]:
    if test.boxes:
        yield from _boxed(test, data)
        return
    import cv2

    from review.adapters.read_picture import read_picture
    from review.adapters.read_pyav import open_tape

    readers = {}
    for people in labelled_pictures(test.labels, data):
        source = data / people.source
        if people.frame is None:
            rgb = read_picture(source)
        else:
            if source not in readers:
                readers[source] = open_tape(source)
            rgb = readers[source].frame(people.frame).rgb
        if test.widen_ratio != 1.0:
            size = (round(rgb.shape[1] * test.widen_ratio), rgb.shape[0])
            rgb = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_CUBIC), np.uint8)
            people = widened(people, test.widen_ratio)
        yield rgb, people
    for reader in readers.values():
        reader.close()


def _boxed(test: KeptSet, data: Path) -> Iterator[tuple[Array, LabelledPeople]]:
    """Every sixth frame of a clip whose boxes stand in a CSV `frame, team, class, x0, y0, x1, y1`."""
    from review.adapters.read_pyav import open_tape

    if not (data / test.boxes).is_file():
        return
    rows: dict[int, list[dict[str, str]]] = {}
    with (data / test.boxes).open(encoding="utf-8", newline="") as file:
        for one in csv.DictReader(file):
            rows.setdefault(int(one["frame"]), []).append(one)
    reader = open_tape(data / test.clip)
    for i in sorted(k for k in rows if k % ALIKE_EVERY == 0):
        boxes = np.array([[float(one[k]) for k in ("x0", "y0", "x1", "y1")] for one in rows[i]])
        kinds = np.array([CLASSES.index(one["class"]) for one in rows[i]])
        n = len(kinds)
        people = LabelledPeople(boxes, kinds, np.ones(n, bool), np.zeros(n, int), np.zeros((0, 4)))
        yield reader.frame(i).rgb, people
    reader.close()


def _without_strange_officials(seen: Detections, people: LabelledPeople) -> Detections:
    taken = match(seen.xyxy_px, seen.conf, people.xyxy_px)
    kept = (taken >= 0) | (seen.class_id != OFFICIAL)
    return Detections(seen.xyxy_px[kept], seen.class_id[kept], seen.conf[kept])
