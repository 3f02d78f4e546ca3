"""Replays: what was on the tape already, or stands between the broadcaster's replay wipes.

Proof is content: the shot's pictures follow earlier ones in order, at one pace no faster than play, and far
better than half a second earlier or later in them. It holds for the same camera only. Between two wipes of
one graphic lies a replay too, from whatever camera, unless what follows the second is proved to be one. A
clock that goes back and then on from where it was shows one. One wipe alone, a clock taken off the picture
or repeated frames are signs: two make a replay, one leaves it open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from review.core.arrays import Array
from review.core.clock import ClockReading
from review.core.glances import Glances
from review.core.shots import Shot
from review.core.times import TimeScale
from review.measure.transitions import Gradual, cell_colours, same_graphic

__all__ = ["TapeSigns", "judge_replays"]

LEAST_S = 0.6  # a shorter stretch follows anything
FEWEST = 8  # glances that are compared, at the least
LOOKED_AT = 40  # of a shot, at the most
BACK_S = 180.0  # how far back a replay reaches
PACES = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.67, 0.75, 0.8, 0.9, 1.0)
ALIKE = 9.0  # root mean square of cells' differences between a picture and its like
SLIPPED_S = 0.5
HALF_STEP_S = 0.04  # between glances
SLIPPED_RATIO = 0.55  # of the difference so far from the best match, the best may have this much
STANDSTILL = 4.0  # differences below which half a second changes nothing: no proof in a picture that stands
BETWEEN_S = 45.0  # replays between two wipes last no longer
CLOCK_BACK_S, CLOCK_SLACK_S = 3.0, 1.0
CLOCK_SHOWN_SHARE, CLOCK_LEAST_S = 0.8, 2.0
REPEATED, REPEATED_SHARE, REPEATED_ELSEWHERE = 0.15, (0.3, 0.85), 0.05


@dataclass(frozen=True, slots=True)
class TapeSigns:
    """What is known of a tape, over all its shots.

    Attributes
    ----------
    scale : the tape's times
    glances, glance_s : pictures and their seconds of tape, (n,)
    score_s, cut_score : (m,) change of every frame against the one before
    clock : readings in order of time
    gradual : transitions that take a while
    """

    scale: TimeScale
    glances: Glances
    glance_s: Array
    score_s: Array
    cut_score: Array
    clock: Sequence[ClockReading] = ()
    gradual: Sequence[Gradual] = ()


def judge_replays(shots: Sequence[Shot], signs: TapeSigns) -> tuple[Shot, ...]:
    """The shots with `replay` yes, no or None, and the reason of every yes and None."""
    proofs = {s.id: told for s in shots if (told := _shown_before(s, signs) or _clock_back(s, signs))}
    between, lone = _between_wipes(shots, signs, proofs)
    judged = []
    for shot in shots:
        reason = proofs.get(shot.id) or between.get(shot.id)
        signs_of = (lone.get(shot.id), _clock_off(shot, shots, signs), _slowed(shot, signs))
        hints = [hint for hint in signs_of if hint is not None]
        if reason is None and len(hints) > 1:
            reason = " and ".join(hints)
        if reason is not None:
            judged.append(replace(shot, replay=True, reason=reason))
        elif hints:
            judged.append(replace(shot, replay=None, reason=f"may be a replay: {hints[0]}"))
        else:
            judged.append(replace(shot, replay=False))
    return tuple(judged)


def _span_s(shot: Shot, scale: TimeScale) -> tuple[float, float]:
    return scale.seconds(shot.clear_at), scale.seconds(shot.end)


def _shown_before(shot: Shot, signs: TapeSigns) -> str | None:
    """Where on the tape the same pictures stood before."""
    ordinal, time_s = signs.glances.ordinal, signs.glance_s
    rows = np.flatnonzero((ordinal >= shot.clear) & (ordinal <= shot.last))
    if len(rows) < FEWEST or time_s[rows[-1]] - time_s[rows[0]] < LEAST_S:
        return None
    earlier = np.flatnonzero((ordinal < shot.first) & (time_s >= time_s[rows[0]] - BACK_S))
    if len(earlier) < FEWEST:
        return None
    rows = rows[np.linspace(0, len(rows) - 1, min(len(rows), LOOKED_AT)).round().astype(int)]
    apart = _differences(signs.glances, rows, earlier)
    since_s, from_s = time_s[rows] - time_s[rows[0]], time_s[earlier]
    found = min((_best_start(apart, since_s, from_s, pace) for pace in PACES), default=None)
    if found is None:
        return None
    cost, slipped, at_s, pace = found
    if cost > min(ALIKE, SLIPPED_RATIO * slipped) or not STANDSTILL <= slipped < np.inf:
        return None
    until_s = at_s + pace * float(since_s[-1])
    return f"it shows again what stood at {at_s:.1f} to {until_s:.1f} s, at {pace:g} of its pace"


def _best_start(
    apart: Array, since_s: Array, from_s: Array, pace: float
) -> tuple[float, float, float, float]:
    """Difference at the best start, the least half a second to a second off it, that start, the pace."""
    starts = int(np.searchsorted(from_s, from_s[-1] - pace * since_s[-1] + 1e-6, side="right"))
    if not starts:
        return np.inf, np.inf, 0.0, pace
    wanted_s = from_s[:starts, None] + pace * since_s[None, :]
    column = np.minimum(np.searchsorted(from_s, wanted_s - HALF_STEP_S), len(from_s) - 1)
    cost = apart[np.arange(len(since_s))[None, :], column].mean(axis=1)
    at = int(cost.argmin())
    off_s = np.abs(from_s[:starts] - from_s[at])
    slipped = cost[(off_s >= SLIPPED_S) & (off_s < 2 * SLIPPED_S)].min(initial=np.inf)
    return float(cost[at]), float(slipped), float(from_s[at]), pace


def _differences(glances: Glances, rows: Array, earlier: Array) -> Array:
    """(rows, earlier) root mean square over the cells."""
    a, b = (cell_colours(glances, some).reshape(len(some), -1) for some in (rows, earlier))
    square = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None, :] - 2 * a @ b.T
    return np.asarray(np.sqrt(np.maximum(square, 0.0) / glances.luma[0].size))


def _between_wipes(
    shots: Sequence[Shot], signs: TapeSigns, proofs: Mapping[int, str]
) -> tuple[dict[int, str], dict[int, str]]:
    """Shots between two wipes of one graphic; shots that such a wipe opens and none closes."""
    opened = [
        (k, one)
        for k, shot in enumerate(shots)
        for one in signs.gradual
        if one.has_graphic and shot.enters_by == "wipe" and one.before < shot.first <= one.after
    ]
    between: dict[int, str] = {}
    lone: dict[int, str] = {}
    while opened:
        (first, wipe), *opened = opened
        inside: Sequence[Shot] = ()
        if opened and _closes(shots, first, opened[0][0], wipe, opened[0][1]):
            inside = shots[first : opened[0][0]]
            follows = shots[opened[0][0] : opened[1][0] if len(opened) > 1 else len(shots)]
            if any(s.id in proofs for s in follows) and not any(s.id in proofs for s in inside):
                inside = ()  # the second of them opens a replay, so the first closed one
        if inside:
            between |= {s.id: "it lies between two wipes of one graphic" for s in inside}
            opened = opened[1:]
        elif not (opened and same_graphic(wipe, opened[0][1])):
            lone[shots[first].id] = "a graphic wipe opens it and none closes it"
    return between, lone


def _closes(shots: Sequence[Shot], first: int, then: int, a: Gradual, b: Gradual) -> bool:
    lasts_s = float(shots[then].start.exact_s - shots[first].start.exact_s)
    return lasts_s <= BETWEEN_S and same_graphic(a, b)


def _clock_back(shot: Shot, signs: TapeSigns) -> str | None:
    """The clock shows an earlier moment of the game than before the shot, and after it goes on from there."""
    start_s, end_s = _span_s(shot, signs.scale)
    before = [r.shown_s for r in signs.clock if r.at_s < signs.scale.seconds(shot.start)][-3:]
    inside = [r.shown_s for r in signs.clock if start_s <= r.at_s <= end_s]
    after = [r.shown_s for r in signs.clock if r.at_s > end_s][:3]
    if min(len(before), len(inside), len(after)) < 2:
        return None
    way = 1 if _counts_up(signs.clock) else -1
    was, shown, goes_on = (way * float(np.median(part)) for part in (before, inside, after))
    late_s = end_s - start_s + CLOCK_BACK_S
    if was - shown > CLOCK_BACK_S and -CLOCK_SLACK_S <= goes_on - was <= late_s:
        return f"the clock goes back by {was - shown:.0f} s and then on from where it was"
    return None


def _counts_up(clock: Sequence[ClockReading]) -> bool:
    steps = [b.shown_s - a.shown_s for a, b in pairwise(clock)]
    return sum(0 < s < 2 for s in steps) > sum(-2 < s < 0 for s in steps)


def _clock_off(shot: Shot, shots: Sequence[Shot], signs: TapeSigns) -> str | None:
    """The clock is taken off the picture for this shot while it stands in the others."""
    start_s, end_s = _span_s(shot, signs.scale)
    read_s = np.array([r.at_s for r in signs.clock])
    if end_s - start_s < CLOCK_LEAST_S or len(shots) < 2 or not len(read_s):
        return None
    if np.any((read_s >= start_s) & (read_s <= end_s)):
        return None
    usual_s = float(np.median(np.diff(read_s))) if len(read_s) > 2 else np.inf
    others_s = sum(b - a for a, b in (_span_s(s, signs.scale) for s in shots if s.id != shot.id))
    if len(read_s) * usual_s < CLOCK_SHOWN_SHARE * others_s:
        return None
    return "the clock is off the picture"


def _slowed(shot: Shot, signs: TapeSigns) -> str | None:
    """Frames repeat in this shot and not elsewhere, one or a few at a time."""
    start_s, end_s = _span_s(shot, signs.scale)
    inside = (signs.score_s > start_s) & (signs.score_s <= end_s)
    same = np.nan_to_num(signs.cut_score, nan=np.inf) < REPEATED
    if inside.sum() < 12 or (~inside).sum() < 12 or same[~inside].mean() > REPEATED_ELSEWHERE:
        return None
    rows = same[inside]
    if not REPEATED_SHARE[0] <= rows.mean() <= REPEATED_SHARE[1]:
        return None
    edges = np.flatnonzero(np.diff(np.concatenate([[False], rows, [False]]).astype(np.int8)))
    if (edges[1::2] - edges[::2]).max() > 8:
        return None
    return "its frames repeat, as in slow motion"
