"""Doubles: two tracks on one man. What changes over to, begins or ends on another's man crosses nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from review.core.arrays import Array
from review.core.boxes import inside
from review.core.tracks import Track
from review.measure.gate_side import GateSides, Side
from review.measure.runs import Run

__all__ = ["Other", "covered", "is_double", "only_a_double", "twin_tracks"]

#: Two boxes are on one man if the smaller lies in the other by this much.
DOUBLE_RATIO = 0.6
TWIN_LOOKS = 3
TAKEN_OVER_LOOKS = 15

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
    return any(covered(track, rows, turn, others, going_off=going_off, there_on=True))


def only_a_double(track: Track, run: Run, turn: int, others: Sequence[Other], *, going_off: bool) -> bool:
    """As `_another_stays`, in each of the rows: a track that begins or ends among men is one of theirs."""
    rows = _end_rows(run, going_off=going_off)
    return all(covered(track, rows, turn, others, going_off=going_off, there_on=True))


def _end_rows(run: Run, *, going_off: bool) -> range:
    if going_off:
        return range(max(run.first, run.last - 2), run.last + 1)
    return range(run.first, min(run.first + 3, run.last + 1))


def covered(
    track: Track,
    rows: range,
    turn: int,
    others: Sequence[Other],
    *,
    going_off: bool,
    there_on: bool = False,
) -> list[bool]:
    """For each row, whether a track over the same box is on the ice after (or before) row `turn` as well.

    With `there_on` that track must be on the ice in the row itself: one that a man behind the boards shares
    for a moment is no witness.
    """
    beyond = track.pts[turn]
    first, last = track.ordinal[rows.start], track.ordinal[rows.stop - 1]
    told = [False] * len(rows)
    for other, far in others:
        if other.id == track.id or other.ordinal[0] > last or other.ordinal[-1] < first:
            continue
        then = other.pts >= beyond if going_off else other.pts <= beyond
        if np.any(then & (far.side == Side.ON)):
            on = far.side == Side.ON if there_on else np.ones(len(other), dtype=bool)
            told = [known or _same_place(track, i, other, on) for known, i in zip(told, rows, strict=True)]
    return told


def _same_place(track: Track, row: int, other: Track, counts: Array) -> bool:
    """Whether the other track's box in that look, where it counts, lies in this one's, or this one in it."""
    mine = track.xyxy_px[row][None]
    theirs = other.xyxy_px[(other.ordinal == track.ordinal[row]) & counts]
    if not len(theirs):
        return False
    return bool(max(inside(mine, theirs).max(), inside(theirs, mine).max()) > DOUBLE_RATIO)


def twin_tracks(a: Track, a_row: int, b: Track, b_row: int) -> bool:
    """Whether two tracks lie on one man in most of the looks that both have about these rows.

    Or one takes him over where the other ends, soon after. Where each of them then crosses the same gate the
    same way, one man crossed it once.
    """
    close = np.intersect1d(a.ordinal[_about(a_row, a)], b.ordinal[_about(b_row, b)])
    same = _shared(a, b, close)
    if len(close) >= TWIN_LOOKS and 2 * sum(same) > len(same):
        return True
    return _takes_over(a, a_row, b) or _takes_over(b, b_row, a)


def _takes_over(ends: Track, row: int, other: Track) -> bool:
    if len(ends) - row > TAKEN_OVER_LOOKS or other.ordinal[-1] <= ends.ordinal[-1]:
        return False
    return any(_shared(ends, other, np.intersect1d(ends.ordinal[-2:], other.ordinal)))


def _shared(a: Track, b: Track, ordinals: Array) -> list[bool]:
    rows = np.searchsorted(a.ordinal, ordinals)
    return [_same_place(a, int(i), b, np.ones(len(b), dtype=bool)) for i in rows]


def _about(row: int, track: Track) -> slice:
    return slice(max(0, row - TWIN_LOOKS), min(len(track), row + 2 * TWIN_LOOKS))
