"""GATES.toml: gates drawn in the picture (docs/formats/gates.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from review.core.errors import GameFileWrong
from review.core.gates import Anchor, Gate, GateKind, OffSide
from review.core.tape import PacketIndex, Tape
from review.imports.toml_reading import Table, check_keys, parse_toml, take

__all__ = ["parse_gates"]

_KINDS = ("players_bench", "penalty_box", "other")
_SHORT = {"players_bench": "bench", "penalty_box": "box", "other": "door"}
_KEYS = ("team", "kind", "frame", "points_px", "points_m", "off_side", "anchor")


def parse_gates(
    text: bytes, tape: Tape, index: PacketIndex, *, teams: Sequence[str] = (), file: str = "GATES.toml"
) -> tuple[Gate, ...]:
    """Read a GATES.toml drawn on this tape. One gate may be drawn again at other frames: same team and kind.

    Raises
    ------
    GameFileWrong
        For a wrong key, type, team, frame, or a point outside the picture, with file and key.
    """
    doc = parse_toml(text, file)
    check_keys(doc, ("gates",), file, "the file")
    return tuple(_gate(table, i, tape, index, teams, file) for i, table in enumerate(doc.get("gates", []), 1))


def _gate(table: Table, place: int, tape: Tape, index: PacketIndex, teams: Sequence[str], file: str) -> Gate:
    where = f"[[gates]] {place}"
    check_keys(table, _KEYS, file, where)
    if "points_m" in table:
        raise GameFileWrong(
            f"{file}: {where} gives points_m, but this tape is not registered to the rink.",
            remedy="Draw the gate in the picture with frame and points_px.",
        )
    team = take(table, "team", str, file, where)
    if teams and team not in teams:
        raise GameFileWrong(
            f"{file}: {where}, team {team!r} is unknown.", remedy=f"One of {', '.join(teams)}."
        )
    kind = _one_of(table.get("kind", "players_bench"), _KINDS, "kind", file, where)
    off_side = _one_of(table.get("off_side", "above"), ("above", "below"), "off_side", file, where)
    anchor = _one_of(table.get("anchor", "foot"), ("foot", "centre", "head"), "anchor", file, where)
    frame = take(table, "frame", int, file, where)
    if not 0 <= frame < len(index):
        raise GameFileWrong(
            f"{file}: {where}, frame {frame} is not in the tape (0 to {len(index) - 1}).",
            remedy="Frames count from 0.",
        )
    points = _points(take(table, "points_px", list, file, where), tape, file, where)
    return Gate(
        f"{team}-{_SHORT[kind]}",
        team,
        cast(GateKind, kind),
        tape.scale.at(int(index.pts[frame])),
        points,
        cast(OffSide, off_side),
        cast(Anchor, anchor),
    )


def _one_of(value: object, valid: Sequence[str], key: str, file: str, where: str) -> str:
    if value not in valid:
        raise GameFileWrong(
            f"{file}: {where}, {key} = {value!r} is unknown.", remedy=f"One of {', '.join(valid)}."
        )
    return str(value)


def _points(values: list[object], tape: Tape, file: str, where: str) -> np.ndarray:
    pairs = [p for p in values if isinstance(p, list) and len(p) == 2]
    numbers = [v for p in pairs for v in p if isinstance(v, int | float) and not isinstance(v, bool)]
    if len(pairs) != len(values) or len(numbers) != 2 * len(values) or len(values) < 2:
        raise GameFileWrong(
            f"{file}: {where}, points_px needs two or more [x, y] pairs.",
            remedy="Example: [[610, 138], [1165, 160]].",
        )
    points = np.array(values, dtype=np.float64)
    width, height = tape.size_px
    for x, y in points:
        if not (0 <= x <= width and 0 <= y <= height):
            raise GameFileWrong(
                f"{file}: {where}, point [{x:g}, {y:g}] lies outside the picture ({width} × {height} px).",
                remedy="Points are in the tape's own pixels, from the top left.",
            )
    return points
