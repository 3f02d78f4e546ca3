"""A tape without a drawn gate: its benches are proposed, and it is judged by them as by those drawn."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from review.cli import main

SAMPLES = Path(__file__).parents[2] / "sample_clips"


@pytest.mark.slow
def test_benches_are_found_and_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in (".mp4", ".game.toml"):
        shutil.copy(SAMPLES / f"legal-one{ending}", tmp_path)
    tape, case = tmp_path / "legal-one.mp4", tmp_path / "legal-one.bgcase"
    truth = json.loads((SAMPLES / "legal-one.truth.json").read_text("utf-8"))
    assert main(["analyze", str(tape), "--case", str(case)]) == 0
    assert main(["gates", "propose", str(case)]) == 0
    proposed = tape.with_suffix(".gates.toml")
    gates = {g["team"]: g["points_m"] for g in tomllib.loads(proposed.read_text("utf-8"))["gates"]}
    for gate in (g for g in truth["gates"] if g["kind"] == "players_bench"):
        for found, true in zip(gates[gate["team"]], gate["points_m"], strict=True):
            assert found == pytest.approx(true, abs=0.6)
    assert main(["gates", "propose", str(case)]) == 2, "a file that is there is not written over"
    assert "is there already" in capsys.readouterr().err
    assert main(["analyze", str(tape), "--case", str(case), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {g["id"] for g in report["gates"]} == {"HOME-bench", "AWAY-bench"}
    key = {"on": "first_skate_s", "off": "second_skate_s"}
    true = sorted((c["direction"], c[key[c["direction"]]]) for c in truth["crossings"])
    found = sorted((c["direction"], c["when"]["best"]["s"]) for c in report["crossings"])
    assert [way for way, _ in found] == [way for way, _ in true]
    assert [s for _, s in found] == pytest.approx([s for _, s in true], abs=0.5)
    assert not [f for f in report["findings"] if f["verdict"] == "trips"]
