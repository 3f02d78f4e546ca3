"""Shots decided from series of change whose truth is known because they were drawn up."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.core.arrays import Array
from review.core.shots import Shot
from review.core.times import TimeScale
from review.measure.shots import find_shots
from review.measure.transitions import Gradual


def shots(scores: Array, rate: float = 30.0, **more: object) -> list[tuple[int, str]]:
    count = len(scores)
    base = Fraction(1, 90000)
    pts = np.round(np.arange(count) * 90000 / rate).astype(np.int64)
    found = find_shots(np.arange(count), pts, cut_score=scores, scale=TimeScale(0, base), **more)  # type: ignore[arg-type]
    return [(s.first, s.enters_by) for s in found[1:]]


def play(count: int = 300, seed: int = 1, level: float = 3.0) -> Array:
    scores = level + np.random.default_rng(seed).normal(0, 0.4, count)
    scores[0] = np.nan
    return scores


@pytest.mark.parametrize("rate", [2.5, 9, 25, 29.97, 60])
def test_a_cut_at_any_rate(rate: float) -> None:
    scores = play()
    scores[[80, 200]] = 40
    assert shots(scores, rate) == [(80, "cut"), (200, "cut")]


def test_a_whip_pan_is_no_cut() -> None:
    scores = play()
    scores[100:118] = 3 + 24 * np.sin(np.linspace(0, np.pi, 18))
    assert shots(scores, change=lambda a, b: 30.0) == []


def test_a_flash_is_no_cut_and_a_cut_over_a_blended_frame_is_one() -> None:
    scores = play()
    scores[100:102] = 38, 40
    asked: list[tuple[int, int]] = []

    def same(a: int, b: int) -> float:
        asked.append((a, b))
        return 4.0

    assert shots(scores, change=same) == []
    assert asked == [(99, 101)]
    assert shots(scores, change=lambda a, b: 70.0) == [(101, "cut")]
    assert shots(scores) == []


def test_a_flash_beside_a_cut_leaves_the_cut_where_it_is() -> None:
    scores = play()
    scores[100] = 45
    scores[[106, 107]] = 39, 40
    pictures = np.zeros(300)
    pictures[100:] = 1
    pictures[106] = 2
    assert shots(scores, change=lambda a, b: 60.0 * float(pictures[a] != pictures[b])) == [(100, "cut")]


def gradual(kind: Literal["dissolve", "wipe"], before: int, after: int) -> Gradual:
    return Gradual(kind, before, after, np.zeros((0, 3)), np.zeros((0, 0, 3)))


def test_a_transition_that_takes_a_while_opens_its_shot_and_holds_no_cut() -> None:
    scores = play()
    scores[[100, 106, 111, 200]] = 40, 30, 44, 50
    pts = np.arange(300) * 3000
    found = find_shots(
        np.arange(300), pts, cut_score=scores, scale=TimeScale(0, Fraction(1, 90000)),
        gradual=[gradual("wipe", 98, 112), gradual("dissolve", 240, 260)],
    )  # fmt: skip
    assert [(s.first, s.last, s.enters_by, s.clear) for s in found] == [
        (0, 98, "start", 0), (99, 199, "wipe", 112), (200, 240, "cut", 200), (241, 299, "dissolve", 260),
    ]  # fmt: skip
    assert found[1].clear_at == TimeScale(0, Fraction(1, 90000)).at(112 * 3000)


def test_a_transition_that_the_tape_ends_in_or_begins_with_opens_nothing() -> None:
    pts = np.arange(300) * 3000
    found = find_shots(
        np.arange(300), pts, cut_score=play(), scale=TimeScale(0, Fraction(1, 90000)),
        gradual=[gradual("wipe", 4, 20), gradual("wipe", 290, 310)],
    )  # fmt: skip
    assert [s.enters_by for s in found] == ["start"]


def test_a_stretch_without_a_picture_is_bridged() -> None:
    scores = play()
    scores[100:160] = 0.0
    scores[[100, 160]] = 90.0
    assert shots(scores) == [(100, "cut"), (160, "cut")]
    assert shots(scores, blank=[(98, 160)], change=lambda a, b: 9.0) == []
    assert shots(scores, blank=[(98, 160)], change=lambda a, b: 60.0) == [(160, "cut")]
    assert shots(scores, blank=[(98, 160)]) == [(160, "cut")]


def test_after_a_long_gap_only_quite_another_picture_is_a_cut() -> None:
    scores = play()
    scores[100:160] = np.nan
    scores[160] = 18.0
    assert shots(scores) == []
    scores[160] = 45.0
    assert shots(scores) == [(160, "cut")]


def test_repeated_frames_do_not_make_motion_look_like_cuts() -> None:
    # 24 frames a second shown at 60: every picture two or three times, and a pan throughout.
    scores = np.zeros(300)
    scores[np.cumsum(np.tile([2, 3], 59))] = 14 + np.random.default_rng(2).normal(0, 0.5, 118)
    assert shots(scores, 60) == []
    scores[150] = 60
    assert shots(scores, 60) == [(150, "cut")]


def test_unknown_scores_are_no_cuts_and_frames_left_out_belong_to_the_shot_before() -> None:
    ordinals = np.r_[0:50, 60:120]
    scores = play(110)
    scores[50], scores[80] = np.nan, 40
    found = find_shots(ordinals, ordinals * 3000, cut_score=scores, scale=TimeScale(0, Fraction(1, 90000)))
    assert [(s.first, s.last) for s in found] == [(0, 89), (90, 119)]


def test_nothing_and_very_little() -> None:
    scale = TimeScale(0, Fraction(1, 25))
    none = np.array([], dtype=np.int64)
    assert find_shots(none, none, cut_score=none.astype(float), scale=scale) == ()
    (only,) = find_shots(np.array([7]), np.array([7]), cut_score=np.array([np.nan]), scale=scale)
    assert only == Shot(1, 7, 7, scale.at(7), scale.at(7), "start")
    with pytest.raises(ValueError, match="one length"):
        find_shots(none, np.array([1]), cut_score=none, scale=scale)


@given(st.lists(st.floats(0, 100), min_size=1, max_size=120), st.sampled_from([2.5, 10.0, 25.0, 60.0]))
def test_shots_cover_the_tape_once(scores: list[float], rate: float) -> None:
    count = len(scores)
    pts = np.round(np.arange(count) * 90000 / rate).astype(np.int64)
    scale = TimeScale(0, Fraction(1, 90000))
    found = find_shots(np.arange(count), pts, cut_score=np.array(scores), scale=scale)
    assert found[0].first == 0
    assert found[-1].last == count - 1
    for a, b in pairwise(found):
        assert (a.id + 1, a.last + 1) == (b.id, b.first)
        assert b.start.minus(a.start) >= 0.5
