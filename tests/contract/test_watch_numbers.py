"""Watching a tape reads backs at their rate, in whole pictures, of men who are large enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from review.adapters.read_pyav import open_tape
from review.core.arrays import Array
from review.core.detections import Detections
from review.core.numbers import NumberReadings
from review.pipeline.watch import watch_segment
from tests.contract.made_clips import Made, number_of
from tests.contract.test_watch import Nobody, eyes_of


class Men(Nobody):
    """Finds the same three in every picture: a large one, a small one, an official."""

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        for picture in pictures:
            h, w = picture.shape[:2]
            boxes = np.array([[0, 0, w / 4, h], [w / 2, 0, w, h / 9], [w / 2, 0, w, h]])
            yield Detections(boxes, np.array([0, 0, 2]), np.full(3, 0.9))


class Backs:
    """Reads off everybody the number that a picture bears, as surely as he is tall; nobody in picture 15."""

    def read(self, rgb: Array, xyxy_px: Array) -> list[tuple[int, float] | None]:
        number = number_of(rgb)
        return [None if number == 15 else (number, float(box[3]) / 1000) for box in xyxy_px]


def read(path: Path, first: int, last: int, *, rate: Fraction) -> NumberReadings:
    reader = open_tape(path)
    size = reader.tape.size_px
    half = (size[0] // 2, size[1] // 2)
    eyes = replace(eyes_of(Men()), detector_size_px=half, numbers=Backs(), number_rate_hz=rate)
    try:
        return watch_segment(reader, eyes, first, last).numbers
    finally:
        reader.close()


def test_backs_are_read_at_their_rate_whatever_the_segments(tmp_path: Path) -> None:
    tape = Made("c.mp4", times=range(50), size_px=(320, 240)).write(tmp_path)
    whole = read(tape, 0, 49, rate=Fraction(2))
    # looked at: 0, 5, 10 … 45 of 25 a second; the first of each half second: 0, 15, 25, 40
    assert whole.ordinal.tolist() == [0, 25, 40]
    assert whole.number.tolist() == [0, 25, 40]
    assert whole.detection.tolist() == [0, 0, 0]
    parts = [read(tape, 0, 24, rate=Fraction(2)), read(tape, 25, 49, rate=Fraction(2))]
    assert np.concatenate([p.ordinal for p in parts]).tolist() == whole.ordinal.tolist()


def test_boxes_are_in_px_of_the_whole_picture(tmp_path: Path) -> None:
    tape = Made("c.mp4", times=range(6), size_px=(320, 240)).write(tmp_path)
    # he fills the picture's 240 rows, not the 120 that the detector saw
    assert read(tape, 0, 5, rate=Fraction(5)).p[0] == pytest.approx(0.24)
