"""PDF and the page on suspensions: what they say, nothing in them is markup, the same bytes each time."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pypdf import PdfReader

from review.adapters.pdf_typst import paper_pdf
from review.adapters.stills_cv2 import jpeg_bytes
from review.core.case import Judgement
from review.report.model import report_model
from review.report.page import ClauseText
from review.report.paper import report_paper
from review.report.paper_blocks import Paper, table
from review.report.paper_page import paper_page
from review.report.suspension import suspension_paper
from review.rules.library import load_pack
from review.testing.judged_truth import judged_truth
from review.testing.whole import whole_judgement
from tests.unit.test_clearing_follows import TRUTH, report

EVIL = '*_#panic("no") $x$ [b] <i>x</i> \\ @ref `c` // "q"'
GREY = jpeg_bytes(np.full((90, 160, 3), 128, np.uint8))


def pages(data: bytes) -> list[str]:
    """The words of each page, spaces and line ends as one space."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(data)).pages]


def evil() -> Judgement:
    """A judgement in which a name that came from a file tries to be markup."""
    whole = whole_judgement()
    return replace(whole, people=(replace(whole.people[0], name=EVIL), *whole.people[1:]))


def test_the_pdf_says_what_the_report_says() -> None:
    clauses = {"205.1a": ClauseText("Early change", "The retiring man must be at the bench.", "Rule 205")}
    made = report_paper(report_model(whole_judgement()), stills={1: [("frame 102", GREY)]}, clauses=clauses)
    told = " ".join(pages(paper_pdf(made)))
    for piece in (
        "▲ trips 2",
        "● cannot tell 1",
        "EDM 23, whom he replaces, was at the bench between frames 121 and 126, not before.",
        "0.567 to 0.868 s",
        "3.1 m or more",
        "✕ rejected by C. Commissioner",
        "The retiring man must be at the bench. Rule 205",
        "frame 102",
    ):
        assert piece in told, piece


def test_the_same_paper_gives_the_same_bytes_and_no_date() -> None:
    paper = report_paper(report_model(whole_judgement()), stills={1: [("frame 102", GREY)]})
    first = paper_pdf(paper)
    assert first == paper_pdf(paper)
    about = PdfReader(io.BytesIO(first)).metadata
    assert about is not None and about.creation_date is None and about.title == paper.title


def test_a_name_is_never_markup() -> None:
    paper = report_paper(report_model(evil()))
    told = "".join("".join(page.split()) for page in pages(paper_pdf(paper)))
    assert "".join(EVIL.split()) in told
    assert EVIL not in paper_page(paper) and "&lt;i&gt;x&lt;/i&gt;" in paper_page(paper)


def test_letters_of_any_script_are_set() -> None:
    paper = Paper("Лист 審判", "k", "f", (table(["Ő"], [["a" * 300]], [1]),))
    assert "Лист" in pages(paper_pdf(paper))[0]


def test_one_picture_stands_once() -> None:
    stills = {1: [("a", GREY)], 2: [("b", GREY)]}
    paper = report_paper(report_model(whole_judgement()), stills=stills)
    assert [b["caption"] for b in paper.blocks if b["is"] == "picture" and b["caption"]] == ["a"]
    assert any("b: the picture stands with finding 1" in b.get("text", "") for b in paper.blocks)


@pytest.fixture(scope="module")
def clearing(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    truth = json.loads(TRUTH.read_text("utf-8"))
    return report(judged_truth(truth, load_pack("seeds")), tmp_path_factory.mktemp("office"))


def test_a_suspension_has_first_and_last_game_return_and_money(clearing: dict[str, Any]) -> None:
    """By hand from the schedule of the clearing: 22 misses games 1013 to 1022 and pays 5,000."""
    paper = suspension_paper(clearing)
    assert paper is not None
    parts = part(paper, "HOME 22 A. <b>First</b>")
    (sums, kinds, games) = (b for b in parts if b["is"] in ("pairs", "table"))
    assert dict(sums["rows"]) == {
        "Games": "10",
        "First game missed": "2026-03-16, against NOR",
        "Last game missed": "2026-04-03, against VAL",
        "Eligible to return": "2026-10-08",
        "He pays": "$5,000.00",
        "The club pays": "$48,684.20",
    }
    assert [row[0].split("\n")[0] for row in kinds["rows"]] == [
        "game misconduct", "suspension", "pay to league", "player fine",
    ]  # fmt: skip
    assert len(games["rows"]) == 10 and games["rows"][9] == ["10", "2026-04-03", "VAL", "play-off"]
    told = paper_page(paper)
    assert "<b>First</b>" not in told and "Eligible to return" in told
    assert "2026-10-08" in " ".join(pages(paper_pdf(paper)))


def test_what_a_person_rejected_suspends_nobody(clearing: dict[str, Any]) -> None:
    ids = sorted({row["finding"] for row in clearing["outcomes"]})
    no = {"person": "C.", "at": "x", "decision": "rejected", "words": "", "supersedes": None}
    rulings = [{"id": n, "finding": id_, **no} for n, id_ in enumerate(ids, start=1)]
    assert suspension_paper({**clearing, "rulings": rulings}) is None
    some = suspension_paper({**clearing, "rulings": rulings[:1]})
    assert some is not None
    assert any("Left out, since their findings were rejected" in b.get("text", "") for b in some.blocks)
    assert suspension_paper(report_model(whole_judgement())) is None, "a report that does not tell outcomes"


def part(paper: Paper, name: str) -> list[Any]:
    """The blocks under a heading of the first level."""
    at = next(i for i, b in enumerate(paper.blocks) if b["is"] == "heading" and b["text"] == name)
    rest = paper.blocks[at + 1 :]
    end = next((i for i, b in enumerate(rest) if b["is"] == "heading"), len(rest))
    return list(rest[:end])


def test_the_sheet_is_part_of_the_product() -> None:
    import review.report

    assert (Path(review.report.__file__).parent / "templates" / "paper.typ").is_file()
