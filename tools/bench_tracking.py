"""Score our tracker and the public ones on real identities, from the same detections in the same run.

    python tools/bench_tracking.py --data ../shared/data --cache out/tracking

Detections, looks and camera motion of a clip are worked out once and kept under --cache, so that the second
run, in an environment with the public trackers (review/adapters/track_public.py says how), sees the same.
`--detections DIR` takes boxes from DIR/<clip>_det.npz (n a frame; rows x0 y0 x1 y1 conf class) instead.
"all" counts people off the ice, who are not in the truth, as false; "gated" drops boxes that touch nobody.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from review.adapters.graphics_cv2 import find_graphics
from review.adapters.looks_cv2 import look_at
from review.adapters.motion_cv2 import BackgroundMotion
from review.adapters.read_pyav import open_tape
from review.adapters.track import make_tracker
from review.adapters.track_public import PUBLIC_TRACKERS, PublicTracker, public_trackers_installed
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
    options = parser.parse_args()
    names = ["benchgate", *(PUBLIC_TRACKERS if public_trackers_installed() else ())]
    sys.stdout.write(f"{'':38s}   HOTA   DetA   AssA   IDF1   MOTA   IDs made / true  CPU-ms\n")
    for clip, (video, csv_name, steps) in CLIPS.items():
        path = options.data / "clips" / video
        cached = options.cache / f"{clip}.npz"
        if not cached.is_file():
            boxes = options.detections / f"{clip}_det.npz" if options.detections else None
            look_through(path, boxes).save(cached)
        seen = Seen.load(cached)
        truth = read_identities(options.data / "tracks" / csv_name, len(seen.detections))
        for every in steps:
            score_all(clip, path, every, seen=seen, truth=truth, names=names)


def score_all(
    clip: str, path: Path, every: int, *, seen: Seen, truth: list[Labelled], names: list[str]
) -> None:
    """All trackers on one clip, looked at in every n-th frame."""
    ready = trackers(path, every, names=names)
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


if __name__ == "__main__":
    main()
