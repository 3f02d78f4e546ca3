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
    found = count(presence([4] * 60), crossings=[crossing(1, "on", 2.0), crossing(2, "off", 4.0)])
    assert found.at(at(1.0)).best == 6
    assert found.at(at(3.0)).best == 7 and found.at(at(3.0)).p_over == 0.5
    assert found.at(at(5.0)).best == 6
    assert found.at(at(3.0)).low == 4 and found.at(at(3.0)).high == 7


def test_a_weak_crossing_moves_only_the_high() -> None:
    found = count(presence([4] * 60), crossings=[crossing(1, "on", 2.0, 0.45)])
    assert (found.at(at(3.0)).best, found.at(at(3.0)).high) == (6, 7)


def test_seven_together_is_over_whatever_the_crossings_say() -> None:
    found = count(presence([5] * 20 + [7] * 20 + [5] * 20, keeper=True))
    over = found.at(at(3.0))
    assert (over.low, over.best, over.allowed) == (7, 7, 6) and over.p_over == 0.95


def test_an_unwatched_bench_opens_the_high_for_good() -> None:
    gap = GateGap("HOME-bench", "HOME", Interval(at(2.0), at(3.0)), "out of the picture")
    shot = presence([5] * 60)
    away = (shot.pts >= 2000) & (shot.pts <= 3000)
    found = count(replace(shot, watched=~away), gaps=[gap])
    assert found.at(at(1.0)).high == 6
    assert found.at(at(2.5)).high is None and found.at(at(5.0)).high is None
    assert not found.at(at(2.5)).seen and found.at(at(5.0)).seen
    assert "may have come on unseen" in found.at(at(5.0)).cause


def test_without_gates_nothing_is_said_but_what_is_seen() -> None:
    point = count(presence([5] * 30, has_gates=False)).at(at(2.0))
    assert (point.low, point.high, point.best, point.seen) == (5, None, None, False)


def test_a_man_at_the_bench_and_gone_is_taken_off_the_best() -> None:
    found = count(presence([4] * 60), crossings=[crossing(1, "on", 2.0)], retired=[Retired(9, at(3.0))])
    assert found.at(at(2.5)).best == 7 and found.at(at(3.5)).best == 6


@pytest.mark.parametrize(("seconds", "men"), [(5.0, 6), (10.0, 5), (69.9, 5), (70.0, 6)])
def test_penalties_lower_the_strength_allowed_until_they_expire(seconds: float, men: int) -> None:
    assert allowed_at("HOME", seconds, [Penalty("HOME", 10.0, 60.0)]) == men


def test_three_penalties_leave_three_men_and_a_keeper() -> None:
    running = [Penalty("HOME", 0.0, 100.0)] * 3
    assert allowed_at("HOME", 50.0, running) == 4


def test_through_a_crossing_the_high_rises_first_and_falls_last() -> None:
    on = replace(crossing(1, "on", 2.0), when=Interval(at(1.5), at(2.5), at(2.2)))
    off = replace(crossing(2, "off", 4.0), when=Interval(at(3.5), at(4.5), at(3.8)))
    found = count(presence([4] * 60), crossings=[on, off])
    told = {s: (found.at(at(s)).best, found.at(at(s)).high) for s in (1.4, 1.6, 2.3, 3.6, 4.0, 4.6)}
    assert told == {1.4: (6, 6), 1.6: (6, 7), 2.3: (7, 7), 3.6: (7, 7), 4.0: (6, 7), 4.6: (6, 6)}
