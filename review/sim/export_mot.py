"""Truth as a MOTChallenge sequence (motchallenge.net/instructions), as TrackEval and CVAT read it.

Frames, ids and pixels count from 1 there. Where truth lists people on every n-th frame only, the sequence
consists of those frames, numbered through; ``gt/frames.csv`` says which frame of the clip each is.
"""

from __future__ import annotations

from typing import Any, Literal

from review.core.detections import CLASSES
from review.sim.labels import Boxes, Label, LabelledFrame, frame_rate_fps, labelled_frames

Classes = Literal["person", "role"]


def mot_files(
    truth: dict[str, Any], *, boxes: Boxes = "amodal", classes: Classes = "person"
) -> dict[str, str]:
    """Texts of the files of a sequence, by their path in its folder.

    ``gt/gt.txt`` rows are frame, id, left, top, width, height, flag, class, visibility. The flag is 0 for
    somebody of whom less than a tenth shows: evaluation leaves him out.

    Parameters
    ----------
    boxes : ``amodal`` or ``visible``
    classes : ``person`` makes everybody class 1, which evaluation of pedestrians asks for; ``role`` numbers
        the roles in the order of ``gt/labels.txt``
    """
    frames = labelled_frames(truth, boxes)
    rows = [_row(n, label, classes) for n, frame in enumerate(frames, 1) for label in frame.labels]
    names = CLASSES if classes == "role" else ("person",)
    return {
        "seqinfo.ini": _seqinfo(truth, frames),
        "gt/gt.txt": "".join(row + "\n" for row in rows),
        "gt/labels.txt": "".join(name + "\n" for name in names),
        "gt/people.csv": _people(frames),
        "gt/frames.csv": "frame,clip_frame,pts,s\n"
        + "".join(
            f"{n},{f.i},{'' if f.pts is None else f.pts},{f.at_s:.6f}\n" for n, f in enumerate(frames, 1)
        ),
    }


def _row(n: int, label: Label, classes: Classes) -> str:
    left, top, right, bottom = label.box_px
    kind = CLASSES.index(label.role) + 1 if classes == "role" else 1
    size = ",".join(_px(v) for v in (left + 1, top + 1, right - left, bottom - top))
    return f"{n},{label.person},{size},{int(not label.ignored)},{kind},{label.visible_share:.2f}"


def _px(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _seqinfo(truth: dict[str, Any], frames: list[LabelledFrame]) -> str:
    w, h = truth["size_px"]
    shown_fps = frame_rate_fps(truth) * len(frames) / len(truth["frames"])
    values = {
        "name": truth["scenario"],
        "imDir": "img1",
        "frameRate": _px(shown_fps),
        "seqLength": len(frames),
        "imWidth": w,
        "imHeight": h,
        "imExt": ".jpg",
    }
    return "[Sequence]\n" + "".join(f"{key}={value}\n" for key, value in values.items())


def _people(frames: list[LabelledFrame]) -> str:
    rows = {label.person: label.row for frame in frames for label in frame.labels}
    lines = ["id,team,role,number"]
    for person, row in sorted(rows.items()):
        number = row.get("number")
        lines.append(f"{person},{row['team'] or ''},{row['role']},{'' if number is None else number}")
    return "\n".join(lines) + "\n"
