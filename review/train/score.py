"""A detector's whole score as the tables of a model card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from review.ports.detector import Detector
from review.train.measure import HEADER, KEPT_SETS, measured, measured_scenes, row
from review.train.places import places_table, read_scenes

__all__ = ["score_lines"]


def score_lines(
    detector: Detector, data: Path, scenes: Path | None, *, size_px: int, confs: Sequence[float]
) -> Iterator[str]:
    """Markdown: a row for each kept game and confidence; for rendered scenes also by place.

    Parameters
    ----------
    data : folder of the labelled real pictures
    scenes : folder of rendered scenes, or None
    size_px : the input's long side, to be printed

    Raises
    ------
    WeightsUnusable
        If pictures are missing.
    """
    yield HEADER
    for test in KEPT_SETS:
        for at, scores in measured(detector, test, data, confs=confs):
            yield row(test.name, size_px, at, scores)
    if scenes is None:
        return
    drawn = read_scenes(scenes)
    told, found = measured_scenes(detector, drawn, confs=confs)
    for at, scores in told:
        yield row("rendered", size_px, at, scores)
    yield ""
    yield f"Rendered people, confidence {min(confs):g} and more:"
    yield ""
    yield from places_table(found, drawn, conf_min=min(confs))
