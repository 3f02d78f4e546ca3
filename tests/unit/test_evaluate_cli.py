"""`benchgate evaluate` from files: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from review.adapters.store_sqlite import SqliteStore
from review.cli import main
from review.core.tracks import Tracks
from review.evaluate.page import scores_page
from review.testing.whole import whole_judgement
from tests.unit.truths import small_truth


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "whole.bgcase"
    with SqliteStore.open(path, create=True) as store:
        judgement = whole_judgement()
        store.put_tape(judgement.tape)
        store.put_judgement(judgement, Tracks.empty(), "ab" * 32)
    return path


def written(path: Path, truth: Any) -> Path:
    path.write_text(json.dumps(truth), encoding="utf-8")
    return path


def truth_of_whole(sha256: str | None = "5e" * 32) -> dict[str, Any]:
    return small_truth() | {"sha256": sha256, "frames": []}


def test_scores_page_and_json(case: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = written(tmp_path / "t.json", truth_of_whole())
    out, page = tmp_path / "scores" / "s.json", tmp_path / "scores" / "s.html"
    assert main(["evaluate", str(case), "--truth", str(truth), "--json", str(out), "--html", str(page)]) == 0
    told = json.loads(out.read_text(encoding="utf-8"))
    assert told["schema"] == "benchgate.scores/1" and list(told["clips"]) == ["small"]
    assert told["total"]["ap50"] is None and told["total"]["early_recall"] == 0
    assert told["total"]["false_flags_per_hour"] > 0  # that story is not this truth's
    assert told["versions"]["packs"] == ["seeds@1"]
    assert "crossing_f1_05s" in capsys.readouterr().out
    html = page.read_text(encoding="utf-8")
    assert "<script" not in html and "http" not in html.replace("http-equiv", "")
    assert "small" in html and "<svg" in html


def test_a_truth_without_checksum_goes_by_order(case: Path, tmp_path: Path) -> None:
    assert (
        main(["evaluate", str(case), "--truth", str(written(tmp_path / "t.json", truth_of_whole(None)))]) == 0
    )


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe", "it is no text"),
        (b"{", "no valid JSON"),
        (b'{"schema": "benchgate.report/1"}', "no truth of schema benchgate.truth/1"),
        (b'{"schema": "benchgate.truth/1"}', "holds no list of frames, crossings, counts"),
    ],
)
def test_a_file_that_is_no_truth_is_one_sentence(
    content: bytes, says: str, case: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.json"
    path.write_bytes(content)
    assert main(["evaluate", str(case), "--truth", str(path), "--json", str(tmp_path / "s.json")]) == 2
    error = capsys.readouterr().err
    assert says in error and str(path) in error and error.count("\n") == 1
    assert not (tmp_path / "s.json").exists()


def test_another_tapes_truth_is_refused(
    case: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = written(tmp_path / "t.json", truth_of_whole("00" * 32))
    assert main(["evaluate", str(case), "--truth", str(truth)]) == 2
    assert "none of the truth files is about its tape" in capsys.readouterr().err


def test_a_missing_case_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = written(tmp_path / "t.json", truth_of_whole())
    assert main(["evaluate", str(tmp_path / "no.bgcase"), "--truth", str(truth)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_names_from_files_cannot_become_markup(case: Path, tmp_path: Path) -> None:
    truth = truth_of_whole() | {"scenario": "<b>x</b>"}
    out = tmp_path / "s.json"
    assert (
        main(["evaluate", str(case), "--truth", str(written(tmp_path / "t.json", truth)), "--json", str(out)])
        == 0
    )
    assert "<b>x" not in scores_page(json.loads(out.read_text(encoding="utf-8")))
