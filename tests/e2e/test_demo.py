"""The main job on the bundled rendered clip, against its exact truth."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.cli import main
from review.core.boxes import iou
from review.report.checked import validate_report
from review.wiring import samples_root

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((samples_root() / "demo.truth.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the demo has run."""
    made = tmp_path_factory.mktemp("demo")
    assert main(["demo", str(made), "--no-window"]) == 0
    return made


@pytest.fixture(scope="module")
def report(folder: Path) -> dict[str, Any]:
    assert (folder / "demo.html").stat().st_size > 100_000, "the page carries its stills"
    made: dict[str, Any] = json.loads((folder / "demo.json").read_text(encoding="utf-8"))
    return made


def holds(when: dict[str, Any], second: float) -> bool:
    return bool(when["earliest"]["s"] <= second <= when["latest"]["s"])


def tripped(report: dict[str, Any], clause: str) -> list[dict[str, Any]]:
    return [f for f in report["findings"] if f["clause"] == clause and f["verdict"] == "trips"]


def moments(truth: dict[str, Any], team: str, direction: str) -> list[float]:
    key = "first_skate_s" if direction == "on" else "second_skate_s"
    return [c[key] for c in truth["crossings"] if c["team"] == team and c["direction"] == direction]


def test_the_report_is_what_the_schema_says(report: dict[str, Any]) -> None:
    validate_report(report)


def test_every_crossing_of_truth_is_found_and_none_is_invented(
    report: dict[str, Any], truth: dict[str, Any]
) -> None:
    for team in ("HOME", "AWAY"):
        for direction in ("on", "off"):
            found = [c for c in report["crossings"] if (c["team"], c["direction"]) == (team, direction)]
            wanted = moments(truth, team, direction)
            assert len(found) == len(wanted), (team, direction)
            for crossing, second in zip(found, wanted, strict=True):
                assert holds(crossing["when"], second), (team, direction, second, crossing["when"])


def test_the_early_change_and_no_other(report: dict[str, Any], truth: dict[str, Any]) -> None:
    (found,) = tripped(report, "205.1a")
    on, off = moments(truth, "HOME", "on")[0], moments(truth, "HOME", "off")[0]
    assert found["subject"]["team"] == "HOME"
    assert found["span"]["start"]["s"] <= on <= found["span"]["end"]["s"]
    low, high = found["measure"]["early_s"]
    lifts = next(
        c["first_skate_s"] for c in truth["crossings"] if (c["team"], c["direction"]) == ("HOME", "off")
    )
    assert 0 < low <= lifts - on <= high, "his first skate leaves the ice at the boards: he is at the bench"
    assert high <= off - on + 0.7


def test_too_many_men(report: dict[str, Any], truth: dict[str, Any]) -> None:
    (found,) = tripped(report, "205.6")
    start, end = moments(truth, "AWAY", "on")[1], moments(truth, "AWAY", "off")[1]
    assert found["subject"]["team"] == "AWAY"
    assert start <= found["span"]["start"]["s"] < found["span"]["end"]["s"] <= end
    assert found["measure"]["count"][0] == 7


def test_first_and_second_man_off_the_bench(report: dict[str, Any], truth: dict[str, Any]) -> None:
    (altercation,) = report["altercations"]
    crossings = {c["id"]: c for c in report["crossings"]}
    departures = [crossings[d["crossing"]] for d in altercation["departures"]]
    first, second = moments(truth, "HOME", "on")[1:]
    assert [d["team"] for d in departures] == ["HOME", "HOME"]
    assert holds(departures[0]["when"], first) and holds(departures[1]["when"], second)
    assert [d["rank_team"] for d in altercation["departures"]] == [1, 2]
    assert altercation["first"]["AWAY"] is None and altercation["second"]["AWAY"] is None
    (ten,), (five,) = tripped(report, "72c"), tripped(report, "72d")
    assert ten["subject"]["person"] == departures[0]["person"]
    assert five["subject"]["person"] == departures[1]["person"]
    assert [f["consequence"][0]["detail"]["games"] for f in (ten, five)] == [10, 5]


