"""OFFICE.toml: what it says, and what a wrong one is told."""

from __future__ import annotations

import hashlib
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from review.core.errors import GameFileWrong
from review.imports.office_toml import parse_office
from review.rules.office_records import ClubRecord, Office, OtherGames, PlayerRecord, SeasonRecord
from review.rules.schedule import Move, ScheduledGame

WHOLE = """
[game]
date = 2001-12-20
id = "512"
season = "2001-02"
pack = "seeds"

[schedule]
csv = "kings.csv"
games = [{ date = "2002-04-18", home = "COL", away = "LAK", kind = "playoff" }]

[[seasons]]
season = "2001-02"
days = 194
games = 82
complete = true
cba_maximum = 1000
cba_first_two = "1,500.50"

[[clubs]]
team = "LAK"
cases = [2001-03-01, "1999-11-02"]
history_complete = true
coach = "A. Coach"

[[players]]
team = "LAK"
number = 22
name = "Mair"
salary_fixed = "475,000"
moves = [{ date = "2002-01-07", team = "OTT" }]
other_games = [{ games = 3, why = "abuse of official" }]

[[players]]
team = "LAK"
person = 12
salary_average = "600000.00"
"""
CSV = (
    "game,date,home,away,season,kind\n512,2001-12-20,LAK,OTT,2001-02,regular\n,2001-12-22,SJS,LAK,,regular\n"
)


def parse(text: str, csv: str = CSV) -> Office:
    return parse_office(text.encode(), "OFFICE.toml", read=lambda name: csv.encode())


def test_everything_that_it_may_say() -> None:
    office = parse(WHOLE)
    assert (office.day, office.game, office.season) == (date(2001, 12, 20), "512", "2001-02")
    assert office.schedule == (
        ScheduledGame(date(2001, 12, 20), "regular", ("LAK", "OTT"), "512", "2001-02"),
        ScheduledGame(date(2001, 12, 22), "regular", ("SJS", "LAK")),
        ScheduledGame(date(2002, 4, 18), "play-off", ("COL", "LAK")),
    )
    assert office.seasons == (SeasonRecord("2001-02", 194, 82, True, Decimal(1000), Decimal("1500.50")),)
    assert office.clubs == (ClubRecord("LAK", (date(1999, 11, 2), date(2001, 3, 1)), True, "A. Coach"),)
    moves, others = (Move(date(2002, 1, 7), "OTT"),), (OtherGames(3, "abuse of official"),)
    assert office.players == (
        PlayerRecord("LAK", 22, None, "Mair", Decimal(475000), None, moves, others),
        PlayerRecord("LAK", person=12, salary_average=Decimal(600000)),
    )


def test_nothing_said_is_nothing_known() -> None:
    empty = hashlib.sha256(b"").hexdigest()
    assert parse("") == Office(file="OFFICE.toml", sources=(("OFFICE.toml", empty),))
    assert parse("[schedule]\n").schedule == ()


def test_the_day_and_season_of_a_game_come_from_the_schedule() -> None:
    office = parse('[game]\nid = "512"\n[schedule]\ncsv = "kings.csv"\n')
    assert (office.day, office.season) == (date(2001, 12, 20), "2001-02")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[gmae]", "no key 'gmae'. Did you mean 'game'?"),
        ("[game]\ndaet = 1", "[game] has no key 'daet'. Did you mean 'date'?"),
        ("[game]\ndate = 2001-12-20T10:00:00", "[game], date"),
        ("[game]\ndate = 'tomorrow'", "'tomorrow' is no date. Write it as 2001-12-20."),
        ("game = 3", "game is no table"),
        ("[schedule]\ncsv = 3", "csv = 3 is not text"),
        ("[schedule]\ngames = [3]", "game 1 is no table"),
        ("[schedule]\ngames = [{ date = '2001-12-20', home = 'A', away = 'B' }]", "game 1 needs 'kind'"),
        (
            "[schedule]\ngames = [{ date = '2001-12-20', home = 'A', away = 'B', kind = 'cup' }]",
            "kind = 'cup'. One of preseason, regular, playoff.",
        ),
        (
            "[schedule]\ngames = [{ date = '2001-12-20', home = 'A', away = 'A', kind = 'regular' }]",
            "'A' against 'A'",
        ),
        ("[[seasons]]\ndays = 3", "[[seasons]] 1 needs 'season'"),
        ("[[seasons]]\nseason = '2001-02'\ndays = 0", "days = 0"),
        ("[[seasons]]\nseason = 'a'\n[[seasons]]\nseason = 'a'", "[[seasons]] 2 stands there already as 1"),
        ("[[seasons]]\nseason = 'a'\ncba_maximum = 2500.5", "cba_maximum = 2500.5 is no sum"),
        ("[[clubs]]\nteam = 'A'\ncases = ['2001']", "[[clubs]] 1, cases = '2001' is no date"),
        ("[[clubs]]\nteam = 'A'\nhistory_complete = 1", "history_complete = 1"),
        ("[[players]]\nteam = 'A'", "[[players]] 1 names nobody"),
        ("[[players]]\nteam = 'A'\nnumber = 3\nsalary_fixed = '-1'", "salary_fixed = '-1' is no sum"),
        ("[[players]]\nteam = 'A'\nnumber = 3\nmoves = [{ team = 'B' }]", "move 1, date = None is no date"),
        ("[[players]]\nteam = 'A'\nnumber = 3\nother_games = [{ games = 0, why = 'x' }]", "games = 0"),
        ("players = 3", "Write [[players]] above each."),
        (
            "[game]\nid = '512'\ndate = 2001-12-21\n[schedule]\ncsv = 'kings.csv'",
            "the schedule has game 512 on 2001-12-20",
        ),
        (
            "[schedule]\ncsv = 'kings.csv'\n"
            "games = [{ game = '512', date = '2001-12-20', home = 'A', away = 'B', kind = 'regular' }]",
            "game 512 stands twice",
        ),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_place(text: str, words: str) -> None:
    with pytest.raises(GameFileWrong) as told:
        parse(text)
    assert told.value.exit_code == 2
    assert told.value.sentence().startswith("OFFICE.toml: ") and words in told.value.sentence()


@pytest.mark.parametrize(
    ("csv", "words"),
    [
        ("", "kings.csv holds no game"),
        ("date,home,away\n2001-12-20,A,B\n", "the column 'kind' is missing"),
        ("date,home,away,kind\n2001-12-20,A\n", "line 2 has not as many cells"),
        ("date,home,away,kind\n2001-12-20,A,B,regular\n2001-13-20,A,B,regular\n", "line 3, date"),
        ("date,home,away,kind,saeson\n2001-12-20,A,B,regular,x\n", "line 2 has no key 'saeson'"),
    ],
)
def test_a_wrong_schedule_is_told_with_its_line(csv: str, words: str) -> None:
    with pytest.raises(GameFileWrong) as told:
        parse('[schedule]\ncsv = "kings.csv"\n', csv)
    assert words in told.value.sentence()


def test_the_manual_s_example_can_be_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats" / "office.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    office = parse(example)
    assert office.day == date(2001, 12, 20) and office.clubs[0].complete
    assert office.players[0].others == (OtherGames(3, "abuse of official"),)
