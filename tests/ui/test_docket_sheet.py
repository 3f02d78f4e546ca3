"""The docket in the window: a case entered, a proposal decided by name, refused without a reason."""

from __future__ import annotations

import json
from pathlib import Path

from pytestqt.qtbot import QtBot

from review.cli import main
from tests.ui.support import make_case, make_clip
from ui.docket import DocketSheet, decided_words
from ui.memory import Memory


def test_a_case_is_entered_and_decided(qtbot: QtBot, tmp_path: Path, capsys: object) -> None:
    case = make_case(make_clip(tmp_path / "tape.mp4", 373))
    place = str(tmp_path / "docket.sqlite")
    sheet = DocketSheet(case, Memory(tmp_path / "memory.ini"), place=place)
    qtbot.addWidget(sheet)
    sheet.show()
    qtbot.waitUntil(lambda: sheet._process is None, timeout=60000)
    assert sheet.table.rowCount() == 0
    sheet.who.setText("Ann Lee")
    sheet.enter_case()
    qtbot.waitUntil(lambda: sheet.table.rowCount() > 0 and sheet._process is None, timeout=60000)
    sheet.decide(impose=True)
    assert "reason" in sheet.told.text(), "nothing is decided without one"
    sheet.reason.setText("seen on two angles")
    sheet.table.selectRow(0)
    sheet.decide(impose=False)
    qtbot.waitUntil(lambda: bool(sheet.table.item(0, 4).text()), timeout=60000)
    assert "by Ann Lee" in sheet.table.item(0, 4).text()
    assert main(["docket", "show", "1", "--docket", place, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)  # type: ignore[attr-defined]
    (ruling,) = told["rulings"]
    assert (ruling["versions"][0]["by"], ruling["versions"][0]["reason"]) == ("Ann Lee", "seen on two angles")


def test_words_of_a_decision() -> None:
    assert decided_words(None) == ""
    last = {"says": "10 games", "by": "C. Commissioner", "valid": "2026-03-02"}
    assert decided_words({"versions": [{"says": "5 games", "by": "X", "valid": "2026-03-01"}, last]}) == (
        "10 games, by C. Commissioner, 2026-03-02"
    )
