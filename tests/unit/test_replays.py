"""Replays told by content, by wipes, by the clock and by repeated frames; live play never."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from review.core.arrays import Array
from review.core.clock import ClockReading
from review.core.shots import Shot
from review.core.times import TimeScale
from review.measure.replays import TapeSigns, judge_replays
from review.measure.shots import find_shots
from review.measure.transitions import find_gradual
from tests.unit.drawn_glances import dissolve, glances, play, scene, wipe

SCALE = TimeScale(0, Fraction(1, 25))
NAVY = (40.0, 170.0, 100.0)


def judged(
    pictures: Sequence[Array],
    cuts: Sequence[int],
    *,
    clock: Sequence[ClockReading] = (),
    same: slice | None = None,
) -> tuple[Shot, ...]:
    """Shots of a tape of drawn pictures; cuts at these glances, frames repeated in `same`."""
    some, time_s = glances(pictures)
    scores = np.full(2 * len(some), 3.0)
    scores[0] = np.nan
    scores[[2 * at for at in cuts]] = 60.0
    if same is not None:
        scores[same][1::2] = 0.0
    ordinals = np.arange(len(scores))
    gradual = find_gradual(some, time_s)
    shots = find_shots(ordinals, ordinals, cut_score=scores, scale=SCALE, gradual=gradual)
    return judge_replays(shots, TapeSigns(SCALE, some, time_s, ordinals / 25, scores, clock, gradual))


def test_pictures_that_come_again_at_half_pace_are_a_replay() -> None:
    wide = scene(1)
    live, again, on = play(wide, 0, 6), play(wide, 2.0, 4, pace=0.5), play(wide, 10, 3)
    told = judged([*live, *again, *on], [75, 125])
    assert [s.replay for s in told] == [False, True, False]
    assert told[1].reason is not None and told[1].reason.startswith(
        "it shows again what stood at 2.0 to 4.0 s"
    )


def test_the_same_place_with_other_men_is_no_replay() -> None:
    wide = scene(1)
    still = {"pan": 0.0}
    told = judged([*play(wide, 0, 6, **still), *play(scene(2), 0, 2), *play(wide, 20, 4, **still)], [75, 100])
    assert [s.replay for s in told] == [False, False, False]


def test_a_picture_that_stands_proves_nothing() -> None:
    board = play(scene(3), 0, 0.08)
    told = judged([*board * 40, *play(scene(2), 0, 2), *board * 40], [40, 65])
    assert [s.replay for s in told] == [False, False, False]


def wiped(*shots: list[Array]) -> list[Array]:
    """Shots of 4 s one after the other, the same graphic wiping between each two."""
    out = shots[0][:40]
    for a, b in pairwise(shots):
        out = [*out, *wipe(a[40:48], b[:8], NAVY), *b[8:40]]
    return out


def test_between_two_wipes_of_one_graphic_lies_a_replay_from_any_camera() -> None:
    told = judged(wiped(*(play(scene(k), 0, 4) for k in (1, 2, 3))), [])
    assert [(s.enters_by, s.replay) for s in told] == [("start", False), ("wipe", True), ("wipe", False)]
    assert told[1].reason == "it lies between two wipes of one graphic"


def test_a_tape_that_begins_in_a_replay_has_its_wipes_the_other_way_round() -> None:
    wide = scene(1)
    live = play(wide, 0, 4)
    told = judged(wiped(play(scene(2), 0, 4), live, play(wide, 1.0, 4, pace=0.5)), [])
    assert [s.replay for s in told] == [False, None, True] or [s.replay for s in told] == [False, False, True]


def test_a_wipe_without_its_partner_leaves_it_open() -> None:
    told = judged(wiped(play(scene(1), 0, 4), play(scene(2), 0, 4)), [])
    assert [s.replay for s in told] == [False, None]
    assert told[1].reason == "may be a replay: a graphic wipe opens it and none closes it"


def test_a_dissolve_or_plain_wipe_alone_says_nothing() -> None:
    a, b = play(scene(1), 0, 4), play(scene(2), 0, 4)
    for mixed in (dissolve(a[40:48], b[:8]), wipe(a[40:48], b[:8], None)):
        assert [s.replay for s in judged([*a[:40], *mixed, *b[8:]], [])] == [False, False]


def clock(spans: Sequence[tuple[float, float, float]]) -> list[ClockReading]:
    """(from, to, value at the start): readings twice a second of a clock that counts down."""
    return [
        ClockReading(float(t), value - float(np.floor(t - start)))
        for start, end, value in spans
        for t in np.arange(start, end, 0.5)
    ]


def test_a_clock_that_goes_back_and_returns_shows_a_replay() -> None:
    shots = [*play(scene(1), 0, 6), *play(scene(2), 0, 4), *play(scene(3), 0, 4)]
    back = judged(shots, [75, 125], clock=clock([(0, 6, 600), (6, 10, 601), (10, 14, 590)]))
    assert [s.replay for s in back] == [False, True, False]
    on = judged(shots, [75, 125], clock=clock([(0, 14, 600)]))
    assert [s.replay for s in on] == [False, False, False]
    set_back = judged(shots, [75, 125], clock=clock([(0, 6, 600), (6, 10, 601), (10, 14, 597)]))
    assert [s.replay for s in set_back] == [False, False, False], "a clock put right goes on from there"


def test_a_clock_taken_off_leaves_it_open_and_with_repeated_frames_decides() -> None:
    shots = [*play(scene(1), 0, 6), *play(scene(2), 0, 4), *play(scene(3), 0, 6)]
    off = clock([(0, 6, 600), (10, 16, 590)])
    assert [s.replay for s in judged(shots, [75, 125], clock=off)] == [False, None, False]
    slowed = judged(shots, [75, 125], clock=off, same=slice(152, 250))
    assert [s.replay for s in slowed] == [False, True, False]
