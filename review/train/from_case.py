"""Frames of an analysed tape with what was seen in them, for a person to correct and to train on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from review.core.arrays import Array
from review.core.case import Judgement
from review.core.detections import CLASSES
from review.core.errors import CaseUnusable
from review.ports.reader import Reader
from review.ports.store import Store

__all__ = ["frames_to_correct"]

JPEG_QUALITY = 95


def frames_to_correct(
    judgement: Judgement, store: Store, reader: Reader, out: Path, *, every_s: float
) -> Iterator[Path]:
    """Write pictures and labels in YOLO's form; yields each picture.

    Taken are a frame every `every_s` seconds and the beginning and end of every finding's span, each the
    nearest frame that the detector looked at. `classes.txt` names the classes in their order. Labels that
    are there already are left as they are: somebody may have corrected them.

    Raises
    ------
    CaseUnusable
        If the tape is another one now.
    """
    for folder in ("images", "labels"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    (out / "classes.txt").write_text("".join(f"{name}\n" for name in CLASSES), "ascii")
    if reader.tape.sha256 != judgement.tape.sha256:
        raise CaseUnusable(
            f"{judgement.tape.path}: the tape changed since its case was made.",
            remedy="Put the original tape back, or analyse this one anew.",
        )
    stem = Path(judgement.tape.path).stem
    looked = np.unique(store.tracks(0, len(reader.index) - 1).ordinal)
    for ordinal in _chosen(judgement, reader, looked, every_s):
        rows = store.tracks(ordinal, ordinal)
        picture = out / "images" / f"{stem}_{ordinal:06d}.jpg"
        labels = out / "labels" / f"{picture.stem}.txt"
        rgb = reader.frame(ordinal).rgb
        _write(picture, rgb)
        if not labels.exists():
            labels.write_text(_yolo(rows.xyxy_px, rows.class_id, rgb.shape[1], rgb.shape[0]), "ascii")
        yield picture


def _chosen(judgement: Judgement, reader: Reader, looked: Array, every_s: float) -> list[int]:
    if not len(looked):
        return []
    scale, pts = reader.tape.scale, reader.index.pts
    seconds = np.array([scale.seconds(scale.at(int(pts[o]))) for o in looked])
    wanted = list(np.arange(seconds[0], seconds[-1] + 1e-9, every_s))
    for finding in judgement.findings:
        if finding.verdict != "does not":
            wanted += [scale.seconds(finding.start), scale.seconds(finding.end)]
    near = {int(looked[np.abs(seconds - at_s).argmin()]) for at_s in wanted}
    return sorted(near)


def _yolo(boxes: Array, class_id: Array, width: int, height: int) -> str:
    size = np.array([width, height, width, height], float)
    inside = np.clip(np.asarray(boxes, float), 0, size) / size
    lines = []
    for (x0, y0, x1, y1), kind in zip(inside, class_id, strict=True):
        if x1 > x0 and y1 > y0:
            middle = f"{(x0 + x1) / 2:.6f} {(y0 + y1) / 2:.6f}"
            lines.append(f"{kind} {middle} {x1 - x0:.6f} {y1 - y0:.6f}\n")
    return "".join(lines)


def _write(path: Path, rgb: Array) -> None:
    import cv2

    from review.core.errors import WeightsUnusable

    quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    if not cv2.imwrite(str(path), np.ascontiguousarray(rgb[..., ::-1]), quality):
        raise WeightsUnusable(f"{path} cannot be written.", remedy="Look at the folder and the space left.")
