"""Speed and memory of the product beside its peer, on one clip.

    python tools/bench.py CLIP --peer-python train/bin/python -- benchgate analyze CLIP --gates G --case C

The words after `--` are run as they stand, once a run; the peer is `ultralytics track` with the same weights
and input size (tools/bench_peer.py), run by `--peer-python`, an environment with the training extra. The
figures go into `clips` of bench/speed.json (`benchgate.scores/1`), beside what is there. POSIX only.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = "benchgate.scores/1"


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run of a command took; `peak_rss_mib` is of its largest process."""

    wall_s: float
    cpu_s: float
    peak_rss_mib: int


def main(words: list[str]) -> int:
    """Measure, write, say."""
    asked, command = parse(words)
    frames, duration_s = length(asked.clip)
    scores: dict[str, Any] = {"frames": frames, "duration_s": round(duration_s, 3)}
    if command:
        scores |= product(command, asked.runs, frames, duration_s)
    peer = run_peer(asked)
    if peer:
        scores |= {"peer_fps": peer["fps"], "peer_peak_rss_mib": peer["peak_rss_mib"]}
        scores |= {"peer_versions": peer["versions"], "peer_input_px": peer["input_px"]}
    if command and peer:
        scores["peer_ratio"] = round(scores["fps"] / peer["fps"], 2)
    write(asked.out, asked.clip.stem, scores)
    sys.stdout.write(json.dumps({asked.clip.stem: scores}, indent=1) + "\n")
    return 0


def parse(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """(our own options, the product's command after `--`)."""
    cut = words.index("--") if "--" in words else len(words)
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("clip", type=Path)
    known.add_argument("--peer-python", type=Path, help="python with the training extra; left out: no peer")
    known.add_argument("--input", type=int, default=960, help="long side of the network's input, px")
    known.add_argument("--runs", type=int, default=1, help="runs of the product; medians are kept")
    known.add_argument("--out", type=Path, default=ROOT / "bench" / "speed.json")
    return known.parse_args(words[:cut]), words[cut + 1 :]


def length(clip: Path) -> tuple[int, float]:
    """(frames that decode, seconds they last)."""
    import av

    with av.open(str(clip)) as container:
        stream = container.streams.video[0]
        times = [frame.pts * stream.time_base for frame in container.decode(stream) if frame.pts is not None]
    mean_s = (max(times) - min(times)) / max(1, len(times) - 1)
    return len(times), float(max(times) - min(times) + mean_s)


def product(command: list[str], runs: int, frames: int, duration_s: float) -> dict[str, Any]:
    """The product's median figures over `runs` runs."""
    costs = [run(command) for _ in range(runs)]
    wall_s = statistics.median(cost.wall_s for cost in costs)
    return {
        "wall_s": round(wall_s, 2),
        "cpu_s": round(statistics.median(cost.cpu_s for cost in costs), 2),
        "fps": round(frames / wall_s, 2),
        "speed_x": round(duration_s / wall_s, 3),
        "peak_rss_mib": max(cost.peak_rss_mib for cost in costs),
    }


def run(command: list[str]) -> Cost:
    """Run a command to its end, start-up included.

    Raises
    ------
    SystemExit
        If it does not end well: figures of a failed run mean nothing.
    """
    begun_s = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall_s = time.perf_counter() - begun_s
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit {process.returncode}")
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024
    return Cost(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // unit)


def run_peer(asked: argparse.Namespace) -> dict[str, Any] | None:
    """The peer's figures, or None where no environment for it was given."""
    if asked.peer_python is None:
        return None
    script = ROOT / "tools" / "bench_peer.py"
    command = [str(asked.peer_python), str(script), str(asked.clip), "--input", str(asked.input)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    answer = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    figures: dict[str, Any] = json.loads(answer.stdout.strip().splitlines()[-1])
    return figures


def write(path: Path, clip: str, scores: dict[str, Any]) -> None:
    """Put the clip's figures into the results, beside what is there."""
    results: dict[str, Any] = {"schema": SCHEMA, "clips": {}, "total": {}, "versions": {}}
    if path.is_file():
        results |= json.loads(path.read_text(encoding="utf-8"))
    results["clips"][clip] = results["clips"].get(clip, {}) | scores
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
