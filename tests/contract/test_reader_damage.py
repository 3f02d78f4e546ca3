"""Damage inside a tape is a gap and never a wrong picture; what is no tape is refused in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from av.stream import Disposition

from review.adapters.read_pyav import open_tape
from review.core.errors import TapeUnreadable
from tests.contract.made_clips import CLIPS, SIZE, Made, number_of, picture
from tests.contract.reader_contract import check_reader, digest

BY_NAME = {made.name: made for made in CLIPS}
LONG = {name: replace(BY_NAME[name], times=tuple(range(72))) for name in BY_NAME}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damage")


def whole(folder: Path, name: str) -> bytes:
    path = folder / name
    return (path if path.exists() else LONG[name].write(folder)).read_bytes()


def zeroed(data: bytes, share: float, length: int = 1500) -> bytes:
    at = int(len(data) * share)
    return data[:at] + bytes(length) + data[at + length :]


def flipped(data: bytes, share: float) -> bytes:
    at = int(len(data) * share)
    return bytes(b ^ 0x5A if at <= i < at + 400 and not i % 5 else b for i, b in enumerate(data))


@pytest.mark.parametrize("harm", [zeroed, flipped])
@pytest.mark.parametrize("share", [0.35, 0.62])
@pytest.mark.parametrize(
    "name", ["h264.mp4", "open_gop.ts", "open_gop.mkv", "mpeg2.mpg", "mpeg2.mxf", "prores.mov", "ffv1.mkv"]
)
def test_damage_inside_is_a_gap_and_nothing_else_is_wrong(
    folder: Path, tmp_path: Path, name: str, share: float, harm: Callable[[bytes, float], bytes]
) -> None:
    path = tmp_path / name
    path.write_bytes(harm(whole(folder, name), share))
    good = {f.time.pts: digest(f.rgb) for f in open_tape(folder / name).frames()}
    reader = open_tape(path)
    seen = check_reader(reader)
    lost = len(good) - len(seen)
    if not lost:  # the bytes changed were padding
        assert harm is flipped
        assert sorted(seen.values()) == sorted(good.values())
        return
    assert lost <= len(good) // 2
    for ordinal, found in seen.items():
        assert found == good[int(reader.index.pts[ordinal])], f"frame {ordinal} is wrong and not in a gap"
    assert max(seen) == len(reader.index) - 1, "reading goes on behind the damage"
    assert reader.gaps
    assert reader.gaps[0].end > reader.gaps[0].start


def test_hevc_damage_is_noticed(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "hevc.ts"
    path.write_bytes(zeroed(whole(folder, "hevc_open_gop.ts"), 0.5))
    reader = open_tape(path)
    assert 1 <= 72 - len(check_reader(reader)) <= 36
    assert [number_of(f.rgb) for f in reader.frames(0, 9)] == list(range(10))


@pytest.mark.parametrize(
    "name", ["open_gop.ts", "mpeg2.mpg", "open_gop.mkv", "b_frames_mpeg4.avi", "mpeg2.mxf"]
)
def test_a_tape_cut_short_keeps_its_whole_frames(folder: Path, tmp_path: Path, name: str) -> None:
    data = whole(folder, name)
    path = tmp_path / name
    path.write_bytes(data[: int(len(data) * 0.7)])
    reader = open_tape(path)
    seen = check_whole_without_gap_after_end(reader)
    assert 30 <= len(seen) <= 60
    shown = [number_of(f.rgb) for f in reader.frames()]
    assert shown == sorted(set(shown))
    assert shown[0] == 0


def check_whole_without_gap_after_end(reader: Any) -> dict[int, str]:
    seen = check_reader(reader)
    assert all(gap.reason for gap in reader.tape.gaps)
    return seen


def test_a_cut_mkv_lists_what_it_stated_as_a_gap(folder: Path, tmp_path: Path) -> None:
    data = whole(folder, "h264.mp4")
    path = tmp_path / "cut.mkv"
    with av.open(str(folder / "h264.mp4")) as source, av.open(str(tmp_path / "all.mkv"), "w") as out:
        stream = out.add_stream_from_template(source.streams.video[0])
        for packet in source.demux(source.streams.video[0]):
            if packet.dts is not None:
                packet.stream = stream
                out.mux(packet)
    data = (tmp_path / "all.mkv").read_bytes()
    path.write_bytes(data[: int(len(data) * 0.6)])
    tape = open_tape(path).tape
    assert len(tape.gaps) == 1
    gap = tape.gaps[0]
    assert "ends early" in gap.reason
    assert tape.scale.seconds(gap.start) == pytest.approx(tape.frames / 25, abs=0.041)
    assert tape.scale.seconds(gap.end) == pytest.approx(72 / 25, abs=0.1)


def test_a_tape_that_begins_inside_a_group(folder: Path, tmp_path: Path) -> None:
    data = whole(folder, "open_gop.ts")
    path = tmp_path / "begun.ts"
    path.write_bytes(data[len(data) // 188 // 4 * 188 :])
    reader = open_tape(path)
    check_reader(reader)
    assert any("before the first" in note for note in reader.tape.notes)
    numbers = [number_of(f.rgb) for f in reader.frames()]
    assert numbers == list(range(numbers[0], 72))


def test_the_largest_of_two_streams(tmp_path: Path) -> None:
    path = tmp_path / "two.mkv"
    with av.open(str(path), "w") as out:
        small, large = (out.add_stream("libx264", rate=25) for _ in range(2))
        small.width, small.height, large.width, large.height = 80, 48, *SIZE
        for i in range(8):
            for stream in (small, large):
                frame = av.VideoFrame.from_ndarray(picture(i, (stream.width, stream.height)), "rgb24")
                out.mux(stream.encode(frame.reformat(format="yuv420p")))
        for stream in (small, large):
            out.mux(stream.encode(None))
    reader = open_tape(path)
    assert (reader.tape.video_streams, reader.tape.stream, reader.tape.size_px) == (2, 1, SIZE)
    assert [number_of(f.rgb) for f in reader.frames()] == list(range(8))
    assert any("2 video streams" in note for note in reader.tape.notes)


def test_a_cover_picture_is_not_video(tmp_path: Path) -> None:
    path = tmp_path / "cover.mp4"
    with av.open(str(path), "w") as out:
        film, cover = out.add_stream("libx264", rate=25), out.add_stream("mjpeg", rate=1)
        film.width, film.height, cover.width, cover.height = *SIZE, 640, 480
        cover.pix_fmt, cover.disposition = "yuvj420p", Disposition.attached_pic
        large = av.VideoFrame.from_ndarray(picture(1, (640, 480)), "rgb24").reformat(format="yuvj420p")
        out.mux(cover.encode(large) + cover.encode(None))
        for i in range(5):
            out.mux(film.encode(av.VideoFrame.from_ndarray(picture(i), "rgb24").reformat(format="yuv420p")))
        out.mux(film.encode(None))
    reader = open_tape(path)
    assert (reader.tape.size_px, reader.tape.video_streams) == (SIZE, 1)
    assert [number_of(f.rgb) for f in reader.frames()] == list(range(5))


def test_a_start_cut_by_an_edit_list(tmp_path: Path) -> None:
    # Seven frames lie before time zero: they are decoded and never shown, so frame 0 bears the number 7.
    reader = open_tape(Made("trimmed.mp4", times=tuple(range(-7, 33))).write(tmp_path))
    assert len(check_reader(reader)) == 33
    assert [number_of(f.rgb) for f in reader.frames()] == list(range(7, 40))


def test_a_tape_of_one_frame(tmp_path: Path) -> None:
    reader = open_tape(Made("one.mp4", times=(0,)).write(tmp_path))
    assert (reader.tape.frames, reader.tape.duration_s) == (1, pytest.approx(0.04))
    assert number_of(reader.frame(0).rgb) == 0


def _sound_only(path: Path) -> None:
    with av.open(str(path), "w") as out:
        stream = out.add_stream("aac", rate=48000)
        for i in range(20):
            frame = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), "fltp", "mono")
            frame.sample_rate, frame.pts = 48000, 1024 * i
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))


def _no_frames(path: Path) -> None:
    with av.open(str(path), "w") as out:
        stream = out.add_stream("mpeg4", rate=25)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        out.start_encoding()


def _header_only(path: Path) -> None:
    data = Made("fine.avi", times=tuple(range(8))).write(path.parent).read_bytes()
    path.write_bytes(data[: data.index(b"movi") + 4])


def _huge(path: Path) -> None:
    small = Made("small.mkv", "ffv1", {}, times=(0, 1), size_px=(320, 256)).write(path.parent)
    width, height = b"\xb0\x82\x01\x40", b"\xba\x82\x01\x00"
    data = small.read_bytes()
    assert width + height in data
    path.write_bytes(data.replace(width + height, b"\xb0\x82\xea\x60\xba\x82\xea\x60"))


def _wide(path: Path) -> None:
    with av.open(str(path), "w") as out:
        stream = out.add_stream("ffv1", rate=25)
        stream.width, stream.height, stream.pix_fmt = 16400, 16, "yuv420p"
        out.mux(stream.encode(av.VideoFrame(16400, 16, "yuv420p")))
        out.mux(stream.encode(None))


def _bare(path: Path) -> None:
    with av.open(str(path), "w", format="h264") as out:
        stream = out.add_stream("libx264", rate=25)
        stream.width, stream.height = SIZE
        for i in range(8):
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture(i), "rgb24").reformat(format="yuv420p")))
        out.mux(stream.encode(None))


def _joined(path: Path) -> None:
    Made("part.ts", "mpeg2video", {"g": "4"}, times=tuple(range(20))).write(path.parent)
    path.write_bytes((path.parent / "part.ts").read_bytes() * 2)


def _all_zero(path: Path) -> None:
    Made("fine.mp4", times=tuple(range(8))).write(path.parent)
    data = (path.parent / "fine.mp4").read_bytes()
    start, end = data.index(b"mdat") + 4, data.index(b"moov") - 4
    path.write_bytes(data[:start] + bytes(end - start) + data[end:])


def _cut_mp4(path: Path) -> None:
    Made("fine.mp4", times=tuple(range(8))).write(path.parent)
    data = (path.parent / "fine.mp4").read_bytes()
    path.write_bytes(data[: len(data) // 2])


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing.mp4": (lambda p: None, "does not exist"),
    "empty.mp4": (lambda p: p.write_bytes(b""), "is empty (0 bytes)"),
    "folder.mp4": (lambda p: p.mkdir(), "is a folder"),
    "pipe.mp4": (lambda p: os.mkfifo(p), "is not a regular file"),
    "text.mp4": (lambda p: p.write_text("Change of players\n" * 50), "is text, not video"),
    "page.mp4": (lambda p: p.write_text("<!DOCTYPE html><html>not found</html>"), "is text, not video"),
    "list.mp4": (
        lambda p: p.write_text("#EXTM3U\n#EXTINF:9,\nhttp://127.0.0.1/a.ts\n"),
        "is text, not video",
    ),
    "refers.mp4": (
        lambda p: p.write_text("ffconcat version 1.0\nfile a.mp4\n"),
        "is no video file of a kind",
    ),
    "noise.mp4": (lambda p: p.write_bytes(np.random.default_rng(1).bytes(9000)), "is not a video file"),
    "sound.mp4": (_sound_only, "holds only sound"),
    "none.mp4": (_no_frames, "holds no video"),
    "none.avi": (_header_only, "without a single picture"),
    "wide.mkv": (_wide, "claims pictures of 16400 × 16 px"),
    "cut.mp4": (_cut_mp4, "has no index (moov)"),
    "zeroed.mp4": (_all_zero, "none can be decoded"),
    "huge.mkv": (_huge, "claims pictures of 60000 × 60000 px"),
    "bare.h264": (_bare, "stores no times"),
    "joined.ts": (_joined, "joined from pieces"),
}


@pytest.mark.parametrize("name", BAD)
def test_refused_with_one_sentence(tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    make, words = BAD[name]
    path = tmp_path / name
    make(path)
    with pytest.raises(TapeUnreadable) as caught:
        open_tape(path)
    error = caught.value
    assert words in error.cause
    assert str(path) in error.cause
    assert error.cause.endswith(".")
    assert "\n" not in error.sentence()
    assert error.remedy.endswith((".", "OUT.mp4"))
    assert capfd.readouterr().err == "", "libav's own words must not reach the screen"


def test_no_permission(tmp_path: Path) -> None:
    path = Made("private.mp4", times=(0, 1)).write(tmp_path)
    path.chmod(0)
    if os.access(path, os.R_OK):
        code = (
            "import os, sys; from review.adapters.read_pyav import open_tape\n"
            "from review.core.errors import TapeUnreadable\n"
            "os.seteuid(65534)\n"
            "try: open_tape(sys.argv[1])\n"
            "except TapeUnreadable as e: print(e.cause)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
        )
        assert "permission denied" in done.stdout
    else:
        with pytest.raises(TapeUnreadable, match="permission denied"):
            open_tape(path)


@pytest.mark.parametrize(
    "name",
    ["with spaces.mp4", "quo'te\"s & $HOME;.mp4", "Spiel über 60 — 日本.mp4", "concat:a|b.mp4", "http:..mp4"],
)
def test_any_name_will_do(tmp_path: Path, name: str) -> None:
    made = Made("plain.mp4", times=tuple(range(6))).write(tmp_path)
    path = made.rename(tmp_path / name)
    assert [number_of(f.rgb) for f in open_tape(path).frames()] == list(range(6))


def test_a_path_of_300_characters(tmp_path: Path) -> None:
    deep = tmp_path / ("a" * 120) / ("b" * 120) / ("c" * 60)
    deep.mkdir(parents=True)
    path = Made("clip.mp4", times=tuple(range(6))).write(deep)
    assert len(str(path)) > 300
    assert [number_of(f.rgb) for f in open_tape(path).frames()] == list(range(6))
