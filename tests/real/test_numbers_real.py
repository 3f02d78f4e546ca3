"""Numbers on real crops that nobody trained on (Canada v Finland)."""

from __future__ import annotations

from pathlib import Path

import pytest

from review.evaluate.numbers import score_readings
from review.train.score_numbers import read_crops

CROPS = Path(__file__).parents[2] / ".." / "shared" / "data" / "crops" / "numbers"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not CROPS.is_dir(), reason="shared/data is not beside the checkout"),
]


def test_what_is_answered_of_single_crops_is_right() -> None:
    logits, truth, _ = read_crops(CROPS)
    score = score_readings(logits, truth, 0.9)
    assert score.readable == 69
    assert score.accuracy >= 0.95
