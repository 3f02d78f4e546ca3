"""The ways of single men in a made-up game: from the ice to the bench or the box, and back, legally."""

from __future__ import annotations

from functools import partial

import numpy as np

from review.sim.changes import OVER_S, PATH_STEP_S, coming_act
from review.sim.course import PACE
from review.sim.curves import Floats
from review.sim.fronts import APART_M, Fronts
from review.sim.gates import Opening, opening
from review.sim.leaving import ZONE_M, Leaving, way_off
from review.sim.play import free_path
from review.sim.scenario import Scenario
from review.sim.tables.people import Act

TIGHT_RATIO = 0.4  # of changes in play that are legal by little only …
TIGHT_APART_S = 3.0  # … and not two of a team at once
TIGHT_M = (0.75, 1.3)  # how far the other still is when the substitute touches …
TIGHT_S = (0.2, 0.45)  # … or for how long he has been in the zone
MISS_M = 0.05
SPARE_S = (0.1, 0.6)
OFF_MPS, BOX_MPS = 5.4, 4.0
WAITS_S = (0.0, 0.4, 0.8, 1.2, 1.7, 2.3, 3.0, 4.0)
PLAY_WAITS_S = (*WAITS_S, 5.0, 6.0, 7.0)
BACK_S = 7.0  # after a face-off a man is so long on his way to where play wants him
REST_S = 7.0  # who has just gone off does not come on again
WINDOW_S = 16.0


