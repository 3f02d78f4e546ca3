"""Another angle of a case's tape: opened, and aligned by what both tapes tell."""

from __future__ import annotations

from pathlib import Path

from review.core.case import Judgement
from review.core.errors import CaseUnusable
from review.core.tape import Tape
from review.pipeline.sync import Alignment, by_clock, by_hand, by_timecode
from review.wiring import case_path_for, judgement_of, open_store

__all__ = ["Alignment", "align_angle", "by_hand"]


def align_angle(master: Tape, judgement: Judgement | None, path: Path, other: Tape) -> Alignment:
    """By timecode where both carry one, else by the game clock that both cases read, else start to start."""
    told = by_timecode(master, other)
    if told is not None:
        return told
    theirs = _judged(case_path_for(path))
    if judgement is not None and theirs is not None:
        told = by_clock(judgement.clock, theirs.clock)
    return told or by_hand(0.0, 0.0)


def _judged(case: Path) -> Judgement | None:
    if not case.exists():
        return None
    try:
        store = open_store(case)
    except CaseUnusable:
        return None
    try:
        return judgement_of(store)
    finally:
        store.close()
