"""The rink found by fit, from pictures of cameras at known places."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from review.core.registration import ArenaCamera
from review.core.rink import RINKS, RinkModel
from review.measure.rink_learn import NO_ARENA, learn_arena
from tests.unit.made_rink import made_evidence, view_at

CAMERA = ArenaCamera(np.array([0.5, -42.0, 15.0]), k1_ratio=0.01)
LOOKS = ((-9.0, 2.0, 2.2), (0.0, 1.0, 2.0), (8.0, 2.0, 2.4), (14.0, 0.0, 2.6), (-14.0, 1.0, 2.3))


def pictures(rink: RinkModel):  # type: ignore[no-untyped-def]
    return [
        made_evidence(view_at(*look, CAMERA), rink=rink, seed=k, noise_px=1.5) for k, look in enumerate(LOOKS)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nhl", "iihf-30"])
def test_the_rink_is_the_one_that_was_drawn(name: str) -> None:
    learnt = learn_arena(pictures(RINKS[name]))
    assert learnt.rink == RINKS[name] and learnt.camera is not None
    assert np.hypot(*(learnt.camera.at_m - CAMERA.at_m)[:2]) < 1.5


def test_pictures_of_no_rink_teach_nothing() -> None:
    learnt = learn_arena([None] * 8)
    assert (learnt.rink, learnt.camera, learnt.reason) == (None, None, NO_ARENA)


@pytest.mark.slow
def test_between_two_rinks_the_doubt_covers_what_the_wrong_one_is_off() -> None:
    """27.5 m wide lies between two presets: places come out off by what is told, and not by much more."""
    between = replace(RINKS["iihf-27"], name="between", width_m=27.5)
    looks = [view_at(*look, CAMERA) for look in LOOKS]
    evidence = [made_evidence(v, rink=between, seed=k, noise_px=1.5) for k, v in enumerate(looks)]
    learnt = learn_arena(evidence)
    assert learnt.rink is not None, learnt.reason
    assert 0 < learnt.doubt_m <= 0.8
