"""Runs: stretches of looks in which a man has settled on one side of a gate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.times import TimeScale
from review.core.tracks import Track
from review.measure.gate_side import GateSides, Side

__all__ = ["CrossRules", "Run", "settled_runs", "without_flicker", "without_wobble"]

#: A man who came over the boards moves off them: least depth in picture metres reached on the ice.
ICE_REACH_M = 0.10
THERE_AND_BACK_S = 1.0  # nobody climbs over the boards and back, or sits down and gets up, so quickly
FLICKER_S = 0.35
#: Who is seen so far up behind the far boards (1.07 m high), in so many looks, stands behind them.
DEEP_M = 1.2
DEEP_LOOKS = 3
#: ... or in fewer, where he is then this far along the boards from where his motion would have brought him.
DEEP_JUMP_LOOKS, JUMP_M = 2, 1.5
SPEED_S = 0.6


@dataclass(frozen=True, slots=True)
class CrossRules:
    """Dwell on each side, and how close in time another track may take over."""

    off_dwell_s: float = 0.20
    on_dwell_s: float = 0.50
    handover_s: float = 0.6


@dataclass(frozen=True, slots=True)
class Run:
    side: Side
    first: int
    last: int


def without_flicker(track: Track, side: Array, scale: TimeScale) -> Array:
    """A single row that disagrees with two agreeing neighbours close in time is taken for a bad box."""
    steady = side.copy()
    known = np.flatnonzero(side != Side.UNKNOWN)
    for a, i, b in zip(known, known[1:], known[2:], strict=False):
        near = scale.at(int(track.pts[b])).minus(scale.at(int(track.pts[a]))) <= FLICKER_S
        if near and side[a] == side[b] != side[i]:
            steady[i] = side[a]
    return steady


def settled_runs(track: Track, sides: GateSides, scale: TimeScale, rules: CrossRules) -> list[Run]:
    """Runs of OFF and ON that last their dwell; ASTRIDE and UNKNOWN rows settle nothing.

    Astride rows break a run on the ice, and prolong one on the bench.
    """
    runs: list[Run] = []
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
        if start is not None and _settled(track, sides, scale, rules, Run(current, start, last)):
            if runs and runs[-1].side is current:
                runs[-1] = Run(current, runs[-1].first, last)
            else:
                runs.append(Run(current, start, last))
        start, last, current = (i, i, side) if side in (Side.OFF, Side.ON) else (None, i, Side.ASTRIDE)
    return runs


def without_wobble(track: Track, sides: GateSides, runs: list[Run], scale: TimeScale) -> list[Run]:
    """Runs without those behind the line that are too short for a man to leave the ice and come back.

    Along the boards a box's lower edge slips over the line and back, in a pan above all. A box that is well
    behind the boards in between has slipped nowhere: one man went off and another, taken for him, came on.
    """
    kept: list[Run] = []
    for k, run in enumerate(runs):
        after = runs[k + 1] if k + 1 < len(runs) else None
        if kept and run.side is Side.OFF and after is not None and kept[-1].side is after.side is Side.ON:
            away_s = scale.at(int(track.pts[after.first])).minus(scale.at(int(track.pts[kept[-1].last])))
            jumped = _jumped(track, sides, scale, kept[-1].last, after.first)
            if away_s < THERE_AND_BACK_S and not _deep(sides, run, DEEP_JUMP_LOOKS if jumped else DEEP_LOOKS):
                continue
        if kept and kept[-1].side is run.side:
            kept[-1] = Run(run.side, kept[-1].first, run.last)
        else:
            kept.append(run)
    return kept


def _deep(sides: GateSides, run: Run, looks: int) -> bool:
    rows = np.arange(run.first, run.last + 1)
    behind = sides.side[rows] == Side.OFF
    return int((behind & (sides.depth_m[rows] <= -DEEP_M)).sum()) >= looks


def _jumped(track: Track, sides: GateSides, scale: TimeScale, before: int, after: int) -> bool:
    """Whether he is elsewhere along the boards than his motion before, and after, would have brought him."""
    time_s = np.array([scale.seconds(scale.at(int(p))) for p in track.pts])
    gap_s = time_s[after] - time_s[before]
    moved_m = sides.along_m[after] - sides.along_m[before]
    spans = (
        (time_s <= time_s[before]) & (time_s >= time_s[before] - SPEED_S),
        (time_s >= time_s[after]) & (time_s <= time_s[after] + SPEED_S),
    )
    for rows in (np.flatnonzero(span & np.isfinite(sides.along_m)) for span in spans):
        if len(rows) < 3:
            return False
        speed_mps = float(np.polyfit(time_s[rows], sides.along_m[rows], 1)[0])
        if abs(moved_m - speed_mps * gap_s) < JUMP_M:
            return False
    return True


def _settled(track: Track, sides: GateSides, scale: TimeScale, rules: CrossRules, run: Run) -> bool:
    rows = np.arange(run.first, run.last + 1)
    same = rows[sides.side[rows] == run.side]
    if len(same) < 2:
        return False
    lasted = scale.at(int(track.pts[run.last])).minus(scale.at(int(track.pts[run.first])))
    if run.side is Side.OFF:
        return lasted >= rules.off_dwell_s
    away = np.nanmax(sides.depth_m[same]) >= ICE_REACH_M or np.nanmax(sides.beside_m[same]) > 1.0
    return lasted >= rules.on_dwell_s and bool(away)
