"""Gates drawn by hand, kept in `NAME.gates.toml` beside the tape."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

from review.core.gates import GateKind

__all__ = ["add_gate", "gate_file_for", "team_names_beside"]


def gate_file_for(tape: Path) -> Path:
    """Where a tape's gates are kept."""
    return tape.with_name(f"{tape.stem}.gates.toml")


def add_gate(
    file: Path,
    points_px: Sequence[tuple[float, float]],
    *,
    team: str,
    kind: GateKind,
    frame: int,
    off_side: str,
) -> None:
    """Append one `[[gates]]` table, the whole file or nothing.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    before = file.read_text(encoding="utf-8").rstrip() + "\n\n" if file.exists() else ""
    points = ", ".join(f"[{x:g}, {y:g}]" for x, y in points_px)
    table = (
        f"[[gates]]\nteam = {json.dumps(team, ensure_ascii=False)}\nkind = {json.dumps(kind)}\n"
        f"frame = {frame}\noff_side = {json.dumps(off_side)}\npoints_px = [{points}]\n"
    )
    new = file.with_name(file.name + ".new")
    try:
        new.write_text(before + table, encoding="utf-8")
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)


def team_names_beside(tape: Path) -> tuple[str, ...]:
    """Names in `NAME.game.toml`, () where it is missing or unreadable (the analysis then says why)."""
    try:
        game = tomllib.loads(tape.with_name(f"{tape.stem}.game.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    teams = game.get("teams", {})
    sides = [teams.get(side) for side in ("home", "away")] if isinstance(teams, dict) else []
    names = [side.get("name") for side in sides if isinstance(side, dict)]
    return tuple(name for name in names if isinstance(name, str))
