"""Score our tracker and the public ones on real identities, from the same detections in the same run.

    python tools/bench_tracking.py --data ../shared/data --cache out/tracking

Detections, looks and camera motion of a clip are worked out once and kept under --cache, so that the second
run, in an environment with the public trackers (review/adapters/track_public.py says how), sees the same.
`--rendered DIR` scores single shots that `make bench` rendered as well, `--mot FILE` boxes with identities in
MOT form, given to the trackers as they are (positions only: no pictures, no camera, no looks).
`--detections DIR` takes boxes from DIR/<clip>_det.npz (n a frame; rows x0 y0 x1 y1 conf class) instead.
"all" counts people off the ice, who are not in the truth, as false; "gated" drops boxes that touch nobody.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from review.adapters.graphics_cv2 import find_graphics
from review.adapters.looks_cv2 import look_at
from review.adapters.motion_cv2 import BackgroundMotion
from review.adapters.read_pyav import open_tape
from review.adapters.track import make_tracker
from review.adapters.track_public import PUBLIC_TRACKERS, PublicTracker, public_trackers_installed
from review.cli.scoring import read_truth
from review.core.arrays import Array
from review.core.camera import CameraMotion
from review.core.detections import Detections
from review.evaluate.tracking import (
    Labelled,
    TrackScore,
    keep_near_truth,
    labelled_tracks,
    read_identities,
    score_tracks,
)

CLIPS = {
    "buf-edm": ("buf-edm_720p30.mp4", "buf-edm_tracks.csv", (1, 2)),
    "mtl-tor": ("mtl-tor_720p9.mp4", "mtl-tor_tracks.csv", (1,)),
}
SURVEY_FRAMES = 40
SHOWS = 0.2  # of a rendered man: less of him is nobody to be found


class Seen:
    """Times, detections and motion of a whole clip."""

    def __init__(self, times_s: Array, detections: list[Detections], H_first_from_px: Array) -> None:
        self.times_s, self.detections, self.H_first_from_px = times_s, detections, H_first_from_px

    def save(self, path: Path) -> None:
        """One .npz without pickles."""
        path.parent.mkdir(parents=True, exist_ok=True)
        found = self.detections
        np.savez_compressed(
            path,
            times_s=self.times_s,
            H=self.H_first_from_px,
            n=[len(d) for d in found],
            xyxy_px=np.concatenate([d.xyxy_px for d in found]),
            class_id=np.concatenate([d.class_id for d in found]),
            conf=np.concatenate([d.conf for d in found]),
            look=np.concatenate([d.look for d in found if d.look is not None]),
        )

    @classmethod
    def load(cls, path: Path) -> Seen:
        """As saved."""
        with np.load(path) as kept:
            cuts = np.cumsum(kept["n"])[:-1]
            columns = [np.split(kept[k], cuts) for k in ("xyxy_px", "class_id", "conf", "look")]
            found = [Detections(*row) for row in zip(*columns, strict=True)]
            return cls(kept["times_s"], found, kept["H"])


def look_through(clip: Path, boxes: Path | None) -> Seen:
    """Decode once; detect (or take given boxes), take looks, follow the camera."""
    reader = open_tape(str(clip))
    pictures = [frame.rgb for frame in reader.frames()]
    times = np.array([reader.tape.scale.seconds(reader.tape.scale.at(int(p))) for p in reader.index.pts])
    found = given_boxes(boxes) if boxes else detect(pictures)
    found = [d.with_look(look_at(p, d.xyxy_px)) for p, d in zip(pictures, found, strict=True)]
    step = max(1, len(pictures) // SURVEY_FRAMES)
    graphics = find_graphics(pictures[::step])
    motion = BackgroundMotion()
    steps = [motion.step(p, d.xyxy_px[d.conf > 0.25], graphics) for p, d in zip(pictures, found, strict=True)]
    camera = CameraMotion(
        np.arange(len(steps)), np.array([H for H, _ in steps]), np.array([q for _, q in steps])
    )
    return Seen(times[: len(found)], found, camera.to_first())


def given_boxes(path: Path) -> list[Detections]:
    """Detections from an .npz of rows."""
    with np.load(path) as kept:
        rows = np.split(kept["rows"], np.cumsum(kept["n"])[:-1])
    return [Detections(r[:, :4], r[:, 5], r[:, 4]) for r in rows]


def detect(pictures: list[Array]) -> list[Detections]:
    """The product's own detector with its usual settings."""
    from review.adapters.choose_detector import choose_detector

    detector = choose_detector()
    try:
        return list(detector.detect(pictures))
    finally:
        detector.close()


def gate(found: Detections, truth: Labelled) -> Detections:
    """Only boxes that touch a true person."""
    near = keep_near_truth(found.xyxy_px, truth)
    look = None if found.look is None else found.look[near]
    return Detections(found.xyxy_px[near], found.class_id[near], found.conf[near], look)


def trackers(clip: Path, every: int, *, names: list[str]) -> dict[str, Callable[..., list[Array]]]:
    """Each tracker ready to run; BoT-SORT sees the pictures."""
    out: dict[str, Callable[..., list[Array]]] = {}
    for name in names:
        if name != "bot-sort":
            out[name] = make_tracker(name).track
            continue
        pictures = [frame.rgb for frame in open_tape(str(clip)).frames()][::every]
        out[name] = PublicTracker(name, pictures=pictures.__getitem__).track
    return out


