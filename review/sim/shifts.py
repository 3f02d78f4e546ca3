"""Who is on the ice when in a made-up game: the book of both teams, from opportunity to opportunity."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from review.sim.casting import FIVE
from review.sim.crossings import Crosser
from review.sim.game import Halt, Told, served_s, tell_game, with_stops
from review.sim.play import free_path
from review.sim.scenario import Scenario
from review.sim.tables.game import GameSpec
from review.sim.tables.people import Act
from review.sim.tables.sheet import Penalty
from review.sim.tables.table import ScenarioUnreadable
from review.sim.units import Units, faceoff_places, positioned, units

MINOR_S = 120.0
GATHER_S = 2.2  # so long before the puck is dropped men stand at the face-off
LATE_S = 0.8  # … and the last of a change a little later
LOOSE_RATIO = 0.6  # of units that change at a whistle, tired or not
ALL_RATIO = 0.25  # of changes in play that all five take part in
ONE_BY_ONE_S = (0.7, 1.5)  # in play, men of a change leave so long after each other
SHOP_S = 2.5  # … and the other unit so long after the first
CHEER_S = 5.5


@dataclass
class Side:
    """One team while its game goes on."""

    code: str
    on: dict[str, int | None]  # who plays each position
    now: dict[str, tuple[int, ...]]  # which line ("F") and pair ("D") has its turn …
    waiting: dict[str, list[tuple[int, ...]]]  # … and which wait
    spare: tuple[int, ...]
    since_s: dict[str, float]
    tired_s: dict[str, float]
    away: dict[str, tuple[int, float]] = field(default_factory=dict)  # position: who serves, until when
    busy: list[tuple[float, float]] = field(default_factory=list)  # spans without changes in play


def played(scenario: Scenario, game: GameSpec) -> Scenario:
    """``scenario`` with a made-up game: rows of play, a sheet, and plain acts.

    Raises
    ------
    ScenarioUnreadable
        Where a team lacks men or a penalty box for it.
    """
    both = {t.code: units(scenario, t.code) for t in scenario.teams}
    boxless = [t.code for t in scenario.teams if t.spec.box_m is None]
    if game.penalties and boxless:
        raise ScenarioUnreadable(f"[game] has penalties but {boxless[0]} no box.", "Give it box_m.")
    scenario = replace(scenario, people=positioned(scenario, both))
    told = tell_game(scenario, game)
    return Shifts(replace(with_stops(scenario, told), game=None), told, both, game).whole()


class Shifts:
    """Keeps the book of a made-up game."""

    def __init__(self, scenario: Scenario, told: Told, both: dict[str, Units], game: GameSpec) -> None:
        self._scenario, self._told, self._game = scenario, told, game
        self._rng = np.random.default_rng([scenario.seed, 67])
        self._sides = {code: self._side(code, own) for code, own in both.items()}
        self._crosser = Crosser(scenario, self._rng)
        self._acts: list[Act] = []
        self._penalties: list[Penalty] = []

    def whole(self) -> Scenario:
        """Play it all."""
        codes = list(self._sides)
        events: list[tuple[float, Halt | str]] = []
        if self._game.changes:
            events += [(q.at_s, codes[q.team - 1]) for q in self._told.quiet if q.at_s > 1.0]
        events += [(h.called_s or h.whistle_s, h) for h in self._told.halts]
        for at_s, what in sorted(events, key=lambda e: e[0]):
            self._release(at_s)
            if isinstance(what, Halt):
                self._stand_still(what)
            elif not any(a <= at_s < b for a, b in self._sides[what].busy):
                self._change(self._sides[what], at_s, by_s=None)
        self._release(self._scenario.duration_s)
        sheet = self._scenario.sheet
        sheet = sheet.model_copy(update={"penalties": (*sheet.penalties, *self._penalties)})
        made = [a for a in self._acts if a.start_s < self._scenario.duration_s + 2.0]
        acts = sorted((*self._scenario.acts, *made), key=lambda a: a.start_s)
        return replace(self._scenario, sheet=sheet, acts=tuple(acts))

    def _side(self, code: str, own: Units) -> Side:
        low, high = self._game.shift_s
        return Side(
            code,
            dict(zip(FIVE, (*own.lines[0], *own.pairs[0]), strict=True)),
            {"F": own.lines[0], "D": own.pairs[0]},
            {"F": list(own.lines[1:]), "D": list(own.pairs[1:])},
            own.spare,
            {unit: -float(self._rng.uniform(0.0, 0.8 * low)) for unit in "FD"},
            {unit: float(self._rng.uniform(low, high)) for unit in "FD"},
        )

    def _change(self, side: Side, at_s: float, *, by_s: float | None) -> None:
        """Change what is tired (at a whistle also what is not); ``by_s`` all must be in place."""
        order = sorted("FD", key=lambda unit: side.since_s[unit] + side.tired_s[unit])
        for unit in order:
            positions = FIVE[:3] if unit == "F" else FIVE[3:]
            self._swap(side, positions, side.now[unit], at_s, by_s)  # who could not change last time
            tired = at_s - side.since_s[unit] >= side.tired_s[unit]
            if not side.waiting[unit] or not (tired or (by_s and self._rng.random() < LOOSE_RATIO)):
                continue
            rested = [u for u in side.waiting[unit] if not set(u) & set(side.on.values())]
            fresh = (rested or side.waiting[unit])[0]
            if self._swap(side, positions, fresh, at_s, by_s):
                side.waiting[unit] = [*(u for u in side.waiting[unit] if u != fresh), side.now[unit]]
                side.now[unit] = fresh
                side.since_s[unit] = at_s
                side.tired_s[unit] = float(self._rng.uniform(*self._game.shift_s))
                if by_s is None and self._rng.random() > ALL_RATIO:
                    return  # somebody has to mind the shop
                at_s += SHOP_S if by_s is None else 0.0

    def _swap(
        self, side: Side, positions: tuple[str, ...], fresh: tuple[int, ...], at_s: float, by_s: float | None
    ) -> bool:
        """Let the men of a unit change one by one; say whether any did."""
        changed, from_s = False, at_s
        serving = [number for number, _ in side.away.values()]
        for position, new in zip(positions, fresh, strict=True):
            old = side.on[position]
            if position in side.away or old is None or old == new or new in serving:
                continue
            pair = self._crosser.swap(side.code, old, new, from_s=from_s, by_s=by_s)
            if pair:
                self._acts += pair
                side.on[position] = new
                changed = True
                from_s += float(self._rng.uniform(*ONE_BY_ONE_S)) if by_s is None else 0.0
        return changed

    def _stand_still(self, halt: Halt) -> None:
        """All that happens between a whistle (or a raised arm) and the next face-off."""
        codes = list(self._sides)
        side = self._sides[codes[halt.team - 1]] if halt.team else None
        if halt.called_s is not None and side is not None:
            other = next(s for s in self._sides.values() if s is not side)
            self._empty_net(other, halt)
        self._release(halt.whistle_s)
        if halt.why == "penalty" and side is not None:
            self._send_off(side, halt)
        if halt.why == "goal" and side is not None:
            self._cheer(side, halt)
        for one in self._sides.values():
            if self._game.changes:
                self._change(one, halt.whistle_s + 0.4, by_s=halt.drop_s - LATE_S)
        self._line_up(halt)

    def _empty_net(self, side: Side, halt: Halt) -> None:
        """The goalkeeper goes off for a sixth skater while the arm is up; at the whistle he comes back."""
        people = self._scenario.people
        keeper = next(
            (m for m in people if m.team == side.code and m.role == "goalkeeper" and m.on_ice), None
        )
        if not side.spare or keeper is None or keeper.number is None or halt.called_s is None:
            return
        out = self._crosser.swap(
            side.code, keeper.number, side.spare[0], from_s=halt.called_s + 0.8, by_s=halt.whistle_s - 2.0
        )
        if not out:
            return
        back = self._crosser.swap(
            side.code, side.spare[0], keeper.number, from_s=halt.whistle_s + 0.6, by_s=halt.drop_s
        )
        if back:
            side.busy.append((halt.called_s - 2.0, halt.drop_s))
            self._acts += [*out, *back]

    def _send_off(self, side: Side, halt: Halt) -> None:
        """Somebody of ``side`` goes to the box; his place stays empty until he has served."""
        there = [(p, n) for p, n in side.on.items() if n is not None]
        free = [(p, n) for p, n in there if self._crosser.free(side.code, n, halt.whistle_s)] or there
        position, number = free[int(self._rng.integers(len(free)))]
        self._acts.append(self._crosser.to_box(side.code, number, from_s=halt.whistle_s + 1.2))
        until_s = served_s(self._scenario.sheet.stops, halt.whistle_s, MINOR_S)
        side.on[position] = None
        side.away[position] = (number, until_s + float(self._rng.uniform(0.05, 0.7)))
        self._penalties.append(Penalty(at_s=halt.whistle_s, team=side.code, number=number))

    def _release(self, at_s: float) -> None:
        """Whoever has served by ``at_s`` comes out of the box into his old place."""
        for side in self._sides.values():
            for position, (number, until_s) in list(side.away.items()):
                if until_s <= at_s:
                    self._acts.append(self._crosser.from_box(side.code, number, at_s=until_s))
                    side.on[position] = number
                    del side.away[position]

    def _cheer(self, side: Side, halt: Halt) -> None:
        """The scorers gather in the corner."""
        rink = self._scenario.rink
        sign = -self._scenario.team(side.code).defends_sign
        where = (
            sign * (rink.goal_line_m - 3.0),
            float(self._rng.choice([-1.0, 1.0])) * (rink.width_m / 2 - 4.0),
        )
        for number in side.on.values():
            if number is None or not self._crosser.free(side.code, number, halt.whistle_s):
                continue
            start_s = round(halt.whistle_s + float(self._rng.uniform(0.0, 0.6)), 3)
            act = Act(
                kind="celebrate",
                team=side.code,
                number=number,
                start_s=start_s,
                end_s=round(halt.whistle_s + CHEER_S, 3),
                at_m=where,
            )
            self._acts.append(act)
            self._crosser.occupy(act)

    def _line_up(self, halt: Halt) -> None:
        """Everybody who plays on stands at the face-off; the nearest official drops the puck."""
        for side in self._sides.values():
            places = faceoff_places(self._scenario, side.code, np.asarray(halt.spot))
            for position, number in side.on.items():
                start_s = round(halt.drop_s - float(self._rng.uniform(1.4, GATHER_S)), 3)
                if number is None or not self._crosser.free(side.code, number, start_s):
                    continue  # nobody there, or he is still on his way
                x, y = (round(v, 3) for v in places[position])
                self._acts.append(
                    Act(
                        kind="line_up",
                        team=side.code,
                        number=number,
                        start_s=start_s,
                        end_s=halt.drop_s,
                        at_m=(x, y),
                    )
                )
                self._crosser.occupy(self._acts[-1])
        self._drop(halt)

    def _drop(self, halt: Halt) -> None:
        officials = [m for m in self._scenario.people if m.role == "official" and m.number is not None]
        begin_s, there_s = halt.drop_s - 7.0, halt.drop_s - 2.5
        begin = np.array([begin_s])
        spot = np.array([halt.spot[0], halt.spot[1] - 0.9])
        ways = [(free_path(self._scenario, m, m.slot, begin)[0], m.number) for m in officials]
        if not ways:
            return
        place, number = min(ways, key=lambda way: float(np.hypot(*(way[0] - spot))))
        rows = ((begin_s, *place), (there_s, *spot), (halt.drop_s + 0.3, *spot))
        self._acts.append(
            Act(
                kind="skate",
                number=number or 0,
                start_s=begin_s,
                end_s=halt.drop_s + 0.3,
                path=tuple(tuple(round(float(v), 3) for v in row) for row in rows),
            )
        )
