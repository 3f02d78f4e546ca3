"""The rink after the rule books, in metres: origin at centre ice, x along it, y to the far boards.

Figures: NHL Official Rules 2023-24, rules 1.2 to 1.9; IIHF Official Rule Book 2023/24, rule 1. Where a blue
line's middle lies is a reading of them: the 64 ft from the goal line (NHL) and the 22.86 m from the end
boards (IIHF) are taken to reach to the line's edge at the neutral zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, Literal

import numpy as np

from review.core.arrays import Array
from review.core.errors import GameFileWrong

__all__ = ["KINDS", "RINKS", "LineKind", "RinkLine", "RinkModel", "rink_from", "rink_lines", "rink_points"]

#: What a line looks like in a picture; "boards" is the foot of the boards, "thin" every line 5 cm wide.
LineKind = Literal["red", "blue", "boards", "thin"]
KINDS: tuple[LineKind, ...] = ("red", "blue", "boards", "thin")

FOOT_M = 0.3048
STEP_M = 0.15
CREASE_M = 6 * FOOT_M


@dataclass(frozen=True, slots=True)
class RinkModel:
    """Outline and markings; lines are given by their middle. The defaults are the NHL's."""

    name: str = "nhl"
    length_m: float = 200 * FOOT_M
    width_m: float = 85 * FOOT_M
    corner_m: float = 28 * FOOT_M
    goal_line_m: float = 89 * FOOT_M
    blue_line_m: float = 25.5 * FOOT_M
    spot_x_m: float = 69 * FOOT_M
    spot_y_m: float = 22 * FOOT_M
    neutral_spot_x_m: float = 20 * FOOT_M
    circle_m: float = 15 * FOOT_M
    rules: str = "nhl"  # whose creases, hash marks and trapezoid: nhl or iihf
    referee_side: str = "near"  # boards before which the referee's crease lies: near or far

    def __post_init__(self) -> None:
        half_m, wide_m = self.length_m / 2, self.width_m / 2
        if not 0 < self.corner_m <= min(half_m, wide_m):
            raise ValueError(f"corner_m = {self.corner_m:g} does not fit a rink {self.width_m:g} m wide")
        if not 0 < self.blue_line_m < self.goal_line_m < half_m:
            raise ValueError("blue lines, goal lines and end boards must follow each other outwards")
        if self.rules not in ("nhl", "iihf"):
            raise ValueError(f"rules = {self.rules!r} is neither nhl nor iihf")
        if self.referee_side not in ("near", "far"):
            raise ValueError(f"referee_side = {self.referee_side!r} is neither near nor far")

    def inside_m(self, xy_m: Array) -> Array:
        """Distance (…) from points (…, 2) to the boards: positive on the ice, negative behind them."""
        half = np.array([self.length_m / 2, self.width_m / 2]) - self.corner_m
        past = np.abs(np.asarray(xy_m, np.float64)) - half
        outside = np.hypot(np.maximum(past[..., 0], 0.0), np.maximum(past[..., 1], 0.0))
        result: Array = self.corner_m - (outside + np.minimum(past.max(axis=-1), 0.0))
        return result

    def half_width_at_m(self, x_m: float) -> float:
        """How far the ice reaches to either side at `x_m`: less in the corners."""
        past = max(0.0, abs(x_m) - (self.length_m / 2 - self.corner_m))
        return self.width_m / 2 - self.corner_m + float(np.sqrt(max(0.0, self.corner_m**2 - past**2)))


def _iihf(width_m: float) -> RinkModel:
    return RinkModel(
        f"iihf-{width_m:g}", 60.0, width_m, 8.5, 26.0, 7.29, 20.0, 7.0, 5.64, 4.5, "iihf"
    )  # fmt: skip


RINKS: dict[str, RinkModel] = {"nhl": RinkModel(), **{f"iihf-{w}": _iihf(float(w)) for w in range(26, 31)}}


