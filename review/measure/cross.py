"""Crossings: a man settled on one side of a gate, then on the other; decided late, dated back.

Off → astride → on, with a dwell in seconds on both sides. A flicker of one or two frames never counts.
Men whose track begins or ends at the gate give crossings of lower confidence, with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from review.core.crossings import Direction
from review.core.times import FrameTime, Interval, TimeScale
from review.core.tracks import Track
from review.measure.doubles import Other, covered, is_double, only_a_double, twin_tracks
from review.measure.gate_side import (
    DEPTH_SEEN_RATIO,
    END_SLACK_M,
    OFF_ABOVE_M,
    ON_BELOW_M,
    GateSides,
    Side,
    hides_feet,
)
from review.measure.runs import CrossRules, Run, settled_runs, without_flicker, without_wobble

__all__ = ["CrossRules", "RawCrossing", "cross_gate", "without_twins"]

#: Feet over the line by less than this stand on the ice: a skate that swings down passes through the rest.
FEET_DOWN_M = -0.04
#: A skate touches the ice up to so long after its box reaches the line, or so long before; it leaves the ice
#: up to so long before its box rises (rendered truth: 0.06, 0.07 and 0.25 s at 15 to 25 looks a second).
LAND_S = 0.25
TOUCH_S = 0.10
LIFT_S = 0.40
#: Where other men hide the feet between (rendered, panned too: up to 0.69 and 0.21 s).
HIDDEN_LIFT_S = 0.75
#: What an interval holds besides the looks that it lies between, for the confidence in a crossing.
USUAL_S = 0.25
#: Most likely: the first skate lands this long after the first look with feet down at the line, the second
#: lifts this long before the last one (medians of 74 rendered crossings seen throughout, half within 0.05 s).
LANDED_S = 0.04
LIFTED_S = 0.14
#: At near boards the skates are not seen: a man shows above the boards' top edge alone so long after his
#: first skate lands (rendered: 0.5 s over the boards, 0.8 to 1.0 s through a door), and goes below it about
#: when his last one lifts.
NEAR_LAND_S = (1.3, 0.0)
NEAR_LANDED_S = {"players_bench": 0.65, "penalty_box": 0.85}
NEAR_LIFT_S = (0.3, 0.6)
NEAR_LIFTED_S = 0.25
#: A gate must have been in view this long before a birth, and after a death, at it.
BEFORE_S = 0.4
AFTER_S = 0.8
#: A man who came through a gate is seen at least this far from it at some time.
AWAY_M = 2.0
#: ... and appears or disappears at most this far in front of the boards, in picture metres.
AT_BOARDS_M = 0.6
#: A man behind the boards, within this time and place, who is gone when another appears on the ice, is he.
VANISHED_S = 0.7
VANISHED_M = 0.6
FOUND_AGAIN_M = 0.35
ENDS_LOOKS = 3
#: Two tracks are one man lost and found again within this, and this much more a second between them.
HANDOVER_M = 1.2
HANDOVER_MPS = 4.0
#: A man first seen on the ice at the boards came through the gate where nobody was lost who could be he: over
#: this long, within a skater's reach (9 m/s, and the error of places across the ice).
LOST_S = 4.0
LOST_MPS = 9.0


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


def cross_gate(
    track: Track, sides: GateSides, scale: TimeScale, rules: CrossRules, others: Sequence[Other]
) -> list[RawCrossing]:
    """Every crossing of one track through one gate, in time order.

    `others` are tracks of the same shot, with their sides of this gate, that may have handed over to this
    one, or taken over from it: a birth or a death at the gate beside one of them on the ice is an identity
    switch, not a crossing.
    """
    sides = replace(sides, side=without_flicker(track, sides.side, scale))
    runs = without_wobble(track, sides, settled_runs(track, sides, scale, rules), scale)
    found = [
        _between(track, sides, scale, a, b)
        for a, b in pairwise(runs)
        if a.side != b.side and not is_double(track, a, b, others)
    ]
    if runs and runs[0].side is Side.ON:
        birth = _birth(track, sides, scale, runs[0], rules, others)
        found = [*([birth] if birth else []), *found]
    if runs and runs[-1].side is Side.ON:
        death = _death(track, sides, scale, runs[-1], rules, others)
        found += [death] if death else []
    return found


def without_twins(raw: Sequence[RawCrossing], tracks: Mapping[int, Track]) -> list[RawCrossing]:
    """Crossings of one gate without the less sure of two that two tracks on one man made of his."""
    kept: list[RawCrossing] = []
    for one in sorted(raw, key=lambda r: -r.confidence):
        twins = (
            k
            for k in kept
            if k.track != one.track
            and k.direction == one.direction
            and not (k.when.before(one.when) or one.when.before(k.when))
        )
        if not any(twin_tracks(tracks[one.track], one.row, tracks[k.track], k.row) for k in twins):
            kept.append(one)
    return [one for one in raw if one in kept]


def _between(track: Track, sides: GateSides, scale: TimeScale, a: Run, b: Run) -> RawCrossing:
    """The crossing between two settled runs, dated to the rows around it."""
    if b.side is Side.ON:
        before = [i for i in range(a.last, b.first) if sides.side[i] in (Side.OFF, Side.ASTRIDE)]
        start, end = max(before), _surely_on(sides, b)
        direction: Direction = "on"
    else:
        start, end, direction = _surely_on(sides, a, last=True), b.first, "off"
    when = _interval(track, sides, scale, start, end, direction)
    hidden = [i for i in range(start + 1, end) if sides.side[i] == Side.UNKNOWN]
    if hidden and not hides_feet(sides.gate):
        when = _widened(when, scale.at(int(track.pts[start])), scale.at(int(track.pts[end])), direction)
    apart_s = when.width_s if hides_feet(sides.gate) else _apart_s(track, scale, start, end) + USUAL_S
    reason = f"feet hidden in {len(hidden)} looks between" if hidden else None
    confidence = 0.95 * (0.9 if hidden else 1.0) * float(np.clip(1.1 - apart_s / 4, 0.5, 1.0))
    return RawCrossing(track.id, sides.gate.id, direction, when, confidence, reason, end)


def _apart_s(track: Track, scale: TimeScale, a: int, b: int) -> float:
    return scale.at(int(track.pts[b])).minus(scale.at(int(track.pts[a])))


def _widened(when: Interval, start: FrameTime, end: FrameTime, direction: Direction) -> Interval:
    """The interval where feet are hidden between: what was last seen of them says less."""
    if direction == "off":
        return replace(when, earliest=start.shifted(-HIDDEN_LIFT_S))
    middle = start.shifted(end.minus(start) / 2)  # errs least
    return Interval(when.earliest, when.latest, middle)


def _surely_on(sides: GateSides, run: Run, *, last: bool = False) -> int:
    """First (or last) row of a run on the ice whose feet are down at the line, not hanging just above it."""
    rows = [i for i in range(run.first, run.last + 1) if sides.depth_m[i] >= FEET_DOWN_M]
    if not rows:
        return run.last if last else run.first
    return rows[-1] if last else rows[0]


def _birth(
    track: Track, sides: GateSides, scale: TimeScale, run: Run, rules: CrossRules, others: Sequence[Other]
) -> RawCrossing | None:
    """A man first seen at the gate who then skates off into play."""
    first = 0
    behind = [i for i in range(run.first) if sides.side[i] in (Side.ASTRIDE, Side.OFF)]
    turn = behind[-1] if behind else first
    if not (_comes_or_goes(sides, first) or (behind and _comes_or_goes(sides, run.first))):
        return None
    if only_a_double(track, run, turn, others, going_off=False):
        return None
    if behind:
        if _is_his(covered(track, range(run.first), turn, others, going_off=False)):
            return None
        when = _interval(track, sides, scale, behind[-1], _surely_on(sides, run), "on")
        reason = "first seen astride or behind the boards"
        return RawCrossing(track.id, sides.gate.id, "on", when, 0.75, reason, run.first)
    lead_s = scale.at(int(track.pts[first])).minus(scale.at(sides.seen_from))
    if lead_s < BEFORE_S or _handover(track, sides, others, scale, rules, birth=True):
        return None
    t = scale.at(int(track.pts[first]))
    vanished_s = _vanished_behind(track, sides, others, scale)
    landed = scale.at(int(track.pts[_surely_on(sides, run)])).shifted(LAND_S)
    unseen_s = max(rules.off_dwell_s * 2, (vanished_s or 0.0) + TOUCH_S)
    when = Interval(t.shifted(-unseen_s), landed, t)
    confidence, reason = 0.45, "first seen on the ice at the gate"
    if vanished_s is not None:
        confidence = 0.75
        reason += f"; a man behind the boards there was last seen {vanished_s:.2f} s before"
    elif lead_s >= LOST_S and not _somebody_lost(track, sides, others, scale):
        confidence = 0.70
        reason += f"; nobody who could be he was lost on the ice in the {LOST_S:g} s before"
    return RawCrossing(track.id, sides.gate.id, "on", when, confidence, reason, first)


def _death(
    track: Track, sides: GateSides, scale: TimeScale, run: Run, rules: CrossRules, others: Sequence[Other]
) -> RawCrossing | None:
    """A man last seen at the gate, coming from the ice."""
    last = len(track) - 1
    behind = [i for i in range(run.last + 1, last + 1) if sides.side[i] in (Side.ASTRIDE, Side.OFF)]
    turn = behind[0] if behind else last
    if not (_comes_or_goes(sides, last) or (behind and _comes_or_goes(sides, run.last))):
        return None
    if only_a_double(track, run, turn, others, going_off=True):
        return None
    if behind:
        if _is_his(covered(track, range(run.last + 1, last + 1), turn, others, going_off=True)[::-1]):
            return None
        when = _interval(track, sides, scale, _surely_on(sides, run, last=True), behind[0], "off")
        reason = "last seen astride or behind the boards"
        return RawCrossing(track.id, sides.gate.id, "off", when, 0.75, reason, behind[0])
    rest_s = scale.at(sides.seen_to).minus(scale.at(int(track.pts[last])))
    if rest_s < AFTER_S or _handover(track, sides, others, scale, rules, birth=False):
        return None
    t = scale.at(int(track.pts[last]))
    when = Interval(t.shifted(-LIFT_S), t.shifted(rules.on_dwell_s), t)
    return RawCrossing(track.id, sides.gate.id, "off", when, 0.45, "last seen on the ice at the gate", last)


def _is_his(told: Sequence[bool]) -> bool:
    """Whether looks behind the line, from the track's end inwards, are of a man on the ice, tracked twice.

    Men who pass in front of one another share a box for a look; a track of somebody else's begins on him.
    """
    return any(told[:ENDS_LOOKS]) or sum(told) > len(told) / 3


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


def _somebody_lost(track: Track, sides: GateSides, others: Sequence[Other], scale: TimeScale) -> bool:
    """Whether a track ended on the ice from where its man can have come here unseen since.

    One whose last place is not known may be he; one that left the picture comes back at its edge.
    """
    t = scale.at(int(track.pts[0]))
    for other, far in others:
        gap = t.minus(scale.at(int(other.pts[-1])))
        behind = far.depth_m[-1] < -OFF_ABOVE_M
        if other.id == track.id or not 0 <= gap <= LOST_S or behind or far.at_edge[-1]:
            continue
        across = (sides.depth_m[0] - far.depth_m[-1]) / DEPTH_SEEN_RATIO
        apart_m = float(np.hypot(sides.along_m[0] - far.along_m[-1], across))
        if not apart_m > HANDOVER_M + LOST_MPS * gap:
            return True
    return False


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


def _interval(
    track: Track, sides: GateSides, scale: TimeScale, start: int, end: int, direction: Direction
) -> Interval:
    """From row to row, widened by what feet do that boxes do not show; best by the row with feet down."""
    a, b = scale.at(int(track.pts[start])), scale.at(int(track.pts[end]))
    if hides_feet(sides.gate):
        return _near_interval(sides.gate.kind, a, b, direction)
    if direction == "on":
        return Interval(a.shifted(-TOUCH_S), b.shifted(LAND_S), b.shifted(LANDED_S))
    return Interval(a.shifted(-LIFT_S), b, a.shifted(-LIFTED_S))


def _near_interval(kind: str, a: FrameTime, b: FrameTime, direction: Direction) -> Interval:
    if direction == "on":
        before_s, after_s = NEAR_LAND_S
        best = b.shifted(-NEAR_LANDED_S.get(kind, NEAR_LANDED_S["players_bench"]))
        return Interval(min(a, b.shifted(-before_s)), b.shifted(after_s), best)
    before_s, after_s = NEAR_LIFT_S
    return Interval(a.shifted(-before_s), b.shifted(after_s), a.shifted(NEAR_LIFTED_S))
