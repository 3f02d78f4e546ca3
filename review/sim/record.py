"""What a tape's truth says beside its frames: crossings as filmed, and everything in tape seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from review.sim.curves import Floats
from review.sim.edit import Feed, Mixer
from review.sim.filming import View
from review.sim.gates import Opening, openings
from review.sim.lens import Lens
from review.sim.scenario import Scenario
from review.sim.script import Motion
from review.sim.truth import Truth

SCHEMA = "benchgate.truth/1"
SEEN_SHARE = 0.3  # a crossing is in view when at least so much of the man is …
STRETCH_M = 0.75  # … and so much of the gate to either side of him
NEAR_S = 0.25  # a frame further from the touch than this does not show it
INSTANTS = ("s", "at_s", "start_s", "end_s", "first_skate_s", "second_skate_s", "counted_s", "span_s")


class CrossingWatch:
    """Notes for every crossing whether the frame nearest to its touch shows it."""

    def __init__(self, motion: Motion, truth: Truth, mixer: Mixer, moments_s: Sequence[float]) -> None:
        self._motion, self._truth = motion, truth
        self._gates = {gate.id: gate for gate in openings(motion.scenario)}
        self._through = [row["gate"] for row in truth.crossing_rows({})]
        self._at: dict[int, list[int]] = {}
        moments = np.asarray(moments_s)
        for k, crossing in enumerate(truth.crossings):
            touch_s = mixer.tape_s(crossing.first_skate_s)
            i = int(np.argmin(np.abs(moments - touch_s)))
            if abs(moments[i] - touch_s) <= NEAR_S:
                self._at.setdefault(i, []).append(k)
        self.seen_live: dict[int, bool] = {}
        self.in_view: dict[int, bool] = {}

    def awaits(self, i: int) -> bool:
        """Whether frame ``i`` is the nearest to some crossing."""
        return i in self._at

    def look(self, i: int, feed: Feed, view: View, lens: Lens, people: list[dict[str, Any]]) -> None:
        """Judge the crossings nearest to frame ``i`` by what it shows."""
        for k in self._at.get(i, ()):
            crossing = self._truth.crossings[k]
            man = self._motion.scenario.people[crossing.row].id
            shares = [p["visible_share"] for p in people if p["id"] == man]
            live = not feed.replay and bool(shares) and shares[0] >= SEEN_SHARE
            x_m = float(self._motion.pelvis_m(crossing.first_skate_s)[crossing.row, 0])
            gate = self._gates.get(self._through[k])
            self.seen_live[k] = live
            self.in_view[k] = live and gate is not None and in_picture(gate, x_m, view, lens)


def in_picture(gate: Opening, x_m: float, view: View, lens: Lens) -> bool:
    """Whether the gate's foot about ``x_m`` lies within the picture."""
    ends = np.clip([x_m - STRETCH_M, x_m + STRETCH_M], gate.low_m, gate.high_m)
    points = np.column_stack([ends, np.full(2, gate.side * gate.boards_m), np.zeros(2)])
    return bool(inside_picture(points, view, lens).all())


def inside_picture(points_m: Floats, view: View, lens: Lens, *, edge_px: float = 0.0) -> NDArray[np.bool_]:
    """Which rink points (n, 3) lie before the camera and within the picture, (n,) of truth values."""
    at = view.project(points_m)
    px = lens.bent(at[:, :2]) if not lens.straight else at[:, :2]
    limit = np.array(view.size_px) - edge_px
    return np.asarray((at[:, 2] > 0) & (px >= edge_px).all(axis=1) & (px <= limit).all(axis=1))


def document(
    scenario: Scenario, truth: Truth, watch: CrossingWatch, mixer: Mixer, end_s: float
) -> dict[str, Any]:
    """Truth without its frames, in seconds of a tape that is ``end_s`` long."""
    rink = {k: v for k, v in asdict(scenario.rink).items() if k in ("length_m", "width_m", "corner_m")}
    crossings = _crossings(truth, watch, mixer, end_s)
    return {
        "rink": rink,
        "gates": [
            {"gate": o.id, "team": o.team, "kind": o.kind, "points_m": o.points_m} for o in openings(scenario)
        ],
        "crossings": crossings,
        "counts": _counts(on_tape(truth.counts(), mixer)),
        "changes": _changes(truth.changes(), crossings, mixer),
        "altercations": _within(on_tape(truth.altercations(), mixer), end_s),
        "stoppages": _within(on_tape(truth.stoppages(), mixer), end_s),
        "touches": [t for t in on_tape(truth.touches(), mixer) if 0 <= t["s"] <= end_s],
        "shots": mixer.shots(end_s),
        "replays": mixer.replays(end_s),
        "expected": [e for e in on_tape(truth.expected(), mixer) if _overlaps(e["span_s"], end_s)],
        "sync": {"offset_s": mixer.offset_s, "drift_ppm": mixer.drift_ppm},
    }


def on_tape(value: Any, mixer: Mixer) -> Any:
    """``value`` with every instant of the game in it turned into an instant of the tape."""
    if isinstance(value, list):
        return [on_tape(v, mixer) for v in value]
    if not isinstance(value, dict):
        return value
    out: dict[str, Any] = {}
    for key, inner in value.items():
        if key in INSTANTS and isinstance(inner, list):
            out[key] = [round(mixer.tape_s(s), 3) for s in inner]
        elif key in INSTANTS and inner is not None:
            out[key] = round(mixer.tape_s(inner), 3)
        else:
            out[key] = on_tape(inner, mixer)
    return out


def _crossings(truth: Truth, watch: CrossingWatch, mixer: Mixer, end_s: float) -> list[dict[str, Any]]:
    rows = on_tape(truth.crossing_rows(watch.in_view), mixer)
    marked = [{**row, "seen_live": watch.seen_live.get(k, False)} for k, row in enumerate(rows)]
    return [row for row in marked if 0 <= row["first_skate_s"] <= end_s]


def _counts(teams: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Counts from the tape's start on: what happened before is one point at 0."""
    for team in teams:
        before = [p for p in team["points"] if p["s"] <= 0]
        team["points"] = [{**p, "s": 0.0} for p in before[-1:]] + [p for p in team["points"] if p["s"] > 0]
    return teams


def _changes(
    changes: list[dict[str, Any]], crossings: list[dict[str, Any]], mixer: Mixer
) -> list[dict[str, Any]]:
    """Changes whose entering man comes on while the tape runs."""
    came = {c["person"] for c in crossings if c["direction"] == "on"}
    return [c for c in on_tape(changes, mixer) if c["on"] in came]


def _within(spans: list[dict[str, Any]], end_s: float) -> list[dict[str, Any]]:
    """Spans that the tape shows something of, cut at its ends."""
    return [
        {**span, "start_s": max(0.0, span["start_s"]), "end_s": min(end_s, span["end_s"])}
        for span in spans
        if _overlaps([span["start_s"], span["end_s"]], end_s)
    ]


def _overlaps(span_s: list[float], end_s: float) -> bool:
    return span_s[-1] >= 0 and span_s[0] <= end_s
