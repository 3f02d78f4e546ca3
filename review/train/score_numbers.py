"""Scoring the number reader on crops of men whose numbers are in the files' names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from review.adapters.numbers_rapidocr import RapidNumbers
from review.core.arrays import Array
from review.core.errors import SettingsWrong
from review.evaluate.numbers import halves, reliability, reliability_plot, score_readings
from review.evaluate.plots import standalone

__all__ = ["read_crops", "score_lines"]

AT_P = (0.3, 0.5, 0.7, 0.8, 0.9)


def read_crops(folder: Path) -> tuple[Array, Array, Array, list[str]]:
    """What is read of each crop of a folder.

    A name is `nNN_TRACKLET_…` or `none_TRACKLET_…`. Returns the numbers read (n,), -1 where none, their
    probabilities (n,), 0 where none, true numbers (n,), -1 where none is readable, and tracklets.

    Raises
    ------
    SettingsWrong
        If there is no crop of such a name.
    """
    import cv2

    reader, rows = RapidNumbers(), []
    for path in sorted(p for p in folder.glob("n*_*") if p.suffix in (".jpg", ".png")):
        kind, tracklet, *_ = path.stem.split("_")
        rgb = np.asarray(cv2.imread(str(path)))[..., ::-1]
        (told,) = reader.read(rgb, np.array([[0, 0, rgb.shape[1], rgb.shape[0]]]))
        rows.append((*(told or (-1, 0.0)), -1 if kind == "none" else int(kind[1:]), tracklet))
    if not rows:
        raise SettingsWrong(
            f"{folder} holds no crops.", remedy="Give a folder of nNN_….jpg and none_….jpg pictures."
        )
    number, p, truth, groups = zip(*rows, strict=True)
    return np.array(number), np.array(p), np.array(truth), list(groups)


def score_lines(folder: Path, plot: Path | None = None) -> Iterator[str]:
    """Tables of accuracy and share answered, over all and by halves of the tracklets; the plot to `plot`."""
    number, p, truth, groups = read_crops(folder)
    half = halves(groups)
    yield "| crops | at p | answered | right | accuracy | share of readable answered |"
    yield "|---|---|---|---|---|---|"
    for name, part in (("all", half | ~half), ("fitting half", half), ("proving half", ~half)):
        for at_p in AT_P:
            s = score_readings(number[part], p[part], truth[part], at_p)
            shares = f"{s.accuracy:.3f} | {s.answered_share:.3f}"
            yield f"| {name}, {int(part.sum())} | {at_p} | {s.answered} | {s.right} | {shares} |"
    rows = reliability(p[p > 0], (number == truth)[p > 0])
    for b in rows:
        yield f"stated {b.stated_p:.2f}: {b.answers} crops, right {b.right_share:.2f}"
    if plot is not None:
        plot.parent.mkdir(parents=True, exist_ok=True)
        plot.write_text(standalone(reliability_plot(rows, f"Numbers on {len(p)} crops")), "utf-8")
        yield f"plot: {plot}"
