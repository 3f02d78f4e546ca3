"""An archive on real tapes: the same cases as one by one, resumed after kills, searched, mended."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from review.cli import main
from review.wiring import open_store
from review.wiring.archiving import open_archive

ROOT = Path(__file__).parents[2]
QUICK = [
    part
    for one in ("clock_rate_hz=0", "number_rate_hz=0", "registration=off", "look_rate_hz=5", "segment_s=2")
    for part in ("--set", one)
]
CLIPS = ("early-10m", "legal-one")


@pytest.fixture(scope="module")
def tapes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two short rendered clips with their sheets, filed by day."""
    folder = tmp_path_factory.mktemp("tapes")
    for day, name in zip(("2003-11-05", "2004-01-07"), CLIPS, strict=True):
        for end in (".mp4", ".game.toml", ".gates.toml"):
            shutil.copy(ROOT / "sample_clips" / f"{name}{end}", folder / f"{day}_{name}{end}")
    return folder


def run(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "review.cli", "archive", "run", "--archive", str(folder), *QUICK, *more]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)


def run_here(folder: Path) -> int:
    """In this process, which has everything loaded."""
    return main(["archive", "run", "--engine", "none", "--archive", str(folder), *QUICK])


def outputs(folder: Path) -> dict[tuple[str, str, int], str]:
    with sqlite3.connect(folder / "ledger.bgarchive") as db:
        rows = db.execute(
            "SELECT tape.path, stage, segment, digest FROM output JOIN tape ON tape.id = output.tape"
        )
        return {(path, stage, segment): digest for path, stage, segment, digest in rows}


@pytest.fixture(scope="module")
def archive(tapes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Killed in the middle, workers and all, and run again."""
    folder = tmp_path_factory.mktemp("archive")
    assert main(["archive", "add", str(tapes), "--archive", str(folder), *QUICK]) == 0
    first = run(folder)
    while first.poll() is None and not outputs(folder):
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert len(outputs(folder)) < 10, "it was killed on the way"
    assert run(folder, "--part", "2").wait() == 0
    return folder


def test_every_tape_has_its_case_and_nothing_was_made_twice(archive: Path) -> None:
    made = outputs(archive)
    assert len([1 for _, stage, _ in made if stage == "watch"]) == 4 + 4
    assert len([1 for _, stage, _ in made if stage == "conclude"]) == 2
    with sqlite3.connect(archive / "ledger.bgarchive") as db:
        assert db.execute("SELECT count(*) FROM disagreement").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM unit WHERE state <> 'done'").fetchone() == (0,)
    held = open_archive(archive)
    assert sorted(held.shelf.digests()) == sorted(d for (_, s, _), d in made.items() if s == "watch")
    held.close()


def test_a_case_of_the_archive_says_what_analysing_its_tape_says(
    archive: Path, tapes: Path, tmp_path: Path
) -> None:
    tape = tapes / "2003-11-05_early-10m.mp4"
    alone = tmp_path / "alone.bgcase"
    assert main(["analyze", str(tape), "--case", str(alone), *QUICK]) == 0
    (ours,) = (archive / "cases").glob("2003-11-05_early-10m-*.bgcase")
    hashes = []
    for path in (alone, ours):
        store = open_store(path)
        hashes.append(store.content_sha256())  # type: ignore[attr-defined]
        store.close()
    assert hashes[0] == hashes[1]
    assert outputs(archive)[str(tape), "conclude", 0] == hashes[1]


def test_a_change_is_found_by_its_margin_and_year(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["archive", "find", "--archive", str(archive), "--kind", "change", "--json"]
    asked += ["--margin-over", "2m"]
    assert main([*asked, "--from", "2003", "--to", "2003"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["team"], found["season"], found["day"]) == ("HOME", "2003-04", "2003-11-05")
    assert found["margin_low_m"] < 10 < found["margin_high_m"], "the clip was made with ten metres"
    assert main([*asked, "--from", "2004"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_changed_sheet_concludes_again_and_watches_nothing(archive: Path, tapes: Path) -> None:
    before = outputs(archive)
    sheet = tapes / "2004-01-07_legal-one.game.toml"
    sheet.write_text(sheet.read_text("utf-8") + "\n[[altercations]]\nstart = '0:01'\nend = '0:02'\n", "utf-8")
    assert main(["archive", "add", str(tapes), "--archive", str(archive), *QUICK]) == 0
    assert run_here(archive) == 0
    after = outputs(archive)
    again = {key for key in after if after[key] != before.get(key)}
    assert again == {(str(tapes / "2004-01-07_legal-one.mp4"), "conclude", 0)}


def test_a_damaged_output_is_told_and_made_again(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = outputs(archive)
    digest = next(d for (_, stage, segment), d in before.items() if stage == "watch" and segment == 1)
    (archive / "outputs" / digest[:2] / digest).write_bytes(b"rot")
    assert main(["archive", "verify", "--archive", str(archive)]) == 2
    told = capsys.readouterr().out
    assert digest in told and "1 flaws" in told
    assert main(["archive", "verify", "--mend", "--archive", str(archive)]) == 0
    assert run_here(archive) == 0
    assert main(["archive", "verify", "--archive", str(archive)]) == 0
    assert outputs(archive) == before


def test_status_and_export_say_it_in_words_and_tables(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["archive", "status", "--archive", str(archive)]) == 0
    assert capsys.readouterr().out.startswith("2 of 2 tapes done; 100.0% of 15 s watched")
    table = tmp_path / "early.csv"
    assert main(["archive", "export", str(table), "--kind", "change", "--archive", str(archive)]) == 0
    head, *rows = table.read_text("utf-8").splitlines()
    assert head.startswith("kind,verdict,clause,team")
    assert any(row.startswith("change,cannot tell,,HOME") for row in rows), "looked at five times a second"


def test_a_tape_that_is_gone_fails_with_its_cause_and_goes_on_when_it_is_back(
    tapes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clip = shutil.copy(tapes / "2004-01-07_legal-one.mp4", tmp_path / "a.mp4")
    folder = tmp_path / "archive"
    assert main(["archive", "add", str(clip), "--archive", str(folder), *QUICK]) == 0
    Path(clip).rename(tmp_path / "elsewhere.mp4")
    held = open_archive(folder)
    assert main(["archive", "pause", "--archive", str(folder)]) == 0
    assert run_here(folder) == 0, "paused: nothing is done, nothing fails"
    assert held.ledger.failures() == () and held.ledger.left() == 1
    assert main(["archive", "resume", "--archive", str(folder)]) == 0
    capsys.readouterr()
    with sqlite3.connect(folder / "ledger.bgarchive") as db:
        db.execute("UPDATE unit SET attempt = 2")  # so that it need not rest and be tried twice more
    assert run_here(folder) == 2
    (failure,) = held.ledger.failures()
    assert failure.cause == "tape unreadable" and "a.mp4" in failure.reason
    held.close()
