"""The reader over real clips: the n-th frame by seeking is the n-th by decoding; facts as sources say."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from review.adapters.read_pyav import open_tape
from tests.contract.reader_contract import check_reader

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not DATA.is_dir(), reason="the real clips are not beside the checkout (shared/data)"),
]

# Frames as counted by decoding each file from its start; the first states 374 and holds 373.
FRAMES = {
    "clips/buf-edm_720p30.mp4": 373,
    "clips/ehw-zsc_1080p2.5.mp4": 100,
    "clips/khl-akb-a_352p2.5.mp4": 427,
    "clips/mtl-tor_720p9.mp4": 247,
    "decode/counter_10fps.mp4": 30,
    "decode/delayed_start.mp4": 24,
    "decode/fades_mpeg4.mp4": 250,
    "decode/h264_10bit.mp4": 30,
    "decode/h265_128.mp4": 10,
    "decode/vfr-drop3_goldeneye.mp4": 160,
}
HEAVY = ("clips/buf-edm_720p30.mp4", "clips/ehw-zsc_1080p2.5.mp4", "clips/mtl-tor_720p9.mp4")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in HEAVY else n for n in FRAMES]
)
def test_every_frame_is_itself(name: str) -> None:
    reader = open_tape(DATA / name)
    assert len(check_reader(reader, tries=6 if name in HEAVY else 25)) == FRAMES[name]
    assert reader.gaps == ()


def test_main_clip_is_what_its_page_says() -> None:
    tape = open_tape(DATA / "clips/buf-edm_720p30.mp4").tape
    assert (tape.size_px, tape.codec, tape.field_order) == ((1280, 720), "h264", "progressive")
    assert tape.rate == Fraction(30000, 1001)
    assert not tape.variable_rate
    assert tape.duration_s == pytest.approx(373 * 1001 / 30000, abs=0.001)
    assert len(tape.sha256) == 64


def test_ordinals_of_the_main_clip_are_times_of_its_page() -> None:
    # labels/buf-edm-change.json counts time as ordinal x 1001/30000.
    reader = open_tape(DATA / "clips/buf-edm_720p30.mp4")
    for ordinal, seconds in ((231, 7.71), (232, 7.74), (252, 8.41)):
        assert reader.tape.scale.seconds(reader.frame(ordinal).time) == pytest.approx(seconds, abs=0.006)


def test_every_third_frame_dropped() -> None:
    tape = open_tape(DATA / "decode/vfr-drop3_goldeneye.mp4").tape
    assert tape.variable_rate
    assert tape.scale.rate == Fraction(24000, 1001)
    assert tape.duration_s == pytest.approx(10.01)


def test_delayed_start_counts_from_its_first_frame() -> None:
    reader = open_tape(DATA / "decode/delayed_start.mp4")
    assert reader.tape.scale.first_pts == 13760
    assert reader.tape.scale.seconds(reader.frame(0).time) == 0.0
    assert reader.tape.scale.seconds(reader.frame(23).time) == pytest.approx(23 / 25)