def row(label: str, score: TrackScore, ms: float) -> str:
    """One line of the table."""
    shares = (score.hota_ratio, score.det_a_ratio, score.ass_a_ratio, score.idf1_ratio, score.mota_ratio)
    figures = " ".join(f"{100 * x:6.1f}" for x in shares)
    return f"{label:38s} {figures} {score.switches:5d} {score.made_ids:4d} / {score.true_ids} {ms:6.1f}\n"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--cache", type=Path, default=Path("out/tracking"))
    parser.add_argument("--detections", type=Path)
    parser.add_argument("--rendered", type=Path, help="folder with NAME-KEY/NAME.mp4 and their truth")
    parser.add_argument("--mot", type=Path, nargs="*", default=[], help="frame,id,x,y,w,h,… at --mot-hz")
    parser.add_argument("--mot-hz", type=float, default=30.0)
    parser.add_argument("--only", nargs="+", default=[], help="these clips alone")
    options = parser.parse_args()
    names = ["benchgate", *(PUBLIC_TRACKERS if public_trackers_installed() else ())]
    sys.stdout.write(f"{'':38s}   HOTA   DetA   AssA   IDF1   MOTA   IDs made / true  CPU-ms\n")
    for clip, (video, csv_name, steps) in CLIPS.items():
        if options.only and clip not in options.only:
            continue
        path = options.data / "clips" / video
        cached = options.cache / f"{clip}.npz"
        if not cached.is_file():
            boxes = options.detections / f"{clip}_det.npz" if options.detections else None
            look_through(path, boxes).save(cached)
        seen = Seen.load(cached)
        truth = read_identities(options.data / "tracks" / csv_name, len(seen.detections))
        for every in steps:
            score_all(clip, path, every, seen=seen, truth=truth, names=names)
    if options.rendered:
        score_rendered(options.rendered, options.cache, names, only=options.only)
    for path in options.mot:
        score_mot(path, options.mot_hz, [name for name in names if name != "bot-sort"])


def score_all(
    clip: str, path: Path, every: int, *, seen: Seen, truth: list[Labelled], names: list[str]
) -> list[tuple[str, TrackScore]]:
    """All trackers on one clip, looked at in every n-th frame; returns the scores of gated boxes."""
    ready = trackers(path, every, names=names)
    gated = []
    for kind in ("gated", "all"):
        true = truth[::every]
        found = seen.detections[::every]
        if kind == "gated":
            found = [gate(d, t) for d, t in zip(found, true, strict=True)]
        for name, track in ready.items():
            start = time.process_time()
            ids = track(seen.times_s[::every].tolist(), found, seen.H_first_from_px[::every])
            ms = 1e3 * (time.process_time() - start) / len(found)
            score = score_tracks(true, labelled_tracks(found, ids))
            sys.stdout.write(row(f"{clip} 1/{every} {kind:5s} {name}", score, ms))
            sys.stdout.flush()
            if kind == "gated":
                gated.append((name, score))
    return gated


def score_rendered(folder: Path, cache: Path, names: list[str], *, only: list[str]) -> None:
    """Single shots of the suite, every second frame as the product looks, and all of them together."""
    totals: dict[str, list[tuple[TrackScore, int]]] = {}
    for path in sorted(folder.glob("*/*.mp4")):
        truth_path = path.with_suffix(".truth.json")
        if (only and path.stem not in only) or not truth_path.is_file():
            continue
        truth = read_truth(truth_path)
        if len(truth["shots"]) != 1:
            continue
        cached = cache / f"{path.parent.name}.npz"
        if not cached.is_file():
            look_through(path, None).save(cached)
        seen, people = Seen.load(cached), true_people(truth)
        n = min(len(seen.detections), len(people))
        short = Seen(seen.times_s[:n], seen.detections[:n], seen.H_first_from_px[:n])
        for name, score in score_all(path.stem, path, 2, seen=short, truth=people[:n], names=names):
            totals.setdefault(name, []).append((score, n))
    for name, scores in totals.items():
        weight = [n for _, n in scores]
        hota, idf1 = (
            np.average([getattr(s, kind) for s, _ in scores], weights=weight)
            for kind in ("hota_ratio", "idf1_ratio")
        )
        switches = sum(s.switches for s, _ in scores)
        told = f"HOTA {100 * hota:.1f} IDF1 {100 * idf1:.1f} ids {switches}"
        sys.stdout.write(f"rendered, {len(scores)} clips, {name}: {told}\n")


def true_people(truth: dict[str, Any]) -> list[Labelled]:
    """People on the ice who show, frame by frame."""
    out = []
    for frame in truth["frames"]:
        shown = [p for p in frame["people"] if p["on_ice"] and p["box_px"] and p["visible_share"] >= SHOWS]
        boxes = np.array([p["box_px"] for p in shown], float).reshape(-1, 4)
        out.append(Labelled(np.array([p["id"] for p in shown], np.int64), boxes))
    return out


def score_mot(path: Path, hz: float, names: list[str]) -> None:
    """True boxes in, identities out."""
    rows = np.loadtxt(path, delimiter=",", usecols=range(6))
    frames = np.arange(int(rows[:, 0].min()), int(rows[:, 0].max()) + 1)
    truth, found = [], []
    for frame in frames:
        mine = rows[rows[:, 0] == frame]
        boxes = np.hstack([mine[:, 2:4], mine[:, 2:4] + mine[:, 4:6]])
        truth.append(Labelled(mine[:, 1].astype(np.int64), boxes))
        found.append(Detections(boxes, np.zeros(len(boxes), int), np.full(len(boxes), 0.9)))
    still = np.tile(np.eye(3), (len(frames), 1, 1))
    for name in names:
        start = time.process_time()
        ids = make_tracker(name).track((frames / hz).tolist(), found, still)
        ms = 1e3 * (time.process_time() - start) / len(frames)
        score = score_tracks(truth, labelled_tracks(found, ids))
        sys.stdout.write(row(f"{path.stem} boxes {name}", score, ms))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
