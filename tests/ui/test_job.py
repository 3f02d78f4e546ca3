"""The analysis in another process: lines however cut, ends of every kind."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from review.core.times import TimeScale
from review.testing import builders
from tests.ui.support import opened
from ui.analysis import Analysis, beside, progress_words
from ui.desk import Desk
from ui.job import Job, analyze_command
from ui.job_lines import LineBuffer, finding_from_event
from ui.session import Trouble, Work

FOUND = {
    "id": 5,
    "clause": "205.1a",
    "pack": "seeds@1",
    "verdict": "trips",
    "subject": {"team": "EDM", "person": 7},
    "span": {"start": {"pts": 100100, "s": 3.337}, "end": {"pts": 126126, "s": 4.2}},
    "measure": {"early_s": [0.2, 0.6]},
    "missing": ["deliberate"],
    "consequence": [{"kind": "bench_minor", "automatic": True, "minutes": 2}],
    "branches": [{"if": "deliberate = yes", "then": ["penalty_shot"]}],
    "facts": [21],
    "confidence": 0.91,
    "why": ["a", "b"],
}


def script(*lines: object, then: str = "") -> list[str]:
    """A process that prints events, then does something."""
    told = "".join(json.dumps(line) + "\n" for line in lines)
    return [sys.executable, "-c", f"import sys,time\nsys.stdout.write({told!r})\nsys.stdout.flush()\n{then}"]


@given(st.data())
def test_lines_arrive_whole_however_the_bytes_are_cut(data: st.DataObject) -> None:
    events = [
        {"event": "gap", "reason": "é\n→"},
        {"event": "progress", "done_s": 1.5},
        {"event": "done", "case": "x"},
    ]
    raw = "".join(json.dumps(e, ensure_ascii=False) + "\n" for e in events).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=12)))
    buffer, got = LineBuffer(), []
    for a, b in zip([0, *cuts], [*cuts, len(raw)], strict=True):
        got += list(buffer.feed(raw[a:b]))
    assert got == events
    assert list(buffer.flush()) == []


def test_lines_that_are_no_events_are_kept_apart() -> None:
    buffer = LineBuffer()
    assert list(buffer.feed(b'warming up\n[1]\n{"no": 1}\n\n{"event": "gap"}')) == []
    assert buffer.strange == ["warming up", "[1]", '{"no": 1}']
    assert list(buffer.flush()) == [{"event": "gap"}]


def test_a_told_finding_is_the_finding() -> None:
    found = finding_from_event(FOUND, TimeScale(0, builders.TIME_BASE))
    assert found.start == builders.at(100) and found.end == builders.at(126)
    assert (found.id, found.verdict, found.subject.team) == (5, "trips", "EDM")
    assert found.consequence[0].detail == {"minutes": 2}
    assert found.branches[0].condition == "deliberate = yes"
    short = {"id": 6, "clause": "72c", "verdict": "trips", "team": "EDM", "person": 7}
    told = finding_from_event(
        {**short, "start_pts": 100100, "end_pts": 126126}, TimeScale(0, builders.TIME_BASE)
    )
    assert (told.subject, told.start, told.end) == (found.subject, found.start, found.end)
    with pytest.raises(KeyError):
        finding_from_event({"id": 1}, TimeScale(0, builders.TIME_BASE))


def test_a_job_tells_then_is_done(qtbot: QtBot) -> None:
    job = Job(script({"event": "progress", "done_s": 1}, {"event": "done", "case": "a.bgcase"}))
    told: list[object] = []
    job.told.connect(told.append)
    with qtbot.waitSignal(job.done, timeout=20000) as caught:
        job.start()
    assert caught.args == ["a.bgcase"]
    assert told == [{"event": "progress", "done_s": 1}]


@pytest.mark.parametrize(
    ("command", "cause", "remedy", "detail"),
    [
        (
            script(
                {"event": "failed", "cause": "No picture.", "remedy": "Give a video.", "exit": 2},
                then="sys.exit(2)",
            ),
            "No picture.",
            "Give a video.",
            "",
        ),
        (script(then="sys.stderr.write('boom'); sys.exit(1)"), "exit 1", "Analyse again", "boom"),
        (script({"event": "done", "case": "x"}, then="sys.exit(1)"), "exit 1", "Analyse again", ""),
        (script(), "exit 0", "Analyse again", ""),
        (["/no/such/program"], "could not be started", "", "/no/such/program"),
    ],
)
def test_a_job_that_fails_says_why(
    qtbot: QtBot, command: list[str], cause: str, remedy: str, detail: str
) -> None:
    job = Job(command)
    with qtbot.waitSignal(job.failed, timeout=20000) as caught:
        job.start()
    trouble = caught.args[0]
    assert isinstance(trouble, Trouble)
    assert cause in trouble.cause and remedy in trouble.remedy and detail in trouble.details


def test_a_killed_job_is_not_done(qtbot: QtBot) -> None:
    job = Job(script({"event": "done", "case": "x"}, then="import os; os.kill(os.getpid(), 9)"))
    with qtbot.waitSignal(job.failed, timeout=20000) as caught:
        job.start()
    assert "before it was done" in caught.args[0].cause


def test_a_job_is_held_and_goes_on_and_is_stopped(qtbot: QtBot) -> None:
    tell = f"print({json.dumps({'event': 'progress', 'done_s': 1})!r}, flush=True)"
    count = f"while True:\n {tell}\n time.sleep(.02)"
    job = Job(script(then=count))
    told: list[object] = []
    job.told.connect(told.append)
    job.start()
    qtbot.waitUntil(lambda: len(told) > 2, timeout=20000)
    job.pause(True)
    qtbot.wait(150)
    held = len(told)
    qtbot.wait(250)
    assert job.paused and len(told) == held
    job.pause(False)
    qtbot.waitUntil(lambda: len(told) > held, timeout=20000)
    with qtbot.waitSignal(job.stopped, timeout=20000):
        job.cancel()


def test_a_held_job_can_be_stopped(qtbot: QtBot) -> None:
    job = Job(script({"event": "gap"}, then="time.sleep(60)"))
    with qtbot.waitSignal(job.told, timeout=20000):
        job.start()
    job.pause(True)
    with qtbot.waitSignal(job.stopped, timeout=20000):
        job.cancel()


def test_the_command_is_the_public_one(tmp_path: Path) -> None:
    command = analyze_command(Path("t.mp4"), Path("t.bgcase"), game=Path("g.toml"))
    assert command[1:4] == ["-m", "review.cli", "analyze"]
    assert command[4:] == ["t.mp4", "--case", "t.bgcase", "--game", "g.toml", "--events", "json"]


def test_findings_appear_while_the_job_runs(qtbot: QtBot, desk: Desk, clip: Path, tmp_path: Path) -> None:
    other = tmp_path / "alone.mp4"
    other.write_bytes(clip.read_bytes())
    opened(qtbot, desk, other)
    progress = {"event": "progress", "done_s": 5, "total_s": 12, "speed_x": 1.3, "eta_s": 65}
    found = {"event": "found", "finding": FOUND}
    command = script(progress, found, found, {"event": "found", "finding": {}}, then="time.sleep(60)")
    analysis = Analysis(desk, lambda *_args, **_files: command)
    analysis.start()
    qtbot.waitUntil(lambda: desk.now.work is not None and bool(desk.now.work.found), timeout=20000)
    assert [finding.clause for finding in desk.now.findings] == ["205.1a"]
    analysis.cancel()
    qtbot.waitUntil(lambda: desk.now.work is None, timeout=20000)
    assert desk.now.trouble is None


def test_a_failed_analysis_is_told(qtbot: QtBot, desk: Desk, clip: Path, tmp_path: Path) -> None:
    other = tmp_path / "alone.mp4"
    other.write_bytes(clip.read_bytes())
    opened(qtbot, desk, other)
    analysis = Analysis(desk, lambda *_args, **_files: script(then="sys.exit(1)"))
    analysis.start()
    qtbot.waitUntil(lambda: desk.now.trouble is not None, timeout=20000)
    assert desk.now.work is None and not analysis.running
    assert desk.now.trouble is not None and desk.now.trouble.remedy_command == "analyze"


def test_progress_in_words() -> None:
    assert progress_words(Work()) == "Starting the analysis…"
    work = Work(5.2, 12.4, 1.34, 65.0)
    assert progress_words(work) == "5 of 12 s of tape · 1.3× real time · 1:05 to go"
    assert progress_words(Work(5.2, 12.4, 1.34, 65.0, paused=True)).endswith("held")
    assert progress_words(Work(12.4, 12.4, 1.34, 0.0, stage="Judging")) == "Judging"


def test_game_and_gates_beside_the_tape_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.game.toml").write_text("")
    assert beside(tmp_path / "a.mp4", "game") == tmp_path / "a.game.toml"
    assert beside(tmp_path / "a.mp4", "gates") is None
