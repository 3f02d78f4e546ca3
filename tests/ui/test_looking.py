"""Looking closer: steps of N, fields, levels, the loupe; the frame itself is never touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from review.core.arrays import Array
from tests.contract.made_clips import INTERLACED, PAL, Made, number_of
from tests.ui.support import arrived, counter_read, doors, opened
from ui.app import Workplace
from ui.looking import LevelsSheet
from ui.memory import Memory
from ui.player.frame_map import FrameMap
from ui.player.levels import NEUTRAL, Levels, levelled
from ui.player.loupe import AT_MOUSE, inset_of, next_loupe
from ui.player.scan import bobbed, woven
from ui.player.view import PictureView


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Iterator[Workplace]:
    """The whole window, nothing open."""
    place = Workplace(doors(), Memory(tmp_path / "memory.ini"))
    place.window.show()
    yield place
    place.end()
    place.window.close()


def rgb_of(image: QImage) -> Array:
    """(h, w, 3) of an image."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)
    return np.ascontiguousarray(rows[:, :, 2::-1])


def lines(*values: int) -> Array:
    """A picture one pixel wide, a value a line."""
    return np.repeat(np.array(values, np.uint8)[:, None, None], 3, axis=2)


def test_a_field_keeps_its_lines_and_its_neighbours_fill_the_others() -> None:
    assert bobbed(lines(10, 20, 41), 6, top=True)[:, 0, 0].tolist() == [10, 15, 20, 31, 41, 41]
    assert bobbed(lines(10, 20, 41), 6, top=False)[:, 0, 0].tolist() == [10, 10, 15, 20, 31, 41]
    both = lines(1, 3), lines(2, 4)
    assert woven(*both, top_first=True)[:, 0, 0].tolist() == [1, 2, 3, 4]
    assert woven(*both, top_first=False)[:, 0, 0].tolist() == [2, 1, 4, 3]


@pytest.mark.parametrize("order", ["tff", "bff"])
def test_an_interlaced_tape_is_stepped_field_by_field(
    qtbot: QtBot, place: Workplace, tmp_path: Path, order: str
) -> None:
    made = Made(f"{order}.ts", "mpeg2video", INTERLACED, size_px=PAL, fields=order, times=tuple(range(15)))
    desk, actions = place.desk, place.window.registry.actions
    opened(qtbot, desk, made.write(tmp_path))
    assert actions["fields"].isEnabled() and not actions["fields"].isChecked()

    def read() -> int:
        arrived(qtbot, desk)
        return number_of(rgb_of(place.window.view.image))

    desk.goto(4)
    arrived(qtbot, desk)
    with qtbot.waitSignal(desk.picture, timeout=20000):
        actions["fields"].trigger()
    assert read() == 8, "the earlier field of frame 4"
    on = []
    for _ in range(4):
        actions["frame_on"].trigger()
        on.append(read())
    assert on == [9, 10, 11, 12]
    back = []
    for _ in range(3):
        actions["frame_back"].trigger()
        back.append(read())
    assert back == [11, 10, 9]
    names = {"tff": "lower lines", "bff": "upper lines"}
    assert place.window.view.look == f"For the eye only: field 2 of 2, {names[order]}"
    with qtbot.waitSignal(desk.picture, timeout=20000):
        actions["woven"].trigger()
    image = rgb_of(place.window.view.image)
    halves = [number_of(image[start::2].repeat(2, axis=0)) for start in (0, 1)]
    assert halves == ([8, 9] if order == "tff" else [9, 8])
    actions["woven"].trigger()
    assert desk.now.scan == "whole" and place.window.view.look == ""


def test_fields_are_offered_where_there_are_some(qtbot: QtBot, place: Workplace, clip: Path) -> None:
    opened(qtbot, place.desk, clip)
    assert not place.window.registry.actions["fields"].isEnabled()
    place.desk.look("fields")
    assert place.desk.now.scan == "whole"


