"""Stills of the worst moments: the tape's picture with who is there and who was found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review.core.errors import ReviewError

if TYPE_CHECKING:
    from review.adapters.stills_cv2 import StillBox
    from review.evaluate.clip import Look

__all__ = ["moment_stills"]

MOST_STILLS = 12
NEAR_S = 0.1


def moment_stills(scores: Mapping[str, Any], sources: Mapping[str, tuple[Path, Path]]) -> dict[int, bytes]:
    """Row of `worst` -> JPEG, for the first dozen whose tape still lies where it was.

    Parameters
    ----------
    sources
        Clip's name -> its case and its truth.
    """
    out: dict[int, bytes] = {}
    rows = list(enumerate(scores["worst"]))[:MOST_STILLS]
    for name in dict.fromkeys(row["clip"] for _, row in rows):
        mine = [(k, row) for k, row in rows if row["clip"] == name]
        if name in sources:
            try:
                out |= _of_clip(mine, *sources[name])
            except ReviewError:
                continue  # the scores stand without the picture
    return out


def _of_clip(rows: list[tuple[int, Mapping[str, Any]]], case: Path, truth_path: Path) -> dict[int, bytes]:
    from review.adapters.stills_cv2 import caption_of, draw_still, jpeg_bytes
    from review.cli.scoring import case_looks, read_truth
    from review.wiring import judged, open_reader, open_store

    store = open_store(case)
    try:
        tape = judged(store, case).tape
        reader = open_reader(tape.path)
        looks = case_looks(case)
        frames = [f for f in read_truth(truth_path)["frames"] if f.get("people") is not None]
        out = {}
        try:
            for k, row in rows:
                ordinal = reader.index.ordinal(tape.scale.from_seconds(min(row["s"], tape.duration_s)).pts)
                frame = reader.frame(ordinal)
                boxes = _boxes(tape.scale.seconds(frame.time), frames, looks)
                lines = caption_of(tape, frame.time, ordinal, text=row["words"])
                gates = store.gate_lines(ordinal)
                out[k] = jpeg_bytes(draw_still(frame.rgb, boxes=boxes, gates=gates, caption=lines))
        finally:
            reader.close()
        return out
    finally:
        store.close()


def _boxes(s: float, frames: list[Mapping[str, Any]], looks: list[Look]) -> list[StillBox]:
    """True people on the ice, thick; what the tracks had in the look nearest in time, thin."""
    from review.adapters.stills_cv2 import TEAM_COLOURS, StillBox

    out = []
    frame = min(frames, key=lambda f: abs(f["s"] - s), default=None)
    if frame is not None and abs(frame["s"] - s) <= NEAR_S:
        out += [
            StillBox(
                p["box_px"], f"{p['team'] or ''} {p['number'] or ''}".strip(), TEAM_COLOURS[1], marked=True
            )
            for p in frame["people"]
            if p["on_ice"]
        ]
    look = min(looks, key=lambda one: abs(one.s - s), default=None)
    if look is not None and abs(look.s - s) <= NEAR_S:
        out += [StillBox(box.tolist(), "", TEAM_COLOURS[0]) for box in look.track_px]
    return out
