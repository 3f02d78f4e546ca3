"""Registration metrics on two looks whose errors are known by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from review.core.detections import Detections
from review.evaluate.clip import Clip, Look
from review.evaluate.registration import score_registration, true_places_m

H = [[0.05, 0, -32.0], [0, -0.05, 18.0], [0, 0, 1.0]]  # px (640, 100) is (0, 13) m
BOXES = np.array([[630.0, 40.0, 650.0, 100.0], [630.0, 300.0, 650.0, 360.0]], np.float32)
FEET = np.array([[0.0, 13.0], [0.0, 0.0]])


def frame(i: int, **more: Any) -> dict[str, Any]:
    return {"i": i, "s": i / 25, "view": "main", "replay": False, "transition": None, "lens": None,
            "H_m_from_px": H, "people": [], **more}  # fmt: skip


def moved(x_m: float, y_m: float) -> np.ndarray:
    return FEET + np.array([x_m, y_m])


def look(i: int, foot_m: np.ndarray) -> Look:
    boxes = Detections(BOXES, np.zeros(2), np.ones(2))
    error = np.where(np.isfinite(foot_m[:, 0]), 0.25, np.nan)
    return Look(i / 25, boxes, np.array([1, 2]), BOXES, foot_m, error)


def scored(frames: list[dict[str, Any]], looks: list[Look]) -> dict[str, float | None]:
    gates = [{"gate": "RED-bench", "points_m": [[-5.0, 13.0], [5.0, 13.0]]}]
    truth = {"frames": frames, "rink": {"length_m": 60.0, "width_m": 26.0}, "gates": gates}
    part = score_registration(Clip("two", {}, truth, looks))
    return {name: metric.value() for name, metric in part.metrics.items()}


def test_errors_are_those_between_the_same_pixels() -> None:
    found = scored([frame(0), frame(1)], [look(0, moved(0.3, 0.0)), look(1, moved(0.0, 0.1))])
    assert found["registration_median_m"] == pytest.approx(0.2)  # 0.3 and 0.1, each twice
    assert found["registration_p95_gate_m"] == pytest.approx(0.29)  # of 0.1 and 0.3, at the bench alone
    assert found["registration_inside"] == 0.5 and found["registered_share"] == 1.0
    assert found["false_registrations"] == 0


def test_a_tape_from_the_other_side_may_be_half_a_turn_round_as_a_whole_but_no_picture_of_it() -> None:
    turned = [look(k, -moved(0.3, 0.0)) for k in range(3)]
    whole = scored([frame(k) for k in range(3)], turned)
    assert whole["registration_median_m"] == pytest.approx(0.3) and whole["false_registrations"] == 0
    mixed = scored([frame(k) for k in range(3)], [*turned[:2], look(2, moved(0.3, 0.0))])
    assert mixed["false_registrations"] == 1


def test_only_the_live_main_camera_is_asked_for_and_a_wrong_place_is_told() -> None:
    nowhere = np.full((2, 2), np.nan)
    frames = [frame(0), frame(1), frame(2, view="net"), frame(3, replay=True)]
    looks = [look(0, FEET), look(1, nowhere), look(2, moved(2.0, 0.0)), look(3, nowhere)]
    found = scored(frames, looks)
    assert found["registered_share"] == 0.5
    assert found["false_registrations"] == 1


def test_a_case_without_feet_is_not_measured() -> None:
    bare = Look(0.0, Detections(BOXES, np.zeros(2), np.ones(2)), np.array([1, 2]), BOXES)
    assert set(scored([frame(0)], [bare]).values()) == {None}


def test_a_bent_picture_is_straightened_first() -> None:
    lens = {"centre_px": [640, 360], "scale": 1.0, "unit_px": [640.0, 640.0], "k1": 0.1}
    straight = np.array([960.0, 360.0])  # half a unit off the middle shows at 320 (1 + 0.1 / 4) = 328 px
    bent = np.array([[968.0, 360.0]])
    np.testing.assert_allclose(
        true_places_m(bent, frame(0, lens=lens)), [[straight[0] * 0.05 - 32.0, 0.0]], atol=1e-9
    )
