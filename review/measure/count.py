"""How many men of a team are on the ice: a low, a high, and the likeliest number.

The low is what the picture shows for a second together. The best carries the strength allowed at the start
of a watched stretch through every crossing seen since. The high is open (None) from the moment somebody may
have come on unseen: a bench out of the picture, a cut, a picture lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.counts import CountPoint, CountTimeline
from review.core.crossings import Crossing, GateGap
from review.core.game import Penalty
from review.core.times import FrameTime, TimeScale

__all__ = ["FULL_STRENGTH", "Presence", "Retired", "allowed_at", "count_team", "sustained"]

#: Men on the ice at full strength, goalkeeper included (NHL rule 5.1, IIHF rule 5.1).
FULL_STRENGTH = 6
LEAST_STRENGTH = 4


@dataclass(frozen=True, slots=True)
class Presence:
    """What one shot shows of one team, a value a looked frame.

    Attributes
    ----------
    pts : (n,) int64
    men : (n,) int, men surely of this team and surely on the ice, goalkeeper included
    goalkeeper : (n,) bool, the goalkeeper is among them
    watched : (n,) bool, the team's benches and boxes are in view
    replay : why nothing counts; None in a shot that is no replay
    opening : what hides the picture from `start` to the first look; None where nothing does
    """

    pts: Array
    men: Array
    goalkeeper: Array
    watched: Array
    start: FrameTime
    has_gates: bool
    replay: str | None = None
    opening: str | None = None


@dataclass(frozen=True, slots=True)
class Retired:
    """A retiring man taken to be off though his crossing was not seen: he was at the bench, then gone."""

    person: int
    at: FrameTime


def allowed_at(team: str, seconds: float, penalties: Sequence[Penalty]) -> int:
    """Men allowed with the penalties running at that second of tape, never under three and a keeper."""
    running = [p for p in penalties if p.team == team and p.start_s <= seconds < p.start_s + p.length_s]
    return max(LEAST_STRENGTH, FULL_STRENGTH - len(running))


def sustained(men: Array, pts: Array, scale: TimeScale, seconds: float) -> Array:
    """The most men that every look of some stretch of `seconds` around each look shows at once."""
    time_s = np.array([scale.seconds(scale.at(int(p))) for p in pts])
    held = np.zeros(len(men), dtype=int)
    for i in range(len(men)):
        j = int(np.searchsorted(time_s, time_s[i] + seconds - 1e-6))
        if j < len(men) and j > i:
            least = int(men[i : j + 1].min())
            held[i : j + 1] = np.maximum(held[i : j + 1], least)
    return held


def count_team(
    team: str,
    shots: Sequence[Presence],
    *,
    scale: TimeScale,
    crossings: Sequence[Crossing],
    retired: Sequence[Retired],
    gaps: Sequence[GateGap],
    penalties: Sequence[Penalty],
    hold_s: float,
    confidence_min: float,
) -> CountTimeline:
    """One team's count through all shots, change points only."""
    points: list[CountPoint] = []
    for shot in shots:
        points += _shot_points(
            team, shot, scale, _events(team, crossings, retired, confidence_min), gaps, penalties, hold_s
        )
    return CountTimeline(team, tuple(_changes_only(points)))


@dataclass(frozen=True, slots=True)
class _Event:
    """A man on or off: the best count steps at `at`, the high as soon as he may be on, and once he is off."""

    at: FrameTime
    high_at: FrameTime
    step: int
    sure: bool
    cause: str


def _events(
    team: str, crossings: Sequence[Crossing], retired: Sequence[Retired], confidence_min: float
) -> list[_Event]:
    events = [
        _Event(
            c.when.best or (c.when.latest if c.direction == "on" else c.when.earliest),
            c.when.earliest if c.direction == "on" else c.when.latest,
            1 if c.direction == "on" else -1,
            c.confidence >= confidence_min,
            f"crossing {c.id}" + ("" if c.confidence >= confidence_min else " (weak)"),
        )
        for c in crossings
        if c.team == team
    ]
    events += [_Event(r.at, r.at, -1, True, f"person {r.person} at the bench, then gone") for r in retired]
    return sorted(events, key=lambda e: e.at.exact_s)


def _shot_points(
    team: str,
    shot: Presence,
    scale: TimeScale,
    events: Sequence[_Event],
    gaps: Sequence[GateGap],
    penalties: Sequence[Penalty],
    hold_s: float,
) -> list[CountPoint]:
    if shot.replay or not len(shot.pts):
        return [_unknown(shot.start, shot.replay or "nobody seen")]
    low = sustained(shot.men, shot.pts, scale, hold_s)
    keeper = sustained(shot.goalkeeper.astype(int), shot.pts, scale, hold_s) > 0
    end = scale.at(int(shot.pts[-1]))
    mine = [e for e in events if e.at >= shot.start and e.high_at <= end]
    blind = [g for g in gaps if g.team == team and g.when.latest >= shot.start and g.when.earliest <= end]
    points = []
    if shot.opening:
        points.append(_unknown(shot.start, shot.opening))
    for i, pts in enumerate(shot.pts):
        now = scale.at(int(pts))
        allowed = allowed_at(team, scale.seconds(now), penalties)
        seen = bool(shot.watched[i])
        points.append(_point(now, int(low[i]), bool(keeper[i]), allowed, seen, shot, mine, blind))
    return points


def _unknown(at: FrameTime, cause: str) -> CountPoint:
    return CountPoint(at, 0, None, None, None, None, None, cause, seen=False)


def _point(
    now: FrameTime,
    low: int,
    keeper: bool,
    allowed: int,
    watched: bool,
    shot: Presence,
    events: Sequence[_Event],
    blind: Sequence[GateGap],
) -> CountPoint:
    past = [e for e in events if e.at <= now]
    if not shot.has_gates:
        p = 0.95 if low > allowed else None
        cause = "no bench is marked in this shot"
        return CountPoint(now, low, None, None, keeper or None, allowed, p, cause, seen=False)
    best = max(low, allowed + sum(e.step for e in past if e.sure))
    high = max(best, allowed + sum(e.step for e in events if e.high_at <= now and (e.sure or e.step > 0)))
    unseen = next((g for g in blind if g.when.earliest <= now), None)
    if not watched and unseen:
        cause = f"the {unseen.gate} is not in view: {unseen.reason}"
    elif past:
        cause = past[-1].cause
    else:
        cause = f"taken to be at the {allowed} allowed when the shot begins"
    if watched and unseen:
        cause += f"; the {unseen.gate} was out of view before, and somebody may have come on unseen"
    p_over = 0.95 if low > allowed else None if unseen else 0.5 if best > allowed else 0.02
    upper = None if unseen else high
    return CountPoint(now, low, upper, best, keeper or None, allowed, p_over, cause, seen=watched)


def _changes_only(points: Sequence[CountPoint]) -> list[CountPoint]:
    kept: list[CountPoint] = []
    for point in points:
        if kept and point.t <= kept[-1].t:
            continue
        if not kept or _state(point) != _state(kept[-1]):
            kept.append(point)
    return kept


def _state(p: CountPoint) -> tuple[object, ...]:
    return p.low, p.high, p.best, p.goalkeeper, p.allowed, p.cause, p.seen
