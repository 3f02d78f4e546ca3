"""How easy rendered people are for a detector that never saw either: COCO YOLO, rendered and real.

    python tools/bench_coco.py --weights ../shared/weights/yolo11n_coco_fp16.safetensors \
        --data ../shared/data out/suite/*/*.truth.json

Needs an environment with the extra 'train'. Counts people on the ice who are at least half visible; recall
at confidence 0.25 and IoU 0.5, and the mean confidence of those found. Where rendered people are found more
easily or more surely than real ones, the simulator is to be made harder.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from review.adapters.read_picture import read_picture
from review.adapters.read_pyav import open_tape
from review.core.arrays import Array
from review.evaluate.detection import match
from review.evaluate.real import REAL, labelled_pictures

CONF_MIN, INPUT_PX, PERSON = 0.25, 1280, 0
SEEN_SHARE = 0.5
Pictures = Iterator[tuple[Array, Array]]


def main() -> int:
    """Print a row for each set of pictures."""
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("--weights", type=Path, required=True)
    known.add_argument("--data", type=Path, required=True, help="the real clips and their labels")
    known.add_argument("--frames", type=int, default=4, help="pictures of each rendered clip")
    known.add_argument("truths", type=Path, nargs="*")
    asked = known.parse_args()
    model = load(asked.weights)
    say("| pictures | people | median height, px | recall | mean confidence |")
    say("| --- | --- | --- | --- | --- |")
    for clip in REAL:
        say(row(model, f"{clip.name} (real)", real(clip.labels, asked.data)))
    groups: dict[str, list[Path]] = {}
    for path in asked.truths:
        with path.open(encoding="utf-8") as file:
            groups.setdefault(json.loads(file.readline() + "]}")["group"], []).append(path)
    for group, paths in sorted(groups.items()):
        shown = (one for path in paths for one in rendered(path, asked.frames))
        say(row(model, f"{group} (rendered, {len(paths)} clips)", shown))
    return 0


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def load(weights: Path) -> Any:
    """YOLO11n with COCO weights from a state dict that holds no pickle."""
    os.environ.setdefault("YOLO_OFFLINE", "true")
    from review.train.torchvision_shim import install

    install()
    from safetensors.torch import load_file
    from ultralytics import YOLO

    model = YOLO("yolo11n.yaml")
    model.model.load_state_dict({k: v.float() for k, v in load_file(weights).items()}, strict=False)
    return model


def row(model: Any, name: str, pictures: Pictures) -> str:
    """One line of the table."""
    found = people = 0
    confs: list[float] = []
    heights: list[float] = []
    for rgb, wanted in pictures:
        told = model.predict(
            np.ascontiguousarray(rgb[..., ::-1]),
            imgsz=INPUT_PX,
            conf=CONF_MIN,
            classes=[PERSON],
            verbose=False,
        )[0].boxes
        conf = told.conf.numpy().astype(float)
        taken = match(told.xyxy.numpy().astype(float), conf, wanted)
        confs += conf[taken >= 0].tolist()
        heights += (wanted[:, 3] - wanted[:, 1]).tolist()
        found, people = found + int((taken >= 0).sum()), people + len(wanted)
    if not people:
        return f"| {name} | 0 | — | — | — |"
    return f"| {name} | {people} | {np.median(heights):.0f} | {found / people:.2f} | {np.mean(confs):.2f} |"


def real(labels: str | None, data: Path) -> Pictures:
    """Labelled pictures with the boxes of those on the ice who are not mostly hidden."""
    readers: dict[str, Any] = {}
    for one in labelled_pictures(labels, data):
        clear = one.wanted & (one.occlusion < 2)
        if one.frame is None:
            yield read_picture(data / one.source), one.xyxy_px[clear]
        else:
            reader = readers.setdefault(one.source, open_tape(data / one.source))
            yield reader.frame(one.frame).rgb, one.xyxy_px[clear]


def rendered(path: Path, count: int) -> Pictures:
    """Pictures of a rendered clip, evenly spread, with the boxes of those on the ice."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    reader = open_tape(path.with_name(truth["clip"]))
    frames = [f for f in truth["frames"] if f["people"] and f["view"] == "main" and not f["replay"]]
    for k in np.linspace(0, len(frames) - 1, count).astype(int) if frames else ():
        frame = frames[int(k)]
        if frame["i"] < len(reader.index.pts):
            boxes = [p["box_px"] for p in frame["people"] if p["on_ice"] and p["visible_share"] >= SEEN_SHARE]
            yield reader.frame(frame["i"]).rgb, np.array(boxes, float).reshape(-1, 4)


if __name__ == "__main__":
    raise SystemExit(main())
