"""The reader's contract over clips of many kinds, and over the fake."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from review.adapters.read_pyav import PyavReader, open_tape
from review.core.arrays import Array
from review.core.times import Timecode
from review.testing.fake_reader import FakeReader
from tests.contract.made_clips import CLIPS, DROPPED, NTSC, Made, number_of, picture
from tests.contract.reader_contract import check_reader

BY_NAME = {made.name: made for made in CLIPS}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("clips")


def combing(rgb: Array) -> float:
    """How far lines differ from those above and below, in the moving lower part."""
    lines = rgb[rgb.shape[0] * 2 // 3 :].astype(float)
    return float(np.abs(lines[1:-1] - (lines[:-2] + lines[2:]) / 2).mean())


def opened(folder: Path, name: str) -> tuple[Made, PyavReader]:
    made = BY_NAME[name]
    path = folder / name
    return made, open_tape(path if path.exists() else made.write(folder))


@pytest.mark.parametrize("name", BY_NAME)
def test_every_frame_is_itself(folder: Path, name: str) -> None:
    made, reader = opened(folder, name)
    assert len(check_reader(reader)) == len(made.times)
    assert reader.gaps == ()
    assert reader.tape.size_px == (
        made.size_px[::-1] if name in ("turned_90.mp4", "turned_270.mp4") else made.size_px
    )


@pytest.mark.parametrize(
    "name", [n for n, m in BY_NAME.items() if not m.fields and not n.startswith("turned")]
)
def test_the_nth_frame_bears_the_number_n(folder: Path, name: str) -> None:
    made, reader = opened(folder, name)
    assert [number_of(f.rgb) for f in reader.frames()] == list(range(len(made.times)))
    start = made.times[0]
    for ordinal in (0, 7, len(made.times) - 1):
        seconds = reader.tape.scale.seconds(reader.frame(ordinal).time)
        assert seconds == pytest.approx((made.times[ordinal] - start) / float(made.rate), abs=0.0011)


@pytest.mark.parametrize(
    ("name", "turns"), [("turned_90.mp4", 1), ("turned_180.mp4", 2), ("turned_270.mp4", 3)]
)
def test_turned_pictures_stand_as_asked(folder: Path, name: str, turns: int) -> None:
    _, reader = opened(folder, name)
    assert reader.tape.rotation_deg == {1: 270, 2: 180, 3: 90}[turns]
    for frame in reader.frames(3, 6):
        assert number_of(np.rot90(frame.rgb, -turns)) == frame.ordinal
        assert (
            number_of(np.rot90(frame.resized((48, 80) if turns != 2 else (80, 48)), -turns)) == frame.ordinal
        )


@pytest.mark.parametrize(("name", "order"), [("pal_top.ts", "top first"), ("pal_bottom.mpg", "bottom first")])
def test_fields_are_two_moments_in_order(folder: Path, name: str, order: str) -> None:
    _, reader = opened(folder, name)
    assert reader.tape.field_order == order
    assert reader.tape.interlaced
    for frame in reader.frames(4, 9):
        assert frame.fields is not None
        first, second = frame.fields
        height, width = frame.rgb.shape[:2]
        assert first.shape == (height // 2, width, 3)
        assert (number_of(first), number_of(second)) == (2 * frame.ordinal, 2 * frame.ordinal + 1)
        stored = np.stack([first, second] if order == "top first" else [second, first], 1)
        assert combing(frame.rgb) < 0.6 * combing(stored.reshape(frame.rgb.shape))


def test_facts_of_rate_and_range(folder: Path) -> None:
    tape = {name: opened(folder, name)[1].tape for name in BY_NAME}
    assert tape["h264.mp4"].rate == 25
    assert not tape["h264.mp4"].variable_rate
    assert tape["drop_frame.mov"].rate == NTSC
    assert tape["dropped_frames.mp4"].variable_rate
    assert tape["dropped_frames.mp4"].duration_s == pytest.approx(60 / 25, abs=1.1 / 25)
    assert tape["uneven.mkv"].variable_rate
    assert tape["full_range.mp4"].full_range
    assert not tape["h264.mp4"].full_range
    assert tape["hevc_10bit.mp4"].pixel_format == "yuv420p10le"
    assert tape["h264.mp4"].field_order == "progressive"
    assert any("display times" in note for note in tape["b_frames.avi"].notes)


def test_brightness_is_right_in_any_range_and_depth(folder: Path) -> None:
    for name in ("h264.mp4", "full_range.mp4", "hevc_10bit.mp4", "prores.mov"):
        _, reader = opened(folder, name)
        rgb = reader.frame(5).rgb.astype(float)
        blocks = [rgb[8:24, 16 * bit + 5 : 16 * bit + 11].mean() for bit in range(3)]
        assert blocks == pytest.approx([235, 20, 235], abs=5), name


def test_drop_frame_timecode_skips_two_numbers_at_the_minute(folder: Path) -> None:
    _, reader = opened(folder, "drop_frame.mov")
    scale = reader.tape.scale
    assert scale.timecode_start == Timecode(0, 0, 59, 20, 30, drop=True)
    shown = [str(scale.timecode(reader.frame(o).time)) for o in (0, 9, 10, 11)]
    assert shown == ["00:00:59;20", "00:00:59;29", "00:01:00;02", "00:01:00;03"]


def test_gradual_refresh_is_not_entered_where_pictures_would_be_wrong(folder: Path) -> None:
    _, reader = opened(folder, "gradual_refresh.mkv")
    assert int(reader.index.key.sum()) == 4
    assert number_of(reader.frame(25).rgb) == 25


def test_dropped_frames_keep_their_grid(folder: Path) -> None:
    _, reader = opened(folder, "dropped_frames.mp4")
    scale = reader.tape.scale
    assert scale.rate == 25
    steps = [round(scale.seconds(scale.at(int(p))) * 25) + DROPPED[0] for p in reader.index.pts]
    assert tuple(steps) == DROPPED


def test_fake_keeps_the_contract() -> None:
    pictures = [picture(i) for i in range(30)]
    assert len(check_reader(FakeReader(pictures))) == 30
    uneven = FakeReader(
        pictures, pts=[i * i for i in range(30)], time_base=Fraction(1, 1000), damaged={4, 5, 29}
    )
    assert sorted(set(range(30)) - set(check_reader(uneven))) == [4, 5, 29]
    assert [(g.start.pts, g.end.pts) for g in uneven.gaps] == [(16, 36), (841, 881)]
