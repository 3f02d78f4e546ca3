"""Where the puck is, and who has it: read from the scenario's ``play`` rows.

A row is seconds, x, y and, where the author says it, who has the puck from then on: 1 or 2 for the first or
second team, 0 for nobody. Rows that ask for more than `PASS_MPS` are passes, shots and dumps, which go
straight; rows that ask for less are skated.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from review.sim.curves import Floats, smooth, through
from review.sim.scenario import Row, Scenario

PASS_MPS = 10.5
STILL_MPS = 0.02
SHOT_MPS = 21.0
FOCUS_STEP_S = 0.1
FOCUS_S = 0.55  # a camera's eye is so slow
DEKE_M, DEKE_HZ = 0.2, 1.1


@dataclass(frozen=True)
class Spell:
    """One man has the puck: his team's place in the scenario, and where and when he gets it."""

    start_s: float
    end_s: float
    team: int  # 1 or 2
    xy: tuple[float, float]


class Puck:
    """A puck on its way through the rows of a play."""

    def __init__(
        self,
        rows: tuple[Row, ...],
        *,
        stops: tuple[tuple[float, float], ...] = (),
        attacks: tuple[float, ...] = (1.0, -1.0),
        seed: int = 0,
    ) -> None:
        table = np.asarray([r[:3] for r in rows], float)
        self.rows_s, self._xy = table[:, 0], table[:, 1:]
        gap = np.maximum(np.diff(self.rows_s), 1e-3)
        self._speed = np.linalg.norm(np.diff(self._xy, axis=0), axis=1) / gap
        self._kind = np.where(self._speed > PASS_MPS, 2, np.where(self._speed < STILL_MPS, 0, 1))
        self._skated = self._find_skated()
        self._stops = stops
        self._rng_seed = seed
        self._holders = self._read_holders(rows, attacks)
        self.spells = self._find_spells()

    def base(self, at_s: Floats) -> Floats:
        """Where the puck is but for stickhandling, (n, 2)."""
        at = np.clip(np.asarray(at_s, float), self.rows_s[0], self.rows_s[-1])
        out = np.stack([np.interp(at, self.rows_s, c) for c in self._xy.T], axis=1)
        for first, last in self._skated:
            here = (at >= self.rows_s[first]) & (at <= self.rows_s[last])
            if here.any():
                knots = slice(first, last + 1)
                out[here] = through(self.rows_s[knots], self._xy[knots], at[here])
        return out

    def _find_skated(self) -> list[tuple[int, int]]:
        """First and last row of each stretch of two pieces or more over which the puck is skated."""
        edges = np.flatnonzero(np.diff(self._kind)) + 1
        runs = [(int(run[0]), int(run[-1]) + 1) for run in np.split(np.arange(len(self._kind)), edges)]
        return [(a, b) for a, b in runs if self._kind[a] == 1 and b - a > 1]

    def path(self, at_s: Floats) -> Floats:
        """Where the puck is, (n, 3): a carrier plays it from side to side, a shot may rise."""
        at = np.asarray(at_s, float)
        xy = self.base(at)
        ahead = self.base(at + 0.05) - self.base(at - 0.05)
        across = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-6)
        k = self._segment(at)
        length = np.diff(self.rows_s, append=self.rows_s[-1] + 1.0)
        since, left = at - self.rows_s[k], self.rows_s[k] + length[k] - at
        speed = np.append(self._speed, 0.0)[k]
        carried = (speed > 1.0) & (speed <= PASS_MPS)
        sway = DEKE_M * np.sin(2 * np.pi * DEKE_HZ * at) * np.clip(np.minimum(since, left) * 2.5, 0, 1)
        xy = xy + across * (sway * carried)[:, None]
        lift = np.random.default_rng([self._rng_seed, 61]).uniform(-0.3, 0.7, len(self.rows_s)).clip(0.0)
        part = np.clip(since / np.maximum(length[k], 1e-3), 0.0, 1.0)
        z = np.where(speed > SHOT_MPS, 4 * part * (1 - part) * lift[k], 0.0)
        return np.concatenate([xy, z[:, None]], axis=1)

    def holder(self, at_s: Floats) -> Floats:
        """Who has the puck at each instant, (n,): 1 or 2, 0 for nobody."""
        at = np.asarray(at_s, float)
        held = self._holders[self._segment(at)].astype(float)
        for start, end in self._stops:
            held[(at >= start) & (at < end)] = 0.0
        return held

    def _segment(self, at: Floats) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.clip(np.searchsorted(self.rows_s, at, side="right") - 1, 0, len(self.rows_s) - 1)

    def _read_holders(self, rows: tuple[Row, ...], attacks: tuple[float, ...]) -> Floats:
        """Who has the puck from each row on: as the row says, else the team it goes forward for."""
        out, last = np.zeros(len(rows)), 1 + self._rng_seed % 2
        for k, row in enumerate(rows):
            later = int(np.searchsorted(self.rows_s, row[0] + 3.0))
            gain = self._xy[min(later, len(rows) - 1), 0] - row[1]
            if abs(gain) > 2.5:
                last = 1 if gain * attacks[0] > 0 else 2
            if len(row) > 3:
                last = int(row[3]) or last
            out[k] = row[3] if len(row) > 3 else last
        return out

    def _find_spells(self) -> tuple[Spell, ...]:
        """Who gets the puck where: a spell starts where a pass arrives or the holder changes."""
        out: list[Spell] = []
        ends = [*self.rows_s[1:], self.rows_s[-1] + 30.0]
        kinds = [*self._kind, 0]
        for k, start in enumerate(self.rows_s):
            team = int(self._holders[k])
            if not team or kinds[k] == 2 or any(a <= start < b for a, b in self._stops):
                continue
            goes_on = k and kinds[k - 1] != 2 and out and out[-1].team == team and out[-1].end_s == start
            if goes_on:
                out[-1] = replace(out[-1], end_s=float(ends[k]))
            else:
                x, y = (float(v) for v in self._xy[k])
                out.append(Spell(float(start), float(ends[k]), team, (x, y)))
        return tuple(out)


def puck_of(scenario: Scenario) -> Puck:
    """The puck of a scenario; a scenario without play has one at rest in the middle."""
    attacks = tuple(-t.defends_sign for t in scenario.teams)
    rows = scenario.play or ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    return _puck(rows, scenario.sheet.stops, attacks, scenario.seed)


@lru_cache(maxsize=16)
def _puck(
    rows: tuple[Row, ...], stops: tuple[tuple[float, float], ...], attacks: tuple[float, ...], seed: int
) -> Puck:
    return Puck(rows, stops=stops, attacks=attacks, seed=seed)


def puck_path(scenario: Scenario, at_s: Floats) -> Floats:
    """Where the puck is at each of ``at_s``, (n, 3) in rink metres."""
    return puck_of(scenario).path(at_s)


def focus_m(scenario: Scenario, at_s: Floats) -> Floats:
    """Where somebody who follows the puck with his eyes looks, (n, 2): smoothed, a moment late."""
    times_s = np.arange(-2.0, scenario.duration_s + 3.0, FOCUS_STEP_S)
    path = smooth(puck_of(scenario).base(times_s), round(FOCUS_S / FOCUS_STEP_S))
    return np.stack([np.interp(at_s, times_s, c) for c in path.T], axis=1)
