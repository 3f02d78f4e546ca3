"""`benchgate record` and `analyze --record`, from files to words, and what people hand in by mistake."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from review.adapters.store_sqlite import SqliteStore, case_info
from review.cli import main
from review.report.model import report_model
from review.testing.whole import whole_judgement
from tests.unit import record_documents as papers

GAME = '[teams.home]\nname = "AAA"\nroster = [{ number = 2, name = "Told" }]\n[teams.away]\nname = "BBB"\n'


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    made = {"pbp": papers.NHL_PLAYS, "landing": papers.NHL_LANDING, "shifts": papers.NHL_SHIFTS}
    paths = {name: tmp_path / f"{name}.json" for name in made}
    for name, document in made.items():
        paths[name].write_text(json.dumps(document))
    return paths


def told(capsys: pytest.CaptureFixture[str], *command: object) -> Any:
    assert main([str(word) for word in command]) == 0
    return json.loads(capsys.readouterr().out)


def test_import_check_and_a_second_revision(
    files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.record.json"
    rows = told(capsys, "record", "import", *files.values(), "--out", record, "--json")["documents"]
    assert [(r["shape"], r["revision"], r["new"]) for r in rows] == [
        ("nhl play-by-play", 1, True), ("nhl landing", 1, True), ("nhl shift chart", 1, True),
    ]  # fmt: skip
    check = told(capsys, "record", "check", record, "--json")
    assert [p["infraction"] for p in check["too_many_men"]] == ["too many men on the ice"]
    # BBB's hooking at 25:00 of play ends with AAA's goal at 26:10; AAA's bench minor begins at 58:26
    steps = {team: [(s["start_s"], s["high"]) for s in rows] for team, rows in check["strength"].items()}
    assert steps == {"AAA": [(0.0, 6), (3506.0, 5)], "BBB": [(0.0, 6), (1500.0, 5), (1570.0, 6)]}
    files["pbp"].write_text(json.dumps({**papers.NHL_PLAYS, "plays": papers.PLAYS[1:]}))
    (row,) = told(capsys, "record", "import", files["pbp"], "--out", record, "--json")["documents"]
    assert (row["revision"], row["new"]) == (2, True)
    (row,) = told(capsys, "record", "import", files["pbp"], "--out", record, "--json")["documents"]
    assert row["new"] is False
    check = told(capsys, "record", "check", record, "--json")
    assert [(d["revision"], d["in_force"]) for d in check["documents"]][::3] == [(1, False), (2, True)]
    assert main(["record", "check", str(record)]) == 0
    words = capsys.readouterr().out
    assert "superseded" in words and "Nothing here is a finding" in words


def test_a_record_beside_its_case(
    files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "record", "import", files["pbp"], "--case", tmp_path / "game.bgcase", "--json")
    assert (tmp_path / "game.record.json").is_file()


def test_agreement_with_a_report_and_with_a_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("team,number\nEDM,23\nBUF,1\n")
    record = tmp_path / "r.json"
    told(capsys, "record", "import", roster, "--out", record, "--json")
    report = tmp_path / "report.json"
    report.write_text(json.dumps(report_model(whole_judgement())))
    rows = told(capsys, "record", "agree", record, report, "--json")["rows"]
    assert any(r["what"] == "roster" and r["answer"] == "agrees" and "EDM 23" in r["text"] for r in rows)
    assert main(["record", "agree", str(record), str(report)]) == 0
    assert "A difference accuses nobody" in capsys.readouterr().out


@pytest.fixture(scope="module")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tape") / "grey.mp4"
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = 320, 192, "yuv420p"
        for i in range(12):
            picture = np.full((192, 320, 3), 60 + i, np.uint8)
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        out.mux(stream.encode())
    path.with_suffix(".game.toml").write_text(GAME)
    return path


def test_an_analysis_takes_what_is_open_from_the_record_and_says_so(
    tape: Path, files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.record.json"
    told(capsys, "record", "import", files["pbp"], "--out", record, "--json")
    case = tmp_path / "grey.bgcase"
    report = told(capsys, "analyze", tape, "--case", case, "--record", record, "--json")
    home, away = report["game"]["teams"]
    assert home["roster"] == [{"number": 2, "name": "Told", "role": "skater"}]  # GAME.toml stands
    assert [(m["number"], m["role"]) for m in away["roster"]] == [(4, "skater"), (31, "goalkeeper")]
    sha256 = hashlib.sha256(record.read_bytes()).hexdigest()
    words = [n["text"] for n in report["notices"] if n["kind"] == "from the record"]
    unread = "where they fall is not known, for the game clock or its period was not read"
    assert words == [
        f"Penalties are the record's, 2 of them; {unread}. (pbp.json; record {sha256[:12]})",
        f"The roster of BBB, 2 men, is the record's. (pbp.json; record {sha256[:12]})",
    ]
    facts = [(f["kind"], f["layer"], f["source"]) for f in report["facts"] if f["layer"] == "imported"]
    assert facts == [("game_date", "imported", "pbp.json")]
    assert told(capsys, "record", "agree", record, case, "--json")["rows"]
    without = told(capsys, "analyze", tape, "--case", tmp_path / "b.bgcase", "--json")
    assert not without["game"]["teams"][1]["roster"] and not without["facts"]


def test_the_records_hash_is_among_what_a_judgement_was_made_from(
    tape: Path, files: dict[str, Path], tmp_path: Path
) -> None:
    keys = []
    for k, document in enumerate((None, "pbp", "shifts")):
        case, record = tmp_path / f"{k}.bgcase", tmp_path / f"{k}.record.json"
        more = []
        if document:
            assert main(["record", "import", str(files[document]), "--out", str(record)]) == 0
            more = ["--record", str(record)]
        assert main(["analyze", str(tape), "--case", str(case), "--events", "json", *more]) == 0
        with SqliteStore.open(case, create=False, readonly=True) as store:
            keys.append(case_info(store)["runs"][-1]["inputs_sha256"])
    assert len(set(keys)) == 3


WRONG = {
    "missing.json": None, "empty.json": b"", "page.json": b"<html></html>", "other.json": b'{"weather": 1}',
    "cut.json": json.dumps(papers.NHL_PLAYS).encode()[:-40], "cells.csv": b"team,number\nEDM\n",
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_record_is_one_sentence_and_leaves_nothing(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / name, tmp_path / "out.record.json"
    if WRONG[name] is not None:
        path.write_bytes(WRONG[name] or b"")
    assert main(["record", "import", str(path), "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert name in said and len(said.strip().splitlines()) == 1 and "Traceback" not in said
    assert not out.exists()
    for command in (["record", "check", str(path)], ["record", "agree", str(path), str(path)]):
        assert main(command) == 2
        assert name in capsys.readouterr().err
    assert main(["analyze", str(tmp_path / "no.mp4"), "--record", str(path)]) == 2


def test_out_and_case_together_are_a_usage_error(files: dict[str, Path], tmp_path: Path) -> None:
    both = ["--out", str(tmp_path / "a.json"), "--case", str(tmp_path / "a.bgcase")]
    assert main(["record", "import", str(files["pbp"]), *both]) == 2
