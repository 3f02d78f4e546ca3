"""The shipped scenarios: every file reads, says what it tests, and stands in the suite and in the docs."""

import re
import tomllib
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from review.sim.scenario import Scenario, read_scenario
from review.sim.tables.tape import RATES

ROOT = Path(__file__).parents[2]
CLIPS = ROOT / "sample_clips"
FILES = {p.stem: p for p in sorted((CLIPS / "scenarios").glob("*.toml")) if p.stem != "demo"}
SUITE = tomllib.loads((CLIPS / "suite.toml").read_text(encoding="utf-8"))
GROUPS = {
    *("legal", "early", "too-many", "goalkeeper", "penalty", "altercation"),
    *("boundary", "camera", "kits", "tape", "legal-play"),
}


@cache
def scenario_of(name: str) -> Scenario:
    return read_scenario(FILES[name])


@pytest.fixture(scope="module")
def scenarios() -> dict[str, Scenario]:
    return {name: scenario_of(name) for name in FILES}


@pytest.mark.parametrize("name", FILES)
def test_it_reads_and_names_only_men_who_are_there(name: str) -> None:
    first = FILES[name].read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# ") and first.endswith(".")
    scenario = scenario_of(name)
    assert scenario.name == name
    assert scenario.group in GROUPS
    for act in scenario.acts:
        for number in (act.number, act.out, act.replaces, *act.numbers):
            if number:
                assert scenario.person(act.team, number).role != "official" or not act.team
        assert 0 <= act.start_s < scenario.duration_s


@pytest.mark.parametrize("name", FILES)
def test_it_says_what_a_reviewer_comes_to(name: str) -> None:
    pack = tomllib.loads((ROOT / "review" / "rules" / "packs" / "seeds.toml").read_text(encoding="utf-8"))
    known = {clause["id"] for clause in pack["clause"]}
    scenario = scenario_of(name)
    assert scenario.expected
    for row in scenario.expected:
        assert row.clause in known
        assert scenario.team(row.team)
        assert not row.number or scenario.person(row.team, row.number)
        for event in row.span:
            kind, *who = event.split(":")
            if kind == "at":
                assert 0 <= float(who[0]) <= scenario.duration_s
            else:
                assert kind in ("on", "off", "near") and who[0] == row.team
                assert scenario.person(who[0], int(who[1]))


def test_the_suite_holds_every_scenario_once_and_is_short(scenarios: dict[str, Scenario]) -> None:
    assert len(SUITE["whole"]) >= 52
    assert sorted(SUITE["whole"] + SUITE["long"]) == sorted(FILES)
    assert set(SUITE["quick"]) < set(SUITE["whole"])
    lengths = [scenarios[name].duration_s for name in SUITE["whole"]]
    assert sum(lengths) <= 600
    assert median(lengths) <= 12
    assert sum(scenarios[name].duration_s for name in SUITE["quick"]) <= 90


def test_games_of_legal_play_are_ten_minutes_of_different_teams(scenarios: dict[str, Scenario]) -> None:
    games = [scenarios[name] for name in SUITE["long"]]
    assert len(games) >= 3
    assert all(g.duration_s == 600 and g.group == "legal-play" for g in games)
    assert all("game" in tomllib.loads(FILES[g.name].read_text(encoding="utf-8")) for g in games)
    assert all(any(act.kind == "on" for act in g.acts) for g in games)
    assert all(g.people_every == 5 for g in games)
    assert len({g.teams[0].name for g in games}) == len({g.cameras for g in games}) == len(games)
    assert all(row.verdict == "does not" for g in games for row in g.expected)


def test_each_format_kit_rink_and_score_bug_is_there(scenarios: dict[str, Scenario]) -> None:
    every = list(scenarios.values())
    tapes = [s.tape for s in every]
    assert {t.rate for t in tapes} == set(RATES)
    assert {t.scan for t in tapes} == {"progressive", "top_first", "bottom_first"}
    assert {t.container for t in tapes} == {"mp4", "mkv", "mov", "ts", "avi"}
    assert {t.codec for t in tapes} == {"h264", "mpeg2", "hevc", "mpeg4"}
    assert {t.quality for t in tapes} == {"pristine", "good", "fair", "poor", "bad"}
    faults = {fault.kind for t in tapes for fault in t.faults}
    assert faults >= {"drop", "duplicate", "black", "flash", "dropout", "freeze", "corrupt", "truncate"}
    bugs = {s.graphics.bug for s in every}
    assert bugs >= {"strip", "centre", "corner", "bottom", "segment", "split", "wide", "none"}
    assert {team.spec.kit for s in every for team in s.teams} == {"hoops", "plain", "shoulders", "stripes"}
    assert {s.rink.width_m for s in every} >= {25.91, 28.0, 30.0}
    assert {s.group for s in every} == GROUPS


def test_the_docs_list_every_scenario_with_its_first_line() -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.+?) \|", page, flags=re.M))
    firsts = {n: p.read_text(encoding="utf-8").splitlines()[0][2:] for n, p in FILES.items()}
    assert rows == firsts
