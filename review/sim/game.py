"""``[game]``: a game made up from the seed: when and why play stands, and where the puck is till then."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from review.sim.scenario import Row, Scenario
from review.sim.stories import Quiet, Story, increasing
from review.sim.tables.game import GameSpec
from review.sim.tables.sheet import Goal
from review.sim.tables.table import ScenarioUnreadable

LEAD_S = 8.0  # so long before a whistle the story heads for it
DELAYED_S = 16.0  # so long the other team keeps the puck after a penalty is signalled
LAST_S = 3.0  # no whistle so near to the end
LONG_S = 18.0  # until the goalkeeper is back in his net
EXTRA_S = 0.4  # from the deed to the whistle


@dataclass(frozen=True)
class Halt:
    """Play stands from the whistle until the puck is dropped at ``spot``."""

    whistle_s: float
    drop_s: float
    spot: tuple[float, float]
    why: str  # freeze, goal, penalty
    team: int = 0  # who scored, or whose man is penalised: 1 or 2
    called_s: float | None = None  # when a delayed penalty was signalled


@dataclass(frozen=True)
class Told:
    """A whole game of the puck."""

    rows: tuple[Row, ...]
    quiet: tuple[Quiet, ...]
    halts: tuple[Halt, ...]


def tell_game(scenario: Scenario, game: GameSpec) -> Told:
    """Tell where the puck is all game long, and when and why play stands.

    Raises
    ------
    ScenarioUnreadable
        Where so many goals, penalties and stoppages do not fit into the length.
    """
    rng = np.random.default_rng([scenario.seed, 59])
    attacks = tuple(-t.defends_sign for t in scenario.teams)
    story = Story(scenario.rink, (attacks[0], attacks[1]), rng, at_s=-2.0)
    story.start(rng.uniform([-15.0, -8.0], [15.0, 8.0]), int(rng.integers(1, 3)))
    halts: list[Halt] = []
    for about_s, why in _calendar(scenario, game, rng):
        if why == "freeze" and about_s > scenario.duration_s - LAST_S - LEAD_S:
            continue
        halt = _halt(scenario, game, story, about_s, why, halts, rng)
        if halt.whistle_s > scenario.duration_s - LAST_S:
            raise ScenarioUnreadable(
                f"[game] has more goals, penalties and stoppages than {scenario.duration_s:g} s hold.",
                "Ask for fewer, or let the scenario last longer.",
            )
        halts.append(halt)
        story.rest(halt.drop_s, np.asarray(halt.spot))
        story.draw(np.asarray(halt.spot))
    story.tell(scenario.duration_s + 5.0)
    return Told(increasing(story.rows), tuple(story.quiet), tuple(halts))


def _calendar(scenario: Scenario, game: GameSpec, rng: np.random.Generator) -> list[tuple[float, str]]:
    """About when play is stopped and why, in order."""
    asked = round(game.stoppages_per_minute * scenario.duration_s / 60.0)
    count = max(asked, game.goals + game.penalties)
    whys = ["freeze"] * count
    for k, place in enumerate(rng.permutation(count)[: game.goals + game.penalties]):
        whys[int(place)] = "goal" if k < game.goals else "penalty"
    every_s = scenario.duration_s / max(count, 1)
    return [(every_s * (k + 0.55 + float(rng.uniform(-0.2, 0.2))), why) for k, why in enumerate(whys)]


def _halt(
    scenario: Scenario,
    game: GameSpec,
    story: Story,
    about_s: float,
    why: str,
    halts: list[Halt],
    rng: np.random.Generator,
) -> Halt:
    """Tell on until play is stopped."""
    delayed = why == "penalty" and not any(h.called_s for h in halts)
    story.tell(about_s - LEAD_S - (DELAYED_S if delayed else 0.0))
    team, called_s = int(rng.integers(1, 3)), None
    serving = [h.team for h in halts if h.why == "penalty" and story.at_s - h.whistle_s < 150.0]
    if why == "goal":
        team = serving[0] if serving else team  # a goal against a team that is short would end its penalty
        story.goal(team)
    elif delayed:
        called_s = story.at_s
        story.keep(3 - team, DELAYED_S)
    else:
        team = 3 - serving[0] if why == "penalty" and len(set(serving)) == 1 else team
        story.freeze()
    whistle_s = round(story.at_s + EXTRA_S, 3)
    stands_s = float(rng.uniform(*game.stoppage_s))
    drop_s = round(whistle_s + (max(stands_s, LONG_S) if delayed else stands_s), 3)
    return Halt(whistle_s, drop_s, _spot(scenario, story, why, rng), why, team, called_s)


def _spot(scenario: Scenario, story: Story, why: str, rng: np.random.Generator) -> tuple[float, float]:
    """Where the puck is dropped next."""
    rink, side = scenario.rink, float(rng.choice([-1.0, 1.0]))
    if why == "goal":
        return (0.0, 0.0)
    end = 1.0 if story.rows[-1][1] > 0 else -1.0
    if rng.random() < 0.25:
        return (end * rink.neutral_spot_x_m, side * rink.spot_y_m)
    return (end * rink.spot_x_m, side * rink.spot_y_m)


def with_stops(scenario: Scenario, told: Told) -> Scenario:
    """``scenario`` with the game's play, stops and goals."""
    codes = [t.code for t in scenario.teams]
    stops = tuple((h.whistle_s, h.drop_s) for h in told.halts)
    goals = tuple(
        Goal(at_s=round(h.whistle_s - EXTRA_S, 3), team=codes[h.team - 1])
        for h in told.halts
        if h.why == "goal"
    )
    old = scenario.sheet
    sheet = old.model_copy(
        update={"stops": tuple(sorted((*old.stops, *stops))), "goals": (*old.goals, *goals)}
    )
    return replace(scenario, play=told.rows, sheet=sheet)


def served_s(stops: tuple[tuple[float, float], ...], at_s: float, clock_s: float) -> float:
    """The second of the game at which ``clock_s`` seconds of clock have run since ``at_s``."""
    now, left = at_s, clock_s
    for start, end in sorted(stops):
        if end <= now:
            continue
        if now < start:
            run = start - now
            if run >= left:
                return now + left
            left -= run
        now = end
    return now + left
