"""The camera of a shot from plain cues: told where they are clear, else left open with what was seen."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.detections import Detections
from review.core.glances import Glances
from review.core.shots import View
from review.measure.views import judge_views, view_cues
from review.testing import builders as a

SIZE = (1280, 720)


def glances(ice_from_row: int, ice_to_row: int = 18, count: int = 10) -> Glances:
    """Dark stands, and ice from one row of cells to another."""
    luma = np.full((count, 18, 32), 70)
    luma[:, ice_from_row:ice_to_row] = 215
    return Glances(np.arange(count), luma, np.full((count, 9, 16, 2), 128))


def men(count: int, tall_px: float, wide_px: float) -> Detections:
    left = 100.0 + 60 * np.arange(count)
    boxes = np.column_stack([left, np.full(count, 300.0), left + wide_px, np.full(count, 300.0 + tall_px)])
    return Detections(boxes, np.zeros(count), np.full(count, 0.8))


@pytest.mark.parametrize(
    ("view", "ice_from", "found"),
    [
        ("main", 6, men(11, 100, 50)),
        ("main", 0, men(8, 90, 60)),
        ("close", 4, men(2, 330, 150)),
        ("overhead", 0, men(4, 70, 70)),
        ("crowd", 18, men(0, 0, 0)),
        (None, 6, men(0, 0, 0)),
        (None, 6, men(6, 260, 130)),
        (None, 14, men(3, 100, 60)),
    ],
)
def test_what_is_told(view: View | None, ice_from: int, found: Detections) -> None:
    looks = dict.fromkeys(range(10), found)
    (shot,) = judge_views([a.shot(1, 0, 9, view=None)], glances(ice_from), looks, SIZE)
    assert shot.view == view
    assert (shot.reason is None) is (view is not None)


def test_why_it_is_not_told_and_a_replay_keeps_its_own_reason() -> None:
    looks = {o: men(6, 260, 130) for o in range(10)}
    (shot,) = judge_views([a.shot(1, 0, 9, view=None)], glances(9), looks, SIZE)
    assert shot.reason == "which camera shows it is not told: 6 men, 36 % of its height tall, 50 % of it ice"
    replay = a.shot(1, 0, 9, view=None, replay=True, reason="it lies between two wipes")
    assert judge_views([replay], glances(9), looks, SIZE)[0].reason == "it lies between two wipes"


def test_cues_are_of_the_clear_frames_and_of_men_surely_found() -> None:
    faint = Detections(men(9, 100, 50).xyxy_px, np.zeros(9), np.full(9, 0.3))
    cues = view_cues(glances(9), [men(3, 72, 36), faint, men(3, 72, 36)], SIZE)
    assert cues.men == 3
    assert (cues.tall_share, cues.squat_ratio) == pytest.approx((0.1, 2.0))
    assert (cues.ice_above_share, cues.ice_below_share) == (0.0, 1.0)
    shot = a.shot(1, 0, 9, view=None, enters_by="wipe", settled=5, settled_at=a.at(5))
    looks = {o: men(1, 400, 200) if o < 5 else men(11, 100, 50) for o in range(10)}
    assert judge_views([shot], glances(6), looks, SIZE)[0].view == "main"
    empty = view_cues(Glances.empty(), [], SIZE)
    assert empty.men == 0 and np.isnan(empty.tall_share)
