"""An early change and the count of the same moment, one witness against the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from review.core.changes import Change, ChangeVerdict
from review.core.counts import CountPoint, CountTimeline
from review.core.crossings import Crossing
from review.core.times import Interval
from review.measure.pair import ANOTHER, PairRules
from review.measure.weigh import weigh_changes
from tests.unit.measuring import at

ON = Crossing(1, 1, 1, "HOME-bench", "HOME", "on", Interval(at(10.0), at(10.3)), 0.95)
CHANGE = Change(
    1, "HOME", 1, 1, 7, 2, start=at(10.0), end=at(12.0), early_s=(1.4, 2.0), early_m=(3.0, 5.0),
    verdict="early", reason="as measured", metres_by="registration",
)  # fmt: skip


def weighed(verdict: ChangeVerdict, over: float | None, *, on: Crossing = ON, change: Change = CHANGE) -> str:
    count = CountTimeline("HOME", (CountPoint(at(0), 6, 7, 6, None, 6, over, "test"),))
    (told,) = weigh_changes([replace(change, verdict=verdict)], {1: on}, [count], PairRules())
    return told.verdict


@pytest.mark.parametrize(
    ("verdict", "over", "becomes"),
    [
        ("early", 0.28, "cannot tell"),
        ("early", 0.40, "early"),
        ("early", None, "early"),
        ("cannot tell", 0.95, "early"),
        ("cannot tell", 0.85, "cannot tell"),
        ("legal", 0.95, "legal"),
    ],
)
def test_the_count_opens_and_settles(verdict: ChangeVerdict, over: float | None, becomes: str) -> None:
    assert weighed(verdict, over) == becomes


def test_the_count_settles_nothing_that_time_distance_or_the_touch_leave_open() -> None:
    near = replace(CHANGE, early_m=(1.2, 4.0))
    soon = replace(CHANGE, early_s=(0.1, 2.0))
    for change in (near, soon):
        assert weighed("cannot tell", 0.99, change=change) == "cannot tell"
    for on in (replace(ON, confidence=0.45), replace(ON, when=Interval(at(9.0), at(10.3)))):
        assert weighed("cannot tell", 0.99, on=on) == "cannot tell"


def test_where_another_man_may_be_the_one_replaced_the_count_settles_nothing() -> None:
    assert weighed("cannot tell", 0.99, change=replace(CHANGE, reason=ANOTHER)) == "cannot tell"
