"""Drawings as acts of a case: plain JSON in its journal, undone and said again like every other act."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from review.core.drawings import Drawing, Mark
from review.core.times import FrameTime
from review.pipeline.said import in_force
from review.ports.store import JournalEntry

__all__ = ["DRAWING", "drawing_act", "drawings_of"]

DRAWING = "drawn on a picture"


def drawing_act(time: FrameTime, marks: Sequence[Mark], words: str = "") -> dict[str, Any]:
    """The act of drawing these marks on the frame at `time`.

    Raises
    ------
    ValueError
        If there is no mark.
    """
    if not marks:
        raise ValueError("nothing is drawn")
    base = time.time_base
    return {
        "act": DRAWING,
        "pts": time.pts,
        "time_base": f"{base.numerator}/{base.denominator}",
        "marks": [
            {
                "shape": one.shape,
                "start_px": list(one.start_px),
                "end_px": None if one.end_px is None else list(one.end_px),
                "words": one.words.strip(),
            }
            for one in marks
        ],
        "words": words.strip(),
    }


def drawings_of(journal: Iterable[JournalEntry]) -> list[Drawing]:
    """The drawings that stand, in the order they were made."""
    return [_read(entry) for entry in in_force(journal) if entry.act.get("act") == DRAWING]


def _read(entry: JournalEntry) -> Drawing:
    act = entry.act
    marks = tuple(
        Mark(one["shape"], _point(one["start_px"]), one["end_px"] and _point(one["end_px"]), one["words"])
        for one in act["marks"]
    )
    time = FrameTime(int(act["pts"]), Fraction(act["time_base"]))
    return Drawing(entry.number, entry.who, entry.at, time, marks, act.get("words", ""))


def _point(values: Sequence[float]) -> tuple[float, float]:
    return float(values[0]), float(values[1])
