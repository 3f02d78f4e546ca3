"""Men who are on the ice by another rule's business are not one too many by their bench."""

from __future__ import annotations

from review.core.crossings import Crossing
from review.core.game import Penalty
from review.core.times import Interval
from review.measure.surplus import Surplus, back_early
from review.testing import builders as a
from tests.unit.measuring import SCALE, at

KINDS = {"HOME-box": "penalty_box", "HOME-bench": "players_bench"}
PENALTY = Penalty("HOME", 0.0, 20.0)


def came(second: float, gate: str = "HOME-box") -> Crossing:
    return a.crossing(1, team="HOME", gate=gate, when=Interval(at(second), at(second + 1.0)))


def test_who_comes_out_of_the_box_while_his_penalty_runs_counts_until_it_ends() -> None:
    back = back_early("HOME", [came(12.0)], KINDS, [PENALTY], SCALE)
    assert [(SCALE.seconds(t), until) for t, until in back] == [(12.0, 20.0)]
    surplus = Surplus("HOME", [], [], back, SCALE)
    assert [surplus.at(at(s)) for s in (11.9, 12.0, 19.9, 20.0)] == [0, 1, 1, 0]


def test_who_comes_when_it_has_ended_or_over_the_bench_does_not() -> None:
    assert back_early("HOME", [came(20.0)], KINDS, [PENALTY], SCALE) == ()
    assert back_early("HOME", [came(12.0, "HOME-bench")], KINDS, [PENALTY], SCALE) == ()
    assert back_early("AWAY", [came(12.0)], KINDS, [PENALTY], SCALE) == ()
