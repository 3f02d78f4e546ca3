"""Which boxes stand in a frame: those seen in it, else neighbours' carried over, marked as such."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from review.core.arrays import Array
from review.core.times import FrameTime
from review.core.tracks import Track, Tracks

__all__ = ["REACH_S", "Box", "boxes_at"]

REACH_S = 0.1


@dataclass(frozen=True, slots=True)
class Box:
    """One man's box in the shown frame; `carried` where the detector did not look at this frame."""

    track: int
    xyxy_px: tuple[float, float, float, float]
    carried: bool


def boxes_at(tracks: Tracks, ordinal: int, time: FrameTime) -> list[Box]:
    """Boxes of frame `ordinal` shown at `time`.

    Where the detector looked at the frame, exactly its rows. Where it did not, each track's rows at most
    `REACH_S` before and after are joined by a straight line; with one of them only, that one is held.
    """
    here = tracks.ordinal == ordinal
    if here.any():
        rows = np.flatnonzero(here)
        return [Box(int(tracks.id[i]), _corners(tracks.xyxy_px[i]), carried=False) for i in rows]
    base = float(time.time_base)
    if len(tracks) == 0:
        return []
    near = np.abs(tracks.pts - time.pts) * base <= REACH_S + 1e-9
    looked = np.unique(tracks.ordinal[near])
    if not len(looked):
        return []
    boxes = (_carried(track, time.pts, Fraction(time.time_base)) for track in tracks.each())
    return [box for box in boxes if box is not None]


def _carried(track: Track, pts: int, time_base: Fraction) -> Box | None:
    after = int(np.searchsorted(track.pts, pts))
    rows = [
        i
        for i in (after - 1, after)
        if 0 <= i < len(track) and abs(int(track.pts[i]) - pts) * time_base <= Fraction(REACH_S)
    ]
    if not rows:
        return None
    if len(rows) == 1:
        return Box(track.id, _corners(track.xyxy_px[rows[0]]), carried=True)
    a, b = rows
    share = (pts - int(track.pts[a])) / (int(track.pts[b]) - int(track.pts[a]))
    between = track.xyxy_px[a] * (1 - share) + track.xyxy_px[b] * share
    return Box(track.id, _corners(between), carried=True)


def _corners(xyxy_px: Array) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = (float(v) for v in xyxy_px)
    return x1, y1, x2, y2
