"""An exact clip is the tape's own frames, also at both ends; a marked one plays anywhere."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from review.adapters.export_clips import ClipFrame, picture_sha256, write_exact, write_marked
from review.adapters.read_pyav import open_tape
from review.core.errors import ExportFailed
from review.core.times import FrameTime

SAMPLE = Path(__file__).parents[2] / "sample_clips" / "demo.mp4"


def test_an_exact_clip_holds_the_tapes_frames_to_the_byte(tmp_path: Path) -> None:
    tape = open_tape(SAMPLE)
    own = [ClipFrame(frame.rgb.copy(), frame.time) for frame in tape.frames(17, 29)]
    out = tmp_path / "clip.mkv"
    told = write_exact(out, own, rate=tape.tape.rate)
    tape.close()
    clip = open_tape(out)
    back = [(frame.rgb.copy(), frame.time.exact_s) for frame in clip.frames()]
    clip.close()
    assert told.frames == len(back) == 13
    assert all(np.array_equal(rgb, one.rgb) for (rgb, _), one in zip(back, own, strict=True))
    assert (told.first_sha256, told.last_sha256) == (picture_sha256(back[0][0]), picture_sha256(back[-1][0]))
    lasts = [float(s - back[0][1]) for _, s in back]
    assert lasts == pytest.approx([float(one.time.exact_s - own[0].time.exact_s) for one in own], abs=0.001)
    again = tmp_path / "again.mkv"
    write_exact(again, own, rate=None if tape.tape.rate is None else tape.tape.rate)
    assert again.read_bytes() == out.read_bytes()


def test_a_marked_clip_takes_any_size(tmp_path: Path) -> None:
    frames = [
        ClipFrame(np.full((61, 81, 3), 20 * n, np.uint8), FrameTime(n * 3600, Fraction(1, 90000)))
        for n in range(5)
    ]
    assert write_marked(tmp_path / "clip.mp4", frames, rate=None).frames == 5
    clip = open_tape(tmp_path / "clip.mp4")
    assert clip.tape.size_px == (82, 62)
    clip.close()


def test_no_frame_and_no_place_are_told(tmp_path: Path) -> None:
    with pytest.raises(ExportFailed, match="no picture"):
        write_exact(tmp_path / "clip.mkv", [], rate=None)
    one = ClipFrame(np.zeros((16, 16, 3), np.uint8), FrameTime(0, Fraction(1, 90000)))
    with pytest.raises(ExportFailed, match="cannot be written"):
        write_exact(tmp_path / "none" / "clip.mkv", [one], rate=None)
