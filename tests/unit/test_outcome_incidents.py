"""The incidents: what follows by the book, with schedules made by hand where the record gives dates."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from review.rules.office_records import Office, OtherGames, PlayerRecord, SeasonRecord
from review.rules.outcome import OutcomeRow, outcomes
from tests.cases.case_file import Case, all_cases, judge_case
from tests.unit.office_made import days, every, games, one

CASES = {case.data["name"]: case for case in all_cases()}


def told(case: Case, office: Office | None = None) -> tuple[OutcomeRow, ...]:
    pack, facts, findings = judge_case(case)
    return outcomes(findings, pack, office, facts=facts)


def test_ten_games_for_the_only_man_and_the_day_he_is_eligible() -> None:
    """T6. By hand: ten games of the Kings after 20 December, the eleventh on 15 January, as was published."""
    ten = (
        ["12-22", "12-26", "12-28", "12-29"],
        ["01-02", "01-04", "01-06", "01-08", "01-10", "01-12", "01-15"],
    )
    schedule = games("LAK", [*(f"2001-{day}" for day in ten[0]), *(f"2002-{day}" for day in ten[1])])
    schedule += games("LAK", ["2001-12-18", "2001-12-20"])  # before, and the very game: not counted
    season = SeasonRecord("2001-02", cba_maximum=Decimal(1000))
    rows = told(
        CASES["OTT at LAK, 2001, the only man off either bench"],
        Office(schedule=tuple(schedule), seasons=(season,)),
    )
    suspended = one(rows, "72c", "suspension")
    assert (suspended.games, suspended.automatic) == (10, True)
    assert (days(suspended)[0], days(suspended)[-1], len(suspended.served)) == (
        "2001-12-22",
        "2002-01-12",
        10,
    )
    assert suspended.eligible_on == date(2002, 1, 15)
    assert suspended.served[0].opponent == "X1" and suspended.served[0].game == "LAK-2001-12-22"
    assert one(rows, "72e", "team_fine").amount == 10000
    assert one(rows, "72f", "player_fine").amount == 1000
    assert one(rows, "72v.1", "pay_to_league").amount == Decimal("24484.50")
    assert one(rows, "72u", "coach_suspension").open == ("how long: until the Commissioner's review",)
    coach = one(rows, "72u", "coach_fine")
    assert (coach.automatic, coach.amount) == (False, None)
    assert coach.open == ("the sum: a person decides, up to $10,000",)
    assert not any(row.kind == "reimbursement_fine" for row in rows)  # team-mates are not the club


def test_games_of_the_pre_season_are_not_counted() -> None:
    """T8. The act on 22 September; ten regular games from 1 October, back on the 25th, as was published."""
    schedule = games("TOR", ["2013-09-23", "2013-09-24", "2013-09-27"], "pre-season")
    regular = ["01", "02", "05", "08", "10", "12", "15", "17", "19", "22", "25", "26"]
    schedule += games("TOR", [f"2013-10-{day}" for day in regular])
    rows = told(
        CASES["BUF at TOR, 2013, the only man off either bench"],
        Office(day=date(2013, 9, 22), schedule=tuple(schedule)),
    )
    suspended = one(rows, "72c", "suspension")
    assert days(suspended) == [f"2013-10-{day}" for day in regular[:10]]
    assert suspended.eligible_on == date(2013, 10, 25)
    assert one(rows, "72v.1", "pay_to_league").amount == Decimal("269230.80")


def test_the_last_regular_games_and_then_play_offs() -> None:
    """T7 with a short season: eight regular games and the first two of the play-offs."""
    schedule = [*every("PIT", "2011-02-12", 8), *every("PIT", "2011-04-13", 4, "play-off")]
    office = Office(day=date(2011, 2, 11), schedule=tuple(schedule))
    rows = told(CASES["PIT at NYI, 2011, to protect the goalkeeper"], office)
    suspended = one(rows, "72c", "suspension")
    kinds = [game.kind for game in suspended.served]
    assert kinds == ["regular"] * 8 + ["playoff"] * 2
    assert suspended.eligible_on == date(2011, 4, 17)
    assert one(rows, "72v.1", "pay_to_league").amount == Decimal("40322.60")


def test_terms_of_two_rules_are_served_in_turn_and_carried_over() -> None:
    """T13. 10 by this rule and 3 for the official: the last seven of the season and six of the next."""
    april = [f"2002-04-{day}" for day in ["03", "05", "06", "08", "10", "12", "13"]]
    october = [f"2002-10-{day}" for day in ["10", "12", "14", "17", "19", "21", "23"]]
    player = PlayerRecord("TBL", person=1, others=(OtherGames(3, "abuse of official"),))
    office = Office(
        day=date(2002, 4, 1),
        schedule=tuple(games("TBL", [*april, *october])),
        seasons=(SeasonRecord("2001-02", complete=True),),
        players=(player,),
    )
    case = CASES["TBL v NYR, 2002, out of the box to keep a fight going"]
    rows = told(case, office)
    suspended = one(rows, "72c", "suspension")
    assert days(suspended) == [*april, *october[:3]]
    assert suspended.eligible_on == date(2002, 10, 23)
    assert "Terms of one man are added and served in turn: 10 (72c) + 3 (abuse of official) = 13 games." in (
        suspended.why
    )
    assert one(rows, "72v-N", "carry_over").games == 6  # of the thirteen that the facts state

    facts = [row for row in case.data["facts"] if row["kind"] not in ("games_suspended", "games_left")]
    alone = told(Case(case.file, {**case.data, "facts": facts}), office)
    carried = one(alone, "72v-N", "carry_over")
    assert (carried.games, days(carried)) == (3, october[:3])


def test_a_man_of_the_box_and_the_official_three_and_twenty_games() -> None:
    """T12. Ten here, thirteen elsewhere. The record counted two pre-season games; the book does not."""
    schedule = [*games("WSH", ["2000-09-20", "2000-09-22"], "pre-season"), *every("WSH", "2000-10-06", 25)]
    others = (OtherGames(10, "abuse of official"), OtherGames(3, "three misconducts"))
    office = Office(
        day=date(2000, 9, 19),
        schedule=tuple(schedule),
        players=(PlayerRecord("WSH", person=1, others=others),),
    )
    rows = told(CASES["WSH v TBL, 2000, out of the box in the altercation"], office)
    suspended = one(rows, "72c", "suspension")
    assert (days(suspended)[0], days(suspended)[-1]) == ("2000-10-06", "2000-10-24")
    assert suspended.eligible_on == date(2000, 11, 21)  # the twenty-fourth: 6 October and 46 days
    assert not any(row.clause in ("72g", "72u") for row in rows)


def test_back_after_being_ordered_off_by_the_average_salary() -> None:
    """T14. Ten games after 15 November, back on 11 December; the average salary makes the published sum."""
    november = [f"2017-11-{day}" for day in ["17", "19", "22", "24", "25", "28", "30"]]
    december = [f"2017-12-{day}" for day in ["02", "05", "09", "11"]]
    office = Office(
        day=date(2017, 11, 15),
        schedule=tuple(games("DET", november + december)),
        seasons=(SeasonRecord("2017-18", days=186),),
        players=(
            PlayerRecord("DET", person=28, salary_fixed=Decimal(700000), salary_average=Decimal(750000)),
        ),
    )
    case = CASES["CGY at DET, 2017, back from the tunnel"]
    facts = [row for row in case.data["facts"] if row["kind"] not in ("salary_fixed", "season_days")]
    rows = told(Case(case.file, {**case.data, "facts": facts, "settings": {"pay_basis": "average"}}), office)
    suspended = one(rows, "72t", "suspension")
    assert (suspended.games, suspended.eligible_on) == (10, date(2017, 12, 11))
    assert one(rows, "72v.1", "pay_to_league").amount == Decimal("40322.60")
    fixed = told(Case(case.file, {**case.data, "facts": facts}), office)
    assert one(fixed, "72v.1", "pay_to_league").amount == Decimal("37634.40")  # 3763.44 a day


NOTHING_NAMED = [
    "LAK at PHX, 2013, was it a legal change",
    "VAN at BOS, 2012, taken for a leaver",
    "SJS at ANA, CHI v SJS, ANA at VAN, 2011 to 2014, a legal change and then he starts it",
    "TBL at NYR, 2011, he waves a man off and goes on himself",
    "TBL at FLA, 2025, ejected and never told",
]


@pytest.mark.parametrize("name", NOTHING_NAMED)
def test_where_it_is_not_established_nobody_sits_out_a_game(name: str) -> None:
    """T9, T10, T11, T15: no games under anybody's name, and no money of his."""
    office = Office(day=date(2013, 9, 15), schedule=()) if "2011, he" not in name else None
    rows = told(CASES[name], office)
    assert not [row for row in rows if row.kind in ("suspension", "pay_to_league", "player_fine")]
    wanted = {
        NOTHING_NAMED[0]: [("72d-N", "refer_to_commissioner", False)],
        NOTHING_NAMED[1]: [],
        NOTHING_NAMED[2]: [(c, "supplementary_discipline", False) for c in ("72a.3", "72a.2")],
        NOTHING_NAMED[4]: [("72r", "goal_disallowed", True)],
    }
    if name in wanted:
        found = [(row.clause, row.kind, row.automatic) for row in rows if row.clause in str(wanted[name])]
        assert sorted(found) == sorted(wanted[name])


