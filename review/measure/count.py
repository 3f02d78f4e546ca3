"""How many men of a team are on the ice: a low, a high, and the likeliest number.

`shown` is what the picture shows for a second together. Low and high are the narrowest span that holds the
number with `INSIDE_P`, by `review.measure.on_ice`: men shown, crossings seen with their doubts, and how
teams usually change where a bench is out of the picture. In a shot without a marked bench only what is shown
is told.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from review.core.arrays import Array
from review.core.counts import CountPoint, CountTimeline
from review.core.crossings import Crossing, GateGap
from review.core.game import Penalty
from review.core.times import FrameTime, Interval, TimeScale
from review.measure.on_ice import Habits, Looks, Step, band, strength

__all__ = ["FULL_STRENGTH", "Presence", "Retired", "allowed_at", "count_team", "sustained"]

#: Men on the ice at full strength, goalkeeper included (NHL rule 5.1, IIHF rule 5.1).
FULL_STRENGTH = 6
LEAST_STRENGTH = 4
#: The band holds the number with this probability, as far as habits and confidences are right.
INSIDE_P = 0.99
#: A man who is penalised skates to the box: so long after its beginning he still counts among those allowed.
TO_BOX_S = 10.0
#: So long after a penalty its man comes out of the box; at its door that is seldom seen.
RELEASE_S = 4.0
#: A change of the probability of one too many across these is a change of the count.
OVER_STEPS = (0.05, 0.2, 1 / 3, 0.5, 0.75, 0.9, 0.95)
RETIRED_P = 0.7  # of one who was at the bench, then gone, that he is off


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
    keepers: Collection[int] = (),
    stopped: Sequence[tuple[FrameTime, FrameTime]] = (),
    brawls: Sequence[tuple[FrameTime, FrameTime]] = (),
    habits: Habits | None = None,
) -> CountTimeline:
    """One team's count through all shots, change points only.

    Parameters
    ----------
    hold_s : so long must men be shown together to count as shown
    confidence_min : a crossing below is called weak in the cause; it moves the count by what it is worth
    keepers : people who are surely goalkeepers
    stopped, brawls : spans in which the clock stood, or an altercation was on
    """
    events = _events(team, crossings, retired, confidence_min, frozenset(keepers))
    counted = [_Counted(shot, *_held(shot, scale, hold_s)) for shot in shots if _counts(shot)]
    looks = _looks(team, counted, scale, penalties, stopped, brawls)
    men = strength(looks, [e.step for e in events], habits or Habits())
    low, high, best = _widened(band(men, INSIDE_P), looks, events)
    over = _surely_over(men, looks, events)
    points: list[CountPoint] = []
    at = 0
    rest = iter(counted)
    for shot in shots:
        if not _counts(shot):
            points.append(_unknown(shot.start, shot.replay or "nobody seen"))
            continue
        if shot.opening:
            points.append(_unknown(shot.start, shot.opening))
        mine = _about(next(rest), events, gaps, team, scale)
        for i, pts in enumerate(shot.pts):
            allowed = int(looks.allowed[at])
            points.append(
                _point(
                    scale.at(int(pts)),
                    i,
                    mine,
                    int(low[at]),
                    int(high[at]),
                    int(best[at]),
                    allowed,
                    float(over[at]),
                )
            )
            at += 1
    return CountTimeline(team, tuple(_changes_only(points)))


@dataclass(frozen=True, slots=True)
class _Event:
    """A man on or off, at the likeliest moment and within `when`; `cause` says which."""

    step: Step
    when: Interval
    cause: str

    @property
    def at(self) -> FrameTime:
        return self.when.best or self.when.latest


@dataclass(frozen=True, slots=True)
class _Counted:
    """A shot with the men it shows for a second together, goalkeepers among them told apart."""

    shot: Presence
    held: Array
    keeper: Array


@dataclass(frozen=True, slots=True)
class _Around:
    """A counted shot with what moved the count in it, and when a bench of the team was out of view."""

    counted: _Counted
    events: Sequence[_Event]
    blind: Sequence[GateGap]


def _counts(shot: Presence) -> bool:
    return not shot.replay and len(shot.pts) > 0


def _held(shot: Presence, scale: TimeScale, hold_s: float) -> tuple[Array, Array]:
    keeper = sustained(shot.goalkeeper.astype(int), shot.pts, scale, hold_s) > 0
    return sustained(shot.men, shot.pts, scale, hold_s), keeper


def _events(
    team: str,
    crossings: Sequence[Crossing],
    retired: Sequence[Retired],
    confidence_min: float,
    keepers: Collection[int],
) -> list[_Event]:
    events = []
    for c in (c for c in crossings if c.team == team):
        by = 1 if c.direction == "on" else -1
        best = c.when.best or (c.when.latest if by > 0 else c.when.earliest)
        step = Step(float(best.exact_s), by, c.confidence, c.person in keepers)
        cause = f"crossing {c.id}" + ("" if c.confidence >= confidence_min else " (weak)")
        events.append(_Event(step, replace(c.when, best=best), cause))
    for r in retired:
        step = Step(float(r.at.exact_s), -1, RETIRED_P, r.person in keepers)
        events.append(_Event(step, Interval(r.at, r.at, r.at), f"person {r.person} at the bench, then gone"))
    return sorted(events, key=lambda e: (e.step.at_s, e.cause))


def _looks(
    team: str,
    counted: Sequence[_Counted],
    scale: TimeScale,
    penalties: Sequence[Penalty],
    stopped: Sequence[tuple[FrameTime, FrameTime]],
    brawls: Sequence[tuple[FrameTime, FrameTime]],
) -> Looks:
    pts = np.concatenate([np.zeros(0, np.int64), *(c.shot.pts for c in counted)])
    when = [scale.at(int(p)) for p in pts]
    time_s = np.array([float(t.exact_s) for t in when])
    held = np.concatenate([np.zeros(0, int), *(c.held for c in counted)])
    keeper = np.concatenate([np.zeros(0, bool), *(c.keeper for c in counted)])
    watched = np.concatenate([np.zeros(0, bool), *(c.shot.watched for c in counted)])
    seconds = [scale.seconds(t) for t in when]
    allowed = np.array([allowed_at(team, s, penalties) for s in seconds], dtype=int)
    begins_s = np.array([p.start_s for p in penalties if p.team == team and p.start_s > 0])
    on_his_way = [int(((begins_s <= s) & (s < begins_s + TO_BOX_S)).sum()) for s in seconds]
    allowed = np.minimum(FULL_STRENGTH, allowed + on_his_way)
    ends_s = [p.start_s + p.length_s for p in penalties if p.team == team]
    for end_s in ends_s:
        watched &= (np.array(seconds) < end_s) | (np.array(seconds) > end_s + RELEASE_S)
    return Looks(
        time_s, held - keeper, keeper, watched, allowed, _within(when, stopped), _within(when, brawls)
    )  # fmt: skip


def _within(when: Sequence[FrameTime], spans: Sequence[tuple[FrameTime, FrameTime]]) -> Array:
    return np.array([any(a <= t <= b for a, b in spans) for t in when], dtype=bool)


def _widened(
    told: tuple[Array, Array, Array], looks: Looks, events: Sequence[_Event]
) -> tuple[Array, Array, Array]:
    """The band, never below what is shown; while a crossing may be on, as wide as before and after it."""
    low, high, best = (column.copy() for column in told)
    last = len(looks.time_s) - 1
    for event in events if last >= 0 else ():
        a = max(0, int(np.searchsorted(looks.time_s, float(event.when.earliest.exact_s))) - 1)
        b = min(last, int(np.searchsorted(looks.time_s, float(event.when.latest.exact_s))) + 1)
        if a <= b:
            low[a : b + 1] = np.minimum(low[a : b + 1], min(told[0][a], told[0][b]))
            high[a : b + 1] = np.maximum(high[a : b + 1], max(told[1][a], told[1][b]))
    low = np.maximum(low, looks.skaters + looks.goalkeeper)
    high = np.maximum(high, low)
    return low, high, np.clip(best, low, high)


def _surely_over(men: Array, looks: Looks, events: Sequence[_Event]) -> Array:
    """(n,) probability of more men than allowed; while a man may be crossing, the lesser."""
    over = np.array([row[allowed + 1 :].sum() for row, allowed in zip(men, looks.allowed, strict=True)])
    told = over.copy()
    for event in events if len(over) else ():
        a = max(0, int(np.searchsorted(looks.time_s, float(event.when.earliest.exact_s))) - 1)
        b = min(len(over) - 1, int(np.searchsorted(looks.time_s, float(event.when.latest.exact_s))))
        told[a:b] = np.minimum(told[a:b], min(over[a], over[b]))
    return told


def _about(
    counted: _Counted, events: Sequence[_Event], gaps: Sequence[GateGap], team: str, scale: TimeScale
) -> _Around:
    shot = counted.shot
    end = scale.at(int(shot.pts[-1]))
    mine = [e for e in events if shot.start <= e.at <= end]
    blind = [g for g in gaps if g.team == team and g.when.latest >= shot.start and g.when.earliest <= end]
    return _Around(counted, mine, blind)


def _unknown(at: FrameTime, cause: str) -> CountPoint:
    return CountPoint(at, 0, None, None, None, None, None, cause, seen=False)


def _point(
    now: FrameTime, i: int, about: _Around, low: int, high: int, best: int, allowed: int, over: float
) -> CountPoint:
    shot, shown = about.counted.shot, int(about.counted.held[i])
    keeper = bool(about.counted.keeper[i]) or None
    if not shot.has_gates:
        p = 0.95 if shown > allowed else None
        cause = "no bench is marked in this shot"
        return CountPoint(now, shown, None, None, keeper, allowed, p, cause, seen=False, shown=shown)
    watched = bool(shot.watched[i])
    past = [e for e in about.events if e.at <= now]
    unseen = next((g for g in about.blind if g.when.earliest <= now), None)
    if not watched and unseen:
        cause = f"the {unseen.gate} is not in view: {unseen.reason}"
    elif past:
        cause = past[-1].cause
    else:
        cause = f"taken to be at the {allowed} allowed when the shot begins"
    if watched and unseen:
        cause += f"; the {unseen.gate} was out of view before, and somebody may have come on unseen"
    return CountPoint(
        now, low, high, best, keeper, allowed, round(over, 4), cause, seen=watched, shown=shown
    )  # fmt: skip


def _changes_only(points: Sequence[CountPoint]) -> list[CountPoint]:
    kept: list[CountPoint] = []
    for point in points:
        if kept and point.t <= kept[-1].t:
            continue
        if not kept or _state(point) != _state(kept[-1]):
            kept.append(point)
    return kept


def _state(p: CountPoint) -> tuple[object, ...]:
    over = None if p.p_over is None else bisect_right(OVER_STEPS, p.p_over)
    return p.low, p.high, p.best, p.goalkeeper, p.allowed, p.cause, p.seen, p.shown, over
