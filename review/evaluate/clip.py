"""One clip to be scored: what the product reported, what it saw frame by frame, and the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.detections import Detections

__all__ = ["Clip", "Look", "TrueCrossing", "best_s"]

PLAYERS = ("skater", "goalkeeper")
SAME_FRAME_S = 0.002


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen in one frame that the detector looked at: people, and the tracks they belong to.

    `foot_m` and `foot_error_m` are the tracks' places on the rink (`core.tracks.Tracks`); None where unknown.
    """

    s: float
    found: Detections
    track_id: Array
    track_px: Array
    foot_m: Array | None = None
    foot_error_m: Array | None = None


@dataclass(frozen=True, slots=True)
class TrueCrossing:
    """A crossing of the world: `s` is when the count changes (first touch going on, last lift going off)."""

    row: int
    person: int
    team: str | None
    gate_kind: str
    direction: str
    s: float
    in_view: bool
    number: int | None

    @property
    def key(self) -> tuple[str | None, str, str]:
        """What a found crossing must agree in."""
        return self.team, self.gate_kind, self.direction


@dataclass(frozen=True)
class Clip:
    """Report (`benchgate.report/1`), truth (`benchgate.truth/1`) and looks of one tape.

    `looks` is empty where only the report is at hand; what needs boxes is then unmeasured.
    """

    name: str
    report: Mapping[str, Any]
    truth: Mapping[str, Any]
    looks: Sequence[Look] = ()

    @property
    def group(self) -> str:
        """The scenario's group, as truth says."""
        return str(self.truth.get("group") or "other")

    @cached_property
    def frame_s(self) -> float:
        """Seconds a frame: the truth's nominal rate, or else the report's."""
        rate = self.truth.get("rate") or self.report["tape"].get("rate") or "25/1"
        return float(1 / Fraction(rate))

    @property
    def duration_s(self) -> float:
        """Seconds of tape."""
        return float(self.report["tape"]["duration_s"])

    @cached_property
    def teams(self) -> tuple[str, ...]:
        """Teams that truth counts."""
        return tuple(dict.fromkeys(row["team"] for row in self.truth.get("counts", ())))

    @cached_property
    def true_crossings(self) -> tuple[TrueCrossing, ...]:
        """Players' crossings in order of time; `in_view` is true where truth does not say."""
        kinds = {g["gate"]: g.get("kind") or "players_bench" for g in self.truth.get("gates", ())}
        rows = []
        for k, c in enumerate(self.truth.get("crossings", ())):
            when = c["first_skate_s"] if c["direction"] == "on" else c["second_skate_s"]
            seen = bool(c.get("in_view", True)) and c.get("role", "skater") in PLAYERS
            kind = kinds.get(c["gate"], "players_bench")
            rows.append(
                TrueCrossing(
                    k, c["person"], c["team"], kind, c["direction"], float(when), seen, c.get("number")
                )
            )
        return tuple(sorted(rows, key=lambda row: row.s))

    @cached_property
    def gate_kinds(self) -> dict[str, str]:
        """Kind of each gate of the report."""
        return {g["id"]: g.get("kind") or "players_bench" for g in self.report["gates"]}

    def found_key(self, crossing: Mapping[str, Any]) -> tuple[str | None, str, str]:
        """Team, kind of gate and direction of a reported crossing, as `TrueCrossing.key`."""
        kind = self.gate_kinds.get(crossing["gate"], "players_bench")
        return crossing["team"], kind, crossing["direction"]

    @cached_property
    def live_spans_s(self) -> tuple[tuple[float, float], ...]:
        """Spans of tape with the main camera on live play; the whole tape where truth lists no shots."""
        shots = self.truth.get("shots") or ()
        if not shots:
            return ((0.0, self.duration_s),)
        ends = [s["start_s"] for s in shots[1:]] + [max(self.duration_s, shots[-1]["end_s"])]
        return tuple(
            (float(shot["start_s"]), float(end))
            for shot, end in zip(shots, ends, strict=True)
            if shot.get("view", "main") == "main" and not shot.get("replay")
        )

    @cached_property
    def true_frames(self) -> dict[int, Mapping[str, Any]]:
        """Truth's listed frames by position in `looks`; frames without a list of people are left out."""
        frames = [f for f in self.truth.get("frames", ()) if f.get("people") is not None]
        if not frames or not self.looks:
            return {}
        at = np.array([f["s"] for f in frames])
        seen = np.array([look.s for look in self.looks])
        first = np.searchsorted(at, seen - SAME_FRAME_S)
        return {
            k: frames[i]
            for k, i in enumerate(first.tolist())
            if i < len(at) and at[i] <= seen[k] + SAME_FRAME_S
        }


def best_s(when: Mapping[str, Any]) -> float:
    """The likeliest second of an interval: its best, else its middle."""
    if when["best"] is not None:
        return float(when["best"]["s"])
    return (float(when["earliest"]["s"]) + float(when["latest"]["s"])) / 2