def rink_from(table: Mapping[str, Any], *, file: str = "[rink]") -> RinkModel:
    """A rink from a table: `preset` names one of `RINKS`, every other key overwrites one of its measures.

    Raises
    ------
    GameFileWrong
        For an unknown preset or key, or measures that make no rink.
    """
    preset = str(table.get("preset", "nhl"))
    if preset not in RINKS:
        raise _unknown(f"{file}: preset", preset, list(RINKS))
    known = [f.name for f in fields(RinkModel)]
    for key, value in table.items():
        if key not in (*known, "preset"):
            raise _unknown(f"{file}: key", key, known)
        if key.endswith("_m") and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise GameFileWrong(f"{file}: {key} = {value!r} is no number.", remedy="Give metres.")
    own = {key: float(v) if key.endswith("_m") else str(v) for key, v in table.items() if key != "preset"}
    if own and "name" not in own:
        own["name"] = f"{preset}, altered"
    try:
        return replace(RINKS[preset], **own)  # type: ignore[arg-type]
    except ValueError as error:
        raise GameFileWrong(f"{file}: {error}.", remedy="Correct the measures, in metres.") from error


def _unknown(where: str, word: str, known: list[str]) -> GameFileWrong:
    close = get_close_matches(word, known, n=1)
    remedy = f"Did you mean {close[0]!r}?" if close else f"One of {', '.join(known)}."
    return GameFileWrong(f"{where} {word!r} is unknown.", remedy=remedy)


@dataclass(frozen=True, slots=True)
class RinkLine:
    """One line as points (n, 2) along its middle, at most 15 cm apart."""

    name: str
    kind: LineKind
    points_m: Array


def rink_lines(rink: RinkModel) -> tuple[RinkLine, ...]:
    """Everything that is painted, and the foot of the boards."""
    lines = [RinkLine("centre", "red", _across(rink, 0.0)), RinkLine("boards", "boards", _outline(rink))]
    lines.append(RinkLine("centre circle", "blue", _arc(0.0, 0.0, rink.circle_m)))
    far = rink.referee_side == "far"
    arc = _arc(
        0.0, rink.width_m / 2 * (1 if far else -1), 10 * FOOT_M, *((180.0, 360.0) if far else (0.0, 180.0))
    )
    lines.append(RinkLine("referee's crease", "thin", arc))
    for side in (-1.0, 1.0):
        lines.append(RinkLine("blue", "blue", _across(rink, side * rink.blue_line_m)))
        lines += _goal_end(rink, side)
        for wing in (-1.0, 1.0):
            lines += _spots(rink, side, wing)
    return tuple(lines)


def _goal_end(rink: RinkModel, side: float) -> list[RinkLine]:
    x = side * rink.goal_line_m
    lines = [RinkLine("goal", "thin", _across(rink, x))]
    half = 90.0 if rink.rules == "iihf" else float(np.degrees(np.arcsin(4 * FOOT_M / CREASE_M)))
    middle = 180.0 if side > 0 else 0.0
    lines.append(RinkLine("crease", "thin", _arc(x, 0.0, CREASE_M, middle - half, middle + half)))
    if rink.rules == "nhl":
        end = side * rink.length_m / 2
        for wing in (-1.0, 1.0):
            lines.append(
                RinkLine("trapezoid", "thin", _straight((x, wing * 11 * FOOT_M), (end, wing * 14 * FOOT_M)))
            )
    return lines


