"""A made-up game replayed from its acts: never too many men, and nobody out of the box too soon."""

import tomllib
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.sim.curves import hermite
from review.sim.expand import expanded
from review.sim.fronts import OFF_SPAN_S, ON_SPAN_S
from review.sim.play import free_path, puck_path
from review.sim.scenario import Scenario, ScenarioUnreadable, parse_scenario
from review.sim.script import Motion
from review.sim.sheet import clock_left_s
from review.sim.tables.people import Act
from review.sim.truth import Truth

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"
BOXES = {"HOME": [-9.0, -5.0], "AWAY": [5.0, 9.0]}


def game(seed: int, **keys: Any) -> Scenario:
    table = tomllib.loads(DEMO.read_text(encoding="utf-8"))
    del table["play"]
    for code, team in table["teams"].items():
        team["ice"] = [[31, "G"], [2, "C"], [3, "LW"], [4, "RW"], [5, "LD"], [6, "RD"]]
        team.update(bench=[*range(40, 53), 30], goalkeepers=[30], box_m=BOXES[code])
    spec = {"goals": 2, "penalties": 3, **keys.pop("game", {})}
    plain = {"acts": [], "expected": [], "sheet": {}, "duration_s": 600.0, "seed": seed, "game": spec}
    return expanded(parse_scenario({**table, **plain, **keys}))


@pytest.fixture(scope="module", params=[1, 2, 3])
def played(request: pytest.FixtureRequest) -> Scenario:
    return game(request.param)


def in_the_zone_s(scenario: Scenario, act: Act) -> float:
    """When a man who goes off is within 1.5 m of his bench, from the cubic he skates."""
    man = scenario.person(act.team, act.number)
    around = act.start_s + np.array([-0.02, 0.0, 0.02])
    before, start, after = free_path(scenario, man, man.slot, around)
    low, high = scenario.team(act.team).bench_m
    boards = scenario.rink.far_boards_m
    at = np.arange(act.start_s, act.end_s, 0.005)
    goal = np.array([act.at_m[0], boards - 0.55])
    way = hermite(
        act.start_s, start, (after - before) / 0.04, act.end_s, goal, np.array([0.0, act.at_m[1]]), at
    )
    past = np.maximum(np.maximum(low - way[:, 0], way[:, 0] - high), 0.0)
    away = np.flatnonzero(np.hypot(past, boards - way[:, 1]) > 1.5)
    return float(at[away[-1]]) + 0.005 if len(away) else act.start_s


def steps(scenario: Scenario, code: str) -> list[tuple[float, int, Act]]:
    out = []
    for act in scenario.acts:
        if act.team == code and act.kind == "on":
            out.append((act.start_s, 1, act))
        if act.team == code and act.kind == "off":
            gone_s = act.end_s if act.gate == "box" else in_the_zone_s(scenario, act)
            out.append((gone_s, -1, act))
    return sorted(out, key=lambda s: s[0])


def test_there_are_never_more_men_on_the_ice_than_allowed(played: Scenario) -> None:
    for code in ("HOME", "AWAY"):
        count, in_box, on = 6, set[int](), {31, 2, 3, 4, 5, 6}
        for at_s, change, act in steps(played, code):
            count += change
            assert (act.number in on) == (change < 0), (code, at_s, act)
            on ^= {act.number}
            if act.gate == "box":
                in_box ^= {act.number}
            assert 1 <= count <= 6 - len(in_box), (code, at_s, act)
        assert len(on) == count


def test_at_each_face_off_both_teams_are_complete(played: Scenario) -> None:
    for code in ("HOME", "AWAY"):
        for _, drop_s in played.sheet.stops:
            made = [s for s in steps(played, code) if s[0] < drop_s]
            in_box = -sum(change for _, change, act in made if act.gate == "box")
            assert 6 + sum(change for _, change, _ in made) == 6 - in_box


def test_everybody_takes_his_turn_and_nobody_for_minutes_on_end(played: Scenario) -> None:
    for code in ("HOME", "AWAY"):
        since = dict.fromkeys((2, 3, 4, 5, 6), 0.0)
        shifts = []
        for at_s, change, act in steps(played, code):
            if change > 0:
                since[act.number] = at_s
            elif act.number in since:
                shifts.append(at_s - since.pop(act.number))
        assert len(shifts) > 30
        assert 25.0 < np.median(shifts) < 75.0
        assert max(shifts) < 180.0


def test_some_changes_are_legal_by_little_and_some_by_much(played: Scenario) -> None:
    spare = []
    for act in played.acts:
        if act.kind == "on" and act.replaces is not None:
            offs = [a for a in played.acts if (a.kind, a.team, a.number) == ("off", act.team, act.replaces)]
            off = max((a for a in offs if a.start_s < act.start_s), key=lambda a: a.start_s)
            spare.append(act.start_s - in_the_zone_s(played, off))
    assert min(spare) >= 0.0
    assert np.mean(np.array(spare) < 0.5) > 0.05
    assert np.mean(np.array(spare) > 1.0) > 0.3


