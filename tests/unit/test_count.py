"""Counts on hand-made presence: conservation, the sustained low, the open high."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from review.core.crossings import Crossing, Direction, GateGap
from review.core.game import Penalty
from review.core.times import Interval
from review.measure.count import Presence, Retired, allowed_at, count_team, sustained
from tests.unit.measuring import SCALE, at


def presence(men: list[int], *, rate: float = 10, has_gates: bool = True, keeper: bool = False) -> Presence:
    pts = np.round(np.arange(len(men)) * 1000 / rate).astype(np.int64)
    n = len(men)
    return Presence(pts, np.array(men), np.full(n, keeper), np.full(n, has_gates), at(0), has_gates)


def crossing(id_: int, direction: Direction, when: float, conf: float = 0.95) -> Crossing:
    return Crossing(id_, id_, id_, "HOME-bench", "HOME", direction, Interval(at(when), at(when)), conf)


def count(shot: Presence, **more: object):  # type: ignore[no-untyped-def]
    told = {"crossings": (), "retired": (), "gaps": (), "penalties": (), **more}
    return count_team("HOME", [shot], scale=SCALE, hold_s=1.0, confidence_min=0.6, **told)  # type: ignore[arg-type]


def test_a_flicker_of_an_extra_man_never_raises_the_low() -> None:
    pts = np.arange(40) * 100
    men = np.full(40, 6)
    men[15:20] = 7  # half a second
    assert sustained(men, pts, SCALE, 1.0).max() == 6
    men[15:27] = 7  # 1.1 s from first to last look
    assert sustained(men, pts, SCALE, 1.0).max() == 7


def test_sustained_is_in_seconds_at_any_rate() -> None:
    for rate in (5, 15, 60):
        pts = np.round(np.arange(4 * rate) * 1000 / rate).astype(int)
        men = np.full(4 * rate, 5)
        men[rate : 2 * rate + 1] = 6
        assert sustained(men, pts, SCALE, 1.0).max() == 6, rate
        men[rate + rate // 2] = 5
        assert sustained(men, pts, SCALE, 1.0).max() == 5, rate


def test_best_follows_crossings_from_the_strength_allowed() -> None:
    found = count(presence([4] * 80), crossings=[crossing(1, "off", 3.0), crossing(2, "on", 5.0)])
    assert [found.at(at(s)).best for s in (2.5, 4.0, 6.5)] == [6, 5, 6]
    assert all(p.low <= p.best <= p.high for p in found.points)
    assert found.at(at(4.0)).p_over < 0.01 and found.at(at(4.0)).shown == 4


def test_a_man_too_many_is_likely_after_one_came_on_and_sure_once_they_are_shown() -> None:
    on = [crossing(1, "on", 4.0)]
    hidden = count(presence([4] * 80), crossings=on).at(at(6.0))
    assert hidden.low == 6 and hidden.high >= 7 and 0.1 < hidden.p_over < 0.95
    shown = count(presence([4] * 40 + [7] * 40, keeper=True), crossings=on).at(at(6.0))
    assert (shown.low, shown.best, shown.p_over > 0.99) == (7, 7, True)


def test_a_weak_crossing_moves_the_count_by_what_it_is_worth() -> None:
    found = count(presence([4] * 60), crossings=[crossing(1, "on", 2.0, 0.45)])
    strong = count(presence([4] * 60), crossings=[crossing(1, "on", 2.0, 0.95)])
    assert found.at(at(3.0)).best == 6 and found.at(at(3.0)).high >= 7
    assert found.at(at(3.0)).p_over < strong.at(at(3.0)).p_over / 2


def test_seven_together_is_over_whatever_the_crossings_say() -> None:
    found = count(presence([5] * 20 + [7] * 20 + [5] * 20, keeper=True))
    over = found.at(at(3.0))
    assert (over.low, over.best, over.allowed, over.shown) == (7, 7, 6, 7)


def test_an_unwatched_bench_opens_the_band_and_a_watched_one_closes_it() -> None:
    gap = GateGap("HOME-bench", "HOME", Interval(at(4.0), at(12.0)), "out of the picture")
    shot = presence([5] * 200, keeper=True)
    away = (shot.pts >= 4000) & (shot.pts <= 12000)
    found = count(replace(shot, watched=~away), gaps=[gap])
    width = {s: found.at(at(s)).high - found.at(at(s)).low for s in (3.0, 8.0, 19.0)}
    assert width[8.0] > width[3.0] and width[19.0] < width[8.0]
    assert not found.at(at(8.0)).seen and found.at(at(19.0)).seen
    assert "may have come on unseen" in found.at(at(19.0)).cause


def test_without_gates_nothing_is_said_but_what_is_seen() -> None:
    point = count(presence([5] * 30, has_gates=False)).at(at(2.0))
    assert (point.low, point.high, point.best, point.seen) == (5, None, None, False)


def test_a_man_at_the_bench_and_gone_is_taken_off_the_best() -> None:
    on = [crossing(1, "on", 3.0)]
    with_him = count(presence([4] * 80), crossings=on, retired=[Retired(9, at(5.0))])
    assert with_him.at(at(6.5)).p_over < count(presence([4] * 80), crossings=on).at(at(6.5)).p_over * 0.7


@pytest.mark.parametrize(("seconds", "men"), [(5.0, 6), (10.0, 5), (69.9, 5), (70.0, 6)])
def test_penalties_lower_the_strength_allowed_until_they_expire(seconds: float, men: int) -> None:
    assert allowed_at("HOME", seconds, [Penalty("HOME", 10.0, 60.0)]) == men


def test_three_penalties_leave_three_men_and_a_keeper() -> None:
    running = [Penalty("HOME", 0.0, 100.0)] * 3
    assert allowed_at("HOME", 50.0, running) == 4


def test_while_a_man_may_be_crossing_the_band_holds_before_and_after() -> None:
    off = replace(crossing(1, "off", 4.0), when=Interval(at(3.5), at(5.0), at(3.8)))
    on = replace(crossing(2, "on", 7.0), when=Interval(at(6.5), at(7.5), at(7.0)))
    found = count(presence([3] * 100), crossings=[off, on])
    for s in (3.6, 4.2, 4.9, 6.6, 7.4):
        assert found.at(at(s)).low <= 5 and found.at(at(s)).high >= 6, s


def test_many_men_in_an_altercation_are_not_taken_for_a_change() -> None:
    on = [crossing(i, "on", 3.0 + i / 2) for i in range(4)]
    brawl = [(at(2.0), at(9.0))]
    found = count(presence([4] * 90), crossings=on, brawls=brawl).at(at(6.0))
    assert found.best >= 9 and found.high >= 10


def test_a_goalkeeper_who_leaves_is_no_skater_less() -> None:
    pulled = count(
        presence([3] * 80), crossings=[crossing(7, "off", 3.0), crossing(8, "on", 5.0)], keepers=[7]
    )
    point = pulled.at(at(7.0))
    assert point.best == 6 and point.p_over < 0.2


def test_a_man_on_his_way_to_the_box_is_not_one_too_many() -> None:
    penalty = [Penalty("HOME", 5.0, 120.0)]
    found = count(presence([5] * 250), penalties=penalty)
    assert [found.at(at(s)).allowed for s in (4.9, 5.1, 14.9, 15.1)] == [6, 6, 6, 5]
    served = count(presence([5] * 250), penalties=[Penalty("HOME", 0.0, 120.0)])
    assert served.at(at(1.0)).allowed == 5, "he sat there when the tape began"


def test_the_probability_of_one_too_many_rises_once_he_is_surely_on() -> None:
    on = replace(crossing(1, "on", 4.0), when=Interval(at(3.5), at(4.5), at(4.0)))
    found = count(presence([6] * 20 + [6] * 60, keeper=True), crossings=[on])
    assert found.at(at(4.2)).p_over < 0.05 < found.at(at(4.7)).p_over
