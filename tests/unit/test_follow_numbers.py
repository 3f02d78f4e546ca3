"""What was read of men goes to the tracks that hold them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from review.core.camera import CameraMotion
from review.core.detections import Detections
from review.core.numbers import NumberReadings
from review.core.shots import Shot
from review.core.times import TimeScale
from review.measure.cross import CrossRules
from review.pipeline.follow import SeenShot, follow_shot


class InOrder:
    """Tracks by the place in the picture: the first man found is 1, the second 2."""

    name = "in order"

    def track(self, times: object, detections: tuple[Detections, ...], to_first: object) -> list[np.ndarray]:
        return [np.arange(1, len(found) + 1) for found in detections]


def test_readings_follow_their_man() -> None:
    scale = TimeScale(0, Fraction(1, 25))
    ordinals = np.arange(10)
    two = Detections(
        np.array([[0, 0, 40, 90], [200, 0, 240, 90]]), np.zeros(2), np.full(2, 0.9), np.zeros((2, 28))
    )
    looked = ordinals[::2]
    seen = SeenShot(
        Shot(1, 0, 9, scale.at(0), scale.at(9), "start"),
        ordinals,
        CameraMotion(ordinals, np.tile(np.eye(3), (10, 1, 1)), np.ones(10)),
        looked,
        (two,) * 5,
        numbers=NumberReadings.of([(2, 1, 17, 0.5), (6, 0, 4, 0.6), (6, 1, 71, 0.7)]),
    )
    followed = follow_shot(
        seen,
        (),
        InOrder(),
        scale=scale,
        size_px=(320, 180),
        graphics=None,
        rules=CrossRules(0.2, 0.5),
        first_id=5,
    )
    told = {n.track: n for n in followed.numbers}
    assert sorted(told) == [5, 6]
    assert told[5].at_s.tolist() == [6 / 25] and told[5].number.tolist() == [4]
    assert told[6].p.tolist() == pytest.approx([0.5, 0.7])
    assert told[6].at_s.tolist() == [2 / 25, 6 / 25] and told[6].number.tolist() == [17, 71]
