"""A record beside a tape: where its moments lie, what it fills in, what it states, where the two differ."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from review.core.clock import ClockCourse, ClockSpan
from review.core.errors import RecordWrong
from review.core.game import Game, Penalty, RosterEntry, Team
from review.core.record import Listed
from review.core.times import TimeScale
from review.core.witness import Counted, Passed, Scored, Witness
from review.imports.report_json import witness_of
from review.measure.agreement import agree
from review.measure.count import allowed_at
from review.measure.record_facts import keeper_absences, record_facts
from review.measure.record_game import filled_game
from review.measure.record_times import game_between, on_tape
from review.report.model import report_model
from review.rules.engine import judge
from review.rules.library import load_pack
from review.testing.whole import whole_judgement
from tests.unit.sheets import at, called, happened, on, sheet

SCALE = TimeScale(0, Fraction(1, 1000))
#: 20 s of tape: the clock runs down from 15:00 for 8 s, stands on 14:52 for 4 s, and runs again.
COURSE = ClockCourse(
    (
        ClockSpan(0.0, 8.0, -1, 899.6, 900.0, 1.0, 9, 0, "1"),
        ClockSpan(8.0, 12.0, 0, 892.0, 892.4, 1.0, 9, 0, "1"),
        ClockSpan(12.0, 20.0, -1, 891.9, 892.3, 1.0, 9, 0, "1"),
    )
)
NAMES = {"AAA": "AAA", "BBB": "BBB"}


def test_a_second_of_tape_in_play_and_back() -> None:
    assert game_between(2.0, COURSE, "regular") == pytest.approx((302.0, 302.4))
    early, late = on_tape(at(1, "5:03"), COURSE, "regular") or (0.0, 0.0)
    assert early == pytest.approx(1.6) and late == pytest.approx(4.0)  # 14:57, a second either way
    # 5:08 elapsed is 14:52, on which the clock stands: the whistle was at its beginning
    early, late = on_tape(at(1, "5:08"), COURSE, "regular") or (0.0, 0.0)
    assert early <= 8.0 <= late < 14.0
    assert (
        on_tape(at(2, "5:03"), COURSE, "regular") is None
        and on_tape(at(1, "9:00"), COURSE, "regular") is None
    )


def test_of_an_overtime_nothing_is_told_where_the_game_may_be_a_play_off() -> None:
    overtime = ClockCourse((ClockSpan(0.0, 8.0, -1, 199.0, 200.0, 1.0, 9, 0, "OT"),))
    assert game_between(0.0, overtime, "regular") == (3700.0, 3701.0)
    assert game_between(0.0, overtime, None) is None and on_tape(at(4, "1:40"), overtime, None) is None


def test_a_record_fills_what_is_open_and_what_people_wrote_stands() -> None:
    roster = (Listed("AAA", "r", 9, "A. Nine", "skater"), Listed("BBB", "r", 1, None, "goalkeeper"))
    told = sheet(roster=roster, penalties=(called("BBB", 1, "3:05"),))
    mine = Team("home", "AAA", roster=(RosterEntry(4),))
    filled, words = filled_game(Game(teams=(mine, Team("away", "BBB"))), told, COURSE, duration_s=20.0)
    assert filled.teams[0] == mine and filled.teams[1].roster == (RosterEntry(1, None, "goalkeeper"),)
    # two minutes from 3:05 end at 5:05 elapsed, 4.6 to 5 s into the tape; by 3.6 s they may be over
    (short,) = filled.penalties
    assert (short.team, short.start_s) == ("BBB", 0.0) and 3.0 <= short.length_s <= 4.0
    assert len(words) == 2 and "roster of BBB, 1 men" in words[0] and "Penalties are the record's" in words[1]
    own = Game(teams=(mine,), penalties=(Penalty("AAA", 1.0, 2.0),))
    assert filled_game(own, told, COURSE, duration_s=20.0)[0].penalties == own.penalties


def test_a_record_never_makes_a_team_look_over_at_an_edge_or_without_a_clock() -> None:
    told = sheet(penalties=(called("AAA", 1, "5:08"), called("AAA", 1, "5:08", player="b")))
    game = Game(teams=(Team("home", "AAA"), Team("away", "BBB")))
    filled, _ = filled_game(game, told, COURSE, duration_s=20.0)
    # called in the stoppage from 8 to 12 s; for a second of play after it the six may still be allowed
    assert allowed_at("AAA", 12.0, filled.penalties) == 6 and allowed_at("AAA", 15.0, filled.penalties) == 4
    unread, words = filled_game(game, told, ClockCourse(), duration_s=20.0)
    assert unread.penalties == () and "where they fall is not known" in words[0]
    assert filled_game(Game(), told, COURSE, duration_s=20.0) == (Game(), ())  # nobody says whose tape it is


def test_facts_of_the_record_are_imported_with_file_and_row() -> None:
    plays = (
        happened("goal", 1, "5:08", "BBB"), happened("goal", 2, "5:08", "BBB"),
        happened("goalkeeper_off", 1, "5:03", "AAA"), happened("goalkeeper_on", 1, "5:15", "AAA"),
    )  # fmt: skip
    told = sheet(day="2099-11-21", day_source="pbp.json", plays=tuple(sorted(plays, key=lambda p: p.at)))
    facts = record_facts(told, COURSE, SCALE, NAMES, first_id=7)
    assert [(f.id, f.kind, f.layer, f.source) for f in facts] == [
        (7, "game_date", "imported", "pbp.json"), (8, "goal", "imported", "goal 5:08"),
        (9, "goalkeeper_off", "imported", "goalkeeper_off 5:03"),
    ]  # fmt: skip
    off = facts[2]
    assert off.subject.team == "AAA"
    # 14:57 at 2.6 to 3.0 s and 14:45 at 18.9 to 19.3 s of tape, each a second either way: surely off between
    assert SCALE.seconds(off.start) == pytest.approx(4.0) and SCALE.seconds(off.end) == pytest.approx(17.9)


def test_a_goalkeepers_absence_ends_with_the_period() -> None:
    told = sheet(plays=(happened("goalkeeper_off", 1, "19:00", "AAA"), happened("period_end", 1, "20:00"),
                        happened("faceoff", 2, "0:00")))  # fmt: skip
    assert [(team, a.text, b.text) for team, a, b, _ in keeper_absences(told)] == []
    shown = sheet(plays=(happened("goalkeeper_off", 1, "19:00", "AAA"),
                         happened("goal", 1, "19:30", "BBB", keepers=(False, True)),
                         happened("goalkeeper_on", 1, "19:40", "AAA")))  # fmt: skip
    assert [(a.text, b.text) for _, a, b, _ in keeper_absences(shown)] == [("P1 19:00", "P1 19:40")]


def test_no_record_trips_a_clause_by_itself() -> None:
    """Twelve men by the shifts, a penalty for too many men, a goal, an empty net: nothing trips."""
    told = sheet(
        day="2099-11-21",
        day_source="pbp.json",
        shifts=tuple(on("AAA", n, 1, "5:00", "5:20") for n in range(12)),
        penalties=(called("AAA", 1, "5:02", infraction="Too many men on the ice"),),
        plays=(happened("goalkeeper_off", 1, "5:03", "AAA"), happened("goal", 1, "5:08", "AAA"),
               happened("goalkeeper_on", 1, "5:15", "AAA")),
    )  # fmt: skip
    facts = record_facts(told, COURSE, SCALE, NAMES, first_id=1)
    assert {f.kind for f in facts} == {"game_date", "goal", "goalkeeper_off"}
    for pack in ("seeds", "nhl-modern", "iihf"):
        found = judge(facts, load_pack(pack), game_teams=("AAA", "BBB"))
        assert not [f for f in found if f.verdict == "trips"]
    assert judge(facts, load_pack("seeds"), game_teams=("AAA", "BBB")) == ()


WITNESS = Witness(
    teams=("AAA", "BBB"),
    course=COURSE,
    numbers=(("AAA", 9, 0.99), ("AAA", 8, 0.99), ("BBB", 7, 0.5)),
    counts=(Counted("AAA", 0.0, 4.0, 5, None, 5, 5), Counted("AAA", 4.0, 8.0, 7, None, 7, 6)),
    passed=(Passed("AAA", 9, "on", 3.0, 3.2, 0.9), Passed("AAA", None, "off", 16.0, 16.2, 0.9)),
    stops=((8.0, 12.0),),
    scored=(Scored(None, 7.5, 9.0, 1),),
    penalty_clocks=(("1", 895.0), ("1", 500.0)),
    duration_s=20.0,
)


def test_agreement_line_by_line() -> None:
    told = sheet(
        roster=(Listed("AAA", "r", 9), Listed("BBB", "r", 1)),
        penalties=(called("AAA", 1, "3:05"),),
        plays=(happened("goal", 1, "5:08", "BBB"), happened("stoppage", 1, "5:08")),
        shifts=(on("AAA", 9, 1, "5:04", "5:40"),),
    )
    rows = {(row.what, row.answer): [] for row in agree(told, WITNESS)}
    for row in agree(told, WITNESS):
        rows[(row.what, row.answer)].append(row.text)
    assert rows["roster", "agrees"] == ["AAA 9, read on the tape, is on the record's roster."]
    assert rows["roster", "differs"] == ["AAA 8, read on the tape, is not on the record's roster."]
    assert rows["roster", "cannot tell"] == ["BBB: no number was read surely."]
    assert rows["goal", "agrees"] == ["Goal of BBB at P1 5:08 (goal 5:08): the score rises on the tape."]
    assert len(rows["stoppage", "agrees"]) == 1 and ("stoppage", "differs") not in rows
    assert rows["crossing", "agrees"] == ["AAA 9 on: a shift begins within 0.4 s of it."]
    assert rows["crossing", "differs"] == [
        "AAA off: the nearest shift ends 27.7 s away (shifts are a prior)."
    ]
    assert rows["penalty", "agrees"] == ["A penalty clock that runs out at P1 14:55: the record has it."]
    assert rows["penalty", "differs"] == ["A penalty clock that runs out at P1 8:20: the record has none."]
    within = "AAA: men seen together within the record's strength,"
    assert f"{within} 0.0 to 4.0 s of tape." in rows["count", "agrees"]
    # seven men seen together from 4 to 8 s, where the record allows six at the most
    assert f"{within} 4.0 to 8.0 s of tape." in rows["count", "differs"]


def test_a_goal_too_few_or_too_many_on_either_side() -> None:
    two = sheet(plays=(happened("goal", 1, "5:02", "AAA"), happened("goal", 1, "5:17", "BBB")))
    rows = [row for row in agree(two, WITNESS) if row.what == "goal"]
    assert [row.answer for row in rows] == ["agrees", "cannot tell"]
    none = [row for row in agree(sheet(), WITNESS) if row.what == "goal"]
    assert [row.answer for row in none] == ["differs"]


def test_a_record_of_another_game_is_not_compared() -> None:
    (row,) = agree(sheet(), Witness(teams=("EDM", "BUF")))
    assert (
        row.answer == "cannot tell"
        and row.text == "The record tells of AAA and BBB, the tape of EDM and BUF."
    )


def test_a_report_is_read_back_as_a_witness() -> None:
    report = json.loads(json.dumps(report_model(whole_judgement())))
    judged, seen = whole_judgement(), witness_of(report, "r.json")
    assert seen.teams == ("EDM", "BUF") and len(seen.passed) == len(judged.crossings)
    assert seen.counts[0].low == judged.counts[0].points[0].low
    with pytest.raises(RecordWrong, match=r"r\.json: no report"):
        witness_of({"schema": "benchgate.record/1"}, "r.json")
    del report["counts"]
    with pytest.raises(RecordWrong, match=r"r\.json: the report is damaged"):
        witness_of(report, "r.json")
