"""Doubles: two tracks on one man. What changes over to, begins or ends on another's man crosses nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from review.core.boxes import inside
from review.core.tracks import Track
from review.measure.gate_side import GateSides, Side
from review.measure.runs import Run

__all__ = ["Other", "covered", "is_double", "only_a_double"]

#: Two boxes are on one man if the smaller lies in the other by this much.
DOUBLE_RATIO = 0.6

Other = tuple[Track, GateSides]


def is_double(track: Track, a: Run, b: Run, others: Sequence[Other]) -> bool:
    """Whether the man on the ice has another track, over the same boxes, that stays on the ice.

    Then this track has only changed over from one man to another: nobody crossed.
    """
    if a.side is Side.ON:
        return _another_stays(track, a, b.first, others, going_off=True)
    return _another_stays(track, b, a.last, others, going_off=False)


def _another_stays(track: Track, run: Run, turn: int, others: Sequence[Other], *, going_off: bool) -> bool:
    """Whether the man this run follows on the ice has another track there beyond row `turn`."""
    rows = _end_rows(run, going_off=going_off)
    return any(covered(track, rows, turn, others, going_off=going_off))


def only_a_double(track: Track, run: Run, turn: int, others: Sequence[Other], *, going_off: bool) -> bool:
    """As `_another_stays`, in each of the rows: a track that begins or ends among men is one of theirs."""
    rows = _end_rows(run, going_off=going_off)
    return all(covered(track, rows, turn, others, going_off=going_off))


def _end_rows(run: Run, *, going_off: bool) -> range:
    if going_off:
        return range(max(run.first, run.last - 2), run.last + 1)
    return range(run.first, min(run.first + 3, run.last + 1))


def covered(track: Track, rows: range, turn: int, others: Sequence[Other], *, going_off: bool) -> list[bool]:
    """For each row, whether a track over the same box is on the ice after (or before) row `turn` as well."""
    beyond = track.pts[turn]
    first, last = track.ordinal[rows.start], track.ordinal[rows.stop - 1]
    told = [False] * len(rows)
    for other, far in others:
        if other.id == track.id or other.ordinal[0] > last or other.ordinal[-1] < first:
            continue
        then = other.pts >= beyond if going_off else other.pts <= beyond
        if np.any(then & (far.side == Side.ON)):
            told = [known or _same_place(track, i, other) for known, i in zip(told, rows, strict=True)]
    return told


def _same_place(track: Track, row: int, other: Track) -> bool:
    """Whether the other track's box in that look lies in this one's, or the other way round."""
    mine = track.xyxy_px[row][None]
    theirs = other.xyxy_px[other.ordinal == track.ordinal[row]]
    if not len(theirs):
        return False
    return bool(max(inside(mine, theirs).max(), inside(theirs, mine).max()) > DOUBLE_RATIO)
