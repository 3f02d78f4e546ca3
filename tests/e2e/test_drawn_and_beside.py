"""A bundle with what people drew, and with two angles in one picture: the right frames, the right pixels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from review.adapters.marks_cv2 import draw_marks
from review.adapters.read_pyav import open_tape
from review.adapters.store_sqlite import SqliteStore
from review.cli import main
from review.core.drawings import Mark
from review.testing import builders as a
from review.testing.whole import whole_judgement
from review.wiring.corrections import history, undo
from review.wiring.drawings import drawings
from tests.ui.support import RATE, SIZE_PX, counter_read, make_clip

SAID = ("--because", "why", "--by", "Ann")


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A small case beside its tape of 373 counting frames."""
    make_clip(tmp_path / "tape.mp4", 373)
    reader = open_tape(tmp_path / "tape.mp4")
    with SqliteStore.open(tmp_path / "tape.bgcase", create=True, readonly=False) as store:
        store.put_judgement(replace(whole_judgement(), tape=reader.tape), a.tracks(), "inputs")
    reader.close()
    return tmp_path / "tape.bgcase"


def read(rgb: np.ndarray) -> int:
    """The number that a frame of the counting clip shows."""
    data = np.ascontiguousarray(rgb)
    return counter_read(
        QImage(data.data, rgb.shape[1], rgb.shape[0], 3 * rgb.shape[1], QImage.Format.Format_RGB888)
    )


def test_two_angles_stand_in_one_picture_aligned(case: Path, tmp_path: Path) -> None:
    """Frame n of the tape beside frame n + 6 of the other, whose second 6 frames on shows the tape's 0."""
    make_clip(tmp_path / "other.mp4", 120)
    ahead_s = float(6 / RATE)
    out = tmp_path / "evidence"
    words = f"{tmp_path / 'other.mp4'}@{ahead_s:.6f}"
    assert main(["case", "export", str(case), "--out", str(out), "--finding", "1", "--angle", words]) == 0
    (told,) = json.loads((out / "clips.json").read_text("utf-8"))
    assert told["angles"][0]["how"] == "hand" and told["angles"][0]["offset_s"] == pytest.approx(ahead_s)
    clip = open_tape(out / told["side_by_side"])
    first, width = told["first_frame"], SIZE_PX[0]
    assert clip.tape.size_px[0] == 2 * width and clip.tape.size_px[1] > SIZE_PX[1], "a strip lies below"
    met = 0
    for n in range(len(clip.index)):
        rgb = clip.frame(n).rgb
        assert read(rgb[: SIZE_PX[1], :width]) == first + n
        there = first + n + 6 < 120
        met += there
        if there:
            assert read(rgb[: SIZE_PX[1], width:]) == first + n + 6
        else:
            assert np.ptp(rgb[8 : SIZE_PX[1] - 8, width + 8 :]) < 12, "outside its tape the angle is blank"
    assert 0 < met < len(clip.index)
    clip.close()
    assert main(["case", "verify", str(out)]) == 0


def test_a_drawing_is_an_act_and_a_still_of_the_bundle(case: Path, tmp_path: Path) -> None:
    arrow, text = "--arrow=20,80,120,60", "--text=130,60,skate down"
    assert main(["case", "draw", str(case), "--at", "0:01", arrow, text, *SAID]) == 0
    (drawn,) = drawings(case)
    assert drawn.marks == (
        Mark("arrow", (20.0, 80.0), (120.0, 60.0)), Mark("text", (130.0, 60.0), words="skate down"),
    )  # fmt: skip
    out = tmp_path / "evidence"
    assert main(["case", "export", str(case), "--out", str(out), "--finding", "1"]) == 0
    told = json.loads((out / "clips.json").read_text("utf-8"))[-1]
    assert (told["drawing"], told["frame"], told["who"]) == (f"drawing-{drawn.act}.jpg", 29, "Ann")
    assert (out / told["drawing"]).stat().st_size > 1000
    assert undo(case) is not None and drawings(case) == []
    assert [one.stands for one in history(case)] == [False]


def test_marks_lie_where_they_were_drawn() -> None:
    grey = np.full((400, 600, 3), 90, np.uint8)
    made = draw_marks(
        grey, [Mark("circle", (100.0, 100.0), (160.0, 100.0)), Mark("arrow", (300.0, 300.0), (500.0, 300.0))]
    )
    changed = (made != grey).any(2)
    rows, columns = np.nonzero(changed[:, :250])
    assert abs(columns.min() - 40) < 6 and abs(columns.max() - 160) < 6 and abs(rows.min() - 40) < 6
    assert changed[300, 300:500].mean() > 0.95 and not changed[200:280, 250:].any()
    assert (grey == 90).all(), "the picture under it stays"


@pytest.mark.parametrize(
    "words", [["--arrow=1,2,3"], ["--circle=5,5,0"], ["--text=5,5, "], ["--text=9999,5,out"], []]
)
def test_what_is_no_mark_is_refused(case: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["case", "draw", str(case), "--at", "0:01", *words]) == 2
    assert capsys.readouterr().err.strip()
    assert history(case) == []
