"""POINTS.toml: named points of the rink that a person clicked in pictures (docs/formats/points.md)."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from review.core.errors import GameFileWrong
from review.core.rink import RinkModel, rink_points
from review.imports.toml_reading import Table, check_keys, parse_toml, take

__all__ = ["ClickedPicture", "parse_points"]

FEWEST = 4


@dataclass(frozen=True, slots=True)
class ClickedPicture:
    """Points clicked in one picture, by its file's name, or in one frame of a tape."""

    picture: str | None
    frame: int | None
    points_px: dict[str, tuple[float, float]]


def parse_points(text: bytes, rink: RinkModel, file: str = "POINTS.toml") -> tuple[ClickedPicture, ...]:
    """Read a POINTS.toml.

    Raises
    ------
    GameFileWrong
        For a wrong key, type or name of a point, or fewer than four points, with file and place.
    """
    doc = parse_toml(text, file)
    check_keys(doc, ("pictures",), file, "the file")
    tables = take(doc, "pictures", list, file, "the file")
    return tuple(_picture(table, f"[[pictures]] {k}", rink, file) for k, table in enumerate(tables, 1))


def _picture(table: Table, where: str, rink: RinkModel, file: str) -> ClickedPicture:
    check_keys(table, ("picture", "frame", "points"), file, where)
    if ("picture" in table) == ("frame" in table):
        raise GameFileWrong(f"{file}: {where} needs either picture or frame.", remedy="Name one of them.")
    points = {
        name: _place(name, value, rink, file, where)
        for name, value in take(table, "points", dict, file, where).items()
    }
    if len(points) < FEWEST:
        raise GameFileWrong(
            f"{file}: {where} has {len(points)} points.",
            remedy=f"Click {FEWEST} or more, not all on one line.",
        )
    picture = take(table, "picture", str, file, where) if "picture" in table else None
    frame = take(table, "frame", int, file, where) if "frame" in table else None
    return ClickedPicture(picture, frame, points)


def _place(name: str, value: object, rink: RinkModel, file: str, where: str) -> tuple[float, float]:
    known = rink_points(rink)
    if name not in known:
        close = get_close_matches(name, known, n=1)
        remedy = f"Did you mean {close[0]!r}?" if close else f"One of {', '.join(known)}."
        raise GameFileWrong(f"{file}: {where}, point {name!r} is unknown.", remedy=remedy)
    if isinstance(value, list) and len(value) == 2:
        x, y = value
        if all(isinstance(v, int | float) and not isinstance(v, bool) for v in (x, y)):
            return float(x), float(y)
    raise GameFileWrong(f"{file}: {where}, {name!r} is not [x, y].", remedy="Give pixels of the picture.")
