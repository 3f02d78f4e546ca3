"""AP at an overlap of 0.5 by faster-coco-eval (extra `eval`), COCO's measure in C++."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from typing import Any

import numpy as np

from review.core.boxes import area
from review.core.detections import Detections
from review.evaluate.detection import LabelledPeople

__all__ = ["coco_ap50", "coco_version"]

MOST_BOXES = 300


def coco_version() -> str | None:
    """Its version, None where it is not installed."""
    try:
        return metadata.version("faster-coco-eval")
    except metadata.PackageNotFoundError:
        return None


def coco_ap50(found: Sequence[Detections], truth: Sequence[LabelledPeople]) -> float | None:
    """AP50, blind to class; None where nobody is wanted.

    People who are not wanted (off the ice, mostly hidden) and rectangles without labels are COCO's crowd:
    what overlaps them counts neither way. Raises ImportError without the extra `eval`.
    """
    from faster_coco_eval import COCO, COCOeval_faster

    if not any(labels.wanted.any() for labels in truth):
        return None
    boxes = _found(found)
    if not boxes:
        return 0.0
    labels = COCO(_labels(truth))
    scorer = COCOeval_faster(labels, labels.loadRes(boxes), iouType="bbox")
    scorer.params.iouThrs = np.array([0.5])
    scorer.params.maxDets = [MOST_BOXES]
    scorer.evaluate()
    scorer.accumulate()
    precision = np.asarray(scorer.eval["precision"])[0, :, 0, 0, 0]
    return float(precision[precision > -1].mean())


def _labels(truth: Sequence[LabelledPeople]) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    for image, labels in enumerate(truth, start=1):
        boxes = [(box, not wanted) for box, wanted in zip(labels.xyxy_px, labels.wanted, strict=True)]
        boxes += [(box, True) for box in labels.ignore_px]
        for box, crowd in boxes:
            size = float(area(np.asarray(box, float)[None])[0])
            rows.append(
                {
                    "id": len(rows) + 1,
                    "image_id": image,
                    "category_id": 1,
                    "bbox": _xywh(box),
                    "area": size,
                    "iscrowd": int(crowd),
                }
            )
    return {
        "images": [{"id": k, "width": 1, "height": 1} for k in range(1, len(truth) + 1)],
        "annotations": rows,
        "categories": [{"id": 1, "name": "person"}],
        "info": {},
    }


def _found(found: Sequence[Detections]) -> list[dict[str, Any]]:
    return [
        {"image_id": image, "category_id": 1, "bbox": _xywh(box), "score": float(conf)}
        for image, people in enumerate(found, start=1)
        for box, conf in zip(people.xyxy_px, people.conf, strict=True)
    ]


def _xywh(box: Any) -> list[float]:
    x1, y1, x2, y2 = (float(v) for v in box)
    return [x1, y1, x2 - x1, y2 - y1]
