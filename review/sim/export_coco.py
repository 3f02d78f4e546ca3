"""Truth as a COCO detection document (cocodataset.org/#format-data)."""

from __future__ import annotations

from typing import Any

from review.core.detections import CLASSES
from review.sim.labels import Box, Boxes, Label, LabelledFrame, labelled_frames

ATTRIBUTES = ("team", "number", "visible_share", "on_ice", "skates_on_ice")


def coco_document(truth: dict[str, Any], *, boxes: Boxes = "visible") -> dict[str, Any]:
    """Images, annotations and categories of a truth; boxes are left, top, width, height within the picture.

    ``file_name`` is the frame's index in the clip, from 0. Somebody of whom less than a tenth shows is
    ``iscrowd`` and ``ignore``: evaluation neither asks for him nor counts him as wrong. Somebody whose box
    lies outside the picture is left out.
    """
    w, h = (int(v) for v in truth["size_px"])
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for frame in labelled_frames(truth, boxes):
        images.append(_image(frame, (w, h), str(truth["clip"])))
        for label in frame.labels:
            box = _within(label.box_px, (w, h))
            if box is not None:
                annotations.append(_annotation(len(annotations) + 1, frame, label, box))
    return {
        "info": {"description": f"{truth['scenario']}, rendered, {boxes} boxes", "version": truth["schema"]},
        "licenses": [],
        "images": images,
        "annotations": annotations,
        "categories": [
            {"id": n, "name": name, "supercategory": "person"} for n, name in enumerate(CLASSES, 1)
        ],
    }


def _image(frame: LabelledFrame, size_px: tuple[int, int], clip: str) -> dict[str, Any]:
    w, h = size_px
    return {
        "id": frame.i + 1,
        "file_name": f"{frame.i:06d}.jpg",
        "width": w,
        "height": h,
        "clip": clip,
        "frame": frame.i,
        "pts": frame.pts,
        "s": frame.at_s,
    }


def _annotation(id: int, frame: LabelledFrame, label: Label, box: Box) -> dict[str, Any]:
    left, top, right, bottom = box
    return {
        "id": id,
        "image_id": frame.i + 1,
        "category_id": CLASSES.index(label.role) + 1,
        "bbox": [round(v, 2) for v in (left, top, right - left, bottom - top)],
        "area": round((right - left) * (bottom - top), 2),
        "segmentation": [],
        "iscrowd": int(label.ignored),
        "ignore": int(label.ignored),
        "track_id": label.person,
        "attributes": {key: label.row[key] for key in ATTRIBUTES if key in label.row},
    }


def _within(box: Box, size_px: tuple[int, int]) -> Box | None:
    w, h = size_px
    left, top, right, bottom = max(0.0, box[0]), max(0.0, box[1]), min(w, box[2]), min(h, box[3])
    return (left, top, right, bottom) if left < right and top < bottom else None
