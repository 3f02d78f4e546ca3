"""The truth of a scenario: who touched the ice when, how many were on it, and what the book makes of that.

A skate is on the ice while its steel is within `TOUCH_M` of it and inside the boards. A man is on from the
touch of his first skate until his last skate leaves. All of it is computed from posed skates, not copied from
the script.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from review.sim.curves import Floats
from review.sim.gates import Opening, opening
from review.sim.script import Motion
from review.sim.steps import Crossing, Footwork, from_front_m, skates_down
from review.sim.tables.people import Act
from review.sim.tables.table import ScenarioUnreadable

AT_BENCH_M = 1.5
NEAR_STEP_S = 0.005
PLAYERS = ("skater", "goalkeeper")

__all__ = ["PLAYERS", "Crossing", "Truth", "skates_down"]


class Truth:
    """Crossings, counts and expected findings of a motion."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._scenario = motion.scenario
        footwork = Footwork(motion)
        self._begun = footwork.on[:, 0]
        self.crossings = footwork.crossings()
        self._of = {
            row: [c for c in self.crossings if c.row == row] for row in range(len(self._scenario.people))
        }

    def on_ice(self, row: int, at_s: float) -> bool:
        """Say whether the man of that row is on the ice."""
        state = bool(self._begun[row])
        for crossing in self._of[row]:
            if crossing.counted_s <= at_s:
                state = crossing.direction == "on"
        return state

    def counts(self) -> list[dict[str, Any]]:
        """Men on the ice per team, the goalkeeper among them, as steps."""
        out = []
        for team in self._scenario.teams:
            rows = [
                i for i, m in enumerate(self._scenario.people) if m.team == team.code and m.role in PLAYERS
            ]
            number = int(self._begun[rows].sum())
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
                    "gate": c.gate.id,
                    "team": man.team,
                    "role": man.role,
                    "direction": c.direction,
                    "via": c.via,
                    "from_kind": c.gate.kind,
                    "first_skate_s": round(c.first_skate_s, 3),
                    "second_skate_s": round(c.second_skate_s, 3),
                    "in_view": in_view.get(k, False),
                }
            )
        return out

    def changes(self) -> list[dict[str, Any]]:
        """Pairs of men who change: how early the substitute was and how far the other still had to go."""
        return [self._change(a, a.replaces) for a in self._scenario.acts if a.replaces is not None]

    def _change(self, act: Act, replaced: int) -> dict[str, Any]:
        """One change; ``early_s`` is null for an early one whose other man never gets to his bench."""
        on = self.find("on", act.team, act.number, near_s=act.start_s)
        row = self._row(act.team, replaced)
        far_m, early_s = 0.0, None
        if self.on_ice(row, on.first_skate_s):
            far_m = self.to_bench_m(row, on.first_skate_s)
        early = far_m > AT_BENCH_M
        later = (c for c in self._of[row] if c.direction == "off" and c.counted_s > on.first_skate_s)
        near_s = self._near_s(row, next(later, None)) if early else None
        if near_s is not None:
            early_s = round(near_s - on.first_skate_s, 3)
        return {
            "team": act.team,
            "off": self._scenario.person(act.team, replaced).id,
            "on": self._scenario.person(act.team, act.number).id,
            "early_s": early_s if early else 0.0,
            "early_m": round(far_m, 2),
            "verdict": "early" if early else "legal",
        }

    def altercations(self) -> list[dict[str, Any]]:
        """Spans of scuffles and the players who came on during each, by first touch over all teams."""
        out = []
        for start_s, end_s in _merged([(a.start_s, a.end_s) for a in self._acts("scuffle")]):
            order = [
                {"person": man.id, "team": man.team, "from": c.gate.kind}
                for c in self.crossings
                if (man := self._scenario.people[c.row]).role in PLAYERS
                and c.direction == "on"
                and start_s <= c.first_skate_s <= end_s
            ]
            out.append({"start_s": start_s, "end_s": end_s, "order": order})
        return out

    def stoppages(self) -> list[dict[str, float]]:
        """When the clock stands, within the clip."""
        end = self._scenario.duration_s
        return [
            {"start_s": max(0.0, a), "end_s": min(b, end)}
            for a, b in self._scenario.sheet.stops
            if a < end and b > 0.0
        ]

    def touches(self) -> list[dict[str, Any]]:
        """When the script lets the puck meet a man, and whether he meant it (null: not said)."""
        return [
            {
                "s": a.start_s,
                "person": self._scenario.person(a.team, a.number).id,
                "team": a.team,
                "deliberate": a.deliberate,
                "on_ice": self.on_ice(self._row(a.team, a.number), a.start_s),
            }
            for a in sorted(self._acts("touch"), key=lambda a: a.start_s)
        ]

    def _acts(self, kind: str) -> list[Act]:
        return [a for a in self._scenario.acts if a.kind == kind]

    def expected(self) -> list[dict[str, Any]]:
        """Findings a reviewer should come to; number 0 is about the team."""
        out = []
        for row in self._scenario.expected:
            span = [round(self._event_s(e), 3) for e in row.span]
            person = self._scenario.person(row.team, row.number).id if row.number else None
            out.append(
                {
                    "clause": row.clause,
                    "verdict": row.verdict,
                    "span_s": span,
                    "subject": {"team": row.team, "person": person},
                }
            )
        return out

    def find(self, direction: str, team: str, number: int, *, near_s: float | None = None) -> Crossing:
        """That man's first crossing in that direction, or the one nearest to a second.

        Raises
        ------
        ScenarioUnreadable
            Where he does not cross so.
        """
        found = [c for c in self._of[self._row(team, number)] if c.direction == direction]
        if not found:
            raise ScenarioUnreadable(f"{team} {number} never goes {direction}.", "Give him such an act.")
        if near_s is None:
            return found[0]
        return min(found, key=lambda c: abs(c.first_skate_s - near_s))

    def to_bench_m(self, row: int, at_s: float) -> float:
        """Distance of a man (his pelvis, seen from above) from the front of his team's bench."""
        x, y = self._motion.ground_m(row, at_s)
        return from_front_m(self._bench(row), float(x), float(y))

    def _bench(self, row: int) -> Opening:
        return opening(self._scenario, self._scenario.people[row].team, "bench")

    def _near_s(self, row: int, off: Crossing | None) -> float | None:
        """Instant from which a retiring man is within `AT_BENCH_M` of his bench for good.

        Without an ``off`` the clip ends before he is off; null if he is not even near by then.
        """
        moment = off.second_skate_s if off else self._scenario.duration_s
        if self.to_bench_m(row, moment) > AT_BENCH_M:
            return None
        grid_s = self._motion.times_s[self._motion.times_s < moment]
        away = self._from_bench_m(row, np.arange(len(grid_s)))
        far = np.flatnonzero(away > AT_BENCH_M)
        if not len(far):
            return 0.0
        moment = min(moment, float(self._motion.times_s[far[-1] + 1]))
        while self.to_bench_m(row, moment) <= AT_BENCH_M:
            moment -= NEAR_STEP_S
        return moment

    def _from_bench_m(self, row: int, samples: NDArray[np.int64]) -> Floats:
        bench, xy = self._bench(row), self._motion.grounds_m(row, samples)
        past = np.maximum(np.maximum(bench.low_m - xy[:, 0], xy[:, 0] - bench.high_m), 0.0)
        return np.asarray(np.hypot(past, bench.side * bench.boards_m - xy[:, 1]))

    def _event_s(self, event: str) -> float:
        kind, *of = event.split(":")
        if kind == "at" and len(of) == 1:
            return float(of[0])
        if kind not in ("on", "off", "near") or len(of) != 2:
            raise ScenarioUnreadable(f"There is no event {event!r}.", "Write on:TEAM:N or at:SECONDS.")
        team, number = of[0], int(of[1])
        if kind == "near":
            row = self._row(team, number)
            near_s = self._near_s(row, next((c for c in self._of[row] if c.direction == "off"), None))
            return self._scenario.duration_s if near_s is None else near_s
        return self.find(kind, team, number).counted_s

    def _row(self, team: str, number: int) -> int:
        return self._scenario.people.index(self._scenario.person(team, number))


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans that touch or overlap as one, in order."""
    out: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out
