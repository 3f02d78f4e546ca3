"""Crossings: a man settled on one side of a gate, then on the other; decided late, dated back.

Off → astride → on, with a dwell in seconds on both sides. A flicker of one or two frames never counts.
Men whose track begins or ends at the gate give crossings of lower confidence, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from review.core.arrays import Array
from review.core.boxes import inside
from review.core.crossings import Direction
from review.core.times import Interval, TimeScale
from review.core.tracks import Track
from review.measure.gate_side import DEPTH_SEEN_RATIO, END_SLACK_M, ON_BELOW_M, GateSides, Side

__all__ = ["CrossRules", "RawCrossing", "cross_gate"]

#: A man who came over the boards moves off them: least depth in picture metres reached on the ice.
ICE_REACH_M = 0.10
THERE_AND_BACK_S = 1.0  # nobody climbs over the boards and back, or sits down and gets up, so quickly
FLICKER_S = 0.35
#: Feet over the line by less than this stand on the ice: a skate that swings down passes through the rest.
FEET_DOWN_M = -0.04
#: A skate touches the ice up to so long after its box reaches the line, or so long before; it leaves the ice
#: up to so long before its box rises (rendered truth: 0.06, 0.07 and 0.25 s at 15 to 25 looks a second).
LAND_S = 0.15
TOUCH_S = 0.10
LIFT_S = 0.30
#: Most likely: the first skate lands this long after the first look with feet down at the line, the second
#: lifts this long before the last one (medians of 74 rendered crossings seen throughout, half within 0.05 s).
LANDED_S = 0.04
LIFTED_S = 0.14
#: A gate must have been in view this long before a birth, and after a death, at it.
BEFORE_S = 0.4
AFTER_S = 0.8
#: A man who came through a gate is seen at least this far from it at some time.
AWAY_M = 2.0
#: Two boxes are on one man if the smaller lies in the other by this much.
DOUBLE_RATIO = 0.6
#: ... and appears or disappears at most this far in front of the boards, in picture metres.
AT_BOARDS_M = 0.6
#: A man behind the boards, within this time and place, who is gone when another appears on the ice, is he.
VANISHED_S = 0.7
VANISHED_M = 0.6
FOUND_AGAIN_M = 0.35
#: Two tracks are one man lost and found again within this, and this much more a second between them.
HANDOVER_M = 1.2
HANDOVER_MPS = 4.0


@dataclass(frozen=True, slots=True)
class CrossRules:
    """Dwell on each side, and how close in time another track may take over."""

    off_dwell_s: float = 0.20
    on_dwell_s: float = 0.50
    handover_s: float = 0.6


@dataclass(frozen=True, slots=True)
class RawCrossing:
    """A crossing of a track, before people and teams. `row` is the first row on the new side."""

    track: int
    gate: str
    direction: Direction
    when: Interval
    confidence: float
    reason: str | None
    row: int


@dataclass(frozen=True, slots=True)
class _Run:
    side: Side
    first: int
    last: int


Other = tuple[Track, GateSides]


def cross_gate(
    track: Track, sides: GateSides, scale: TimeScale, rules: CrossRules, others: Sequence[Other]
) -> list[RawCrossing]:
    """Every crossing of one track through one gate, in time order.

    `others` are tracks of the same shot, with their sides of this gate, that may have handed over to this
    one, or taken over from it: a birth or a death at the gate beside one of them on the ice is an identity
    switch, not a crossing.
    """
    sides = replace(sides, side=_without_flicker(track, sides.side, scale))
    runs = _without_wobble(track, _settled_runs(track, sides, scale, rules), scale)
    found = [
        _between(track, sides, scale, a, b)
        for a, b in pairwise(runs)
        if a.side != b.side and not _is_double(track, a, b, others, scale)
    ]
    if runs and runs[0].side is Side.ON:
        birth = _birth(track, sides, scale, runs[0], rules, others)
        found = [*([birth] if birth else []), *found]
    if runs and runs[-1].side is Side.ON:
        death = _death(track, sides, scale, runs[-1], rules, others)
        found += [death] if death else []
    return found


def _is_double(track: Track, a: _Run, b: _Run, others: Sequence[Other], scale: TimeScale) -> bool:
    """Whether the man on the ice has another track, over the same boxes, that stays on the ice.

    Then this track has only changed over from one man to another: nobody crossed.
    """
    if a.side is Side.ON:
        return _another_stays(track, a, b.first, others, scale, going_off=True)
    return _another_stays(track, b, a.last, others, scale, going_off=False)


def _another_stays(
    track: Track, run: _Run, turn: int, others: Sequence[Other], scale: TimeScale, *, going_off: bool
) -> bool:
    """Whether the man this run follows on the ice has another track there beyond row `turn`."""
    ends = range(max(run.first, run.last - 2), run.last + 1)
    rows = ends if going_off else range(run.first, min(run.first + 3, run.last + 1))
    return _goes_on_elsewhere(track, rows, turn, others, scale, going_off=going_off)


def _goes_on_elsewhere(
    track: Track, rows: range, turn: int, others: Sequence[Other], scale: TimeScale, *, going_off: bool
) -> bool:
    """Whether a track over the same boxes in `rows` is on the ice after (or before) row `turn` as well."""
    beyond = scale.at(int(track.pts[turn]))
    for other, far in others:
        if other.id == track.id or not any(_same_place(track, i, other) for i in rows):
            continue
        on_ice = [scale.at(int(p)) for p, side in zip(other.pts, far.side, strict=True) if side == Side.ON]
        if any(t >= beyond if going_off else t <= beyond for t in on_ice):
            return True
    return False


def _same_place(track: Track, row: int, other: Track) -> bool:
    """Whether the other track's box in that look lies in this one's, or the other way round."""
    mine = track.xyxy_px[row][None]
    theirs = other.xyxy_px[other.ordinal == track.ordinal[row]]
    if not len(theirs):
        return False
    return bool(max(inside(mine, theirs).max(), inside(theirs, mine).max()) > DOUBLE_RATIO)


def _without_flicker(track: Track, side: Array, scale: TimeScale) -> Array:
    """A single row that disagrees with two agreeing neighbours close in time is taken for a bad box."""
    steady = side.copy()
    known = np.flatnonzero(side != Side.UNKNOWN)
    for a, i, b in zip(known, known[1:], known[2:], strict=False):
        near = scale.at(int(track.pts[b])).minus(scale.at(int(track.pts[a]))) <= FLICKER_S
        if near and side[a] == side[b] != side[i]:
            steady[i] = side[a]
    return steady


def _settled_runs(track: Track, sides: GateSides, scale: TimeScale, rules: CrossRules) -> list[_Run]:
    """Runs of OFF and ON that last their dwell; ASTRIDE and UNKNOWN rows settle nothing.

    Astride rows break a run on the ice, and prolong one on the bench.
    """
    runs: list[_Run] = []
    start: int | None = None
    last = 0
    current = Side.UNKNOWN
    for i, value in enumerate([*sides.side.tolist(), None]):
        side = Side(value) if value is not None else None
        if side is Side.UNKNOWN or (side is Side.ASTRIDE and current is not Side.ON):
            continue
        if side is current:
            last = i
            continue
        if start is not None and _settled(track, sides, scale, rules, _Run(current, start, last)):
            if runs and runs[-1].side is current:
                runs[-1] = _Run(current, runs[-1].first, last)
            else:
                runs.append(_Run(current, start, last))
        start, last, current = (i, i, side) if side in (Side.OFF, Side.ON) else (None, i, Side.ASTRIDE)
    return runs


def _without_wobble(track: Track, runs: list[_Run], scale: TimeScale) -> list[_Run]:
    """Runs without those behind the line that are too short for a man to leave the ice and come back.

    Along the boards a box's lower edge slips over the line and back, in a pan above all.
    """
    kept: list[_Run] = []
    for k, run in enumerate(runs):
        after = runs[k + 1] if k + 1 < len(runs) else None
        if kept and run.side is Side.OFF and after is not None and kept[-1].side is after.side is Side.ON:
            away_s = scale.at(int(track.pts[after.first])).minus(scale.at(int(track.pts[kept[-1].last])))
            if away_s < THERE_AND_BACK_S:
                continue
        if kept and kept[-1].side is run.side:
            kept[-1] = _Run(run.side, kept[-1].first, run.last)
        else:
            kept.append(run)
    return kept


def _settled(track: Track, sides: GateSides, scale: TimeScale, rules: CrossRules, run: _Run) -> bool:
    rows = np.arange(run.first, run.last + 1)
    same = rows[sides.side[rows] == run.side]
    if len(same) < 2:
        return False
    lasted = scale.at(int(track.pts[run.last])).minus(scale.at(int(track.pts[run.first])))
    if run.side is Side.OFF:
        return lasted >= rules.off_dwell_s
    away = np.nanmax(sides.depth_m[same]) >= ICE_REACH_M or np.nanmax(sides.beside_m[same]) > 1.0
    return lasted >= rules.on_dwell_s and bool(away)


def _between(track: Track, sides: GateSides, scale: TimeScale, a: _Run, b: _Run) -> RawCrossing:
    """The crossing between two settled runs, dated to the rows around it."""
    if b.side is Side.ON:
        before = [i for i in range(a.last, b.first) if sides.side[i] in (Side.OFF, Side.ASTRIDE)]
        start, end = max(before), _surely_on(sides, b)
        direction: Direction = "on"
    else:
        start, end, direction = _surely_on(sides, a, last=True), b.first, "off"
    when = _interval(track, scale, start, end, direction)
    hidden = [i for i in range(start + 1, end) if sides.side[i] == Side.UNKNOWN]
    reason = f"feet hidden in {len(hidden)} looks between" if hidden else None
    confidence = 0.95 * (0.9 if hidden else 1.0) * float(np.clip(1.1 - when.width_s / 4, 0.5, 1.0))
    return RawCrossing(track.id, sides.gate.id, direction, when, confidence, reason, end)


def _surely_on(sides: GateSides, run: _Run, *, last: bool = False) -> int:
    """First (or last) row of a run on the ice whose feet are down at the line, not hanging just above it."""
    rows = [i for i in range(run.first, run.last + 1) if sides.depth_m[i] >= FEET_DOWN_M]
    if not rows:
        return run.last if last else run.first
    return rows[-1] if last else rows[0]


def _birth(
    track: Track, sides: GateSides, scale: TimeScale, run: _Run, rules: CrossRules, others: Sequence[Other]
) -> RawCrossing | None:
    """A man first seen at the gate who then skates off into play."""
    first = 0
    behind = [i for i in range(run.first) if sides.side[i] in (Side.ASTRIDE, Side.OFF)]
    if _another_stays(track, run, behind[-1] if behind else first, others, scale, going_off=False):
        return None
    if behind:
        if not (_comes_or_goes(sides, first) or _comes_or_goes(sides, run.first)):
            return None
        if _goes_on_elsewhere(track, range(run.first), behind[-1], others, scale, going_off=False):
            return None
        when = _interval(track, scale, behind[-1], _surely_on(sides, run), "on")
        reason = "first seen astride or behind the boards"
        return RawCrossing(track.id, sides.gate.id, "on", when, 0.75, reason, run.first)
    lead_s = scale.at(int(track.pts[first])).minus(scale.at(sides.seen_from))
    if lead_s < BEFORE_S or not _comes_or_goes(sides, first):
        return None
    if _handover(track, sides, others, scale, rules, birth=True):
        return None
    t = scale.at(int(track.pts[first]))
    vanished_s = _vanished_behind(track, sides, others, scale)
    landed = scale.at(int(track.pts[_surely_on(sides, run)])).shifted(LAND_S)
    unseen_s = max(rules.off_dwell_s * 2, (vanished_s or 0.0) + TOUCH_S)
    when = Interval(t.shifted(-unseen_s), landed, t)
    reason = "first seen on the ice at the gate"
    if vanished_s is None:
        return RawCrossing(track.id, sides.gate.id, "on", when, 0.45, reason, first)
    reason += f"; a man behind the boards there was last seen {vanished_s:.2f} s before"
    return RawCrossing(track.id, sides.gate.id, "on", when, 0.75, reason, first)


def _death(
    track: Track, sides: GateSides, scale: TimeScale, run: _Run, rules: CrossRules, others: Sequence[Other]
) -> RawCrossing | None:
    """A man last seen at the gate, coming from the ice."""
    last = len(track) - 1
    behind = [i for i in range(run.last + 1, last + 1) if sides.side[i] in (Side.ASTRIDE, Side.OFF)]
    if _another_stays(track, run, behind[0] if behind else last, others, scale, going_off=True):
        return None
    if behind:
        if not (_comes_or_goes(sides, last) or _comes_or_goes(sides, run.last)):
            return None
        rows = range(run.last + 1, last + 1)
        if _goes_on_elsewhere(track, rows, behind[0], others, scale, going_off=True):
            return None
        when = _interval(track, scale, _surely_on(sides, run, last=True), behind[0], "off")
        reason = "last seen astride or behind the boards"
        return RawCrossing(track.id, sides.gate.id, "off", when, 0.75, reason, behind[0])
    rest_s = scale.at(sides.seen_to).minus(scale.at(int(track.pts[last])))
    if rest_s < AFTER_S or not _comes_or_goes(sides, last):
        return None
    if _handover(track, sides, others, scale, rules, birth=False):
        return None
    t = scale.at(int(track.pts[last]))
    when = Interval(t.shifted(-LIFT_S), t.shifted(rules.on_dwell_s), t)
    return RawCrossing(track.id, sides.gate.id, "off", when, 0.45, "last seen on the ice at the gate", last)


def _comes_or_goes(sides: GateSides, row: int) -> bool:
    """Whether a track that begins or ends at this row does so at a watched gate, and is elsewhere otherwise.

    A man at the picture's edge has left the picture, and one who never leaves the boards is no evidence.
    """
    away = np.nanmax(sides.distance_m, initial=0.0) >= AWAY_M
    at_boards = sides.near[row] and sides.depth_m[row] <= AT_BOARDS_M
    return bool(at_boards and sides.watched[row] and not sides.at_edge[row] and away)


def _vanished_behind(
    track: Track, sides: GateSides, others: Sequence[Other], scale: TimeScale
) -> float | None:
    """Seconds since a man on the bench side, at the place where this man appears, was last seen.

    None where nobody vanished there, or somebody was found again at that very place on the bench.
    """
    t = scale.at(int(track.pts[0]))
    for other, far in others:
        gap = t.minus(scale.at(int(other.pts[-1])))
        beside = abs(sides.along_m[0] - far.along_m[-1])
        if other.id == track.id or not -0.15 <= gap <= VANISHED_S or not beside <= VANISHED_M:
            continue
        if far.depth_m[-1] >= -ON_BELOW_M or len(other) < 5:
            continue
        again = any(
            late.side[0] == Side.OFF
            and 0 < scale.at(int(man.pts[0])).minus(scale.at(int(other.pts[-1]))) <= 1.0
            and abs(late.along_m[0] - far.along_m[-1]) <= FOUND_AGAIN_M
            and abs(late.depth_m[0] - far.depth_m[-1]) <= FOUND_AGAIN_M
            for man, late in others
        )
        if not again:
            return max(0.0, gap)
    return None


def _handover(
    track: Track,
    sides: GateSides,
    others: Sequence[Other],
    scale: TimeScale,
    rules: CrossRules,
    *,
    birth: bool,
) -> bool:
    """Whether another track ends (begins) on the ice, where and when this one begins (ends).

    Places are compared along and across the boards, so that the camera's motion between does not matter.
    """
    row, other_row = (0, -1) if birth else (-1, 0)
    t = scale.at(int(track.pts[row]))
    for other, far in others:
        behind = far.beside_m[other_row] <= END_SLACK_M and far.depth_m[other_row] < -ON_BELOW_M
        if other.id == track.id or behind:
            continue
        gap = t.minus(scale.at(int(other.pts[other_row]))) * (1 if birth else -1)
        if not -0.2 <= gap <= rules.handover_s:
            continue
        across = (sides.depth_m[row] - far.depth_m[other_row]) / DEPTH_SEEN_RATIO
        apart_m = np.hypot(sides.along_m[row] - far.along_m[other_row], across)
        if apart_m <= HANDOVER_M + HANDOVER_MPS * max(0.0, gap):
            return True
    return False


def _interval(track: Track, scale: TimeScale, start: int, end: int, direction: Direction) -> Interval:
    """From row to row, widened by what feet do that boxes do not show; best by the row with feet down."""
    a, b = scale.at(int(track.pts[start])), scale.at(int(track.pts[end]))
    if direction == "on":
        return Interval(a.shifted(-TOUCH_S), b.shifted(LAND_S), b.shifted(LANDED_S))
    return Interval(a.shifted(-LIFT_S), b, a.shifted(-LIFTED_S))
