"""Drawn frames: repeatable, and in agreement with what geometry says must be seen."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from review.sim.body import load_body
from review.sim.film import Observer, visible_boxes
from review.sim.filming import operators
from review.sim.scenario import Scenario, read_scenario
from review.sim.script import Motion

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"
MOMENTS_S = (1.0, 6.6, 9.0, 14.0, 19.0, 25.0, 28.0, 34.5, 36.0, 44.0)


def test_boxes_of_a_mask_drawn_by_hand() -> None:
    mask = np.zeros((20, 30), np.uint8)
    mask[3:9, 5:8] = 4
    mask[5:7, 20] = 9
    assert visible_boxes(mask) == {4: ((5, 3, 8, 9), 18), 9: ((20, 5, 21, 7), 2)}
    assert visible_boxes(np.zeros((4, 4), np.uint8)) == {}


class Stage:
    """The demo, ready to be drawn."""

    def __init__(self, scenario: Scenario) -> None:
        from review.adapters.render_moderngl import ModernglRenderer

        self.scenario = scenario
        self.motion = Motion(scenario)
        self.staff = operators(scenario)
        self.operator = self.staff["main"]
        self.renderer = ModernglRenderer(scenario, self.motion, self.staff)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    pytest.importorskip("moderngl", reason="moderngl is not installed (benchgate[sim])")
    from review.adapters.render_moderngl import RendererUnavailable

    try:
        made = Stage(read_scenario(DEMO))
    except RendererUnavailable as error:
        pytest.skip(f"EGL does not start here: {error.cause}")
    yield made
    made.renderer.close()


@pytest.mark.slow
def test_frames_are_the_same_when_drawn_again_in_another_order(stage: Stage) -> None:
    def digest(at_s: float) -> str:
        picture = stage.renderer.picture("main", at_s, shutter_s=1 / 90, samples=2)
        return hashlib.sha256(
            picture.tobytes() + stage.renderer.identities("main", at_s).tobytes()
        ).hexdigest()

    first = [digest(t) for t in MOMENTS_S]
    again = [digest(t) for t in MOMENTS_S[::-1]][::-1]
    assert first == again
    assert len(set(first)) == len(MOMENTS_S)


@pytest.mark.slow
def test_boxes_from_the_mask_lie_within_projected_vertices_and_fill_them_when_nothing_hides(
    stage: Stage,
) -> None:
    observer, mesh = Observer(stage.motion), load_body().skater
    body = mesh.body_vertices()
    unhidden = 0
    for at_s in MOMENTS_S:
        view = stage.operator.view(at_s)
        seen = observer.people(at_s, view, stage.renderer.identities("main", at_s))
        points = view.project(mesh.skinned(stage.motion.matrices(at_s))[:, body])[..., :2]
        for person in seen:
            row = person["id"] - 1
            if person["role"] == "goalkeeper":
                continue
            low, high = points[row].min(axis=0), points[row].max(axis=0)
            box = np.array(person["box_px"])
            assert (box[:2] >= np.floor(low) - 1).all() and (box[2:] <= np.ceil(high) + 1).all()
            if person["visible_share"] > 0.995:
                unhidden += 1
                np.testing.assert_allclose(box, [*low, *high], atol=2.0)
    assert unhidden > 25


@pytest.mark.slow
def test_boards_hide_the_legs_of_men_behind_them(stage: Stage) -> None:
    at_s = 6.0
    view = stage.operator.view(at_s)
    seen = Observer(stage.motion).people(at_s, view, stage.renderer.identities("main", at_s))
    behind = [p for p in seen if p["xyz_m"][1] > stage.scenario.rink.far_boards_m and p["team"] == "HOME"]
    assert len(behind) >= 8
    bows = stage.motion.stances(at_s).lean > 0.5  # gloves of men who lean over the boards hang before them
    assert sum(not bows[p["id"] - 1] for p in behind) >= 6
    for person in [p for p in behind if not bows[p["id"] - 1]]:
        rail = view.project([person["xyz_m"][0], stage.scenario.rink.far_boards_m, 1.07])[1]
        assert person["box_px"][3] <= rail + 2.5
        assert not person["on_ice"]
