"""Stopped at any moment, by a signal or by kill -9: the same command goes on, and the result is the same."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from review.report.model import without_stamps
from review.wiring import sample_tape

ROOT = Path(__file__).parents[2]
PART = ["--from", "0:12", "--to", "0:16", "--set", "segment_s=1"]
#: Without learning the arena first, so that kills within seconds fall into the watching.
AT_ONCE = ("--set", "registration=off")


def start(tape: Path, case: Path, *more: str, listen: bool = False) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "review.cli", "analyze", str(tape), "--case", str(case), *PART, *more]
    out = subprocess.PIPE if listen else subprocess.DEVNULL
    return subprocess.Popen(
        [*command, "--events", "json"],
        cwd=ROOT,
        stdout=out,
        stderr=subprocess.DEVNULL,
        preexec_fn=_heeds_ctrl_c,
    )


def _heeds_ctrl_c() -> None:
    """A shell's job in the background ignores Ctrl-C, and so would whatever it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def report(case: Path) -> dict[str, Any]:
    out = subprocess.run(
        [sys.executable, "-m", "review.cli", "report", str(case), "--format", "json", "--out", "-"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return without_stamps(json.loads(out.stdout))


@pytest.fixture(scope="module")
def tape() -> Path:
    found = sample_tape()
    assert found is not None, "the bundled sample is part of the checkout"
    return found


@pytest.fixture(scope="module")
def whole(tape: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of a run that nobody disturbs."""
    case = tmp_path_factory.mktemp("whole") / "whole.bgcase"
    assert start(tape, case).wait(timeout=300) == 0
    return report(case)


@pytest.mark.slow
def test_kill_ten_times_at_random(tape: Path, tmp_path: Path) -> None:
    assert start(tape, tmp_path / "undisturbed.bgcase", *AT_ONCE).wait(timeout=300) == 0
    case = tmp_path / "killed.bgcase"
    chance = random.Random(20261130)
    killed = 0
    for _ in range(10):
        run = start(tape, case, *AT_ONCE)
        try:
            run.wait(timeout=chance.uniform(0.8, 4.0))
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
            killed += 1
        if case.exists():
            told = subprocess.run(
                [sys.executable, "-m", "review.cli", "case", "info", str(case)], cwd=ROOT, capture_output=True
            )
            assert told.returncode == 0, told.stderr
    assert killed >= 3, "the run was over before it could be killed"
    assert start(tape, case, *AT_ONCE).wait(timeout=300) == 0
    assert report(case) == report(tmp_path / "undisturbed.bgcase")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise on Windows")
def test_ctrl_c_keeps_what_is_finished(tape: Path, whole: dict[str, Any], tmp_path: Path) -> None:
    case = tmp_path / "stopped.bgcase"
    with start(tape, case, listen=True) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if json.loads(line)["event"] == "progress":
                break
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=60) == 130
    began = time.monotonic()
    again = start(tape, case, listen=True)
    events = [json.loads(line) for line in again.communicate(timeout=300)[0].splitlines()]
    assert again.returncode == 0 and events[-1]["event"] == "done", time.monotonic() - began
    first = next(e for e in events if e["event"] == "progress")
    assert first["done_s"] > 1.5, "the finished segment was watched again"
    assert report(case) == whole
