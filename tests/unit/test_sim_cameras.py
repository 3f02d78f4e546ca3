"""Where cameras point, against figures worked out by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from review.sim.filming import Operator, look, operators
from review.sim.following import chase, kept_on_the_rink, zoom_for_play
from review.sim.lens import Lens
from review.sim.scenario import Scenario, read_scenario
from review.sim.script import Motion
from review.sim.shape import RinkShape
from review.sim.tables.cameras import STATIONS, Camera
from review.sim.tables.table import ScenarioUnreadable

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"


@pytest.fixture(scope="module")
def demo() -> Scenario:
    return read_scenario(DEMO)


def filmed(scenario: Scenario, **camera: object) -> Operator:
    one = Camera.model_validate({"id": "c", **camera})
    return operators(replace(scenario, cameras=(one,)))["c"]


def test_a_camera_straight_overhead_sees_a_map_with_the_far_boards_up() -> None:
    # 20 m above (2, 3), 90 degrees wide: 640 px of focal length, so 32 px a metre on the ice.
    view = look([2.0, 3.0, 20.0], [2.0, 3.0, 0.0], 90.0, (1280, 720))
    places = view.project([[2.0, 3.0, 0.0], [7.0, 3.0, 0.0], [2.0, 13.0, 0.0]])
    np.testing.assert_allclose(places[:, :2], [[640, 360], [800, 360], [640, 40]], atol=1e-9)


def test_an_overhead_camera_does_not_spin_when_its_hand_shakes(demo: Scenario) -> None:
    operator = filmed(demo, view="overhead", shake_m=0.3)
    for at_s in (0.0, 3.3, 17.0, 40.0):
        right = operator.view(at_s).right
        assert right[0] > 0.999


def test_a_steady_pan_is_followed_lag_seconds_late() -> None:
    t = np.arange(0.0, 20.0, 0.02)
    wanted = np.stack([0.5 * t, 0 * t], axis=1)
    followed = chase(wanted, lag_s=0.4, overshoot=0.15, step_s=0.02)
    assert wanted[-1, 0] - followed[-1, 0] == pytest.approx(0.5 * 0.4, abs=0.01)


@pytest.mark.parametrize("overshoot", [0.0, 0.15, 0.4])
def test_after_a_sudden_step_the_hand_runs_past_by_its_overshoot(overshoot: float) -> None:
    wanted = np.concatenate([np.zeros((50, 1)), np.full((900, 1), 2.0)])
    followed = chase(wanted, lag_s=0.45, overshoot=overshoot, step_s=0.01)
    assert followed.max() == pytest.approx(2.0 * (1 + overshoot), abs=0.06)
    assert followed[-1, 0] == pytest.approx(2.0, abs=0.05)


def test_a_hand_without_lag_is_where_it_wants_to_be() -> None:
    wanted = np.random.default_rng(1).normal(size=(20, 2))
    np.testing.assert_array_equal(chase(wanted, lag_s=0.0, overshoot=0.2, step_s=0.04), wanted)


def test_he_swings_faster_after_a_long_pass_than_after_a_short_one() -> None:
    def seconds_to_halfway(pass_m: float) -> float:
        wanted = np.concatenate([np.zeros((1, 1)), np.full((400, 1), pass_m)])
        return 0.01 * float(np.argmax(chase(wanted, lag_s=0.45, overshoot=0.15, step_s=0.01) > pass_m / 2))

    assert seconds_to_halfway(25.0) < 0.75 * seconds_to_halfway(3.0)


def test_a_rush_is_shown_wider_than_play_that_stands_in_a_corner() -> None:
    t = np.arange(0.0, 12.0, 0.04)
    still = np.tile([24.0, -8.0], (len(t), 1))
    rush = np.stack([-25 + 9.0 * np.clip(t - 3, 0, 5.5), 0 * t], axis=1)
    slow, fast = (zoom_for_play(p, 20.0, 31.0, step_s=0.04) for p in (still, rush))
    assert slow == pytest.approx(20.0, abs=0.1)
    assert fast[int(6.5 / 0.04)] > 28.0
    assert (fast <= 31.0 + 1e-9).all()


def test_a_pan_stops_where_the_picture_would_leave_the_rink() -> None:
    # 40 m before the middle; the end with its margin is 34.5 m to the side; half the picture takes 15°.
    eye, rink = np.array([0.0, -40.0, 15.0]), RinkShape(length_m=61.0)
    aim = kept_on_the_rink(np.array([[30.0, 0.0], [-3.0, 0.0]]), np.array([30.0, 30.0]), eye, rink)
    limit = 40 * np.tan(np.arctan(34.5 / 40) - np.radians(15))
    np.testing.assert_allclose(aim, [[limit, 0.0], [-3.0, 0.0]], atol=1e-9)


def test_the_main_camera_keeps_the_puck_in_its_picture_and_men_of_broadcast_size(demo: Scenario) -> None:
    operator = filmed(demo)
    heights = []
    for at_s in np.arange(0.0, 44.0, 0.5):
        view = operator.view(float(at_s))
        x, y = np.interp(at_s, [r[0] for r in demo.play], [r[1] for r in demo.play]), 0.0
        place = view.project([[x, y, 0.0], [x, y, 1.85]])
        assert 0 < place[0, 0] < 1280
        heights.append(place[0, 1] - place[1, 1])
    assert min(heights) > 60 and max(heights) < 150


def test_a_camera_on_a_man_shows_him_whatever_the_puck_does(demo: Scenario) -> None:
    motion = Motion(demo)
    one = Camera(id="c", view="close", follows="HOME 26", eye_m=(-5.0, -41.0, 14.0))
    operator = operators(replace(demo, cameras=(one,)), motion)["c"]
    row = demo.people.index(demo.person("HOME", 26))
    for at_s in (2.0, 11.0, 19.0, 30.0):
        x, y = operator.view(at_s).project(motion.pelvis_m(at_s)[row])[:2]
        assert abs(x - 640) < 500 and abs(y - 360) < 330


def test_keys_may_say_a_height_and_one_key_is_enough(demo: Scenario) -> None:
    operator = filmed(demo, keys=[[0.0, 4.0, 6.0, 20.0, 2.5]], shake_m=0.0)
    np.testing.assert_allclose(operator.view(7.0).project([4.0, 6.0, 2.5])[:2], [640, 360], atol=1e-6)


def test_what_a_camera_does_not_say_its_view_does() -> None:
    for view, place in STATIONS.items():
        assert Camera.model_validate({"view": view}).eye_m == place["eye_m"]
    assert Camera(view="overhead").follows == "nothing"
    assert Camera(view="net", follows="puck").follows == "puck"
    assert Camera(aim_m=(1.0, 2.0, 0.0)).follows == "nothing"
    assert Camera(view="bench", eye_m=(1.0, 2.0, 3.0)).aim_m == STATIONS["bench"]["aim_m"]


@pytest.mark.parametrize("follows", ["the puck", "HOME", "HOME 98", "NOBODY 4"])
def test_a_camera_that_follows_nobody_known_is_refused(demo: Scenario, follows: str) -> None:
    with pytest.raises(ScenarioUnreadable):
        filmed(demo, follows=follows)


def test_keys_out_of_order_are_refused() -> None:
    with pytest.raises(ScenarioUnreadable, match="order of time"):
        Camera.read({"keys": [[1.0, 0, 0, 20], [0.5, 0, 0, 20]]}, "[[cameras]] 1")


def test_two_cameras_shake_each_in_its_own_way(demo: Scenario) -> None:
    both = operators(
        replace(demo, cameras=(Camera(id="a", aim_m=(0, 0, 0)), Camera(id="b", aim_m=(0, 0, 0))))
    )
    a, b = (both[k].view(5.0).projection() for k in "ab")
    assert np.abs(a - b).max() > 1e-3


def test_a_lens_moves_a_point_as_its_formula_says() -> None:
    # half a half width from the centre: r = 0.5, r' = 0.5 (1 + 0.2 * 0.25) = 0.525 of 640 px
    pincushion = Lens(0.2, (640.0, 360.0), (1280, 720))
    np.testing.assert_allclose(pincushion.bent([[960.0, 360.0]]), [[640 + 0.525 * 640, 360.0]], atol=1e-9)
    assert pincushion.scale == 1.0


@pytest.mark.parametrize("k1", [-0.15, -0.05, 0.1, 0.3])
def test_straightening_undoes_bending(k1: float) -> None:
    lens = Lens(k1, (600.0, 380.0), (1280, 720))
    points = np.random.default_rng(3).uniform([0, 0], [1280, 720], (200, 2))
    np.testing.assert_allclose(lens.bent(lens.straightened(points)), points, atol=1e-6)


def test_a_barrel_leaves_no_corner_without_a_picture() -> None:
    lens = Lens(-0.12, (640.0, 360.0), (1280, 720))
    edge = np.array([[0, 0], [1280, 0], [0, 720], [1280, 720], [640, 0], [0, 360]], float)
    source = lens.straightened(edge)
    assert (source >= -1e-6).all() and (source <= np.array([1280, 720]) + 1e-6).all()


def test_a_lens_that_folds_the_corners_is_refused() -> None:
    with pytest.raises(ScenarioUnreadable, match="folds"):
        Lens(-0.2, (100.0, 100.0), (1280, 720))


def test_a_wide_lens_keeps_the_scale_of_the_middle(demo: Scenario) -> None:
    keys = [[0.0, 0.0, 0.0, 30.0]]
    plain, bent = (filmed(demo, keys=keys, shake_m=0.0, distortion_k1=k) for k in (0.0, -0.1))
    near = [[0.0, 0.0, 0.0], [0.1, 0.0, 0.0]]
    a = plain.view(1.0).project(near)[:, :2]
    b = bent.lens.bent(bent.view(1.0).project(near)[:, :2])
    np.testing.assert_allclose(b[1] - b[0], a[1] - a[0], rtol=1e-4, atol=1e-6)
