"""Where one shot ends and the next begins, decided over the whole series of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.shots import Shot, Transition
from review.core.times import TimeScale

__all__ = ["Change", "find_shots"]

Change = Callable[[int, int], float]
"""Scores the change from one frame (by ordinal) to another, as the cut meter would; NaN where one is lost."""

# Tuned on the public clips named in the tests, by looking at their frames. Frames far apart in time differ
# by motion alone, so at low rates a cut stands out less from its neighbours: the step in seconds, and how
# many times the neighbours' median a cut must reach.
_STEP_S = (0.04, 0.11, 0.4)
_RATIO = (3.0, 2.5, 2.03)
_LEAST = 12.0
_NEIGHBOURS = 3
_NEIGHBOURS_WITHIN_S = 2.0
_REPEAT = 0.2
_FLASH_ALIKE = 1.5
_RETURNED = 0.5
_WIPE_S = 0.15

_DISSOLVE_STEP_S = 0.1
_DISSOLVE_S = (0.2, 2.5)
_DISSOLVE_SMOOTH_S = 0.2
_DISSOLVE_RATIO = 2.2
_DISSOLVE_LEAST = 9.0
_DISSOLVE_CHANGE = 45.0
_AROUND_S = 2.0


@dataclass(frozen=True, slots=True)
class _Series:
    """Scores and times of the frames whose picture is not a repeat of the one before."""

    row: Array
    score: Array
    time_s: Array

    def neighbours(self, at: int) -> Array:
        """Scores of the nearest rows either side, those too far away in time left out."""
        near = np.r_[max(0, at - _NEIGHBOURS) : at, at + 1 : min(len(self.row), at + 1 + _NEIGHBOURS)]
        close = np.abs(self.time_s[near] - self.time_s[at]) <= _NEIGHBOURS_WITHIN_S
        return np.asarray(self.score[near[close]])


def find_shots(
    ordinals: Array,
    pts: Array,
    *,
    cut_score: Array,
    scale: TimeScale,
    change: Change | None = None,
    min_shot_s: float = 0.5,
) -> tuple[Shot, ...]:
    """Divide a tape into shots.

    A cut's change stands out from its neighbours' on both sides; a pan raises all of them. Several within
    `min_shot_s` are a flash, after which the picture is what it was (no cut), a cut over a blended frame,
    or a wipe. A dissolve is a raised stretch between pictures with nothing in common (from 10 frames/s on).

    Parameters
    ----------
    ordinals, pts : (n,) int64 of the frames looked at, in order
    cut_score : (n,) float64 against the frame before; NaN is unknown and never a cut
    scale : the tape's times
    change : compares two frames; asked where scores alone leave doubt. Without it, two like peaks in a
        row are taken for a flash, and a dissolve for one by its scores.
    min_shot_s : no shot is shorter

    Returns shots numbered from 1 that cover all frames; `end` is the time of the last frame inside.

    Raises
    ------
    ValueError
        If the columns differ in length.
    """
    if not len(ordinals) == len(pts) == len(cut_score):
        raise ValueError("ordinals, pts and scores must be of one length")
    if not len(ordinals):
        return ()
    time_s, scores = np.asarray(pts) * float(scale.time_base), np.asarray(cut_score, dtype=np.float64)
    events = _events(scores, time_s, ordinals=ordinals, change=change, min_shot_s=min_shot_s)
    starts = [0, *(row for row in sorted(events) if time_s[row] - time_s[0] >= min_shot_s)]
    return tuple(_shots(starts, events, ordinals=ordinals, pts=pts, scale=scale))


def _events(
    scores: Array, time_s: Array, *, ordinals: Array, change: Change | None, min_shot_s: float
) -> dict[int, Transition]:
    """First rows of new shots; a dissolve only where no harder transition is near."""
    events = dict(_hard(scores, time_s, ordinals=ordinals, change=change, min_shot_s=min_shot_s))
    for row, kind in _dissolves(scores, time_s, ordinals=ordinals, change=change).items():
        if all(abs(time_s[row] - time_s[other]) >= min_shot_s for other in events):
            events[row] = kind
    return events


def _shots(
    starts: Sequence[int], events: dict[int, Transition], *, ordinals: Array, pts: Array, scale: TimeScale
) -> Iterator[Shot]:
    ends = [row - 1 for row in starts[1:]] + [len(ordinals) - 1]
    for number, (a, b) in enumerate(zip(starts, ends, strict=True), start=1):
        last = int(ordinals[b]) if b == len(ordinals) - 1 else int(ordinals[b + 1]) - 1
        times = scale.at(int(pts[a])), scale.at(int(pts[b]))
        yield Shot(number, int(ordinals[a]), last, *times, "start" if number == 1 else events[a])


def _peaks(scores: Array, time_s: Array) -> list[int]:
    """Rows whose score stands out from the neighbours on both sides."""
    moving = np.flatnonzero(np.nan_to_num(scores) > _REPEAT)
    series = _Series(moving, scores[moving], time_s[moving])
    steps = np.diff(series.time_s, prepend=series.time_s[:1])
    found = []
    for at in np.flatnonzero(series.score >= _LEAST).tolist():
        near = series.neighbours(at)
        typical = float(np.median(near)) if len(near) else 0.0
        # A step into or out of a pause is as long as the pause; the usual step tells how frames relate.
        step_s = float(np.median(steps[max(0, at - 8) : at + 9]))
        if series.score[at] >= float(np.interp(step_s, _STEP_S, _RATIO)) * (typical + 1.0):
            found.append(int(series.row[at]))
    return found


def _hard(
    scores: Array, time_s: Array, *, ordinals: Array, change: Change | None, min_shot_s: float
) -> Iterator[tuple[int, Transition]]:
    group: list[int] = []
    for row in [*_peaks(scores, time_s), -1]:
        if group and (row < 0 or time_s[row] - time_s[group[-1]] >= min_shot_s):
            event = _judged(group, scores, time_s, ordinals=ordinals, change=change)
            if event:
                yield event
            group = []
        group.append(row)


def _judged(
    group: Sequence[int], scores: Array, time_s: Array, *, ordinals: Array, change: Change | None
) -> tuple[int, Transition] | None:
    """What a group of peaks close together is; None where it is flashes only."""
    rows = list(group)
    at = 0
    while at + 1 < len(rows):
        if _is_flash(rows[at], rows[at + 1], scores, ordinals=ordinals, change=change):
            del rows[at : at + 2]
        else:
            at += 1
    if not rows:
        return None
    if time_s[rows[-1]] - time_s[rows[0]] > _WIPE_S and rows[-1] - rows[0] > 1:
        return rows[-1], "wipe"
    return rows[-1], "cut"


def _is_flash(first: int, second: int, scores: Array, *, ordinals: Array, change: Change | None) -> bool:
    """Whether the picture after the second peak is the one before the first."""
    larger, smaller = max(scores[first], scores[second]), min(scores[first], scores[second])
    if change is None or first == 0:
        return bool(larger <= _FLASH_ALIKE * smaller)
    return change(int(ordinals[first - 1]), int(ordinals[second])) < _RETURNED * float(larger)


def _dissolves(
    scores: Array, time_s: Array, *, ordinals: Array, change: Change | None
) -> dict[int, Transition]:
    """Middles of stretches of raised change that lead from one picture to quite another."""
    if len(scores) < 3:
        return {}
    step_s = float(np.median(np.diff(time_s)))
    if not 0 < step_s <= _DISSOLVE_STEP_S:
        return {}
    width = max(3, round(_DISSOLVE_SMOOTH_S / step_s) | 1)
    padded = np.pad(np.nan_to_num(scores), width // 2, mode="edge")
    smooth = np.median(np.lib.stride_tricks.sliding_window_view(padded, width), axis=1)
    raised = np.concatenate(([False], smooth >= _DISSOLVE_LEAST, [False]))
    edges = np.flatnonzero(np.diff(raised.astype(np.int8)))
    reach = round(_AROUND_S / step_s)
    found: dict[int, Transition] = {}
    for a, b in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        outside = np.r_[smooth[max(0, a - reach) : max(0, a - width)], smooth[b + width : b + reach]]
        if not _DISSOLVE_S[0] <= time_s[b - 1] - time_s[a] <= _DISSOLVE_S[1] or not len(outside):
            continue
        if float(np.mean(smooth[a:b])) < _DISSOLVE_RATIO * float(np.median(outside)):
            continue
        before, after = max(0, a - 1), min(len(scores) - 1, b)
        if change is None or change(int(ordinals[before]), int(ordinals[after])) >= _DISSOLVE_CHANGE:
            found[(a + b) // 2] = "dissolve"
    return found
