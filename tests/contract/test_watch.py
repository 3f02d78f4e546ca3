"""Watching a tape reads its clock and glances at their rates, on its own time, however the tape is cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from review.adapters.glance_cv2 import glance
from review.adapters.read_pyav import open_tape
from review.core.arrays import Array
from review.core.clock import ClockReading
from review.core.detections import Detections
from review.core.glances import Glances
from review.core.registration import Registrations
from review.pipeline.rink_eye import NoRink
from review.pipeline.watch import Eyes, watch_segment
from review.testing.same import same
from tests.contract.made_clips import Made, number_of


class Nobody:
    """A detector, motion estimator and cut meter that see nothing."""

    name, sha256, device = "nobody", "", ""

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        for _ in pictures:
            yield Detections(np.zeros((0, 4)), np.zeros(0), np.zeros(0))

    def step(self, picture: Array, boxes: Array, graphics: Array | None) -> tuple[Array, float]:
        return np.eye(3), 1.0

    def score(self, picture: Array) -> float:
        return 0.0

    def reset(self) -> None:
        pass

    def close(self) -> None:
        pass


class Numbers:
    """Reads the number that a picture bears as the clock; every third time the bug is off air."""

    name = "numbers"

    def read(self, rgb: Array, at_s: float) -> ClockReading | None:
        number = number_of(rgb)
        return None if number % 3 == 2 else ClockReading(at_s, float(number))


def eyes_of(nobody: Nobody) -> Eyes:
    return Eyes(
        nobody, nobody, nobody, lambda rgb, boxes: np.zeros((len(boxes), 0)), glance, (160, 96), (80, 48), 80,
        Fraction(5), None, Numbers(), Fraction(2),
    )  # fmt: skip


def test_the_clock_is_read_twice_a_second_whatever_the_segments(tmp_path: Path) -> None:
    reader, eyes = open_tape(Made("c.mp4", times=range(50)).write(tmp_path)), eyes_of(Nobody())
    whole = watch_segment(reader, eyes, 0, 49).clock
    # frames 0, 13, 25 and 38 are the first of each half second; 38 is off air
    assert [(round(r.at_s, 3), r.shown_s) for r in whole] == [(0.0, 0.0), (0.52, 13.0), (1.0, 25.0)]
    parts = [*watch_segment(reader, eyes, 0, 12).clock, *watch_segment(reader, eyes, 13, 49).clock]
    assert tuple(parts) == whole
    reader.close()


def test_glances_are_taken_twelve_and_a_half_times_a_second_whatever_the_segments(tmp_path: Path) -> None:
    reader, eyes = open_tape(Made("c.mp4", times=range(50)).write(tmp_path)), eyes_of(Nobody())
    whole = watch_segment(reader, eyes, 0, 49).glances
    assert whole.ordinal.tolist() == list(range(0, 50, 2))
    parts = [watch_segment(reader, eyes, 0, 12).glances, watch_segment(reader, eyes, 13, 49).glances]
    assert same(Glances.joined(parts), whole)
    reader.close()


def test_the_rink_is_asked_for_three_times_a_second_whatever_the_segments(tmp_path: Path) -> None:
    reader = open_tape(Made("c.mp4", times=range(50)).write(tmp_path))
    eyes = replace(eyes_of(Nobody()), rink=NoRink("no rink here"))
    whole = watch_segment(reader, eyes, 0, 49).rink
    assert whole.ordinal.tolist() == [
        0,
        9,
        17,
        25,
        34,
        42,
    ]  # the first of every third of a second at 25 a second
    assert set(whole.reasons) == {"no rink here"} and not whole.known.any()
    parts = [watch_segment(reader, eyes, 0, 12).rink, watch_segment(reader, eyes, 13, 49).rink]
    assert same(Registrations.joined(parts), whole)
    assert not len(watch_segment(reader, eyes_of(Nobody()), 0, 49).rink)
    reader.close()


def test_a_glance_is_the_mean_of_each_cell() -> None:
    picture = np.zeros((36, 64, 3), np.uint8)
    picture[::2] = 200  # every cell half white, half black
    picture[:4, :4] = 255, 0, 0
    luma, chroma = glance(picture)
    assert luma.shape == (18, 32) and chroma.shape == (9, 16, 2)
    assert luma[10, 10] == 100 and chroma[5, 5].tolist() == [128, 128]
    # pure red by BT.601: Y 0.299 × 255; both differences lie off grey, the red one above it
    assert abs(int(luma[0, 0]) - 76) <= 1 and chroma[0, 0, 1] > 200 > 128 > chroma[0, 0, 0]
