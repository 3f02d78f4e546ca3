"""What follows from findings: dates and sums reckoned by hand, settings, and what is open."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest

from review.core.errors import GameFileWrong
from review.rules.office_records import ClubRecord, Office, PlayerRecord, SeasonRecord
from review.rules.schedule import Move
from tests.unit.office_made import FIRST_AND_SECOND, days, every, follow, leaver, one, said, watched


def test_ten_five_and_none_and_a_fine_for_each() -> None:
    """Boundary case 21, with a history: the third case within three years costs the club 20,000."""
    office = Office(
        file="OFFICE.toml",
        day=date(2012, 6, 1),
        schedule=tuple(every("A", "2012-06-02", 12)),
        seasons=(SeasonRecord("2011-12", days=185, complete=True),),
        clubs=(ClubRecord("A", (date(2010, 1, 10), date(2011, 2, 1)), complete=True, coach="C. Coach"),),
        players=(PlayerRecord("A", number=5, name="Five", salary_fixed=Decimal(650000)),),
    )
    rows = follow(FIRST_AND_SECOND, office)
    assert {(row.subject.number, row.games) for row in rows if row.kind == "suspension"} == {(5, 10), (6, 5)}
    assert one(rows, "72e", "team_fine").amount == 20000
    fines = {row.subject.number: row.amount for row in rows if row.kind == "player_fine"}
    assert fines == {5: Decimal(2500), 6: Decimal(2500), 7: Decimal(2500)}  # the pack's table, 2011-12
    first = one(rows, "72c", "suspension")
    assert (first.subject.name, first.subject.role) == ("Five", "player")
    assert one(rows, "72u", "coach_suspension").subject.name == "C. Coach"
    pay = {row.subject.number: row for row in rows if row.kind == "pay_to_league"}
    assert pay[5].amount == Decimal("35135.10")  # 650,000 over 185 days is 3513.51 a day
    assert pay[5].subject.role == "club"
    assert (pay[6].amount, pay[6].open) == (None, ("the sum: his fixed salary was not given",))


@pytest.mark.parametrize(
    ("today", "settings", "amount"),
    [
        ("2013-01-09", {}, 25000),  # two years and 364 days after the first: the fourth case
        ("2013-01-10", {}, 10000),  # the third anniversary: anew
        ("2013-01-10", {"window_edge": "inclusive"}, 25000),
        ("2013-01-10", {"fine_window": "rolling"}, 20000),
        ("2013-01-09", {"fine_step": "flat"}, 15000),
        ("2013-01-09", {"fine_unit": "player"}, 25000 + 30000 + 35000),
    ],
)
def test_the_club_s_fine_by_its_history(today: str, settings: dict[str, str], amount: int) -> None:
    """Boundary case 30, reckoned from the office's ledger."""
    cases = tuple(map(date.fromisoformat, ("2010-01-10", "2011-02-01", "2012-03-01")))
    club = ClubRecord("A", cases, complete=True)
    office = Office(day=date.fromisoformat(today), clubs=(club,))
    assert one(follow(FIRST_AND_SECOND, office, **settings), "72e", "team_fine").amount == amount


@pytest.mark.parametrize(("unit", "sums"), [("altercation", [10000, 15000]), ("game", [10000])])
def test_two_altercations_of_one_game(unit: str, sums: list[int]) -> None:
    """One after the other by the default reading (A6); by the other the game is one case."""
    second = [
        {**row, "start": row["start"] + 100, "links": {**row["links"], "altercation": 2}}
        for row in [*watched("A", "B"), leaver("A", 8, 10, 9)]
    ]
    second = [{**row, "end": row["end"] + 100} for row in second]
    office = Office(day=date(2012, 6, 1), clubs=(ClubRecord("A", complete=True),))
    rows = follow([*FIRST_AND_SECOND, *second], office, fine_unit=unit)
    assert [row.amount for row in rows if row.kind == "team_fine"] == sums


def test_a_history_that_may_not_be_whole_leaves_the_sum_open() -> None:
    club = ClubRecord("A", (date(2012, 3, 1),))
    fine = one(follow(FIRST_AND_SECOND, Office(day=date(2013, 1, 9), clubs=(club,))), "72e", "team_fine")
    assert (fine.amount, fine.automatic) == (None, True)
    assert fine.open[0].startswith("the sum: at least $15,000")
    without = one(follow(FIRST_AND_SECOND), "72e", "team_fine")
    assert without.open[0].startswith("the sum: at least $10,000") and "was not given" in without.open[0]


