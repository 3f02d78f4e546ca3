"""Recorded incidents as trails of a docket, with the figures of the public record.

Names, dates, games, sums and days of return are the record's; the days of the games between are made, except
for T8, where ten games of the season lead to the day of return by themselves.
"""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from review.rules.docket.acts import Change, add_evidence
from review.rules.docket.ledger import club_ledger, fine_book, person_key, person_ledger
from review.rules.docket.source import Source
from review.rules.library import load_pack
from review.rules.salaries import lost_pay
from review.rules.schedule import ScheduledGame, serve
from tests.unit.dockets import Office, games, row

BOOK = fine_book(load_pack("seeds"))


def man(team: str, name: str) -> dict[str, Any]:
    return {"team": team, "number": None, "name": name, "role": "player"}


def club(team: str) -> dict[str, Any]:
    return {"team": team, "number": None, "name": None, "role": "club"}


def pay(salary: int, days: int, count: int) -> str:
    return str(lost_pay(Decimal(salary), days=days, games=count))


def every_other_day(first: str, count: int) -> list[dict[str, Any]]:
    days = [date.fromisoformat(first) + timedelta(days=2 * at) for at in range(count)]
    return [{"date": day.isoformat(), "kind": "regular"} for day in days]


def test_t6_mair_ten_games_and_a_first_fine_and_team_mates_are_not_the_club() -> None:
    office = Office("2001-12-21")
    ten = every_other_day("2001-12-22", 10)
    office.open(
        [
            row(subject=man("LAK", "Adam Mair"), served=ten, eligible_on="2002-01-15"),
            row("team_fine", "72e", subject=club("LAK"), amount_usd="10000"),
            row("pay_to_league", "72v.1", subject=club("LAK"), amount_usd=pay(475_000, 194, 10)),
            row("reimbursement_fine", "72v.2", subject=club("LAK"), amount_usd="100000", automatic=False),
        ],
        incident="2001-12-20",
    )
    for proposal in (1, 2, 3):
        office.decide(proposal)
    office.decide(4, impose=False, reason="a collection among team-mates is not the club's")
    assert office.in_force(1) == (10, None, "2002-01-15")
    assert office.in_force(4) is None
    account = club_ledger(office.cases(), "LAK", on="2002-01-01", book=BOOK)
    assert account.total_usd == Decimal("34484.50")  # 10,000 and 24,484.50
    assert (account.next_fine_usd, account.window_ends) == (Decimal(15_000), "2004-12-20")


def test_t7_bylsma_is_suspended_pending_review_and_cleared_by_it() -> None:
    office = Office("2011-02-11")
    coach = {"team": "PIT", "number": None, "name": "Dan Bylsma", "role": "coach"}
    office.open(
        [
            row(subject=man("PIT", "Eric Godard")),
            row("pay_to_league", "72v.1", subject=club("PIT"), amount_usd=pay(750_000, 186, 10)),
            row("coach_suspension", "72u", subject=coach),
            row("coach_fine", "72u", subject=coach, automatic=False),
        ]
    )
    office.decide(1)
    office.decide(
        2, change=Change(amount_usd=Decimal("40322.25")), departs="as published; the book reckons 40,322.60"
    )
    office.decide(3)
    office.day = "2011-02-12"
    office.rescind(3, reason="reviewed: the coach ordered nobody off the bench")
    office.decide(4, impose=False, reason="reviewed: no fine")
    assert office.in_force(1) == (10, None, None)
    assert office.in_force(2) == (None, Decimal("40322.25"), None)
    assert office.in_force(3) is None and office.in_force(3, on="2011-02-11") is not None
    assert person_ledger(office.cases(), "dan bylsma", on="2011-02-13").held == ()


def test_t8_clarkson_misses_ten_of_the_season_though_he_left_in_the_pre_season() -> None:
    autumn = ("10-01", "10-02", "10-05", "10-08", "10-10", "10-12", "10-15", "10-17", "10-19", "10-22")
    days = ("09-24", *autumn, "10-25")
    kinds = {"09-24": "pre-season"}
    schedule = [
        ScheduledGame(date.fromisoformat(f"2013-{day}"), kinds.get(day, "regular"), ("TOR", "X"))  # type: ignore[arg-type]
        for day in days
    ]
    served = serve(schedule, team="TOR", since=date(2013, 9, 22), games=10)
    missed = [{"date": one.day.isoformat(), "kind": one.type} for one in served.missed]
    office = Office("2013-09-23")
    office.open(
        [
            row(subject=man("TOR", "David Clarkson"), served=missed, eligible_on=str(served.back)),
            row("pay_to_league", "72v.1", subject=club("TOR"), amount_usd=pay(5_250_000, 195, 10)),
        ],
        incident="2013-09-22",
    )
    office.decide(1)
    office.decide(2)
    assert office.in_force(1) == (10, None, "2013-10-25")
    assert office.in_force(2) == (None, Decimal("269230.80"), None)
    account = person_ledger(office.cases(), "david clarkson", on="2013-10-09")
    assert (account.games, account.missed, account.eligible_on) == (10, 4, "2013-10-25")


