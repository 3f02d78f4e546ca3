"""Whom a standing clock keeps from being accused shows as a notice."""

from __future__ import annotations

from review.core.counts import CountPoint, CountTimeline
from review.pipeline.notices import _early_while_stopped, _over_while_stopped
from review.testing import builders as a
from tests.unit.measuring import at


def point(t: float, low: int) -> CountPoint:
    return CountPoint(at(t), low, max(low, 6), max(low, 6), None, 6, None, "test", shown=low)


def test_too_many_while_the_clock_stands_is_a_notice_and_not_before_or_after() -> None:
    timeline = CountTimeline("HOME", (point(0, 6), point(3, 7), point(9, 8), point(10, 6)))
    told = _over_while_stopped(timeline, [(at(1), at(2)), (at(5), at(9.5)), (at(12), at(15))], [])
    assert [(n.t, n.text.split(" while")[0]) for n in told] == [(at(5), "8 HOME men together")]


def test_an_altercation_is_another_rules_business() -> None:
    timeline = CountTimeline("EDM", (point(0, 6), point(8.5, 8)))
    fight = a.altercation()
    began, ended = fight.span.start.earliest, fight.span.end.latest
    assert _over_while_stopped(timeline, [(began, ended)], [fight]) == []
    assert _over_while_stopped(timeline, [(ended.shifted(1.0), ended.shifted(5.0))], [fight]) != []


def test_an_early_change_while_the_clock_stands_is_a_notice() -> None:
    early = a.change(start=at(4), end=at(6))
    legal = a.change(start=at(4), end=at(6), verdict="legal")
    (told,) = _early_while_stopped([early, legal], [(at(3), at(9))])
    assert told.t == at(4) and told.text.startswith("A man of EDM came on early")
    assert _early_while_stopped([early], [(at(5), at(9))]) == []
