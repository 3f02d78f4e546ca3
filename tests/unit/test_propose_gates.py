"""Benches from men behind the boards, at places made by a camera worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from review.measure.propose_gates import ProposedGate, named_once, propose_benches

CAMERA_M = np.array([0.0, -42.0, 15.0])
BOARDS_M, WIDTH_M = 1.07, 26.0


def as_seen(x: float, y: float) -> tuple[float, float]:
    """Where the line of sight over the boards to a man behind them meets the ice."""
    top = np.array([x, y, BOARDS_M])
    t = CAMERA_M[2] / (CAMERA_M[2] - BOARDS_M)
    met = CAMERA_M + t * (top - CAMERA_M)
    return float(met[0]), float(met[1])


def tape(looks: int = 40, *, left: str = "RED", right: str = "BLUE"):  # type: ignore[no-untyped-def]
    places, look, team = [], [], []
    for k in range(looks):
        men = [(-10.0 + 0.9 * i, 13.6, left) for i in range(9)] + [
            (2.0 + 0.9 * i, 13.6, right) for i in range(9)
        ]
        for x, y, name in men:
            places.append(as_seen(x, y))
            look.append(k)
            team.append(name)
        for x, y in ((-15.0, 3.0), (-6.0, 0.0), (0.0, -5.0), (6.0, 2.0), (14.0, 8.0)):
            places.append((x, y))
            look.append(k)
            team.append("RED")
    return np.array(places), np.array(look), team


def test_two_benches_with_their_ends_and_teams() -> None:
    places, look, team = tape()
    red, blue = propose_benches(places, look, team, length_m=60.0, width_m=WIDTH_M)
    assert (red.team, blue.team) == ("RED", "BLUE")
    assert red.points_m[:, 0] == pytest.approx([-10.3, -2.5], abs=0.4)  # half a man beyond the outer ones
    assert blue.points_m[:, 0] == pytest.approx([1.7, 9.5], abs=0.4)
    assert (red.points_m[:, 1] == WIDTH_M / 2).all()
    assert red.men_share == pytest.approx(9, abs=0.5) and red.looks == 40


def test_benches_wall_to_wall_are_parted_by_their_men() -> None:
    places, look, team = tape()
    joined = places.copy()
    behind = places[:, 1] > WIDTH_M / 2
    joined[behind & (places[:, 0] > 0), 0] -= 3.6
    red, blue = propose_benches(joined, look, team, length_m=60.0, width_m=WIDTH_M)
    assert (red.team, blue.team) == ("RED", "BLUE")
    assert red.points_m[1, 0] == pytest.approx(blue.points_m[0, 0], abs=1.0)


def test_a_passer_by_and_men_on_the_ice_are_no_bench() -> None:
    places, look, _ = tape()
    on_ice = places[:, 1] < WIDTH_M / 2
    lonely = np.vstack([places[on_ice], [as_seen(5.0, 13.5)] * 40])
    looks = np.concatenate([look[on_ice], np.arange(40)])
    assert propose_benches(lonely, looks, ["RED"] * len(lonely), length_m=60.0, width_m=WIDTH_M) == ()


def test_where_both_look_alike_nobody_is_named() -> None:
    gate = ProposedGate("RED", np.zeros((2, 2)), 9.0, 40, 1.0)
    assert [g.team for g in named_once([gate, replace(gate)])] == [None, None]
    assert [g.team for g in named_once([gate, replace(gate, same_team_share=0.6)])] == ["RED", None]
