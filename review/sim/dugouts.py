"""Players' benches, penalty boxes and the score-keepers' desk between them."""

from __future__ import annotations

import numpy as np

from review.sim.boards import PANE_COLOUR, SIDE_GLASS_M
from review.sim.decor import Decor
from review.sim.gates import Opening, openings
from review.sim.scenario import Scenario
from review.sim.shape import BENCH_FLOOR_M, BOARD_HEIGHT_M, BOARD_THICKNESS_M
from review.sim.surfaces import ADVERTS, PANE, Colour, Surfaces

DEPTH_M = 2.2  # from the boards' inner face to the wall behind
FLOOR, SEAT, WALL = (0.16, 0.16, 0.17), (0.33, 0.25, 0.17), (0.20, 0.21, 0.24)
DESK, LEDGE = (0.30, 0.30, 0.32), (0.62, 0.62, 0.62)
BOTTLES: tuple[Colour, ...] = ((0.90, 0.92, 0.92), (0.20, 0.62, 0.30), (0.92, 0.48, 0.12), (0.16, 0.34, 0.70))
WALL_M = 1.25


def build_dugouts(solid: Surfaces, panes: Surfaces, scenario: Scenario, style: Decor) -> None:
    """Add whatever stands behind the gates."""
    rng = np.random.default_rng([scenario.seed, 7])
    found = openings(scenario)
    for one in found:
        _dugout(solid, panes, one, style)
        if one.kind == "players_bench":
            _bottles(solid, one, rng)
    boxes = sorted((o for o in found if o.kind == "penalty_box"), key=lambda o: o.low_m)
    if len(boxes) == 2 and boxes[0].side == boxes[1].side and boxes[1].low_m - boxes[0].high_m > 0.8:
        _desk(solid, panes, (boxes[0].high_m, boxes[1].low_m), boxes[0], style)


def _behind(one: Opening, metres: float) -> float:
    """The y that lies ``metres`` behind the inner face of the boards."""
    return one.side * (one.boards_m + metres)


def _dugout(solid: Surfaces, panes: Surfaces, one: Opening, style: Decor) -> None:
    low, high = one.low_m, one.high_m
    back, front = _behind(one, DEPTH_M), _behind(one, BOARD_THICKNESS_M)
    solid.box((low, front, 0.0), (high, back, BENCH_FLOOR_M), FLOOR)
    solid.box((low + 0.3, _behind(one, 1.0), BENCH_FLOOR_M), (high - 0.3, _behind(one, 1.38), 0.70), SEAT)
    solid.box((low, back, 0.0), (high, _behind(one, DEPTH_M + 0.1), WALL_M), WALL)
    inner = _behind(one, DEPTH_M - 0.01)
    uv = ((0.31, 1.0), (0.45, 1.0), (0.45, 0.0), (0.31, 0.0))
    face = ((low, inner, 0.7), (high, inner, 0.7), (high, inner, 1.2), (low, inner, 1.2))
    solid.quad(face, (0.8, 0.8, 0.82), normal=(0, -one.side, 0), surface=ADVERTS, uv=uv)
    _screen(panes, (low, back), (high, back), one)
    for x in np.arange(low, high + 0.1, (high - low) / max(2, round((high - low) / 1.8))):
        solid.box((x - 0.02, back - 0.02, WALL_M), (x + 0.02, back + 0.02, SIDE_GLASS_M), style.post)
    for x in (low, high):
        solid.box((x - 0.04, front, 0.0), (x + 0.04, back, BOARD_HEIGHT_M), WALL)
        _screen(panes, (x, front), (x, back), one)
        for y in (front, _behind(one, DEPTH_M / 2)):
            solid.box((x - 0.025, y - 0.03, 1.0), (x + 0.025, y + 0.03, SIDE_GLASS_M), style.post)
    solid.box((low, front, 0.86), (high, _behind(one, BOARD_THICKNESS_M + 0.16), 0.9), LEDGE)


def _screen(panes: Surfaces, start: tuple[float, float], end: tuple[float, float], one: Opening) -> None:
    (ax, ay), (bx, by) = start, end
    low = BOARD_HEIGHT_M
    normal = (0.0, one.side, 0.0) if ay == by else (1.0, 0.0, 0.0)
    corners = ((ax, ay, low), (bx, by, low), (bx, by, SIDE_GLASS_M), (ax, ay, SIDE_GLASS_M))
    panes.quad(corners, PANE_COLOUR, normal=normal, surface=PANE)


def _bottles(solid: Surfaces, one: Opening, rng: np.random.Generator) -> None:
    """Water bottles in twos and threes on the ledge, clear of the doors; a towel here and there."""
    y = _behind(one, BOARD_THICKNESS_M + 0.08)
    for x in np.arange(one.low_m + 0.4, one.high_m - 0.3, 0.62):
        if any(abs(x - d.x_m) < 0.6 for d in one.doors) or rng.random() < 0.25:
            continue
        for k in range(int(rng.integers(1, 4))):
            at = float(x + 0.1 * k + rng.uniform(-0.03, 0.03))
            body = BOTTLES[int(rng.integers(len(BOTTLES)))]
            solid.box((at - 0.035, y - 0.035, 0.9), (at + 0.035, y + 0.035, 1.10), body)
            solid.box((at - 0.02, y - 0.02, 1.10), (at + 0.02, y + 0.02, 1.16), BOTTLES[0])
        if rng.random() < 0.3:
            front = one.side * (one.boards_m - 0.005)
            at, white = float(x + 0.3), (0.9, 0.9, 0.9)
            solid.box((at, front, 0.80), (at + 0.28, y, BOARD_HEIGHT_M + 0.012), white)


def _desk(solid: Surfaces, panes: Surfaces, span: tuple[float, float], box: Opening, style: Decor) -> None:
    """The score-keepers' desk with its screens, between two penalty boxes."""
    low, high = span
    solid.box((low, _behind(box, 0.2), 0.0), (high, _behind(box, DEPTH_M), BENCH_FLOOR_M), FLOOR)
    solid.box((low + 0.1, _behind(box, 0.35), 0.3), (high - 0.1, _behind(box, 0.85), 0.98), DESK)
    for x in np.arange(low + 0.6, high - 0.3, 0.9):
        screen = (x + 0.34, _behind(box, 0.42), 1.2)
        solid.box((x, _behind(box, 0.45), 0.98), screen, (0.07, 0.08, 0.10))
    solid.box((low, _behind(box, DEPTH_M), 0.0), (high, _behind(box, DEPTH_M + 0.1), WALL_M), WALL)
    _screen(panes, (low, _behind(box, DEPTH_M)), (high, _behind(box, DEPTH_M)), box)
    solid.box((low, _behind(box, DEPTH_M), 2.64), (high, _behind(box, DEPTH_M + 0.05), 2.67), style.post)
