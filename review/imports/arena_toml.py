"""ARENA.toml: an arena's rink and main camera (docs/formats/arena.md)."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from review.core.errors import GameFileWrong
from review.core.registration import ArenaCamera, ArenaProfile
from review.core.rink import RINKS, RinkModel, rink_from
from review.imports.toml_reading import check_keys, parse_toml, take

__all__ = ["ARENA_SCHEMA", "arena_text", "parse_arena", "parse_rink"]

ARENA_SCHEMA = "benchgate.arena/1"
FARTHEST = 1e6  # of any number of a camera; not a number is below nothing
_CAMERA = ("at_m", "at_sd_m", "lean_deg", "k1", "pictures")


def parse_arena(text: bytes, file: str = "ARENA.toml") -> ArenaProfile:
    """Read an arena profile.

    Raises
    ------
    GameFileWrong
        For a wrong key, type or measure, with file and key.
    """
    doc = parse_toml(text, file)
    check_keys(doc, ("schema", "name", "rink", "camera"), file, "the file")
    if take(doc, "schema", str, file, "the file") != ARENA_SCHEMA:
        raise GameFileWrong(f"{file}: schema is not {ARENA_SCHEMA!r}.", remedy="Save the arena again.")
    table = take(doc, "camera", dict, file, "the file")
    check_keys(table, _CAMERA, file, "[camera]")
    at, sd, lean = (
        _numbers(table, key, n, file) for key, n in (("at_m", 3), ("at_sd_m", 3), ("lean_deg", 2))
    )
    if not 1 < at[2] < 60:
        raise GameFileWrong(
            f"{file}: [camera] at_m puts the camera {at[2]:g} m over the ice.",
            remedy="Correct its third number.",
        )
    (k1,) = _numbers({"k1": [take(table, "k1", (int, float), file, "[camera]")]}, "k1", 1, file)
    camera = ArenaCamera(np.array(at), np.radians(lean), k1, np.array(sd))
    pictures = take(table, "pictures", int, file, "[camera]") if "pictures" in table else 0
    return ArenaProfile(
        rink_from(doc.get("rink", {}), file=f"{file}: [rink]"),
        camera,
        str(doc.get("name", "")),
        pictures,
    )


def _numbers(table: dict[str, Any], key: str, n: int, file: str) -> list[float]:
    values = take(table, key, list, file, "[camera]")
    good = all(isinstance(v, int | float) and not isinstance(v, bool) and abs(v) < FARTHEST for v in values)
    if len(values) != n or not good:
        raise GameFileWrong(f"{file}: [camera] {key} is not {n} numbers.", remedy="Correct the value.")
    return [float(v) for v in values]


def parse_rink(text: bytes, file: str) -> RinkModel:
    """A rink from a TOML file with one table `[rink]`."""
    doc = parse_toml(text, file)
    check_keys(doc, ("rink",), file, "the file")
    return rink_from(take(doc, "rink", dict, file, "the file"), file=f"{file}: [rink]")


def arena_text(profile: ArenaProfile) -> str:
    """The profile as the text of an ARENA.toml."""
    camera = profile.camera
    lines = [f'schema = "{ARENA_SCHEMA}"', f"name = {_quoted(profile.name)}", "", "[rink]"]
    lines += _rink_lines(profile.rink)
    lines += [
        "", "[camera]",
        f"at_m = {_row(camera.at_m, 3)}",
        f"at_sd_m = {_row(camera.at_sd_m, 3)}",
        f"lean_deg = {_row(np.degrees(camera.lean_rad), 4)}",
        f"k1 = {camera.k1_ratio:.5f}",
        f"pictures = {profile.pictures}",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _rink_lines(rink: RinkModel) -> list[str]:
    if RINKS.get(rink.name) == rink:
        return [f'preset = "{rink.name}"']
    return [f"{f.name} = {_value(getattr(rink, f.name))}" for f in fields(RinkModel)]


def _value(value: float | str) -> str:
    return _quoted(value) if isinstance(value, str) else f"{value:.4f}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c >= " " else " " for c in escaped) + '"'


def _row(values: Any, digits: int) -> str:
    return "[" + ", ".join(f"{float(v):.{digits}f}" for v in values) + "]"
