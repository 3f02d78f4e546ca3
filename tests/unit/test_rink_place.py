"""Views found again in evidence made by a known camera."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.arrays import Array
from review.core.camera import apply_homography
from review.core.registration import ArenaCamera, LineEvidence, PictureShape
from review.core.rink import RINKS
from review.measure.rink_align import align, sample_evidence
from review.measure.rink_arena import solve_arena
from review.measure.rink_camera import onto_ice, straighten
from review.measure.rink_error import seen_grid
from review.measure.rink_field import rink_field
from review.measure.rink_gate import GATES_KNOWN, refusal, worth_trying
from review.measure.rink_locate import FINE, Search, arena_prior, locate, seen_from
from review.measure.rink_place import place_known, place_open, place_pictures
from tests.unit.made_rink import CAMERA, HD, made_evidence, view_at

FIELD = rink_field(RINKS["nhl"])
PLACES = [(-18.0, 3.0, 2.6), (2.0, 2.0, 2.1), (17.0, 4.0, 3.0), (-6.0, 1.0, 2.4), (9.0, 3.0, 2.0)]


def metres_off(view: Array, truth: Array) -> Array:
    """Over the part of the picture that shows the rink."""
    grid = seen_grid(FIELD, truth, HD)
    here, there = (onto_ice(v[None], straighten(grid, float(v[8])))[0] for v in (view, truth))
    return np.hypot(*(here - there).T)


def test_the_nearest_line_and_its_direction() -> None:
    at, normal = FIELD.closest("blue", np.array([[8.1, 3.02]]))
    assert at[0] == pytest.approx([25.5 * 0.3048, 3.0], abs=0.1) and abs(normal[0, 0]) == pytest.approx(1)
    assert FIELD.away_m("blue", np.array([[8.1, 3.0]])) == pytest.approx([0.33], abs=0.08)
    assert FIELD.away_m("boards", np.array([[0.0, 0.0]])) == pytest.approx([12.95], abs=0.1)


@pytest.mark.parametrize("place", PLACES)
def test_a_view_that_is_a_little_off_comes_back_onto_the_lines(place: tuple[float, float, float]) -> None:
    truth = view_at(*place)
    start = truth + np.array([0.012, -0.006, 0.03, 0, 0, 0, 0, 0, 0])
    assert np.median(metres_off(start, truth)) > 0.4
    moved = align(FIELD, start, sample_evidence(made_evidence(truth), FINE))
    assert np.median(metres_off(moved.view, truth)) < 0.03
    assert moved.agree_ratio > 0.6


@pytest.mark.parametrize("place", PLACES[:3])
def test_found_from_nothing_with_the_camera_known(place: tuple[float, float, float]) -> None:
    truth = view_at(*place)
    found = locate(FIELD, made_evidence(truth), Search([CAMERA]))
    assert found is not None and refusal(found, GATES_KNOWN, made_evidence(truth)) is None
    assert np.median(metres_off(found.view, truth)) < 0.03 and found.margin_score > 0.1


def test_found_from_nothing_at_all() -> None:
    truth = view_at(14.0, 3.0, 2.3)
    evidence = made_evidence(truth)
    placed, _ = place_open(FIELD, evidence)
    assert placed.H_m_from_px is not None and placed.error_m is not None
    grid = seen_grid(FIELD, truth, HD)
    ice = onto_ice(truth[None], straighten(grid, float(truth[8])))[0]
    off = np.hypot(*(apply_homography(placed.H_m_from_px, HD.to_px(grid)) - ice).T)
    assert np.median(off) < 0.25 and np.mean(off <= placed.error_m) >= 0.95


def test_resolution_and_stretching_play_no_part() -> None:
    truth = view_at(-15.0, 3.0, 2.3)
    stretched = PictureShape(720, 576, 64 / 45)
    placed, _ = place_known(FIELD, made_evidence(truth, shape=stretched, noise_px=0.6), CAMERA)
    assert placed.H_m_from_px is not None
    middle = apply_homography(placed.H_m_from_px, np.array([[360.0, 288.0]]))
    assert middle[0] == pytest.approx([-15.0, 3.0], abs=0.1)


def test_strewn_points_are_no_rink() -> None:
    rng = np.random.default_rng(4)
    ice = np.ones((45, 80), bool)
    ice[:8] = False
    strewn = {kind: rng.uniform([0, 120], [1280, 720], (300, 2)) for kind in ("red", "blue", "thin")}
    strewn["boards"] = np.column_stack([np.arange(0, 1280, 4.0), np.full(320, 120.0)])
    on = rng.uniform([0, 150], [1280, 720], (80, 2))
    evidence = LineEvidence(HD, strewn, on, on - [0, 150], ice, 0.8, 0.8)
    assert worth_trying(evidence) is None
    for placed in (place_open(FIELD, evidence)[0], place_known(FIELD, evidence, CAMERA)[0]):
        assert placed.H_m_from_px is None and placed.reason


def test_too_little_to_go_by_is_said() -> None:
    empty = LineEvidence(HD, {}, np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((9, 16), bool), 0.8, 0.7)
    assert worth_trying(None) == "not the main camera: hardly any ice in view"
    assert worth_trying(empty) == "too little paint is seen"
    assert refusal(locate(FIELD, empty, Search([CAMERA])), GATES_KNOWN, empty) == "too little paint is seen"


def test_one_camera_solved_from_many_pictures() -> None:
    truths = [view_at(*place) for place in PLACES]
    samples = [sample_evidence(made_evidence(truth, seed=k), FINE) for k, truth in enumerate(truths)]
    guesses = [
        ArenaCamera(CAMERA.at_m + off, k1_ratio=0.01) for off in ([1, 2, -1], [-1, 1, 0.5], [0.5, 3, 1])
    ]
    starts = [seen_from(guesses[k % 3], truth) for k, truth in enumerate(truths)]
    assert max(np.median(metres_off(start, truth)) for start, truth in zip(starts, truths, strict=True)) > 0.2
    arena = solve_arena(FIELD, starts, samples, arena_prior())
    assert arena.camera.at_m == pytest.approx(CAMERA.at_m, abs=0.3)
    assert arena.camera.k1_ratio == pytest.approx(0.03, abs=0.006)
    for view, truth in zip(arena.views, truths, strict=True):
        assert np.median(metres_off(view, truth)) < 0.04


@pytest.mark.slow
def test_pictures_of_one_camera_help_each_other() -> None:
    evidence = [made_evidence(view_at(*place), seed=k) for k, place in enumerate(PLACES)]
    placed = place_pictures(RINKS["nhl"], [*evidence, None])
    assert placed.camera is not None and placed.camera.at_m == pytest.approx(CAMERA.at_m, abs=0.5)
    assert [one.H_m_from_px is not None for one in placed.registrations] == [True] * 5 + [False]
    assert placed.registrations[-1].reason == "not the main camera: hardly any ice in view"
