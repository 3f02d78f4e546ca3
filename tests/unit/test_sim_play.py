"""Play that nobody scripted: a puck with possession, five-man shapes, men who skate like men."""

import time
import tomllib
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.sim.curves import Floats
from review.sim.expand import expanded
from review.sim.play import APART_M, focus_m, free_path, kept_apart, play_path, puck_path
from review.sim.puck import PASS_MPS, Puck, puck_of
from review.sim.scenario import Scenario, parse_scenario
from review.sim.shape import RinkShape

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"
STEP_S = 0.1


def unscripted(seed: int = 5, **keys: Any) -> Scenario:
    table = tomllib.loads(DEMO.read_text(encoding="utf-8"))
    del table["play"]
    for team in table["teams"].values():
        keeper, *skaters = (row[0] for row in team["ice"])
        five = zip(skaters, ("C", "LW", "RW", "LD", "RD"), strict=True)
        team["ice"] = [[keeper, "G"], *([number, where] for number, where in five)]
    plain = {"acts": [], "expected": [], "sheet": {}, "duration_s": 60.0, "seed": seed}
    return expanded(parse_scenario({**table, **plain, **keys}))


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return unscripted()


@pytest.fixture(scope="module")
def times_s() -> Floats:
    return np.arange(0.0, 60.0, STEP_S)


@pytest.fixture(scope="module")
def skaters(scenario: Scenario, times_s: Floats) -> dict[str, Floats]:
    return {
        team.code: np.stack(
            [
                free_path(scenario, m, m.slot, times_s)
                for m in scenario.people
                if m.team == team.code and m.on_ice and m.role == "skater"
            ]
        )
        for team in scenario.teams
    }


def test_a_scenario_that_says_nothing_of_play_gets_some_that_lasts(scenario: Scenario) -> None:
    assert scenario.play[-1][0] > scenario.duration_s
    assert expanded(scenario) == scenario
    assert unscripted(seed=6).play != unscripted(seed=5).play == scenario.play


def test_nobody_skates_faster_or_turns_harder_than_a_man(skaters: dict[str, Floats]) -> None:
    for paths in skaters.values():
        velocity = np.gradient(paths, STEP_S, axis=1)
        hard = np.linalg.norm(np.gradient(velocity, STEP_S, axis=1), axis=2)
        assert np.linalg.norm(velocity, axis=2).max() <= 9.5
        assert np.percentile(hard, 98) <= 5.5
        assert np.median(np.linalg.norm(velocity, axis=2)) > 1.5


def test_a_man_of_the_team_that_has_the_puck_is_with_it(
    scenario: Scenario, skaters: dict[str, Floats], times_s: Floats
) -> None:
    puck, holder = puck_path(scenario, times_s)[:, :2], puck_of(scenario).holder(times_s)
    slow = np.linalg.norm(np.gradient(puck, STEP_S, axis=0), axis=1) < 8.0
    near = []
    for number, paths in enumerate(skaters.values(), start=1):
        held = (holder == number) & slow
        near.append(np.linalg.norm(paths - puck, axis=2).min(axis=0)[held])
        assert held.sum() > 20
    assert np.median(np.concatenate(near)) < 2.0
    assert np.percentile(np.concatenate(near), 90) < 4.0


def test_passes_are_fast_and_the_puck_stays_inside_the_boards(scenario: Scenario) -> None:
    fine = np.arange(0.0, 60.0, 0.02)
    path = puck_path(scenario, fine)
    speed = np.linalg.norm(np.gradient(path[:, :2], 0.02, axis=0), axis=1)
    assert scenario.rink.inside_m(path[:, :2]).min() > 0.0
    assert 0.05 < np.mean(speed > PASS_MPS) < 0.5
    assert speed.max() < 35.0
    assert path[:, 2].min() >= 0.0


def test_defenders_close_in_and_bodies_gather(
    scenario: Scenario, skaters: dict[str, Floats], times_s: Floats
) -> None:
    ours, theirs = skaters.values()
    gap = np.linalg.norm(ours[:, None] - theirs[None], axis=3).min(axis=(0, 1))
    assert np.mean(gap < 1.6) > 0.3
    crowd = sum(
        (np.linalg.norm(p - play_path(scenario, times_s), axis=2) < 3.0).sum(0) for p in (ours, theirs)
    )
    assert np.mean(np.asarray(crowd) >= 4) > 0.1