def test_levels_change_what_is_painted_and_nothing_else(
    qtbot: QtBot, place: Workplace, clip: Path, case: Path
) -> None:
    opened(qtbot, place.desk, clip)
    view = place.window.view
    before, painted = view.image.copy(), view.grab().toImage()
    sheet = LevelsSheet(place.desk, place.window)
    qtbot.addWidget(sheet)
    sheet.black.setValue(80)
    sheet.white.setValue(100)
    assert place.desk.now.levels == Levels(80, 100, 1.0)
    assert view.look == "For the eye only: black 80, white 100, gamma 1.00"
    assert view.image == before, "stills and drawings take this one"
    assert view.grab().toImage() != painted
    place.desk.step(1)
    arrived(qtbot, place.desk)
    assert counter_read(view.image) == 1 and place.desk.now.levels.black == 80
    place.window.registry.actions["levels_off"].trigger()
    assert place.desk.now.levels == NEUTRAL and view.look == ""


def test_levels_by_hand() -> None:
    image = QImage(4, 2, QImage.Format.Format_RGB32)
    image.fill(QColor(15, 10, 99))
    shown = QColor(levelled(image, Levels(10, 20)).pixel(3, 1))
    assert (shown.red(), shown.green(), shown.blue()) == (128, 0, 255)
    assert levelled(image, NEUTRAL) is image
    assert Levels(gamma_ratio=2.0).table()[64] == 128  # 255 · √(64/255) = 127.7
    with pytest.raises(ValueError, match="white"):
        Levels(20, 20)


def test_the_loupe_shows_what_it_follows_away_from_it(qtbot: QtBot) -> None:
    view = PictureView()
    qtbot.addWidget(view)
    view.resize(800, 450)
    view.show()
    image = QImage(800, 450, QImage.Format.Format_RGB32)
    image.fill(QColor("grey"))
    for x in range(95, 106):
        for y in range(75, 86):
            image.setPixelColor(x, y, QColor("red"))
    view.show_picture(image, 1.0)
    gate = np.array([[90.0, 80.0], [110.0, 80.0]])
    view.set_marks([], {"EDM-bench": gate})
    view.set_loupe("EDM-bench")
    target, source = inset_of(view.place, (100.0, 80.0))
    assert not target.contains(100.0, 80.0) and source.center().x() == pytest.approx(100.0)
    painted = view.grab().toImage()
    at = target.center().toPoint()
    colour = QColor(painted.pixel(at.x(), at.y() + 10))
    assert (colour.red(), colour.green()) == (255, 0), "ten widget pixels are three of the picture"
    assert QColor(painted.pixel(at.x(), at.y() + 40)).red() < 200
    right, _ = inset_of(FrameMap((800.0, 450.0), (800.0, 450.0)), (700.0, 400.0))
    assert right.right() < 400


def test_the_loupe_goes_from_the_mouse_to_each_gate(
    qtbot: QtBot, place: Workplace, clip: Path, case: Path
) -> None:
    gates = {"b": 1, "a": 2}
    assert [next_loupe(now, gates) for now in ("", AT_MOUSE, "a", "b", "gone")] == [
        AT_MOUSE, "a", "b", AT_MOUSE, AT_MOUSE,
    ]  # fmt: skip
    opened(qtbot, place.desk, clip)
    actions = place.window.registry.actions
    actions["loupe"].trigger()
    assert place.desk.now.loupe == AT_MOUSE and actions["loupe"].isChecked()
    actions["loupe_next"].trigger()
    assert place.desk.now.judgement is not None
    assert place.desk.now.loupe in {gate.id for gate in place.desk.now.judgement.gates}
    place.window.view.grab()  # the gate is not in this frame: that is said, nothing fails
    actions["loupe"].trigger()
    assert place.desk.now.loupe == ""


def test_a_step_of_n_frames_is_chosen_and_kept(
    qtbot: QtBot, place: Workplace, clip: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(qtbot, place.desk, clip)
    actions = place.window.registry.actions
    actions["n_on"].trigger()
    assert arrived(qtbot, place.desk) == 5
    monkeypatch.setattr("ui.looking.QInputDialog.getInt", lambda *_: (30, True))
    actions["choose_n"].trigger()
    actions["n_on"].trigger()
    assert arrived(qtbot, place.desk) == 35
    assert counter_read(place.window.view.image) == 35
    actions["n_back"].trigger()
    assert arrived(qtbot, place.desk) == 5
    place.desk.close()
    assert place.desk.now.step_frames == 30 and place.memory.number("step_frames", 5) == 30
