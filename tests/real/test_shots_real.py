"""Shots of real clips, against cuts found by looking at their frames."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from review.adapters.read_pyav import open_tape
from review.adapters.shots_scenedetect import SceneDetectMeter, change_by_reading, meter_size
from review.core.arrays import Array
from review.core.shots import Shot
from review.measure.shots import find_shots

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not DATA.is_dir(), reason="the real clips are not beside the checkout (shared/data)"),
]

# First frame of each new shot; the clip has 2.5 frames a second. Looked at one by one: face-off to main
# camera, flag to neutral zone, end zone from the other side, celebrations and back, and so on. Frames 108,
# 153 and 258 are zooms within a shot, 48 and 231 fast pans.
CUTS_KHL = (9, 29, 41, 79, 119, 136, 182, 227, 270, 300, 318, 362, 382)


@cache
def scored(name: str) -> tuple[Array, Array, Array]:
    reader = open_tape(DATA / name)
    meter, size = SceneDetectMeter(), meter_size(reader.tape.size_px)
    rows = [(f.ordinal, f.time.pts, meter.score(f.resized(size))) for f in reader.frames()]
    ordinals, pts, scores = (np.array(column) for column in zip(*rows, strict=True))
    return ordinals, pts, scores


def shots_of(name: str, *, look: bool = True) -> tuple[Shot, ...]:
    reader = open_tape(DATA / name)
    ordinals, pts, scores = scored(name)
    change = change_by_reading(reader) if look else None
    return find_shots(ordinals, pts, cut_score=scores, scale=reader.tape.scale, change=change)


@pytest.mark.parametrize("look", [True, False])
def test_all_cuts_of_the_highlights_and_no_other(look: bool) -> None:
    shots = shots_of("clips/khl-akb-a_352p2.5.mp4", look=look)
    assert tuple(s.first for s in shots[1:]) == CUTS_KHL
    assert {s.enters_by for s in shots[1:]} == {"cut"}
    assert [s.last + 1 for s in shots[:-1]] == [s.first for s in shots[1:]]
    assert shots[-1].last == 426
    assert shots[3].start.exact_s == pytest.approx(41 * 0.4)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "clips/buf-edm_720p30.mp4",  # one camera that pans and zooms
        "clips/ehw-zsc_1080p2.5.mp4",  # the same at 2.5 frames a second
        "clips/mtl-tor_720p9.mp4",  # uneven stills: jumps in time at 6, 136, 145, a blur at 43, a flash at 68
    ],
)
def test_one_camera_is_one_shot(name: str) -> None:
    shots = shots_of(name)
    assert [(s.first, s.enters_by) for s in shots] == [(0, "start")]


def test_the_flash_stands_out_and_is_no_cut() -> None:
    scores = scored("clips/mtl-tor_720p9.mp4")[2]
    assert set(np.argsort(-np.nan_to_num(scores))[:2].tolist()) == {68, 69}
    assert len(shots_of("clips/mtl-tor_720p9.mp4", look=False)) == 1


def test_cuts_at_variable_rate() -> None:
    # Two cuts, seen at frames 60 and 140 of 160: a third of the frames is dropped, so 3.75 s and 8.76 s.
    shots = shots_of("decode/vfr-drop3_goldeneye.mp4")
    assert [s.first for s in shots] == [0, 60, 140]
    assert [float(s.start.exact_s) for s in shots] == pytest.approx([0, 3.754, 8.759], abs=0.001)


def test_light_that_rises_and_falls_is_no_cut() -> None:
    assert len(shots_of("decode/fades_mpeg4.mp4")) == 1


def test_scores_after_a_restart_with_one_picture_are_the_same() -> None:
    name = "decode/vfr-drop3_goldeneye.mp4"
    reader, scores = open_tape(DATA / name), scored(name)[2]
    meter, size = SceneDetectMeter(), meter_size(reader.tape.size_px)
    again = [meter.score(f.resized(size)) for f in reader.frames(0, 49)]
    meter.reset()
    second = [meter.score(f.resized(size)) for f in reader.frames(49)]
    assert np.isnan(again[0])
    assert np.isnan(second[0])
    assert [*again[1:], *second[1:]] == scores[1:].tolist()
