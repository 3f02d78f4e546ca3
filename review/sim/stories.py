"""A made-up game of one puck: broken out, carried, passed, dumped, shot, fought for, lost and won again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.sim.curves import Floats
from review.sim.scenario import Row, Scenario
from review.sim.shape import RinkShape

RAMP_M = 1.6  # a man who gets the puck needs so far to get going
GOAL_HALF_M = 0.7


@dataclass(frozen=True)
class Quiet:
    """From ``at_s`` on the puck is deep in the other end: a moment for ``team`` (1 or 2) to change."""

    at_s: float
    team: int


class Story:
    """Tells where the puck goes next, in rows of seconds, x, y and who has it.

    Places are told in the frame of the team that has the puck: it attacks towards +u.
    """

    def __init__(
        self, rink: RinkShape, attacks: tuple[float, float], rng: np.random.Generator, *, at_s: float
    ) -> None:
        self.rink, self._attacks, self._rng = rink, attacks, rng
        self.rows: list[Row] = []
        self.quiet: list[Quiet] = []
        self.at_s, self.team = at_s, 1
        self._xy = np.zeros(2)

    def start(self, xy: Floats, team: int) -> None:
        """Begin with ``team`` in possession at ``xy`` of the rink."""
        self._xy, self.team = np.asarray(xy, float), team
        self._write(team)

    def tell(self, until_s: float) -> None:
        """Go on until the story has passed ``until_s``."""
        while self.at_s < until_s:
            u = self._here()[0]
            if u < -self.rink.blue_line_m:
                self._break_out()
            elif u < self.rink.blue_line_m:
                self._through_the_middle()
            else:
                self._in_their_zone()

    def draw(self, spot: Floats) -> None:
        """A face-off at ``spot`` of the rink: a scramble, then one team has it, drawn back to a defender."""
        self._xy = np.asarray(spot, float)
        self._write(0)
        self._wait(float(self._rng.uniform(0.3, 0.8)), holder=0)
        self.team = int(self._rng.integers(1, 3))
        u, w = self._here()
        back = max(u - 5.5, 2.0 - self.rink.goal_line_m)
        self._shoot(back, w + float(self._rng.uniform(-2.5, 2.5)), 11.5)
        self._write(self.team)

    def goal(self, team: int) -> None:
        """End with a goal for ``team``, from wherever the puck is."""
        self._win(team)
        self._carry(self.rink.blue_line_m + 5.0, float(self._rng.uniform(-4, 4)), 7.0)
        self._carry(self.rink.goal_line_m - 9.0, float(self._rng.uniform(-3, 3)), 7.0)
        self._shoot(self.rink.goal_line_m + 0.5, float(self._rng.uniform(-0.6, 0.6)), 25.0)
        self._write(0)

    def freeze(self) -> None:
        """End with a shot that the goalkeeper holds."""
        if self._here()[0] < self.rink.blue_line_m:
            self._carry(self.rink.blue_line_m + 4.0, float(self._rng.uniform(-7, 7)), 7.0)
        self._shoot(self.rink.goal_line_m - 0.9, float(self._rng.uniform(-0.5, 0.5)), 24.0)
        self._write(0)

    def keep(self, team: int, seconds: float) -> None:
        """``team`` keeps the puck: into the other end, then about the points and the corners."""
        rng, goal, line = self._rng, self.rink.goal_line_m, self.rink.blue_line_m
        end_s, side = self.at_s + seconds, 1.0
        self._win(team)
        while self.at_s < end_s:
            u, w = self._here()
            if u < line + 2.0:
                self._carry(min(u + 9.0, line + 4.5), 0.8 * w, 6.5)
                continue
            if rng.random() < 0.5:
                self._pass(line + 2.5, side * float(rng.uniform(4.0, 7.0)))
            else:
                self._pass(goal - float(rng.uniform(3.0, 7.0)), side * float(rng.uniform(6.0, 9.0)))
            self._carry(self._here()[0] - 0.5, self._here()[1] * 0.8, 2.5)
            side = -side

    def rest(self, until_s: float, xy: Floats) -> None:
        """The puck lies, then an official brings it to ``xy`` of the rink; play goes on at ``until_s``."""
        bring_s = max(self.at_s + 0.5, until_s - 8.0)
        self.at_s = bring_s
        self._write(0)
        self.at_s, self._xy = bring_s + 0.75 * (until_s - bring_s), np.asarray(xy, float)
        self._write(0)
        self.at_s = until_s

    def _break_out(self) -> None:
        goal, wide, rng = self.rink.goal_line_m, self.rink.width_m / 2, self._rng
        u, w = self._here()
        side = 1.0 if w >= 0 else -1.0
        if u < -goal + 7.0 and rng.random() < 0.6:
            self.quiet.append(Quiet(self.at_s, 3 - self.team))
        if rng.random() < 0.2:  # off the glass and out
            self.quiet.append(Quiet(self.at_s, self.team))
            self._dump(float(rng.uniform(2.0, 12.0)), side * (wide - 2.0), 15.0)
            self._win(self.team if rng.random() < 0.3 else 3 - self.team)
            return
        if u < -goal + 6.0 and rng.random() < 0.5:  # behind the net to the other side
            self._carry(-goal - 1.6, 0.5 * side, 5.0)
            side = -side
            self._carry(-goal + 0.8, side * 4.5, 5.5)
        elif rng.random() < 0.4:
            self._pass(-goal + 2.5, -side * 5.0)
            side = -side
        if rng.random() < 0.7:
            self._pass(float(rng.uniform(-17.0, -13.0)), side * (wide - 2.0))
            self._carry(-8.5, side * (wide - 3.0), 6.0)
        else:
            self._pass(-goal + 10.0, side * 1.5)
            self._carry(-8.5, -side * 2.0, 7.0)
        self._carry(-5.0, 0.6 * self._here()[1], 7.0)

    def _through_the_middle(self) -> None:
        rng, line, wide = self._rng, self.rink.blue_line_m, self.rink.width_m / 2
        u, w = self._here()
        what = rng.random()
        if what < 0.12:  # picked off
            self._shoot(u + 5.0, w * 0.3, 16.0)
            self._win(3 - self.team)
        elif what < 0.30 and u < 3.0:  # back and across
            self._pass(u - 8.0, 4.0)
            self._pass(u - 8.5, -4.5)
            self._carry(u - 3.0, -3.0, 5.0)
        elif what < 0.62:
            self._carry(max(u + 1.0, float(rng.uniform(1.0, 4.5))), w, 6.5)
            self._dump_in()
        else:  # wide over the line
            side = float(np.sign(w) or 1.0) if abs(w) > 3 or rng.random() < 0.5 else -1.0
            if rng.random() < 0.5:
                self._pass(min(u + 5.0, line - 2.0), side * (wide - 4.0))
            self._carry(line + 0.5, side * (wide - 4.2), 7.2)
            self._carry(line + 7.0, side * (wide - 3.8), 7.2)

    def _dump_in(self) -> None:
        rng, goal, wide = self._rng, self.rink.goal_line_m, self.rink.width_m / 2
        side = float(rng.choice([-1.0, 1.0]))
        self.quiet.append(Quiet(self.at_s, self.team))
        self._dump(goal - 4.0, side * (wide - 1.0), 17.0)
        self._dump(goal + 1.0, side * (wide - 5.0), 12.0)  # off the boards, round the corner
        self._loose(goal + 1.4, side * 3.0, 6.5)
        taker = self.team if rng.random() < 0.3 else 3 - self.team
        if rng.random() < 0.4:
            self._battle(1.0, 2.8)
        self._win(taker)
        if taker == self.team:
            self._wait(0.5, holder=taker)

    def _in_their_zone(self) -> None:
        rng, goal, line, wide = self._rng, self.rink.goal_line_m, self.rink.blue_line_m, self.rink.width_m / 2
        u, w = self._here()
        side = float(np.sign(w) or 1.0)
        what = rng.random()
        if u > goal - 5.0 and what < 0.35:  # to the point, and across
            self._pass(line + 2.0, side * 6.0)
            if rng.random() < 0.5:
                self._pass(line + 2.2, -side * 5.0)
            self._carry(line + 3.0, self._here()[1] * 0.6, 3.0)
            self._shot()
        elif what < 0.60:  # the corner, with bodies
            self._carry(goal - 4.0, side * (wide - 2.2), 6.0)
            self._carry(goal - 1.5, side * (wide - 3.0), 4.0)
            self._battle(1.5, 4.0)
            self._win(self.team if rng.random() < 0.6 else 3 - self.team)
        elif what < 0.75:  # across the slot
            self._pass(goal - 7.0, -side * 4.0)
            self._shot()
        elif what < 0.9:
            self._carry(goal - 9.0, side * 5.0, 6.5)
            self._shot()
        else:
            self._shoot(u - 3.0, 0.4 * w, 14.0)
            self._win(3 - self.team)

    def _shot(self) -> None:
        """At the net; it comes back into a corner or to the net front."""
        rng, goal, wide = self._rng, self.rink.goal_line_m, self.rink.width_m / 2
        self._shoot(goal - 0.9, float(rng.uniform(-GOAL_HALF_M, GOAL_HALF_M)), float(rng.uniform(22.0, 32.0)))
        side = float(rng.choice([-1.0, 1.0]))
        if rng.random() < 0.3:
            self._loose(goal - 2.6, side * 1.2, 3.0)
            self._battle(0.8, 2.2)
        self._loose(goal - 1.0, side * (wide - 3.5), 8.5)
        self._win(self.team if rng.random() < 0.4 else 3 - self.team)

    def _here(self) -> tuple[float, float]:
        sign = self._attacks[self.team - 1]
        return float(self._xy[0] * sign), float(self._xy[1] * sign)

    def _write(self, holder: int) -> None:
        x, y = self._xy
        self.rows.append((round(self.at_s, 3), round(float(x), 3), round(float(y), 3), float(holder)))

    def _go(self, u: float, w: float, mps: float) -> None:
        sign = self._attacks[self.team - 1]
        goal = self.rink.kept_inside(np.array([[u * sign, w * sign]]), margin_m=0.4)[0]
        self.at_s += max(float(np.hypot(*(goal - self._xy))) / mps, 0.05)
        self._xy = goal

    def _carry(self, u: float, w: float, mps: float) -> None:
        """Skate it there: gently off, then along a slight bow."""
        u0, w0 = self._here()
        far = float(np.hypot(u - u0, w - w0))
        if far < 0.5:
            return
        self._write(self.team)
        if far > 3 * RAMP_M:
            part = RAMP_M / far
            self._go(u0 + part * (u - u0), w0 + part * (w - w0), 0.55 * mps)
            self._write(self.team)
            bow = 0.05 * float(self._rng.uniform(-1.0, 1.0))
            self._go(u0 + 0.6 * (u - u0) - bow * (w - w0), w0 + 0.6 * (w - w0) + bow * (u - u0), mps)
            self._write(self.team)
        self._go(u, w, mps)
        self._write(self.team)

    def _pass(self, u: float, w: float) -> None:
        self._shoot(u, w, float(self._rng.uniform(15.0, 23.0)))
        self._write(self.team)
        self._wait(0.15, holder=self.team)

    def _shoot(self, u: float, w: float, mps: float) -> None:
        self._write(self.team)
        self._go(u, w, mps)

    def _dump(self, u: float, w: float, mps: float) -> None:
        self._write(0)
        self._go(u, w, mps)

    def _loose(self, u: float, w: float, mps: float) -> None:
        self._write(0)
        self._go(u, w, mps)

    def _battle(self, low_s: float, high_s: float) -> None:
        """Nobody gets it clear: it moves by a foot or two while men lean on each other."""
        end_s = self.at_s + float(self._rng.uniform(low_s, high_s))
        u, w = self._here()
        while self.at_s < end_s:
            self._write(0)
            du, dw = self._rng.uniform(-0.5, 0.5, 2)
            self._go(u + float(du), w + float(dw), 0.8)

    def _wait(self, seconds: float, *, holder: int) -> None:
        self._write(holder)
        u, w = self._here()
        self._go(u + 0.1, w + 0.05, 0.112 / seconds)

    def _win(self, team: int) -> None:
        self.team = team
        self._write(team)
        u, w = self._here()
        self._go(u + 0.3, 0.95 * w, 1.2)


def made_up_play(scenario: Scenario) -> tuple[Row, ...]:
    """Rows of a puck for the whole length of a scenario that says nothing of the play."""
    attacks = tuple(-t.defends_sign for t in scenario.teams)
    rng = np.random.default_rng([scenario.seed, 53])
    story = Story(scenario.rink, (attacks[0], attacks[1]), rng, at_s=-2.0)
    team = int(rng.integers(1, 3))
    place = np.array([rng.uniform(-18.0, 18.0), rng.uniform(-9.0, 9.0)])
    story.start(place, team)
    story.tell(scenario.duration_s + 4.0)
    return increasing(story.rows)


def increasing(rows: list[Row]) -> tuple[Row, ...]:
    """``rows`` in order, the last of those at the same instant."""
    kept: list[Row] = []
    for row in rows:
        if kept and row[0] <= kept[-1][0] + 0.02:
            kept[-1] = (kept[-1][0], *row[1:])
        else:
            kept.append(row)
    return tuple(kept)