class Crosser:
    """Plans crossings one by one and remembers who is where until when."""

    def __init__(self, scenario: Scenario, rng: np.random.Generator) -> None:
        self._scenario, self._rng = scenario, rng
        self._fronts = Fronts(scenario)
        self._until: dict[tuple[str, int], float] = {}
        self._tight_s: dict[str, float] = {}  # when a team last changed so

    def free(self, team: str, number: int, at_s: float) -> bool:
        """Whether that man is at nobody's orders at ``at_s``."""
        return self._until.get((team, number), -99.0) <= at_s

    def occupy(self, act: Act) -> None:
        """Note that a man is under orders until the act ends, or until he is back in play after it."""
        back_s = BACK_S if act.kind == "line_up" else 0.3
        self._until[act.team, act.number] = act.end_s + back_s

    def swap(self, team: str, old: int, new: int, *, from_s: float, by_s: float | None) -> list[Act]:
        """``old`` off and ``new`` on, legally, from ``from_s`` on; nothing where it cannot be done ``by_s``.

        In play (``by_s`` None) some changes are legal by very little.
        """
        start_s = max(from_s + float(self._rng.uniform(0.0, 0.8)), self._until.get((team, old), -99.0) + 0.4)
        if start_s > from_s + 4.0:
            return []
        apart = start_s > self._tight_s.get(team, -99.0) + TIGHT_APART_S
        tight = by_s is None and apart and self._rng.random() < TIGHT_RATIO
        for as_tight in (True, False) if tight else (False,):
            found = self._off(team, old, start_s, as_tight, PLAY_WAITS_S if by_s is None else WAITS_S)
            if found is None:
                continue
            off_act, touch_s = found
            if touch_s < self._until.get((team, new), -99.0) + REST_S:
                return []
            self._fronts.take(off_act)
            on_act = self._on(team, old, new, touch_s, off_act.at_m[0])
            if by_s is not None and on_act.end_s > by_s:
                return []
            if as_tight:
                self._tight_s[team] = start_s
            self._fronts.take(on_act)
            self.occupy(off_act)
            self.occupy(on_act)
            return [off_act, on_act]
        return []

    def _on(self, team: str, old: int, new: int, touch_s: float, near_m: float) -> Act:
        """The ``on`` of ``new``, a moment later where the boards are crowded."""
        slot = self._scenario.person(team, new).slot
        for wait_s in WAITS_S:
            at_s = round(touch_s + wait_s, 3)
            asked = Act(kind="change", team=team, number=new, out=old, start_s=at_s, slot=slot)
            act = coming_act(self._scenario, asked, self._fronts, self._rng, near_m=near_m)
            if self._fronts.clear_m(f"{team}-bench", "on", act.at_m[0], at_s) >= APART_M - 0.01:
                break
        return act

    def to_box(self, team: str, number: int, *, from_s: float) -> Act:
        """To the penalty box, in no hurry."""
        from_s = max(from_s, self._until.get((team, number), -99.0))
        man = self._scenario.person(team, number)
        front = opening(self._scenario, team, "box")
        x = front.doors[0].x_m
        place = free_path(self._scenario, man, man.slot, np.array([from_s]))[0]
        far = float(np.hypot(place[0] - x, place[1] - front.side * front.boards_m))
        act = Act(
            kind="off",
            team=team,
            number=number,
            start_s=round(from_s, 3),
            end_s=round(from_s + max(1.8, far / BOX_MPS + 0.8), 3),
            at_m=(round(x, 3), 1.0),
            via="door",
            gate="box",
        )
        self.occupy(act)
        return act

    def from_box(self, team: str, number: int, *, at_s: float) -> Act:
        """Out of the penalty box at ``at_s``."""
        man = self._scenario.person(team, number)
        x = opening(self._scenario, team, "box").doors[0].x_m
        asked = Act(
            kind="on",
            team=team,
            number=number,
            start_s=round(at_s, 3),
            at_m=(round(x, 3),),
            via="door",
            gate="box",
            slot=man.slot,
        )
        act = coming_act(self._scenario, asked, self._fronts, self._rng, near_m=x)
        self.occupy(act)
        return act

    def _off(
        self, team: str, number: int, start_s: float, tight: bool, waits_s: tuple[float, ...]
    ) -> tuple[Act, float] | None:
        """The ``off`` of a man who turns for the bench about ``start_s``, and when another may touch."""
        man = self._scenario.person(team, number)
        front = opening(self._scenario, team, "bench")
        times_s = np.arange(start_s - 0.5, start_s + WINDOW_S, PATH_STEP_S)
        path = free_path(self._scenario, man, man.slot, times_s)
        for wait_s in waits_s:
            about_s = start_s + wait_s + _to_front_m(path[10], front) / OFF_MPS + 0.7
            x, via = self._fronts.spot(
                team, "bench", "off", about_s=about_s, rng=self._rng, near_m=float(path[10, 0])
            )
            if self._fronts.clear_m(front.id, "off", x, about_s) < APART_M:
                continue
            made = self._way(times_s, path, front, x, about_s, start_s, tight, PACE[man.role])
            if made is None or self._fronts.clear_m(front.id, "off", x, made[0].end_s) < APART_M:
                continue
            way, touch_s = made
            act = Act(
                kind="off",
                team=team,
                number=number,
                start_s=way.start_s,
                end_s=way.end_s,
                at_m=(x, way.end_mps),
                via=via,
            )
            return act, round(touch_s, 3)
        return None

    def _way(
        self,
        times_s: Floats,
        path: Floats,
        front: Opening,
        x: float,
        about_s: float,
        start_s: float,
        tight: bool,
        pace: tuple[float, float],
    ) -> tuple[Leaving, float] | None:
        plan = partial(
            way_off, times_s, path, front, door_m=x, not_before_s=start_s, pace=pace, hurries=False
        )
        if not tight:
            way = plan(asked=[], end_s=about_s)
            over_s = OVER_S + float(self._rng.uniform(*SPARE_S))
            return (way, way.end_s + over_s) if way else None
        touch_s = about_s - 0.15
        asked = (touch_s, float(self._rng.uniform(*TIGHT_M)))
        if self._rng.random() < 0.5:
            asked = (touch_s - float(self._rng.uniform(*TIGHT_S)), ZONE_M)
        way = plan(asked=[asked])
        return (way, touch_s) if way and way.miss_m < MISS_M and way.end_s > touch_s - 0.6 else None


def _to_front_m(xy: Floats, front: Opening) -> float:
    past = max(front.low_m - xy[0], xy[0] - front.high_m, 0.0)
    return float(np.hypot(past, front.boards_m - front.side * xy[1]))
