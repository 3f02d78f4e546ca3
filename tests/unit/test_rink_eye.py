"""Pictures of a panning camera at a known place brought onto the lines, helped by its true motion."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from review.core.arrays import Array
from review.core.registration import ArenaCamera, LineEvidence, PictureShape
from review.core.rink import RINKS
from review.measure.rink_camera import homography
from review.measure.rink_error import seen_grid
from review.measure.rink_field import rink_field
from review.pipeline import rink_eye
from review.pipeline.rink_eye import KnownArena, NoRink, RinkEye
from tests.unit.made_rink import made_evidence, view_at

SHAPE = PictureShape(1280, 720)
CAMERA = ArenaCamera(np.array([0.5, -42.0, 15.0]))
NHL = RINKS["nhl"]
PICTURE, NOBODY = np.zeros((360, 640, 3), np.uint8), np.zeros((0, 4))


def looks(step_m: float = 1.5, n: int = 5) -> list[Array]:
    """Views that pan along the rink."""
    return [view_at(-6.0 + step_m * k, 2.0, 2.2, CAMERA) for k in range(n)]


def to_rink(view: Array) -> Array:
    return homography(view, SHAPE, seen_grid(rink_field(NHL), view, SHAPE))[0]


class Shown:
    """A finder that sees what it is told is on air."""

    def __init__(self) -> None:
        self.on_air: LineEvidence | None = None

    def find(self, rgb: Array, people: Array, graphics: Array | None, **how: float) -> LineEvidence | None:
        return self.on_air


def watched(views: list[Array], motions: list[tuple[Array, float]], finder: Shown) -> list[object]:
    eye, out = RinkEye(KnownArena(NHL, CAMERA), finder, (1280, 720)), []
    for k, view in enumerate(views):
        if k:
            eye.moved(*motions[k - 1])
        finder.on_air = made_evidence(view, seed=k)
        out.append(eye.fix(PICTURE, NOBODY, k / 3))
    return out


def true_motions(views: list[Array]) -> list[tuple[Array, float]]:
    steps = [np.linalg.inv(to_rink(a)) @ to_rink(b) for a, b in pairwise(views)]
    return [(step / step[2, 2], 0.9) for step in steps]


def test_the_motion_leads_to_where_the_lines_are_without_another_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = []
    real = rink_eye.place_known
    monkeypatch.setattr(rink_eye, "place_known", lambda *a: searches.append(1) or real(*a))
    views = looks()
    placed = watched(views, true_motions(views), Shown())
    assert len(searches) == 1
    for one, view in zip(placed, views, strict=True):
        grid = SHAPE.to_px(seen_grid(rink_field(NHL), view, SHAPE))
        told, true = (
            np.column_stack([grid, np.ones(len(grid))]) @ H.T for H in (one.H_m_from_px, to_rink(view))
        )
        off = np.hypot(*(told[:, :2] / told[:, 2:] - true[:, :2] / true[:, 2:]).T)
        assert np.median(off) < 0.1 and np.quantile(off, 0.95) < one.error_m


def test_behind_a_loss_of_motion_the_picture_is_searched_again() -> None:
    views = [looks()[0], view_at(10.0, 2.0, 2.2, CAMERA)]
    placed = watched(views, [(np.eye(3), float("nan"))], Shown())
    assert [one.reason for one in placed] == [None, None]
    middle = placed[1].H_m_from_px @ np.array([640.0, 360.0, 1.0])
    np.testing.assert_allclose(middle[:2] / middle[2], [10.0, 2.0], atol=0.15)


def test_a_picture_without_ice_is_refused_at_once() -> None:
    eye = RinkEye(KnownArena(NHL, CAMERA), Shown(), (1280, 720))
    assert "hardly any ice" in (eye.fix(PICTURE, NOBODY, 0.0).reason or "")


def test_where_no_arena_is_known_every_picture_says_why() -> None:
    assert (
        NoRink("the rink may be nhl or iihf-26").fix(PICTURE, NOBODY, 0.0).reason
        == "the rink may be nhl or iihf-26"
    )
