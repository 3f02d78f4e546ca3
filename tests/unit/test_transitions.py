"""Dissolves and wipes in drawn glances; pans, zooms, flashes and cuts are none."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.arrays import Array
from review.measure.transitions import Gradual, find_blank, find_gradual, same_graphic
from tests.unit.drawn_glances import RATE_HZ, dissolve, glances, picture, play, scene, wipe

NAVY = (40.0, 170.0, 100.0)
RED = (90.0, 100.0, 200.0)


def found(pictures: list[Array]) -> list[tuple[str, int, int]]:
    """Kind, and the first and last glance that shows only one of both pictures."""
    return [(one.kind, one.before // 2, one.after // 2) for one in graduals(pictures)]


def graduals(pictures: list[Array]) -> tuple[Gradual, ...]:
    return find_gradual(*glances(pictures))


@pytest.mark.parametrize("length", [4, 8, 14, 25])
def test_a_dissolve_is_found_with_its_span(length: int) -> None:
    a, b = play(scene(1), 0, 5), play(scene(2), 0, 5)
    mixed = dissolve(a[25 : 25 + length], b[:length])
    ((kind, before, after),) = found([*a[:25], *mixed, *b[length : length + 30]])
    assert kind == "dissolve"
    assert abs(before - 24) <= 1 and abs(after - (25 + length)) <= 1


@pytest.mark.parametrize("band", [None, NAVY])
def test_a_wipe_is_found_with_its_span(band: tuple[float, float, float] | None) -> None:
    a, b = play(scene(1), 0, 5), play(scene(2), 0, 5)
    ((kind, before, after),) = found([*a[:25], *wipe(a[25:33], b[:8], band), *b[8:40]])
    assert kind == "wipe"
    assert abs(before - 24) <= 1 and abs(after - 33) <= 1


def test_the_same_graphic_is_known_again_and_another_is_not() -> None:
    a, b, c, d = (play(scene(k), 0, 4) for k in (1, 2, 3, 4))
    one, two, three = graduals(
        [
            *a[:25], *wipe(a[25:33], b[:8], NAVY), *b[8:40], *wipe(b[40:48], c[:8], NAVY), *c[8:40],
            *wipe(c[40:48], d[:8], RED), *d[8:40],
        ]
    )  # fmt: skip
    assert same_graphic(one, two)
    assert not same_graphic(two, three)
    assert not same_graphic(one, graduals([*a[:25], *wipe(a[25:33], b[:8], None), *b[8:40]])[0])


def test_a_fast_pan_a_cut_and_a_flash_are_no_gradual_transition() -> None:
    wide = scene(1)
    times = np.cumsum([(0.5 + 6.0 * (15 < k < 28)) / RATE_HZ for k in range(50)])
    assert found([picture(wide, float(t)) for t in times]) == []
    a, b = play(wide, 0, 3), play(scene(2), 0, 3)
    assert found([*a, *b]) == []
    flashed = [*a[:20], *(np.clip(p + 120, 0, 255) for p in a[20:22]), *a[22:]]
    assert found(flashed) == []


def test_a_fade_from_black_and_to_it_is_no_dissolve() -> None:
    a = play(scene(1), 0, 3)
    black = [np.full_like(a[0], 16.0)] * 20
    fade = dissolve(black[:10], a[:10])
    assert found([*black, *fade, *a[10:]]) == []
    assert found([*a[:25], *dissolve(a[25:35], black[:10]), *black]) == []


def test_two_cuts_with_a_shot_between_are_no_wipe() -> None:
    a, b, c = play(scene(1), 0, 3), play(scene(2), 0, 3, pan=8.0), play(scene(3), 0, 3)
    assert found([*a[:25], *b[:8], *c[:25]]) == []


def test_stretches_without_a_picture() -> None:
    a = play(scene(1), 0, 3)
    black = [np.full_like(a[0], 16.0)] * 10
    assert find_blank(glances([*a[:20], *black, *a[20:30]])[0]) == ((38, 60),)
    assert find_blank(glances([*black, *a[:20], *black])[0]) == ()
    assert find_blank(glances(a)[0]) == ()


def test_glances_too_far_apart_say_nothing() -> None:
    a, b = play(scene(1), 0, 5), play(scene(2), 0, 5)
    some, time_s = glances([*a[:25], *dissolve(a[25:33], b[:8]), *b[8:40]])
    assert find_gradual(some, time_s * 5) == ()
    assert find_gradual(*glances([a[0]])) == ()
