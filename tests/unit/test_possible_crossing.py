"""A weak crossing must take the rank from whoever left shortly before it was seen."""

from __future__ import annotations

from review.core.altercations import AltercationSpan
from review.core.crossings import Crossing
from review.core.times import Interval
from review.measure.order import judge_altercation
from review.pipeline.conclude import possible_crossing
from tests.unit.measuring import at

SPAN = AltercationSpan(1, Interval(at(0), at(0)), Interval(at(20), at(20)), "person")


def leaves(id_: int, start: float, end: float, confidence: float) -> Crossing:
    when = Interval(at(start), at(end))
    return Crossing(id_, id_, id_, "HOME-bench", "HOME", "on", when, confidence)


def first_man(sure: Crossing, weak: Crossing) -> int | None:
    judged = judge_altercation(
        SPAN,
        [sure],
        [possible_crossing(weak)],
        gate_kinds={"HOME-bench": "players_bench"},
        teams=["HOME"],
    )
    return judged.first["HOME"]


def test_a_weak_crossing_just_after_leaves_the_first_man_open() -> None:
    assert first_man(leaves(1, 8.0, 8.3, 0.95), leaves(2, 9.0, 9.5, 0.45)) is None


def test_a_weak_crossing_long_after_does_not() -> None:
    assert first_man(leaves(1, 8.0, 8.3, 0.95), leaves(2, 14.0, 14.5, 0.45)) == 1
