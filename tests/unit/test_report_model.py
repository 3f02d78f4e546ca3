"""The report as data: golden, checked by its schema, the same every time."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.core.clock import ClockSpan
from review.core.errors import ExportFailed
from review.core.facts import Subject
from review.core.rulings import RuledOn
from review.core.times import TimeScale
from review.report.checked import report_schema, validate_report
from review.report.model import report_model, report_text, without_stamps
from review.report.tables import crossings_csv, findings_csv
from review.testing import builders as a
from review.testing.whole import whole_judgement

GOLDEN = Path(__file__).parents[1] / "golden"
CONTRACT = {
    "tape": "path sha256 container codec size_px rate field_order duration_s frames timecode_start",
    "run": "version settings_sha256 models pack speed_x",
    "coverage": "start end state reason",
    "shots": "id start end enters_by view replay",
    "people": "id team role number number_p name tracks",
    "gates": "id team kind points_m points_px",
    "crossings": "id person gate team direction when first_skate second_skate confidence reason",
    "counts": "team points",
    "changes": "team off on early_s early_m verdict",
    "altercations": "id span set_by departures first second reasons",
    "facts": "id kind span subject value unit layer source confidence",
    "findings": "id clause pack verdict subject span measure missing consequence branches facts confidence "
    "why",
    "rulings": "",
    "gaps": "",
    "notices": "kind t text",
}


@pytest.fixture
def report() -> dict[str, Any]:
    return report_model(whole_judgement())


def test_the_report_is_the_reviewed_one(report: dict[str, Any]) -> None:
    assert report_text(report) == (GOLDEN / "report.json").read_text("utf-8")


def test_every_key_that_tools_rely_on_is_there(report: dict[str, Any]) -> None:
    assert report["schema"] == "benchgate.report/1"
    for part, keys in CONTRACT.items():
        held = report[part] if isinstance(report[part], list) else [report[part]]
        for one in held:
            assert set(keys.split()) <= set(one), part
    point = report["counts"][0]["points"][0]
    assert {"t", "low", "high", "best", "goalkeeper", "allowed", "p_over", "cause"} <= set(point)
    departure = report["altercations"][0]["departures"][0]
    assert {"crossing", "team", "person", "from", "rank_team", "rank_all"} <= set(departure)


def test_times_are_those_of_the_tape(report: dict[str, Any]) -> None:
    # Frame 100 of a 30000/1001 tape: 100 × 1001 / 30000 s, and 3 s 10 frames of 30-count timecode.
    assert report["crossings"][0]["when"]["earliest"] == {
        "pts": 100100,
        "s": 3.336667,
        "timecode": "01:00:03:10",
        "clock": None,
        "clock_error_s": None,
    }


def test_seconds_count_from_the_first_frame_and_the_clock_is_asked() -> None:
    tape = a.tape(scale=TimeScale(90090, a.TIME_BASE))
    judged = replace(whole_judgement(), tape=tape)
    made = report_model(judged)
    assert made["shots"][0]["start"] == {
        "pts": 0, "s": -3.003, "timecode": None, "clock": None, "clock_error_s": None,
    }  # fmt: skip
    assert made["tape"]["timecode_start"] is None


def test_a_time_carries_the_clock_where_it_was_read() -> None:
    spans = (
        ClockSpan(3.0, 5.0, -1, 1122.4, 1122.9, 1.0, 9, 1, "1"),
        ClockSpan(5.0, 6.0, 0, 59.2, 59.3, 0.1, 3, 0),
    )
    made = report_model(replace(whole_judgement(), clock_spans=spans))
    # frame 100 at 3.337 s: 1122.4 to 1122.9, less 0.337 s
    earliest = made["crossings"][0]["when"]["earliest"]
    assert (earliest["clock"], earliest["clock_error_s"]) == ("P1 18:42", 0.25)
    first, second = made["clock"]
    assert (first["motion"], first["counts"], first["at_start_s"]) == ("runs", "down", [1122.4, 1122.9])
    assert (first["readings"], first["against"], first["period"]) == (9, 1, "1")
    assert (second["motion"], second["counts"], second["end"]["clock"]) == ("stands", None, "0:59.2")
    (stop,) = made["stoppages"]
    # tenths: it stopped within a tenth of where the line reached the value; who knows when it went on
    assert [stop["start"][end]["s"] for end in ("earliest", "latest")] == pytest.approx([5.0, 5.1], abs=1e-3)
    assert (stop["end"]["earliest"]["s"], stop["end"]["latest"]) == (pytest.approx(6.0, abs=1e-3), None)
    assert stop["reason"] == "the clock was not read on either side of it"


def test_first_and_second_name_the_man(report: dict[str, Any]) -> None:
    fight = report["altercations"][0]
    assert fight["first"] == {"EDM": None, "BUF": {"person": 9, "number": 4, "crossing": 3}}
    assert fight["second"]["BUF"] == {"person": 10, "number": None, "crossing": 5}
    assert "overlap by 0.03 s" in fight["reasons"]["first.EDM"]


def test_subjects_are_called_as_people_call_them() -> None:
    def called(subject: Subject) -> str:
        judged = replace(whole_judgement(), facts=(a.fact(subject=subject),))
        return str(report_model(judged)["facts"][0]["subject"])

    assert called(Subject("EDM", 7)) == "EDM 23"
    assert called(Subject("EDM", 13)) == "EDM man 13"
    assert called(Subject("EDM", number=97)) == "EDM 97"
    assert called(Subject("BUF", role="coach")) == "BUF coach"
    assert called(Subject(bench="penalty_box")) == "penalty box"
    assert called(Subject()) == "the game"


def test_two_runs_differ_in_stamps_only(report: dict[str, Any]) -> None:
    again = replace(
        whole_judgement(), run=a.run(started="2030-01-01", speed_x=0.4, machine="other", device="cuda")
    )
    other = report_model(again, head_sha256="ab" * 32)
    assert other != report
    assert report_text(without_stamps(other)) == report_text(without_stamps(report))
    assert report["run"]["machine"] == "bench-1"


def test_what_is_not_a_number_is_null_and_odd_text_is_readable() -> None:
    links = {"n": np.arange(2), "s": Subject("EDM")}
    judged = replace(
        whole_judgement(),
        tape=a.tape(path="tape\udce9.mp4"),
        facts=(a.fact(value=(float("nan"), np.float32(0.5)), links=links),),
    )
    made = report_model(judged)
    assert made["facts"][0]["value"] == [None, 0.5]
    assert made["facts"][0]["links"]["n"] == [0, 1]
    assert made["facts"][0]["links"]["s"]["team"] == "EDM"
    report_text(made).encode("utf-8")
    validate_report(made)


def test_what_a_report_cannot_say_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot hold a set"):
        report_model(replace(whole_judgement(), facts=(a.fact(links={"x": {1}}),)))


def test_rulings_set_aside_say_what_they_were_made_on() -> None:
    made = report_model(whole_judgement(), set_aside=[RuledOn(4, a.ruling(9), a.finding(9))])
    validate_report(made)
    assert made["rulings_set_aside"][0]["id"] == 4
    assert made["rulings_set_aside"][0]["ruled_on"]["clause"] == "205.1a"


def test_the_schema_itself_is_sound() -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(report_schema())
    validate_report(report_model(whole_judgement()))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda r: r["crossings"][0].pop("when"), r"\$\.crossings\[0\]"),
        (lambda r: r["crossings"][0].update(direction="in"), r"crossings\[0\]\.direction"),
        (lambda r: r["findings"][0].update(verdict="guilty"), r"findings\[0\]\.verdict"),
        (lambda r: r["findings"][0].update(confidence=1.2), r"findings\[0\]\.confidence"),
        (lambda r: r["findings"][0].update(why=[]), r"findings\[0\]\.why"),
        (lambda r: r["shots"][0].update(view="blimp"), r"shots\[0\]\.view"),
        (lambda r: r["people"][0].update(id=0), r"people\[0\]\.id"),
        (lambda r: r["facts"][0].update(layer="guessed"), r"facts\[0\]\.layer"),
        (lambda r: r["counts"][0]["points"][0].update(low=-1), r"points\[0\]\.low"),
        (lambda r: r["changes"][0].update(early_s=[1]), r"changes\[0\]\.early_s"),
        (
            lambda r: r["altercations"][0]["departures"][0].update({"from": "stands"}),
            r"departures\[0\]\.from",
        ),
        (lambda r: r["tape"].update(sha256="5E"), r"tape\.sha256"),
        (lambda r: r.pop("gaps"), r"at \$: 'gaps'"),
        (lambda r: r.update(schema="benchgate.report/2"), r"\$\.schema"),
        (lambda r: r["notices"][0]["t"].update(timecode="3 s"), r"t\.timecode"),
    ],
)
def test_the_schema_catches_what_is_wrong(report: dict[str, Any], change: Any, place: str) -> None:
    wrong = copy.deepcopy(report)
    change(wrong)
    with pytest.raises(ExportFailed, match=place):
        validate_report(wrong)


def test_a_tool_may_find_more_fields_than_it_knows(report: dict[str, Any]) -> None:
    validate_report({**report, "more": 1})


def test_the_report_reads_back_as_json(report: dict[str, Any]) -> None:
    assert json.loads(report_text(report)) == report


def test_crossings_as_a_table(report: dict[str, Any]) -> None:
    lines = crossings_csv(report).splitlines()
    assert len(lines) == 7
    assert lines[0].startswith("crossing,team,man,number,number_p,name,gate,")
    assert lines[1] == (
        "1,EDM,EDM 97,97,0.97,,EDM-bench,on,3.336667,3.4034,3.470133,100100,104104,01:00:03:10,,"
        "3.336667,3.4034,,,0.93,the second skate is hidden by the boards"
    )


def test_findings_as_a_table_with_the_ruling_that_stands(report: dict[str, Any]) -> None:
    lines = findings_csv(report).splitlines()
    assert len(lines) == 5
    assert "bench minor (automatic)" in lines[1]
    assert ",rejected,C. Commissioner," in lines[1]
    assert "accepted" not in lines[1]


def test_a_name_is_never_a_formula() -> None:
    judged = whole_judgement()
    people = tuple(replace(p, name="=cmd|'/c calc'!A1") for p in judged.people)
    assert ",'=cmd|" in crossings_csv(report_model(replace(judged, people=people)))
