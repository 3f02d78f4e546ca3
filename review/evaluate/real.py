"""Truth of the real clips beside a checkout, as far as people wrote it down (`shared/data`).

Their labels leave people out: who stands on the ice is complete, who sits on a bench is not. So a track that
touches nobody labelled is not judged, boxes are scored on carefully labelled pictures alone, where rectangles
say what was not labelled, and a subject that nobody wrote down is not scored at all.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from review.evaluate.detection import LabelledPeople, read_labels

__all__ = [
    "PICTURES",
    "REAL",
    "RealClip",
    "RealPictures",
    "labelled_pictures",
    "tracked_frames",
    "truth_of",
    "widened",
]

SCHEMA = "benchgate.truth/1"
OCCLUSION_SHARES = {0: 1.0, 1: 0.5, 2: 0.1}  # the labels' free, partly, mostly hidden as a visible share


@dataclass(frozen=True, slots=True)
class RealClip:
    """One clip: where its picture, labels and companions lie, and what is written down of it.

    Attributes
    ----------
    name : also of the companions `NAME.game.toml` and `NAME.gates.toml`
    video, tracks, clock, labels : under the data folder; None where there is none
    cuts : first frames of the shots after the first; None where nobody looked
    expected : findings that should trip, as in a truth
    """

    name: str
    video: str
    tracks: str | None = None
    clock: str | None = None
    labels: str | None = None
    cuts: tuple[int, ...] | None = None
    expected: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class RealPictures:
    """Labelled stills of a game; they must be made `widen_ratio` times as wide to look as they did."""

    name: str
    labels: str
    widen_ratio: float = 1.0


#: 1990s broadcasts, kept as squares of 640 px by those who collected them.
PICTURES = (RealPictures("van-njd", "labels/van-njd", 4 / 3),)

#: An early change that nobody called, seen frame by frame (labels/buf-edm-change.json).
_EARLY = {"clause": "205.1a", "verdict": "trips", "span_s": [7.71, 8.8], "subject": {"team": "EDM"}}
_CUTS_KHL = (9, 29, 41, 79, 119, 136, 182, 227, 270, 300, 318, 362, 382)

REAL = (
    RealClip(
        "buf-edm",
        "clips/buf-edm_720p30.mp4",
        tracks="tracks/buf-edm_tracks.csv",
        clock="events.json",
        labels="labels/buf-edm",
        cuts=(),
        expected=(_EARLY,),
    ),
    RealClip("ehw-zsc", "clips/ehw-zsc_1080p2.5.mp4", clock="events.json", labels="labels/ehw-zsc", cuts=()),
    RealClip("khl-akb-a", "clips/khl-akb-a_352p2.5.mp4", labels="labels/khl-akb-a", cuts=_CUTS_KHL),
    RealClip(
        "mtl-tor",
        "clips/mtl-tor_720p9.mp4",
        tracks="tracks/mtl-tor_tracks.csv",
        clock="clips/mtl-tor_720p9.clock.csv",
    ),
)


def tracked_frames(text: str, times_s: Sequence[float]) -> list[dict[str, Any]]:
    """Truth frames from a CSV of identities; a frame without rows shows nobody.

    Columns `frame, id, class, team, number, x0, y0, x1, y1`, and where there is one `where` and `occlusion`.
    """
    numbers: dict[str, int] = {}
    frames: list[dict[str, Any]] = [{"i": i, "s": s, "shot": 1, "people": []} for i, s in enumerate(times_s)]
    for row in csv.DictReader(io.StringIO(text)):
        if int(row["frame"]) >= len(frames):
            raise ValueError(f"identities reach frame {row['frame']}, the clip has {len(frames)}")
        frames[int(row["frame"])]["people"].append(
            {
                "id": numbers.setdefault(row["id"], len(numbers) + 1),
                "team": row["team"] or None,
                "role": row["class"],
                "number": int(row["number"]) if row["number"] and row["class"] != "official" else None,
                "box_px": [float(row[k]) for k in ("x0", "y0", "x1", "y1")],
                "visible_share": OCCLUSION_SHARES[int(row.get("occlusion") or 0)],
                "on_ice": row.get("where") != "bench",
            }
        )
    return frames


def clocks(text: str, video: str, times_s: Sequence[float]) -> dict[float, str]:
    """Second of tape -> clock as a person read it: a CSV by frame, or the events' readings by second."""
    if text.lstrip().startswith("{"):
        entry = json.loads(text)[video]
        read = entry.get("clock") or entry.get("clock_read") or {}
        return {float(s): words for s, words in read.items() if "glitch" not in words}
    rows = csv.DictReader(io.StringIO(text))
    return {
        times_s[int(r["frame"])]: r["clock"] for r in rows if r["clock"] and int(r["frame"]) < len(times_s)
    }


def truth_of(clip: RealClip, data: Path, times_s: Sequence[float]) -> dict[str, Any]:
    """What is written down of a clip whose frames lie at `times_s`, in the shape of a truth.

    Keys that nobody wrote down are absent, so that their subjects are not scored.
    """
    truth: dict[str, Any] = {
        "schema": SCHEMA,
        "scenario": clip.name,
        "group": "real",
        "rate": None,
        "complete_off_ice": False,
        "expected": list(clip.expected),
    }
    if clip.tracks is not None:
        truth["frames"] = tracked_frames((data / clip.tracks).read_text(encoding="utf-8"), times_s)
    if clip.clock is not None:
        read = clocks((data / clip.clock).read_text(encoding="utf-8"), clip.video, times_s)
        truth["clocks"] = [{"s": s, "clock": read[s]} for s in sorted(read)]
    if clip.cuts is not None:
        starts = [0, *clip.cuts]
        ends = [times_s[k] for k in clip.cuts] + [times_s[-1]]
        truth["shots"] = [
            {
                "id": k + 1,
                "start_s": times_s[first],
                "end_s": end,
                "enters_by": "cut" if k else "start",
                "view": None,
                "replay": None,
            }
            for k, (first, end) in enumerate(zip(starts, ends, strict=True))
        ]
    return truth


def labelled_pictures(labels: str | None, data: Path, *, split: str = "test") -> list[LabelledPeople]:
    """The carefully labelled pictures of a folder, each with its rectangles to be ignored; none for None.

    Pictures of another split than `split` are left out: a detector was trained on them.
    """
    if labels is None:
        return []
    paths = sorted((data / labels).glob("*.json"))
    return [read_labels(p) for p in paths if json.loads(p.read_text(encoding="utf-8"))["split"] == split]


def widened(people: LabelledPeople, ratio: float) -> LabelledPeople:
    """The labels of a picture that is `ratio` times as wide."""
    scale = np.array([ratio, 1.0, ratio, 1.0])
    return replace(people, xyxy_px=people.xyxy_px * scale, ignore_px=people.ignore_px * scale)