def test_a_change_is_as_legal_on_the_ice_as_it_was_planned(played: Scenario) -> None:
    short = replace(played, duration_s=300.0, acts=tuple(a for a in played.acts if a.end_s < 295.0))
    changes = Truth(Motion(short)).changes()
    assert len(changes) > 20
    assert [c for c in changes if c["verdict"] != "legal"] == []


def test_who_serves_is_short_of_no_second(played: Scenario) -> None:
    assert len(played.sheet.penalties) == 3
    for penalty in played.sheet.penalties:
        own = [a for a in played.acts if (a.team, a.number, a.gate) == (penalty.team, penalty.number, "box")]
        gone = next(a for a in own if a.kind == "off" and a.start_s >= penalty.at_s)
        assert any(start == penalty.at_s < gone.start_s < end for start, end in played.sheet.stops)
        back = [a for a in own if a.kind == "on" and a.start_s > gone.end_s]
        left = [clock_left_s(played.sheet, s) for s in (penalty.at_s, back[0].start_s if back else 600.0)]
        assert left[0] - left[1] >= 120.0 if back else left[0] - left[1] < 121.0
        assert not back or left[0] - left[1] < 121.0


def test_no_two_men_use_the_same_boards_at_once(played: Scenario) -> None:
    used = []
    for act in played.acts:
        if act.kind in ("on", "off") and act.gate == "bench":
            about, span = (act.start_s, ON_SPAN_S) if act.kind == "on" else (act.end_s, OFF_SPAN_S)
            used.append((act.team, act.at_m[0], about + span[0], about + span[1]))
    for (team, x, a, b), (other, y, c, d) in combinations(used, 2):
        assert team != other or abs(x - y) >= 0.85 or b <= c or d <= a


def test_nobody_is_at_two_orders_at_once(played: Scenario) -> None:
    people = {(a.team, a.number) for a in played.acts if a.team}
    for team, number in people:
        own = [a for a in played.acts if (a.team, a.number) == (team, number)]
        for first, second in pairwise(sorted(own, key=lambda a: a.start_s)):
            assert first.end_s <= second.start_s, (first, second)


def test_play_stands_while_the_clock_does(played: Scenario) -> None:
    stops = played.sheet.stops
    assert len(stops) == 6
    for start, end in stops:
        assert 12.0 <= end - start <= 20.0
        lined_up = [a for a in played.acts if a.kind == "line_up" and start < a.start_s < end]
        assert 6 <= len(lined_up) <= 10
        at_drop = puck_path(played, np.array([end]))[0, :2]
        middle = np.mean([a.at_m for a in lined_up], axis=0)
        assert np.hypot(*(middle - at_drop)) < 6.0
        gaps = [np.hypot(*np.subtract(a.at_m, b.at_m)) for a, b in combinations(lined_up, 2)]
        assert min(gaps) > 0.8


def test_goals_are_shot_into_the_net_and_cheered(played: Scenario) -> None:
    assert len(played.sheet.goals) == 2
    for goal in played.sheet.goals:
        x, y, _ = puck_path(played, np.array([goal.at_s + 0.2]))[0]
        attack = -played.team(goal.team).defends_sign
        assert attack * x > played.rink.goal_line_m
        assert abs(y) < 0.92
        cheering = {a.team for a in played.acts if a.kind == "celebrate" and 0 < a.start_s - goal.at_s < 2}
        assert cheering == {goal.team}


def test_a_goalkeeper_is_pulled_once_for_a_delayed_penalty(played: Scenario) -> None:
    keepers = [a for a in played.acts if a.number == 31 and a.kind in ("on", "off")]
    assert [a.kind for a in keepers] == ["off", "on"]
    first = played.sheet.penalties[0]
    assert keepers[0].start_s < first.at_s < keepers[1].start_s
    assert keepers[0].team == keepers[1].team != first.team


def test_the_same_seed_gives_the_same_game() -> None:
    short = {"duration_s": 90.0, "game": {"goals": 1, "penalties": 0}}
    assert game(4, **short) == game(4, **short)
    assert game(4, **short).acts != game(5, **short).acts


def test_a_game_that_does_not_fit_or_lacks_a_box_is_refused() -> None:
    with pytest.raises(ScenarioUnreadable, match="goals, penalties and stoppages"):
        game(1, duration_s=60.0, game={"goals": 6, "penalties": 0})
    table = {"duration_s": 60.0, "game": {"penalties": 1, "goals": 0}}
    BOXES_WITHOUT = dict(BOXES)
    try:
        BOXES.update(HOME=None)
        with pytest.raises(ScenarioUnreadable, match="no box"):
            game(1, **table)
    finally:
        BOXES.update(BOXES_WITHOUT)
