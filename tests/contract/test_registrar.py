"""Finder and registrar on a rendered tape whose every frame's place is known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from review.adapters.read_pyav import open_tape
from review.adapters.register_lines import LineRegistrar
from review.adapters.rink_lines_cv2 import ColourLines
from review.core.arrays import Array
from review.core.camera import apply_homography
from review.core.registration import ArenaCamera, Registration
from review.core.rink import rink_from
from review.measure.rink_points import view_from_points
from review.ports.registrar import LineFinder, Registrar

CLIP = Path(__file__).parents[2] / "sample_clips" / "early-10m.mp4"
#: As the scenario has it; its rink is drawn with the blue lines' middles at 7.62 m.
CAMERA = ArenaCamera(np.array([0.0, -42.0, 15.0]), at_sd_m=np.array([0.1, 0.2, 0.1]))
RINK = rink_from({"preset": "nhl", "blue_line_m": 7.62})
NOBODY = np.zeros((0, 4))


def truth() -> dict[str, list[dict[str, object]]]:
    told: dict[str, list[dict[str, object]]] = json.loads(CLIP.with_suffix(".truth.json").read_text())
    return told


def off_m(placed: Registration, frame: dict[str, object]) -> Array:
    """Distances on the ice between where the registration and the truth put points of the picture."""
    x, y = np.meshgrid(np.linspace(40, 1240, 13), np.linspace(200, 640, 8))
    points = np.column_stack([x.ravel(), y.ravel()])
    told = apply_homography(np.array(frame["H_m_from_px"]), points)
    on_ice = RINK.inside_m(told) > 0
    assert placed.H_m_from_px is not None, placed.reason
    return np.hypot(*(apply_homography(placed.H_m_from_px, points[on_ice]) - told[on_ice]).T)


def test_adapters_fulfil_the_ports() -> None:
    finder: LineFinder = ColourLines()
    registrar: Registrar = LineRegistrar(RINK, CAMERA, finder)
    black = np.zeros((360, 640, 3), np.uint8)
    assert finder.find(black, NOBODY, None) is None
    assert registrar.step(black, NOBODY, None).reason == "not the main camera: hardly any ice in view"


def test_people_and_graphics_are_no_evidence() -> None:
    rgb = open_tape(CLIP).frame(0).rgb
    box = np.array([[300.0, 300.0, 700.0, 500.0]])
    mask = np.zeros((72, 128), bool)
    mask[30:50, 80:100] = True
    found = ColourLines().find(rgb, box, mask)
    assert found is not None
    for points in (found.points_px["blue"], found.points_px["thin"], found.points_px["red"]):
        x, y = points.T
        assert not ((x > 304) & (x < 696) & (y > 304) & (y < 496)).any()
        assert not ((x > 805) & (x < 995) & (y > 305) & (y < 495)).any()


@pytest.mark.slow
def test_a_rendered_tape_is_placed_along_its_frames() -> None:
    registrar, frames = LineRegistrar(RINK, CAMERA, ColourLines()), truth()["frames"]
    off, held = [], []
    for frame in open_tape(CLIP).frames(0, 30):
        placed = registrar.step(frame.rgb, NOBODY, None)
        off.append(off_m(placed, frames[frame.ordinal]))
        assert placed.error_m is not None
        held.append(np.mean(off[-1] <= placed.error_m))
    assert np.median(np.concatenate(off)) < 0.15 and np.quantile(np.concatenate(off), 0.95) < 0.3
    assert np.mean(held) >= 0.95


@pytest.mark.slow
def test_clicked_points_place_a_frame_and_carry_on() -> None:
    told = truth()["frames"]
    P = np.array(told[0]["P"])
    names = {"centre spot": (0.0, 0.0), "left near neutral spot": (-6.096, -6.7056),
             "right far neutral spot": (6.096, 6.7056), "centre circle, far": (0.0, 4.572)}  # fmt: skip
    clicked = {}
    for name, (x, y) in names.items():
        u = P @ np.array([x, y, 0.0, 1.0])
        clicked[name] = (float(u[0] / u[2]) + 1.0, float(u[1] / u[2]) - 0.7)
    blind = _Blind()
    registrar = LineRegistrar(RINK, CAMERA, blind)
    shape = ColourLines().find(open_tape(CLIP).frame(0).rgb, NOBODY, None)
    assert shape is not None
    registrar.start(view_from_points(RINK, clicked, shape.shape, CAMERA).aligned)
    for frame in open_tape(CLIP).frames(0, 20):
        placed = registrar.step(frame.rgb, NOBODY, None)
        assert np.median(off_m(placed, told[frame.ordinal])) < 0.4
    assert placed.error_m is not None and placed.error_m > 0.3  # it says that nothing has held it since


class _Blind:
    """Finds no lines, as where paint is too pale."""

    def find(self, *_: object, **__: object) -> None:
        return None
