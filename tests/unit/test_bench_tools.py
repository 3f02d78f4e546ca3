"""The suite's runner and the table in the README, on a suite of two clips that need no rendering."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from review.adapters.store_sqlite import SqliteStore
from review.core.tracks import Tracks
from review.evaluate.suite import document, score_clip
from review.testing.whole import whole_judgement
from tests.unit.truths import faultless, small_truth

TOOLS = Path(__file__).parents[2] / "tools"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Bench:
    """A runner whose renderer and pipeline are played, and count how often they are asked."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.runner, self.folder = tool("bench_suite"), folder
        self.asked: list[str] = []
        scenarios = folder / "scenarios"
        scenarios.mkdir()
        for name in ("good", "broken"):
            (scenarios / f"{name}.toml").write_text(f"# {name}\n", encoding="utf-8")
        (folder / "suite.toml").write_text(
            'quick = ["good"]\nwhole = ["good", "broken"]\nlong = []\n', "utf-8"
        )
        monkeypatch.setattr(self.runner, "command", self.play)

    def play(self, *words: str) -> None:
        how = words[4:] if words[0] == "render" else ()
        self.asked.append(" ".join([words[0], Path(words[1]).stem, *how]))
        if words[0] == "render":
            if "broken" in words[1]:
                raise self.runner.Failed("render ended with 2: no such rink.")
            home = Path(words[3])
            home.mkdir(parents=True)
            (home / "good.mp4").write_bytes(b"clip")
            truth = small_truth() | {"clip": "good.mp4", "sha256": "5e" * 32, "frames": []}
            (home / "good.truth.json").write_text(json.dumps(truth), encoding="utf-8")
        else:
            with SqliteStore.open(Path(words[3]), create=True) as store:
                judgement = whole_judgement()
                store.put_tape(judgement.tape)
                store.put_judgement(judgement, Tracks.empty(), "ab" * 32)

    def run(self, *words: str) -> dict[str, Any]:
        out = self.folder / "out.json"
        places = ["--suite", str(self.folder / "suite.toml"), "--cache", str(self.folder / "cache")]
        assert self.runner.main([*words, *places, "--out", str(out), "--no-real", "--jobs", "1"]) == 0
        told: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return told


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


def test_a_failing_scenario_is_recorded_and_the_others_go_on(bench: Bench) -> None:
    told = bench.run()
    assert list(told["clips"]) == ["good"]
    assert told["failed"] == {"broken": "render ended with 2: no such rink."}
    assert (bench.folder / "out.html").is_file()
    (made,) = told["versions"]["clips"].values()
    assert made["sha256"] == "5e" * 32 and len(made["key"]) == 64


def test_what_is_done_is_not_done_again(bench: Bench) -> None:
    first = bench.run("--quick")
    assert bench.asked == ["render good", "analyze good"]
    assert bench.run("--quick") == first
    assert bench.asked == ["render good", "analyze good"]
    (bench.folder / "scenarios" / "good.toml").write_text("seed = 9\n", encoding="utf-8")
    bench.run("--quick")
    assert bench.asked[2:] == ["render good", "analyze good"]


def test_a_long_game_is_drawn_once_a_frame(bench: Bench) -> None:
    (bench.folder / "scenarios" / "good.toml").write_text("duration_s = 600.0\n", encoding="utf-8")
    bench.run("--quick")
    assert bench.asked == ["render good --samples 1", "analyze good"]


def test_a_name_without_a_scenario_ends_the_run(bench: Bench) -> None:
    with pytest.raises(SystemExit, match="no such scenario: nowhere"):
        bench.run("--only", "nowhere")


def test_the_table_stands_between_its_markers(tmp_path: Path) -> None:
    bench_table = tool("bench_table")
    scores = document([score_clip(faultless(small_truth()))], versions={}, failed={"x": "no clip"})
    results, readme = tmp_path / "r.json", tmp_path / "README.md"
    results.write_text(json.dumps(scores), encoding="utf-8")
    readme.write_text(f"# A\n{bench_table.BEGIN}\nstale\n{bench_table.END}\n## B\n", encoding="utf-8")
    words = ["--results", str(results), "--readme", str(readme)]
    assert bench_table.main([*words, "--check"]) == 1
    assert bench_table.main(words) == 0
    page = readme.read_text(encoding="utf-8")
    assert page.startswith("# A\n") and page.endswith("## B\n") and "stale" not in page
    assert "| crossings in view, F1 at ±0.5 s | 1 |  | ≥ 0.97 | yes |" in page
    assert "| registration, median error, m | — |" in page and "- x: no clip" in page
    assert bench_table.main([*words, "--check"]) == 0
    with pytest.raises(ValueError, match="once each"):
        bench_table.put("no markers", "text")


def test_every_metric_of_the_format_has_its_row() -> None:
    from review.evaluate.suite import METRICS

    named = {row[0] for row in tool("bench_table").ROWS}
    assert set(METRICS) - named == {"shot_f1"}  # told by kind there
