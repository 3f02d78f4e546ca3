"""The whole window, without a screen: keys, list, lanes, overlay, banner, languages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot

from review.adapters.store_sqlite import SqliteStore
from review.pipeline.altercations import stated_of
from review.pipeline.anchors import anchors_of
from review.testing import builders as a
from tests.ui.support import arrived, counter_read, doors, opened
from ui.app import Workplace
from ui.commands.registry import COMMANDS
from ui.commands.sheet import KeySheet
from ui.memory import Memory
from ui.session import Trouble, Work
from ui.window import MainWindow


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Iterator[Workplace]:
    """A window in English on an empty desk."""
    memory = Memory(tmp_path / "memory.ini")
    memory.keep_word("language", "en")
    memory.keep_word("theme", "dark")
    place = Workplace(doors(), memory)
    place.window.resize(1366, 768)
    place.window.show()
    yield place
    place.end()
    place.window.close()
    place.window.leave()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(qtbot: QtBot, place: Workplace, clip: Path, case: Path, tmp_path: Path) -> MainWindow:
    """The window on the counting clip and its case, a copy that may be written into."""
    mine = tmp_path / clip.name
    shutil.copy(clip, mine)
    shutil.copy(case, mine.with_suffix(case.suffix))
    opened(qtbot, place.desk, mine)
    return place.window


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, *, shift: bool = False) -> int:
    """Press a key on the picture; the frame that comes."""
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    window.view.setFocus()
    qtbot.keyClick(window.view, key, modifier)
    return arrived(qtbot, window.desk)


def test_an_empty_window_teaches(place: Workplace) -> None:
    window = place.window
    assert window.pages.currentWidget() is window.welcome
    assert not window.timeline.isVisible() and not window.findings.isVisible()
    assert not window.registry.actions["play"].isEnabled()


def test_keys_step_exactly(qtbot: QtBot, window: MainWindow) -> None:
    assert press(qtbot, window, Qt.Key.Key_Right) == 1
    assert press(qtbot, window, Qt.Key.Key_Right, shift=True) == 11
    assert press(qtbot, window, Qt.Key.Key_Left) == 10
    assert counter_read(window.view.image) == 10
    assert press(qtbot, window, Qt.Key.Key_Left, shift=True) == 0
    assert press(qtbot, window, Qt.Key.Key_End) == 372
    assert press(qtbot, window, Qt.Key.Key_Home) == 0


def test_the_readout_is_that_of_the_frame_on_screen(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.goto(100)
    arrived(qtbot, window.desk)
    said = {name: form.value.text() for name, form in window.transport.forms.items()}
    assert counter_read(window.view.image) == 100
    assert said["frame"] == "100" and said["time"] == "0:03.34"
    assert window.desk.now.index is not None
    assert said["pts"] == str(int(window.desk.now.index.pts[100]))
    assert said["clock"] == "–", "the bug was not read there, nor within a second of it"
    window.desk.goto(240)
    arrived(qtbot, window.desk)
    # 8.008 s: 18:42.65 at 7 s, a second and a frame less
    assert window.transport.forms["clock"].value.text() == "P1 18:41"


@pytest.mark.parametrize(
    ("name", "words", "ordinal"),
    [
        ("frame", "217", 217),
        ("time", "0:03.34", 100),
        ("time", "5", 149),
        ("pts", "100100", 100),
        ("time", "?", 0),
        ("clock", "18:41", 230),  # first shown from 7.65 s on; frame 229 is at 7.641 s
        ("clock", "P1 18:40", 260),
        ("clock", "P2 18:40", 0),
        ("clock", "3:00", 0),
        ("clock", " ", 0),
    ],
)
def test_typing_a_time_goes_there(
    qtbot: QtBot, window: MainWindow, name: str, words: str, ordinal: int
) -> None:
    window.transport.typed.emit(name, words)
    assert arrived(qtbot, window.desk) == ordinal


def test_what_is_typed_after_an_equals_sign_is_stated(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.goto(100)
    arrived(qtbot, window.desk)
    window.registry.actions["state_clock"].trigger()
    entry = window.transport.forms["clock"].entry
    assert entry.text() == "= "
    entry.setText("= P2 12:74")
    entry.returnPressed.emit()
    assert window.desk.now.trouble is not None and "12:74" in window.desk.now.trouble.cause
    entry.setText("= P2 12:34.5")
    entry.returnPressed.emit()
    case = window.desk.now.case_path
    assert case is not None and window.desk.now.trouble is not None
    assert window.desk.now.trouble.remedy_command == "analyze"
    assert window.desk.now.wanted == 100, "and goes nowhere"
    with SqliteStore.open(case, create=False, readonly=True) as store:
        (stated,) = anchors_of(store.journal(), a.tape())
    assert (stated.shown_s, stated.period) == (754.5, "2")
    assert stated.at_s == pytest.approx(100 * 1001 / 30000)


def test_an_altercation_is_answered_where_the_picture_stands(qtbot: QtBot, window: MainWindow) -> None:
    """Proposed from frame 244 to 355: confirmed, then it begins at 250 and ends at 300, then it is none."""

    def stated(command: str, ordinal: int) -> tuple[int, int, bool]:
        window.desk.goto(ordinal)
        arrived(qtbot, window.desk)
        window.registry.actions[command].trigger()
        case = window.desk.now.case_path
        assert case is not None
        with SqliteStore.open(case, create=False, readonly=True) as store:
            (one,) = stated_of(store.journal(), a.tape())
        return round(one.start_s * 30000 / 1001), round(one.end_s * 30000 / 1001), one.is_one

    def said() -> str:
        trouble = window.desk.now.trouble
        return "" if trouble is None else trouble.cause

    assert stated("confirm_altercation", 270) == (244, 355, True)
    assert said() == "Kept: an altercation from 0:08.14 to 0:11.85."
    assert stated("altercation_begins", 250) == (250, 355, True)
    assert stated("altercation_ends", 300) == (250, 300, True)
    assert stated("altercation_ends", 240) == (250, 300, True) and "ends before it starts" in said()
    assert stated("drop_altercation", 260) == (250, 300, False) and said().startswith("Kept: no altercation")
    assert stated("drop_altercation", 260) == (250, 300, False) and "no altercation within" in said()


def test_clicking_the_readout_copies_it(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.goto(42)
    arrived(qtbot, window.desk)
    qtbot.mouseClick(window.transport.forms["frame"], Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "42"


def test_down_goes_to_the_next_finding_one_second_before(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, window, Qt.Key.Key_Down)  # a notice at frame 12, less than a second in
    assert window.desk.now.picked == "notice 1" and window.desk.now.wanted == 0
    assert press(qtbot, window, Qt.Key.Key_Down) == 70
    assert window.desk.now.picked == "finding 1"
    assert "205.1a early change" in window.inspector.body.toPlainText()
    assert press(qtbot, window, Qt.Key.Key_Up) == 0


def test_n_and_p_go_from_moment_to_moment(qtbot: QtBot, window: MainWindow) -> None:
    assert [press(qtbot, window, Qt.Key.Key_N) for _ in range(3)] == [12, 90, 100]
    assert press(qtbot, window, Qt.Key.Key_P) == 90


def test_letters_typed_into_the_search_are_no_commands(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    window.findings.text.setFocus()
    qtbot.keyClicks(window.findings.text, "bgn")
    assert window.findings.text.text() == "bgn"
    assert window.desk.now.boxes and window.desk.now.gates and window.desk.now.wanted == 0


def test_boxes_and_gates_of_exactly_this_frame(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.goto(100)
    qtbot.waitUntil(lambda: bool(window.view._gates), timeout=20000)
    arrived(qtbot, window.desk)
    assert [(box.track, box.xyxy_px[0]) for box in window.view._boxes] == [(4, 400.25)]
    press(qtbot, window, Qt.Key.Key_B)
    press(qtbot, window, Qt.Key.Key_G)
    assert window.view._boxes == [] and not window.view._gates
    press(qtbot, window, Qt.Key.Key_B)
    assert len(window.view._boxes) == 1
    assert window.registry.actions["boxes"].isChecked() and not window.registry.actions["gates"].isChecked()


def test_clicking_a_finding_in_the_lanes_chooses_it_in_the_list(qtbot: QtBot, window: MainWindow) -> None:
    top, height = window.timeline._rows.places["events"]
    x = round(window.timeline.reach.x(100 * 1001 / 30000))
    at = QPoint(x, int(top + 0.73 * height))
    qtbot.mouseClick(window.timeline, Qt.MouseButton.LeftButton, pos=at)
    assert arrived(qtbot, window.desk) == 70
    assert window.findings.list.currentIndex().data().startswith("▲ trips")


def test_the_corner_names_teams_pack_device_and_speed(window: MainWindow) -> None:
    assert window.standing.text() == "EDM v BUF · seeds@1 · cpu ● 1.3×"


def test_dropping_a_tape_opens_it(qtbot: QtBot, place: Workplace, clip: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(clip))])
    none = Qt.KeyboardModifier.NoModifier
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, none)
    place.window.dropEvent(drop)
    qtbot.waitUntil(lambda: place.desk.now.shown is not None, timeout=20000)
    assert place.desk.now.tape_path == clip


def test_a_tape_without_a_case_offers_to_analyse(
    qtbot: QtBot, place: Workplace, clip: Path, tmp_path: Path
) -> None:
    other = tmp_path / "alone.mp4"
    other.write_bytes(clip.read_bytes())
    opened(qtbot, place.desk, other)
    banner = place.window.banner
    assert banner.isVisible() and "not been analysed" in banner.words.text()
    assert banner.button.text() == "Analyse this tape…"
    asked: list[bool] = []
    place.window.registry.actions["analyze"].triggered.disconnect()
    place.window.registry.actions["analyze"].triggered.connect(lambda: asked.append(True))
    qtbot.mouseClick(banner.button, Qt.MouseButton.LeftButton)
    assert asked == [True]


def test_trouble_is_one_sentence_with_details_to_copy(qtbot: QtBot, place: Workplace) -> None:
    place.desk.set(trouble=Trouble("This is wrong.", "Do that.", "the log", remedy_command="open"))
    banner = place.window.banner
    assert banner.words.text() == "This is wrong. Do that."
    assert banner.button.text() == "Open tape or case…" and banner.details.isVisible()
    qtbot.mouseClick(banner.details, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "the log"
    qtbot.mouseClick(banner.leave, Qt.MouseButton.LeftButton)
    assert not banner.isVisible() and place.desk.now.trouble is None


def test_a_tape_that_is_none_leaves_the_welcome_with_the_reason(
    qtbot: QtBot, place: Workplace, tmp_path: Path
) -> None:
    (tmp_path / "page.mp4").write_text("<html>")
    place.desk.open(tmp_path / "page.mp4")
    qtbot.waitUntil(lambda: place.desk.now.trouble is not None, timeout=20000)
    assert place.window.pages.currentWidget() is place.window.welcome
    assert "page.mp4" in place.window.banner.words.text()


def test_progress_stands_in_the_status_bar(window: MainWindow) -> None:
    window.desk.set(work=Work(5, 12, 1.3, 7))
    assert window.work_bar.isVisible()
    assert window.work_bar.words.text() == "5 of 12 s of tape · 1.3× real time · 0:07 to go"
    assert window.work_bar.bar.value() == 417
    assert window.registry.actions["cancel_job"].isEnabled()
    window.desk.set(work=None)
    assert not window.work_bar.isVisible()


def test_a_shot_that_is_not_the_main_camera_says_why_nothing_is_counted(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.desk.goto(210)
    arrived(qtbot, window.desk)
    assert window.note.text().startswith("This shot is not the main camera (close-up)")


def test_another_language_is_the_same_place(qtbot: QtBot, place: Workplace, window: MainWindow) -> None:
    window.desk.goto(100)
    arrived(qtbot, window.desk)
    place.speak("fr")
    assert place.window is not window and place.window.isVisible()
    assert place.window.menuBar().actions()[0].text() == "Fichier"
    qtbot.waitUntil(lambda: not place.window.view.image.isNull(), timeout=20000)
    assert counter_read(place.window.view.image) == 100
    rows = [row.verdict for row in place.window.findings.model.rows]
    assert len([v for v in rows if v not in ("crossing", "altercation")]) == 6
    place.desk.step(1)
    assert arrived(qtbot, place.desk) == 101


def test_dark_and_light(window: MainWindow) -> None:
    window.registry.actions["theme"].trigger()
    assert window.colours.name == "light" and window.desk.memory.word("theme", "") == "light"
    window.registry.actions["theme"].trigger()
    assert window.colours.name == "dark"


def test_every_control_has_a_name_for_the_ear_and_a_tip(window: MainWindow) -> None:
    kinds = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QTextBrowser)
    for widget in window.findChildren(QWidget):
        inner = isinstance(widget.parent(), QComboBox | QLineEdit) or widget.objectName().startswith("qt_")
        if isinstance(widget, kinds) and not inner and widget.isVisibleTo(window):
            named = widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text())
            assert named, (widget, widget.parent())
            tipped = widget.toolTip() or isinstance(widget, QAbstractItemView | QTextBrowser)
            assert tipped, (widget, widget.parent())
    for button in window.transport.buttons.values():
        assert button.toolTip()


def test_the_key_sheet_shows_every_key(qtbot: QtBot, window: MainWindow) -> None:
    sheet = KeySheet(window.registry, window)
    qtbot.addWidget(sheet)
    words = " ".join(label.text() for label in sheet.findChildren(QWidget) if hasattr(label, "text"))
    for command in COMMANDS:
        if command.keys and command.menu != "Help":
            assert window.registry.keys_words(command.id) in words.replace("&amp;", "&"), command.id


def test_no_two_commands_share_a_key(window: MainWindow) -> None:
    keys = [key.toString() for action in window.registry.actions.values() for key in action.shortcuts()]
    assert len(keys) == len(set(keys))


def test_a_command_can_be_given_other_keys(qtbot: QtBot, window: MainWindow) -> None:
    window.registry.set_keys("frame_on", ["X"])
    assert press(qtbot, window, Qt.Key.Key_X) == 1
