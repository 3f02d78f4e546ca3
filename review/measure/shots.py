"""Where one shot ends and the next begins, decided over the whole series of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from review.core.arrays import Array
from review.core.shots import Shot
from review.core.times import TimeScale
from review.measure.transitions import Gradual

__all__ = ["Change", "find_shots"]

Change = Callable[[int, int], float]
"""Scores the change from one frame (by ordinal) to another, as the cut meter would; NaN where one is lost."""

# Tuned on the public clips named in the tests, by looking at their frames. Frames far apart in time differ
# by motion alone, so at low rates a cut stands out less from its neighbours: the step in seconds, how many
# times the neighbours' median a cut must reach, and its least score.
_STEP_S = (0.04, 0.11, 0.4)
_RATIO = (3.0, 2.5, 2.03)
_LEAST = (10.0, 12.0, 12.0)
_NEIGHBOURS = 3
_NEIGHBOURS_WITHIN_S = 2.0
_REPEAT = 0.2
_FLASH_ALIKE = 1.5
_RETURNED = 0.5
# After so long without a picture a pan may have gone anywhere: only quite another picture is a cut.
_GAP_S, _GAP_LEAST = 1.0, 30.0
_EDGE_S = 0.12  # after a transition seen in glances, which may miss its last frame


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
    gradual: Sequence[Gradual] = (),
    blank: Sequence[tuple[int, int]] = (),
    change: Change | None = None,
    min_shot_s: float = 0.5,
) -> tuple[Shot, ...]:
    """Divide a tape into shots.

    A cut's change stands out from its neighbours' on both sides; a pan raises all of them. Several within
    `min_shot_s` are a flash, after which the picture is what it was (no cut), or a cut over a blended frame.
    Transitions that take a while are given: no cut lies inside one, and each opens a shot.

    Parameters
    ----------
    ordinals, pts : (n,) int64 of the frames looked at, in order
    cut_score : (n,) float64 against the frame before; NaN is unknown and never a cut
    scale : the tape's times
    gradual : dissolves and wipes in order, as `review.measure.transitions.find_gradual` finds them
    blank : stretches without a picture, as `find_blank` there gives them: what follows is compared with what
        was before
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
    slow = _rows_of(gradual, ordinals, time_s, min_shot_s)
    calm = _bridged(scores, blank, ordinals=ordinals, change=change)
    for first, (after, _) in slow.items():
        calm[first : int(np.searchsorted(time_s, time_s[after] + _EDGE_S, side="right"))] = np.nan
    hard = [
        row
        for row in _cuts(calm, time_s, ordinals=ordinals, change=change, min_shot_s=min_shot_s)
        if all(abs(time_s[row] - time_s[first]) >= min_shot_s for first in slow)
    ]
    starts = sorted({0, *slow, *(row for row in hard if time_s[row] - time_s[0] >= min_shot_s)})
    return tuple(_shots(starts, slow, ordinals=ordinals, pts=pts, scale=scale))


def _bridged(
    scores: Array, blank: Sequence[tuple[int, int]], *, ordinals: Array, change: Change | None
) -> Array:
    """The scores without stretches that show nothing; what follows one is compared with what was before."""
    out = scores.copy()
    for before, after in blank:
        first, last = (
            int(np.searchsorted(ordinals, before, side="right")),
            int(np.searchsorted(ordinals, after)),
        )
        most = float(np.nanmax(out[first : last + 1], initial=0.0))
        out[first : last + 1] = np.nan
        if last < len(out):
            out[last] = most if change is None else change(before, after)
    return out


def _rows_of(
    gradual: Sequence[Gradual], ordinals: Array, time_s: Array, min_shot_s: float
) -> dict[int, tuple[int, Gradual]]:
    """First row that a transition touches -> first row after it, and the transition."""
    found: dict[int, tuple[int, Gradual]] = {}
    began_s = float(time_s[0])
    for one in gradual:
        first = int(np.searchsorted(ordinals, one.before, side="right"))
        after = int(np.searchsorted(ordinals, one.after))
        if after < len(ordinals) and time_s[first] - began_s >= min_shot_s:
            found[first] = after, one
            began_s = float(time_s[first])
    return found


def _shots(
    starts: Sequence[int],
    slow: Mapping[int, tuple[int, Gradual]],
    *,
    ordinals: Array,
    pts: Array,
    scale: TimeScale,
) -> Iterator[Shot]:
    ends = [row - 1 for row in starts[1:]] + [len(ordinals) - 1]
    for number, (a, b) in enumerate(zip(starts, ends, strict=True), start=1):
        last = int(ordinals[b]) if b == len(ordinals) - 1 else int(ordinals[b + 1]) - 1
        shot = Shot(number, int(ordinals[a]), last, scale.at(int(pts[a])), scale.at(int(pts[b])), "cut")
        if number == 1:
            yield replace(shot, enters_by="start")
        elif a in slow:
            after, one = slow[a]
            row = min(after, b)
            yield replace(
                shot, enters_by=one.kind, settled=int(ordinals[row]), settled_at=scale.at(int(pts[row]))
            )
        else:
            yield shot


def _peaks(scores: Array, time_s: Array) -> list[int]:
    """Rows whose score stands out from the neighbours on both sides."""
    moving = np.flatnonzero(np.nan_to_num(scores) > _REPEAT)
    series = _Series(moving, scores[moving], time_s[moving])
    steps = np.diff(series.time_s, prepend=series.time_s[:1])
    found = []
    for at in np.flatnonzero(series.score >= min(_LEAST)).tolist():
        near = series.neighbours(at)
        typical = float(np.median(near)) if len(near) else 0.0
        # A step into or out of a pause is as long as the pause; the usual step tells how frames relate.
        step_s = float(np.median(steps[max(0, at - 8) : at + 9]))
        stands_out = float(np.interp(step_s, _STEP_S, _RATIO)) * (typical + 1.0)
        least = float(np.interp(step_s, _STEP_S, _LEAST))
        if steps[at] > max(_GAP_S, 2 * step_s):
            least = _GAP_LEAST
        if series.score[at] >= max(stands_out, least):
            found.append(int(series.row[at]))
    return found


def _cuts(
    scores: Array, time_s: Array, *, ordinals: Array, change: Change | None, min_shot_s: float
) -> Iterator[int]:
    """First rows after cuts."""
    group: list[int] = []
    for row in [*_peaks(scores, time_s), -1]:
        if group and (row < 0 or time_s[row] - time_s[group[-1]] >= min_shot_s):
            cut = _judged(group, scores, ordinals=ordinals, change=change)
            if cut is not None:
                yield cut
            group = []
        group.append(row)


def _judged(group: Sequence[int], scores: Array, *, ordinals: Array, change: Change | None) -> int | None:
    """Where the cut of a group of peaks close together is; None where it is flashes only."""
    rows = list(group)
    at = 0
    while at + 1 < len(rows):
        if _is_flash(rows[at], rows[at + 1], scores, ordinals=ordinals, change=change):
            del rows[at : at + 2]
        else:
            at += 1
    return rows[-1] if rows else None


def _is_flash(first: int, second: int, scores: Array, *, ordinals: Array, change: Change | None) -> bool:
    """Whether the picture after the second peak is the one before the first."""
    larger, smaller = max(scores[first], scores[second]), min(scores[first], scores[second])
    if change is None or first == 0:
        return bool(larger <= _FLASH_ALIKE * smaller)
    return change(int(ordinals[first - 1]), int(ordinals[second])) < _RETURNED * float(larger)
