"""The findings list and the inspector."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from review.core.findings import Consequence
from review.testing import builders
from review.testing.whole import whole_judgement
from review.wiring.office import following_of
from ui.say import amount_words, clause_words, man_words, measure_words, seconds_words, verdict_words
from ui.tables.explain import explain
from ui.tables.model import TO_REVIEW, FindingsFilter, FindingsModel
from ui.tables.panel import FindingsPanel
from ui.tables.rows import Row, rows_of
from ui.theme import DARK

SCALE = builders.tape().scale


def rows() -> tuple[Row, ...]:
    """The whole judgement's lines."""
    judgement = whole_judgement()
    return rows_of(judgement.findings, judgement.notices, SCALE)


def test_rows_say_shape_and_word_first_in_order_of_time() -> None:
    keys = [row.key for row in rows()]
    assert keys == ["notice 1", "finding 1", "notice 0", "finding 2", "finding 3", "finding 4"]
    early = next(row for row in rows() if row.key == "finding 1")
    assert early.sentence.startswith("▲ trips, 205.1a early change, EDM 97, 0:03.34, early by")
    assert [row.mark for row in rows() if row.finding] == ["▲", "▲", "●", "✓"]


def test_models_hold_up_under_the_model_tester(qtmodeltester: ModelTester) -> None:
    model, kept = FindingsModel(), FindingsFilter()
    kept.setSourceModel(model)
    qtmodeltester.check(model)
    model.set_rows(rows()[:2])
    model.set_rows(rows())
    qtmodeltester.check(model)
    qtmodeltester.check(kept)
    kept.choose(verdict="trips")
    model.set_rows(rows()[1:])
    model.set_rows(())
    qtmodeltester.check(kept)


def test_rows_that_only_grow_are_inserted(qtbot: QtBot) -> None:
    model = FindingsModel()
    model.set_rows(rows()[:3])
    with qtbot.waitSignal(model.rowsInserted) as caught, qtbot.assertNotEmitted(model.modelReset):
        model.set_rows(rows())
    assert caught.args[1:] == [3, 5]


def test_filters_by_verdict_team_and_text() -> None:
    model, kept = FindingsModel(), FindingsFilter()
    kept.setSourceModel(model)
    model.set_rows(rows())

    def shown(**choice: str) -> list[str]:
        kept.choose(**{"verdict": "", "team": "", "text": "", **choice})
        return [str(kept.index(i, 1).data()) for i in range(kept.rowCount())]

    assert len(shown()) == 6
    assert len(shown(verdict=TO_REVIEW)) == 5
    assert shown(verdict="cannot tell") == ["72c first off the bench"]
    assert shown(verdict="trips", team="BUF") == ["72c first off the bench"]
    assert shown(text="EARLY change", team="EDM") == ["205.1a early change"]
    assert shown(text="no such words") == []


def test_enter_and_arrows_go_to_lines(qtbot: QtBot) -> None:
    panel = FindingsPanel(DARK)
    qtbot.addWidget(panel)
    panel.set_rows(rows(), (), "")
    panel.show()
    gone: list[Row] = []
    panel.chosen.connect(gone.append)
    panel.go(1)
    panel.go(1)
    panel.go(-1)
    assert [row.key for row in gone] == [rows()[0].key, rows()[1].key, rows()[0].key]
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert gone[-1].key == rows()[0].key and len(gone) == 4
    assert panel.count.text() == "5 of 6"


def test_an_empty_list_teaches(qtbot: QtBot) -> None:
    panel = FindingsPanel(DARK)
    qtbot.addWidget(panel)
    panel.show()
    panel.set_rows((), (), "Findings appear here as they are found.")
    assert panel.empty.isVisible() and panel.empty.text().startswith("Findings appear")


def explained(key: str) -> str:
    """A line's reasons as HTML."""
    row = next(row for row in rows() if row.key == key)
    return explain(row, whole_judgement(), SCALE, DARK)


def test_the_inspector_shows_steps_measures_branches_and_facts() -> None:
    html = explained("finding 1")
    for words in (
        "▲ trips",
        "205.1a early change",
        "0.57–0.87 s",
        "at least 3.10 m",
        "bench minor",
        "automatic",
    ):
        assert words in html, words
    assert html.count("<li>") >= 4


def test_the_three_layers_have_three_marks() -> None:
    judgement = whole_judgement()
    finding = builders.finding(id=9, facts=(21, 22, 23))
    row = rows_of((finding,), (), SCALE)[0]
    html = explain(row, judgement, SCALE, DARK)
    assert "<i>early change: yes</i>" in html
    assert "retiring distance: at least 3.10 m" in html
    assert "<b>[RR]</b>" in html and "deliberate: unknown" in html and "not asked yet" in html


def test_what_follows_stands_with_its_finding(tmp_path: Path) -> None:
    judgement = whole_judgement()
    (tmp_path / "x.office.toml").write_text(
        "[game]\ndate = 2026-02-28\n[schedule]\ngames = [\n"
        + "".join(
            f'{{ date = 2026-03-{n:02d}, home = "BUF", away = "<i>X", kind = "regular" }},\n'
            for n in range(1, 12)
        )
        + "]\n",
        "utf-8",
    )
    follows = following_of(judgement, tmp_path / "x.bgcase")
    row = next(row for row in rows() if row.key == "finding 2")
    html = explain(row, judgement, SCALE, DARK, follows=follows[2])
    assert "What follows" in html
    assert "suspension, 10 games, may play again on 2026-03-11" in html
    assert "2026-03-01 &lt;i&gt;X" in html and "<i>X" not in html
    assert 3 not in follows  # the open one names nobody
    (tmp_path / "x.office.toml").write_text("[gmae]\n", "utf-8")
    assert "Did you mean" in following_of(judgement, tmp_path / "x.bgcase")[2][0]


def test_names_from_files_are_escaped() -> None:
    finding = builders.finding(
        id=9, clause="<b>x", why=("<script>",), consequence=(Consequence("<i>", False),), missing=("<u>",)
    )
    html = explain(rows_of((finding,), (), SCALE)[0], None, SCALE, DARK)
    for raw in ("<b>x", "<script>", "<u>"):
        assert raw not in html
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (None, "", "unknown"),
        (True, "", "yes"),
        ((0.2, 0.6), "s", "0.20–0.60 s"),
        ((7, 7), "", "7"),
        ((6, 7), "", "6–7"),
        ((None, 0.5), "m", "at most 0.50 m"),
        ((None, None), "m", "not bounded"),
        (3, "", "3"),
        (1.234, "s", "1.23 s"),
    ],
)
def test_amounts(value: object, unit: str, words: str) -> None:
    assert amount_words(value, unit) == words


def test_words_of_clauses_men_and_times() -> None:
    assert clause_words("205.1a") == "205.1a early change"
    assert clause_words("205.2-N.a") == "205.2-N.a goalkeeper's substitute too soon"
    assert clause_words("99z") == "99z"
    assert verdict_words("cannot tell") == "● cannot tell"
    assert man_words(builders.finding().subject) == "EDM 97"
    assert [seconds_words(s) for s in (0, 59.999, 65.5, 3661.25)] == [
        "0:00.00",
        "1:00.00",
        "1:05.50",
        "1:01:01.25",
    ]
    assert measure_words(builders.finding())[0] == ("early by", "0.57–0.87 s")