def test_attackers_mostly_wait_for_the_puck_at_the_blue_line(
    scenario: Scenario, skaters: dict[str, Floats], times_s: Floats
) -> None:
    puck = puck_of(scenario)
    for number, (code, paths) in enumerate(skaters.items(), start=1):
        attack = -scenario.team(code).defends_sign
        before = (puck.base(times_s)[:, 0] * attack < scenario.rink.blue_line_m) & (
            puck.holder(times_s) == number
        )
        ahead = (paths[..., 0] * attack).max(axis=0)[before] > scenario.rink.blue_line_m + 0.5
        assert ahead.mean() < 0.2


def test_a_puck_goes_through_its_rows_and_says_who_has_it() -> None:
    rows = ((0.0, 0.0, 0.0, 1.0), (2.0, 8.0, 0.0, 1.0), (2.5, 18.0, 0.0, 2.0), (4.0, 20.0, 3.0, 0.0))
    puck = Puck(rows)
    at = np.array([0.0, 2.0, 2.25, 2.5, 9.0])
    np.testing.assert_allclose(puck.base(at), [[0, 0], [8, 0], [13, 0], [18, 0], [20, 3]], atol=1e-9)
    assert puck.holder(at).tolist() == [1.0, 1.0, 1.0, 2.0, 0.0]
    assert [(s.start_s, s.end_s, s.team) for s in puck.spells] == [(0.0, 2.0, 1), (2.5, 4.0, 2)]


def test_rows_without_a_holder_give_the_puck_to_who_goes_forward() -> None:
    puck = Puck(((0.0, 0.0, 0.0), (3.0, 15.0, 0.0), (6.0, -15.0, 0.0)), attacks=(1.0, -1.0))
    assert puck.holder(np.array([1.0, 4.0])).tolist() == [1.0, 2.0]


def test_the_eye_that_follows_the_puck_moves_more_calmly(scenario: Scenario) -> None:
    at = np.arange(0.0, 60.0, 0.04)
    eye = np.linalg.norm(np.gradient(focus_m(scenario, at), 0.04, axis=0), axis=1)
    puck = np.linalg.norm(np.gradient(play_path(scenario, at), 0.04, axis=0), axis=1)
    assert eye.max() < 0.75 * puck.max()
    assert np.hypot(*(focus_m(scenario, at) - play_path(scenario, at)).T).mean() < 4.0


def test_fifty_men_are_kept_apart_for_ten_minutes_in_little_memory() -> None:
    rng = np.random.default_rng(3)
    n = 30_000
    at = np.arange(n)[None, :, None] * 0.02
    paths = rng.uniform(-9, 9, (50, 1, 2)) + 3.0 * np.sin(rng.uniform(0.1, 0.5, (50, 1, 2)) * at)
    ones = np.ones((50, n))
    tracemalloc.start()
    begun = time.process_time()
    apart = kept_apart(paths, ones, ones, RinkShape(), step_s=0.02)
    assert time.process_time() - begun < 30.0
    assert tracemalloc.get_traced_memory()[1] < 500e6
    tracemalloc.stop()
    gaps = [_least(p[:, ::50]) for p in (paths, apart)]
    assert np.mean(gaps[1] < 0.5) < 0.25 * np.mean(gaps[0] < 0.5)
    jerk = np.abs(np.diff(apart, 3, axis=1)).max(axis=(0, 2))
    assert jerk.max() < 40 * np.median(jerk)


def _least(paths: Floats) -> Floats:
    gap = np.linalg.norm(paths[:, None] - paths[None], axis=3) + 99.0 * np.eye(len(paths))[..., None]
    return np.asarray(gap.min(axis=1))


def test_a_man_who_is_not_free_stays_and_the_other_gives_way() -> None:
    paths = np.zeros((2, 200, 2))
    paths[1, :, 0] = 0.3
    free = np.stack([np.zeros(200), np.ones(200)])
    apart = kept_apart(paths, np.ones((2, 200)), free, RinkShape(), step_s=0.02)
    np.testing.assert_array_equal(apart[0], paths[0])
    assert np.hypot(*(apart[1, 100] - apart[0, 100])) > 0.9 * APART_M
