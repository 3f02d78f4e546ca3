"""Milliseconds a frame of every way to run the detector, on the same frames, in turns, in one run.

    python tools/bench_detectors.py CLIP --out bench/detectors.json
    python tools/bench_detectors.py CLIP --input 1280 --frames 96 --turns 5

Each way sees the same decoded frames; turns go round so that whatever else the machine does falls on all of
them alike, and the median turn counts. torch and ONNX Runtime are measured where they are installed. "in
flight" is how the product runs: as many frames at once as OpenVINO takes; "one by one" waits for each.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from review.adapters.choose_detector import choose_detector
from review.adapters.letterbox import input_size_for
from review.core.arrays import Array
from review.ports.detector import Detector
from review.wiring import open_reader

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = ("openvino", "onnxruntime", "torch", "ultralytics")


def main(words: list[str]) -> int:
    """Measure, write, say."""
    asked = parse(words)
    frames = pictures(asked.clip, asked.frames, asked.input)
    size = input_size_for((frames[0].shape[1], frames[0].shape[0]), asked.input)
    ways = {name: make() for name, make in detectors(size).items()}
    took: dict[str, list[float]] = {f"{name}, {how}": [] for name in ways for how in HOW}
    for turn in range(asked.turns + 1):
        for name, detector in ways.items():
            for how, see in HOW.items():
                begun_s = time.perf_counter()
                see(detector, frames)
                if turn:  # the first one warms up
                    took[f"{name}, {how}"].append(1000 * (time.perf_counter() - begun_s) / len(frames))
    told = {
        "clip": asked.clip.stem,
        "input_px": list(size),
        "frames": len(frames),
        "turns": asked.turns,
        "ms_a_frame": {name: round(statistics.median(ms), 2) for name, ms in took.items()},
        "versions": {name: import_module(name).__version__ for name in LIBRARIES if find_spec(name)},
    }
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(json.dumps(told, indent=1) + "\n")
    return 0


def parse(words: list[str]) -> argparse.Namespace:
    """The options."""
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("clip", type=Path)
    known.add_argument("--input", type=int, default=960, help="long side of the network's input, px")
    known.add_argument("--frames", type=int, default=48)
    known.add_argument("--turns", type=int, default=5)
    known.add_argument("--out", type=Path, default=ROOT / "bench" / "detectors.json")
    return known.parse_args(words)


def pictures(clip: Path, count: int, long_side_px: int) -> list[Array]:
    """Frames spread over the clip, at the size that the product hands to its detector."""
    reader = open_reader(clip)
    try:
        step = max(1, len(reader.index) // count)
        w, h = reader.tape.size_px
        ratio = min(1.0, long_side_px / w)
        return [
            reader.frame(k * step).resized((round(w * ratio), round(h * ratio)))
            for k in range(min(count, len(reader.index)))
        ]
    finally:
        reader.close()


def detectors(size: tuple[int, int]) -> dict[str, Callable[[], Detector]]:
    """Every way that can run here, by name."""

    def made(runtime: str, precision: str) -> Callable[[], Detector]:
        return lambda: choose_detector("cpu", runtime=runtime, precision=precision, input_size_px=size)

    ways = {f"OpenVINO {p}": made("openvino", p) for p in ("int8", "bf16", "f32")}
    if find_spec("onnxruntime"):
        ways["ONNX Runtime f32"] = made("onnx", "f32")
    if find_spec("ultralytics"):
        ways["torch f32"] = made("torch", "f32")
    return ways


def _in_flight(detector: Detector, frames: list[Array]) -> None:
    for _ in detector.detect(iter(frames)):
        pass


def _one_by_one(detector: Detector, frames: list[Array]) -> None:
    for frame in frames:
        for _ in detector.detect(iter([frame])):
            pass


HOW: dict[str, Callable[[Detector, list[Array]], None]] = {"in flight": _in_flight, "one by one": _one_by_one}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
