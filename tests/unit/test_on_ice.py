"""The filter over men on the ice, against chains worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm

from review.core.arrays import Array
from review.measure.on_ice import MOST, Habits, Looks, Step, band, strength

HABITS = Habits()


def looks(
    n: int = 40, *, every_s: float = 0.1, skaters: int | Array = 0, watched: bool = True, **more: object
) -> Looks:
    plain = {"allowed": np.full(n, 6), "stopped": np.zeros(n, bool), "brawl": np.zeros(n, bool)}
    columns = {
        "time_s": np.arange(n) * every_s,
        "skaters": np.full(n, skaters),
        "goalkeeper": np.zeros(n, bool),
        "watched": np.full(n, watched),
    }
    return Looks(**{**columns, **plain, **more})  # type: ignore[arg-type]


def test_left_alone_a_team_forgets_where_it_began() -> None:
    men = strength(looks(600, watched=False), [], HABITS)
    np.testing.assert_allclose(men.sum(axis=1), 1)
    off, on, filled, left = HABITS.off_hz, HABITS.on_hz, HABITS.filled_hz, HABITS.left_hz
    # birth and death about the strength allowed: neighbours in detailed balance; he in goal hardly goes
    five, six, seven = men[300, [5, 6, 7]]
    assert five / six == pytest.approx(off / filled, rel=0.05)
    assert seven / six == pytest.approx(on / left, rel=0.05)


def test_two_states_by_hand() -> None:
    """With a goalkeeper who stays and nobody who comes too soon only 6 and 5 are left: a chain of two."""
    only = Habits(on_hz=0, more_off_hz=0, more_on_hz=0, pulled_hz=0, back_hz=1, unseen_ratio=1.0)
    seen = looks(2, every_s=1.5, watched=True)
    men = strength(seen, [Step(0.5, -1, 1.0)], only)
    leave, come = only.off_hz, only.filled_hz
    chain = expm(np.array([[-leave, leave], [come, -come]]) * 1.5)  # rows: six, five
    start = np.array([come, leave]) / (leave + come)
    after = start @ chain
    # only from six can he have gone to five; from five to four
    expected = after * [leave**0.5, 0.0]  # habit expects nobody to go while one is missing
    assert men[1, 5] == pytest.approx((expected / expected.sum())[0], rel=1e-3)


def test_men_shown_bound_it_from_below_and_in_both_directions_of_time() -> None:
    shown = np.full(100, 3)
    shown[60:80] = 6
    men = strength(looks(100, skaters=shown), [Step(5.5, 1, 0.9)], HABITS)
    assert men[70, 7:].sum() > 0.7
    assert men[50, 7:].sum() < 0.05  # before he came on
    assert men[90, 7:].sum() > 0.6  # nobody was seen to go


def test_a_bench_in_view_without_a_crossing_says_that_nobody_is_missing() -> None:
    watched, unwatched = (strength(looks(100, watched=w), [], HABITS)[-1] for w in (True, False))
    assert watched[:6].sum() < unwatched[:6].sum() / 3


def test_order_of_steps_does_not_matter_and_none_changes_nothing() -> None:
    steps = [Step(1.0, -1, 0.9), Step(2.0, 1, 0.7), Step(3.0, -1, 0.45)]
    a, b = strength(looks(), steps, HABITS), strength(looks(), steps[::-1], HABITS)
    np.testing.assert_array_equal(a, b)
    np.testing.assert_allclose(
        strength(looks(), [Step(1.0, 1, 0.0)], HABITS), strength(looks(), [], HABITS), atol=1e-12
    )


def test_shifting_time_shifts_nothing_else() -> None:
    a = strength(looks(), [Step(2.0, 1, 0.9)], HABITS)
    b = strength(looks(time_s=np.arange(40) * 0.1 + 500), [Step(502.0, 1, 0.9)], HABITS)
    np.testing.assert_allclose(a, b, atol=1e-6)


@pytest.mark.parametrize(
    ("men", "inside", "expected"),
    [
        ({6: 0.995, 5: 0.005}, 0.99, (6, 6, 6)),
        ({6: 0.90, 5: 0.095, 7: 0.005}, 0.99, (5, 6, 6)),
        ({6: 0.60, 7: 0.35, 5: 0.05}, 0.99, (5, 7, 6)),
        ({0: 0.5, 1: 0.5}, 0.99, (0, 1, 0)),
    ],
)
def test_the_band_is_the_narrowest_about_the_likeliest(
    men: dict[int, float], inside: float, expected: tuple[int, int, int]
) -> None:
    row = np.zeros((1, MOST + 1))
    for n, p in men.items():
        row[0, n] = p
    assert tuple(int(column[0]) for column in band(row, inside)) == expected


def test_what_is_shown_for_long_is_no_surer_than_what_is_shown_for_two_seconds() -> None:
    """An official taken for one of them stays taken for him; one too many would have been seen to leave."""
    short, long = (strength(looks(n, skaters=6), [], HABITS)[-1, 7:].sum() for n in (20, 200))
    assert 0.1 < short < 1 and long < short
