"""Consequences: money to the cent, fines by history, games of a real schedule, and who imposes what."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest

from review.rules.engine import judge
from review.rules.facts_toml import facts_from_rows
from review.rules.ledger import FineRule, fine_of
from review.rules.library import load_pack
from review.rules.salaries import lost_pay
from review.rules.schedule import Move, ScheduledGame, serve
from review.rules.sentences import games_of, impose, money_due, sentences

VECTORS = [
    ("Jacques", "650000", 185, 5, "17567.55", "17567.57"),
    ("Clowe", "3625000", 185, 2, "39189.18", "39189.19"),
    ("Clarkson", "5250000", 195, 10, "269230.80", "269230.77"),
    ("Bissonnette, ten", "737500", 195, 10, "37820.50", "37820.51"),
    ("Bissonnette, three", "737500", 195, 3, "11346.15", "11346.15"),
    ("Witkowski", "750000", 186, 10, "40322.60", "40322.58"),
    ("Gillies", "500000", 186, 9, "24193.53", "24193.55"),
    ("Godard", "750000", 186, 10, "40322.60", "40322.58"),
    ("Moser", "3375000", 192, 2, "35156.26", "35156.25"),
    ("Sabourin", "775000", 192, 4, "16145.84", "16145.83"),
    ("Mair", "475000", 194, 10, "24484.50", "24484.54"),
]
"""Name, salary, days, games; the sum with the daily amount rounded, and rounded once."""


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector[0])
def test_lost_pay_comes_out_to_the_cent(vector: tuple[str, str, int, int, str, str]) -> None:
    _, salary, days, games, per_day, once = vector
    assert lost_pay(Decimal(salary), days=days, games=games) == Decimal(per_day)
    assert lost_pay(Decimal(salary), days=days, games=games, rounding="once") == Decimal(once)


def test_lost_pay_of_no_season_is_refused() -> None:
    with pytest.raises(ValueError, match="0 days"):
        lost_pay(Decimal(1), days=0, games=1)
    with pytest.raises(ValueError, match="per_week"):
        lost_pay(Decimal(1), days=1, games=1, rounding="per_week")


SEED = FineRule(Decimal(10000), Decimal(5000), 3)
FIRST = date(2010, 1, 10)


def test_fines_grow_within_three_years_and_start_anew_on_the_anniversary() -> None:
    earlier = [FIRST, date(2011, 2, 1), date(2012, 3, 1)]
    assert fine_of([], FIRST, 0, SEED) == 10000
    assert fine_of(earlier[:1], date(2011, 2, 1), 0, SEED) == 15000
    assert fine_of(earlier, date(2013, 1, 9), 0, SEED) == 25000
    assert fine_of(earlier, date(2013, 1, 10), 0, SEED) == 10000


def test_a_first_case_after_the_years_opens_new_ones() -> None:
    earlier = [FIRST, date(2013, 1, 10)]
    assert fine_of(earlier, date(2014, 1, 1), 0, SEED) == 15000
    rolling = FineRule(Decimal(10000), Decimal(5000), 3, window="rolling")
    assert fine_of([FIRST, date(2012, 6, 1)], date(2013, 6, 1), 0, rolling) == 15000


def test_a_leap_day_has_its_anniversary_on_the_first_of_march() -> None:
    leap = [date(2024, 2, 29)]
    assert fine_of(leap, date(2027, 2, 28), 0, SEED) == 15000
    assert fine_of(leap, date(2027, 3, 1), 0, SEED) == 10000


def season(start: date, games: int, team: str = "TBL", type_: str = "regular") -> list[ScheduledGame]:
    return [
        ScheduledGame(start + timedelta(days=2 * i), type_, (team, f"X{i}"))  # type: ignore[arg-type]
        for i in range(games)
    ]


def test_thirteen_games_are_the_last_seven_and_the_first_six() -> None:
    schedule = [*season(date(2002, 4, 2), 7), *season(date(2002, 10, 10), 20)]
    served = serve(schedule, team="TBL", since=date(2002, 4, 1), games=13)
    assert (served.in_season("2001-02"), served.in_season("2002-03"), served.left) == (7, 6, 0)
    assert served.back == date(2002, 10, 10) + timedelta(days=12)


def test_four_now_and_six_next_season() -> None:
    schedule = [*season(date(2002, 4, 2), 4), *season(date(2002, 10, 10), 6)]
    served = serve(schedule, team="TBL", since=date(2002, 4, 1), games=10)
    assert (served.in_season("2001-02"), served.in_season("2002-03")) == (4, 6)
    assert served.back is None


def test_the_pre_season_is_not_counted() -> None:
    preseason = season(date(2013, 9, 24), 3, "TOR", "pre-season")
    regular = season(date(2013, 10, 1), 12, "TOR")
    served = serve([*preseason, *regular], team="TOR", since=date(2013, 9, 22), games=10)
    assert [game.type for game in served.missed] == ["regular"] * 10
    assert served.back == regular[10].day


def test_the_game_of_the_act_itself_is_not_counted() -> None:
    schedule = season(date(2002, 1, 1), 5)
    assert serve(schedule, team="TBL", since=date(2002, 1, 1), games=1).missed == (schedule[1],)


def test_play_offs_of_that_season_count_and_those_of_the_next_by_setting() -> None:
    playoffs = season(date(2002, 4, 20), 2, type_="play-off")
    later = season(date(2002, 10, 10), 1)
    later_playoffs = season(date(2003, 4, 20), 3, type_="play-off")
    schedule = [*playoffs, *later, *later_playoffs]
    plain = serve(schedule, team="TBL", since=date(2002, 4, 1), games=5)
    assert (len(plain.missed), plain.left) == (3, 2)
    other = serve(schedule, team="TBL", since=date(2002, 4, 1), games=5, carry="any")
    assert (len(other.missed), other.left) == (5, 0)


def test_a_suspension_goes_with_a_traded_man() -> None:
    schedule = [*season(date(2002, 1, 2), 10, "TBL"), *season(date(2002, 1, 3), 10, "NYR")]
    move = Move(date(2002, 1, 7), "NYR")
    served = serve(schedule, team="TBL", since=date(2002, 1, 1), games=5, moves=[move])
    assert [(game.day.day, game.teams[0]) for game in served.missed] == [
        (2, "TBL"),
        (4, "TBL"),
        (6, "TBL"),
        (7, "NYR"),
        (9, "NYR"),
    ]


def test_a_schedule_that_ends_leaves_games_over() -> None:
    served = serve([], team="TBL", since=date(2002, 1, 1), games=10)
    assert (served.missed, served.left, served.back) == ((), 10, None)


LEAVER = [
    {"kind": "bench_watched", "subject": {"team": "WSH", "bench": b}, "start": 10, "end": 60, "value": True,
     "links": {"altercation": 1}} for b in ("players_bench", "penalty_box")
] + [
    {"kind": "left_bench", "subject": {"team": "WSH", "person": 1, "bench": "penalty_box"}, "start": 20,
     "value": True, "links": {"altercation": 1, "crossing": 1, "during": True}},
    {"kind": "cba_maximum", "start": 0, "value": "1000", "layer": "said", "source": "league office"},
]  # fmt: skip


def test_suspensions_of_several_rules_are_added() -> None:
    facts = facts_from_rows(LEAVER, file="facts")
    given = sentences(judge(facts, load_pack("seeds"), game_teams=("WSH", "TBL")))
    assert games_of(given, team="WSH", person=1) == 10
    assert games_of(given, team="WSH", person=1, elsewhere=10 + 3) == 23
    assert games_of(given, team="WSH", person=1, imposed_only=True) == 0


def test_nothing_is_imposed_until_a_named_person_says_so() -> None:
    facts = facts_from_rows(LEAVER, file="facts")
    given = sentences(judge(facts, load_pack("seeds"), game_teams=("WSH", "TBL")))
    assert {one.state for one in given} == {"due"}
    ten = next(one for one in given if one.games == 10)
    made = impose(ten, by="A. Commissioner", words="as the book says")
    assert (made.state, made.by, ten.state) == ("imposed", "A. Commissioner", "due")
    assert games_of([made], team="WSH", person=1, imposed_only=True) == 10
    with pytest.raises(ValueError, match="nobody is named"):
        impose(ten, by="  ")
    assert money_due(given) == Decimal(1000)


def test_what_a_person_decides_stays_open() -> None:
    box = {
        "kind": "left_box",
        "subject": {"team": "A", "person": 8},
        "start": 30,
        "value": True,
        "links": {"act": 1},
    }
    left = {
        "kind": "penalty_left",
        "subject": {"team": "A", "person": 8},
        "start": 30,
        "value": 10,
        "links": {"act": 1},
    }
    given = sentences(judge(facts_from_rows([box, left], file="facts"), load_pack("seeds")))
    states = {(one.clause, one.consequence.kind): one.state for one in given}
    assert states == {
        ("72h-N", "game_misconduct"): "open",
        ("72i", "minor"): "due",
        ("72i", "unexpired_time"): "due",
    }
