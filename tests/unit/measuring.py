"""Small worlds for the tests of judgement: a far gate at row 200, bodies of 80 px, 25 looks a second."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from review.core.detections import Detections
from review.core.gates import Gate, GateKind, GateView
from review.core.times import FrameTime, TimeScale
from review.core.tracks import Track
from review.measure.gate_side import GateSides, feet_hidden, side_of_track
from review.measure.scale import BODY_M, BodyScale

TICK = Fraction(1, 1000)
SCALE = TimeScale(0, TICK)
BODY_PX = 86.0
PPM = BODY_PX / BODY_M  # 50 px a metre
LINE_Y = 200.0
RATE = 25


def at(seconds: float) -> FrameTime:
    return FrameTime(round(seconds * 1000), TICK)


def gate(team: str = "HOME") -> Gate:
    return Gate(f"{team}-bench", team, "players_bench", at(0), np.array([[100, LINE_Y], [500, LINE_Y]]))


def view(n: int, rate: float = RATE, *, drawn: Gate | None = None) -> GateView:
    pts = np.round(np.arange(n) * 1000 / rate).astype(np.int64)
    points = np.tile(np.array([[100.0, LINE_Y], [500.0, LINE_Y]]), (n, 1, 1))
    return GateView(drawn or gate(), 1, np.arange(n), pts, points, np.ones(n), np.ones(n))


def man(
    feet: Sequence[tuple[float, float]],
    *,
    id_: int = 1,
    rate: float = RATE,
    first: int = 0,
    height: float = BODY_PX,
) -> Track:
    """A track of (x, metres below the line) feet, one a look; NaN metres = not seen in that look."""
    rows = [(first + i, x, d) for i, (x, d) in enumerate(feet) if d == d]
    box = []
    for _, x, depth in rows:
        y = LINE_Y + depth * PPM
        box.append((x - 15, y - height, x + 15, y))
    n = len(rows)
    ordinal = np.array([r[0] for r in rows])
    pts = np.round(ordinal * 1000 / rate).astype(np.int64)
    return Track(
        id_,
        1,
        ordinal,
        pts,
        np.array(box, np.float32),
        np.full(n, 0.8, np.float32),
        np.zeros(n, np.int8),
        np.zeros(n, np.int64),
        np.full((n, 2), np.nan, np.float32),
        np.full(n, np.nan, np.float32),
    )


def flat_scale(n: int, rate: float = RATE) -> BodyScale:
    return BodyScale(np.arange(n) / rate, np.zeros(n), np.full(n, BODY_PX))


def near_gate(kind: GateKind = "penalty_box") -> Gate:
    """A gate under the camera: its boards stand before the ice, their top edge 0.9 m over the line."""
    points = np.array([[100, LINE_Y], [500, LINE_Y]])
    return Gate("HOME-near", "HOME", kind, at(0), points, off_side="below")


def sides(
    track: Track,
    n: int,
    *,
    others: Sequence[Track] = (),
    rate: float = RATE,
    drawn: Gate | None = None,
) -> GateSides:
    """Sides of a track, everybody else's boxes being in the same frames."""
    looked = {}
    for o in range(n):
        boxes = [t.xyxy_px[np.flatnonzero(t.ordinal == o)[0]] for t in (track, *others) if o in t.ordinal]
        looked[o] = Detections(np.array(boxes).reshape(-1, 4), np.zeros(len(boxes)), np.ones(len(boxes)))
    return side_of_track(
        track,
        view(n, rate, drawn=drawn),
        scale=flat_scale(n, rate),
        rows=track.ordinal,
        hidden=feet_hidden(track, looked, 720),
        size_px=(1280, 720),
    )
