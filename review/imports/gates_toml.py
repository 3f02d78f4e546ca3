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
FARTHEST_M = (35.0, 20.0)  # from centre ice; no rink is longer or wider
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
    team = take(table, "team", str, file, where)
    if teams and team not in teams:
        raise GameFileWrong(
            f"{file}: {where}, team {team!r} is unknown.", remedy=f"One of {', '.join(teams)}."
        )
    kind = _one_of(table.get("kind", "players_bench"), _KINDS, "kind", file, where)
    off_side = _one_of(table.get("off_side", "above"), ("above", "below"), "off_side", file, where)
    anchor = _one_of(table.get("anchor", "foot"), ("foot", "centre", "head"), "anchor", file, where)
    id_ = f"{team}-{_SHORT[kind]}"
    if "points_m" in table:
        return _on_rink(table, id_, team, cast(GateKind, kind), cast(Anchor, anchor), file, where)
    frame = take(table, "frame", int, file, where)
    if not 0 <= frame < len(index):
        raise GameFileWrong(
            f"{file}: {where}, frame {frame} is not in the tape (0 to {len(index) - 1}).",
            remedy="Frames count from 0.",
        )
    points = _points(take(table, "points_px", list, file, where), tape, file, where)
    return Gate(
        id_,
        team,
        cast(GateKind, kind),
        tape.scale.at(int(index.pts[frame])),
        points,
        cast(OffSide, off_side),
        cast(Anchor, anchor),
    )


def _on_rink(
    table: Table, id_: str, team: str, kind: GateKind, anchor: Anchor, file: str, where: str
) -> Gate:
    """A gate given in rink metres; far benches lie above their line in the picture, near ones below it."""
    for key in ("frame", "points_px"):
        if key in table:
            raise GameFileWrong(
                f"{file}: {where} gives points_m and {key}.",
                remedy="Draw a gate or give it in metres, not both.",
            )
    points = _pairs(table["points_m"], "points_m", "[[-10.6, 12.95], [-1.6, 12.95]]", file, where)
    for x, y in points:
        if not (abs(x) <= FARTHEST_M[0] and abs(y) <= FARTHEST_M[1]):
            raise GameFileWrong(
                f"{file}: {where}, point [{x:g}, {y:g}] lies on no rink.",
                remedy="Points are metres from centre ice: x to the right, y to the far boards.",
            )
    side = table.get("off_side", "above" if points[:, 1].mean() > 0 else "below")
    return Gate(id_, team, kind, None, None, cast(OffSide, side), anchor, points)


def _one_of(value: object, valid: Sequence[str], key: str, file: str, where: str) -> str:
    if value not in valid:
        raise GameFileWrong(
            f"{file}: {where}, {key} = {value!r} is unknown.", remedy=f"One of {', '.join(valid)}."
        )
    return str(value)


def _pairs(values: object, key: str, example: str, file: str, where: str) -> np.ndarray:
    values = values if isinstance(values, list) else []
    pairs = [p for p in values if isinstance(p, list) and len(p) == 2]
    numbers = [v for p in pairs for v in p if isinstance(v, int | float) and not isinstance(v, bool)]
    if len(pairs) != len(values) or len(numbers) != 2 * len(values) or len(values) < 2:
        raise GameFileWrong(
            f"{file}: {where}, {key} needs two or more [x, y] pairs.", remedy=f"Example: {example}."
        )
    return np.array(values, dtype=np.float64)


def _points(values: list[object], tape: Tape, file: str, where: str) -> np.ndarray:
    points = _pairs(values, "points_px", "[[610, 138], [1165, 160]]", file, where)
    width, height = tape.size_px
    for x, y in points:
        if not (0 <= x <= width and 0 <= y <= height):
            raise GameFileWrong(
                f"{file}: {where}, point [{x:g}, {y:g}] lies outside the picture ({width} × {height} px).",
                remedy="Points are in the tape's own pixels, from the top left.",
            )
    return points
