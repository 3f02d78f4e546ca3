"""Speed of the peer: `ultralytics track` with the product's weights and input size on one clip.

Needs the training extra. Writes one JSON line: frames, wall_s, cpu_s, fps, peak_rss_mib, versions.

    python tools/bench_peer.py CLIP --input 960 --tracker bytetrack.yaml
"""

from __future__ import annotations

import argparse
import json
import logging
import resource
import sys
import time
from collections import deque
from importlib.metadata import version
from pathlib import Path
from typing import Any

from review.adapters.weights import find_model
from review.train.export import read_network


def main() -> int:
    """Track the clip once and say how fast that was."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("clip", type=Path)
    words.add_argument("--input", type=int, default=960, help="long side of the network's input, px")
    words.add_argument("--tracker", default="bytetrack.yaml")
    words.add_argument("--frames", type=int, default=0, help="stop after so many frames; 0 = all")
    words.add_argument("--threads", type=int, default=0, help="torch threads; 0 = as ultralytics sets them")
    asked = words.parse_args()
    tracker = load_peer()
    if asked.threads:
        import torch

        torch.set_num_threads(asked.threads)
    sys.stdout.write(json.dumps(measure(tracker, asked)) + "\n")
    return 0


def load_peer() -> Any:
    """The peer with the product's default weights; they are read from safetensors, not unpickled."""
    model = find_model()
    (weights,) = model.variant("safetensors").read()
    network = read_network(weights, classes=len(model.classes), architecture=model.architecture)
    network.names = dict(enumerate(model.classes))
    from ultralytics import YOLO

    logging.getLogger("ultralytics").setLevel(logging.ERROR)
    peer = YOLO(model.architecture, task="detect")
    peer.model = network
    return peer


def measure(peer: Any, asked: argparse.Namespace) -> dict[str, Any]:
    """Frames a second over the whole clip, decoding and tracking included, the model loaded before."""
    begun_s, begun_cpu_s = time.perf_counter(), time.process_time()
    frames = 0
    results = peer.track(
        str(asked.clip),
        stream=True,
        imgsz=asked.input,
        conf=0.1,
        iou=0.6,
        tracker=asked.tracker,
        verbose=False,
    )
    recent: deque[Any] = deque(maxlen=1)
    for result in results:
        recent.append(result)
        frames += 1
        if frames == asked.frames:
            break
    wall_s = time.perf_counter() - begun_s
    return {
        "clip": asked.clip.name,
        "frames": frames,
        "input_px": asked.input,
        "wall_s": round(wall_s, 2),
        "cpu_s": round(time.process_time() - begun_cpu_s, 2),
        "fps": round(frames / wall_s, 2),
        "peak_rss_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "versions": {name: version(name) for name in ("ultralytics-opencv-headless", "torch")},
    }


if __name__ == "__main__":
    sys.exit(main())
