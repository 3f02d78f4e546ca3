"""The rink against the rule books' own figures."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.errors import GameFileWrong
from review.core.rink import RINKS, rink_from, rink_lines, rink_points
from review.sim.shape import RINKS as DRAWN
from review.sim.shape import RinkShape

FOOT_M = 0.3048


def test_nhl_figures_of_rule_1() -> None:
    nhl = RINKS["nhl"]
    assert nhl.length_m == pytest.approx(200 * FOOT_M) and nhl.width_m == pytest.approx(85 * FOOT_M)
    assert nhl.length_m / 2 - nhl.goal_line_m == pytest.approx(11 * FOOT_M)
    # A blue line belongs to its end zone: from goal line to its middle 64 feet less half a foot.
    assert nhl.goal_line_m - nhl.blue_line_m == pytest.approx(63.5 * FOOT_M)
    assert nhl.goal_line_m - nhl.spot_x_m == pytest.approx(20 * FOOT_M)
    assert nhl.blue_line_m - 0.5 * FOOT_M - nhl.neutral_spot_x_m == pytest.approx(5 * FOOT_M)


def test_iihf_figures_of_rule_1() -> None:
    for width in range(26, 31):
        rink = RINKS[f"iihf-{width}"]
        assert (rink.length_m, rink.width_m, rink.corner_m) == (60.0, width, 8.5)
        assert rink.length_m / 2 - rink.goal_line_m == 4.0
        assert rink.length_m / 2 - rink.blue_line_m + 0.15 == pytest.approx(22.86)
        assert rink.goal_line_m - rink.spot_x_m == 6.0 and rink.spot_y_m == 7.0


def test_the_simulator_draws_the_same_rink_but_for_half_a_line() -> None:
    """It takes a blue line's outer edge for its middle; everything else agrees to a centimetre."""
    for name, own in RINKS.items():
        drawn = RinkShape(**DRAWN[name])
        for field in ("length_m", "width_m", "corner_m", "goal_line_m", "spot_x_m", "spot_y_m", "circle_m"):
            assert getattr(drawn, field) == pytest.approx(getattr(own, field), abs=0.011), (name, field)
        assert own.blue_line_m - drawn.blue_line_m == pytest.approx(0.15, abs=0.005)


def test_every_line_lies_on_the_ice_with_points_close_together() -> None:
    for name in ("nhl", "iihf-28"):
        for line in rink_lines(RINKS[name]):
            assert RINKS[name].inside_m(line.points_m).min() > -0.02, line.name
            assert np.hypot(*np.diff(line.points_m, axis=0).T).max() < 0.16, line.name


def test_distance_to_the_boards() -> None:
    nhl = RINKS["nhl"]
    places = np.array([[0.0, 0.0], [0.0, 12.954], [0.0, 13.954], [30.48, 12.954]])
    corner = 28 * FOOT_M * (1 - np.sqrt(2))
    assert nhl.inside_m(places) == pytest.approx([12.954, 0.0, -1.0, corner], abs=1e-6)
    assert nhl.half_width_at_m(nhl.goal_line_m) == pytest.approx(36.77 * FOOT_M, abs=0.01)


def test_the_outline_is_closed_and_as_long_as_it_should_be() -> None:
    nhl = RINKS["nhl"]
    boards = next(line.points_m for line in rink_lines(nhl) if line.name == "boards")
    length = np.hypot(*np.diff(boards, axis=0).T).sum()
    straight = 2 * (nhl.length_m + nhl.width_m - 4 * nhl.corner_m)
    assert np.allclose(boards[0], boards[-1])
    assert length == pytest.approx(straight + 2 * np.pi * nhl.corner_m, rel=1e-3)


def test_named_points_are_where_lines_cross() -> None:
    points = rink_points(RINKS["nhl"])
    assert points["left blue line, far boards"] == pytest.approx((-25.5 * FOOT_M, 42.5 * FOOT_M))
    assert points["right near spot"] == pytest.approx((69 * FOOT_M, -22 * FOOT_M))
    assert all(RINKS["nhl"].inside_m(np.array(place)) > -1e-6 for place in points.values())


def test_a_rink_of_ones_own() -> None:
    rink = rink_from({"preset": "iihf-30", "width_m": 29, "name": "home"})
    assert (rink.width_m, rink.length_m, rink.name) == (29.0, 60.0, "home")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"preset": "nhI"}, "Did you mean 'nhl'"),
        ({"widht_m": 28.0}, "Did you mean 'width_m'"),
        ({"width_m": "wide"}, "is no number"),
        ({"corner_m": 20.0}, "does not fit"),
        ({"goal_line_m": 5.0}, "follow each other"),
        ({"rules": "khl"}, "neither nhl nor iihf"),
    ],
)
def test_a_wrong_rink_is_refused_with_a_remedy(table: dict[str, object], words: str) -> None:
    with pytest.raises(GameFileWrong) as told:
        rink_from(table)
    assert words in told.value.sentence()
