"""Count lanes as geometry: what the template draws as SVG, one lane a team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Box", "Lane", "Lanes", "Mark", "lanes", "lanes_around", "whole_lanes"]

WIDTH_PX = 960.0
_GUTTER_PX = 64.0
_ROW_PX = 18.0
_STEPS_S = (0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600)
_MOST_TICKS = 13
_MARKED_UP_TO_S = 180.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with what it says when pointed at."""

    x: float
    y: float
    width: float
    height: float
    words: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the time axis, or a line of a lane, with its words."""

    x: float
    y: float
    text: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Lane:
    """One team's lane: `band` is what was counted, `open` has no known upper end, `unseen` nothing at all.

    `best` and `allowed` are lists of polylines, each an SVG points string.
    """

    team: str
    slot: int
    height: float
    rows: tuple[Mark, ...]
    band: tuple[Box, ...]
    open: tuple[Box, ...]
    unseen: tuple[Box, ...]
    best: tuple[str, ...]
    allowed: tuple[str, ...]
    marks: tuple[Mark, ...]
    findings: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Lanes:
    """All lanes over one span of tape."""

    width: float
    ticks: tuple[Mark, ...]
    lanes: tuple[Lane, ...]


def lanes(
    report: Mapping[str, Any],
    start_s: float,
    end_s: float,
    *,
    teams: Sequence[str] | None = None,
) -> Lanes:
    """The counts of a report between two times of tape, in the report's order of teams.

    Crossings are marked where the span is short enough to tell them apart.
    """
    axis = _Axis(start_s, max(end_s, start_s + 0.001))
    drawn = [
        _lane(report, timeline, axis, slot)
        for slot, timeline in enumerate(report["counts"])
        if timeline["points"] and (teams is None or timeline["team"] in teams)
    ]
    return Lanes(WIDTH_PX, axis.ticks(), tuple(drawn))


@dataclass(frozen=True, slots=True)
class _Axis:
    start_s: float
    end_s: float

    def x(self, time_s: float) -> float:
        share = (min(max(time_s, self.start_s), self.end_s) - self.start_s) / (self.end_s - self.start_s)
        return round(_GUTTER_PX + share * (WIDTH_PX - _GUTTER_PX - 8), 2)

    def holds(self, start_s: float, end_s: float) -> bool:
        return end_s >= self.start_s and start_s <= self.end_s

    def ticks(self) -> tuple[Mark, ...]:
        length = self.end_s - self.start_s
        step = next((s for s in _STEPS_S if length / s <= _MOST_TICKS), _STEPS_S[-1])
        first = int(-(-self.start_s // step))
        return tuple(
            Mark(self.x(i * step), 0, _tick_words(i * step, step))
            for i in range(first, int(self.end_s // step) + 1)
        )


def _tick_words(time_s: float, step: float) -> str:
    minutes, seconds = divmod(time_s, 60)
    text = f"{seconds:04.1f}" if step < 1 else f"{seconds:02.0f}"
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02d}:{text}" if hours else f"{minutes}:{text}"


@dataclass(frozen=True, slots=True)
class _Piece:
    """One count in force over a stretch of the axis."""

    a: float
    b: float
    point: Mapping[str, Any]


def _lane(report: Mapping[str, Any], timeline: Mapping[str, Any], axis: _Axis, slot: int) -> Lane:
    pieces = _pieces(timeline["points"], axis)
    low, high = _bounds([piece.point for piece in pieces])
    height = (high - low) * _ROW_PX

    def y(count: float) -> float:
        return (high - count) * _ROW_PX

    seen = [piece for piece in pieces if piece.point["seen"]]
    capped = [piece for piece in seen if piece.point["high"] is not None]
    team = timeline["team"]
    return Lane(
        team=team,
        slot=slot % 2,
        height=height,
        rows=tuple(Mark(_GUTTER_PX, y(n), str(n)) for n in range(low + 1, high)),
        band=tuple(_box(p, y(p.point["high"] + 0.35), y(p.point["low"] - 0.35)) for p in capped),
        open=tuple(_box(p, 0, y(p.point["low"] - 0.35)) for p in seen if p.point["high"] is None),
        unseen=tuple(_box(p, 0, height) for p in pieces if not p.point["seen"]),
        best=_steps([(p, p.point["best"] if p.point["seen"] else None) for p in pieces], y),
        allowed=_steps([(p, _limit(p.point)) for p in pieces], y),
        marks=_crossing_marks(report, team, axis, height),
        findings=_finding_boxes(report, team, axis),
    )


def _pieces(points: Sequence[Mapping[str, Any]], axis: _Axis) -> list[_Piece]:
    starts = [point["t"]["s"] for point in points]
    ends = [*starts[1:], axis.end_s]
    return [
        _Piece(axis.x(a), axis.x(b), point)
        for a, b, point in zip(starts, ends, points, strict=True)
        if axis.holds(a, b) and axis.x(b) > axis.x(a)
    ]


def _bounds(points: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """Whole counts one below and one above everything drawn."""
    seen = [point for point in points if point["seen"]]
    values = [point[key] for point in seen for key in ("low", "high", "best") if point[key] is not None]
    values += [point["allowed"] for point in points if point["allowed"] is not None]
    return (min(values) - 1, max(values) + 1) if values else (4, 7)


def _box(piece: _Piece, top: float, bottom: float) -> Box:
    point = piece.point
    if not point["seen"]:
        words = f"not seen: {point['cause']}"
    else:
        high = "open" if point["high"] is None else point["high"]
        words = f"{point['low']} to {high} men: {point['cause']}"
    return Box(piece.a, round(top, 2), round(piece.b - piece.a, 2), round(bottom - top, 2), words)


def _limit(point: Mapping[str, Any]) -> float | None:
    """Between the last count allowed and the first that is not, so that it never hides the best count."""
    return None if point["allowed"] is None else point["allowed"] + 0.5


def _steps(pieces: Sequence[tuple[_Piece, float | None]], y: Any) -> tuple[str, ...]:
    """Step lines, broken where the value is unknown."""
    lines: list[list[str]] = [[]]
    for piece, value in pieces:
        if value is None:
            lines.append([])
        else:
            lines[-1] += [f"{piece.a},{y(value):.2f}", f"{piece.b},{y(value):.2f}"]
    return tuple(" ".join(line) for line in lines if line)


def _crossing_marks(report: Mapping[str, Any], team: str, axis: _Axis, height: float) -> tuple[Mark, ...]:
    if axis.end_s - axis.start_s > _MARKED_UP_TO_S:
        return ()
    marks = []
    for crossing in report["crossings"]:
        when = crossing["when"]
        a, b = when["earliest"]["s"], when["latest"]["s"]
        if crossing["team"] != team or not axis.holds(a, b):
            continue
        at_s = when["best"]["s"] if when["best"] else (a + b) / 2
        sign = "↑" if crossing["direction"] == "on" else "↓"
        words = f"crossing {crossing['id']}: {crossing['direction']}, {a:.3f} to {b:.3f} s"
        marks.append(Mark(axis.x(at_s), height + 13, sign, words))
    return tuple(marks)


def _finding_boxes(report: Mapping[str, Any], team: str, axis: _Axis) -> tuple[Box, ...]:
    boxes = []
    for finding in report["findings"]:
        a, b = finding["span"]["start"]["s"], finding["span"]["end"]["s"]
        told = finding["verdict"] != "does not" and finding["subject"]["team"] == team
        if told and axis.holds(a, b):
            words = f"finding {finding['id']}, {finding['clause']}: {finding['verdict']}"
            boxes.append(Box(axis.x(a), -6, max(round(axis.x(b) - axis.x(a), 2), 2.0), 5, words))
    return tuple(boxes)


_WHOLE_UP_TO_S = 60.0
_AROUND_S = 5.0


def whole_lanes(report: Mapping[str, Any]) -> Lanes:
    """The whole tape."""
    return lanes(report, 0.0, float(report["tape"]["duration_s"]))


def lanes_around(report: Mapping[str, Any], finding: Mapping[str, Any]) -> Lanes | None:
    """Lanes around a finding, where the whole tape is too long to show the moment; else None."""
    duration_s = float(report["tape"]["duration_s"])
    if duration_s <= _WHOLE_UP_TO_S:
        return None
    start_s = max(0.0, finding["span"]["start"]["s"] - _AROUND_S)
    end_s = min(duration_s, finding["span"]["end"]["s"] + _AROUND_S)
    team = finding["subject"]["team"]
    return lanes(report, start_s, end_s, teams=None if team is None else [team])
