"""Facts of counts: an accusation needs all the men in the picture together."""

from __future__ import annotations

import pytest

from review.core.counts import CountPoint, CountTimeline
from review.core.facts import Fact
from review.measure.gather import gather_facts
from tests.unit.measuring import SCALE, at


def point(t: float, low: int, *, best: int | None = None, keeper: bool | None = None) -> CountPoint:
    best = max(low, 6) if best is None else best
    return CountPoint(at(t), low, best, best, keeper, 6, None, "test")


def facts_of(*points: CountPoint) -> list[Fact]:
    facts = gather_facts(
        crossings=(),
        changes=(),
        counts=(CountTimeline("HOME", points),),
        altercations=(),
        gaps=(),
        people={},
        gate_kinds={},
        penalties=(),
        scale=SCALE,
        over_count_s=1.0,
        confidence_min=0.6,
        end=at(20),
    )
    return list(facts)


def test_seven_seen_together_is_a_fact() -> None:
    (fact,) = facts_of(point(0, 6, keeper=True), point(5, 7, keeper=True), point(8, 6, keeper=True))
    assert fact.kind == "men_over_allowed" and fact.value is True
    assert (fact.start, fact.end) == (at(5), at(8))
    assert (fact.links["low"], fact.links["allowed"], fact.links["goalkeeper"]) == (7, 6, True)


@pytest.mark.parametrize(
    "points",
    [
        (point(0, 5), point(5, 6, keeper=True), point(8, 5)),  # six with their goalkeeper
        (point(0, 5), point(5, 6), point(8, 5)),  # six, no goalkeeper seen: he may be off for the sixth
        (point(0, 4), point(5, 5, best=7), point(15, 4)),  # carried on from crossings alone
        (point(0, 5), point(5, 7, keeper=True), point(5.9, 5)),  # shorter than a second
    ],
)
def test_no_ground_no_fact(points: tuple[CountPoint, ...]) -> None:
    assert facts_of(*points) == []


def test_a_stretch_that_is_partly_proved_is_the_proved_part() -> None:
    (fact,) = facts_of(point(0, 6), point(3, 7), point(6, 6), point(9, 5))
    assert fact.value is True and (fact.start, fact.end) == (at(3), at(6))
