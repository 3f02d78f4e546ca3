"""People of a truth file as labels, frame by frame: what the exports write down."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from review.core.detections import CLASSES
from review.core.errors import ReviewError

SCHEMA = "benchgate.truth/1"
LEAST_SHARE = 0.1  # of whom less shows is nobody's to find
Boxes = Literal["amodal", "visible"]
Box = tuple[float, float, float, float]


class TruthUnusable(ReviewError, ValueError):
    """A truth file that cannot be read or exported."""


@dataclass(frozen=True)
class Label:
    """One person on one frame; his box is left, top, right, bottom, the last two one past."""

    person: int
    role: str  # as in review.core.detections.CLASSES
    box_px: Box
    visible_share: float
    row: dict[str, Any]  # as truth has him

    @property
    def ignored(self) -> bool:
        """Whether too little of him shows for anyone to be asked to find him."""
        return self.visible_share < LEAST_SHARE


@dataclass(frozen=True)
class LabelledFrame:
    """A frame whose people truth lists."""

    i: int
    pts: int | None
    at_s: float
    labels: tuple[Label, ...]


def read_truth(path: Path) -> dict[str, Any]:
    """Read a truth file.

    Raises
    ------
    TruthUnusable
        Where it is missing, no JSON, or of another schema.
    """
    try:
        truth = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TruthUnusable(f"{path.name} cannot be read: {error}.", remedy="Give a truth.json.") from error
    if not isinstance(truth, dict) or truth.get("schema") != SCHEMA:
        raise TruthUnusable(f"{path.name} is not {SCHEMA}.", remedy="Render its scenario again.")
    return truth


def labelled_frames(truth: dict[str, Any], boxes: Boxes) -> list[LabelledFrame]:
    """Frames whose people are listed; those where nobody looked (null) are left out.

    Parameters
    ----------
    boxes : whole bodies (``amodal``; the visible part where truth has no whole one) or ``visible`` parts

    Raises
    ------
    TruthUnusable
        For a role that is not known, or where no frame lists people.
    """
    out = []
    for frame in truth["frames"]:
        if frame["people"] is not None:
            labels = tuple(_label(row, boxes, frame["i"]) for row in frame["people"])
            out.append(LabelledFrame(frame["i"], frame.get("pts"), frame["s"], labels))
    if not out:
        raise TruthUnusable("Truth lists people on no frame.", remedy="Render with people_every = 1.")
    return out


def frame_rate_fps(truth: dict[str, Any]) -> float:
    """Frames a second of the clip; 0 where truth does not say."""
    over, _, under = str(truth.get("rate") or "0").partition("/")
    return int(over) / int(under or 1)


def _label(row: dict[str, Any], boxes: Boxes, i: int) -> Label:
    if row["role"] not in CLASSES:
        raise TruthUnusable(f"Frame {i} has a {row['role']!r}.", remedy=f"Known: {', '.join(CLASSES)}.")
    whole = row.get("amodal_px") if boxes == "amodal" else None
    left, top, right, bottom = (float(v) for v in (whole or row["box_px"]))
    return Label(row["id"], row["role"], (left, top, right, bottom), float(row["visible_share"]), row)
