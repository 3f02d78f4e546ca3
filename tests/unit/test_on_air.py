"""Nothing in a replay counts, and where it may be one nobody is accused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from review.core.counts import CountPoint, CountTimeline
from review.core.facts import Fact
from review.measure.count import Presence, count_team
from review.measure.gather import gather_facts
from review.measure.on_air import Doubt, doubted_crossings, doubts, replay_gaps, replay_notices
from review.measure.presence import find_gate_gaps
from review.testing import builders as a
from tests.unit.measuring import SCALE, at

LIVE = a.shot(1, 0, 99, view=None)
REPLAY = a.shot(2, 100, 199, enters_by="wipe", replay=True, reason="it lies between two wipes", view=None)
MAYBE = a.shot(3, 200, 299, replay=None, reason="may be a replay: the clock is off the picture", view=None)
PLAIN = a.shot(4, 300, 372, replay=None, view=None)
SHOTS = (LIVE, REPLAY, MAYBE, PLAIN)


def test_a_replay_is_a_gap_until_the_next_shot_and_both_kinds_are_told() -> None:
    (gap,) = replay_gaps(SHOTS, a.at(372))
    assert (gap.start, gap.end, gap.reason) == (a.at(100), a.at(200), "a replay: it lies between two wipes")
    told = [(n.kind, n.t, n.end, n.text) for n in replay_notices(SHOTS)]
    assert told == [
        ("replay", a.at(100), a.at(199),
         "Shot 2 is a replay: it lies between two wipes. Nothing in it is counted."),
        ("possible replay", a.at(200), a.at(299),
         "Shot 3 may be a replay: the clock is off the picture. Nobody is accused of what it shows."),
    ]  # fmt: skip
    assert doubts(SHOTS) == [(a.at(200), a.at(299), "may be a replay: the clock is off the picture")]


def test_a_crossing_in_a_shot_that_may_be_a_replay_is_weak() -> None:
    sure = a.crossing(confidence=0.9, reason=None)
    for shot, conf in ((LIVE, 0.9), (MAYBE, 0.5), (PLAIN, 0.9)):
        (kept,) = doubted_crossings([sure], {sure.track: shot})
        assert kept.confidence == conf
        assert (kept.reason or "").startswith("the shot may be a replay") is (shot is MAYBE)


def over(doubted: list[Doubt]) -> Fact:
    """A stretch of seven men from 3 to 6 s."""
    points = [CountPoint(at(t), low, low, low, None, 6, None, "test") for t, low in ((0, 6), (3, 7), (6, 6))]
    (fact,) = gather_facts(
        crossings=(), changes=(), counts=(CountTimeline("HOME", tuple(points)),), altercations=(), gaps=(),
        people={}, gate_kinds={}, penalties=(), scale=SCALE, over_count_s=1.0, confidence_min=0.6, end=at(9),
        doubted=doubted,
    )  # fmt: skip
    return fact


def test_too_many_men_in_a_shot_that_may_be_a_replay_is_not_established() -> None:
    assert over([]).value is True
    assert over([(at(7), at(8), "why")]).value is True
    fact = over([(at(5), at(8), "may be a replay: why")])
    assert (fact.value, fact.reason) == (None, "may be a replay: why")


def test_nobody_counts_in_a_replay_nor_under_a_wipe() -> None:
    pts = np.array([at(t).pts for t in (2.6, 3.0, 4.0)])
    seven = Presence(pts, np.full(3, 7), np.zeros(3, bool), np.ones(3, bool), at(2), True)
    more = {
        "scale": SCALE, "crossings": (), "retired": (), "gaps": (), "penalties": (), "hold_s": 0.4,
        "confidence_min": 0.6,
    }  # fmt: skip
    shown = count_team("HOME", [seven], **more).points  # type: ignore[arg-type]
    assert [p.low for p in shown] == [7]
    wiped = count_team("HOME", [replace(seven, opening="a wipe hides the picture")], **more)  # type: ignore[arg-type]
    assert [(p.t, p.low, p.seen) for p in wiped.points] == [(at(2), 0, False), (at(2.6), 7, True)]
    again = count_team("HOME", [replace(seven, replay="a replay: why")], **more)  # type: ignore[arg-type]
    assert [(p.t, p.low, p.best, p.high, p.cause) for p in again.points] == [
        (at(2), 0, None, None, "a replay: why")
    ]


def test_gates_are_not_watched_in_a_replay() -> None:
    gaps = find_gate_gaps([a.gate()], [REPLAY], [], a.tape().scale)
    assert [g.reason for g in gaps] == ["a replay: it lies between two wipes"]
