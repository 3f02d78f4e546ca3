"""`benchgate rules`: what it prints, and what a wrong file is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from review.cli.rules_cli import rules_app
from review.core.errors import PackWrong

FACTS = """
teams = ["A", "B"]
[[fact]]
kind = "change_early"
subject = { team = "A", person = 17 }
start = "0:12.0"
end = 13
value = true
links = { change = 1, early_m = [2.0, 2.6] }
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(rules_app, list(arguments))


def told(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def facts(tmp_path: Path) -> str:
    path = tmp_path / "FACTS.toml"
    path.write_text(FACTS, encoding="utf-8")
    return str(path)


def test_judge_prints_the_documented_json(facts: str) -> None:
    printed = json.loads(told("judge", facts, "--pack", "seeds", "--json"))
    assert printed["pack"] == "seeds@1"
    verdicts = {one["clause"]: one["verdict"] for one in printed["findings"]}
    asked = {"205.1b": "cannot tell", "205.3": "cannot tell", "205.3-N": "cannot tell"}
    assert verdicts == {"205.1a": "trips", **asked}
    first = printed["findings"][0]
    assert first["subject"]["person"] == 17
    assert (first["span"]["start"]["s"], first["span"]["end"]["s"]) == (12.0, 13.0)
    assert printed["facts"][0]["kind"] == "change_early"


def test_judge_in_words_and_with_another_reading(facts: str) -> None:
    assert "▲ 205.1a  trips" in told("judge", facts)
    assert "205.1b" not in told("judge", facts, "--listed").split("Branch")[0].split("Whether")[0]
    assert "· 205.1a  does not" in told("judge", facts, "--set", "bench_distance=3 m")
    assert "at the officials' discretion" in told("judge", facts, "--pack", "nhl-modern")


def test_list_show_explain_vocabulary() -> None:
    listed = told("list")
    for words in ("seeds@1", "nhl-modern@1", "fphl@2024", "205.1a", "72d-N"):
        assert words in listed
    shown = told("show", "72c", "--pack", "fphl")
    assert "for the next 6 games of his team" in shown
    assert "rank_scope = per_team (A1)" in shown
    assert json.loads(told("show", "72c", "--json"))["params"]["games"] == "10 games"
    explained = told("explain", "72d-N", "--cases", str(Path(__file__).parents[1] / "cases"))
    assert explained.startswith("# 72d-N Who names the first and second man")
    assert "### two men in the same frame, and the referee cannot name them" in explained
    assert "- A: trips; follows: refer_to_commissioner" in explained
    assert "Asked: Did he do it on purpose" in told("vocabulary")
    assert (
        len(json.loads(told("vocabulary", "--json"))["kinds"]) == len(told("vocabulary").split("Asked: ")) - 1
    )


def test_two_books_side_by_side() -> None:
    printed = json.loads(told("diff", "seeds", "iihf", "--json"))
    assert printed["compared"] == ["seeds@1", "iihf@2022-26"]
    books = {(one["where"], one["what"]): (one["a"], one["b"]) for one in printed["packs"]}
    assert books["settings", "bench_distance"] == ("0 m", "1.5 m")
    assert (
        books["72c", "clause"][0] == "yes"
        and "discipline is for the authorities" in books["72c", "clause"][1]
    )
    words = told("diff", "seeds", "fphl")
    assert "72c        params.games: 10 games | 6 games" in words
    assert "coach_fine ($500), coach_suspension (3 games) (a person decides)" in words


def test_show_says_who_decides_and_how_clauses_stand_to_each_other() -> None:
    shown = told("show", "72t")
    assert "ordered_off, decided by a person" in shown
    assert "Follows: suspension (10 games), automatic" in shown
    assert "Its penalty covers that of 72i, 72h-N, which is counted once." in told("show", "72j")
    assert "72c        left out: No games are fixed" in told("list", "--pack", "iihf")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["judge", "missing.toml"], "missing.toml cannot be read"),
        (["judge", "missing.toml", "--pack", "sedes"], "Did you mean 'seeds'?"),
        (["show", "72x"], "has no clause '72x'"),
        (["explain", "72c", "--cases", "nowhere"], "holds no case for clause 72c"),
        (["judge", "missing.toml", "--set", "tie"], "has no value"),
    ],
)
def test_what_is_wrong_is_one_sentence(arguments: list[str], words: str) -> None:
    error = run(*arguments).exception
    assert isinstance(error, PackWrong)
    assert error.exit_code == 2
    assert words in error.sentence()
