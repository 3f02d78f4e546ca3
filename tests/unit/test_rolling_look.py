"""What a man looks like now: means over seven rows, of those that were usable."""

from __future__ import annotations

import numpy as np

from review.pipeline.follow import _rolling


def test_means_over_three_rows_either_way_without_the_unusable() -> None:
    values = np.array([[0.0], [1], [2], [3], [4], [5], [6], [7], [np.nan], [9]])
    usable = np.isfinite(values[:, 0])
    got = _rolling(values, usable)[:, 0]
    # row 0: 0..3; row 3: 0..6; row 8: 5, 6, 7, 9; row 9: 6, 7, 9
    assert got[[0, 3, 8, 9]].tolist() == [1.5, 3.0, 6.75, 22 / 3]
    assert np.isnan(_rolling(values[8:9], usable[8:9])).all()
