"""The arena as geometry: paint by the book, doors that turn, what stands between a camera and the play."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from review.sim.arena import build_arena, could_hide, from_outside, without_blockers
from review.sim.filming import look
from review.sim.gates import doors
from review.sim.markings import Arc, Disc, Line, markings
from review.sim.pages import Album
from review.sim.scenario import Scenario, parse_scenario, read_scenario
from review.sim.scoreboard import BLANK, COLON, shown_digits
from review.sim.shape import RinkShape, rink_shape
from review.sim.stands import TALL_M, crowd_quads, seat_spectators
from review.sim.surfaces import ADVERTS, BACKS, CROWD
from review.sim.tables.graphics import GraphicsSpec
from review.sim.tables.sheet import Goal, SheetSpec
from review.sim.tables.table import ScenarioUnreadable

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"


@pytest.fixture(scope="module")
def demo() -> Scenario:
    return read_scenario(DEMO)


def test_an_nhl_rink_has_nine_spots_five_circles_and_a_trapezoid() -> None:
    marks = markings(RinkShape())
    spots = [m for m in marks if isinstance(m, Disc)]
    circles = [m for m in marks if isinstance(m, Arc) and m.end_deg - m.start_deg == 360.0]
    slanted = [m for m in marks if isinstance(m, Line) and _slants(m)]
    assert len(spots) == 9 and len(circles) == 5
    behind_goal = [m for m in slanted if abs(m.start_m[0]) == 27.13 and abs(m.end_m[0]) == 30.48]
    assert sorted(round(m.end_m[1], 2) for m in behind_goal) == [-4.27, -4.27, 4.27, 4.27]


def test_an_iihf_rink_has_a_round_crease_and_no_trapezoid() -> None:
    shape = rink_shape({"preset": "iihf-28"})
    lines = [m for m in markings(shape) if isinstance(m, Line)]
    assert not [m for m in lines if abs(m.end_m[0]) == 30.0]
    rim = [m.start_m for m in lines if m.start_m[0] < -shape.goal_line_m + 1.9 and abs(m.start_m[1]) < 1.83]
    reach = [np.hypot(x + shape.goal_line_m, y) for x, y in rim if x > -shape.goal_line_m + 0.05]
    assert np.isclose(reach, 1.83, atol=0.01).sum() > 30


def _slants(line: Line) -> bool:
    (ax, ay), (bx, by) = line.start_m, line.end_m
    return abs(ax - bx) > 1e-6 and abs(ay - by) > 1e-6


def test_lines_across_the_ice_end_at_the_boards() -> None:
    shape = RinkShape()
    for mark in markings(shape):
        if isinstance(mark, Line) and mark.start_m[0] == mark.end_m[0] and mark.width_m == 0.30:
            np.testing.assert_allclose(shape.inside_m([mark.start_m, mark.end_m]), 0.0, atol=1e-6)


def test_unknown_rules_are_refused_with_the_known_ones() -> None:
    with pytest.raises(ScenarioUnreadable, match="rules"):
        rink_shape({"rules": "nhll"})


def test_a_door_turns_away_from_the_ice_about_its_hinge(demo: Scenario) -> None:
    leaves = build_arena(demo).leaves
    assert len(leaves) == len(doors(demo)) == 4
    for leaf, door in zip(leaves, doors(demo), strict=True):
        shut = leaf.turned(0.0)
        np.testing.assert_allclose(shut, leaf.vertices)
        assert np.ptp(shut[:, 0]) == pytest.approx(door.width_m, abs=0.02)
        wide = leaf.turned(np.pi / 2)
        assert np.abs(wide[:, 1]).max() == pytest.approx(demo.rink.far_boards_m + door.width_m, abs=0.02)
        hinge_x = door.x_m + door.hinge * door.width_m / 2
        assert np.abs(wide[:, 0] - hinge_x).max() < 0.2  # as thick as the boards
        assert (wide[:, 1] * door.side > demo.rink.far_boards_m - 0.05).all()


def test_no_boards_stand_where_a_door_is(demo: Scenario) -> None:
    vertices, triangles = build_arena(demo).solid.arrays()
    middle = vertices[triangles].mean(axis=1)
    panels = middle[(middle[:, 11] == ADVERTS) & (np.abs(middle[:, 1] - demo.rink.far_boards_m) < 0.01)]
    for door in doors(demo):
        assert (np.abs(panels[:, 0] - door.x_m) > door.width_m / 2).all()


@pytest.mark.parametrize(("eye_m", "sign"), [((0.0, -42.0, 15.0), -1.0), ((0.0, 42.0, 15.0), 1.0)])
def test_glass_is_near_on_the_side_of_the_camera(
    demo: Scenario, eye_m: tuple[float, float, float], sign: float
) -> None:
    panes = build_arena(demo).panes.arrays()
    eye = np.array(eye_m)
    near = from_outside(panes, eye) & could_hide(panes, eye, demo.rink)
    at = panes[0][panes[1]][..., :3].mean(axis=1)
    straight = (np.abs(at[:, 0]) < 20) & (np.abs(np.abs(at[:, 1]) - demo.rink.far_boards_m) < 0.2)
    np.testing.assert_array_equal(near[straight], at[straight, 1] * sign > 0)


def test_spectators_face_the_ice_and_nobody_sits_in_the_way(demo: Scenario) -> None:
    eye = np.array([0.0, -42.0, 15.0])
    people = seat_spectators(demo, build_arena(demo).style)
    vertices, _ = crowd_quads(people, eye, demo.rink)
    low = vertices.reshape(-1, 4, 12)[:, 0]
    assert (low[low[:, 11] == BACKS, 1] < 0).mean() > 0.95
    assert (low[low[:, 11] == CROWD, 1] > 0).mean() > 0.6
    head = vertices.reshape(-1, 4, 12)[:, 2, :3].astype(float)
    near = head[(low[:, 11] == BACKS)]
    reach = eye[2] / (eye[2] - near[:, 2])
    hidden_ice = eye[:2] + (near[:, :2] - eye[:2]) * reach[:, None]
    assert demo.rink.inside_m(hidden_ice).max() < 2.8  # the strip along the boards that heads may cover
    assert near[:, 2].min() > TALL_M * 0.7


def test_a_wall_behind_the_camera_is_kept_and_one_before_it_is_not(demo: Scenario) -> None:
    eye = np.array([0.0, -42.0, 15.0])
    made = build_arena(demo).solid.arrays()
    vertices, triangles = without_blockers(made, eye, demo.rink)
    tall = vertices[triangles][..., 2].max(axis=1) > 20
    at = vertices[triangles][..., 1].mean(axis=1)
    assert (at[tall] > 0).any() and not (at[tall] < -demo.rink.far_boards_m - 5).any()


def test_clock_of_the_arena_shows_minutes_then_tenths_and_the_score(demo: Scenario) -> None:
    sheet = SheetSpec(period=3, clock="1:01", score=(1, 12), goals=(Goal(at_s=30.0, team="HOME"),))
    scenario = dataclasses.replace(demo, sheet=sheet)
    assert shown_digits(scenario, 0.0) == [BLANK, 1, COLON, 0, 1, BLANK, 1, 3, 1, 2]
    assert shown_digits(scenario, 30.5) == [3, 0, COLON, 5, BLANK, BLANK, 2, 3, 1, 2]


def test_there_is_a_clock_only_where_the_scenario_has_one(demo: Scenario) -> None:
    assert not build_arena(demo).digits.triangles
    with_clock = dataclasses.replace(demo, graphics=GraphicsSpec(arena_clock=True))
    assert len(build_arena(with_clock).digits.triangles) == 20


def test_pages_cover_a_camera_that_turns_far() -> None:
    eye = [0.0, -14.5, 2.0]
    views = [look(eye, [x, -6.0, 1.0], 40.0, (1280, 720)) for x in np.linspace(-28.0, 28.0, 80)]
    album = Album(views)
    assert len(album.pages) > 1
    for view in views:
        page = album.pages[album.page_of(view)]
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)):
            u, v, w = page.place_from_clip(view, (0.0, 0.0)) @ [x, y, 1.0]
            assert w > 0 and 0.0 <= u / w <= 1.0 and 0.0 <= v / w <= 1.0


def test_a_page_and_a_view_put_a_place_at_the_same_texel() -> None:
    view = look([3.0, -40.0, 14.0], [-4.0, 2.0, 0.0], 24.0, (1280, 720))
    page = Album([view, look([3.0, -40.0, 14.0], [9.0, 1.0, 0.0], 30.0, (1280, 720))]).pages[0]
    at = np.array([-3.0, 4.0, 1.2, 1.0])
    by_view = view.clip_from_rink() @ at
    u, v, w = page.place_from_clip(view, (0.0, 0.0)) @ [*(by_view[:2] / by_view[3]), 1.0]
    by_page = page.clip_from_rink() @ at
    np.testing.assert_allclose([u / w, v / w], by_page[:2] / by_page[3] / 2 + 0.5, atol=1e-9)


def test_rules_of_a_custom_rink_come_from_its_table() -> None:
    table = {"preset": "iihf-26", "rules": "nhl", "length_m": 58.0, "referee_side": "far"}
    shape = rink_shape(table)
    assert (shape.rules, shape.length_m, shape.width_m, shape.referee_side) == ("nhl", 58.0, 26.0, "far")
    with pytest.raises(ScenarioUnreadable):
        parse_scenario({"schema": "benchgate.scenario/0"})
