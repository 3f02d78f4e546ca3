"""Facts of counts: an accusation needs all the men in the picture together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from review.core.clock import Stoppage
from review.core.counts import CountPoint, CountTimeline
from review.core.facts import Fact
from review.core.times import Interval
from review.measure.gather import gather_facts
from review.testing import builders as a
from tests.unit.measuring import SCALE, at


def point(
    t: float, low: int, *, best: int | None = None, keeper: bool | None = None, over: float | None = None
) -> CountPoint:
    best = max(low, 6) if best is None else best
    return CountPoint(at(t), low, best, best, keeper, 6, over, "test")


def facts_of(
    *points: CountPoint,
    stopped: tuple[tuple[float, float], ...] = (),
    crowded: tuple[tuple[float, float], ...] = (),
) -> list[Fact]:
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
        stopped=[stood(a, a, b, b) for a, b in stopped],
        crowded=[(at(a), at(b)) for a, b in crowded],
    )
    return [fact for fact in facts if fact.kind != "play_stopped"]


def stood(stops_s: float, stopped_s: float, goes_on_s: float, gone_on_s: float) -> Stoppage:
    return Stoppage(
        Interval(at(stops_s), at(stopped_s)), Interval(at(goes_on_s), at(gone_on_s)), "12:30", True
    )


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


@pytest.mark.parametrize(("over", "accused"), [(0.86, True), (0.84, False)])
def test_a_man_carried_on_from_a_crossing_accuses_only_where_hardly_a_doubt_is_left(
    over: float, accused: bool
) -> None:
    facts = facts_of(point(0, 6), point(5, 6, best=7, over=over), point(8, 6))
    assert bool(facts) is accused
    if accused:
        assert (facts[0].value, facts[0].links["low"], facts[0].confidence) == (True, 7, over)


def test_what_is_only_likely_accuses_nobody_while_the_bench_is_out_of_the_picture() -> None:
    unseen = replace(point(5, 6, best=7, over=0.99), seen=False)
    assert facts_of(point(0, 6), unseen, point(8, 6)) == []


def test_men_shown_together_whom_the_count_does_not_believe_accuse_nobody() -> None:
    assert facts_of(point(0, 6), point(5, 7, over=0.1), point(8, 6)) == []
    assert len(facts_of(point(0, 6), point(5, 7, over=0.6), point(8, 6))) == 1


def test_while_both_teams_crowd_the_ice_nobody_is_too_many() -> None:
    assert facts_of(point(0, 6), point(5, 9), point(12, 6), crowded=((3.0, 15.0),)) == []


def test_a_stretch_that_is_partly_proved_is_the_proved_part() -> None:
    (fact,) = facts_of(point(0, 6), point(3, 7), point(6, 6), point(9, 5))
    assert fact.value is True and (fact.start, fact.end) == (at(3), at(6))


def test_while_the_clock_stands_play_is_dead() -> None:
    seven = (point(0, 6), point(3, 7), point(9, 6))
    assert facts_of(*seven, stopped=((2.0, 12.0),)) == []
    (before,) = facts_of(*seven, stopped=((5.0, 12.0),))
    assert (before.start, before.end) == (at(3), at(5)), "he was one too many before the whistle"
    (after,) = facts_of(*seven, stopped=((0.0, 6.0),))
    assert (after.start, after.end) == (at(6), at(9)), "and still is when play goes on"
    assert facts_of(*seven, stopped=((3.5, 8.5),)) == [], "half a second before, half a second after"


def test_a_change_while_the_clock_stands_is_legal() -> None:
    on, off = a.crossing(1), a.crossing(2, direction="off")
    early = a.change(start=at(4), end=at(6))
    told = [
        gather_facts(
            crossings=(on, off), changes=(early,), counts=(), altercations=(), gaps=(), people={},
            gate_kinds={}, penalties=(), scale=SCALE, over_count_s=1.0, confidence_min=0.6, end=at(20),
            stopped=[stood(stops_s, stopped_s, 8.0, 9.0)],
        )
        for stops_s, stopped_s in ((3.0, 4.0), (3.0, 4.5), (4.5, 5.0))
    ]  # fmt: skip
    assert [change.value for _, change in told] == [False, None, True]
    assert [change.links["stoppage"] for _, change in told] == [1, 1, None]
    assert told[0][1].reason == "the game clock stood: play was dead"
    assert told[1][1].reason == "the game clock stopped or went on about then: play may have been dead"
    stop = told[1][0]
    assert (stop.kind, stop.id, stop.value, stop.start, stop.end) == ("play_stopped", 1, True, at(3), at(9))
    assert (stop.links["began_s"], stop.links["ended_s"], stop.links["clock"]) == (
        [3.0, 4.5], [8.0, 9.0], "12:30",
    )  # fmt: skip
