"""Positions of men as others tracked them, frame by frame, without a picture: who is in view, and when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from review.core.clock import ClockReading
from review.core.errors import RecordWrong
from review.imports.record_reading import csv_rows, number_of

__all__ = ["InView", "read_box_positions", "read_cup_positions"]

Man = tuple[str, int | None, str | None]  # team, number, role


@dataclass(frozen=True, slots=True)
class InView:
    """One frame: every man that somebody tracked in it, and what the game clock showed, where that is told.

    Only people in view are listed, so that their number bounds the men on the ice from below.
    """

    frame: int
    shot: int
    men: tuple[Man, ...]
    clock: ClockReading | None = None


def read_cup_positions(data: bytes, file: str, rate_fps: float) -> tuple[InView, ...]:
    """The Big Data Cup's tracking of 2022, which says neither who keeps goal nor whom it missed."""
    frames: dict[int, list[Man]] = {}
    heads: dict[int, tuple[int, ClockReading]] = {}
    for row, where in _rows(
        data, file, ("frame_id", "team_name", "jersey_number", "video_shot", "game_seconds")
    ):
        frame = _whole(row["frame_id"], where)
        frames.setdefault(frame, []).append((row["team_name"], number_of(row["jersey_number"]), None))
        clock = ClockReading(
            frame / rate_fps, float(_whole(row["game_seconds"], where)), period=row["period"]
        )
        heads.setdefault(frame, (_whole(row["video_shot"], where), clock))
    return tuple(InView(k, heads[k][0], tuple(frames[k]), heads[k][1]) for k in sorted(frames))


def read_box_positions(data: bytes, file: str) -> tuple[InView, ...]:
    """Boxes of one shot with label and team (McGill's hockey tracking set as a table); officials left out."""
    frames: dict[int, list[Man]] = {}
    for row, where in _rows(data, file, ("frame", "label", "team", "number")):
        men = frames.setdefault(_whole(row["frame"], where), [])
        if row["label"] in ("player", "keeper"):
            role = "goalkeeper" if row["label"] == "keeper" else "skater"
            men.append((row["team"], number_of(row["number"]), role))
    return tuple(InView(k, 1, tuple(frames[k])) for k in sorted(frames))


def _rows(data: bytes, file: str, columns: Iterable[str]) -> list[tuple[Mapping[str, str], str]]:
    rows = csv_rows(data, file)
    missing = [name for name in columns if rows and name not in rows[0]]
    if not rows or missing:
        raise RecordWrong(
            f"{file}: no rows with {', '.join(missing) or 'positions'}.", remedy="Give the table."
        )
    return [(row, f"{file}, row {i}") for i, row in enumerate(rows, 2)]


def _whole(text: str, where: str) -> int:
    if not text.isdigit():
        raise RecordWrong(f"{where}: {text!r} is no whole number.", remedy="Mend that row.")
    return int(text)