@pytest.mark.parametrize(("order", "amount"), [("per_day", "37820.50"), ("once", "37820.51")])
def test_the_order_of_rounding_is_a_setting(order: str, amount: str) -> None:
    office = Office(
        day=date(2013, 9, 15),
        seasons=(SeasonRecord("2013-14", days=195),),
        players=(PlayerRecord("A", number=5, salary_fixed=Decimal(737500)),),
    )
    rows = follow(FIRST_AND_SECOND, office, pay_round=order)
    pay = next(row for row in rows if row.kind == "pay_to_league" and row.subject.number == 5)
    assert pay.amount == Decimal(amount)


def test_the_first_two_men_paid_more_in_1987() -> None:
    fines = {
        row.subject.number: row.amount
        for row in follow(FIRST_AND_SECOND, Office(day=date(1987, 11, 1)))
        if row.kind == "player_fine"
    }
    assert fines == {5: Decimal(1000), 6: Decimal(1000), 7: Decimal(500)}


def test_second_off_a_bench_and_out_of_the_box_is_five_games_once() -> None:
    """Boundary case 22."""
    rows = follow([*watched("A", "B"), leaver("A", 5, 10, 1), leaver("A", 8, 12, 2, "penalty_box")])
    assert [(row.subject.number, row.clause) for row in rows if row.games == 5] == [(8, "72d")]


def test_a_suspension_goes_with_a_traded_man_and_meets_his_new_team_s_games() -> None:
    player = PlayerRecord("A", number=6, moves=(Move(date(2012, 1, 7), "C"),))
    schedule = [*every("A", "2012-01-02", 10), *every("C", "2012-01-03", 10)]
    office = Office(day=date(2012, 1, 1), schedule=tuple(schedule), players=(player,))
    second = one(follow(FIRST_AND_SECOND, office), "72d", "suspension")
    assert days(second) == [f"2012-01-0{day}" for day in (2, 4, 6, 7, 9)]  # three of A, then two of C
    assert [game.opponent for game in second.served] == ["X1", "X2", "X3", "X3", "X4"]
    assert second.eligible_on == date(2012, 1, 11)
    assert "From 2012-01-07 he is with C, and the suspension goes with him." in second.why


@pytest.mark.parametrize(("carry", "back"), [("regular_only", None), ("any", "2003-04-22")])
def test_play_offs_of_the_next_season_count_by_setting(carry: str, back: str | None) -> None:
    schedule = [
        *every("A", "2002-04-02", 2),
        *every("A", "2002-10-10", 2),
        *every("A", "2003-04-20", 5, "play-off"),
    ]
    seasons = (SeasonRecord("2001-02", complete=True),)
    office = Office(day=date(2002, 4, 1), schedule=tuple(schedule), seasons=seasons)
    second = one(follow(FIRST_AND_SECOND, office, carry=carry), "72d", "suspension")
    assert len(second.served) == (4 if carry == "regular_only" else 5)
    assert second.eligible_on == (None if back is None else date.fromisoformat(back))
    assert ("1 of 5 games: the schedule has no place for them" in second.open) == (back is None)


def test_a_schedule_that_may_lack_the_play_offs_says_so() -> None:
    schedule = [*every("A", "2002-04-02", 2), *every("A", "2002-10-10", 5)]
    office = Office(day=date(2002, 4, 1), schedule=tuple(schedule))
    second = one(follow(FIRST_AND_SECOND, office), "72d", "suspension")
    assert days(second)[2] == "2002-10-10"
    assert any(line.startswith("whether A plays more games in 2001-02") for line in second.open)
    whole = Office(
        day=office.day, schedule=office.schedule, seasons=(SeasonRecord("2001-02", complete=True),)
    )
    assert not one(follow(FIRST_AND_SECOND, whole), "72d", "suspension").open


@pytest.mark.parametrize(
    ("office", "words"),
    [
        (Office(schedule=()), "the day of the game is not known"),
        (Office(day=date(2012, 1, 1)), "no schedule was given"),
        (Office(day=date(2012, 1, 1), schedule=tuple(every("AA", "2012-01-02", 9))), "names no game of A."),
        (Office(day=date(2012, 1, 1), schedule=tuple(every("A", "2012-01-02", 5))), "does not reach it"),
    ],
)
def test_what_keeps_the_dates_open_is_said(office: Office, words: str) -> None:
    second = one(follow(FIRST_AND_SECOND, office), "72d", "suspension")
    assert second.eligible_on is None and words in " ".join(second.open)


