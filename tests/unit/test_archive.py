"""The archive's own judgement: parts, spans, names, progress; what a made-up case mentions; the shelf."""

from __future__ import annotations

import doctest
import multiprocessing
from pathlib import Path

import pytest

from review.adapters.archive_files import FileShelf
from review.archive import cover, names, progress
from review.archive.mentions import mentions_of
from review.cli import archive_words, main
from review.cli.archive_find import query_of
from review.core import archive as rows
from review.core.archive import Query, Tally, TapeStand, holes
from review.core.errors import ArchiveUnusable
from review.testing.whole import whole_judgement

NOTHING = dict.fromkeys(
    ("kind", "clause", "verdict", "team", "number", "direction", "season", "since", "until", "over", "limit")
)
OFF = dict.fromkeys(("early", "first", "second", "possibly"), False)


@pytest.mark.parametrize("module", [cover, names, progress, rows, archive_words])
def test_the_examples_hold(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@pytest.mark.parametrize(("segments", "most"), [(1, 30), (30, 30), (31, 30), (1080, 30), (7, 1)])
def test_parts_make_up_the_tape_and_none_is_too_long(segments: int, most: int) -> None:
    parts = cover.cut_parts(segments, most)
    assert [k for first, count in parts for k in range(first, first + count)] == list(range(segments))
    assert max(count for _, count in parts) <= most
    assert max(c for _, c in parts) - min(c for _, c in parts) <= 1


def test_spans_that_overlap_or_lie_outside_fill_no_hole() -> None:
    assert holes([(0, 6), (4, 8), (20, 30)], (0, 10)) == [(8, 10)]
    assert holes([], (0, 10)) == [(0, 10)]
    assert holes([(-5, 15)], (0, 10)) == []


def test_a_winter_belongs_to_one_season() -> None:
    days = ("2003-10-08", "2004-06-07", "2004-07-01")
    assert [names.season_of("x", day) for day in days] == ["2003-04", "2003-04", "2004-05"]


def test_progress_tells_speed_and_when_it_is_done() -> None:
    stands = [TapeStand("a", "a", 100.0, 100.0, "done", 0), TapeStand("b", "b", 100.0, 50.0, "waiting", 0)]
    told = progress.progress_of(stands, [Tally("watch", "done", 1, 100.0)], tape_s=30.0, span_s=10.0)
    assert (told.tapes, told.tapes_done, told.watched_s, told.speed_x) == (2, 1, 150.0, 3.0)
    assert told.eta_s == pytest.approx(50 / 3)


def asked(**told: object) -> Query:
    return query_of(**{**NOTHING, **OFF, **told})  # type: ignore[arg-type]


def test_options_become_a_question() -> None:
    early = asked(early=True, over="2m", since="2003", until="2003")
    assert early == Query(kind="change", verdict="early", over_m=2.0, since="2003-01-01", until="2003-12-31")
    assert asked(first=True) == Query(kind="departure", rank=1)
    assert asked(over="0.5 s") == Query(over_s=0.5)


WRONG = [
    {"kind": "goal"}, {"over": "2"}, {"since": "2003-13-01"}, {"early": True, "first": True},
    {"kind": "finding", "early": True},
]  # fmt: skip


@pytest.mark.parametrize("told", WRONG)
def test_questions_that_make_no_sense_are_refused(told: dict[str, object]) -> None:
    with pytest.raises(ArchiveUnusable):
        asked(**told)


BAD = [
    (["status"], "there is no archive yet"),
    (["add", "nowhere"], "no such file or folder"),
    (["add", "."], "no tape among these"),
    (["run", "--shard", "4/4"], "--shard"),
    (["run", "--map", "nas"], "--map"),
    (["run", "--engine", "slurm"], "no archive yet"),
    (["status", "--ledger", "mysql://x/y"], "cannot be kept there"),
    (["export", "x.xls"], "neither .csv nor .json"),
    (["find", "--early", "--first-man"], "different things"),
]


@pytest.mark.parametrize(("words", "told"), BAD)
def test_bad_input_is_one_sentence(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["archive", *words]) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


def test_a_file_that_is_no_ledger_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ledger.bgarchive").write_bytes(b"not a database" * 100)
    assert main(["archive", "status", "--archive", str(tmp_path)]) == 2
    assert "cannot be used" in capsys.readouterr().err
    assert (tmp_path / "ledger.bgarchive").read_bytes() == b"not a database" * 100


def test_a_case_mentions_what_it_says() -> None:
    judgement = whole_judgement()
    found = mentions_of(judgement)
    counts = {kind: sum(one.kind == kind for one in found) for kind in ("finding", "change", "crossing")}
    assert counts == {
        "finding": len(judgement.findings),
        "change": len(judgement.changes),
        "crossing": len(judgement.crossings),
    }
    for said, one in zip(judgement.changes, (m for m in found if m.kind == "change"), strict=True):
        assert (one.margin_m, one.margin_s, one.verdict) == (said.early_m, said.early_s, said.verdict)
    ranks = [d.rank_team for fight in judgement.altercations for d in fight.departures]
    assert [m.rank for m in found if m.kind == "departure"] == ranks


def _put(folder: Path, letter: str) -> None:
    shelf = FileShelf(folder)
    for k in range(40):
        shelf.put(f"{k}".encode() * 500)


def test_many_finishers_of_the_same_leave_one_whole_file_each(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    crew = [context.Process(target=_put, args=(tmp_path, letter)) for letter in "abc"]
    for one in crew:
        one.start()
    for one in crew:
        one.join()
        assert one.exitcode == 0
    shelf = FileShelf(tmp_path)
    assert len(shelf.digests()) == 40 and shelf.parts() == ()
    assert all(shelf.get(digest) for digest in shelf.digests())


def test_an_output_that_is_not_what_its_name_says_is_refused(tmp_path: Path) -> None:
    shelf = FileShelf(tmp_path)
    digest = shelf.put(b"seen")
    assert shelf.get(digest) == b"seen"
    shelf.path(digest).write_bytes(b"soon")
    with pytest.raises(ArchiveUnusable, match="damaged"):
        shelf.get(digest)
    shelf.drop(digest)
    with pytest.raises(ArchiveUnusable, match="out of reach"):
        shelf.get(digest)