def _spots(rink: RinkModel, side: float, wing: float) -> list[RinkLine]:
    x, y = side * rink.spot_x_m, wing * rink.spot_y_m
    lines = [
        RinkLine("circle", "thin", _arc(x, y, rink.circle_m)),
        RinkLine("spot", "thin", _arc(x, y, 0.2)),
        RinkLine("neutral spot", "thin", _arc(side * rink.neutral_spot_x_m, y, 0.2)),
    ]
    apart = 0.86 if rink.rules == "nhl" else 0.9
    rim = float(np.sqrt(rink.circle_m**2 - apart**2))
    for a in (-1.0, 1.0):
        for b in (-1.0, 1.0):
            px, py = x + a * 2 * FOOT_M, y + b * 0.24
            lines.append(RinkLine("restraining", "thin", _straight((px, py), (px + a * 1.22, py))))
            lines.append(RinkLine("restraining", "thin", _straight((px, py), (px, py + b * 0.91))))
            foot = (x + a * apart, y + b * rim)
            lines.append(RinkLine("hash", "thin", _straight(foot, (foot[0], foot[1] + b * 0.61))))
    return lines


def _across(rink: RinkModel, x_m: float) -> Array:
    half = rink.half_width_at_m(x_m)
    return _straight((x_m, -half), (x_m, half))


def _straight(a: tuple[float, float], b: tuple[float, float]) -> Array:
    start, end = np.array(a, np.float64), np.array(b, np.float64)
    n = max(2, int(np.ceil(np.linalg.norm(end - start) / STEP_M)) + 1)
    result: Array = start + (end - start) * np.linspace(0, 1, n)[:, None]
    return result


def _arc(x: float, y: float, radius_m: float, start_deg: float = 0.0, end_deg: float = 360.0) -> Array:
    turn = np.radians(abs(end_deg - start_deg))
    n = max(8, int(np.ceil(turn * radius_m / STEP_M)) + 1)
    a = np.radians(np.linspace(start_deg, end_deg, n))
    result: Array = np.column_stack([x + radius_m * np.cos(a), y + radius_m * np.sin(a)])
    return result


def _outline(rink: RinkModel) -> Array:
    """Closed, counter-clockwise from the right end of the near boards."""
    r, cx, cy = rink.corner_m, rink.length_m / 2 - rink.corner_m, rink.width_m / 2 - rink.corner_m
    parts = []
    for x, y, first in ((cx, -cy, -90.0), (cx, cy, 0.0), (-cx, cy, 90.0), (-cx, -cy, 180.0)):
        parts.append(_arc(x, y, r, first, first + 90.0))
    sides = [
        _straight((a[-1, 0], a[-1, 1]), (b[0, 0], b[0, 1]))
        for a, b in zip(parts, [*parts[1:], parts[0]], strict=True)
    ]
    return np.concatenate([piece for pair in zip(parts, sides, strict=True) for piece in pair])


def rink_points(rink: RinkModel) -> dict[str, tuple[float, float]]:
    """Named points a person can click, metres. Left and right, near and far as the main camera sees them.

    Where lines meet boards the foot of the boards is meant.

    Examples
    --------
    >>> rink_points(RINKS["iihf-30"])["right blue line, far boards"]
    (7.29, 15.0)
    """
    half = rink.width_m / 2
    points = {"centre spot": (0.0, 0.0), "centre circle, far": (0.0, rink.circle_m),
              "centre circle, near": (0.0, -rink.circle_m)}  # fmt: skip
    for wing, near in ((half, "far"), (-half, "near")):
        points[f"centre line, {near} boards"] = (0.0, wing)
        for side, end in ((-1.0, "left"), (1.0, "right")):
            points[f"{end} blue line, {near} boards"] = (side * rink.blue_line_m, wing)
            goal = side * rink.goal_line_m
            points[f"{end} goal line, {near} boards"] = (goal, np.sign(wing) * rink.half_width_at_m(goal))
            spot = np.sign(wing) * rink.spot_y_m
            points[f"{end} {near} spot"] = (side * rink.spot_x_m, spot)
            points[f"{end} {near} neutral spot"] = (side * rink.neutral_spot_x_m, spot)
    for side, end in ((-1.0, "left"), (1.0, "right")):
        for y, post in ((3 * FOOT_M, "far"), (-3 * FOOT_M, "near")):
            points[f"{end} goal, {post} post"] = (side * rink.goal_line_m, y)
    return {name: (float(x), float(y)) for name, (x, y) in points.items()}
