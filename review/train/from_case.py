"""Frames of an analysed tape with what was seen in them, for a person to correct and to train on."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from review.core.arrays import Array
from review.core.case import Judgement
from review.core.detections import CLASSES
from review.core.errors import CaseUnusable
from review.pipeline.said import CROSSING, in_force
from review.ports.reader import Reader
from review.ports.store import JournalEntry, Store

__all__ = ["frames_to_correct"]

JPEG_QUALITY = 95
_FIELDS = ("gate", "direction", "team", "number")


def frames_to_correct(
    judgement: Judgement, store: Store, reader: Reader, out: Path, *, every_s: float
) -> Iterator[Path]:
    """Write pictures and labels in YOLO's form; yields each picture.

    Taken are a frame every `every_s` seconds and the beginning and end of every finding's span, each the
    nearest frame that the detector looked at, and the moments of the crossings that people corrected.
    `classes.txt` names the classes in their order; `corrections.csv` holds what people said of crossings and
    still stands, with the frame it is about. Labels that are there already are left as they are: somebody may
    have corrected them.

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
    corrected = [entry for entry in in_force(store.journal()) if entry.act.get("act") == CROSSING]
    _write_corrections(out / "corrections.csv", corrected, reader, stem)
    said_s = [judgement.tape.scale.seconds(judgement.tape.scale.at(_pts(entry))) for entry in corrected]
    looked = np.unique(store.tracks(0, len(reader.index) - 1).ordinal)
    for ordinal in _chosen(judgement, reader, looked, every_s, said_s):
        rows = store.tracks(ordinal, ordinal)
        picture = out / "images" / f"{stem}_{ordinal:06d}.jpg"
        labels = out / "labels" / f"{picture.stem}.txt"
        rgb = reader.frame(ordinal).rgb
        _write(picture, rgb)
        if not labels.exists():
            labels.write_text(_yolo(rows.xyxy_px, rows.class_id, rgb.shape[1], rgb.shape[0]), "ascii")
        yield picture


def _pts(entry: JournalEntry) -> int:
    """The frame that a correction speaks of: where a person saw it, else where it was measured."""
    return int(entry.act.get("at_pts", entry.act["of"]["pts"]))


def _write_corrections(path: Path, corrected: Sequence[JournalEntry], reader: Reader, stem: str) -> None:
    """One line a correction; empty is "as measured"."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["tape", "frame", "is_one", *_FIELDS, "reason", "who", "at"])
        for entry in corrected:
            act = {**entry.act["of"], **entry.act}
            fields = [act.get(name, "") for name in _FIELDS]
            ordinal = reader.index.ordinal(_pts(entry))
            rows.writerow([stem, ordinal, act["is_one"], *fields, act["reason"], entry.who, entry.at])


def _chosen(
    judgement: Judgement, reader: Reader, looked: Array, every_s: float, said_s: Sequence[float]
) -> list[int]:
    if not len(looked):
        return []
    scale, pts = reader.tape.scale, reader.index.pts
    seconds = np.array([scale.seconds(scale.at(int(pts[o]))) for o in looked])
    wanted = [*np.arange(seconds[0], seconds[-1] + 1e-9, every_s), *said_s]
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
