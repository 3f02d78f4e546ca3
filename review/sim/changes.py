"""A ``change`` becomes an ``off`` and an ``on``, a ``clearing`` an ``on`` for each man."""

from __future__ import annotations

import numpy as np

from review.sim.course import HURRY, PACE
from review.sim.curves import Floats
from review.sim.fronts import APART_M, Fronts
from review.sim.gates import Opening, opening
from review.sim.leaving import ZONE_M, Leaving, way_off
from review.sim.play import free_path
from review.sim.scenario import Man, Scenario
from review.sim.tables.people import Act
from review.sim.tables.table import ScenarioUnreadable

OVER_S = 1.1  # from the boards until the second skate is over them
SPARE_S = (0.1, 0.6)  # by how much more a legal change is on the safe side
WAITS_S = (0.0, 0.4, 0.8, 1.3, 1.9)  # he comes off so much earlier where the boards are crowded
NEAR_M, NEAR_S = 0.3, 0.1  # what a way off may miss
LANDED_S = 0.34
BRISK_MPS = 5.2
PATH_STEP_S = 0.05
CLOSEST_S = 0.04  # between two men of a clearing


def change_acts(scenario: Scenario, act: Act, fronts: Fronts, rng: np.random.Generator) -> tuple[Act, Act]:
    """The ``off`` and the ``on`` of a change.

    Raises
    ------
    ScenarioUnreadable
        Where the retiring man cannot be where the change wants him; it says what he could do.
    """
    if act.out is None:
        raise ScenarioUnreadable(
            f"The change of {act.team} {act.number} names no `out`.", "Say who goes off."
        )
    off_act = leaving_act(scenario, act, fronts, rng)
    fronts.take(off_act)
    on_act = coming_act(scenario, act, fronts, rng, near_m=off_act.at_m[0])
    fronts.take(on_act)
    return off_act, on_act


def leaving_act(scenario: Scenario, act: Act, fronts: Fronts, rng: np.random.Generator) -> Act:
    """The ``off`` of a change's ``out``."""
    man = scenario.person(act.team, act.out or 0)
    times_s = np.arange(0.0, min(scenario.duration_s, act.start_s + 8.0) + PATH_STEP_S, PATH_STEP_S)
    path = free_path(scenario, man, man.slot, times_s)
    front = opening(scenario, act.team, act.gate)
    if act.early_s is None and act.early_m is None:
        end_s = act.start_s - OVER_S - float(rng.uniform(*SPARE_S))
        asked, tries = [], [end_s - wait for wait in WAITS_S]
    else:
        asked, end_s = _asked(act), None
        tries = [act.start_s + max(act.early_s or 0.0, 0.0) + 0.4]
    for about_s in tries:
        here = float(np.interp(about_s - 1.5, times_s, path[:, 0]))
        x, via = fronts.spot(act.team, act.gate, "off", about_s=about_s, rng=rng, near_m=here)
        if fronts.clear_m(front.id, "off", x, about_s) >= APART_M:
            break
    end_s = about_s if end_s is not None else None
    came_s, way = _came_s(scenario, man, act), None
    for pace in (PACE[man.role], HURRY) if not asked else (PACE[man.role],):
        way = way or way_off(
            times_s, path, front, door_m=x, asked=asked, end_s=end_s, not_before_s=came_s, pace=pace
        )
    if way is None or way.miss_m > (NEAR_M + NEAR_S if len(asked) > 1 else NEAR_M):
        raise _out_of_reach(act, way, times_s, path, front)
    return Act(
        kind="off",
        team=act.team,
        number=act.out or 0,
        start_s=way.start_s,
        end_s=way.end_s,
        at_m=(x, way.end_mps),
        via=via,
        gate=act.gate,
    )


def _asked(act: Act) -> list[tuple[float, float]]:
    asked = []
    if act.early_m is not None:
        asked.append((act.start_s, act.early_m))
    if act.early_s is not None:
        asked.append((act.start_s + act.early_s, ZONE_M))
    return asked


def _came_s(scenario: Scenario, man: Man, act: Act) -> float:
    """Since when he is on the ice and at nobody's orders."""
    own = [a for a in scenario.acts if (a.team, a.number) == (man.team, man.number) and a is not act]
    return max((a.end_s for a in own if a.start_s < act.start_s and a.kind != "off"), default=0.0)


