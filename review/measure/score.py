"""Period and score from readings of a score bug: what a game can do is believed over one glyph.

A score goes up by one, and while the clock stands; a period goes up by one, and the clock is set anew then.
The cheapest way through the readings (Viterbi's algorithm) under that may still fall or leap, for tapes are
cut together, but a glance is not enough for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from review.core.arrays import Array
from review.core.clock import ClockCourse, ClockReading
from review.core.score import ScoreSpan

__all__ = ["score_spans", "with_settled_periods"]

MISS_NATS = 3.0  # of a sure reading that is overruled; as in measure.clock
RISE_NATS, UNLIKELY_NATS, LEAP_NATS = 1.5, 6.0, 12.0  # by one when it may, by one else, all other turns
FEWEST = 3  # readings that make a span
SET_ANEW_S = 60.0  # a clock that jumps so far was set for another period
ORDER = {"1": 1, "2": 2, "3": 3, "OT": 4, "4": 4, "SO": 5, "5": 5}


def with_settled_periods(readings: Sequence[ClockReading]) -> list[ClockReading]:
    """The readings in order of time, their periods overruled where the others say that they were misread."""
    told = sorted(readings, key=lambda r: r.at_s)
    rows = [i for i, r in enumerate(told) if r.period in ORDER]
    if not rows:
        return told
    seen = np.array([ORDER[told[i].period or ""] for i in rows])
    written = {ORDER[told[i].period or ""]: told[i].period for i in reversed(rows)}

    def set_anew(i: int) -> bool:
        return abs(told[rows[i]].shown_s - told[rows[i - 1]].shown_s) > SET_ANEW_S

    path = _path(seen, np.array([told[i].conf for i in rows]), set_anew)
    for i, was, now in zip(rows, seen.tolist(), path.tolist(), strict=True):
        if was != now:
            told[i] = replace(told[i], period=written[now])
    return told


def score_spans(readings: Sequence[ClockReading], course: ClockCourse) -> tuple[ScoreSpan, ...]:
    """The score over the tape; between two spans it changed at a moment that was not seen."""
    told = [r for r in sorted(readings, key=lambda r: r.at_s) if r.score is not None]
    if len(told) < FEWEST:
        return ()

    def may_rise(i: int) -> bool:
        shown = [course.at(told[k].at_s) for k in (i - 1, i)]
        return not all(one is not None and one.motion == "runs" for one in shown)

    conf = np.array([r.conf for r in told])
    seen = np.array([r.score for r in told])
    path = np.stack([_path(seen[:, side], conf, may_rise) for side in (0, 1)], axis=1)
    turns = [0, *(np.flatnonzero((np.diff(path, axis=0) != 0).any(axis=1)) + 1).tolist(), len(told)]
    out = []
    for begin, end in pairwise(turns):
        agree = int((seen[begin:end] == path[begin]).all(axis=1).sum())
        if agree >= FEWEST:
            goals = (int(path[begin, 0]), int(path[begin, 1]))
            span = (told[begin].at_s, told[end - 1].at_s)
            out.append(ScoreSpan(*span, goals, agree, end - begin - agree))
    return tuple(out)


def _path(seen: Array, conf: Array, may_rise: Callable[[int], bool]) -> Array:
    """(n,) the value behind each of ``seen``, all whole numbers."""
    values = np.unique(seen)
    rise = values[None, :] - values[:, None]  # from row to column
    cost = np.where(values == seen[0], 0.0, MISS_NATS * conf[0])
    back = np.zeros((len(seen), len(values)), np.int16)
    for i in range(1, len(seen)):
        turn = np.where(rise == 0, 0.0, LEAP_NATS)
        if (rise == 1).any():
            turn = np.where(rise == 1, RISE_NATS if may_rise(i) else UNLIKELY_NATS, turn)
        total = cost[:, None] + turn
        back[i] = total.argmin(axis=0)
        cost = total.min(axis=0) + np.where(values == seen[i], 0.0, MISS_NATS * conf[i])
    line = np.empty(len(seen), int)
    line[-1] = int(cost.argmin())
    for i in range(len(seen) - 1, 0, -1):
        line[i - 1] = back[i, line[i]]
    return np.asarray(values[line])
