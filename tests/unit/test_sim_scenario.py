"""What a scenario file may say, and how it is refused."""

import tomllib
from pathlib import Path

import pytest

from review.sim.scenario import ScenarioUnreadable, parse_scenario, read_scenario
from review.sim.sheet import clock_text

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"


def test_demo_names_two_teams_of_six_and_three_officials() -> None:
    scenario = read_scenario(DEMO)
    for code in ("HOME", "AWAY"):
        assert sum(m.team == code and m.on_ice for m in scenario.people) == 6
    assert sum(m.role == "official" for m in scenario.people) == 3
    assert len({m.id for m in scenario.people}) == len(scenario.people)
    assert scenario.person("HOME", 88).role == "skater"


def test_the_clock_runs_down_and_stops_with_play() -> None:
    scenario = read_scenario(DEMO)
    assert clock_text(scenario.sheet, 0.0) == "P2 12:41.0"
    assert clock_text(scenario.sheet, 11.25) == "P2 12:29.7"
    assert clock_text(scenario.sheet, 60.0) == clock_text(scenario.sheet, 34.4) == "P2 12:06.6"


def test_an_unknown_key_is_refused_with_the_nearest_one() -> None:
    table = tomllib.loads(DEMO.read_text(encoding="utf-8"))
    table["duraton_s"] = 3.0
    with pytest.raises(ScenarioUnreadable) as caught:
        parse_scenario(table)
    assert "duration_s" in caught.value.remedy


def test_a_number_that_nobody_wears_is_refused() -> None:
    with pytest.raises(ScenarioUnreadable, match="no number 99"):
        read_scenario(DEMO).person("HOME", 99)


def test_a_missing_file_is_the_callers_to_mend(tmp_path: Path) -> None:
    with pytest.raises(ScenarioUnreadable) as caught:
        read_scenario(tmp_path / "nothing.toml")
    assert caught.value.remedy