def test_t9_bissonnette_s_ten_becomes_three_on_appeal_by_later_video() -> None:
    ladder = games("10-03", "10-05", "10-08", "10-10", "10-12", "10-15", "10-18", "10-19", "10-22", "10-24")
    office = Office("2013-09-17")
    office.open(
        [
            row(subject=man("PHX", "Paul Bissonnette"), served=ladder, eligible_on="2013-10-26"),
            row("pay_to_league", "72v.1", subject=club("PHX"), amount_usd=pay(737_500, 195, 10)),
        ],
        incident="2013-09-15",
    )
    office.decide(1)
    office.decide(2)
    office.day = "2013-09-25"
    for ruling in (1, 2):
        office.appeal(ruling, who="Paul Bissonnette")
    office.day = "2013-09-30"
    later = Source("report", "later-video.json", "cd" * 32)
    office.enter(
        add_evidence(later, who="Ann Lee", says="new, inconclusive video and statements", valid=office.day)
    )
    office.answer(1, "reduced", change=Change(games=3, clause="supplementary discipline"))
    office.answer(2, "reduced", change=Change(amount_usd=Decimal(pay(737_500, 195, 3))))
    assert office.in_force(1, known="2013-09-29") == (10, None, "2013-10-26")
    assert office.in_force(2, known="2013-09-29") == (None, Decimal("37820.50"), None)
    assert office.in_force(1) == (3, None, "2013-10-10")
    assert office.in_force(2) == (None, Decimal("11346.15"), None)
    ruling = office.case().rulings[0]
    assert [one.sentence and (one.sentence.clause, one.sentence.games) for one in ruling.versions] == [
        ("72c", 10),
        ("supplementary discipline", 3),
    ]
    assert [one.act.kind for one in office.case().entries] == [
        "opened", "decided", "decided", "appealed", "appealed", "evidence", "answered", "answered",
    ]  # fmt: skip
    assert person_ledger(office.cases(), "paul bissonnette", on="2013-10-09").missed == 3


def test_t10_lucic_s_misconduct_is_rescinded_the_same_day_and_still_read_back() -> None:
    office = Office("2012-01-07")
    office.open([])
    office.by_hand("game_misconduct", "72b", man("BOS", "Milan Lucic"), Change())
    office.by_hand("minor", "ordinary penalty", man("BOS", "Milan Lucic"), Change())
    office.rescind(1, reason="video: every man had entered legally", valid="2012-01-07")
    assert office.in_force(1) is None and office.in_force(1, on="2012-01-07") is None
    assert office.in_force(2) == (None, None, None)
    assert [one.how for one in office.case().rulings[0].versions] == ["imposed", "rescinded"]
    account = person_ledger(office.cases(), "milan lucic", on="2012-01-08")
    assert [one.ruling.kind for one in account.held] == ["minor"]


def test_t12_dwyer_s_games_under_other_rules_are_added_not_absorbed() -> None:
    office = Office("2000-09-28")
    dwyer = man("TBL", "Gordie Dwyer")
    office.open([row(subject=dwyer)], incident="2000-09-19")
    office.decide(1)
    office.by_hand("suspension", "abuse of an official", dwyer, Change(games=10))
    office.by_hand("suspension", "three game misconducts", dwyer, Change(games=3))
    account = person_ledger(office.cases(), str(person_key(dwyer)), on="2000-09-29")
    assert (account.games, account.eligible_on) == (23, None)


def test_t13_roy_serves_the_last_seven_of_the_season_and_the_first_six_of_the_next() -> None:
    spring = games("04-02", "04-04", "04-06", "04-08", "04-10", "04-12", "04-14", year=2002)
    autumn = games("10-10", "10-12", "10-14", "10-16", "10-18", "10-20", "10-23", year=2002)
    ladder = [*spring, *autumn]
    roy = man("TBL", "Andre Roy")
    office = Office("2002-04-01")
    office.open([row(subject=roy, served=ladder[:10], eligible_on=ladder[10]["date"])])
    three = {"games": 3, "served": ladder[10:13], "eligible_on": "2002-10-23"}
    other = Source("by hand", proposals=(row(clause="abuse of an official", subject=roy, **three),))
    office.enter(add_evidence(other, who="Ann Lee", says="the official", valid=office.day))
    office.decide(1)
    office.decide(2)
    key = str(person_key(roy))
    account = person_ledger(office.cases(), key, on="2002-05-01")
    assert (account.games, account.missed, account.eligible_on) == (13, 7, "2002-10-23")
    assert person_ledger(office.cases(), key, on="2002-10-24").missed == 13


def test_t14_witkowski_ten_games_by_the_clause_on_men_who_return() -> None:
    office = Office("2017-11-16")
    ten = every_other_day("2017-11-17", 10)
    office.open(
        [
            row("game_misconduct", "72t", subject=man("DET", "Luke Witkowski")),
            row(clause="72t", subject=man("DET", "Luke Witkowski"), served=ten, eligible_on="2017-12-11"),
            row("pay_to_league", "72v.1", subject=club("DET"), amount_usd=pay(750_000, 186, 10)),
        ],
        incident="2017-11-15",
    )
    for proposal in (1, 2, 3):
        office.decide(proposal)
    assert office.in_force(2) == (10, None, "2017-12-11")
    assert office.in_force(3) == (None, Decimal("40322.60"), None)


def test_t15_mikkola_no_suspension_because_nobody_told_him() -> None:
    office = Office("2025-10-04")
    mikkola = man("FLA", "Niko Mikkola")
    office.open([row(clause="72t", subject=mikkola), row("goal_disallowed", "72r", subject=club("FLA"))])
    office.decide(1, impose=False, departs="the order was never communicated to him")
    office.decide(2)
    office.by_hand("bench_minor", "on the ice", club("FLA"), Change())
    assert office.in_force(1) is None
    assert [office.in_force(ruling) for ruling in (2, 3)] == [(None, None, None)] * 2
    assert office.case().status == "decided"