def test_an_early_change_is_told_or_left_open_and_only_that_man_is_meant(
    report: dict[str, Any], truth: dict[str, Any]
) -> None:
    on = moments(truth, "HOME", "on")[0]
    told = [f for f in report["findings"] if f["clause"] == "205.1a"]
    assert told, "a missed one must at least show as a gap"
    for found in told:
        assert found["subject"]["team"] == "HOME" and found["verdict"] in ("trips", "cannot tell")
        assert found["span"]["start"]["s"] - 0.5 <= on <= found["span"]["end"]["s"]


def test_nothing_else_is_accused(report: dict[str, Any]) -> None:
    clauses = sorted(f["clause"] for f in report["findings"] if f["verdict"] == "trips")
    leavers = ["72a.1", "72a.1", "72b", "72b", "72c", "72d", "72e", "72f", "72f", "72u"]
    assert clauses == ["205.1a", "205.6", *leavers]


def test_truth_lies_inside_every_count(report: dict[str, Any], truth: dict[str, Any]) -> None:
    """Low and high hold the true number at every tenth of a second, outside the altercation's crowd too."""
    for timeline in report["counts"]:
        (true,) = [c for c in truth["counts"] if c["team"] == timeline["team"]]
        for tenth in range(450):
            s = tenth / 10
            n = [p["n"] for p in true["points"] if p["s"] <= s][-1]
            held = [p for p in timeline["points"] if p["t"]["s"] <= s]
            if held:
                assert held[-1]["low"] <= n, (timeline["team"], s)


def test_stills_of_a_moved_tape_come_from_the_one_beside_the_case(folder: Path, tmp_path: Path) -> None:
    case = Path(shutil.copy(folder / "demo.bgcase", tmp_path))
    with sqlite3.connect(case) as db:
        named = Path(db.execute("SELECT json_extract(tape, '$.path') FROM judgement").fetchone()[0])
        gone = str(tmp_path / "unplugged" / named.name)
        db.execute("UPDATE judgement SET tape = json_set(tape, '$.path', ?)", (gone,))
    db.close()
    assert main(["report", str(case), "--out", str(tmp_path / "without.html")]) == 0
    shutil.copy(named, tmp_path)
    assert main(["report", str(case), "--out", str(tmp_path / "with.html")]) == 0
    stills = {name: (tmp_path / f"{name}.html").read_text("utf-8").count("data:image/jpeg") for name in
              ("without", "with")}  # fmt: skip
    assert stills["without"] == 0
    assert stills["with"] == (folder / "demo.html").read_text("utf-8").count("data:image/jpeg") > 0


def test_frames_to_correct_carry_labels_that_lie_on_people(folder: Path, truth: dict[str, Any]) -> None:
    out = folder / "frames"
    words = ["train", "frames", str(folder / "demo.bgcase"), "--out", str(out), "--every-s", "4"]
    assert main(words) == 0
    assert (out / "classes.txt").read_text().split() == ["skater", "goalkeeper", "official", "staff"]
    labels = sorted((out / "labels").glob("demo_*.txt"))
    assert len(labels) == len(list((out / "images").glob("*.jpg"))) >= 4
    found = wanted = 0
    for path in labels:
        frame = truth["frames"][int(path.stem.removeprefix("demo_"))]
        rows = np.array([[float(v) for v in line.split()[1:]] for line in path.read_text().splitlines()])
        middle, size = rows[:, :2] * [1280, 720], rows[:, 2:] * [1280, 720]
        boxes = np.hstack([middle - size / 2, middle + size / 2])
        shown = [p["box_px"] for p in frame["people"] if p["on_ice"] and p["visible_share"] > 0.8]
        found += int((iou(np.array(shown, float), boxes).max(axis=1) >= 0.5).sum())
        wanted += len(shown)
    assert found >= 0.8 * wanted > 20
    labels[0].write_text("0 0.5 0.5 0.1 0.1\n", "ascii")  # corrected
    assert main(words) == 0
    assert labels[0].read_text("ascii") == "0 0.5 0.5 0.1 0.1\n"
