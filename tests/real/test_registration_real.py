"""Registration of real pictures: hand marks of one NHL arena, and pictures that are no main camera's.

Some frames hold swapped or careless marks, so what is asserted is the median and the 80th percentile of all.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from review.adapters.read_picture import read_picture
from review.adapters.rink_lines_cv2 import ColourLines
from review.core.camera import apply_homography
from review.core.registration import ArenaCamera
from review.core.rink import RINKS
from review.measure.rink_field import rink_field
from review.measure.rink_gate import worth_trying
from review.measure.rink_place import place_known, place_open

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"
MARKED = DATA / "frames" / "phi-nyr-rink"
NOBODY = np.zeros((0, 4))
FOOT_M = 0.3048
#: As `benchgate register` learns it from the marked pictures, without the marks.
CAMERA = ArenaCamera(
    np.array([-0.11, -38.06, 12.75]), np.radians([-0.108, 0.156]), 0.0357, np.array([0.15, 0.3, 0.15])
)

pytestmark = [
    pytest.mark.real,
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.is_dir(), reason="the real clips are not beside the checkout (shared/data)"),
]


def places() -> dict[str, tuple[float, float]]:
    """Metres of every mark's name: from the template of the set, from the rule book where it has it."""
    known = {}
    for line in (MARKED / "_template_points_all.txt").read_text().splitlines():
        name, x, y = line.split()
        known[name] = ((float(x) - 512) / 5.036 * FOOT_M, (224 - float(y)) / 5.094 * FOOT_M)
    known |= {"center_circle_top": (0.0, 15 * FOOT_M), "center_circle_bottom": (0.0, -15 * FOOT_M)}
    for x, side in ((-1, "left"), (1, "right")):
        for y, wing in ((1, "top"), (-1, "bottom")):
            known[f"{wing}_{side}_corner"] = (x * 89 * FOOT_M, y * 36.75 * FOOT_M)
            for end in ("circle", "circle_center"):
                known[f"{wing}_{side}_{end}"] = (x * 69 * FOOT_M, y * 22 * FOOT_M)
            known[f"{wing}_{side}_small_circle"] = (x * 20 * FOOT_M, y * 22 * FOOT_M)
    return known


def marks(name: str) -> tuple[np.ndarray, np.ndarray]:
    """(n, 2) pixels and (n, 2) metres."""
    known = places()
    rows = [line.split() for line in (MARKED / f"{name}.txt").read_text().splitlines()]
    rows = [row for row in rows if row[0] in known]
    px = np.array([[float(row[1]), float(row[2])] for row in rows])
    return px, np.array([known[row[0]] for row in rows])


@pytest.mark.parametrize("name", ["image157", "image22", "image399"])
def test_marked_frames_with_the_camera_learnt(name: str) -> None:
    evidence = ColourLines().find(read_picture(MARKED / f"{name}.jpg"), NOBODY, None)
    assert evidence is not None
    placed, _ = place_known(rink_field(RINKS["nhl"]), evidence, CAMERA)
    assert placed.H_m_from_px is not None and placed.error_m is not None
    px, metres = marks(name)
    off = np.hypot(*(apply_homography(placed.H_m_from_px, px) - metres).T)
    assert np.median(off) < 0.12 and np.quantile(off, 0.8) < min(0.25, placed.error_m)


def test_a_marked_frame_from_nothing() -> None:
    evidence = ColourLines().find(read_picture(MARKED / "image22.jpg"), NOBODY, None)
    assert evidence is not None
    placed, _ = place_open(rink_field(RINKS["nhl"]), evidence)
    assert placed.H_m_from_px is not None
    px, metres = marks("image22")
    off = np.hypot(*(apply_homography(placed.H_m_from_px, px) - metres).T)
    assert np.median(off) < 0.12 and np.quantile(off, 0.8) < 0.25


@pytest.mark.parametrize(
    "path",
    ["not-main/photo_002.jpg", "not-main/photo_032.jpg", "not-main/photo_040.jpg",
     "frames/van-njd-notmain/images/vannjd_16_54_25_05_0131.jpg"],
)  # fmt: skip
def test_what_is_no_main_camera_is_refused(path: str) -> None:
    evidence = ColourLines().find(read_picture(DATA / path), NOBODY, None)
    if worth_trying(evidence) is None:
        assert evidence is not None
        for placed in (place_open(rink_field(RINKS["nhl"]), evidence)[0],
                       place_known(rink_field(RINKS["nhl"]), evidence, CAMERA)[0]):  # fmt: skip
            assert placed.H_m_from_px is None and placed.reason
