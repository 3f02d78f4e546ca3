"""The camera over the ice: figures by hand, and there and back."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.camera import apply_homography
from review.core.registration import ArenaCamera, PictureShape, Registration
from review.measure.rink_camera import bend, homography, onto_ice, project, straighten
from tests.unit.made_rink import HD, view_at


def test_a_camera_that_looks_at_centre_ice_by_hand() -> None:
    """30 m behind and 40 m over the spot: 50 m away. A metre to the right is 1/50 of the focal length."""
    camera = ArenaCamera(np.array([0.0, -30.0, 40.0]))
    view = view_at(0.0, 0.0, 2.0, camera)
    at = project(view, np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    assert at[0] == pytest.approx([0, 0], abs=1e-12)
    assert at[1] == pytest.approx([2 / 50, 0], abs=1e-9)
    # A metre farther away: 0.8 m of it upright in the picture, and 0.6 m deeper.
    assert at[2] == pytest.approx([0, -2 * 0.8 / 50.6], abs=1e-9)


def test_what_stands_up_shows_higher() -> None:
    view = view_at(0.0, 12.0, 3.0)
    foot, head = project(view, np.array([[0.0, 12.0, 0.0], [0.0, 12.0, 1.8]]))
    assert head[1] < foot[1] and abs(head[0] - foot[0]) < 0.01


@pytest.mark.parametrize("k1", [-0.05, 0.0, 0.04])
def test_bent_and_straightened_again(k1: float) -> None:
    points = np.random.default_rng(1).uniform([-1, -0.6], [1, 0.6], (200, 2))
    assert straighten(bend(points, k1), k1) == pytest.approx(points, abs=1e-6)


def test_onto_the_ice_and_back() -> None:
    view = view_at(15.0, 3.0, 2.2)
    ice = np.random.default_rng(2).uniform([5, -8], [25, 12], (100, 2))
    shown = project(view, ice)
    assert onto_ice(view[None], straighten(shown, view[8]))[0] == pytest.approx(ice, abs=1e-5)


def test_rays_over_the_horizon_meet_no_ice() -> None:
    assert (onto_ice(view_at(0, 0, 2.0)[None], np.array([[0.0, -3.0]]))[0] > 90).all()


def test_a_straight_lens_has_an_exact_homography() -> None:
    view = view_at(-12.0, 4.0, 2.5)
    view[8] = 0.0
    ice = np.random.default_rng(3).uniform([-20, -5], [-5, 12], (60, 2))
    shown = project(view, ice)
    H, missed = homography(view, HD, shown)
    assert apply_homography(H, HD.to_px(shown)) == pytest.approx(ice, abs=1e-6)
    assert np.abs(missed).max() < 1e-9


def test_a_bent_lens_leaves_little_over() -> None:
    view = view_at(0.0, 2.0, 2.5)
    grid = np.stack(np.meshgrid(np.linspace(-0.95, 0.95, 20), np.linspace(-0.3, 0.5, 12)), -1).reshape(-1, 2)
    H, missed = homography(view, HD, grid)
    truth = onto_ice(view[None], straighten(grid, view[8]))[0]
    off = np.hypot(*(apply_homography(H, HD.to_px(grid)) - truth).T)
    moved = np.hypot(*(grid - straighten(grid, view[8])).T)
    assert np.median(off) < 0.1 and np.hypot(*missed.T).max() < 0.4 * moved.max()


def test_stretched_pixels_are_squared() -> None:
    """720×576 at 4:3: a pixel is 16 wide to 15 high, so the picture is 1.5 half widths high."""
    shape = PictureShape(720, 576, 16 / 15)
    assert shape.half_height == pytest.approx(0.75)
    corner = shape.to_unit(np.array([[720.0, 576.0]]))
    assert corner[0] == pytest.approx([1.0, 0.75])
    assert shape.to_px(corner)[0] == pytest.approx([720, 576])


def test_a_registration_has_a_transform_and_error_or_a_reason() -> None:
    with pytest.raises(ValueError, match="reason why not"):
        Registration(None, None)
    with pytest.raises(ValueError, match="states its error"):
        Registration(np.eye(3), None)
    assert Registration.refused("fog").reason == "fog"
