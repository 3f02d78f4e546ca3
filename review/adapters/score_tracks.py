"""HOTA, IDF1 and MOTA by TrackEval (extra `eval`), the reference implementation."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.boxes import iou
from review.evaluate.boxes import TrackCounts
from review.evaluate.scores import Assignment, Share
from review.evaluate.tracking import Labelled

__all__ = ["count_with_trackeval", "trackeval_version"]


def trackeval_version() -> str | None:
    """Its version, None where it is not installed."""
    try:
        return metadata.version("trackeval")
    except metadata.PackageNotFoundError:
        return None


def count_with_trackeval(truth: Sequence[Labelled], made: Sequence[Labelled]) -> TrackCounts:
    """The counts of one sequence, boxes matched by IoU; raises ImportError without the extra `eval`."""
    hota, clear, identity = _metrics()
    data = _sequence(truth, made)
    h, c, i = hota.eval_sequence(data), clear.eval_sequence(data), identity.eval_sequence(data)
    hit = np.asarray(h["HOTA_TP"], float)
    assigned = Assignment(hit, _column(h["HOTA_FN"]), _column(h["HOTA_FP"]), _column(h["AssA"]) * hit)
    right = float(i["IDTP"])
    true_boxes = float(c["CLR_TP"] + c["CLR_FN"])
    return TrackCounts(
        assigned,
        Share(2 * right, 2 * right + float(i["IDFP"]) + float(i["IDFN"])),
        Share(float(c["CLR_TP"] - c["CLR_FP"] - c["IDSW"]), true_boxes),
    )


@cache
def _metrics() -> tuple[Any, Any, Any]:
    with contextlib.redirect_stdout(io.StringIO()):  # it speaks of data sets that nobody asked for
        from trackeval.metrics import CLEAR, HOTA, Identity

        quiet = {"PRINT_CONFIG": False}
        return HOTA(), CLEAR(quiet), Identity(quiet)


def _column(values: Any) -> Array:
    return np.asarray(values, float)


def _sequence(truth: Sequence[Labelled], made: Sequence[Labelled]) -> dict[str, Any]:
    """What TrackEval reads: ids from 0 and the overlap of every pair, frame by frame."""
    true_ids, true_of = _renumbered(truth)
    made_ids, made_of = _renumbered(made)
    return {
        "num_timesteps": len(truth),
        "num_gt_ids": true_of,
        "num_tracker_ids": made_of,
        "num_gt_dets": sum(map(len, truth)),
        "num_tracker_dets": sum(map(len, made)),
        "gt_ids": true_ids,
        "tracker_ids": made_ids,
        "similarity_scores": [iou(t.xyxy_px, m.xyxy_px) for t, m in zip(truth, made, strict=True)],
    }


def _renumbered(people: Sequence[Labelled]) -> tuple[list[Array], int]:
    ids, rows = np.unique(np.concatenate([p.id for p in people]), return_inverse=True)
    return np.split(rows, np.cumsum([len(p) for p in people])[:-1]), len(ids)
