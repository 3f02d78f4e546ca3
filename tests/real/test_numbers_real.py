"""Numbers read off real men: crops of one game, and the men of another followed through a clip."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from review.adapters.numbers_rapidocr import RapidNumbers
from review.adapters.read_pyav import open_tape
from review.core.detections import Detections
from review.evaluate.numbers import score_readings
from review.measure.legible import worth_reading
from review.measure.numbers import number_prior, tell_number
from review.train.score_numbers import read_crops

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"
CLASS = {"skater": 0, "goalkeeper": 1, "official": 2}

pytestmark = [
    pytest.mark.real,
    pytest.mark.slow,
    pytest.mark.skipif(not (DATA / "crops").is_dir(), reason="no shared/data beside the checkout"),
]


def test_what_is_answered_of_crops_is_right() -> None:
    number, p, truth, _ = read_crops(DATA / "crops" / "numbers")
    sure = score_readings(number, p, truth, 0.9)
    assert sure.accuracy >= 0.95 and sure.answered >= 5
    leaning = score_readings(number, p, truth, 0.7)
    assert leaning.accuracy >= 0.9 and leaning.answered_share >= 0.25


def test_men_followed_through_a_real_clip_get_their_numbers_or_none() -> None:
    """`mtl-tor` was never fitted on. Its boxes are a person's, its times 9 frames a second."""
    men: dict[int, list[tuple[str, int, int, list[float]]]] = defaultdict(list)
    for row in csv.DictReader((DATA / "tracks" / "mtl-tor_tracks.csv").read_text("utf-8").splitlines()):
        worn, box = int(row["number"] or -1), [float(row[c]) for c in ("x0", "y0", "x1", "y1")]
        men[int(row["frame"])].append((row["id"], worn, CLASS[row["class"]], box))
    reader, backs = open_tape(DATA / "clips" / "mtl-tor_720p9.mp4"), RapidNumbers()
    read: dict[tuple[str, int], list[tuple[float, int, float]]] = defaultdict(list)
    for frame in reader.frames():
        shown = men[frame.ordinal]
        if frame.ordinal % 3 or not shown:
            continue
        boxes = np.array([box for *_, box in shown])
        found = Detections(boxes, np.array([m[2] for m in shown]), np.full(len(shown), 0.9))
        rows = worth_reading(found, frame.ordinal // 3, size_px=reader.tape.size_px)
        for row, told in zip(rows, backs.read(frame.rgb, found.xyxy_px[rows]), strict=True):
            if told is not None:
                read[shown[row][:2]].append((frame.ordinal / 9, *told))
    reader.close()
    answers = []
    for (_, worn), looks in read.items():
        at_s, number, p = (np.array(column) for column in zip(*looks, strict=True))
        told = tell_number(number, p, at_s, number_prior(None, 0.5, ()))
        if told is not None and told.answered:
            answers.append((worn, told.number))
    assert len(answers) >= 5
    assert all(worn == number for worn, number in answers), answers
