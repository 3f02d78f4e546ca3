"""A tape with a hole is analysed to its end, and the hole is told, however it came about."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from review.cli import main
from tests.contract.made_clips import CLIPS

BY_NAME = {made.name: made for made in CLIPS}
CHEAP = ["--set=registration=off", "--set=clock_rate_hz=0", "--set=number_rate_hz=0", "--set=look_rate_hz=5"]


def test_damage_is_in_the_report_and_what_follows_is_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"g": "12", "keyint_min": "12", "bf": "0", "sc_threshold": "0"}
    tape = replace(BY_NAME["h264.mp4"], times=tuple(range(72)), options=options).write(tmp_path)
    data = bytearray(tape.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 1500] = bytes(1500)
    tape.write_bytes(data)
    # Segments of a second: the hole from 1.44 to 1.92 s lies in one, and is found by the survey before.
    told = [*CHEAP, "--set=segment_s=1", "--json"]
    assert main(["analyze", str(tape), "--case", str(tmp_path / "x.bgcase"), *told]) == 0
    report = json.loads(capsys.readouterr().out)
    (gap,) = [one for one in report["gaps"] if one["kind"] == "tape"]
    assert (gap["start"]["s"], gap["end"]["s"]) == pytest.approx((1.44, 1.92))
    assert "decode" in gap["reason"]
