"""The bundled clips: what the manifest says of them, and truth that agrees with itself and with the file."""

import hashlib
import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.adapters.read_pyav import open_tape

CLIPS = Path(__file__).parents[2] / "sample_clips"
#: The sample game was rendered before truth held whole boxes and the edit.
TRUTHS = sorted(p.name.removesuffix(".truth.json") for p in CLIPS.glob("*.truth.json"))
NEW = [name for name in TRUTHS if name != "demo"]


@cache
def truth_of(name: str) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads((CLIPS / f"{name}.truth.json").read_text(encoding="utf-8"))
    return truth


def test_the_manifest_lists_every_clip_with_its_bytes_and_stays_small() -> None:
    rows = tomllib.loads((CLIPS / "MANIFEST.toml").read_text(encoding="utf-8"))["files"]
    listed = {row["file"] for row in rows}
    here = {p.name for p in CLIPS.iterdir() if p.is_file()} - {"MANIFEST.toml", "suite.toml"}
    assert here == {name for name in listed if "/" not in name}
    for row in rows:
        data = (CLIPS / row["file"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (row["bytes"], row["sha256"]), row["file"]
    assert 6 <= len(TRUTHS) <= 10
    assert sum(row["bytes"] for row in rows) <= 30_000_000


@pytest.mark.parametrize("name", TRUTHS)
def test_truth_is_of_this_file_and_of_its_very_frames(name: str) -> None:
    truth = truth_of(name)
    clip = CLIPS / truth["clip"]
    assert hashlib.sha256(clip.read_bytes()).hexdigest() == truth["sha256"]
    reader = open_tape(clip)
    try:
        assert [f["pts"] for f in truth["frames"]] == reader.index.pts.tolist()
        assert list(reader.tape.size_px) == truth["size_px"]
    finally:
        reader.close()


@pytest.mark.parametrize("name", TRUTHS)
def test_counts_are_what_the_crossings_make_of_them(name: str) -> None:
    truth = truth_of(name)
    for count in truth["counts"]:
        number, steps = count["points"][0]["n"], []
        moved = [
            (c["first_skate_s"] if c["direction"] == "on" else c["second_skate_s"], c["direction"])
            for c in truth["crossings"]
            if c["team"] == count["team"] and c.get("role") != "staff"
        ]
        for at_s, direction in sorted(moved):
            number += 1 if direction == "on" else -1
            steps.append({"s": at_s, "n": number})
        assert count["points"][1:] == steps


@pytest.mark.parametrize("name", NEW)
def test_nobody_is_on_the_ice_whom_the_crossings_left_off_it(name: str) -> None:
    truth = truth_of(name)
    crossed: dict[int, list[tuple[float, bool]]] = {}
    for c in truth["crossings"]:
        on = c["direction"] == "on"
        moment = c["first_skate_s"] if on else c["second_skate_s"]
        crossed.setdefault(c["person"], []).append((moment, on))
    state: dict[int, bool] = {}
    for frame in truth["frames"]:
        for man in frame["people"]:
            if man["role"] in ("official", "staff"):
                continue
            changed = any(abs(at - frame["s"]) < 0.05 for at, _ in crossed.get(man["id"], []))
            before = [on for at, on in sorted(crossed.get(man["id"], [])) if at <= frame["s"]]
            wanted = before[-1] if before else state.setdefault(man["id"], man["on_ice"])
            assert changed or man["on_ice"] == wanted, (frame["s"], man["id"])


@pytest.mark.parametrize("name", NEW)
def test_a_man_is_seen_inside_his_whole_body_and_stands_where_his_feet_are(name: str) -> None:
    width, height = truth_of(name)["size_px"]
    people = 0
    for frame in truth_of(name)["frames"][::5]:
        px_from_m = np.linalg.inv(np.array(frame["H_m_from_px"]))
        for man in frame["people"]:
            if man["amodal_px"] is None:
                continue
            seen, whole = np.array(man["box_px"], float), np.array(man["amodal_px"])
            assert (seen[:2] >= whole[:2] - 2.5).all(), (frame["s"], man)
            assert (seen[2:] <= whole[2:] + 2.5).all(), (frame["s"], man)
            assert 0 <= seen[0] < seen[2] <= width
            assert 0 <= seen[1] < seen[3] <= height
            if man["on_ice"] and man["skates_on_ice"] == 2 and man["at"] == "ice":
                x, y, w = px_from_m @ [*man["xyz_m"][:2], 1.0]
                tall = whole[3] - whole[1]
                assert whole[0] - 0.35 * tall <= x / w <= whole[2] + 0.35 * tall, (frame["s"], man)
                assert abs(y / w - whole[3]) <= 0.25 * tall, (frame["s"], man)
                people += 1
    assert people > 50


@pytest.mark.parametrize("name", NEW)
def test_the_clock_runs_with_the_tape_and_stands_in_a_stoppage(name: str) -> None:
    truth = truth_of(name)
    frames = truth["frames"]
    left = [_seconds(f["clock"]) for f in frames]
    for a, b, before, after in zip(frames, frames[1:], left, left[1:], strict=False):
        stands = any(s["start_s"] <= a["s"] and b["s"] <= s["end_s"] for s in truth["stoppages"])
        runs = not any(s["start_s"] < b["s"] and a["s"] < s["end_s"] for s in truth["stoppages"])
        if stands:
            assert after == before
        if runs:
            assert before - after == pytest.approx(b["s"] - a["s"], abs=0.11)


def _seconds(clock: str) -> float:
    minutes, seconds = clock.split()[1].split(":")
    return 60 * int(minutes) + float(seconds)
