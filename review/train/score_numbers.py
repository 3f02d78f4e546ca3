"""Scoring the number reader on crops of men whose numbers are in the files' names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from review.adapters.numbers_openvino import OpenVinoNumbers, compiled, number_model
from review.core.arrays import Array
from review.core.errors import WeightsUnusable
from review.evaluate.numbers import (
    answers,
    cooled,
    fit_temperature,
    halves,
    reliability,
    reliability_svg,
    score_readings,
)

__all__ = ["read_crops", "score_lines"]

AT_P = (0.5, 0.7, 0.8, 0.9, 0.95)


def read_crops(folder: Path, weights: Path | None = None) -> tuple[Array, Array, list[str]]:
    """Logits (n, 22), true numbers (n,), -1 where none is readable, and tracklets of the crops of a folder.

    A name is `nNN_TRACKLET_…` or `none_TRACKLET_…`.

    Raises
    ------
    WeightsUnusable
        If there is no crop of such a name.
    """
    import cv2

    network = None if weights is None else compiled(weights.read_bytes(), weights.name)
    reader = OpenVinoNumbers(number_model(), network=network)
    logits, truth, groups = [], [], []
    for path in sorted(p for p in folder.glob("n*_*") if p.suffix in (".jpg", ".png")):
        kind, tracklet, *_ = path.stem.split("_")
        rgb = np.asarray(cv2.imread(str(path)))[..., ::-1]
        box = np.array([[0, 0, rgb.shape[1], rgb.shape[0]]], float)
        logits.append(reader.read(rgb, box)[0])
        truth.append(-1 if kind == "none" else int(kind[1:]))
        groups.append(tracklet)
    if not logits:
        raise WeightsUnusable(
            f"{folder} holds no crops.", remedy="Give a folder of nNN_….jpg and none_….jpg pictures."
        )
    return np.array(logits), np.array(truth), groups


def score_lines(folder: Path, weights: Path | None = None, plot: Path | None = None) -> Iterator[str]:
    """Tables of a model card, line by line; the reliability plot goes to `plot`."""
    logits, truth, groups = read_crops(folder, weights)
    yield f"{len(truth)} crops, {int((truth >= 0).sum())} with a number to be read"
    yield "| at p | answered | right | accuracy | share of readable answered |"
    yield "|---|---|---|---|---|"
    for at_p in AT_P:
        s = score_readings(logits, truth, at_p)
        yield f"| {at_p} | {s.answered} | {s.right} | {s.accuracy:.3f} | {s.answered_share:.3f} |"
    half = halves(groups)
    for name, side in (("first", half), ("second", ~half)):
        gate, digits = fit_temperature(logits[side], truth[side])
        other = score_readings(cooled(logits[~side], gate, digits), truth[~side], 0.9)
        yield (
            f"temperature by the {name} half: gate {gate:.2f}, digits {digits:.2f}; the other half at 0.9: "
            f"{other.right} of {other.answered} right, {other.answered_share:.3f} answered"
        )
    p, number = answers(logits)
    rows = reliability(p, number == truth)
    for b in rows:
        stated = f"stated {b.low:.1f} to {b.high:.1f}, mean {b.stated_p:.2f}"
        yield f"{stated}: {b.answers} crops, right {b.right_share:.2f}"
    if plot is not None:
        plot.parent.mkdir(parents=True, exist_ok=True)
        plot.write_text(reliability_svg(rows, f"{folder.name}: {len(p)} crops"), "utf-8")
        yield f"plot: {plot}"
