"""Drawing on a picture, by keyboard and by mouse; kept in the case, undone like every act."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from review.core.drawings import Mark
from review.wiring.drawings import drawings
from tests.ui.support import arrived, doors, opened
from ui.app import Workplace
from ui.drawing import DrawSheet
from ui.memory import Memory

SHIFT = Qt.KeyboardModifier.ShiftModifier


def picture() -> QImage:
    image = QImage(640, 360, QImage.Format.Format_RGB888)
    image.fill(Qt.GlobalColor.gray)
    return image


def draw_by_keys(qtbot: QtBot, sheet: DrawSheet) -> None:
    """An arrow 20 px right and 2 up, then words where it ends."""
    qtbot.keyClick(sheet.easel, Qt.Key.Key_Return)
    qtbot.keyClick(sheet.easel, Qt.Key.Key_Right, SHIFT)
    qtbot.keyClick(sheet.easel, Qt.Key.Key_Up)
    qtbot.keyClick(sheet.easel, Qt.Key.Key_Return)
    qtbot.keyClicks(sheet.entry, "skate")
    qtbot.keyClick(sheet.easel, Qt.Key.Key_Return)


def test_by_keyboard(qtbot: QtBot) -> None:
    sheet = DrawSheet(picture())
    qtbot.addWidget(sheet)
    sheet.show()
    assert not sheet.keep.isEnabled()
    draw_by_keys(qtbot, sheet)
    assert sheet.marks == [
        Mark("arrow", (320.0, 180.0), (340.0, 178.0)), Mark("text", (340.0, 178.0), words="skate"),
    ]  # fmt: skip
    assert sheet.keep.isEnabled()
    qtbot.keyClick(sheet.easel, Qt.Key.Key_Backspace)
    qtbot.keyClick(sheet.easel, Qt.Key.Key_Backspace)
    assert sheet.marks == [] and not sheet.keep.isEnabled()


def test_by_mouse_a_circle_is_dragged(qtbot: QtBot) -> None:
    sheet = DrawSheet(picture())
    qtbot.addWidget(sheet)
    sheet.show()
    sheet.tools["circle"].setChecked(True)
    easel = sheet.easel
    easel.resize(640, 360)
    qtbot.mousePress(easel, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    qtbot.mouseMove(easel, QPoint(130, 140))
    qtbot.mouseRelease(easel, Qt.MouseButton.LeftButton, pos=QPoint(130, 140))
    (mark,) = sheet.marks
    scale = min(easel.width() / 640, easel.height() / 360)
    radius = ((mark.end_px[0] - mark.start_px[0]) ** 2 + (mark.end_px[1] - mark.start_px[1]) ** 2) ** 0.5  # type: ignore[index]
    assert mark.shape == "circle" and abs(radius - 50 / scale) < 2


def test_what_was_drawn_is_in_the_case_and_undone(
    qtbot: QtBot, clip: Path, case: Path, tmp_path: Path
) -> None:
    tape = tmp_path / clip.name
    shutil.copy(clip, tape)
    shutil.copy(case, tape.with_suffix(case.suffix))
    place = Workplace(doors(), Memory(tmp_path / "memory.ini"))
    try:
        place.window.show()
        opened(qtbot, place.desk, tape)
        place.desk.goto(30)
        arrived(qtbot, place.desk)

        def draw() -> None:
            sheet = QApplication.activeModalWidget()
            assert isinstance(sheet, DrawSheet)
            draw_by_keys(qtbot, sheet)
            sheet.accept()

        QTimer.singleShot(50, draw)
        qtbot.keyClick(place.window.findings.list, Qt.Key.Key_D)
        (drawn,) = drawings(tape.with_suffix(case.suffix))
        assert drawn.time.pts == place.desk.now.shown.time.pts  # type: ignore[union-attr]
        assert [one.shape for one in drawn.marks] == ["arrow", "text"]
        place.window.activateWindow()
        qtbot.waitUntil(lambda: QApplication.activeWindow() is place.window)
        qtbot.keyClick(place.window.findings.list, Qt.Key.Key_Z)
        assert drawings(tape.with_suffix(case.suffix)) == []
    finally:
        place.end()
        place.window.close()
        place.window.leave()
