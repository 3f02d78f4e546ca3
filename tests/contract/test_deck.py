"""The recorder: what our own reader finds on its tapes is what the table asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.adapters.deck_pyav import PyavDeck
from review.adapters.read_pyav import PyavReader, open_tape
from review.core.arrays import Array
from review.ports.renderer import Exposure
from review.sim.scenario import Scenario
from review.sim.tables.tape import TapeSpec

SIZE_PX = (320, 192)
SQUARE_PX = 48
SPEED_PX_PER_S = 200.0
ICE = np.random.default_rng(3).integers(40, 110, (24, 400, 1)).astype(np.uint8)


def picture(at_s: float, size_px: tuple[int, int] = SIZE_PX) -> Array:
    """Grey, with a white square whose left edge tells the time, and grain passing below it."""
    w, h = size_px
    rgb = np.full((h, w, 3), 70, np.uint8)
    left = round(8 + SPEED_PX_PER_S * at_s)
    rgb[h // 4 : h // 4 + h // 2, left : left + SQUARE_PX] = 235
    grain = np.roll(ICE, -round(at_s * 300), axis=1)[:, : min(w, 400)]
    rgb[-24:, : grain.shape[1]] = grain
    return rgb


def seen_s(rgb: Array) -> float:
    """The time that the square in this picture tells; NaN where there is none."""
    h, w = rgb.shape[:2]
    row = rgb[h * 3 // 8 : h * 5 // 8].astype(float).mean(axis=(0, 2)) - 70
    if row.max() < 80 or row.min() > 80:
        return float("nan")
    row = np.clip(row, 0, None)
    middle = float((row * (np.arange(w) + 0.5)).sum() / row.sum()) * SIZE_PX[0] / w
    return (middle - SQUARE_PX / 2 - 8) / SPEED_PX_PER_S


@dataclass(frozen=True)
class Taped:
    """One tape, and what the deck said of it."""

    path: Path
    exposures: tuple[Exposure, ...]
    time_base: Fraction
    pts: list[int]


def record(folder: Path, *, lasts_s: float = 0.6, size_px: tuple[int, int] = SIZE_PX, **table: Any) -> Taped:
    tape = TapeSpec.read(table, "[tape]")
    scenario = Scenario("t", seed=5, duration_s=lasts_s, size_px=size_px, teams=(), people=(), tape=tape)
    path = folder / f"t.{tape.container}"
    deck = PyavDeck(path, scenario)
    exposures = tuple(deck.exposures())
    for exposure in exposures:
        deck.record([picture(s, size_px) for s in exposure.fields_s], exposure)
    return Taped(path, exposures, *deck.finish())


def times(reader: PyavReader) -> dict[float, float]:
    """Seconds of each frame that can be seen, and the seconds that its picture tells."""
    return {reader.tape.scale.seconds(f.time): seen_s(f.rgb) for f in reader.frames()}


RATES = {
    "23.976": Fraction(24000, 1001),
    "24": Fraction(24),
    "25": Fraction(25),
    "29.97": Fraction(30000, 1001),
    "30": Fraction(30),
    "50": Fraction(50),
    "59.94": Fraction(60000, 1001),
}
CODECS = [
    *((c, k) for c in ("mp4", "mov", "mkv", "ts") for k in ("h264", "hevc", "mpeg2", "mpeg4")),
    *(("avi", k) for k in ("h264", "mpeg2", "mpeg4")),
]
TICK_S = {"mp4": 0.0, "mov": 0.0, "mkv": 0.0005, "ts": 0.5 / 90000, "avi": 0.0}


@pytest.mark.parametrize("scan", ["progressive", "top_first", "bottom_first"])
@pytest.mark.parametrize(("container", "codec"), CODECS)
def test_each_codec_in_each_container(container: str, codec: str, scan: str, tmp_path: Path) -> None:
    if codec == "hevc" and scan != "progressive":
        with pytest.raises(ValueError, match="hevc is recorded progressive only"):
            TapeSpec.read({"codec": codec, "scan": scan}, "[tape]")
        return
    made = record(tmp_path, rate="29.97", container=container, codec=codec, scan=scan)
    with open_tape(made.path) as reader:
        assert reader.tape.frames == len(made.pts) == 18
        assert reader.tape.codec in (codec, codec + "video")
        assert reader.tape.field_order == scan.replace("_", " ")
        assert reader.gaps == ()
        assert not reader.tape.variable_rate
        for k, (at_s, told_s) in enumerate(times(reader).items()):
            assert at_s == pytest.approx(k * 1001 / 30000, abs=TICK_S[container] + 1e-9)
            assert told_s == pytest.approx(at_s, abs=0.012)


@pytest.mark.parametrize("container", ["mp4", "mkv", "ts", "avi"])
@pytest.mark.parametrize("rate", RATES)
def test_each_rate_is_kept_to_the_tick(rate: str, container: str, tmp_path: Path) -> None:
    made = record(tmp_path, rate=rate, container=container, lasts_s=1.0)
    count = round(RATES[rate])
    assert len(made.pts) == len(made.exposures) == count
    for pts, exposure, k in zip(made.pts, made.exposures, range(count), strict=True):
        at_s = float((pts - made.pts[0]) * made.time_base)
        assert at_s == pytest.approx(exposure.fields_s[0], abs=1e-9)
        assert at_s == pytest.approx(k / RATES[rate], abs=TICK_S[container] + 1e-9)
    with open_tape(made.path) as reader:
        assert reader.index.pts.tolist() == made.pts
        assert reader.tape.scale.time_base == made.time_base
        assert float(reader.tape.rate or 0) == pytest.approx(float(RATES[rate]), abs=1e-3)


@pytest.mark.parametrize(("scan", "first_line"), [("top_first", 0), ("bottom_first", 1)])
@pytest.mark.parametrize("codec", ["h264", "mpeg2"])
def test_both_fields_show_their_own_moment(codec: str, scan: str, first_line: int, tmp_path: Path) -> None:
    made = record(tmp_path, rate="25", scan=scan, codec=codec, quality="pristine")
    import av

    with av.open(str(made.path)) as file:
        frames = list(file.decode(video=0))
    assert all(f.interlaced_frame for f in frames)
    for k, frame in enumerate(frames):
        rgb = frame.to_ndarray(format="rgb24")
        assert seen_s(rgb[first_line::2]) == pytest.approx(k / 25, abs=0.006)
        assert seen_s(rgb[1 - first_line :: 2]) == pytest.approx(k / 25 + 0.02, abs=0.006)
    with open_tape(made.path) as reader:
        fields = reader.frame(7).fields
        assert fields is not None
        assert [seen_s(f) for f in fields] == pytest.approx([0.28, 0.30], abs=0.006)


STANDARDS = [  # picture, stored, scan, rate, shape of a stored pixel by the standard
    ((640, 480), (720, 480), "bottom_first", "29.97", Fraction(8, 9)),
    ((640, 480), (704, 480), "top_first", "29.97", Fraction(10, 11)),
    ((768, 576), (720, 576), "top_first", "25", Fraction(16, 15)),
    ((768, 576), (704, 576), "top_first", "25", Fraction(12, 11)),
    ((1280, 720), (720, 576), "top_first", "25", Fraction(64, 45)),
    ((1280, 720), (1920, 1080), "top_first", "29.97", Fraction(1)),
    ((1280, 720), (1440, 1080), "top_first", "25", Fraction(4, 3)),
]


@pytest.mark.parametrize(("size_px", "stored_px", "scan", "rate", "aspect"), STANDARDS)
@pytest.mark.parametrize(("codec", "container"), [("mpeg2", "ts"), ("h264", "mp4"), ("mpeg2", "mkv")])
def test_standard_formats_have_their_pixels(
    codec: str,
    container: str,
    size_px: tuple[int, int],
    stored_px: tuple[int, int],
    scan: str,
    rate: str,
    aspect: Fraction,
    tmp_path: Path,
) -> None:
    table = {"stored_px": stored_px, "scan": scan, "rate": rate, "codec": codec, "container": container}
    made = record(tmp_path, size_px=size_px, lasts_s=0.12, **table)
    with open_tape(made.path) as reader:
        assert reader.tape.size_px == stored_px
        assert reader.tape.pixel_aspect == aspect
        assert reader.tape.field_order == scan.replace("_", " ")
        grey = reader.frame(1).rgb[:20]
        assert np.abs(grey.astype(float) - 70).max() < 12  # the right matrix for its number of lines


WORN = {
    "analogue": 0.7,
    "scan": "top_first",
    "faults": [
        {"kind": "dropout", "start_s": 0.1, "lasts_s": 0.1},
        {"kind": "corrupt", "start_s": 0.2, "lasts_s": 0.2},
    ],
}


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"container": "mkv", "codec": "hevc"},
        {"container": "ts", "codec": "mpeg2", "quality": "bad"},
        {"container": "mov", "timecode": {"start": "10:00:00:00"}},
        {"container": "avi", "codec": "mpeg4"},
        {"container": "mkv", "variable": True},
        {"container": "mp4", **WORN},
        {"container": "ts", "faults": [{"kind": "truncate", "start_s": 0.3}]},
    ],
)
def test_the_same_frames_give_the_same_bytes(table: dict[str, Any], tmp_path: Path) -> None:
    both = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        both.append(record(tmp_path / name, **table).path.read_bytes())
    assert both[0] == both[1]
    assert len(both[0]) > 2000


def faulty(tmp_path: Path, kind: str, **table: Any) -> Taped:
    """A second of tape at 25/s, ill from 0.4 s to 0.6 s."""
    return record(tmp_path, lasts_s=1.0, faults=[{"kind": kind, "start_s": 0.4, "lasts_s": 0.2}], **table)


@pytest.fixture(params=["mp4", "mkv", "ts"])
def container(request: pytest.FixtureRequest) -> Iterator[str]:
    yield request.param


def test_dropped_frames_leave_a_hole_in_time(container: str, tmp_path: Path) -> None:
    made = faulty(tmp_path, "drop", container=container)
    with open_tape(made.path) as reader:
        got = times(reader)
    assert list(got) == pytest.approx([k / 25 for k in range(25) if not 10 <= k < 15])
    assert list(got.values()) == pytest.approx(list(got), abs=0.01)


def test_a_frozen_tape_shows_the_last_picture_and_then_goes_on(container: str, tmp_path: Path) -> None:
    made = faulty(tmp_path, "freeze", container=container)
    with open_tape(made.path) as reader:
        told = list(times(reader).values())
    assert told == pytest.approx([(9 if 10 <= k < 15 else k) / 25 for k in range(25)], abs=0.01)


def test_duplicates_are_every_other_frame(tmp_path: Path) -> None:
    made = faulty(tmp_path, "duplicate")
    with open_tape(made.path) as reader:
        told = list(times(reader).values())
    stands = {10: 9, 12: 11, 14: 13}
    assert told == pytest.approx([stands.get(k, k) / 25 for k in range(25)], abs=0.01)


@pytest.mark.parametrize(("kind", "level"), [("black", 0), ("flash", 255)])
def test_a_span_of_one_colour(kind: str, level: int, tmp_path: Path) -> None:
    made = faulty(tmp_path, kind)
    with open_tape(made.path) as reader:
        for frame in reader.frames():
            plain = np.abs(frame.rgb.astype(float) - level).max() < 6
            assert plain == (10 <= frame.ordinal < 15)


def test_dropout_is_snow_in_its_span_only(tmp_path: Path) -> None:
    made = faulty(tmp_path, "dropout", quality="pristine")
    with open_tape(made.path) as reader:
        for frame in reader.frames():
            clean = picture(frame.ordinal / 25).astype(float)
            wrong = float((np.abs(frame.rgb.astype(float) - clean).mean(axis=2) > 40).mean())
            assert (wrong > 0.04) == (10 <= frame.ordinal < 15)