@pytest.mark.parametrize(
    ("name", "decided"),
    [
        ("BOS at MTL, 1979, with the clock", set()),  # T1
        ("DET at CBJ, 2009, with the clock", set()),  # T2
        ("CHI at MIN, 2015, with the clock", set()),  # T3
        ("COL at TBL, 2022, and the goal", {"goal_disallowed"}),  # T4: play had gone on
        ("CZE v CAN, 2026, six skaters and a goal", {"goal_disallowed"}),  # T5
    ],
)
def test_a_bench_minor_by_itself_and_a_goal_long_past_only_by_a_person(name: str, decided: set[str]) -> None:
    rows = told(CASES[name])
    assert {row.kind for row in rows if row.automatic} == {"bench_minor"}
    assert {row.kind for row in rows if not row.automatic} == decided
    assert all(row.amount is None and row.games is None for row in rows)


def test_one_side_is_known_and_the_other_is_open() -> None:
    """T16: the Soviet first man has his ten games, without dates; nobody of the other team has any."""
    rows = told(CASES["CAN v URS, 1987, one side decidable"])
    suspended = one(rows, "72c", "suspension")
    assert (suspended.subject.team, suspended.games, suspended.served) == ("URS", 10, ())
    assert "which games he misses: no schedule was given" in suspended.open
    assert "who he is: his number is not established" in suspended.open
    assert any(line.startswith("if the rank is counted over both teams (A1)") for line in suspended.open)
