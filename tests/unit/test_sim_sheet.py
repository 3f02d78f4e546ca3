"""The score sheet read at any second, against values worked out by hand."""

from typing import Any

import pytest

from review.sim.sheet import (
    allowed,
    check_teams,
    clock_left_s,
    clock_text,
    over_s,
    penalties,
    score,
    strength,
)
from review.sim.tables.sheet import SheetSpec
from review.sim.tables.table import ScenarioUnreadable


def sheet(**values: Any) -> SheetSpec:
    return SheetSpec.read({"clock": "10:00", **values}, "[sheet]")


def minor(at_s: float, team: str = "H", number: int = 7, **more: Any) -> dict[str, Any]:
    return {"at_s": at_s, "team": team, "number": number, **more}


def left(of: SheetSpec, at_s: float) -> list[tuple[int, float, bool]]:
    return [(s.penalty.number, round(s.left_s, 3), s.runs) for s in penalties(of, at_s)]


def test_the_clock_stands_in_stops_even_where_they_overlap_and_at_the_period_end() -> None:
    s = sheet(clock="0:31.5", period=2, stops=[[10.0, 20.0], [15.0, 25.0]])
    assert clock_text(s, 9.96) == "P2 0:21.5"  # 21.54 left, cut off
    assert clock_left_s(s, 10.0) == clock_left_s(s, 25.0) == 21.5
    assert clock_text(s, 46.45) == "P2 0:00.0"  # 0.05 left
    assert clock_text(s, 46.5) == clock_text(s, 500.0) == "P2 0:00.0"


def test_goals_count_from_their_second_on_for_home_and_away() -> None:
    s = sheet(
        score=[2, 1], goals=[{"at_s": 5, "team": "A"}, {"at_s": 9, "team": "H"}, {"at_s": 9, "team": "A"}]
    )
    assert [score(s, "H", t) for t in (4.99, 5.0, 9.0)] == [(2, 1), (2, 2), (3, 3)]


def test_a_penalty_runs_only_with_the_clock_and_ends() -> None:
    s = sheet(stops=[[5.0, 35.0]], penalties=[minor(5.0)])
    assert left(s, 4.9) == []
    assert left(s, 20.0) == [(7, 120.0, True)]
    assert left(s, 95.0) == [(7, 60.0, True)]
    assert strength(s, "H", 154.9) == (4, 5) and allowed(s, "H", 154.9) == 5
    assert left(s, 155.0) == [] and allowed(s, "H", 155.0) == 6


def test_a_penalty_from_before_the_start_has_run_or_says_what_is_left() -> None:
    s = sheet(penalties=[minor(-80.0), minor(-200.0, "A", 3, left_s=12.5)])
    assert left(s, 0.0) == [(7, 40.0, True), (3, 12.5, True)]
    assert [strength(s, "H", t) for t in (0.0, 12.5, 40.0)] == [(4, 4), (4, 5), (5, 5)]


def test_the_third_of_a_team_waits_until_the_first_is_over() -> None:
    s = sheet(penalties=[minor(0, number=1), minor(30, number=2), minor(60, number=3)])
    assert left(s, 70.0) == [(1, 50.0, True), (2, 80.0, True), (3, 120.0, False)]
    assert strength(s, "H", 70.0) == (3, 5) and strength(s, "A", 70.0) == (5, 3)
    assert left(s, 130.0) == [(2, 20.0, True), (3, 110.0, True)]
    assert allowed(s, "H", 130.0) == 4


def test_a_goal_against_the_short_team_ends_the_minor_with_least_left() -> None:
    goals = [{"at_s": 50, "team": "A"}]
    s = sheet(goals=goals, penalties=[minor(0, number=1), minor(30, number=2)])
    assert left(s, 50.0) == [(2, 100.0, True)]
    assert allowed(s, "H", 49.9) == 4 and allowed(s, "H", 50.0) == 5


@pytest.mark.parametrize(
    "kept",
    [
        [minor(0, minutes=5)],  # a major
        [minor(0), minor(0, "A", 8)],  # nobody has more men
        [minor(0, coincidental=True)],
        [minor(0, "A")],  # the scorer's own
        [minor(50)],  # imposed as it was scored
    ],
)
def test_a_goal_that_ends_nothing(kept: list[dict[str, Any]]) -> None:
    s = sheet(goals=[{"at_s": 50, "team": "A"}], penalties=kept)
    assert len(penalties(s, 51.0)) == len(kept)


def test_a_goal_ends_the_half_that_runs_of_a_double_minor() -> None:
    s = sheet(goals=[{"at_s": 50, "team": "A"}, {"at_s": 90, "team": "A"}], penalties=[minor(0, minutes=4)])
    assert [left(s, t) for t in (49.0, 50.0, 80.0, 90.0)] == [
        [(7, 191.0, True)], [(7, 120.0, True)], [(7, 90.0, True)], [],
    ]  # fmt: skip


def test_when_a_penalty_is_over() -> None:
    s = sheet(
        stops=[[10.0, 40.0]],
        goals=[{"at_s": 90, "team": "A"}],
        penalties=[minor(0, number=1), minor(0, "A", 2)],
    )
    late = sheet(clock="1:00", penalties=[minor(-100), minor(5, number=8)])
    assert over_s(s, s.penalties[0]) == pytest.approx(
        150.0, abs=0.001
    )  # the goal at even strength ended none
    assert [over_s(late, p) for p in late.penalties] == [pytest.approx(20.0, abs=0.001), None]
    scored = sheet(goals=[{"at_s": 90, "team": "A"}], penalties=[minor(0)])
    assert over_s(scored, scored.penalties[0]) == pytest.approx(90.0, abs=0.001)


def test_misconducts_leave_the_team_whole_and_overtime_gives_the_other_team_a_man() -> None:
    assert strength(sheet(penalties=[minor(0, minutes=10)]), "H", 1.0) == (5, 5)
    short = sheet(skaters=3, penalties=[minor(0)])
    assert strength(short, "H", 1.0) == (3, 4) and allowed(short, "A", 1.0) == 5
    both = sheet(skaters=3, penalties=[minor(0), minor(0, "A", 8)])
    assert strength(both, "H", 1.0) == (3, 3)


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": "1241"},
        {"stops": [[5.0, 4.0]]},
        {"penalties": [minor(3.0, left_s=20.0)]},
        {"penalties": [minor(-3.0, left_s=121.0)]},
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ScenarioUnreadable):
        sheet(**wrong)


def test_a_team_that_does_not_play_is_refused() -> None:
    with pytest.raises(ScenarioUnreadable, match="'X' does not play"):
        check_teams(sheet(goals=[{"at_s": 1, "team": "X"}]), ["H", "A"])
