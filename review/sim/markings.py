"""Lines and figures on the ice as the rule books draw them, in rink metres.

NHL Official Rules 2023-24, rules 1.4 to 1.9; IIHF Official Rule Book 2023/24, rule 1. Figures are listed in
the order in which they are painted.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from review.sim.shape import RinkShape

Colour = tuple[int, int, int]
Place = tuple[float, float]
RED, BLUE = (188, 44, 58), (44, 66, 158)
CREASE, WHITE = (150, 196, 232), (242, 243, 244)
THIN_M, WIDE_M = 0.05, 0.30
CREASE_M = 1.83
SPOT_M = 0.30
HASH_M = 0.61


@dataclass(frozen=True)
class Line:
    """A straight stroke."""

    start_m: Place
    end_m: Place
    width_m: float
    colour: Colour


@dataclass(frozen=True)
class Arc:
    """Part of a circle's rim, degrees from +x towards +y."""

    at_m: Place
    radius_m: float
    colour: Colour
    start_deg: float = 0.0
    end_deg: float = 360.0
    width_m: float = THIN_M


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    at_m: Place
    radius_m: float
    colour: Colour


@dataclass(frozen=True)
class Outline:
    """A filled polygon."""

    corners_m: list[Place]
    colour: Colour


Mark = Line | Arc | Disc | Outline


def markings(shape: RinkShape) -> list[Mark]:
    """Everything painted on this rink, by its ``rules`` (nhl or iihf)."""
    out: list[Mark] = []
    for side in (-1.0, 1.0):
        out += _goal_end(shape, side)
    out += _zones(shape)
    out += _spots(shape)
    return out


def _across(shape: RinkShape, x: float, width: float, colour: Colour) -> Line:
    """A line from boards to boards; in the corners they are nearer."""
    past = max(0.0, abs(x) - (shape.length_m / 2 - shape.corner_m))
    half = shape.far_boards_m - shape.corner_m + float(np.sqrt(shape.corner_m**2 - past**2))
    return Line((x, -half), (x, half), width, colour)


def _zones(shape: RinkShape) -> list[Mark]:
    out: list[Mark] = [_across(shape, 0.0, WIDE_M, RED)]
    half, step = shape.far_boards_m, 0.5
    for y in np.arange(-half + 0.1, half, step):  # the centre line is broken, so that it is told from others
        out.append(Line((0.0, float(y)), (0.0, float(y) + step * 0.45), WIDE_M * 0.5, WHITE))
    for side in (-1.0, 1.0):
        out.append(_across(shape, side * shape.blue_line_m, WIDE_M, BLUE))
    referee = -1.0 if shape.referee_side == "near" else 1.0
    at = (0.0, referee * half)
    out.append(Arc(at, 3.05, RED, *((180.0, 360.0) if referee > 0 else (0.0, 180.0))))
    out.append(Arc((0.0, 0.0), shape.circle_m, BLUE))
    out.append(Disc((0.0, 0.0), 0.15, BLUE))
    return out


def _goal_end(shape: RinkShape, side: float) -> list[Mark]:
    x = side * shape.goal_line_m
    out: list[Mark] = [Outline(_crease(shape, side), CREASE)]
    edge = _crease(shape, side)
    out += [Line(a, b, THIN_M, RED) for a, b in pairwise(edge)]
    if shape.rules == "nhl":
        for y in (-1.22, 1.22):  # two small marks inside the crease, 4 feet out
            inner = x - side * 1.22
            out.append(Line((inner, y), (inner, y * 0.9), THIN_M, RED))
        end = side * shape.length_m / 2
        for y in (-1.0, 1.0):
            out.append(Line((x, y * 3.35), (end, y * 4.27), THIN_M, RED))
    else:
        for y in (-1.0, 1.0):
            corner = x - side * 1.22
            out.append(Line((corner, y * 1.0), (corner, y * 1.22), THIN_M, RED))
            out.append(Line((corner, y * 1.22), (corner + side * 0.15, y * 1.22), THIN_M, RED))
    out.append(_across(shape, x, THIN_M, RED))
    return out


def _crease(shape: RinkShape, side: float) -> list[Place]:
    """Outline of the crease from post to post; the NHL's is cut straight 4 feet off the goal's middle."""
    x = side * shape.goal_line_m
    half = np.pi / 2 if shape.rules == "iihf" else float(np.arcsin(1.22 / CREASE_M))
    turn = np.linspace(-half, half, 40)
    rim = [(x - side * CREASE_M * float(np.cos(a)), CREASE_M * float(np.sin(a))) for a in turn]
    if shape.rules == "iihf":
        return rim
    return [(x, -1.22), *rim, (x, 1.22)]


def _spots(shape: RinkShape) -> list[Mark]:
    out: list[Mark] = []
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            y = sy * shape.spot_y_m
            out.append(Disc((sx * shape.neutral_spot_x_m, y), SPOT_M, RED))
            out.append(Arc((sx * shape.spot_x_m, y), shape.circle_m, RED))
            out.append(Disc((sx * shape.spot_x_m, y), SPOT_M, RED))
            out += _hashes(shape, sx * shape.spot_x_m, y)
    return out


def _hashes(shape: RinkShape, x: float, y: float) -> list[Mark]:
    out: list[Mark] = []
    apart = 0.86 if shape.rules == "nhl" else 0.90
    for a in (-1.0, 1.0):
        for b in (-1.0, 1.0):
            px, py = x + a * 0.61, y + b * 0.25
            out.append(Line((px, py), (px + a * 1.22, py), THIN_M, RED))
            out.append(Line((px, py - b * THIN_M / 2), (px, py + b * 0.9), THIN_M, RED))
            rim = float(np.sqrt(shape.circle_m**2 - apart**2))
            out.append(
                Line((x + a * apart, y + b * rim), (x + a * apart, y + b * (rim + HASH_M)), THIN_M, RED)
            )
    return out
