"""Each shape of the league's papers, read from documents written by hand (record_documents)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from review.core.errors import RecordWrong
from review.core.record import Record, RecordedAt
from review.imports.record_json import extended, read_document, read_record, record_text
from review.imports.schedule import scheduled_games
from review.measure.sheet import sheet_of
from tests.unit import record_documents as papers
from tests.unit.record_documents import packed


def test_nhl_play_by_play() -> None:
    read = read_document(packed(papers.NHL_PLAYS), "pbp.json")
    assert (read.game, read.day, read.kind, read.home, read.away) == (
        "2099020001", "2099-11-21", "regular", "AAA", "BBB",
    )  # fmt: skip
    assert [p.at for p in read.plays] == sorted(p.at for p in read.plays)  # by sortOrder, not as they stand
    bench = read.penalties[-1]
    assert (bench.team, bench.at, bench.kind, bench.length_s) == (
        "AAA",
        RecordedAt(3, 1106.0),
        "bench_minor",
        120.0,
    )
    assert bench.number is None and bench.served_by == "9000019" and bench.source == "pbp.json, play 130"
    assert bench.infraction == "too many men on the ice"
    hook = read.penalties[0]
    assert (hook.team, hook.number, hook.kind) == ("BBB", 4, "minor")
    stop = read.plays[-1]
    # 0651: no away goalkeeper, six away skaters, five at home, the home goalkeeper
    assert (stop.skaters, stop.keepers, stop.text) == ((5, 6), (True, False), "icing")
    assert {man.role for man in read.roster if man.number in (1, 31)} == {"goalkeeper"}


def test_what_is_not_known_passes_and_is_kept() -> None:
    read = read_document(packed(papers.NHL_PLAYS), "pbp.json")
    (odd,) = [p for p in read.plays if p.type == "coach-dance-off"]
    assert odd.kind == "other" and odd.team == "AAA" and odd.at == RecordedAt(3, 600.0)
    feed = [{"event": "zamboni", "details": {"period": {"id": "2"}, "time": "3:00"}}]
    (play,) = read_document(packed(feed), "feed.json").plays
    assert (play.type, play.kind, play.at) == ("zamboni", "other", RecordedAt(2, 180.0))


def test_nhl_landing_repeats_and_adds_nothing() -> None:
    record = Record()
    for document, file in ((papers.NHL_PLAYS, "pbp.json"), (papers.NHL_LANDING, "landing.json")):
        record = extended(record, read_document(packed(document), file))
    sheet = sheet_of(record)
    assert len(record.documents[1].penalties) == 2 and len(record.documents[1].plays) == 1
    assert len(sheet.penalties) == 2 and [p.kind for p in sheet.plays].count("goal") == 1
    longer = json.loads(json.dumps(papers.NHL_LANDING))
    longer["summary"]["penalties"][0]["penalties"][0]["duration"] = 4
    told = sheet_of(extended(record, read_document(packed(longer), "landing2.json")))
    assert len(told.penalties) == 2 and told.penalties[0].length_s == 120.0
    assert told.notes == (
        "pbp.json, play 120 and landing2.json, penalty 1 of period 2 disagree on the length of a penalty",
    )


def test_nhl_boxscore_shift_chart_and_roster() -> None:
    box = read_document(packed(papers.NHL_BOXSCORE), "box.json")
    assert {(man.team, man.number, man.role) for man in box.roster} == {
        ("AAA", 19, "skater"), ("AAA", 1, "goalkeeper"),
    }  # fmt: skip
    chart = read_document(packed(papers.NHL_SHIFTS), "shifts.json")
    assert [(s.player, s.start.text, s.end.text) for s in chart.shifts] == [
        ("9000019", "P3 17:40", "P3 18:26"), ("9000001", "P3 0:00", "P3 20:00"),
    ]  # fmt: skip
    assert chart.notes == ("shifts.json: 1 rows that are no shift were passed over",)
    roster = read_document(packed(papers.NHL_ROSTER), "roster.json", team="AAA")
    assert [(m.team, m.number, m.role) for m in roster.roster] == [
        ("AAA", 19, "skater"),
        ("AAA", None, "goalkeeper"),
    ]
    with pytest.raises(RecordWrong, match="does not name its club"):
        read_document(packed(papers.NHL_ROSTER), "roster.json")


def test_a_shift_chart_gets_its_numbers_and_roles_from_the_roster() -> None:
    record = Record()
    for document, file in ((papers.NHL_SHIFTS, "shifts.json"), (papers.NHL_PLAYS, "pbp.json")):
        record = extended(record, read_document(packed(document), file))
    sheet = sheet_of(record)
    assert [sheet.role(shift) for shift in sheet.shifts] == ["skater", "goalkeeper"]


def test_schedules_tell_the_kind_of_game_or_leave_it_open() -> None:
    nhl = read_document(packed(papers.NHL_SCHEDULE), "season.json")
    assert nhl.subject == "AAA 20992100"
    assert [g.kind for g in nhl.schedule] == ["preseason", "regular", "playoff"]
    games = scheduled_games(nhl.schedule)
    assert [(g.day.isoformat(), g.type, g.teams) for g in games][2] == (
        "2100-04-20",
        "play-off",
        ("BBB", "AAA"),
    )
    feed = read_document(packed(papers.FEED_SCHEDULE), "feed.json")
    assert (feed.schedule[0].day, feed.schedule[0].home, feed.schedule[0].kind) == ("2099-12-30", "AAA", None)
    with pytest.raises(RecordWrong, match="does not say what kind"):
        scheduled_games(feed.schedule)


def test_hockeytech_roster_in_brackets() -> None:
    read = read_document(b"(" + packed(papers.FEED_ROSTER) + b")", "roster.json", team="BBB")
    assert [(m.number, m.name, m.role) for m in read.roster] == [
        (31, "B. Keeper", "goalkeeper"), (None, "C. New", "skater"),
    ]  # fmt: skip


def test_plain_csv() -> None:
    penalties = read_document(
        b"team,number,name,period,time,minutes,kind,infraction,served_by\n"
        b"EDM,23,A,1,5:00,2,,Tripping,\nEDM,,,3,12:00,2,bench_minor,Too many men,9\n"
        b"EDM,7,,3,12:00,,,Fight,\n",
        "penalties.csv",
    )
    first, bench, open_ = penalties.penalties
    assert (first.at, first.kind, first.length_s, first.player) == (
        RecordedAt(1, 300.0),
        "minor",
        120.0,
        "EDM23",
    )
    assert (bench.kind, bench.number, bench.served_by) == ("bench_minor", None, "9")
    assert (open_.kind, open_.length_s) == ("unknown", None)
    shifts = read_document(b"team,number,period,start,end\nEDM,4,2,0:30,1:20\n", "shifts.csv").shifts
    assert (shifts[0].start.game_s, shifts[0].end.game_s) == (1230.0, 1280.0)
    schedule = read_document(
        b"game,date,home,away,season,kind\n1,2099-10-01,EDM,BUF,2099-00,regular\n", "schedule.csv"
    ).schedule
    assert (schedule[0].season, schedule[0].kind) == ("2099-00", "regular")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "x.csv: the file is empty"),
        (b"{not json", "x.csv: no valid JSON"),
        (b'{"weather": "fine"}', "no document of a league"),
        (b"<html>nothing</html>", "first line is the header of no table"),
        (b"team,number,period,start,end\nEDM,4,2,0:30\n", "row 2 has 4 cells under 5 columns"),
        (b"team,number,period,start,end\nEDM,4,2,0:30,1-20\n", "x.csv: row 2, '1-20' is no time"),
        (b"team,number,period,start,end\nEDM,104,2,0:30,1:20\n", "number '104' is not 0 to 99"),
        (b"team,number,period,start,end,nmae\nEDM,4,2,0:30,1:20,A\n", "column 'nmae' is not known"),
        (b"team,number\nEDM,4\nEDM,4\n", "row 3: EDM has number 4 twice"),
        (b"game,date,home,away,kind\n1,2099-02-30,A,B,regular\n", "'2099-02-30' is no date"),
        (b"game,date,home,away,kind\n1,2099-02-03,A,B,friendly\n", "kind 'friendly' is not known"),
        (b"team,period,time,minutes\nEDM,1,3:00,two\n", "'two' are no minutes"),
        (b"team,number\nE\xff,4\n", "not UTF-8"),
        (packed({**papers.NHL_PLAYS, "plays": [{"timeInPeriod": "1:00"}]}), "plays[0], periodDescriptor:"),
        (packed({**papers.NHL_PLAYS, "homeTeam": None}), "homeTeam"),
        (packed({"data": []}), "the shift chart is empty"),
    ],
)  # fmt: skip
def test_what_is_broken_is_refused_with_its_place(data: bytes, words: str) -> None:
    with pytest.raises(RecordWrong) as wrong:
        read_document(data, "x.csv")
    assert words in wrong.value.sentence() and wrong.value.cause.startswith("x.csv") and wrong.value.remedy
    assert "\n" not in wrong.value.sentence()


def test_revisions_stay_and_the_newest_counts() -> None:
    first = read_document(packed(papers.NHL_PLAYS), "pbp.json")
    record = extended(Record(), first)
    assert extended(record, first) is record  # the same bytes again are nothing new
    less = {**papers.NHL_PLAYS, "plays": papers.PLAYS[1:]}
    record = extended(record, read_document(packed(less), "pbp-next-day.json"))
    assert [(d.file, d.revision) for d in record.documents] == [("pbp.json", 1), ("pbp-next-day.json", 2)]
    assert len({d.sha256 for d in record.documents}) == 2
    assert [p.infraction for p in sheet_of(record).penalties] == ["hooking"]
    back = extended(record, first)
    assert [d.revision for d in back.documents] == [1, 2, 3] and len(sheet_of(back).penalties) == 2


def test_a_record_is_of_one_game() -> None:
    record = extended(Record(), read_document(packed(papers.NHL_PLAYS), "pbp.json"))
    other = read_document(packed({**papers.NHL_PLAYS, "id": 2099020002}), "other.json")
    with pytest.raises(RecordWrong, match="of game 2099020002, and the record is of game 2099020001"):
        extended(record, other)


def test_a_record_comes_back_as_it_was_written() -> None:
    record = Record()
    for document, file in (
        (papers.NHL_PLAYS, "a.json"),
        (papers.NHL_SHIFTS, "b.json"),
        (papers.NHL_SCHEDULE, "c.json"),
    ):
        record = extended(record, read_document(packed(document), file))
    text = record_text(record)
    assert read_record(text.encode(), "r.json") == record and record_text(record) == text
    with pytest.raises(RecordWrong, match="no record"):
        read_record(b'{"schema": "benchgate.report/1"}', "r.json")
    with pytest.raises(RecordWrong, match=r"documents\.0\.sha256"):
        broken = json.loads(text)
        del broken["documents"][0]["sha256"]
        read_record(json.dumps(broken).encode(), "r.json")


def test_sides_get_their_names_from_the_document_that_has_them() -> None:
    plays = read_document(packed(papers.NHL_PLAYS), "pbp.json")
    feed = {"SiteKit": {"Parameters": {"game_id": "2099020001"}, "Gameshifts": {
        "home": [{"jersey_number": "19", "player_id": "x", "shifts": [
            {"period": "1", "start_time": "20:00", "end_time": "19:10"}]}],
        "visitor": [],
    }}}  # fmt: skip
    shifts = read_document(packed(feed), "shifts.json")
    assert shifts.shifts[0].team == "home"  # it counts the clock down
    assert (shifts.shifts[0].start.elapsed_s, shifts.shifts[0].end.elapsed_s) == (0.0, 50.0)
    sheet = sheet_of(Record((plays, replace(shifts, game=None))))
    assert [s.team for s in sheet.shifts] == ["AAA"]


def test_hockeytech_feeds_by_hand() -> None:
    """Play-by-play counts time up, shifts count the clock down, and home is whose men take the home draws."""
    plays = read_document(packed(papers.FEED_PLAYS), "feed.json")
    assert (plays.home, plays.away) == ("AAA", "BBB")
    assert [p.kind for p in plays.plays] == ["goalkeeper_on", "faceoff", "other", "penalty", "goal"]
    assert plays.penalties[0].at == RecordedAt(2, 231.0) and plays.penalties[0].team == "BBB"
    assert {(m.team, m.number) for m in plays.roster} == {("AAA", 31), ("AAA", 8), ("BBB", 9), ("AAA", 7)}
    shifts = read_document(packed(papers.FEED_SHIFTS), "shifts.json")
    assert [(s.team, s.start.text, s.end.text) for s in shifts.shifts] == [
        ("home", "P1 0:00", "P1 0:50"), ("away", "P4 0:00", "P4 0:50"),
    ]  # fmt: skip
    record = extended(extended(Record(), shifts), plays)
    assert [(s.team, sheet_of(record).role(s)) for s in sheet_of(record).shifts] == [
        ("AAA", "skater"), ("BBB", "skater"),
    ]  # fmt: skip
