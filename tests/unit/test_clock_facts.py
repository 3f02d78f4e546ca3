"""The time left in the period, as a fact beside every change or count that may break the book."""

from __future__ import annotations

import logging
from dataclasses import replace
from fractions import Fraction

from review.core.clock import ClockCourse, ClockSpan
from review.core.facts import Fact, Subject
from review.core.times import FrameTime, TimeScale
from review.measure.clock_facts import time_left_facts
from review.rules.engine import failures, judge
from review.rules.evaluators import EVALUATORS
from review.rules.library import load_pack

MS = Fraction(1, 1000)
SCALE = TimeScale(0, MS)
LATE = ClockSpan(0.0, 60.0, -1, 130.0, 130.1, 0.1, 60, 0, period="3")  # 2:10.0 at 0 s, running
EARLY = Fact(
    1, "change_early", Subject("A", 17), FrameTime(10500, MS), FrameTime(11000, MS), True, "measured", "tape",
    links={"change": 4, "off_person": 63, "early_s": [0.4, 0.5], "early_m": [2.0, 2.5]},
)  # fmt: skip


def left(*facts: Fact, span: ClockSpan = LATE) -> list[Fact]:
    return list(time_left_facts(facts, ClockCourse((span,)), SCALE))[len(facts) :]


def test_what_the_clock_showed_at_the_act() -> None:
    (one,) = left(EARLY)
    assert (one.id, one.kind, one.value, one.unit) == (2, "time_left", (119.5, 119.6), "s")
    assert one.links == {"moment": "act", "change": 4, "period": 3, "overtime": False}
    assert one.subject == Subject("A")


def test_overtime_and_an_unread_period() -> None:
    assert left(EARLY, span=replace(LATE, period="OT"))[0].links["overtime"] is True
    assert "period" not in left(EARLY, span=replace(LATE, period=None))[0].links


def test_nothing_is_told_of_legal_changes_unread_clocks_and_clocks_that_count_up() -> None:
    assert left(replace(EARLY, value=False)) == []
    assert left(EARLY, span=replace(LATE, start_s=100.0, end_s=160.0)) == []
    assert left(EARLY, span=replace(LATE, sign=1)) == []


def test_an_early_change_in_the_last_two_minutes_asks_whether_it_was_deliberate() -> None:
    facts = time_left_facts([EARLY], ClockCourse((LATE,)), SCALE)
    found = {one.clause: one for one in judge(facts, load_pack("seeds"))}
    assert found["205.3"].missing == ("put_on_deliberately",)
    sooner = replace(EARLY, start=FrameTime(5000, MS))
    facts = time_left_facts([sooner], ClockCourse((LATE,)), SCALE)
    assert "205.3" not in {one.clause for one in judge(facts, load_pack("seeds"))}


def test_a_clause_that_fails_is_a_notice_too() -> None:
    def broken(*_: object, **__: object) -> tuple[()]:
        raise ZeroDivisionError("planted by this test")

    logging.getLogger("review.rules.engine").disabled = True
    try:
        found = judge([EARLY], load_pack("seeds"), evaluators={**EVALUATORS, "early_change": broken})
    finally:
        logging.getLogger("review.rules.engine").disabled = False
    (notice,) = failures(found)
    assert notice.kind == "clause not judged" and "205.1a" in notice.text
    failed = next(one for one in found if one.clause == "205.1a")
    assert failed.verdict == "cannot tell" and failed.missing == ("change_early",)
    assert any("its evaluator, early_change, failed (" in step for step in failed.why)
