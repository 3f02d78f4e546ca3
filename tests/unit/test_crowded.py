"""Both benches on the ice are no offence of either."""

from __future__ import annotations

from review.core.counts import CountPoint, CountTimeline
from review.measure.crowded import AROUND_S, crowded_spans
from tests.unit.measuring import at


def line(team: str, *steps: tuple[float, int]) -> CountTimeline:
    return CountTimeline(
        team, tuple(CountPoint(at(t), n, n, n, None, 6, None, "test", shown=n) for t, n in steps)
    )


def test_two_over_on_both_sides_is_no_play() -> None:
    spans = crowded_spans([line("HOME", (0, 6), (20, 8)), line("AWAY", (0, 6), (24, 11), (40, 6))], at(60))
    assert spans == [(at(24 - AROUND_S), at(40 + AROUND_S))]


def test_one_each_or_one_team_alone_may_be_an_offence() -> None:
    one_each = [line("HOME", (0, 6), (20, 7)), line("AWAY", (0, 6), (20, 7))]
    alone = [line("HOME", (0, 6), (20, 12)), line("AWAY", (0, 6))]
    assert crowded_spans(one_each, at(60)) == [] and crowded_spans(alone, at(60)) == []


def test_near_spans_are_one() -> None:
    away = line("AWAY", (0, 9))
    home = line("HOME", (0, 6), (20, 8), (22, 6), (25, 8), (27, 6))
    assert crowded_spans([home, away], at(60)) == [(at(15), at(32))]
