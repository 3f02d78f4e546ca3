"""Where people come on and go off: the fronts of benches and boxes with their doors, in rink metres."""

from __future__ import annotations

from dataclasses import dataclass

from review.sim.scenario import Scenario, Team

DOOR_M = 0.8
DOOR_INSET_M = 1.2  # from the end of a bench to the middle of its door


@dataclass(frozen=True)
class Door:
    """A door in the boards; it opens away from the ice about its hinge at ``x_m + hinge * width_m / 2``."""

    x_m: float
    side: float  # +1 in the far boards, -1 in the near ones
    hinge: float  # -1 left, +1 right
    width_m: float = DOOR_M


@dataclass(frozen=True)
class Opening:
    """A gate as truth names it: a stretch of boards that people climb over, with doors."""

    id: str
    team: str
    kind: str  # players_bench or penalty_box
    low_m: float
    high_m: float
    side: float
    boards_m: float  # |y| of the inner face
    doors: tuple[Door, ...]

    @property
    def points_m(self) -> list[list[float]]:
        """Both ends of the front on the ice, as the truth format writes them."""
        y = round(self.side * self.boards_m, 3)
        return [[self.low_m, y], [self.high_m, y]]


def openings(scenario: Scenario) -> tuple[Opening, ...]:
    """Every gate of the scenario: each team's players' bench, and its penalty box where it has one."""
    out = []
    for team in scenario.teams:
        out.append(_bench(scenario, team))
        if team.spec.box_m is not None:
            low, high = team.spec.box_m
            side = 1.0 if team.spec.box_side == "far" else -1.0
            door = Door((low + high) / 2, side, -1.0)
            name = f"{team.code}-box"
            boards = scenario.rink.far_boards_m
            out.append(Opening(name, team.code, "penalty_box", low, high, side, boards, (door,)))
    return tuple(out)


def opening(scenario: Scenario, team: str, gate: str) -> Opening:
    """The ``gate`` ("bench" or "box") of ``team``."""
    return next(o for o in openings(scenario) if o.id == f"{team}-{gate}")


def doors(scenario: Scenario) -> tuple[Door, ...]:
    """All doors in the order of `openings`; a renderer and `Motion.doors` share that order."""
    return tuple(door for one in openings(scenario) for door in one.doors)


def _bench(scenario: Scenario, team: Team) -> Opening:
    low, high = team.bench_m
    ends = ((low + DOOR_INSET_M, -1.0), (high - DOOR_INSET_M, 1.0))
    made = tuple(Door(x, team.bench_sign, hinge) for x, hinge in ends)
    name = f"{team.code}-bench"
    boards = scenario.rink.far_boards_m
    return Opening(name, team.code, "players_bench", low, high, team.bench_sign, boards, made)
