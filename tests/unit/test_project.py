"""Feet, fronts and distances on the rink, by hand: a camera that looks straight down, 20 px a metre."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from review.core.gates import Gate, GateView
from review.core.registration import Registrations
from review.measure.project import FOOT_ABOVE_RATIO, Front, distances_m, feet_on_rink, front_of
from tests.unit.measuring import at

SIZE = (1280, 720)
H = np.array([[0.05, 0, -32.0], [0, -0.05, 18.0], [0, 0, 1.0]])  # y up: px (640, 100) is (0, 13)


def rink(n: int = 3, *, lost: int | None = None) -> Registrations:
    placed, error = np.tile(H, (n, 1, 1)), np.full(n, 0.2)
    if lost is not None:
        placed[lost], error[lost] = np.nan, np.nan
    why = tuple("too little paint is seen" if k == lost else None for k in range(n))
    return Registrations(np.arange(n), placed, error, why)


def view(lines: list[list[list[float]]], **fields: object) -> GateView:
    n = len(lines)
    gate = Gate("EDM-bench", "EDM", "players_bench", at(0), np.array(lines[0]))
    return GateView(
        replace(gate, **fields),  # type: ignore[arg-type]
        1,
        np.arange(n),
        np.arange(n) * 40,
        np.array(lines),
        np.ones(n),
        np.ones(n),
    )


def test_feet_are_where_the_transform_puts_them_and_nowhere_without_one() -> None:
    feet, error = feet_on_rink(np.array([0, 1]), np.array([[640.0, 100.0], [640.0, 100.0]]), rink(lost=1))
    np.testing.assert_allclose(feet[0], [0.0, 13.0])
    assert error[0] == pytest.approx(0.2) and np.isnan(feet[1]).all() and np.isnan(error[1])


def test_a_front_is_the_median_over_the_frames_that_show_it() -> None:
    line = [[440.0, 100.0], [840.0, 100.0]]
    astray = [[440.0, 160.0], [840.0, 160.0]]
    front = front_of(view([line, line, astray]), rink(), SIZE)
    assert front is not None
    np.testing.assert_allclose(front.points_m, [[-10.0, 13.0], [10.0, 13.0]])
    assert front.error_m == pytest.approx(0.15)  # three pixels of drawing, 5 cm each
    assert front_of(view([[[-900.0, 100.0], [-500.0, 100.0]]]), rink(1), SIZE) is None


def test_a_front_given_in_metres_stays_where_it_is() -> None:
    given = view([[[440.0, 100.0], [840.0, 100.0]]], points_px=None, drawn_at=None,
                 points_m=np.array([[-9.0, 12.9], [9.0, 12.9]]))  # fmt: skip
    front = front_of(given, rink(1), SIZE)
    assert front is not None and front.points_m.tolist() == [[-9.0, 12.9], [9.0, 12.9]]
    assert front.error_m == 0.0 and front.registration_m == pytest.approx(0.2)


def test_a_distance_holds_what_feet_registration_and_front_may_be_off() -> None:
    front = Front(np.array([[-10.0, 13.0], [10.0, 13.0]]), 0.15, 0.2)
    height = np.array([80.0, 80.0, 80.0])
    lift = FOOT_ABOVE_RATIO * 80
    feet = np.array([[640.0, 200.0 + lift], [940.0, 100.0 + lift], [640.0, 200.0 + lift]])
    placed, error = np.tile(H, (3, 1, 1)), np.array([0.2, 0.2, np.nan])
    metres = distances_m(feet, height, placed, error, front)
    np.testing.assert_allclose(metres.best_m[:2], [5.0, 5.0])  # 100 px before it; 100 px beyond its end
    upright, across = 2 * 0.08 * 80 / 20, 2 * 0.12 * 80 / 20
    off = np.sqrt(np.array([upright, across]) ** 2 + 0.2**2 + 0.15**2)
    np.testing.assert_allclose(metres.high_m[:2], 5.0 + off, atol=1e-4)
    np.testing.assert_allclose(metres.low_m[:2], 5.0 - off, atol=1e-4)
    assert np.isnan([metres.best_m[2], metres.low_m[2], metres.high_m[2]]).all()
