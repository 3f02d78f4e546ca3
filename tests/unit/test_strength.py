"""Strength by the penalties of a record: each case worked out by hand from the rule named beside it."""

from __future__ import annotations

import pytest

from review.core.record import Sheet
from review.measure.strength import allowed_between, legal_strength
from tests.unit.sheets import called, happened, sheet


def men(told: Sheet, team: str, period: int, clock: str) -> tuple[int, int]:
    minutes, seconds = clock.split(":")
    second = 1200.0 * (period - 1) + 60 * int(minutes) + int(seconds)
    found = allowed_between(legal_strength(told)[team], second, second)
    assert found is not None
    return found


def steps(told: Sheet, team: str) -> list[tuple[float, int]]:
    found = legal_strength(told)[team]
    assert all(step.low == step.high for step in found)
    return [(step.start_s, step.high) for step in found]


def test_a_minor_runs_two_minutes_and_the_goalkeeper_counts() -> None:
    told = sheet(penalties=(called("AAA", 1, "5:00"),))
    assert steps(told, "AAA") == [(0.0, 6), (300.0, 5), (420.0, 6)]
    assert steps(told, "BBB") == [(0.0, 6)]


def test_over_the_end_of_a_period_it_goes_on() -> None:
    assert steps(sheet(penalties=(called("AAA", 1, "19:00"),)), "AAA") == [(0.0, 6), (1140.0, 5), (1260.0, 6)]


def test_a_goal_ends_a_minor_and_not_a_major() -> None:
    goal = (happened("goal", 1, "6:00", "BBB"),)
    assert steps(sheet(penalties=(called("AAA", 1, "5:00"),), plays=goal), "AAA")[-1] == (360.0, 6)
    major = called("AAA", 1, "5:00", 5.0, "major")
    assert steps(sheet(penalties=(major,), plays=goal), "AAA") == [(0.0, 6), (300.0, 5), (600.0, 6)]


def test_a_goal_of_the_short_team_or_at_equal_strength_ends_nothing() -> None:
    own = sheet(penalties=(called("AAA", 1, "5:00"),), plays=(happened("goal", 1, "6:00", "AAA"),))
    assert steps(own, "AAA")[-1] == (420.0, 6)
    both = sheet(
        penalties=(called("AAA", 1, "5:00"), called("BBB", 1, "5:10")),
        plays=(happened("goal", 1, "6:00", "BBB"),),
    )
    assert steps(both, "AAA")[-1] == (420.0, 6) and steps(both, "BBB")[-1] == (430.0, 6)


def test_of_two_minors_a_goal_ends_the_older() -> None:
    told = sheet(
        penalties=(called("AAA", 1, "5:00", player="a"), called("AAA", 1, "6:00", player="b")),
        plays=(happened("goal", 1, "6:30", "BBB"),),
    )
    assert steps(told, "AAA") == [(0.0, 6), (300.0, 5), (360.0, 4), (390.0, 5), (480.0, 6)]


def test_a_double_minor_is_two_one_after_the_other() -> None:
    told = sheet(penalties=(called("AAA", 1, "5:00", 4.0),), plays=(happened("goal", 1, "6:00", "BBB"),))
    assert steps(told, "AAA") == [(0.0, 6), (300.0, 5), (480.0, 6)]  # the second half begins with the goal


def test_a_third_penalty_waits_and_nobody_goes_under_three_skaters() -> None:
    told = sheet(penalties=tuple(called("AAA", 1, f"5:{10 * k:02d}", player=str(k)) for k in range(3)))
    assert steps(told, "AAA") == [(0.0, 6), (300.0, 5), (310.0, 4), (430.0, 5), (540.0, 6)]


def test_one_mans_two_penalties_keep_one_place() -> None:
    told = sheet(penalties=(called("AAA", 1, "5:00", player="a"), called("AAA", 1, "6:00", player="a")))
    assert steps(told, "AAA") == [(0.0, 6), (300.0, 5), (540.0, 6)]


@pytest.mark.parametrize("kind", ["misconduct", "game_misconduct"])
def test_misconducts_shorten_no_bench(kind: str) -> None:
    assert steps(sheet(penalties=(called("AAA", 1, "5:00", 10.0, kind),)), "AAA") == [(0.0, 6)]  # type: ignore[arg-type]


def test_one_minor_each_at_full_strength_is_four_on_four() -> None:
    told = sheet(penalties=(called("AAA", 1, "5:00"), called("BBB", 1, "5:00")))  # rule 19.1
    assert steps(told, "AAA") == steps(told, "BBB") == [(0.0, 6), (300.0, 5), (420.0, 6)]


def test_otherwise_equal_minors_and_majors_of_a_stoppage_cancel() -> None:
    short = sheet(
        penalties=(called("BBB", 1, "4:00"), called("AAA", 1, "5:00"), called("BBB", 1, "5:00", player="c"))
    )
    assert steps(short, "AAA") == [(0.0, 6)] and steps(short, "BBB") == [(0.0, 6), (240.0, 5), (360.0, 6)]
    fight = sheet(penalties=(called("AAA", 1, "5:00", 5.0, "major"), called("BBB", 1, "5:00", 5.0, "major")))
    assert steps(fight, "AAA") == steps(fight, "BBB") == [(0.0, 6)]
    extra = sheet(
        penalties=(
            called("AAA", 1, "5:00", 5.0, "major", player="a"), called("AAA", 1, "5:00", player="a"),
            called("BBB", 1, "5:00", 5.0, "major"),
        )
    )  # fmt: skip
    assert steps(extra, "AAA") == [(0.0, 6), (300.0, 5), (420.0, 6)] and steps(extra, "BBB") == [(0.0, 6)]


def test_in_overtime_of_a_regular_season_the_other_team_gets_a_man() -> None:
    told = sheet(
        penalties=(called("AAA", 4, "1:00"),), end_s=3900.0, plays=(happened("stoppage", 4, "4:00"),)
    )
    assert men(told, "AAA", 4, "0:30") == men(told, "BBB", 4, "0:30") == (4, 4)
    assert men(told, "AAA", 4, "1:30") == (4, 4) and men(told, "BBB", 4, "1:30") == (5, 5)
    assert men(told, "BBB", 4, "3:30") == (4, 5)  # the man comes on, and four stay until play stops
    assert men(told, "BBB", 4, "4:10") == (4, 4)


def test_overtime_of_a_play_off_is_as_regulation_and_of_an_unknown_game_open() -> None:
    assert men(sheet(kind="playoff", end_s=4000.0), "AAA", 4, "0:30") == (6, 6)
    assert men(sheet(kind=None, end_s=4000.0), "AAA", 4, "0:30") == (4, 6)


def test_a_penalty_without_a_length_leaves_the_strength_open() -> None:
    told = sheet(penalties=(called("AAA", 1, "5:00", None, "unknown"),))
    assert men(told, "AAA", 1, "6:00") == (5, 6) and men(told, "AAA", 1, "11:00") == (6, 6)
    ended = sheet(penalties=(called("AAA", 1, "5:00", None, "unknown", ends_game_s=336.0),))
    assert steps(ended, "AAA") == [(0.0, 6), (300.0, 5), (336.0, 6)]


def test_without_two_teams_there_is_no_strength() -> None:
    assert legal_strength(Sheet(home="AAA")) == {}
