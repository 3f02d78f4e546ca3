"""Lanes: what lies where, and what a click and a hover make of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from review.testing import builders
from review.testing.whole import whole_judgement
from ui.theme import DARK, team_slots
from ui.timeline.lanes import CountLane, Item, Lanes, Reach, hit, lanes_of, spread
from ui.timeline.widget import Timeline

SCALE = builders.tape().scale
TAPE_S = 373 * 1001 / 30000


def reach(start_s: float = 0.0, end_s: float = 10.0) -> Reach:
    """100 px a second, from x = 100."""
    return Reach(start_s, end_s, 100.0, (end_s - start_s) * 100.0, 10.0, 0.04)


@pytest.fixture
def timeline(qtbot: QtBot) -> Timeline:
    """The whole judgement in lanes 1,000 px wide."""
    judgement = whole_judgement()
    widget = Timeline(DARK)
    qtbot.addWidget(widget)
    widget.resize(1130, 300)
    widget.show()
    widget.set_tape(TAPE_S, 1001 / 30000)
    widget.set_lanes(lanes_of(judgement, judgement.findings, SCALE), team_slots(judgement.game))
    return widget


def row(widget: Timeline, lane: str, share: float = 0.5) -> int:
    """A height inside a lane."""
    top, height = widget._rows.places[lane]
    return int(top + share * height)


def test_every_judged_thing_has_its_place() -> None:
    judgement = whole_judgement()
    lanes = lanes_of(judgement, judgement.findings, SCALE)
    kinds = [item.kind for item in lanes.items]
    assert {k: kinds.count(k) for k in sorted(set(kinds))} == {
        "altercation": 1,
        "change": len(judgement.changes),
        "close": 1,
        "fine": 1,
        "gap": 3,
        "main": 1,
        "off": 1,
        "on": 5,
        "open": 1,
        "other": 1,
        "trips": 2,
    }
    early = next(item for item in lanes.items if item.key == "finding 1")
    assert early.start_s == pytest.approx(100 * 1001 / 30000)
    assert early.words.startswith("▲ trips · 205.1a early change · EDM 97")


def test_marks_at_one_moment_stand_apart_and_each_can_be_hit() -> None:
    a = Item("events", "trips", 5.0, 5.5, builders.at(1), "a", key="finding 1")
    b = replace(a, kind="open", words="b", key="finding 2")
    lanes = Lanes((a, b))
    (first, x1), (second, x2) = spread(lanes.items, reach())
    assert x1 == 600 and x2 >= x1 + 12
    for item, x in ((first, x1), (second, x2)):
        assert hit(lanes, "events", (x, 0.73), reach=reach(), reach_px=6) is item
    assert hit(lanes, "events", (x1, 0.15), reach=reach(), reach_px=6) in (a, b)  # inside the span
    assert hit(lanes, "events", (300, 0.73), reach=reach(), reach_px=6) is None


def test_a_short_span_is_hit_before_a_long_one_around_it() -> None:
    long = Item("events", "altercation", 1.0, 9.0, builders.at(1), "long")
    short = Item("events", "gap", 4.0, 5.0, builders.at(2), "short")
    lanes = Lanes((long, short))
    assert hit(lanes, "events", (550, 0.5), reach=reach(), reach_px=6) is short
    assert hit(lanes, "events", (250, 0.5), reach=reach(), reach_px=6) is long


@given(st.lists(st.tuples(st.floats(0.2, 5), st.floats(100, 1100), st.floats(-500, 500)), max_size=8))
def test_zoom_and_pan_stay_inside_the_tape(moves: list[tuple[float, float, float]]) -> None:
    at = reach()
    for factor, x, dx in moves:
        at = at.zoomed(factor, x).moved(dx)
        assert -1e-9 <= at.start_s < at.end_s <= 10 + 1e-9
        assert at.end_s - at.start_s >= 8 * 0.04 - 1e-9
        assert at.s(at.x(at.start_s)) == pytest.approx(at.start_s, abs=1e-6)


def test_zooming_keeps_the_moment_under_the_pointer() -> None:
    at = reach()
    assert at.zoomed(3, 437).s(437) == pytest.approx(at.s(437))


def test_the_view_turns_a_page_when_the_playhead_leaves() -> None:
    at = reach().placed(2.0, 1.0)
    assert at.showing(2.5) == at
    turned = at.showing(3.5)
    assert turned.start_s == pytest.approx(3.4) and turned.end_s == pytest.approx(4.4)


def test_count_words_say_band_allowed_and_cause() -> None:
    judgement = whole_judgement()
    lanes = lanes_of(judgement, judgement.findings, SCALE)
    edm, buf = lanes.counts
    s = 1001 / 30000
    assert edm.words(110 * s) == "EDM: 7 on the ice, at least 6, at most 7 · allowed 6 · crossing 1"
    assert edm.words(210 * s) == "EDM: not seen (the picture left the benches)"
    assert buf.words(240 * s).startswith("BUF: 5 on the ice, at least 5, more may be out of view")
    assert CountLane("X", (), ()).words(1.0) == "X: not seen (before the first look)"


def test_a_click_seeks_and_a_click_on_a_mark_chooses_it(qtbot: QtBot, timeline: Timeline) -> None:
    with qtbot.waitSignal(timeline.sought) as sought:
        qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=QPoint(604, row(timeline, "shots")))
    assert sought.args[0] == pytest.approx(0.5 * TAPE_S, abs=0.03)
    x = round(timeline.reach.x(100 * 1001 / 30000))
    with qtbot.waitSignal(timeline.chosen) as chosen:
        qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=QPoint(x, row(timeline, "events", 0.73)))
    assert chosen.args[0].key == "finding 1"


def test_a_drag_pans_and_does_not_seek(qtbot: QtBot, timeline: Timeline) -> None:
    timeline.zoom(4)
    before = timeline.reach.start_s
    told: list[float] = []
    timeline.sought.connect(told.append)
    y = row(timeline, "shots")
    qtbot.mousePress(timeline, Qt.MouseButton.LeftButton, pos=QPoint(700, y))
    qtbot.mouseMove(timeline, QPoint(500, y))
    qtbot.mouseRelease(timeline, Qt.MouseButton.LeftButton, pos=QPoint(500, y))
    assert timeline.reach.start_s > before
    assert told == []


def test_the_ruler_scrubs(qtbot: QtBot, timeline: Timeline) -> None:
    told: list[float] = []
    timeline.sought.connect(told.append)
    y = row(timeline, "ruler")
    qtbot.mousePress(timeline, Qt.MouseButton.LeftButton, pos=QPoint(300, y))
    qtbot.mouseMove(timeline, QPoint(400, y))
    qtbot.mouseRelease(timeline, Qt.MouseButton.LeftButton, pos=QPoint(400, y))
    assert told == sorted(told) and len(told) >= 2


def test_the_wheel_zooms_to_the_frame(qtbot: QtBot, timeline: Timeline) -> None:
    for _ in range(60):
        event = QWheelEvent(
            QPointF(600, 50),
            QPointF(600, 50),
            QPoint(0, 0),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(timeline, event)
    assert timeline.reach.end_s - timeline.reach.start_s == pytest.approx(8 * 1001 / 30000)


def test_hovering_explains_in_words(timeline: Timeline) -> None:
    s = 1001 / 30000
    x = timeline.reach.x
    assert timeline.words_at(x(110 * s), row(timeline, "count 0")).startswith("EDM: 7 on the ice")
    assert timeline.words_at(x(210 * s), row(timeline, "shots")) == "Shot 2: close-up"
    crossing = timeline.words_at(x(102 * s), row(timeline, "events", 0.15))
    assert "comes on · EDM-bench" in crossing and "between 0:03.34 and 0:03.47" in crossing
    assert timeline.words_at(20, row(timeline, "shots")) == ""
