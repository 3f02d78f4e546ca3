"""Pairing and early changes, against hand-computed seconds."""

from __future__ import annotations

import pytest

from review.core.crossings import Crossing, Direction
from review.core.times import Interval
from review.measure.arrive import Arrival, Distance
from review.measure.pair import PairRules, Retiring, pair_changes
from tests.unit.measuring import at

RULES = PairRules(at_bench_m=1.5)


def crossing(id_: int, direction: Direction, start: float, end: float, *, conf: float = 0.95) -> Crossing:
    return Crossing(id_, id_, id_, "HOME-bench", "HOME", direction, Interval(at(start), at(end)), conf)


def arrives(start: float, end: float) -> Arrival:
    return Arrival(Interval(at(start), at(end)))


def test_early_by_the_gap_between_landing_and_arrival() -> None:
    on = crossing(1, "on", 10.00, 10.04)
    man = Retiring(7, crossing(2, "off", 11.6, 11.7), arrives(11.2, 11.4), Distance(5.0, 8.0, "body height"))
    (change,) = pair_changes([on], [[man]], RULES)
    assert change.verdict == "early"
    assert change.early_s == pytest.approx((11.2 - 10.04, 11.4 - 10.00))
    assert change.early_m == (5.0, 8.0)


def test_off_before_on_is_legal() -> None:
    on = crossing(1, "on", 10.00, 10.04)
    man = Retiring(7, crossing(2, "off", 9.0, 9.3), None, None)
    (change,) = pair_changes([on], [[man]], RULES)
    assert change.verdict == "legal"
    assert change.early_s == pytest.approx((9.0 - 10.04, 9.3 - 10.0))


def test_within_the_distance_is_legal_even_if_he_steps_off_later() -> None:
    on = crossing(1, "on", 10.0, 10.04)
    man = Retiring(7, crossing(2, "off", 11.0, 11.2), None, Distance(0.4, 1.4, "body height"))
    assert pair_changes([on], [[man]], RULES)[0].verdict == "legal"


def test_a_weak_crossing_that_looks_legal_makes_no_change() -> None:
    on = crossing(1, "on", 10.0, 10.4, conf=0.45)
    man = Retiring(7, crossing(2, "off", 10.2, 10.9), arrives(10.1, 10.5), Distance(0.9, 3.4, "body height"))
    assert pair_changes([on], [[man]], RULES) == ()


def test_contact_is_asked_where_the_pack_gives_no_distance() -> None:
    on = crossing(1, "on", 10.0, 10.04)
    man = Retiring(7, crossing(2, "off", 11.0, 11.2), arrives(10.5, 10.7), Distance(0.9, 1.4, "body height"))
    assert pair_changes([on], [[man]], PairRules(at_bench_m=0.0))[0].verdict == "cannot tell"
    far = Retiring(7, crossing(2, "off", 11.0, 11.2), arrives(10.5, 10.7), Distance(1.6, 2.4, "body height"))
    assert pair_changes([on], [[far]], PairRules(at_bench_m=0.0))[0].verdict == "early"
    assert pair_changes([on], [[far]], PairRules(at_bench_m=3.0))[0].verdict == "cannot tell"


@pytest.mark.parametrize("metres", [(1.2, 3.0), (0.9, 2.1)])
def test_a_distance_that_straddles_the_limit_is_undecided(metres: tuple[float, float]) -> None:
    on = crossing(1, "on", 10.0, 10.04)
    man = Retiring(7, crossing(2, "off", 11.0, 11.2), arrives(10.3, 10.5), Distance(*metres, "body height"))
    assert pair_changes([on], [[man]], RULES)[0].verdict == "cannot tell"


def test_an_unseen_retirement_is_never_an_accusation_and_its_end_stays_open() -> None:
    on = crossing(1, "on", 10.0, 10.04)
    man = Retiring(7, None, arrives(10.8, 11.1), Distance(5.0, 8.0, "body height"))
    (change,) = pair_changes([on], [[man]], RULES)
    assert change.verdict == "cannot tell"
    assert change.early_s == (pytest.approx(10.8 - 10.04), None)


def test_a_touch_known_coarsely_accuses_nobody() -> None:
    on = crossing(1, "on", 9.3, 10.04)
    man = Retiring(7, crossing(2, "off", 11.6, 11.7), arrives(11.2, 11.4), Distance(5.0, 8.0, "body height"))
    (change,) = pair_changes([on], [[man]], RULES)
    assert change.verdict == "cannot tell" and "0.7 s" in change.reason


def test_a_weak_crossing_accuses_nobody() -> None:
    on = crossing(1, "on", 10.0, 10.04, conf=0.45)
    man = Retiring(7, crossing(2, "off", 11.6, 11.7), arrives(11.2, 11.4), Distance(5.0, 8.0, "body height"))
    assert pair_changes([on], [[man]], RULES)[0].verdict == "cannot tell"


def test_pairing_is_one_to_one_and_global() -> None:
    """Greedy by time would give A the man at 10.5 (0.5 s) and leave B with none."""
    a, b = crossing(1, "on", 10.0, 10.0), crossing(2, "on", 11.0, 11.0)
    first = Retiring(7, crossing(3, "off", 10.5, 10.5), None, None)
    only_a = Retiring(8, crossing(4, "off", 9.0, 9.0), None, None)
    changes = pair_changes([a, b], [[first, only_a], [first]], RULES)
    assert {(c.on_crossing, c.off_person) for c in changes} == {(1, 8), (2, 7)}


def test_nobody_to_pair_gives_no_change() -> None:
    assert pair_changes([crossing(1, "on", 10, 10)], [[]], RULES) == ()


@pytest.mark.parametrize(("gone", "verdict"), [((10.9, 11.1), "cannot tell"), ((12.4, 12.6), "early")])
def test_somebody_else_who_went_off_sooner_may_be_the_one_replaced(
    gone: tuple[float, float], verdict: str
) -> None:
    on = crossing(1, "on", 10.00, 10.04)
    man = Retiring(7, crossing(7, "off", 11.6, 11.7), arrives(11.2, 11.4), Distance(5.0, 8.0, "body height"))
    doubtful = crossing(9, "off", *gone)
    (change,) = pair_changes([on], [[man]], RULES, others=[[man.off, doubtful]])  # type: ignore[list-item]
    assert change.verdict == verdict


def test_a_man_who_is_anothers_change_leaves_this_one_as_it_is() -> None:
    first, second = crossing(1, "on", 10.00, 10.04), crossing(2, "on", 10.60, 10.64)
    off_7, off_9 = crossing(7, "off", 11.6, 11.7), crossing(9, "off", 10.9, 11.1)
    far = Distance(5.0, 8.0, "body height")
    seven, nine = Retiring(7, off_7, arrives(11.2, 11.4), far), Retiring(9, off_9, arrives(10.8, 10.9), None)
    changes = pair_changes([first, second], [[seven], [seven, nine]], RULES, others=[[off_7, off_9]] * 2)
    assert next((c.on_person, c.off_person, c.verdict) for c in changes) == (1, 7, "early")


def test_a_weak_crossing_off_makes_nothing_legal_and_yields_to_a_sure_one() -> None:
    on = crossing(1, "on", 10.00, 10.04)
    weak = Retiring(7, crossing(7, "off", 9.2, 9.6, conf=0.45), None, None)
    assert pair_changes([on], [[weak]], RULES) == ()
    sure = Retiring(9, crossing(9, "off", 8.0, 8.3), None, None)
    (change,) = pair_changes([on], [[weak, sure]], RULES)
    assert (change.off_person, change.verdict) == (9, "legal")
