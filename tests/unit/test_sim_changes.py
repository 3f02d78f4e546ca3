"""Changes and clearings in one line become acts that truth finds as asked."""

import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.sim.expand import expanded
from review.sim.fronts import OFF_SPAN_S, ON_SPAN_S
from review.sim.scenario import Scenario, ScenarioUnreadable, parse_scenario
from review.sim.script import Motion
from review.sim.truth import Truth

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"


def with_acts(*acts: dict[str, Any], **keys: Any) -> Scenario:
    table = tomllib.loads(DEMO.read_text(encoding="utf-8"))
    return expanded(parse_scenario({**table, "acts": acts, "expected": [], "duration_s": 22.0, **keys}))


def change(number: int, out: int, start_s: float, **keys: Any) -> dict[str, Any]:
    return {"kind": "change", "team": "HOME", "number": number, "out": out, "start_s": start_s, **keys}


@pytest.mark.parametrize(
    "asked", [{"early_m": 8.0}, {"early_m": 2.0}, {"early_s": 1.0}, {"early_m": 7.5, "early_s": 1.4}]
)
def test_an_early_change_is_as_early_as_asked(asked: dict[str, float]) -> None:
    (made,) = Truth(Motion(with_acts(change(19, 88, 14.0, **asked)))).changes()
    assert made["verdict"] == "early"
    assert made["early_m"] == pytest.approx(asked.get("early_m", made["early_m"]), abs=0.3)
    assert made["early_s"] == pytest.approx(asked.get("early_s", made["early_s"]), abs=0.1)


def test_a_goalkeeper_is_pulled_for_a_skater_who_comes_too_soon() -> None:
    (made,) = Truth(Motion(with_acts(change(19, 31, 14.0, early_m=6.0)))).changes()
    assert made["early_m"] == pytest.approx(6.0, abs=0.3)


def test_a_change_that_asks_nothing_is_legal_and_takes_the_other_mans_place() -> None:
    scenario = with_acts(change(19, 88, 14.0))
    truth = Truth(Motion(scenario))
    assert truth.changes()[0]["verdict"] == "legal"
    assert truth.find("off", "HOME", 88).second_skate_s < truth.find("on", "HOME", 19).first_skate_s
    assert scenario.person("HOME", 19).slot == scenario.person("HOME", 88).slot == (3.0, 0.6)


def test_metres_that_nobody_skates_in_the_seconds_asked_are_refused() -> None:
    with pytest.raises(ScenarioUnreadable, match=r"for 8 m he takes 0\.8 to 3\.2 s"):
        with_acts(change(19, 88, 14.0, early_m=8.0, early_s=9.0))


def test_a_man_across_the_rink_cannot_be_three_metres_away() -> None:
    with pytest.raises(ScenarioUnreadable, match="cannot come off"):
        with_acts(change(19, 88, 0.8, early_m=3.0))


def test_five_men_change_on_five_bits_of_boards() -> None:
    pairs = ((19, 88, 14.0), (17, 9, 14.3), (41, 14, 14.9), (44, 4, 15.5), (63, 26, 15.8))
    acts = with_acts(*(change(*pair) for pair in pairs)).acts
    assert sorted(a.kind for a in acts) == ["off"] * 5 + ["on"] * 5
    used = []
    for act in acts:
        about, span = (act.start_s, ON_SPAN_S) if act.kind == "on" else (act.end_s, OFF_SPAN_S)
        used.append((act.at_m[0], about + span[0], about + span[1]))
    for (x, a, b), (other, c, d) in combinations(used, 2):
        assert abs(x - other) >= 0.9 - 1e-6 or b <= c or d <= a


def test_a_clearing_empties_the_bench_in_order() -> None:
    numbers = [7, 12, 17, 19, 22, 41, 44, 63, 77]
    clearing = {
        "kind": "clearing",
        "team": "HOME",
        "numbers": numbers,
        "start_s": 6.0,
        "end_s": 10.0,
        "at_m": [-2.0, 4.0],
    }
    acts = with_acts(clearing).acts
    assert [a.number for a in acts] == numbers
    touches = np.array([a.start_s for a in acts])
    assert (touches[0], touches[-1]) == (6.0, 10.0)
    assert np.diff(touches).min() >= 0.04
    goals = np.array([a.at_m[1:] for a in acts])
    assert min(np.hypot(*(p - q)) for p, q in combinations(goals, 2)) > 0.8
    assert np.hypot(*(goals - [-2.0, 4.0]).T).max() < 4.0
    assert {a.via for a in acts} == {"boards", "door"}


def test_the_same_seed_gives_the_same_acts() -> None:
    asked = change(19, 88, 14.0, early_m=8.0)
    assert with_acts(asked).acts == with_acts(asked).acts
    assert with_acts(asked, seed=12).acts != with_acts(asked).acts
