"""Every shipped scenario played: truth says what the scene is there for; the figures are its claims."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from review.sim.scenario import Scenario, read_scenario
from review.sim.script import Motion
from review.sim.truth import Truth

FOLDER = Path(__file__).parents[2] / "sample_clips" / "scenarios"
FRAME_S = 0.04
TOP_MPS = 10.0
FULL = 6  # five skaters and a goalkeeper

# team, who comes on, for whom, seconds early, metres early (None: whatever comes of the other)
EARLY: dict[str, tuple[str, int, int, float | None, float | None]] = {
    "early-0s3": ("HOME", 19, 88, 0.3, None),
    "early-1s": ("AWAY", 71, 21, 1.0, None),
    "early-3s": ("HOME", 22, 14, 3.0, None),
    "early-2m": ("AWAY", 8, 11, None, 2.0),
    "early-3m": ("AWAY", 19, 48, None, 3.0),
    "early-10m": ("HOME", 44, 26, None, 10.0),
    "early-both-benches": ("AWAY", 91, 55, None, 5.0),
    "early-in-rush": ("HOME", 41, 88, None, 4.0),
    "early-plays-the-puck": ("HOME", 19, 4, 2.2, None),
    "early-hit-by-puck": ("AWAY", 33, 3, 2.0, None),
    "early-last-minute": ("AWAY", 47, 21, None, 6.0),
    "goalkeeper-pulled-early": ("HOME", 44, 31, None, 9.0),
    "penalty-to-bench-early": ("AWAY", 27, 18, None, None),
    "camera-misses-the-change": ("HOME", 19, 26, None, 6.0),
    "cut-in-the-change": ("HOME", 22, 88, None, 4.0),
    "replay-of-a-change": ("AWAY", 91, 3, None, 5.0),
    "near-side-early": ("HOME", 37, 20, None, 3.0),
    "two-angles": ("AWAY", 61, 55, None, 5.0),
    "dark-v-dark": ("HOME", 42, 20, None, 3.0),
    "sd-576i": ("HOME", 22, 14, None, 3.0),
    "hd-1080i": ("HOME", 63, 9, None, 2.0),
    "vhs": ("AWAY", 47, 3, None, 10.0),
    "variable-rate": ("HOME", 41, 88, 1.0, None),
    "blackout": ("AWAY", 8, 11, None, 5.0),
    "damaged-corrupt": ("HOME", 17, 4, None, 4.0),
}
# how many changes are legal
LEGAL = {
    "legal-one": 1,
    "legal-two": 2,
    "legal-five": 5,
    "legal-through-door": 1,
    "early-1m": 1,
    "early-both-benches": 1,
    "goalkeeper-pulled": 1,
    "goalkeeper-delayed-penalty": 1,
    "penalty-to-bench": 1,
    "changed-before-altercation": 1,
    "lined-up-then-brawl": 1,
    "sticks-over-the-boards": 1,
    "officials-at-the-gate": 1,
    "lost-at-the-bench": 1,
    "camera-never-shows-the-bench": 1,
    "cuts-and-dissolves": 1,
    "bent-lens": 1,
    "white-v-pale": 2,
    "sd-480i": 1,
    "damaged-drops": 1,
    "damaged-truncated": 1,
    "clock-mishaps": 1,
}
# team, how many are allowed, from and to (None: the end of the clip) when there are more
TOO_MANY: dict[str, list[tuple[str, int, float, float | None]]] = {
    "too-many-stays": [("AWAY", FULL, 2.0, 8.5)],
    "too-many-both-teams": [("HOME", FULL, 1.8, 7.9), ("AWAY", FULL, 2.8, 9.1)],
    "too-many-short-handed": [("AWAY", FULL - 1, 2.0, 7.9)],
    "too-many-turns-back": [("HOME", FULL, 4.0, None)],
    "stripes-v-stripes": [("HOME", FULL, 2.0, 7.9)],
    "flashes-and-dropouts": [("HOME", FULL, 2.6, 8.7)],
    "penalty-8s-early": [("AWAY", FULL - 1, 4.0, None)],
}
# who leaves a bench or box in an altercation, in order
ORDER: dict[str, list[tuple[str, int, str]]] = {
    "clearing-in-order": [("HOME", n, "players_bench") for n in (22, 7, 44, 63)],
    "clearing-same-frame": [("HOME", n, "players_bench") for n in (22, 7, 44)],
    "clearing-door-and-boards": [("AWAY", 47, "players_bench"), ("AWAY", 13, "players_bench")],
    "clearing-boxes-too": [("HOME", 22, "players_bench"), ("HOME", 17, "penalty_box")],
    "penalty-box-left-in-scrum": [("AWAY", 18, "penalty_box")],
    "three-angles-of-a-clearing": [("HOME", 63, "players_bench"), ("HOME", 41, "players_bench")],
    **{name: [] for name in ("scuffle-nobody-leaves", "perch-waved-back", "lined-up-then-brawl")},
    **{name: [] for name in ("changed-before-altercation", "changed-then-turns-back")},
}
# each team's own leavers in order, where both benches empty
BY_TEAM = {"clearing-both-teams": {"HOME": [22, 7, 63], "AWAY": [47, 33, 61]}}
NOBODY_CROSSES = {"scuffle-nobody-leaves", "perch-waved-back", "sitting-on-the-boards", "warm-up"}
BY_DOOR = {
    "legal-through-door": [("AWAY", 11, "off"), ("AWAY", 13, "on")],
    "clearing-door-and-boards": [("AWAY", 47, "on")],
    "ejected-man-returns": [("AWAY", 18, "off"), ("AWAY", 18, "on")],
}
BOXED = {
    "penalty-expires": (4.4, 4.0),
    "penalty-8s-early": (4.0, 12.0),
    "penalty-frame-early": (3.96, 4.0),
    "penalty-to-bench": (2.2, 2.0),
    "penalty-to-bench-early": (2.2, 2.0),
}
PLAYED = sorted(p.stem for p in FOLDER.glob("*.toml") if p.stem != "demo" and not p.stem.startswith("game-"))
CLAIMED = {*EARLY, *LEGAL, *TOO_MANY, *ORDER, *BY_TEAM, *NOBODY_CROSSES, *BY_DOOR, *BOXED}
ALONE = {"coach-on-the-ice", "final-whistle", "goal-celebration"}  # have a test of their own below


@pytest.fixture(scope="module")
def films() -> dict[str, tuple[Motion, Truth]]:
    return {}


def played(name: str, films: dict[str, tuple[Motion, Truth]]) -> tuple[Motion, Truth]:
    """Motion and truth of a scenario; only the last one is kept."""
    if name not in films:
        films.clear()
        motion = Motion(read_scenario(FOLDER / f"{name}.toml"))
        films[name] = (motion, Truth(motion))
    return films[name]


def test_every_scenario_claims_something_that_can_be_checked() -> None:
    assert set(PLAYED) == CLAIMED | ALONE


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_truth_is_what_the_scene_claims(name: str, films: dict[str, tuple[Motion, Truth]]) -> None:
    motion, truth = played(name, films)
    nobody_outruns_himself(motion)
    for row in truth.expected():
        assert 0 <= row["span_s"][0] <= row["span_s"][1] <= motion.scenario.duration_s
    if name in EARLY:
        is_early(truth, motion.scenario, *EARLY[name])
    if name in LEGAL:
        assert [c["verdict"] for c in truth.changes()].count("legal") == LEGAL[name]
        if name not in EARLY:
            assert {c["verdict"] for c in truth.changes()} == {"legal"}
    for team, allowed, from_s, to_s in TOO_MANY.get(name, []):
        is_over(truth, motion.scenario, team, allowed, from_s, to_s)
    if name in ORDER:
        assert left(truth, motion.scenario) == ORDER[name]
    for team, numbers in BY_TEAM.get(name, {}).items():
        assert [n for code, n, _ in left(truth, motion.scenario) if code == team] == numbers
    assert (name in NOBODY_CROSSES) <= (not truth.crossings)
    for team, number, direction in BY_DOOR.get(name, []):
        assert truth.find(direction, team, number).via == "door"
    if name in BOXED:
        freed(truth, motion.scenario, *BOXED[name])


def nobody_outruns_himself(motion: Motion) -> None:
    """Nobody skates faster than `TOP_MPS`."""
    times = np.arange(0.0, motion.scenario.duration_s, 0.1)
    people = range(len(motion.scenario.people))
    places = np.array([[motion.ground_m(row, float(t)) for row in people] for t in times])
    assert (np.linalg.norm(np.diff(places, axis=0), axis=-1) / 0.1).max() < TOP_MPS


def is_early(
    truth: Truth,
    scenario: Scenario,
    team: str,
    on: int,
    off: int,
    early_s: float | None,
    early_m: float | None,
) -> None:
    """One change is early, by about so much, and six skaters are on from then until the other is off."""
    (change,) = [c for c in truth.changes() if c["verdict"] == "early"]
    ids = [scenario.person(team, number).id for number in (on, off)]
    assert (change["team"], change["on"], change["off"]) == (team, *ids)
    if early_s is not None:
        assert change["early_s"] == pytest.approx(early_s, abs=0.15)
    if early_m is not None:
        assert change["early_m"] == pytest.approx(early_m, abs=0.4)
    came, gone = truth.find("on", team, on), truth.find("off", team, off)
    assert came.first_skate_s < gone.first_skate_s
    is_over(truth, scenario, team, FULL, came.first_skate_s, gone.second_skate_s)


def is_over(
    truth: Truth, scenario: Scenario, team: str, allowed: int, from_s: float, to_s: float | None
) -> None:
    """More than ``allowed`` men are on exactly from … to, one too many."""
    (points,) = [c["points"] for c in truth.counts() if c["team"] == team]
    ends = [*[p["s"] for p in points[1:]], scenario.duration_s]
    over = [(p["s"], end, p["n"]) for p, end in zip(points, ends, strict=True) if p["n"] > allowed]
    assert [n for *_, n in over] == [allowed + 1]
    assert over[0][0] == pytest.approx(from_s, abs=0.05)
    assert over[0][1] == pytest.approx(scenario.duration_s if to_s is None else to_s, abs=0.05)


def left(truth: Truth, scenario: Scenario) -> list[tuple[str, int, str]]:
    """Who left for the one altercation: team, number and from where."""
    (fight,) = truth.altercations()
    people = {m.id: m for m in scenario.people}
    return [(row["team"], people[row["person"]].number or 0, row["from"]) for row in fight["order"]]


def freed(truth: Truth, scenario: Scenario, out_s: float, over_s: float) -> None:
    """18 of AWAY leaves the box at ``out_s``; his penalty is over at ``over_s`` by the sheet."""
    out = truth.find("on", "AWAY", 18)
    assert out.gate.kind == "penalty_box"
    assert out.first_skate_s == pytest.approx(out_s, abs=0.02)
    (penalty,) = scenario.sheet.penalties
    assert penalty.left_s == over_s
    assert penalty.at_s + 60 * penalty.minutes == pytest.approx(over_s)


@pytest.mark.slow
def test_the_order_of_a_clearing_is_plain_or_within_a_frame(films: dict[str, tuple[Motion, Truth]]) -> None:
    for name in ("clearing-in-order", "clearing-both-teams", "clearing-boxes-too"):
        _, truth = played(name, films)
        ons = [c.first_skate_s for c in truth.crossings]
        assert min(b - a for a, b in pairwise(ons)) > 2 * FRAME_S
    _, truth = played("clearing-same-frame", films)
    first, second, third = (truth.find("on", "HOME", n).first_skate_s for n in (22, 7, 44))
    assert 0 <= second - first < FRAME_S < third - second


@pytest.mark.slow
def test_a_coach_on_the_ice_counts_for_nobody(films: dict[str, tuple[Motion, Truth]]) -> None:
    motion, truth = played("coach-on-the-ice", films)
    came, gone = truth.find("on", "HOME", -1), truth.find("off", "HOME", -1)
    assert motion.scenario.people[came.row].role == "staff"
    assert 3.0 <= gone.second_skate_s - came.first_skate_s <= 8.0
    assert all([p["n"] for p in team["points"]] == [FULL] for team in truth.counts())


@pytest.mark.slow
def test_benches_empty_after_the_whistle_and_after_a_goal(films: dict[str, tuple[Motion, Truth]]) -> None:
    motion, truth = played("final-whistle", films)
    nobody_outruns_himself(motion)
    assert {c["team"]: c["points"][-1]["n"] for c in truth.counts()} == {"HOME": FULL + 9, "AWAY": FULL + 5}
    assert min(c.first_skate_s for c in truth.crossings) > motion.scenario.sheet.stops[0][0]
    motion, truth = played("goal-celebration", films)
    nobody_outruns_himself(motion)
    assert {c["team"]: c["points"][-1]["n"] for c in truth.counts()} == {"HOME": FULL + 3, "AWAY": FULL}
    assert not truth.altercations()


@pytest.mark.slow
def test_in_the_warm_up_each_team_keeps_to_its_half(films: dict[str, tuple[Motion, Truth]]) -> None:
    motion, truth = played("warm-up", films)
    for row, man in enumerate(motion.scenario.people):
        if man.on_ice:
            sign = motion.scenario.team(man.team).defends_sign
            xs = [sign * motion.ground_m(row, float(t))[0] for t in np.arange(0.0, 7.0, 0.25)]
            assert min(xs) > -1.5
    assert all(c["points"][0]["n"] == 12 for c in truth.counts())