def _out_of_reach(
    act: Act, way: Leaving | None, times_s: Floats, path: Floats, front: Opening
) -> ScenarioUnreadable:
    x, y = (float(np.interp(act.start_s, times_s, c)) for c in path.T)
    what = f"{act.team} {act.out} cannot come off as the change at {act.start_s:g} s asks"
    if way is None:
        return ScenarioUnreadable(f"{what}: there is no time.", "Let the change be later, or nearer.")
    span = f"{way.low_m:.1f} to {way.high_m:.1f} m"
    if act.early_m is not None and act.early_s is not None:
        run = max(act.early_m - ZONE_M, 0.0)
        cause = f"{what}: for {act.early_m:g} m he takes {run / 8:.1f} to {run / 2:.1f} s."
        return ScenarioUnreadable(cause, "Give early_s in that span, or leave one of the two out.")
    far = np.hypot(x - np.clip(x, front.low_m, front.high_m), front.boards_m - front.side * y)
    return ScenarioUnreadable(
        f"{what}: in play he would be {far:.1f} m away; he can be {span} away then.",
        "Ask for that, or lead the play elsewhere.",
    )


def coming_act(
    scenario: Scenario, act: Act, fronts: Fronts, rng: np.random.Generator, *, near_m: float
) -> Act:
    """The ``on`` of a change: over the boards at ``start_s``, then as fast as a skater to his place."""
    man = scenario.person(act.team, act.number)
    via = act.via if "via" in act.model_fields_set else None
    x, way = act.at_m[0] if act.at_m else 0.0, act.via
    if not act.at_m:
        x, way = fronts.spot(act.team, act.gate, "on", about_s=act.start_s, rng=rng, near_m=near_m, via=via)
    front = opening(scenario, act.team, act.gate)
    times_s = act.start_s + np.arange(1.2, 9.0, PATH_STEP_S)
    path = free_path(scenario, man, act.slot or man.slot, times_s)
    gone = np.hypot(path[:, 0] - x, path[:, 1] - front.side * (front.boards_m - 0.8))
    there = gone <= BRISK_MPS * (times_s - act.start_s - LANDED_S)
    end_s = times_s[int(np.argmax(there))] if there.any() else times_s[-1]
    return act.model_copy(
        update={
            "kind": "on",
            "end_s": round(float(end_s), 3),
            "at_m": (x,),
            "via": way,
            "replaces": act.out,
            "out": None,
            "early_s": None,
            "early_m": None,
        }
    )


def clearing_acts(scenario: Scenario, act: Act, fronts: Fronts, rng: np.random.Generator) -> list[Act]:
    """An ``on`` for each of ``numbers``, in order, each to his own place about ``at_m``."""
    if not act.numbers or len(act.at_m) != 2 or act.end_s < act.start_s:
        raise ScenarioUnreadable(
            f"The clearing of {act.team} at {act.start_s:g} s is not complete.",
            "It needs numbers, start_s, end_s and at_m = [x, y].",
        )
    touches = _touches(act, rng)
    out = []
    for k, (number, touch_s) in enumerate(zip(act.numbers, touches, strict=True)):
        via = act.via if "via" in act.model_fields_set else None
        x, way = fronts.spot(act.team, act.gate, "on", about_s=touch_s, rng=rng, via=via)
        turn, reach = 2.4 * k + rng.uniform(-0.4, 0.4), 1.3 + 0.62 * np.sqrt(k)
        goal = np.asarray(act.at_m) + reach * np.array([np.cos(turn), np.sin(turn)])
        goal = scenario.rink.kept_inside(goal[None], margin_m=1.0)[0]
        front = opening(scenario, act.team, act.gate)
        far = float(np.hypot(goal[0] - x, goal[1] - front.side * front.boards_m))
        made = Act(
            kind="on",
            team=act.team,
            number=number,
            start_s=round(touch_s, 3),
            end_s=round(touch_s + max(1.5, far / float(rng.uniform(3.8, 5.0)) + 0.6), 3),
            at_m=(x, round(float(goal[0]), 3), round(float(goal[1]), 3)),
            via=way,
            gate=act.gate,
        )
        fronts.take(made)
        out.append(made)
    return out


def _touches(act: Act, rng: np.random.Generator) -> list[float]:
    """Seconds of the touches: first and last as asked, the rest at uneven intervals."""
    gaps = len(act.numbers) - 1
    if gaps == 0:
        return [act.start_s]
    span = act.end_s - act.start_s
    least = min(CLOSEST_S, span / gaps)
    share = rng.dirichlet(np.full(gaps, 2.0))
    return [float(v) for v in act.start_s + np.r_[0.0, np.cumsum(least + share * (span - least * gaps))]]
