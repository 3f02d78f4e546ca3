"""The archive's page shows what the commands tell, and opens a case."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from review.core.archive import Mention, Output, TapeEntry, TapePlan
from review.wiring.archiving import open_archive
from ui.archive_page import ArchivePage
from ui.memory import Memory


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two tapes: one done, with its case; one to do."""
    place = tmp_path / "league"
    archive = open_archive(place, create=True)
    tapes = [
        TapeEntry(
            letter * 64, f"/tapes/{letter}.mp4", 10, 0.0, 20.0, (640, 360), 10.0, 2, 0, 20,
            told={}, day=f"2003-11-0{k}", season="2003-04",
        )
        for k, letter in enumerate("ab", start=1)
    ]  # fmt: skip
    archive.ledger.put_tapes(tapes)
    archive.ledger.want([TapePlan(one.sha256, "w", "j", ((0, 2),)) for one in tapes])
    for stage, segments in (("watch", 2), ("conclude", 1)):
        claim = archive.ledger.claim("me", lease_s=100, near=tapes[0].sha256)
        assert claim is not None and claim.stage == stage
        for k in range(segments):
            archive.ledger.put_output(claim, Output(k, "d", 10 * k, 10 * k + 10, tape_s=10.0), lease_s=100)
        found = [
            Mention("change", 65.0, 70.0, "early", None, "BUF", 9, margin_m=(2.5, 3.0)),
            Mention("change", 80.0, 85.0, "early", None, "TOR", None, margin_m=(1.6, 2.0)),
            Mention("departure", 90.0, 91.0, "stated", None, "TOR", 21, rank=1, words="leaves the bench"),
        ]
        archive.ledger.finish(claim, found)
    archive.case_path(tapes[0]).touch()
    archive.close()
    return place


@pytest.fixture
def page(qtbot: QtBot, folder: Path, tmp_path: Path) -> ArchivePage:
    memory = Memory(tmp_path / "memory.ini")
    memory.keep_word("archive/folder", str(folder))
    page = ArchivePage(memory)
    qtbot.addWidget(page)
    return page


def shown(page: ArchivePage) -> list[list[str]]:
    table = page.table
    cells = [[table.item(r, c) for c in range(table.columnCount())] for r in range(table.rowCount())]
    return [[cell.text() if cell else "" for cell in row] for row in cells]


def test_it_says_how_far_the_archive_is(page: ArchivePage) -> None:
    assert page.bar.value() == 50
    assert page.standing.text().startswith("1 of 2 tapes done.")


def test_changes_are_found_by_their_margin(page: ArchivePage) -> None:
    assert [row[3] for row in shown(page)] == ["BUF", "TOR"]
    page.over.setValue(2.0)
    page.ask.click()
    assert shown(page) == [["2003-11-01", "a.mp4", "1:05.0", "BUF", "9", "", "2.5 – 3.0 m"]]
    page.season.setText("2001-02")
    page.ask.click()
    assert shown(page) == []


def test_first_men_are_found_and_their_case_opens(page: ArchivePage, qtbot: QtBot) -> None:
    page.what.setCurrentIndex(2)
    page.ask.click()
    assert [row[:6] for row in shown(page)] == [
        ["2003-11-01", "a.mp4", "1:30.0", "TOR", "21", "leaves the bench"]
    ]
    item = page.table.item(0, 0)
    with qtbot.waitSignal(page.chosen) as told:
        page.table.itemDoubleClicked.emit(item)
    assert told.args is not None and told.args[0].name == f"a-{'a' * 8}.bgcase"


def test_a_folder_without_an_archive_is_said_in_a_sentence(page: ArchivePage, tmp_path: Path) -> None:
    page.folder.setText(str(tmp_path / "nothing"))
    page.refresh()
    assert "there is no archive yet" in page.standing.text()
