"""Gates carried by a known camera; metres learnt from bodies of known size."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.camera import CameraMotion
from review.core.detections import Detections
from review.core.gates import Gate
from review.core.registration import Registrations
from review.core.shots import Shot
from review.measure.carry import carry_gates
from review.measure.scale import BODY_M, fit_body_scale
from tests.unit.measuring import at, gate


def pan(n: int, step_px: float, *, lost: int | None = None) -> CameraMotion:
    """A camera panning right: the picture's content moves left by step_px a frame."""
    H = np.tile(np.eye(3), (n, 1, 1))
    H[1:, 0, 2] = step_px
    quality = np.ones(n)
    quality[0] = np.nan
    if lost is not None:
        quality[lost] = np.nan
    return CameraMotion(np.arange(n), H, quality)


def carried(motion: CameraMotion, **more: object):  # type: ignore[no-untyped-def]
    n = len(motion)
    shot = Shot(1, 0, n - 1, at(0), at((n - 1) * 0.04), "start")
    (view,) = carry_gates(
        [gate()],
        shot,
        motion=motion,
        pts=np.arange(n) * 40,
        size_px=(1280, 720),
        **more,  # type: ignore[arg-type]
    )
    return view


def test_a_gate_moves_against_the_pan() -> None:
    view = carried(pan(11, 10.0))
    np.testing.assert_allclose(view.points_px[10, 0], [0.0, 200.0], atol=1e-6)
    np.testing.assert_allclose(view.points_px[10, 1], [400.0, 200.0], atol=1e-6)


def test_a_gate_is_seen_as_far_as_it_lies_in_the_picture() -> None:
    view = carried(pan(41, 10.0))
    assert view.seen_ratio[0] == pytest.approx(1.0)
    assert view.seen_ratio[30] == pytest.approx(0.5, abs=0.05)  # 100-300 < 0, 500-300 = 200 of 400 px left
    assert view.seen_ratio[40] == pytest.approx(0.25, abs=0.05)


def test_a_graphic_hides_the_part_of_the_gate_under_it() -> None:
    mask = np.zeros((72, 128), dtype=bool)
    mask[:, 10:30] = True  # columns 100 to 300 of the picture
    assert carried(pan(2, 0.0), graphics=mask).seen_ratio[0] == pytest.approx(0.5, abs=0.05)


def test_behind_a_loss_of_motion_the_gate_is_not_guessed() -> None:
    view = carried(pan(11, 10.0, lost=5))
    assert np.isfinite(view.points_px[:5]).all() and np.isnan(view.points_px[5:]).all()
    assert (view.seen_ratio[5:] == 0).all() and view.reason == "the camera's motion was lost"


def test_a_gate_of_another_shot_is_not_carried_here() -> None:
    shot = Shot(2, 100, 110, at(4.0), at(4.4), "cut")
    motion = CameraMotion(np.arange(100, 111), np.tile(np.eye(3), (11, 1, 1)), np.ones(11))
    pts = np.arange(100, 111) * 40
    assert carry_gates([gate()], shot, motion=motion, pts=pts, size_px=(1280, 720)) == ()


def test_a_gate_in_metres_is_shown_where_the_picture_is_registered() -> None:
    motion = pan(3, 10.0)
    H = np.tile(np.array([[0.05, 0, -32.0], [0, -0.05, 18.0], [0, 0, 1.0]]), (3, 1, 1))  # 20 px a metre
    H[1:, 0, 2] += [0.5, 1.0]  # the pan
    H[2], why = np.nan, "too little paint is seen"
    rink = Registrations(np.arange(3), H, np.array([0.2, 0.2, np.nan]), (None, None, why))
    on_rink = Gate(
        "HOME-bench", "HOME", "players_bench", None, None, points_m=np.array([[-10, 13], [-2, 13]])
    )
    shot = Shot(1, 0, 2, at(0), at(0.08), "start")
    told = {"motion": motion, "pts": np.arange(3) * 40, "size_px": (1280, 720)}
    (view,) = carry_gates([on_rink], shot, **told, rink=rink)  # type: ignore[arg-type]
    np.testing.assert_allclose(view.points_px[0][[0, -1]], [[440.0, 100.0], [600.0, 100.0]])
    np.testing.assert_allclose(view.points_px[1][[0, -1]], [[430.0, 100.0], [590.0, 100.0]])
    assert (
        view.seen_ratio.tolist() == [1.0, 1.0, 0.0] and view.reason == f"the picture is not registered: {why}"
    )
    assert view.drift_px[0] == pytest.approx(0.2 * 20)
    assert carry_gates([on_rink], shot, **told) == ()  # type: ignore[arg-type]


def bodies(
    horizon: float, slope: float, feet: np.ndarray, noise: float, rng: np.random.Generator
) -> Detections:
    height = slope * (feet - horizon) * rng.normal(1, noise, len(feet))
    x = rng.uniform(0, 1200, len(feet))
    box = np.column_stack([x, feet - height, x + height / 3, feet])
    return Detections(box, np.zeros(len(feet)), np.full(len(feet), 0.8))


def test_scale_is_learnt_from_bodies_and_survives_men_half_hidden() -> None:
    rng = np.random.default_rng(3)
    looks = []
    for _ in range(30):
        feet = rng.uniform(150, 650, 12)
        look = bodies(-100.0, 0.25, feet, 0.08, rng)
        box = look.xyxy_px.copy()
        box[:2, 1] = box[:2, 3] - 0.4 * (box[:2, 3] - box[:2, 1])  # two of twelve show legs only
        looks.append(Detections(box, look.class_id, look.conf))
    scale = fit_body_scale([i / 15 for i in range(30)], looks)
    for y in (200.0, 600.0):
        assert float(scale.body_px(15, y)) == pytest.approx(0.25 * (y + 100), rel=0.08)
        assert float(scale.px_per_m(15, y)) == pytest.approx(0.25 * (y + 100) / BODY_M, rel=0.08)


def test_too_few_people_give_no_scale() -> None:
    rng = np.random.default_rng(0)
    looks = [bodies(-100.0, 0.25, np.array([300.0]), 0.0, rng) for _ in range(5)]
    assert np.isnan(fit_body_scale([0, 0.1, 0.2, 0.3, 0.4], looks).body_px(2, 300.0))
