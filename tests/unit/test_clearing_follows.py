"""A rendered bench clearing through the whole path: truth, facts, findings, what follows, report and page."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from review.core.case import Judgement
from review.core.errors import ExportFailed
from review.report.checked import validate_report
from review.report.model import report_model
from review.report.page import ClauseText, report_page
from review.rules.library import load_pack
from review.testing.judged_truth import judged_truth
from review.wiring.office import outcomes_of, read_office

TRUTH = Path(__file__).parents[2] / "sample_clips" / "clearing-in-order.truth.json"
OFFICE = """
[game]
id = "1012"
pack = "seeds@1"

[schedule]
csv = "schedule.csv"

[[seasons]]
season = "2025-26"
days = 190
complete = true
cba_maximum = "5,000.00"

[[clubs]]
team = "HOME"
cases = ["2024-11-02", "2021-01-05"]
history_complete = true
coach = "C. Coach"

[[players]]
team = "HOME"
number = 22
name = "A. <b>First</b>"
salary_fixed = "925000.00"

[[players]]
team = "HOME"
number = 7
salary_fixed = "1,900,000"
other_games = [{ games = 2, why = "butt-ending" }]
"""
SCHEDULE = """game,date,home,away,season,kind
1011,2026-03-12,HOME,VAL,2025-26,regular
1012,2026-03-14,AWAY,HOME,2025-26,regular
1013,2026-03-16,HOME,NOR,2025-26,regular
1014,2026-03-18,SUD,HOME,2025-26,regular
2014,2026-03-18,NOR,VAL,2025-26,regular
1015,2026-03-20,HOME,KIL,2025-26,regular
1016,2026-03-22,VAL,HOME,2025-26,regular
1017,2026-03-24,HOME,AWAY,2025-26,regular
1018,2026-03-26,NOR,HOME,2025-26,regular
1019,2026-03-28,HOME,VAL,2025-26,playoff
1020,2026-03-30,VAL,HOME,2025-26,playoff
1021,2026-04-01,HOME,VAL,2025-26,playoff
1022,2026-04-03,HOME,VAL,2025-26,playoff
1023,2026-09-20,HOME,VAL,2026-27,preseason
1024,2026-10-08,HOME,NOR,2026-27,regular
"""


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(TRUTH.read_text("utf-8"))
    return found


def report(judgement: Judgement, folder: Path) -> dict[str, Any]:
    (folder / "OFFICE.toml").write_text(OFFICE, "utf-8")
    (folder / "schedule.csv").write_text(SCHEDULE, "utf-8")
    office = read_office(folder / "OFFICE.toml")
    made = report_model(judgement, outcomes=outcomes_of(judgement, office), office=office)
    validate_report(made)
    return made


def told(made: dict[str, Any], clause: str, number: int | None = None) -> dict[str, Any]:
    rows = [
        row
        for row in made["outcomes"]
        if row["clause"] == clause and number in (None, row["subject"]["number"])
    ]
    assert len(rows) == 1
    row: dict[str, Any] = rows[0]
    return row


def page(made: dict[str, Any]) -> str:
    clauses = {one.id: ClauseText(one.title, one.paraphrase, one.cite) for one in load_pack("seeds").clauses}
    return report_page(made, clauses=clauses)


def text(html: str) -> str:
    """The words of the part on what follows."""
    part = html[html.index('id="follows"') : html.index("<h2>Findings</h2>")]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part))


def test_first_and_second_man_fines_coach_and_club_in_one_report(
    truth: dict[str, Any], tmp_path: Path
) -> None:
    """22, 7, 44 and 63 leave in that order; sums and days by hand from the schedule above."""
    made = report(judged_truth(truth, load_pack("seeds")), tmp_path)
    assert (made["office"]["date"], made["office"]["season"]) == ("2026-03-14", "2025-26")  # by its id
    sources = {one["file"]: one["sha256"] for one in made["office"]["sources"]}
    assert sources["schedule.csv"] == hashlib.sha256(SCHEDULE.encode()).hexdigest()
    ten = told(made, "72c")
    assert ten["subject"] == {
        "team": "HOME", "number": 22, "name": "A. <b>First</b>", "role": "player", "person": 11,
    }  # fmt: skip
    assert (ten["games"], ten["automatic"], ten["eligible_on"]) == (10, True, "2026-10-08")
    assert [game["game"] for game in ten["served"]] == [str(n) for n in range(1013, 1023)]
    assert [game["kind"] for game in ten["served"]] == ["regular"] * 6 + ["playoff"] * 4
    assert ten["served"][1] == {
        "game": "1014", "date": "2026-03-18", "opponent": "SUD", "season": "2025-26", "kind": "regular",
    }  # fmt: skip
    five = told(made, "72d")
    assert (five["subject"]["number"], five["games"], five["eligible_on"]) == (7, 5, "2026-03-30")
    assert [game["game"] for game in five["served"]] == [str(n) for n in range(1013, 1018)]
    fines = {
        row["subject"]["number"]: row["amount_usd"] for row in made["outcomes"] if row["clause"] == "72f"
    }
    assert fines == dict.fromkeys((22, 7, 44, 63), "5000.00")
    assert told(made, "72e")["amount_usd"] == "15000.00"  # 2024 counts; 2021 opened years that ended in 2024
    assert told(made, "72v.1", 22)["amount_usd"] == "48684.20"  # 4,868.42 a day
    assert told(made, "72v.1", 7)["amount_usd"] == "50000.00"
    coach = [(row["kind"], row["automatic"]) for row in made["outcomes"] if row["clause"] == "72u"]
    assert coach == [("coach_suspension", True), ("coach_fine", False)]
    assert [row["subject"]["number"] for row in made["outcomes"] if row["clause"] == "72b"] == [22, 7]
    assert not [row for row in made["outcomes"] if row["subject"]["team"] == "AWAY"]


def test_the_page_says_what_follows_by_itself_and_what_a_person_decides(
    truth: dict[str, Any], tmp_path: Path
) -> None:
    html = page(report(judged_truth(truth, load_pack("seeds")), tmp_path))
    words = text(html)
    assert "<b>First</b>" not in html
    automatic, rest = words.split(
        "At a person&#39;s discretion" if "&#39;s disc" in words else "At a person's"
    )
    for piece in (
        "suspension HOME 22 A. &lt;b&gt;First&lt;/b&gt; 10 games",
        "10 games 2026-03-16 to 2026-04-03 may play again on 2026-10-08",
        "2026-03-28 VAL (play-off)",
        "HOME club: $113,684.20",  # 15,000 + 48,684.20 + 50,000
        "HOME players: $20,000.00",
        "5 (72d) + 2 (butt-ending) = 7 games",
    ):
        assert piece in automatic
    assert "coach fine HOME coach C. Coach not known" in rest
    assert "No clause is open." in rest


def test_men_in_one_frame_are_candidates_and_nobody_sits_out(truth: dict[str, Any], tmp_path: Path) -> None:
    same = copy.deepcopy(truth)
    same["crossings"][1]["first_skate_s"] = same["crossings"][0]["first_skate_s"] + 0.01
    made = report(judged_truth(same, load_pack("seeds")), tmp_path)
    assert not [row for row in made["outcomes"] if row["games"] is not None]
    assert [row["subject"]["number"] for row in made["outcomes"] if row["clause"] == "72b"] == [22, 7]
    (referred,) = (row for row in made["outcomes"] if row["clause"] == "72d-N")
    assert (referred["kind"], referred["automatic"]) == ("refer_to_commissioner", False)
    words = text(page(made))
    settled, open_ = words.split("What is open")
    assert "10 games" not in settled and "5 games" not in settled
    for piece in (
        "not established: the intervals of crossings 1 and 2 overlap by 0.03 s",
        "Who was the first man to leave a bench in this altercation? (another angle or a named person)",
        "If HOME 22 (crossing 1) was the first: suspension (10 games)",
        "If HOME 7 (crossing 2) was the first: suspension (10 games)",
        "If HOME 7 (crossing 2) was the second: suspension (5 games)",
    ):
        assert piece in open_


def test_a_man_whose_number_is_not_read_is_named_by_nobody(truth: dict[str, Any], tmp_path: Path) -> None:
    blind = copy.deepcopy(truth)
    for frame in blind["frames"]:
        for man in frame["people"] or ():
            man["number"] = None
    for crossing in blind["crossings"]:
        crossing["number"] = None
    made = report(judged_truth(blind, load_pack("seeds")), tmp_path)
    ten = told(made, "72c")
    assert ten["subject"]["name"] is None and ten["subject"]["person"] == 11
    assert "who he is: his number is not established" in ten["open"]
    assert told(made, "72e")["amount_usd"] == "15000.00"
    pay = [row for row in made["outcomes"] if row["clause"] == "72v.1"]
    assert [row["amount_usd"] for row in pay] == [None, None]


def test_without_an_office_s_file_everything_that_hangs_on_it_is_open(truth: dict[str, Any]) -> None:
    judgement = judged_truth(truth, load_pack("seeds"))
    made = report_model(judgement, outcomes=outcomes_of(judgement, None))
    validate_report(made)
    ten = told(made, "72c")
    assert (ten["games"], ten["served"], ten["eligible_on"]) == (10, [], None)
    assert "which games he misses: no schedule was given" in ten["open"]
    assert all(row["amount_usd"] is None and row["open"] for row in made["outcomes"] if "fine" in row["kind"])
    assert "no schedule was given" in text(page(made))
    assert "outcomes" not in report_model(judgement)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"amount_usd": 5000}, "amount_usd"),
        ({"amount_usd": "5000"}, "amount_usd"),
        ({"eligible_on": "March"}, "eligible_on"),
        (
            {"served": [{"game": "1", "date": "2026-03-16", "opponent": "X", "season": "s", "kind": "cup"}]},
            "kind",
        ),
        ({"games": 0}, "games"),
        ({"why": []}, "why"),
        ({"automatic": "yes"}, "automatic"),
    ],
)
def test_the_schema_knows_what_follows(truth: dict[str, Any], change: dict[str, Any], place: str) -> None:
    judgement = judged_truth(truth, load_pack("seeds"))
    made = report_model(judgement, outcomes=outcomes_of(judgement, None))
    made["outcomes"][1].update(change)
    with pytest.raises(ExportFailed, match=rf"outcomes\[1\].*{place}"):
        validate_report(made)
