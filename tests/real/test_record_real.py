"""Real records and real positions (shared/data/tracking), against what others wrote down of them."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from review.cli import main
from review.core.record import Record, Sheet
from review.evaluate.positions import CountedTeam, count_positions
from review.imports.positions_csv import read_box_positions, read_cup_positions
from review.imports.record_json import extended, read_document
from review.measure.record_check import check_sheet, too_many_men
from review.measure.record_facts import keeper_absences
from review.measure.sheet import sheet_of
from tests.processor import as_taken

HERE = Path(__file__).parent
TRACKING = HERE.parents[1] / ".." / "shared" / "data" / "tracking"
CLIPS = TRACKING.parent / "clips"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(
        not TRACKING.is_dir(), reason="the real records (shared/data) are not beside this checkout"
    ),
]


def sheet(*files: str) -> Sheet:
    record = Record()
    for file in files:
        path = TRACKING / file
        record = extended(record, read_document(path.read_bytes(), path.name))
    return sheet_of(record)


def counted(file: str, told: Sheet | None) -> dict[str, CountedTeam]:
    frames = read_cup_positions((TRACKING / file).read_bytes(), file, 30.0)
    keepers: dict[str, set[int]] = {}
    for man in told.roster if told else ():
        if man.role == "goalkeeper" and man.number is not None:
            keepers.setdefault(man.team, set()).add(man.number)
    return {one.team: one for one in count_positions(frames, told, rate_fps=30, keepers=keepers)}


def test_legal_six_skater_spells_of_an_nhl_game_raise_nothing() -> None:
    """A penalty pending at 731 to 739 s (PHI), the goalkeeper off at 3500 to 3594 s (CAR); SOURCES.md."""
    told = sheet("nhl-phi2019/pbp_2019020336.csv")
    check = check_sheet(told)
    empty = [(s.team, s.start_s, s.end_s, s.men) for s in check.spells if s.kind == "no goalkeeper"]
    assert empty == [("PHI", 731.0, 739.0, 6), ("CAR", 3500.0, 3594.0, 6)]
    assert any(
        s.text.startswith("6 PHI skaters and no goalkeeper (a penalty on the other") for s in check.spells
    )
    assert check.seconds("over") == 0.0 and check.too_many == ()
    assert [(t, a.game_s, b.game_s) for t, a, b, _ in keeper_absences(told)] == [
        ("PHI", 731.0, 739.0), ("CAR", 3500.0, 3594.0),
    ]  # fmt: skip


def test_strength_by_the_penalties_is_the_scorers() -> None:
    """The scraped file states skaters and goalkeepers beside every event: 1,132 of 1,134 statements agree."""
    told = sheet("nhl-phi2019/pbp_2019020336.csv")
    check = check_sheet(told)
    assert check.scored == (1134, 1132)
    # both fall into the 33 s in which the changes have a PHI man too few
    assert all("CHANGE, 5 PHI men as scored" in text for text in check.scored_against)
    # five PHI men for 33 s without a penalty on record: the shifts lack somebody, and nobody is accused
    assert [(s.team, s.start_s, s.end_s) for s in check.spells if s.kind == "under"] == [
        ("PHI", 597.0, 630.0)
    ]
    assert len(told.roster) == 38 and sum(man.name is not None for man in told.roster) >= 36


def test_impossible_shifts_of_a_women_s_game_are_the_records_fault() -> None:
    """By SOURCES.md the home side has six on for 3,290 of 3,600 s and seven or eight for five."""
    told = sheet("pwhl42/gameshifts.json", "pwhl42/pbp.json")
    assert told.teams == ("MTL", "BOS") and len(told.penalties) == 5
    check = check_sheet(told)
    assert check.seconds("over", "MTL") == 5.0
    home = check.men["MTL"]
    six_s = sum(b.start_s - a.start_s for a, b in pairwise(home) if a.men == 6)
    assert six_s == 3290.0
    assert all("the record's fault" in s.text for s in check.spells if s.kind == "over")
    # MTL's goalkeeper is off from 4:18 to 4:34 of the third: six skaters, as allowed
    pulled = [s for s in check.spells if s.kind == "no goalkeeper" and s.team == "MTL"]
    assert [(s.start_s, s.end_s, s.men) for s in pulled] == [(2658.0, 2674.0, 6)]


def test_the_too_many_men_penalty_of_an_olympic_game_is_found() -> None:
    told = sheet("bdc2022/sui-fin_pxp.csv", "bdc2022/sui-fin_roster.csv", "bdc2022/pp_info.csv")
    (penalty,) = too_many_men(told)
    assert (penalty.team, penalty.at.period, penalty.at.elapsed_s) == ("Finland", 3, 1200.0 - 1028)
    assert penalty.kind == "bench_minor" and penalty.ends_game_s == 2400.0 + 1200 - 908
    assert penalty.source == "sui-fin_pxp.csv, row 1245"
    strength = check_sheet(told).strength["Finland"]
    assert [(s.start_s, s.high) for s in strength][-2:] == [(2572.0, 5), (2692.0, 6)]


def test_counting_men_in_view_never_accuses_a_power_play() -> None:
    """113 s of Switzerland's power play: Finland may have five men on, Switzerland six."""
    told = sheet("bdc2022/sui-fin_pxp.csv", "bdc2022/sui-fin_roster.csv", "bdc2022/pp_info.csv")
    teams = counted("bdc2022/sui-fin_p3_pp6.csv", told)
    finland, swiss = teams["Finland"], teams["Switzerland"]
    assert finland.allowed[0] == 5 and swiss.allowed == (6,)
    for team in (finland, swiss):
        assert team.inside_share == 1.0 and team.flags == 0 and team.most <= max(team.allowed)
    assert 0.05 <= finland.full_share <= 0.2  # as SOURCES.md says: counts are lower bounds


