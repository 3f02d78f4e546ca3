"""`benchgate docket`: a whole trail from judged facts, and what is told to whoever gets something wrong."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from review.adapters.store_sqlite import SqliteStore
from review.cli import main
from review.testing import builders as a
from review.testing.whole import whole_judgement
from tests.unit.dockets import games, row

WHO = ("--as", "Ann Lee", "--on", "2013-10-01")
TEN = games("10-03", "10-05", "10-08", "10-10", "10-12", "10-15", "10-17", "10-19", "10-22", "10-24")


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a command on a docket of this test and gives (exit code, output, errors)."""
    monkeypatch.setenv("BENCHGATE_DOCKET", str(tmp_path / "office.bgdocket"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["docket", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def facts(tmp_path: Path) -> str:
    club = {"team": "A", "number": None, "name": None, "role": "club"}
    rows = [
        row(served=TEN, eligible_on="2013-10-26"),
        row("team_fine", "72e", subject=club, open=["history is not known"]),
        row("coach_fine", "72u", automatic=False),
    ]
    data = {"pack": "seeds@1", "findings": [], "outcomes": rows}
    path = tmp_path / "judged.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


@pytest.fixture
def case(told: Any, facts: str) -> str:
    assert told("open", facts, *WHO, "--title", "A at B", "--incident", "2013-09-30")[0] == 0
    return "1"


def test_a_trail_from_opening_to_rescinding_read_back_in_words(told: Any, case: str) -> None:
    code, out, _ = told("decide", case, "--automatic", *WHO, "--reason", "first off the bench")
    assert code == 0
    assert "Entered:" in out and "Al Berg (A 12): suspension, 10 games" in out
    assert "2  72e    A: team fine (automatic; not decided)" in out
    assert (
        told("decide", case, "--proposal", "2", "--amount", "$10,000", *WHO, "--reason", "first case")[0] == 0
    )
    told(
        "appeal",
        case,
        "1",
        "--as",
        "Al Berg",
        "--on",
        "2013-10-04",
        "--to",
        "the Commissioner",
        "--grounds",
        "video",
    )
    listed = told("list", "--status", "under appeal")[1]
    assert "under appeal" in listed and "A at B  (2 ruled, 1 to decide)" in listed
    reduced = ("--outcome", "reduced", "--games", "3", "--as", "Gary Roe", "--on", "2013-10-07")
    assert told("answer", case, "1", *reduced, "--reason", "inconclusive")[0] == 0
    shown = told("show", case)[1]
    assert "1. imposed by Ann Lee on 2013-10-01: suspension, 10 games" in shown
    assert "2. reduced by Gary Roe on 2013-10-07: suspension, 3 games" in shown
    assert "may play again on 2013-10-10" in shown
    assert (
        "suspension, 10 games"
        in told("show", case, "--on", "2013-10-05")[1].split("Rulings:")[1].split("\n")[1]
    )
    assert told("rescind", case, "2", *WHO, "--reason", "another club")[0] == 0
    account = told("ledger", "--on", "2013-10-08")[1]
    assert "Al Berg (A 12): 3 games, 2 missed, may play again on 2013-10-10" in account
    assert "another case would cost $10,000.00" in told("ledger", "--club", "A", "--on", "2013-10-08")[1]
    history = told("history", case)[1].strip().splitlines()
    kinds = [line.split(", for ")[0].rsplit(" ", 1)[1] for line in history]
    assert kinds == ["opened", "decided", "decided", "appealed", "answered", "rescinded"]


def test_json_says_everything_and_what_was_known_then(told: Any, case: str) -> None:
    entered = json.loads(told("decide", case, "--proposal", "1", *WHO, "--reason", "seen", "--json")[1])
    assert [one["kind"] for one in entered["entered"]] == ["decided"]
    assert entered["case"]["version"] == 2
    assert entered["case"]["rulings"][0]["in_force"]["eligible_on"] == "2013-10-26"
    assert json.loads(told("show", case, "--json")[1])["rulings"][0]["says"] == "suspension, 10 games"
    assert json.loads(told("list", "--json")[1])["cases"][0]["status"] == "open"
    assert len(json.loads(told("history", "--json")[1])) == 2
    ledger = json.loads(told("ledger", "--person", "Al Berg", "--on", "2013-10-06", "--json")[1])
    assert (ledger["persons"][0]["games"], ledger["persons"][0]["missed"]) == (10, 2)
    verified = json.loads(told("verify", "--json")[1])
    assert (verified["sound"], verified["entries"]) == (True, 2)
    past = told("list", "--known", "2013-10-01", "--json")[1]
    assert json.loads(past)["cases"] == []


def test_a_fine_that_the_docket_s_history_makes_otherwise_is_noted(told: Any, case: str, facts: str) -> None:
    told("decide", case, "--proposal", "2", "--amount", "10000", *WHO, "--reason", "first")
    assert told("open", facts, *WHO, "--title", "again", "--incident", "2014-01-01", "--again")[0] == 0
    out = told("decide", "2", "--proposal", "2", "--amount", "10000", *WHO, "--reason", "second")[1]
    assert (
        "Note: by the cases in this docket the book's fine is $15,000.00, and $10,000.00 was entered." in out
    )


def test_whoever_looked_before_somebody_else_decided_is_refused_and_shown(told: Any, case: str) -> None:
    assert told("decide", case, "--proposal", "1", *WHO, "--reason", "seen", "--seen", "1")[0] == 0
    code, out, err = told("rescind", case, "1", "--as", "Tom Roe", "--reason", "not so", "--seen", "1")
    assert (code, out) == (2, "")
    assert "Somebody else was in case 1 meanwhile" in err
    assert "Ann Lee decided" in err and "ruling 1, proposal 1, imposed, 10 games" in err
    code, _, err = told("decide", case, "--proposal", "1", "--as", "Tom Roe", "--reason", "so")
    assert (
        code == 2 and "was decided by Ann Lee on 2013-10-01: imposed, suspension, 10 games (ruling 1)" in err
    )


def test_exports_as_page_sheet_and_json(told: Any, case: str, tmp_path: Path) -> None:
    told("decide", case, "--proposal", "1", *WHO, "--reason", "=1+1 <script>alert(1)</script>")
    assert told("export", "--out", "all.html")[1] == "Written: all.html\n"
    page = (tmp_path / "all.html").read_text("utf-8")
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert "Case 1: A at B" in page and "may play again on 2013-10-26" in page
    rows = list(csv.DictReader(io.StringIO(told("export", "--format", "csv")[1])))
    assert [(r["kind"], r["how"], r["games"]) for r in rows] == [
        ("suspension", "imposed", "10"),
        ("team_fine", "proposed", ""),
        ("coach_fine", "proposed", ""),
    ]
    assert rows[0]["reason"].startswith("'=1+1")
    model = json.loads(told("export", case, "--format", "json")[1])
    assert model["schema"] == "benchgate.docket/1"
    assert model["docket"]["head_sha256"] == json.loads(told("verify", "--json")[1])["head_sha256"]
    assert model["persons"][0]["person"] == "al berg"


def test_an_export_fits_its_schema(told: Any, case: str) -> None:
    from jsonschema import Draft202012Validator

    from review.report.docket_model import docket_schema

    told("decide", case, "--proposal", "1", *WHO, "--reason", "seen")
    told("decide", case, "--proposal", "2", "--amount", "10000", *WHO, "--reason", "seen")
    told("appeal", case, "1", *WHO, "--to", "the Commissioner", "--grounds", "video")
    told("rescind", case, "2", *WHO, "--reason", "not so")
    model = json.loads(told("export", "--json")[1])
    validator = Draft202012Validator(docket_schema())
    assert list(validator.iter_errors(model)) == []
    model["cases"][0]["rulings"][0]["versions"][0]["by"] = None
    del model["docket"]["head_sha256"]
    assert len(list(validator.iter_errors(model))) == 2


def test_a_case_is_opened_from_a_case_file_once(told: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.bgcase"
    with SqliteStore.open(path, create=True) as store:
        store.put_judgement(whole_judgement(), a.tracks(), "x")
        head = store.head_sha256()
    opened = json.loads(told("open", str(path), *WHO, "--json")[1])
    assert opened["case"]["source"]["kind"] == "case file"
    assert opened["case"]["source"]["head_sha256"] == head
    assert opened["case"]["title"] == "game"
    assert [one["clause"] for one in opened["case"]["findings"]] == [
        one.clause for one in whole_judgement().findings if one.verdict != "does not"
    ]
    code, _, err = told("open", str(path), *WHO)
    assert code == 2 and "Case 1 was opened from this already, by Ann Lee" in err
    assert told("open", str(path), *WHO, "--again")[0] == 0


FACTS = """
teams = ["LAK", "OTT"]
[[fact]]
kind = "bench_watched"
subject = { team = "LAK", bench = "players_bench" }
start = 10
end = 40
value = true
links = { altercation = 1 }
[[fact]]
kind = "left_bench"
subject = { team = "LAK", person = 12, number = 12, bench = "players_bench" }
start = 12
end = 12.4
value = true
links = { altercation = 1, crossing = 5, during = true }
[[fact]]
kind = "game_date"
start = 0
value = "2001-12-20"
layer = "imported"
source = "schedule"
"""


OFFICE = """
[game]
date = 2001-12-20
[schedule]
games = [
    { date = 2001-12-22, home = "LAK", away = "X", season = "2001-02", kind = "regular" },
    { date = 2001-12-26, home = "X", away = "LAK", season = "2001-02", kind = "regular" },
]
[[clubs]]
team = "LAK"
cases = []
history_complete = true
"""


def test_what_rules_judge_prints_opens_a_case_with_what_the_office_knows(
    told: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "FACTS.toml").write_text(FACTS, encoding="utf-8")
    (tmp_path / "OFFICE.toml").write_text(OFFICE, encoding="utf-8")
    assert main(["rules", "judge", "FACTS.toml", "--office", "OFFICE.toml", "--json"]) == 0
    (tmp_path / "judged.json").write_text(capsys.readouterr().out, encoding="utf-8")
    opened = json.loads(told("open", "judged.json", *WHO, "--json")[1])["case"]
    assert (opened["incident_on"], opened["pack"]) == ("2001-12-20", "seeds@1")
    proposed = {(one["clause"], one["kind"], one["automatic"], one["games"]) for one in opened["proposals"]}
    assert proposed >= {
        ("72b", "game_misconduct", True, None),
        ("72c", "suspension", True, 10),
        ("72e", "team_fine", True, None),
        ("72u", "coach_fine", False, None),
    }
    (ten,) = [one for one in opened["proposals"] if one["kind"] == "suspension"]
    assert [one["date"] for one in ten["served"]] == ["2001-12-22", "2001-12-26"]
    told("decide", "1", "--automatic", "--as", "Ann Lee", "--on", "2001-12-21", "--reason", "the only leaver")
    account = told("ledger", "--on", "2001-12-23")[1]
    assert "LAK 12: 10 games, 1 missed" in account
    assert "LAK: $10,000.00 in all" in account
    code, _, err = told("open", "judged.json", *WHO, "--office", "OFFICE.toml")
    assert code == 2 and "judged.json: what follows was reckoned when this was written" in err


def test_tampering_and_lost_entries_are_told_with_exit_code_2(told: Any, case: str, tmp_path: Path) -> None:
    told("decide", case, "--proposal", "1", *WHO, "--reason", "seen")
    head = json.loads(told("verify", "--json")[1])["head_sha256"]
    assert told("verify", "--head", head)[0] == 0
    other = "0" * 64
    assert "the state 0000" in told("verify", "--head", other)[2]
    connection = sqlite3.connect(tmp_path / "office.bgdocket")
    connection.execute("DROP TRIGGER entry_no_update")
    connection.execute(
        "UPDATE entry SET body = replace(body, '\"games\":10', '\"games\":1') WHERE number = 2"
    )
    connection.commit()
    connection.close()
    code, _, err = told("verify")
    assert code == 2 and "entry 2 was altered" in err
    code, out, _ = told("verify", "--json")
    assert (code, json.loads(out)["sound"], json.loads(out)["problems"]) == (
        2,
        False,
        ["entry 2 was altered"],
    )


WRONG: list[tuple[tuple[str, ...], str]] = [
    (("show", "9"), "no case 9"),
    (("decide", "9", "--proposal", "1", "--reason", "x", *WHO), "no case 9"),
    (("history", "9"), "no case 9"),
    (("export", "9"), "no case 9"),
    (("export", "--format", "pdf"), "'pdf' is unknown"),
    (("export", "--out", "nowhere/x.html"), "nowhere"),
    (("list", "--status", "lost"), "'lost' is unknown"),
    (("list", "--known", "yesterday"), "'yesterday' is no moment"),
    (("ledger", "--on", "2013-02-30"), "no date"),
    (("ledger", "--person", "Nobody Known"), "Nothing was ever ruled against"),
    (("ledger", "--pack", "nonesuch"), "nonesuch"),
    (("open", "missing.json", *WHO), "missing.json: cannot be read"),
    (("open", *WHO), "needs a title"),
    (("open", "judged.json", "--as", "system"), "names nobody"),
    (("decide", "1", "--reason", "x", *WHO), "nothing to decide"),
    (("decide", "1", "--proposal", "1", "--reason", "", *WHO), "needs a reason"),
    (("decide", "1", "--proposal", "2", "--amount", "a lot", "--reason", "x", *WHO), "'a lot' is no sum"),
    (("decide", "1", "--automatic", "--games", "3", "--reason", "x", *WHO), "as proposed"),
    (("decide", "1", "--kind", "minor", "--proposal", "1", "--reason", "x", *WHO), "without a proposal"),
    (("decide", "1", "--proposal", "1", "--seen", "9", "--reason", "x", *WHO), "1 entries, not 9"),
    (("list", "--docket", "mysql://x/y"), "cannot be kept there"),
    (("list", "--docket", "postgresql://me:secret@127.0.0.1:1/x"), "postgresql://me:***@127.0.0.1:1/x"),
    (("list", "--docket", "."), "this is a folder"),
    (("list", "--docket", "elsewhere.bgdocket"), "no docket yet"),
    (("list", "--docket", "judged.json"), "judged.json"),
    (("list", "--docket", "text.txt"), "text.txt: this is no docket"),
    (("list", "--docket", "other.sqlite"), "of another kind"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=[" ".join(one)[:40] for one, _ in WRONG])
def test_what_is_wrong_is_told_in_one_sentence(
    told: Any, case: str, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    (tmp_path / "text.txt").write_text("no docket")
    connection = sqlite3.connect(tmp_path / "other.sqlite")
    connection.execute("CREATE TABLE x (y)")
    connection.commit()
    connection.close()
    before = (tmp_path / "judged.json").read_bytes()
    code, out, err = told(*arguments)
    assert (code, out) == (2, ""), err
    assert words in err and "secret" not in err
    assert err.count("\n") == 1
    assert (tmp_path / "judged.json").read_bytes() == before
    assert not (tmp_path / "elsewhere.bgdocket").exists()


def test_the_docket_lives_in_the_user_s_data_folder_unless_said_otherwise(
    told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BENCHGATE_DOCKET")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert told("open", "--title", "by hand", "--team", "A", "--team", "B", *WHO)[0] == 0
    assert (tmp_path / "data" / "benchgate" / "docket.bgdocket").is_file()
    assert "by hand" in told("list", "--team", "B")[1]


def test_a_password_is_never_shown_among_the_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BENCHGATE_DOCKET", "postgresql://office:secret@server/docket")
    assert main(["settings", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["docket"]
    assert told == {"value": "postgresql://office:***@server/docket", "origin": "environment"}


def test_databases_are_loaded_by_no_other_command() -> None:
    code = (
        "import sys; from review.cli import main; main(['rules', 'list']);"
        "print([m for m in ('sqlalchemy', 'alembic', 'psycopg', 'review.rules.docket') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
