"""Who skates where while nobody scripts him: the places of both teams and of the officials."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from review.sim.casting import FIVE
from review.sim.curves import Floats, ease, smooth
from review.sim.formations import faceoff, five
from review.sim.puck import Puck
from review.sim.scenario import Man, Row, Scenario
from review.sim.shape import RinkShape
from review.sim.skating import BURN_IN_S, SLOW_MPS, STEP_S, TOP_MPS, Skaters, Wishes

Seat = tuple[str, str | Row]  # a team's code ("" for officials) and a position or a place
MARKS = {"C": "C", "LW": "RD", "RW": "LD", "LD": "RW", "RD": "LW"}
GATHER_S = 6.0  # so long before the puck is dropped men go to their places
SHAPE_LAG_S = 0.35
SLOT_LEAD_S = 0.25
OFFICIAL_M = 1.2  # from the boards to an official's place


def seat_of(man: Man, slot: Row) -> Seat:
    """The seat a man takes when left to the play: his position, else his place from the puck."""
    by_position = man.position in FIVE and (tuple(slot[:2]) == tuple(man.slot[:2]) or len(slot) < 2)
    if by_position and man.position:
        return (man.team, man.position)
    return (man.team, tuple(slot) if man.on_ice or any(slot[:2]) else _somewhere(man))


def _somewhere(man: Man) -> Row:
    """A place near the puck for a man off the bench to whom nobody gave one."""
    angle = 2.4 * man.id
    return (round(3.5 * np.cos(angle), 2), round(3.5 * np.sin(angle), 2))


def seats(scenario: Scenario) -> tuple[Seat, ...]:
    """Every seat that anybody takes in the scenario, in a fixed order."""
    found: dict[Seat, None] = {}
    for man in scenario.people:
        if man.role == "official" or (man.role == "skater" and (man.on_ice or man.position or any(man.slot))):
            found[seat_of(man, man.slot)] = None
    for act in scenario.acts:
        if act.team and (act.slot is not None or act.kind == "on"):
            man = scenario.person(act.team, act.number)
            if man.role == "skater":
                found[seat_of(man, act.slot if act.slot is not None else man.slot)] = None
    return tuple(sorted(found, key=repr))


class Choreography:
    """The walk of all seats of a scenario."""

    def __init__(
        self,
        taken: tuple[Seat, ...],
        puck: Puck,
        rink: RinkShape,
        *,
        attacks: tuple[tuple[str, float], ...],
        stops: tuple[tuple[float, float], ...],
        duration_s: float,
        seed: int,
    ) -> None:
        self._taken, self._puck, self._rink = taken, puck, rink
        self._attacks, self._stops, self._seed = dict(attacks), stops, seed
        self._codes = [code for code, _ in attacks]
        times_s = np.arange(-BURN_IN_S, duration_s + 4.0, STEP_S)
        self._calm = _calm(times_s, stops)
        self._shapes = {code: self._shape(code, times_s) for code in self._codes}
        places = [self._place(seat, times_s) for seat in taken]
        stacked = np.stack(places, axis=1) if places else np.zeros((len(times_s), 0, 2))
        team = np.array([float(self._codes.index(c) + 1) if c else 0.0 for c, _ in taken])
        attack = np.array([self._attacks.get(c, 1.0) for c, _ in taken])
        top = TOP_MPS + (SLOW_MPS - TOP_MPS) * self._calm
        wishes = Wishes(stacked, team, attack, self._partners(), top)
        self._skaters = Skaters(rink, puck, wishes, times_s)

    def path(self, seat: Seat, at_s: Floats) -> Floats:
        """Where whoever takes ``seat`` is at ``at_s``, (n, 2)."""
        return self._skaters.read(self._taken.index(seat), at_s)

    def _partners(self) -> tuple[int, ...]:
        out = []
        for code, what in self._taken:
            others = [c for c in self._codes if c != code]
            seat = (others[0], MARKS.get(str(what), "")) if code and others else ("", "")
            out.append(self._taken.index(seat) if seat in self._taken else -1)
        return tuple(out)

    def _shape(self, code: str, times_s: Floats) -> Floats:
        """The five of a team over time in the rink, (n, 5, 2)."""
        sign = self._attacks[code]
        held = self._puck.holder(times_s)
        mine = float(self._codes.index(code) + 1)
        last = _held_over(held)
        has_it = smooth((last == mine).astype(float)[:, None], round(0.7 / STEP_S))[:, 0]
        eye = smooth(self._puck.base(times_s - SHAPE_LAG_S + 0.3), round(0.5 / STEP_S))
        out = five(self._rink, eye * sign, has_it)
        for start, end in self._stops:
            if times_s[0] < end < times_s[-1]:
                spot = self._puck.base(np.array([end]))[0] * sign
                places = faceoff(self._rink, spot, own_end=bool(spot[0] < -self._rink.blue_line_m))
                gather = max(start + 1.0, end - GATHER_S)
                weight = ease(times_s, gather, gather + 1.5) - ease(times_s, end + 0.2, end + 1.6)
                out = out + (places - out) * weight[:, None, None]
        return np.asarray(smooth(out * sign, 3))

    def _place(self, seat: Seat, times_s: Floats) -> Floats:
        code, what = seat
        rng = np.random.default_rng([self._seed, 47, self._taken.index(seat)])
        if isinstance(what, str):
            wander = _wander(times_s, rng, reach_m=0.9) * (1 - self._calm[:, None])
            return np.asarray(self._shapes[code][:, FIVE.index(what)] + wander)
        if not code:
            return self._official(what, times_s, rng)
        lag_s, follow = rng.uniform(0.15, 0.6), rng.uniform(0.8, 0.92)
        centre = self._puck.base(times_s - lag_s + SLOT_LEAD_S) * [follow, 0.75]
        wander = _wander(times_s, rng, reach_m=1.6) * (1 - 0.8 * self._calm[:, None])
        kept = self._rink.kept_inside(centre + np.asarray(what[:2]) + wander, margin_m=1.3)
        return smooth(kept, round(0.3 / STEP_S))

    def _official(self, slot: Row, times_s: Floats, rng: np.random.Generator) -> Floats:
        """Along the boards, level with the play or ahead of it, and out of its way."""
        follow = slot[2] if len(slot) > 2 else 0.6
        puck = smooth(self._puck.base(times_s - 0.8), round(0.8 / STEP_S))
        side = np.sign(slot[1]) or 1.0
        x = puck[:, 0] * follow + slot[0]
        wide = np.maximum(np.abs(slot[1]), self._rink.width_m / 2 - OFFICIAL_M - 1.5)
        y = side * np.full(len(x), min(wide, self._rink.width_m / 2 - OFFICIAL_M)) + puck[:, 1] * 0.08
        near = np.maximum(6.0 - np.hypot(puck[:, 0] - x, puck[:, 1] - y), 0.0)
        x = x + np.where(x >= puck[:, 0], 1.0, -1.0) * near
        place = np.stack([x, y], axis=1) + _wander(times_s, rng, reach_m=0.9)
        return smooth(self._rink.kept_inside(place, margin_m=OFFICIAL_M - 0.2), round(0.8 / STEP_S))


def choreography(scenario: Scenario) -> Choreography:
    """The walk of a scenario; made once for the same seats, play, stops and seed."""
    return _choreography(
        seats(scenario),
        scenario.play,
        scenario.rink,
        tuple((t.code, -t.defends_sign) for t in scenario.teams),
        scenario.sheet.stops,
        scenario.duration_s,
        scenario.seed,
    )


@lru_cache(maxsize=8)
def _choreography(
    taken: tuple[Seat, ...],
    rows: tuple[Row, ...],
    rink: RinkShape,
    attacks: tuple[tuple[str, float], ...],
    stops: tuple[tuple[float, float], ...],
    duration_s: float,
    seed: int,
) -> Choreography:
    rows = rows or ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    puck = Puck(rows, stops=stops, attacks=tuple(sign for _, sign in attacks), seed=seed)
    return Choreography(taken, puck, rink, attacks=attacks, stops=stops, duration_s=duration_s, seed=seed)


def _calm(times_s: Floats, stops: tuple[tuple[float, float], ...]) -> Floats:
    """1 while play is dead, (n,)."""
    calm = np.zeros(len(times_s))
    for start_s, end_s in stops:
        calm = np.maximum(
            calm, ease(times_s, start_s, start_s + 3.0) - ease(times_s, end_s - 0.2, end_s + 0.6)
        )
    return calm


def _held_over(held: Floats) -> Floats:
    """Who has the puck, or had it last, (n,)."""
    index = np.where(held > 0, np.arange(len(held)), 0)
    return np.asarray(held[np.maximum.accumulate(index)])


def _wander(times_s: Floats, rng: np.random.Generator, *, reach_m: float) -> Floats:
    rate, start = rng.uniform(0.5, 1.0, (2, 2)), rng.uniform(0.0, 6.28, (2, 2))
    reach = rng.uniform(0.5, 1.0, (2, 2)) * reach_m
    waves = [reach[k] * np.sin(rate[k] * times_s[:, None] * (k + 1) * 0.8 + start[k]) for k in (0, 1)]
    return np.asarray(waves[0] + waves[1])
