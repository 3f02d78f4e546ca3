"""The simulator's rink, camera and curves, against figures worked out by hand."""

import numpy as np
import pytest

from review.sim.curves import hermite, monotone, smooth, through
from review.sim.filming import look
from review.sim.rotations import two_bones
from review.sim.shape import RinkShape


def test_camera_over_centre_ice_puts_known_points_on_known_pixels() -> None:
    # 30 m up at y = -40, aimed at centre ice: 50 m away; 90 degrees wide gives a focal length of 640 px.
    view = look([0.0, -40.0, 30.0], [0.0, 0.0, 0.0], 90.0, (1280, 720))
    assert view.focal_px == pytest.approx(640.0)
    np.testing.assert_allclose(view.project([0.0, 0.0, 0.0]), [640.0, 360.0, 50.0], atol=1e-9)
    # 5 m to the right at the same depth: 5 / 50 * 640 = 64 px.
    np.testing.assert_allclose(view.project([5.0, 0.0, 0.0]), [704.0, 360.0, 50.0], atol=1e-9)
    # 10 m further away on the ice: depth 50 + 10 * 0.8, and 10 * 0.6 up the picture.
    np.testing.assert_allclose(view.project([0.0, 10.0, 0.0]), [640.0, 360 - 6 / 58 * 640, 58.0], atol=1e-9)


def test_ice_homography_undoes_the_projection_of_ice_points_only() -> None:
    view = look([3.0, -38.0, 14.0], [-6.0, 2.0, 0.0], 31.0, (1280, 720))
    for x, y in ((-20.0, 12.9), (0.0, 0.0), (6.1, -6.7)):
        px, py, _ = view.project([x, y, 0.0])
        q = view.ice_from_px() @ [px, py, 1.0]
        np.testing.assert_allclose(q[:2] / q[2], [x, y], atol=1e-6)
    px, py, _ = view.project([0.0, 0.0, 1.8])
    q = view.ice_from_px() @ [px, py, 1.0]
    assert q[1] / q[2] > 4.0  # a head projects far behind its feet


def test_graphics_matrix_and_projection_name_the_same_pixel() -> None:
    view = look([0.0, -42.0, 15.0], [13.0, 1.0, 0.0], 32.0, (1280, 720))
    point = np.array([8.0, 5.0, 1.1])
    clip = view.clip_from_rink() @ np.append(point, 1.0)
    x, y = clip[:2] / clip[3]
    np.testing.assert_allclose(view.project(point)[:2], [(x + 1) * 640, (1 - y) * 360], atol=1e-6)


def test_distance_to_the_boards() -> None:
    shape = RinkShape()
    points = [[0.0, 12.955], [0.0, 0.0], [0.0, 13.5], [30.48, 0.0], [30.48, 12.955]]
    gap = (2**0.5 - 1) * 8.53  # from the corner of the square to the arc
    np.testing.assert_allclose(shape.inside_m(points), [0.0, 12.955, -0.545, 0.0, -gap], atol=1e-9)
    kept = shape.kept_inside(np.array([[0.0, 20.0], [40.0, 0.0], [1.0, 1.0]]), margin_m=1.0)
    np.testing.assert_allclose(kept, [[0.0, 11.955], [29.48, 0.0], [1.0, 1.0]], atol=1e-9)


def test_perimeter_has_the_length_of_a_rounded_rectangle() -> None:
    ring = RinkShape().perimeter_m(corner_steps=48)
    length = np.linalg.norm(np.diff(ring, axis=0), axis=1).sum()
    straight = 2 * (60.96 - 17.06) + 2 * (25.91 - 17.06)
    assert length == pytest.approx(straight + 2 * np.pi * 8.53, rel=1e-3)


def test_curves_pass_their_knots_and_do_not_overshoot() -> None:
    knots, values = [0.0, 1.0, 2.0, 4.0], [[0.0], [2.0], [2.0], [7.0]]
    np.testing.assert_allclose(through(knots, values, knots), values, atol=1e-9)
    fine = np.linspace(1.0, 2.0, 50)
    assert np.ptp(monotone(knots, values, fine)) == 0.0  # a plateau stays flat
    assert np.ptp(through(knots, values, fine)) > 0.05  # where a spline would bulge


def test_hermite_leaves_and_arrives_with_the_given_speed() -> None:
    t = np.array([0.0, 1e-4, 2.0 - 1e-4, 2.0])
    xy = hermite(0.0, [1.0, 0.0], [3.0, 0.0], 2.0, [5.0, 4.0], [0.0, -1.0], t)
    np.testing.assert_allclose((xy[1] - xy[0]) / 1e-4, [3.0, 0.0], atol=1e-2)
    np.testing.assert_allclose((xy[3] - xy[2]) / 1e-4, [0.0, -1.0], atol=1e-2)


def test_smoothing_keeps_a_constant_and_the_mean_of_a_pulse() -> None:
    flat = np.full((40, 2), 3.0)
    np.testing.assert_allclose(smooth(flat, 4), flat)
    pulse = np.zeros((80, 1))
    pulse[40] = 1.0
    assert smooth(pulse, 3).sum() == pytest.approx(1.0)
    assert smooth(pulse, 3).max() < 0.2


def test_a_limb_keeps_its_lengths_and_stops_short_of_what_it_cannot_reach() -> None:
    root, pole = np.zeros((2, 3)), np.tile([0.0, -1.0, 0.0], (2, 1))
    target = np.array([[0.0, 0.0, -0.6], [0.0, 0.0, -2.0]])
    knee, ankle = two_bones(root, target, 0.45, 0.45, pole)
    np.testing.assert_allclose(np.linalg.norm(knee, axis=1), 0.45)
    np.testing.assert_allclose(ankle[0], target[0], atol=1e-9)
    assert -0.9 < ankle[1, 2] < -0.89
    assert (knee[:, 1] < 0).all()