@pytest.mark.parametrize(
    ("file", "short"), [("bdc2022/can-usa_p1_pp1.csv", "USA"), ("bdc2022/can-usa_p3_pp6.csv", None)]
)
def test_nor_does_it_in_another_game(file: str, short: str | None) -> None:
    """In the first the USA are short and five of theirs are in view throughout: the count is exact."""
    told = sheet("bdc2022/can-usa_pxp.csv", "bdc2022/pp_info.csv")
    teams = counted(file, told)
    for name, team in teams.items():
        assert team.inside_share == 1.0 and team.flags == 0
        assert (5 in team.allowed) == (name == short)
    if short is not None:
        assert teams[short].full_share >= 0.98 and teams[short].most == 5


def test_six_white_skaters_are_a_question_and_no_accusation() -> None:
    """Six white skaters in frames 741 to 786, no goalkeeper of theirs in the picture (SOURCES.md)."""
    file = "mhptd-mot/chi-tor_2016_003.csv"
    frames = read_box_positions((TRACKING / file).read_bytes(), file)
    teams = {one.team: one for one in count_positions(frames, None, rate_fps=30)}
    white = teams["white"]
    assert white.most == 6 and white.flags == 0 and white.inside_share == 1.0
    full = [(p.t.pts, p.goalkeeper) for p in white.timeline.points if p.low == 6]
    assert full == [(741, None), (826, True), (938, True)]  # from 826 on it is five and the goalkeeper
    assert white.full_without_keeper_s == pytest.approx(46 / 30)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.slow
@pytest.mark.skipif(not CLIPS.is_dir(), reason="the real clips (shared/data) are not beside this checkout")
@as_taken
def test_a_record_beside_a_real_tape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Roster, penalty and shifts by hand beside buf-edm, whose clock runs from 18:49 to 18:37 of the first.

    S1 lands at 7.71 s of tape, which is 18:42, so 1:18 elapsed (SOURCES.md).
    """
    files = [
        written(tmp_path, "roster.csv", "team,number,name\nEDM,4,A. Told\nBUF,9,B. Told\n"),
        written(tmp_path, "penalties.csv", "team,number,period,time,minutes\nBUF,8,1,0:50,2\n"),
        written(tmp_path, "shifts.csv", "team,number,period,start,end\nEDM,4,1,1:18,2:00\n"),
    ]  # fmt: skip
    record, case = tmp_path / "r.json", tmp_path / "b.bgcase"
    assert main(["record", "import", *map(str, files), "--out", str(record)]) == 0
    game, gates = HERE / "buf-edm.game.toml", HERE / "buf-edm.gates.toml"
    told = ["--game", str(game), "--gates", str(gates), "--case", str(case), "--record", str(record)]
    assert main(["analyze", str(CLIPS / "buf-edm_720p30.mp4"), *told]) == 0
    capsys.readouterr()
    assert main(["record", "agree", str(record), str(case), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    landed = [r for r in rows if r["what"] == "crossing" and r["text"].startswith("EDM on")]
    assert [r["answer"] for r in landed] == ["agrees"] and abs(landed[0]["at_s"] - 7.71) < 0.5
    assert not [
        r for r in rows if r["what"] == "count" and r["answer"] == "differs" and "shifts" not in r["text"]
    ]
    assert main(["report", str(case), "--format", "json"]) == 0
    report = json.loads(case.with_suffix(".json").read_text(encoding="utf-8"))
    (short,) = report["game"]["penalties"]  # from 0:50 to 2:50 elapsed: all of the tape
    assert (short["team"], short["start_s"]) == ("BUF", 0.0) and short["length_s"] >= 12.0
    assert {p["allowed"] for c in report["counts"] if c["team"] == "BUF" for p in c["points"]} <= {5, None}
    assert [f["subject"]["team"] for f in report["findings"] if f["verdict"] != "does not"] == ["EDM"]
