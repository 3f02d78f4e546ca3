"""The demo's motion and truth: exact, repeatable, and physically possible."""

from pathlib import Path

import numpy as np
import pytest

from review.sim.scenario import Scenario, read_scenario
from review.sim.script import STEP_S, Motion
from review.sim.shape import BOARD_HEIGHT_M, BOARD_THICKNESS_M
from review.sim.truth import Truth, skates_down

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return read_scenario(DEMO)


@pytest.fixture(scope="module")
def motion(scenario: Scenario) -> Motion:
    return Motion(scenario)


@pytest.fixture(scope="module")
def truth(motion: Motion) -> Truth:
    return Truth(motion)


def test_the_same_seed_gives_the_same_motion(scenario: Scenario, motion: Motion) -> None:
    again = Motion(scenario)
    for at_s in (0.0, 13.37, 40.0):
        np.testing.assert_array_equal(again.matrices(at_s), motion.matrices(at_s))


def test_the_script_asks_for_eight_crossings_and_gets_them_on_time(truth: Truth, scenario: Scenario) -> None:
    seen = [
        (scenario.people[c.row].team, scenario.people[c.row].number, c.direction) for c in truth.crossings
    ]
    assert seen == [
        ("AWAY", 18, "off"),
        ("AWAY", 27, "on"),
        ("HOME", 19, "on"),
        ("HOME", 88, "off"),
        ("AWAY", 71, "on"),
        ("AWAY", 11, "off"),
        ("HOME", 22, "on"),
        ("HOME", 7, "on"),
    ]
    for crossing in truth.crossings:
        assert 0.05 < crossing.second_skate_s - crossing.first_skate_s < 0.6
    for number, asked_s in ((27, 6.6), (71, 23.6)):
        assert truth.find("on", "AWAY", number).first_skate_s == pytest.approx(asked_s, abs=0.05)


def test_a_skate_is_up_just_before_its_touch_and_down_just_after(truth: Truth, motion: Motion) -> None:
    for crossing in truth.crossings:
        if crossing.direction == "on":
            before = skates_down(motion, crossing.first_skate_s - 0.004)[crossing.row]
            after = skates_down(motion, crossing.first_skate_s + 0.004)[crossing.row]
            assert not before.any()
            assert after.sum() == 1


def test_counts_follow_from_crossings(truth: Truth, scenario: Scenario) -> None:
    for team in truth.counts():
        rows = [c for c in truth.crossings if scenario.people[c.row].team == team["team"]]
        for point in team["points"]:
            on = sum(c.direction == "on" and c.first_skate_s <= point["s"] + 1e-3 for c in rows)
            off = sum(c.direction == "off" and c.second_skate_s <= point["s"] + 1e-3 for c in rows)
            assert point["n"] == 6 + on - off
    away = next(t for t in truth.counts() if t["team"] == "AWAY")["points"]
    assert max(p["n"] for p in away) == 7


def test_counts_agree_with_skates_that_stand_on_the_ice(truth: Truth, motion: Motion) -> None:
    people = motion.scenario.people
    for at_s in (3.0, 6.2, 14.8, 27.0, 33.0, 44.0):
        for team in truth.counts():
            expected = [p["n"] for p in team["points"] if p["s"] <= at_s][-1]
            down = np.zeros(len(people), bool)
            for shift_s in np.arange(-0.2, 0.21, 0.04):
                down |= skates_down(motion, at_s + float(shift_s)).any(axis=1)
            assert sum(bool(down[i]) for i, m in enumerate(people) if m.team == team["team"]) == expected


def test_one_change_is_legal_and_one_is_early(truth: Truth) -> None:
    legal, early = truth.changes()
    assert (legal["team"], legal["verdict"], legal["early_s"]) == ("AWAY", "legal", 0.0)
    assert (early["team"], early["verdict"]) == ("HOME", "early")
    assert 6.0 <= early["early_m"] <= 9.0
    assert 1.2 <= early["early_s"] <= 1.5


def test_two_men_leave_the_bench_for_the_scuffle_in_order(truth: Truth, scenario: Scenario) -> None:
    (scuffle,) = truth.altercations()
    left = [(row["team"], row["person"]) for row in scuffle["order"]]
    assert left == [("HOME", scenario.person("HOME", 22).id), ("HOME", scenario.person("HOME", 7).id)]
    first, second = (truth.find("on", "HOME", n).first_skate_s for n in (22, 7))
    assert scuffle["start_s"] < first < second < scuffle["end_s"]
    assert 1.5 <= second - first <= 2.0


def test_nobody_sinks_into_the_ice_outruns_himself_or_stands_in_the_boards(motion: Motion) -> None:
    people = motion.scenario.people
    times = np.arange(0.0, motion.scenario.duration_s, 0.1)
    blades = np.stack([motion.poser.blades(motion.matrices(float(t))) for t in times])
    assert blades[..., 2].min() > -0.005
    pelvis = np.stack([motion.pelvis_m(float(t)) for t in times])
    speed = np.linalg.norm(np.diff(pelvis[..., :2], axis=0), axis=-1) / 0.1
    assert speed.max() < 10.0
    skating = [i for i, m in enumerate(people) if m.on_ice]
    assert np.median(speed[:, skating]) > 1.0
    inside = motion.scenario.rink.inside_m(blades[..., :2]).reshape(blades.shape[:-1])
    in_boards = (blades[..., 2] < BOARD_HEIGHT_M - 0.05) & (inside < 0) & (inside > -BOARD_THICKNESS_M)
    assert not in_boards.any()


def test_instants_between_samples_lie_between_them(motion: Motion) -> None:
    a, b, c = (motion.stances(t).xy for t in (10.0, 10.0 + STEP_S / 2, 10.0 + STEP_S))
    np.testing.assert_allclose(b, (a + c) / 2, atol=1e-9)
