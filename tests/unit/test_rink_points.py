"""Views from clicked points and carried by corners, against a camera that is known."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.errors import GameFileWrong
from review.core.rink import RINKS, rink_points
from review.imports.points_toml import parse_points
from review.measure.rink_camera import onto_ice, project, straighten
from review.measure.rink_motion import carry_points, carry_view
from review.measure.rink_points import view_from_points
from tests.unit.made_rink import CAMERA, HD, view_at

NHL = RINKS["nhl"]


def clicked(view: np.ndarray, *, noise_px: float = 0.0) -> dict[str, tuple[float, float]]:
    """Every named point that shows in this view, clicked with a shaky hand."""
    names = list(rink_points(NHL))
    shown = HD.to_px(project(view, np.array([rink_points(NHL)[name] for name in names])))
    shown += np.random.default_rng(8).normal(0, noise_px, shown.shape)
    inside = ((shown > 0) & (shown < [1280, 720])).all(axis=1)
    return {
        name: (float(x), float(y)) for name, (x, y), seen in zip(names, shown, inside, strict=True) if seen
    }


def test_four_points_place_a_picture_of_a_known_camera() -> None:
    truth = view_at(12.0, 3.0, 2.4)
    points = dict(list(clicked(truth, noise_px=1.0).items())[::3][:4])
    found = view_from_points(NHL, points, HD, CAMERA)
    assert found.reason is None and max(found.off_px.values()) < 8
    middle, told = (onto_ice(view[None], np.zeros((1, 2)))[0] for view in (found.aligned.view, truth))
    assert middle[0] == pytest.approx(told[0], abs=0.1)


def test_points_alone_place_a_picture() -> None:
    truth = view_at(4.0, 2.0, 1.9)
    points = clicked(truth, noise_px=1.0)
    assert len(points) >= 8
    found = view_from_points(NHL, points, HD)
    probe = np.array([[0.0, 0.0], [-0.5, 0.1], [0.5, 0.2]])
    ice = [onto_ice(v[None], straighten(probe, float(v[8])))[0] for v in (found.aligned.view, truth)]
    assert found.reason is None and np.hypot(*(ice[0] - ice[1]).T).max() < 0.4


def test_a_swapped_point_is_named() -> None:
    points = clicked(view_at(12.0, 3.0, 2.4))
    points["right far spot"], points["right near spot"] = points["right near spot"], points["right far spot"]
    found = view_from_points(NHL, points, HD, CAMERA)
    assert found.reason is not None and "px off" in found.reason


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ({"centre spot": (1.0, 1.0)}, "1 points"),
        ({"centre dot": (1.0, 1.0)}, "'centre dot' is no named point"),
    ],
)
def test_what_cannot_place_a_picture_is_refused(points: dict[str, tuple[float, float]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        view_from_points(NHL, points, HD)


def test_corners_carry_a_view_through_a_pan_with_people_among_them() -> None:
    """At any depth: glass, crowd and ice move alike when a camera only turns and zooms."""
    before_view, after_view = view_at(0.0, 2.0, 2.3), view_at(1.4, 2.2, 2.36)
    rng = np.random.default_rng(6)
    before = rng.uniform([-0.9, -0.5], [0.9, 0.5], (200, 2))
    after = carry_points(before_view, after_view, before) + rng.normal(0, 0.0005, (200, 2))
    after[:50] += rng.normal(0.02, 0.01, (50, 2))  # people go their own way
    moved, share = carry_view(before_view, before, after, before_view)
    assert moved[:3] == pytest.approx(after_view[:3], abs=4e-4)
    assert 0.65 < share < 0.85


POINTS = b"""
[[pictures]]
frame = 12
[pictures.points]
"centre spot" = [640, 400]
"left near spot" = [100, 600]
"left far spot" = [140.5, 220]
"left blue line, far boards" = [400, 150]
"""


def test_a_points_file() -> None:
    (one,) = parse_points(POINTS, NHL)
    assert (one.frame, one.picture) == (12, None)
    assert one.points_px["left far spot"] == (140.5, 220.0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((b"left near spot", b"left nera spot"), "Did you mean 'left near spot'"),
        ((b"[640, 400]", b"[640]"), "is not [x, y]"),
        ((b'"centre spot" = [640, 400]\n', b""), "has 3 points"),
        ((b"frame = 12", b""), "needs either picture or frame"),
        ((b"frame = 12", b'frame = "12"'), "is not a whole number"),
    ],
)
def test_a_wrong_points_file_is_refused_in_one_sentence(change: tuple[bytes, bytes], words: str) -> None:
    assert change[0] in POINTS
    with pytest.raises(GameFileWrong) as told:
        parse_points(POINTS.replace(*change), NHL, "p.toml")
    assert words in told.value.sentence() and "p.toml" in told.value.sentence()
