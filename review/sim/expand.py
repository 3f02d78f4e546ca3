"""From what a scenario says in one line to the plain acts, the play and the sheet that everybody reads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from review.sim.casting import cast
from review.sim.changes import change_acts, clearing_acts
from review.sim.fronts import Fronts
from review.sim.scenario import Scenario
from review.sim.shifts import played
from review.sim.stories import made_up_play
from review.sim.tables.people import Act


def expanded(scenario: Scenario) -> Scenario:
    """``scenario`` with every ``change`` and ``clearing`` turned into plain ``on`` and ``off`` acts.

    The same scenario gives the same acts; one that is plain already comes back as it is.
    """
    if scenario.game is not None:
        scenario = played(scenario, scenario.game)
    scenario = cast(scenario)
    if not scenario.play and len(scenario.teams) == 2:
        scenario = replace(scenario, play=made_up_play(scenario))
    if not any(act.kind in ("change", "clearing") for act in scenario.acts):
        return scenario
    return _plain(scenario)


def _plain(scenario: Scenario) -> Scenario:
    fronts = Fronts(scenario)
    acts: list[Act] = [a for a in scenario.acts if a.kind not in ("change", "clearing")]
    for k, act in enumerate(sorted(scenario.acts, key=lambda a: a.start_s)):
        rng = np.random.default_rng([scenario.seed, 41, k])
        if act.kind == "change":
            acts.extend(change_acts(replace(scenario, acts=tuple(acts)), act, fronts, rng))
        elif act.kind == "clearing":
            acts.extend(clearing_acts(scenario, act, fronts, rng))
    return replace(scenario, acts=tuple(sorted(acts, key=lambda a: a.start_s)))
