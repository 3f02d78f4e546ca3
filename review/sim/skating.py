"""Men who skate: a walk through time in which everybody goes for his place, the puck, or the man he marks.

Nobody is faster than `TOP_MPS` or changes his speed by more than `TOP_MPS2`, so turns are arcs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.sim.curves import Floats, ease, hermite
from review.sim.puck import Puck, Spell
from review.sim.shape import RinkShape

STEP_S = 0.1
BURN_IN_S = 3.0
TOP_MPS, TOP_MPS2 = 9.0, 4.6
GOAL_MPS, STOP_MPS2 = 7.5, 6.5  # a place that moves is followed so fast; before the boards men stop so hard
PULL, DAMP = 2.2, 3.0  # towards a place, and towards its velocity
RECEIVE_S = 1.8  # a man goes for a pass so long before it comes
BLADE_M = 1.0  # the puck is so far ahead of who has it
MARK_M, MARK, MARK_MIDDLE = 1.05, 0.75, 0.55  # how near, and how closely in the own end and before it
ELBOW_M, ELBOW = 1.05, 7.0  # nearer than this men shoulder each other off
BATTLE_MPS = 4.5
WALL_M, WALL, BRAKE_S = 0.7, 6.0, 0.45
SOLID = ((0.6, 1.5), (-0.7, 1.3))  # goal and goalkeeper: how far behind the line, and how wide
SLOW_MPS = 2.6  # after the whistle


@dataclass(frozen=True)
class Wishes:
    """Where each of ``a`` skaters would be at each of ``n`` steps, and what he is."""

    places: Floats  # (n, a, 2)
    team: Floats  # (a,) 1, 2, or 0 for officials
    attack: Floats  # (a,) sign of x towards the goal he attacks
    partner: tuple[int, ...]  # whom he marks in his own end, -1 for nobody
    top_mps: Floats  # (n,)


class Skaters:
    """The walk: places and velocities of everybody on the grid of `STEP_S`."""

    def __init__(self, rink: RinkShape, puck: Puck, wishes: Wishes, times_s: Floats) -> None:
        self._rink, self._puck, self._wishes, self.times_s = rink, puck, wishes, times_s
        self._base = puck.base(times_s)
        self._base_v = np.gradient(self._base, STEP_S, axis=0)
        self._holder = puck.holder(times_s)
        self._speed = np.linalg.norm(self._base_v, axis=1)
        goal = rink.goal_line_m
        self._solid = [(np.array([s * (goal + d), 0.0]), r) for s in (-1.0, 1.0) for d, r in SOLID]
        self._own: dict[Spell, int] = {}
        self._next = 0
        self.xy = np.zeros_like(wishes.places)
        self._walk()

    def read(self, k: int, at_s: Floats) -> Floats:
        """Where skater ``k`` is at ``at_s``, (n, 2)."""
        at = np.clip(at_s, self.times_s[0], self.times_s[-1] - 1e-6)
        i = np.clip(np.searchsorted(self.times_s, at, side="right") - 1, 0, len(self.times_s) - 2)
        t, xy, v = self.times_s, self.xy[:, k], self.v[:, k]
        return hermite(t[i], xy[i], v[i], t[i + 1], xy[i + 1], v[i + 1], at)

    def _walk(self) -> None:
        wanted_v = np.gradient(self._wishes.places, STEP_S, axis=0)
        speed = np.linalg.norm(wanted_v, axis=2, keepdims=True)
        wanted_v *= np.minimum(1.0, 8.0 / np.maximum(speed, 1e-6))
        xy, v = self._wishes.places[0].copy(), np.zeros_like(self._wishes.places[0])
        for i in range(len(self.times_s)):
            goal, goal_v = self._wishes.places[i].copy(), wanted_v[i].copy()
            self._mark(i, xy, v, goal, goal_v)
            self._chase(i, xy, goal, goal_v)
            self._carry(i, xy, v, goal, goal_v)
            goal = self._rink.kept_inside(goal, margin_m=WALL_M + 0.1)
            pull = PULL * (goal - xy) + DAMP * (_capped(goal_v, GOAL_MPS) - v)
            pull = _capped(_capped(pull, TOP_MPS2) + self._elbows(xy), TOP_MPS2) + self._walls(xy, v)
            v = _capped(v + STEP_S * _capped(pull, STOP_MPS2), self._wishes.top_mps[i])
            kept = self._rink.kept_inside(xy + STEP_S * v, margin_m=WALL_M)
            v, xy = (kept - xy) / STEP_S, kept
            self.xy[i] = xy
        self.v = np.gradient(self.xy, STEP_S, axis=0)

    def _walls(self, xy: Floats, v: Floats) -> Floats:
        """Nobody skates into the boards, a goal or a goalkeeper: brake and turn in time."""
        soon = xy + BRAKE_S * v
        push = (self._rink.kept_inside(soon, margin_m=WALL_M + 0.15) - soon) * WALL
        for place, reach in self._solid:
            gap = soon - place
            far = np.linalg.norm(gap, axis=1, keepdims=True)
            push += gap / np.maximum(far, 0.1) * np.maximum(reach - far, 0.0) * WALL
        return np.asarray(push)

    def _elbows(self, xy: Floats) -> Floats:
        gap = xy[:, None] - xy[None]
        far = np.linalg.norm(gap, axis=2) + np.eye(len(xy)) * 99.0
        near = np.maximum(ELBOW_M - far, 0.0) * ELBOW
        return np.asarray((gap / np.maximum(far, 0.05)[..., None] * near[..., None]).sum(1))

    def _mark(self, i: int, xy: Floats, v: Floats, goal: Floats, goal_v: Floats) -> None:
        """A man stays goal-side of the one he marks, most closely in his own end."""
        wishes = self._wishes
        for k, other in enumerate(wishes.partner):
            if other < 0 or self._holder[i] == wishes.team[k]:
                continue
            depth = -wishes.attack[k] * self._base[i, 0] - self._rink.blue_line_m
            gap = float(np.hypot(*(xy[other] - goal[k])))
            deep, middle = float(ease(depth, -2.0, 3.0)), float(ease(depth, -18.0, -12.0))
            close = MARK * deep + MARK_MIDDLE * middle * (1 - deep)
            weight = close * float(1.0 - ease(gap, 4.0, 7.5))
            if weight > 0:
                net = np.array([-wishes.attack[k] * self._rink.goal_line_m, 0.0]) - xy[other]
                spot = xy[other] + MARK_M * net / max(float(np.hypot(*net)), 0.5)
                goal[k] += weight * (spot - goal[k])
                goal_v[k] += weight * (v[other] - goal_v[k])

    def _chase(self, i: int, xy: Floats, goal: Floats, goal_v: Floats) -> None:
        """Pressure on who has the puck; a crowd about one that nobody has."""
        if self._wishes.top_mps[i] < TOP_MPS or self._speed[i] > BATTLE_MPS * 2:
            return
        puck, loose = self._base[i], self._holder[i] == 0
        loose = loose and self._speed[i] < BATTLE_MPS
        for team in (1.0, 2.0):
            if team == self._holder[i] or (self._holder[i] == 0 and not loose):
                continue
            mates = np.flatnonzero(self._wishes.team == team)
            far = np.hypot(*(xy[mates] - puck).T)
            slow = self._speed[i] < BATTLE_MPS
            for k in mates[np.argsort(far)][: 2 if loose or slow else 1]:
                net = np.array([-self._wishes.attack[k] * self._rink.goal_line_m, 0.0]) - puck
                side = puck + (0.75 if loose else 1.5) * net / max(float(np.hypot(*net)), 0.5)
                weight = float(1.0 - ease(float(np.hypot(*(xy[k] - puck))), 6.0, 11.0))
                goal[k] += weight * (side - goal[k])
                goal_v[k] += weight * (self._base_v[i] * 0.9 - goal_v[k])

    def _carry(self, i: int, xy: Floats, v: Floats, goal: Floats, goal_v: Floats) -> None:
        """Who has the puck, or is about to get it, goes where it is."""
        now = float(self.times_s[i])
        spells = self._puck.spells
        while self._next < len(spells) and spells[self._next].end_s <= now:
            self._next += 1
        for spell in spells[self._next : self._next + 3]:
            if spell.start_s - RECEIVE_S > now:
                break
            k = self._owner(spell, now, xy, v)
            if k < 0:
                continue
            ahead = _unit(self._base_v[i] + 0.6 * v[k])
            if now < spell.start_s:
                weight = float(ease(now, spell.start_s - RECEIVE_S, spell.start_s - 0.6))
                spot, spot_v = np.asarray(spell.xy) - 0.6 * ahead, v[k] * 0.5
            else:
                weight, spot, spot_v = 1.0, self._base[i] - BLADE_M * ahead, self._base_v[i]
            goal[k] += weight * (spot - goal[k])
            goal_v[k] += weight * (spot_v - goal_v[k])

    def _owner(self, spell: Spell, now: float, xy: Floats, v: Floats) -> int:
        """The man of the team who gets to the puck best; not the one who passes it."""
        if spell not in self._own:
            cost = np.hypot(*(xy + 0.7 * v - np.asarray(spell.xy)).T)
            cost[self._wishes.team != spell.team] = np.inf
            self._own = {s: k for s, k in self._own.items() if s.end_s > now}
            for other, k in self._own.items():
                if k >= 0 and other.team == spell.team and other.start_s < spell.start_s:
                    cost[k] = cost[k] + 50.0
            best = int(np.argmin(cost))
            self._own[spell] = best if np.isfinite(cost[best]) else -1
        return self._own[spell]


def _capped(vectors: Floats, most: float) -> Floats:
    """Shorten vectors (a, 2) that are longer than ``most``."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors * np.minimum(1.0, most / np.maximum(length, 1e-9)))


def _unit(vector: Floats) -> Floats:
    length = float(np.hypot(*vector))
    return vector / length if length > 0.3 else np.zeros(2)
