"""What follows, on the command line: judged facts, a case's report, and a wrong file in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from review.cli import main
from review.report.checked import validate_report
from tests.unit.case_files import full_case

OFFICE = """
[game]
date = "2026-02-28"
[[seasons]]
season = "2025-26"
days = 190
complete = true
[[players]]
team = "BUF"
number = 4
salary_fixed = "950000.00"
[schedule]
csv = "games.csv"
"""
FACTS = """
teams = ["BUF", "EDM"]
[[fact]]
kind = "bench_watched"
subject = { team = "BUF", bench = "players_bench" }
start = 0
end = 60
value = true
[[fact]]
kind = "left_bench"
subject = { team = "BUF", number = 4, bench = "players_bench" }
start = 10
value = true
links = { altercation = 1, crossing = 1, during = true }
"""


@pytest.fixture
def office(tmp_path: Path) -> Path:
    rows = [f"{n},2026-03-{n:02d},BUF,X{n},2025-26,regular" for n in range(1, 13)]
    (tmp_path / "games.csv").write_text("\n".join(["game,date,home,away,season,kind", *rows]), "utf-8")
    path = tmp_path / "edm-buf.office.toml"
    path.write_text(OFFICE, "utf-8")
    return path


def test_judge_tells_dates_and_sums(tmp_path: Path, office: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = tmp_path / "FACTS.toml"
    facts.write_text(FACTS, "utf-8")
    assert main(["rules", "judge", str(facts), "--office", str(office), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["outcomes"]
    (ten,) = (row for row in rows if row["kind"] == "suspension")
    assert (len(ten["served"]), ten["eligible_on"]) == (10, "2026-03-11")
    assert main(["rules", "judge", str(facts), "--office", str(office)]) == 0
    words = capsys.readouterr().out
    assert "72c     BUF 4: suspension, 10 games, may play again on 2026-03-11" in words
    assert "72v.1   BUF club, for 4: pay to league, $50,000.00" in words
    assert "72u     BUF coach: coach fine" in words.split("What a person decides:")[1]


def test_report_takes_the_file_beside_the_case(
    tmp_path: Path, office: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = full_case(tmp_path / "edm-buf.bgcase")
    assert main(["report", str(case), "--format", "json", "--out", "-"]) == 0
    made = json.loads(capsys.readouterr().out)
    validate_report(made)
    (ten,) = (row for row in made["outcomes"] if row["kind"] == "suspension")
    assert (ten["finding"], ten["clause"], ten["eligible_on"]) == (2, "72c", "2026-03-11")
    assert ten["subject"]["name"] == "Ola <b>Test</b>"
    assert not [row for row in made["outcomes"] if row["finding"] == 3]  # the open one

    office.rename(tmp_path / "elsewhere.toml")
    assert main(["report", str(case), "--format", "json", "--out", "-"]) == 0
    bare = json.loads(capsys.readouterr().out)
    assert [row["served"] for row in bare["outcomes"] if row["kind"] == "suspension"] == [[]]
    arguments = ["--format", "html", "--out", "-", "--office", str(tmp_path / "elsewhere.toml")]
    assert main(["report", str(case), *arguments]) == 0
    html = capsys.readouterr().out
    assert 'may play again on <strong class="num">2026-03-11</strong>' in html
    assert "Ola &lt;b&gt;Test&lt;/b&gt;" in html and "<b>Test</b>" not in html
    assert "✕ finding rejected by C. Commissioner" in html  # the bench minor of finding 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[gmae]\n", "has no key 'gmae'. Did you mean 'game'?"),
        ('[schedule]\ncsv = "none.csv"\n', "none.csv: No such file or directory."),
        ('[game]\npack = "iihf"\n', "but the findings are by seeds@1"),
    ],
)
def test_a_wrong_file_is_one_sentence_and_exit_code_2(
    tmp_path: Path, text: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    facts, office, case = tmp_path / "FACTS.toml", tmp_path / "o.toml", full_case(tmp_path / "x.bgcase")
    facts.write_text(FACTS, "utf-8")
    office.write_text(text, "utf-8")
    for arguments in (
        ["rules", "judge", str(facts)],
        ["report", str(case), "--out", str(tmp_path / "r.html")],
    ):
        assert main([*arguments, "--office", str(office)]) == 2
        told = capsys.readouterr().err.strip().splitlines()
        assert words in told[-1] and "Traceback" not in told[-1]
    assert not (tmp_path / "r.html").exists()


def test_a_missing_file_is_told_before_the_tape_is_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["analyze", str(tmp_path / "no.mp4"), "--office", str(tmp_path / "none.toml")])
    assert code == 2 and "none.toml" in capsys.readouterr().err
