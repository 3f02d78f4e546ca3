"""The truth of a scenario: who touched the ice when, how many were on it, and what the book makes of that.

A skate is on the ice while its steel is within `TOUCH_M` of it and inside the boards. A man is on from the
touch of his first skate until his last skate leaves. All of it is computed from posed skates, not copied from
the script.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from review.sim.script import Motion
from review.sim.tables.people import Act

TOUCH_M = 0.02
GRID_S = 0.02
HOP_S = 0.4  # both skates may leave the ice this long without the man being off it
AT_BENCH_M = 1.5
PLAYERS = ("skater", "goalkeeper")


@dataclass(frozen=True)
class Crossing:
    """One man over the boards: seconds when his first and his second skate touched (on) or left (off)."""

    row: int
    direction: str
    first_skate_s: float
    second_skate_s: float

    @property
    def counted_s(self) -> float:
        """Instant at which the count changes: first touch going on, last lift going off."""
        return self.first_skate_s if self.direction == "on" else self.second_skate_s


def skates_down(motion: Motion, at_s: float) -> NDArray[np.bool_]:
    """Which skates stand on the ice at ``at_s``: (p, left and right)."""
    blades = motion.poser.blades(motion.matrices(at_s))
    low = blades[..., 2].min(axis=2) < TOUCH_M
    inside = motion.scenario.rink.inside_m(blades[..., :2]).reshape(blades.shape[:3]).min(axis=2) > 0
    return np.asarray(low & inside)


class Truth:
    """Crossings, counts and expected findings of a motion."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._scenario = motion.scenario
        self._times_s = np.arange(0.0, motion.scenario.duration_s, GRID_S)
        self._down = np.stack([skates_down(motion, float(t)) for t in self._times_s], axis=1)  # (p, n, 2)
        self._on = np.stack([_closed(d.any(axis=1), round(HOP_S / GRID_S)) for d in self._down])
        self.crossings = sorted(self._find_crossings(), key=lambda c: c.first_skate_s)

    def on_ice(self, row: int, at_s: float) -> bool:
        """Say whether the man of that row is on the ice."""
        state = bool(self._on[row, 0])
        for crossing in self.crossings:
            if crossing.row == row and crossing.counted_s <= at_s:
                state = crossing.direction == "on"
        return state

    def counts(self) -> list[dict[str, Any]]:
        """Men on the ice per team, the goalkeeper among them, as steps."""
        out = []
        for team in self._scenario.teams:
            rows = [
                i for i, m in enumerate(self._scenario.people) if m.team == team.code and m.role in PLAYERS
            ]
            number = int(self._on[rows, 0].sum())
            points = [{"s": 0.0, "n": number}]
            for c in sorted(self.crossings, key=lambda c: c.counted_s):
                if c.row in rows:
                    number += 1 if c.direction == "on" else -1
                    points.append({"s": round(c.counted_s, 3), "n": number})
            out.append({"team": team.code, "points": points})
        return out

    def crossing_rows(self, in_view: dict[int, bool]) -> list[dict[str, Any]]:
        """Crossings in the truth format; ``in_view`` by position in `crossings`."""
        out = []
        for k, c in enumerate(self.crossings):
            man = self._scenario.people[c.row]
            out.append(
                {
                    "person": man.id,
                    "number": man.number,
                    "gate": f"{man.team}-bench",
                    "team": man.team,
                    "direction": c.direction,
                    "first_skate_s": round(c.first_skate_s, 3),
                    "second_skate_s": round(c.second_skate_s, 3),
                    "in_view": in_view.get(k, False),
                }
            )
        return out

    def changes(self) -> list[dict[str, Any]]:
        """Pairs of men who change: how early the substitute was and how far the other still had to go."""
        out = []
        for act in self._scenario.acts:
            if act.replaces is not None:
                out.append(self._change(act, act.replaces))
        return out

    def _change(self, act: Act, replaced: int) -> dict[str, Any]:
        on = self.find("on", act.team, act.number)
        near_s = self._near_s(act.team, replaced)
        far_m = 0.0
        row = self._row(act.team, replaced)
        if self.on_ice(row, on.first_skate_s):
            far_m = self.to_bench_m(row, on.first_skate_s)
        early = far_m > AT_BENCH_M
        return {
            "team": act.team,
            "off": self._scenario.person(act.team, replaced).id,
            "on": self._scenario.person(act.team, act.number).id,
            "early_s": round(near_s - on.first_skate_s, 3) if early else 0.0,
            "early_m": round(far_m, 2),
            "verdict": "early" if early else "legal",
        }

    def altercations(self) -> list[dict[str, Any]]:
        """Scuffles and who left the players' bench during each, in order."""
        out = []
        for act in [a for a in self._scenario.acts if a.kind == "scuffle"][::2]:
            left = [
                self._scenario.people[c.row]
                for c in self.crossings
                if c.direction == "on" and act.start_s <= c.first_skate_s <= act.end_s
            ]
            order = [{"person": m.id, "team": m.team, "from": "players_bench"} for m in left]
            out.append({"start_s": act.start_s, "end_s": act.end_s, "order": order})
        return out

    def expected(self) -> list[dict[str, Any]]:
        """Findings a reviewer should come to."""
        out = []
        for row in self._scenario.expected:
            span = [round(self._event_s(e), 3) for e in row.span]
            person = self._scenario.person(row.team, row.number).id
            out.append(
                {
                    "clause": row.clause,
                    "verdict": row.verdict,
                    "span_s": span,
                    "subject": {"team": row.team, "person": person},
                }
            )
        return out

    def find(self, direction: str, team: str, number: int) -> Crossing:
        """Return the first crossing of that man in that direction."""
        row = self._row(team, number)
        return next(c for c in self.crossings if (c.row, c.direction) == (row, direction))

    def to_bench_m(self, row: int, at_s: float) -> float:
        """Distance of a man (his pelvis, seen from above) from the front of his team's bench."""
        x, y, _ = self._motion.pelvis_m(at_s)[row]
        low, high = self._scenario.team(self._scenario.people[row].team).bench_m
        past = max(low - x, 0.0, x - high)
        return float(np.hypot(past, self._scenario.rink.far_boards_m - y))

    def _near_s(self, team: str, number: int) -> float:
        """Instant from which a retiring man is within `AT_BENCH_M` of his bench for good."""
        off = self.find("off", team, number)
        moment = off.second_skate_s
        while moment > 0 and self.to_bench_m(off.row, moment) <= AT_BENCH_M:
            moment -= 0.005
        return moment

    def _event_s(self, event: str) -> float:
        kind, team, number = event.split(":")
        if kind == "near":
            return self._near_s(team, int(number))
        crossing = self.find(kind, team, int(number))
        return crossing.counted_s

    def _row(self, team: str, number: int) -> int:
        return self._scenario.people.index(self._scenario.person(team, number))

    def _find_crossings(self) -> list[Crossing]:
        out = []
        for row, man in enumerate(self._scenario.people):
            if man.role not in PLAYERS:
                continue
            for i in np.flatnonzero(np.diff(self._on[row].astype(int))):
                out.append(self._crossing(row, int(i), "off" if self._on[row, i] else "on"))
        return out

    def _crossing(self, row: int, i: int, direction: str) -> Crossing:
        """Time both skates around sample ``i``, to a millisecond."""
        reach = round(1.2 / GRID_S)
        moments = []
        for foot in (0, 1):
            down = self._down[row, :, foot]
            if direction == "on":
                k = i + int(np.flatnonzero(down[i : i + reach])[0])
            else:
                k = i + 1 - int(np.flatnonzero(down[i + 1 : max(i - reach, 0) : -1])[0])
                k += 1
            moments.append(self._edge(row, foot, float(self._times_s[k - 1]), float(self._times_s[k])))
        return Crossing(row, direction, min(moments), max(moments))

    def _edge(self, row: int, foot: int, before_s: float, after_s: float) -> float:
        start = bool(skates_down(self._motion, before_s)[row, foot])
        while after_s - before_s > 0.0005:
            middle = (before_s + after_s) / 2
            if bool(skates_down(self._motion, middle)[row, foot]) == start:
                before_s = middle
            else:
                after_s = middle
        return after_s


def _closed(state: NDArray[np.bool_], gap: int) -> NDArray[np.bool_]:
    """Fill false runs of at most ``gap`` samples between true ones."""
    out = state.copy()
    true = np.flatnonzero(state)
    for a, b in pairwise(true):
        if b - a <= gap:
            out[a:b] = True
    return out
