"""Tapes that are damaged, cut, uneven or refused, read by our own reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from review.adapters.read_pyav import open_tape
from review.core.errors import TapeUnreadable
from review.core.times import Timecode
from review.sim.tables.table import ScenarioUnreadable
from review.sim.tables.tape import TapeSpec
from tests.contract.test_deck import SIZE_PX, picture, record, times

CODECS = [
    ("mp4", "h264"),
    ("mkv", "h264"),
    ("ts", "mpeg2"),
    ("ts", "h264"),
    ("avi", "mpeg4"),
    ("mkv", "hevc"),
]


@pytest.mark.parametrize(("container", "codec"), CODECS)
def test_wrong_bytes_spoil_their_span_and_leave_the_file_readable(
    container: str, codec: str, tmp_path: Path
) -> None:
    """Every frame that is not given lies in a gap, and the next keyframe, at 2 s, mends the rest."""
    (tmp_path / "whole").mkdir()
    table = {"lasts_s": 2.4, "container": container, "codec": codec}
    whole = record(tmp_path / "whole", **table)
    made = record(tmp_path, faults=[{"kind": "corrupt", "start_s": 0.4, "lasts_s": 0.2}], **table)
    assert made.pts == whole.pts
    with open_tape(made.path) as reader, open_tape(whole.path) as sound:
        scale = reader.tape.scale
        seen = {round(scale.seconds(f.time) * 25): f.rgb for f in reader.frames()}
        gaps = [(scale.seconds(g.start), scale.seconds(g.end)) for g in reader.gaps]
        differ = [k for k in range(60) if k not in seen or not np.array_equal(seen[k], sound.frame(k).rgb)]
    assert differ
    assert min(differ) >= 7  # pictures that need a damaged one suffer too
    assert max(differ) < 50
    for k in set(range(60)) - set(seen):
        assert any(start - 0.001 <= k / 25 < end for start, end in gaps), k


@pytest.mark.parametrize(("container", "codec"), [*CODECS, ("mov", "mpeg4"), ("avi", "h264")])
def test_a_cut_file_keeps_what_came_before(container: str, codec: str, tmp_path: Path) -> None:
    made = record(
        tmp_path,
        lasts_s=2.0,
        container=container,
        codec=codec,
        faults=[{"kind": "truncate", "start_s": 0.8}],
    )
    assert len(made.pts) == len(made.exposures) == 20
    with open_tape(made.path) as reader:
        got = times(reader)
        gaps = reader.gaps
    assert list(got) == pytest.approx([k / 25 for k in range(20)])
    assert list(got.values()) == pytest.approx(list(got), abs=0.012)
    assert gaps


@pytest.mark.parametrize("container", ["mp4", "mov", "mkv", "ts"])
@pytest.mark.parametrize("codec", ["h264", "hevc"])
def test_uneven_times_are_those_of_the_schedule(container: str, codec: str, tmp_path: Path) -> None:
    made = record(tmp_path, lasts_s=1.2, container=container, codec=codec, variable=True)
    steps = np.diff([e.fields_s[0] for e in made.exposures]) * 25
    assert steps.min() > 0.45
    assert steps.max() < 3.55
    assert np.ptp(steps) > 0.5
    with open_tape(made.path) as reader:
        assert reader.tape.variable_rate
        got = times(reader)
    assert list(got) == pytest.approx([e.fields_s[0] for e in made.exposures], abs=1e-9)
    assert list(got.values()) == pytest.approx(list(got), abs=0.012)


TIMECODES = [
    ("29.97", "00:00:59:20", True, Timecode(0, 0, 59, 20, 30, drop=True)),
    ("59.94", "10:09:59;58", True, Timecode(10, 9, 59, 58, 60, drop=True)),
    ("29.97", "01:00:00:00", False, Timecode(1, 0, 0, 0, 30)),
    ("25", "09:59:50:24", False, Timecode(9, 59, 50, 24, 25)),
    ("23.976", "23:59:59:20", False, Timecode(23, 59, 59, 20, 24)),
]


@pytest.mark.parametrize("container", ["mov", "mp4", "mkv"])
@pytest.mark.parametrize(("rate", "start", "drop_frame", "first"), TIMECODES)
def test_timecode_is_read_back(
    container: str, rate: str, start: str, drop_frame: bool, first: Timecode, tmp_path: Path
) -> None:
    table = {"start": start, "drop_frame": drop_frame}
    made = record(tmp_path, rate=rate, container=container, timecode=table)
    with open_tape(made.path) as reader:
        assert reader.tape.timecode_start == first
        after = reader.tape.scale.timecode(reader.frame(11).time)
    assert after == Timecode.from_count(first.count() + 11, first.rate_fps, drop=drop_frame)


@pytest.mark.parametrize("container", ["mov", "mp4"])
def test_breaks_of_timecode_are_in_the_track(container: str, tmp_path: Path) -> None:
    """29.97 drop-frame: at 0.5 s (frame 15) two minutes are skipped, at 1 s (frame 30) ten seconds back."""
    table = {"start": "00:00:58:00", "drop_frame": True, "breaks": [[0.5, 120.0], [1.0, -10.0]]}
    made = record(tmp_path, lasts_s=1.5, rate="29.97", container=container, timecode=table)
    with open_tape(made.path) as reader:
        assert reader.tape.timecode_start == Timecode(0, 0, 58, 0, 30, drop=True)
        assert list(times(reader)) == pytest.approx([k * 1001 / 30000 for k in range(45)])
    with av.open(str(made.path)) as file:
        track = file.streams.data[0]
        found = [
            (round(p.pts * track.time_base * 30), int.from_bytes(bytes(p), "big"))
            for p in file.demux(track)
            if p.size
        ]
    texts = [(frame, str(Timecode.from_count(count, 30, drop=True))) for frame, count in found]
    assert texts == [(0, "00:00:58;00"), (15, "00:02:58;15"), (30, "00:02:49;00")]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"codec": "hevc", "container": "avi"}, "avi does not carry hevc"),
    ({"variable": True, "codec": "mpeg2"}, "variable times need h264 or hevc"),
    ({"variable": True, "container": "avi"}, "avi knows one frame rate"),
    ({"container": "avi", "faults": [{"kind": "drop", "start_s": 1.0}]}, "avi knows one frame rate"),
    ({"faults": [{"kind": "drop", "start_s": 0.0}]}, "the first picture cannot be dropped"),
    ({"faults": [{"kind": "truncate", "start_s": 0.01}]}, "nothing is left"),
    ({"container": "ts", "timecode": {}}, "ts carries no timecode"),
    ({"variable": True, "timecode": {}}, "constant rate"),
    ({"rate": "25", "timecode": {"drop_frame": True}}, "drop-frame timecode exists at 29.97 and 59.94"),
    ({"rate": "29.97", "timecode": {"start": "00:01:00:00", "drop_frame": True}}, "does not exist"),
    ({"timecode": {"start": "noon"}}, "no timecode"),
    ({"container": "mkv", "timecode": {"breaks": [[1.0, 2.0]]}}, "breaks need mov or mp4"),
    ({"timecode": {"breaks": [[2.0, 1.0], [1.0, 1.0]]}}, "in order"),
    ({"timecode": {"start": "00:00:01:00", "breaks": [[2.0, -9.0]]}}, "never go below"),
    ({"stored_px": (721, 480)}, "width is not a multiple of 2"),
    ({"scan": "top_first", "stored_px": (720, 486)}, "height not one of 4"),
]


@pytest.mark.parametrize(("table", "words"), REFUSED)
def test_what_no_file_can_hold_is_refused(table: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioUnreadable, match=words):
        TapeSpec.read(table, "[tape]")


def test_worse_quality_is_smaller_and_farther_from_the_picture(tmp_path: Path) -> None:
    sizes: dict[str, list[int]] = {}
    errors: dict[str, list[float]] = {}
    for codec in ("h264", "hevc", "mpeg2", "mpeg4"):
        for quality in ("pristine", "good", "fair", "poor", "bad"):
            made = record(tmp_path, codec=codec, quality=quality)
            with open_tape(made.path) as reader:
                wrong = [
                    np.abs(f.rgb[-24:] - picture(f.ordinal / 25)[-24:].astype(float)).mean()
                    for f in reader.frames()
                ]
            sizes.setdefault(codec, []).append(made.path.stat().st_size)
            errors.setdefault(codec, []).append(float(np.mean(wrong)))
    for codec, found in sizes.items():
        assert found == sorted(found, reverse=True), codec
        assert errors[codec][-1] > 1.5 * errors[codec][0], codec


def test_a_frame_before_the_cut_can_be_asked_for_and_one_after_it_not(tmp_path: Path) -> None:
    made = record(tmp_path, lasts_s=2.0, faults=[{"kind": "truncate", "start_s": 0.8}])
    with open_tape(made.path) as reader:
        assert reader.frame(19).rgb.shape == (SIZE_PX[1], SIZE_PX[0], 3)
        with pytest.raises((IndexError, TapeUnreadable)):
            reader.frame(30)