def test_two_clauses_of_one_man_are_one_after_the_other() -> None:
    """Out of the box first, in an altercation, to dispute a ruling: ten games and three, thirteen in all."""
    dispute = [
        {"kind": "penalty_left", "subject": {"team": "A", "person": 5}, "start": 10, "value": 30,
         "links": {"crossing": 1}},
        {"kind": "challenged_ruling", "subject": {"team": "A", "person": 5}, "start": 10, "value": True,
         "layer": "said", "source": "referee", "links": {"crossing": 1}},
    ]  # fmt: skip
    office = Office(day=date(2012, 1, 1), schedule=tuple(every("A", "2012-01-02", 14)))
    rows = follow([*watched("A", "B"), leaver("A", 5, 10, 1, "penalty_box"), *dispute], office)
    ten, three = one(rows, "72c", "suspension"), one(rows, "72h.2", "suspension")
    assert (len(ten.served), len(three.served)) == (10, 3)
    both = [game.day for row in (ten, three) for game in row.served]
    assert sorted(both) == [date(2012, 1, 2) + timedelta(days=2 * i) for i in range(13)]
    assert ten.eligible_on == three.eligible_on == date(2012, 1, 28)


def test_six_and_three_games_and_the_coach_only_if_he_ordered_it() -> None:
    office = Office(day=date(2024, 1, 1), schedule=tuple(every("A", "2024-01-02", 9)))
    rows = follow(FIRST_AND_SECOND, office, pack="fphl")
    assert [(row.subject.number, row.games) for row in rows if row.kind == "suspension"] == [(5, 6), (6, 3)]
    fine, sits = one(rows, "72u", "coach_fine"), one(rows, "72u", "coach_suspension")
    assert (fine.amount, fine.automatic) == (500, True)
    assert (sits.games, sits.automatic, days(sits)) == (3, False, ["2024-01-02", "2024-01-04", "2024-01-06"])
    assert not any(row.kind in ("team_fine", "player_fine", "pay_to_league") for row in rows)


def test_the_club_that_pays_in_his_place() -> None:
    rows = follow([said("club_paid_for_player"), said("commissioner_deems_paid")])
    fine = one(rows, "72v.2", "reimbursement_fine")
    assert (fine.amount, fine.automatic, fine.subject.role) == (Decimal(100000), True, "club")
    assert not follow([said("club_paid_for_player"), said("commissioner_deems_paid", "unknown")])


def test_goal_awarded_penalty_shot_and_who_chooses() -> None:
    stopped = [said("interfered_with_attacker"), said("illegally_on_ice"), said("only_goalkeeper_to_beat")]
    assert one(follow(stopped), "72m", "penalty_shot").automatic
    off = [*stopped, said("goalkeeper_off")]
    assert one(follow(off), "72n.2", "goal_awarded").automatic
    late = [
        {"kind": "men_over_allowed", "subject": {"team": "A"}, "start": 10, "end": 12, "value": True,
         "links": {"low": 7, "allowed": 6}},
        {"kind": "put_on_deliberately", "subject": {"team": "A"}, "start": 10, "value": True, "layer": "said",
         "source": "referee"},
        {"kind": "time_left", "subject": {"team": "A"}, "start": 10, "value": 119.9,
         "links": {"period": 3, "moment": "act"}},
    ]  # fmt: skip
    shot = one(follow(late), "205.3", "penalty_shot_or_optional_bench_minor")
    assert shot.open[0] == "penalty shot or bench minor: the team that did not offend chooses"


def test_the_place_of_the_face_off_is_told() -> None:
    early = {"kind": "change_early", "subject": {"team": "A", "person": 9}, "start": 10, "end": 12,
             "value": True, "links": {"change": 1, "early_m": [4.0, 4.0], "early_s": [0.8, 0.9]}}  # fmt: skip
    keeper = said("replaces_goalkeeper", links={"change": 1})
    half = {"kind": "puck_in_own_half", "subject": {"team": "A"}, "start": 11, "value": [-20, -18],
            "links": {"change": 1}}  # fmt: skip
    row = one(follow([early, keeper, half]), "205.2-N.c", "face_off")
    assert "Face-off: centre spot." in row.why


def test_records_of_another_book_or_day_are_refused() -> None:
    with pytest.raises(GameFileWrong, match="iihf@2022-26"):
        follow(FIRST_AND_SECOND, Office(pack="iihf@2022-26"))
    day = {"kind": "game_date", "start": 0, "value": "2012-01-02", "layer": "imported", "source": "sheet"}
    with pytest.raises(GameFileWrong, match="2012-01-01, but the facts say 2012-01-02"):
        follow([*FIRST_AND_SECOND, day], Office(day=date(2012, 1, 1)))
