"""Watching a tape reads backs at their rate, in whole pictures, of men who are large enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np

from review.adapters.read_pyav import open_tape
from review.core.arrays import Array
from review.core.detections import Detections
from review.core.numbers import NumberReadings
from review.pipeline.watch import Eyes, watch_segment
from tests.contract.made_clips import Made, number_of
from tests.contract.test_watch_clock import Nobody


class Men(Nobody):
    """Finds the same three in every picture, half the tape's size: a large one, a small one, an official."""

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        for picture in pictures:
            h, w = picture.shape[:2]
            boxes = np.array([[0, 0, w / 4, h], [w / 2, 0, w, h / 9], [w / 2, 0, w, h]])
            yield Detections(boxes, np.array([0, 0, 2]), np.full(3, 0.9))


class Backs:
    """Reads the number that a picture bears off everybody; the first man of picture 13 is hidden."""

    name, sha256 = "backs", ""

    def read(self, rgb: Array, xyxy_px: Array) -> Array:
        number = number_of(rgb)
        logits = np.zeros((len(xyxy_px), 22))
        logits[:, 0], logits[:, 1], logits[:, 2] = number, xyxy_px[:, 3] / len(rgb), len(rgb) / 8
        return np.full_like(logits, np.nan) if number == 13 else logits


def read(reader_path: Path, first: int, last: int, *, rate: Fraction) -> NumberReadings:
    reader = open_tape(reader_path)
    size = reader.tape.size_px
    half = (size[0] // 2, size[1] // 2)
    nobody = Nobody()
    eyes = Eyes(
        Men(), nobody, nobody, lambda rgb, boxes: np.zeros((len(boxes), 0)), half, (80, 48), 80,
        Fraction(5), numbers=Backs(), number_rate_hz=rate,
    )  # fmt: skip
    try:
        return watch_segment(reader, eyes, first, last).numbers
    finally:
        reader.close()


def test_backs_are_read_at_their_rate_whatever_the_segments(tmp_path: Path) -> None:
    tape = Made("c.mp4", times=range(50), size_px=(320, 240)).write(tmp_path)
    whole = read(tape, 0, 49, rate=Fraction(2))
    # looked at: 0, 5, 10 … 45 of 25 a second; the first of each half second: 0, 15, 25, 40
    assert whole.ordinal.tolist() == [0, 15, 25, 40]
    assert whole.logits[:, 0].tolist() == [0, 15, 25, 40]
    assert whole.detection.tolist() == [0, 0, 0, 0]
    parts = [read(tape, 0, 24, rate=Fraction(2)), read(tape, 25, 49, rate=Fraction(2))]
    assert np.concatenate([p.ordinal for p in parts]).tolist() == whole.ordinal.tolist()


def test_boxes_are_in_px_of_the_whole_picture(tmp_path: Path) -> None:
    tape = Made("c.mp4", times=range(6), size_px=(320, 240)).write(tmp_path)
    assert read(tape, 0, 5, rate=Fraction(5)).logits[0, 1:3].tolist() == [1, 30]
