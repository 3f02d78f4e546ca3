"""How far a man was at a moment, and what that was measured by."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from review.core.times import Interval
from review.measure.arrive import distance_during
from review.measure.project import Metres
from tests.unit.measuring import RATE, SCALE, at, man, sides

N = 7


def seen(low: list[float], high: list[float]):  # type: ignore[no-untyped-def]
    """A man 2 picture metres before the line, and his distance by registration, NaN where feet are hidden."""
    track = man([(300.0, 2.0)] * N)
    stood = sides(track, N)
    best = (np.array(low) + np.array(high)) / 2
    return track, replace(stood, metres=Metres(best, np.array(low), np.array(high)))


def during(track, stood):  # type: ignore[no-untyped-def]
    return distance_during(track, stood, SCALE, Interval(at(0.0), at((N - 1) / RATE)))


def test_registration_decides_where_it_is_known() -> None:
    found = during(*seen([4.0, 4.1, 3.9, 3.8, 3.7, 3.6, 3.5], [6.0, 6.1, 5.9, 5.8, 5.7, 5.6, 5.5]))
    assert (found.low_m, found.high_m, found.by) == (3.5, 6.1, "registration")


def test_looks_at_which_his_feet_are_hidden_say_nothing_if_most_are_clear() -> None:
    nan = float("nan")
    found = during(*seen([4.0, nan, nan, 3.8, 3.7, nan, 3.5], [6.0, nan, nan, 5.8, 5.7, nan, 5.5]))
    assert (found.low_m, found.high_m, found.by) == (3.5, 6.0, "registration")


def test_with_few_clear_looks_bodies_are_asked_as_well() -> None:
    nan = float("nan")
    track, stood = seen([4.0, *[nan] * 6], [6.0, *[nan] * 6])
    found = during(track, stood)
    assert found.by == "body height"
    assert found.high_m == pytest.approx(float(stood.distance_high_m[1:].max()))


def test_a_man_who_touches_the_line_in_the_picture_is_there_whatever_the_registration() -> None:
    track, stood = seen([2.0] * N, [3.0] * N)
    there = replace(
        stood, distance_low_m=stood.distance_low_m.copy(), distance_high_m=stood.distance_high_m.copy()
    )
    there.distance_low_m[-1], there.distance_high_m[-1] = 0.0, 0.3
    found = during(track, there)
    assert (found.low_m, found.high_m, found.by) == (0.0, 3.0, "registration")
