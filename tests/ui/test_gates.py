"""Gates drawn by hand: on the picture, into the file, and back through the product's own reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from review.adapters.read_pyav import open_tape
from review.imports.gates_toml import parse_gates
from ui.dialogs import AnalyzeDialog, GateDialog
from ui.gate_file import add_gate, gate_file_for, team_names_beside
from ui.player.view import PictureView


@pytest.fixture
def view(qtbot: QtBot) -> PictureView:
    """A 256×96 picture shown at three times its size."""
    view = PictureView()
    qtbot.addWidget(view)
    view.resize(768, 288)
    view.show()
    image = QImage(256, 96, QImage.Format.Format_RGB32)
    image.fill(QColor("grey"))
    view.show_picture(image, 1.0)
    return view


def test_clicks_become_picture_pixels_and_enter_finishes(qtbot: QtBot, view: PictureView) -> None:
    view.set_sketching(True)
    for x, y in ((60, 90), (600, 120), (300, 30)):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(x, y))
    qtbot.keyClick(view, Qt.Key.Key_Backspace)
    with qtbot.waitSignal(view.sketched) as caught:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert caught.args[0] == [(20.0, 30.0), (200.0, 40.0)]


def test_one_point_is_no_gate_and_esc_leaves(qtbot: QtBot, view: PictureView) -> None:
    view.set_sketching(True)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 90))
    with qtbot.assertNotEmitted(view.sketched):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    with qtbot.waitSignal(view.sketch_left):
        qtbot.keyClick(view, Qt.Key.Key_Escape)


def test_the_file_reads_back_as_the_gates_drawn(clip: Path, tmp_path: Path) -> None:
    file = gate_file_for(tmp_path / "a.mp4")
    assert file.name == "a.gates.toml"
    add_gate(file, [(20, 30), (200.5, 40)], team="EDM", kind="players_bench", frame=7, off_side="above")
    add_gate(file, [(1, 2), (3, 4), (5, 6)], team='Ö"x', kind="penalty_box", frame=9, off_side="below")
    reader = open_tape(clip)
    gates = parse_gates(file.read_bytes(), reader.tape, reader.index)
    assert [(g.team, g.kind, g.off_side) for g in gates] == [
        ("EDM", "players_bench", "above"),
        ('Ö"x', "penalty_box", "below"),
    ]
    assert gates[0].points_px.tolist() == [[20, 30], [200.5, 40]]
    assert gates[1].drawn_at == reader.tape.scale.at(int(reader.index.pts[9]))
    assert [p.name for p in tmp_path.iterdir()] == ["a.gates.toml"]
    reader.close()


def test_a_gate_needs_a_team(qtbot: QtBot) -> None:
    dialog = GateDialog(())
    qtbot.addWidget(dialog)
    keep = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Keep this gate")
    assert not keep.isEnabled()
    dialog.team.setEditText("EDM")
    assert keep.isEnabled()
    dialog.kind.setCurrentIndex(1)
    assert dialog.chosen_kind == "penalty_box"


def test_names_come_from_the_game_beside_the_tape(tmp_path: Path) -> None:
    tape = tmp_path / "a.mp4"
    assert team_names_beside(tape) == ()
    (tmp_path / "a.game.toml").write_text('[teams.home]\nname = "EDM"\n[teams.away]\nname = "BUF"\n')
    assert team_names_beside(tape) == ("EDM", "BUF")
    (tmp_path / "a.game.toml").write_text("[teams")
    assert team_names_beside(tape) == ()


def test_files_beside_the_tape_are_filled_in(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = AnalyzeDialog(tmp_path / "a.mp4", tmp_path / "a.game.toml", None)
    qtbot.addWidget(dialog)
    assert dialog.game.path == tmp_path / "a.game.toml"
    assert dialog.gates.path is None
