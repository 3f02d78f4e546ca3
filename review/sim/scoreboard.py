"""The clock in the arena: a board before the far stand whose digits follow the score sheet."""

from __future__ import annotations

import numpy as np

from review.sim.curves import Floats
from review.sim.scenario import Scenario
from review.sim.sheet import clock_left_s
from review.sim.surfaces import DIGITS, Surfaces

CASE, FRAME, AMBER, RED = (0.05, 0.05, 0.055), (0.30, 0.30, 0.32), (1.0, 0.72, 0.22), (1.0, 0.25, 0.18)
DIGIT_M = (0.26, 0.44)
BLANK, COLON = 10, 11
CHARACTERS = 12  # what a texture of digits must offer: 0 to 9, blank, colon
BEHIND_M, MIDDLE_M = 2.6, 3.45  # behind the boards at centre ice, low enough for the main camera


def build_scoreboard(solid: Surfaces, digits: Surfaces, scenario: Scenario) -> None:
    """Case on two legs; one quad a digit: clock (5), home (2), period (1), away (2)."""
    y, z = scenario.rink.far_boards_m + BEHIND_M, MIDDLE_M
    solid.box((-1.6, y, z - 0.58), (1.6, y + 0.3, z + 0.58), CASE)
    solid.box((-1.68, y + 0.05, z - 0.66), (1.68, y + 0.3, z + 0.66), FRAME)
    for x in (-1.2, 1.2):
        solid.box((x - 0.06, y + 0.1, 0.0), (x + 0.06, y + 0.22, z - 0.6), FRAME)
    wide, high = DIGIT_M
    for k in range(5):
        card = _card((k - 2) * wide * 1.1, y - 0.02, z + 0.22, (wide, high))
        digits.quad(card, AMBER, normal=(0, -1, 0), surface=DIGITS)
    for x in (-1.3, -1.06, 0.0, 1.06, 1.3):
        card = _card(x, y - 0.02, z - 0.28, (wide * 0.8, high * 0.8))
        digits.quad(card, RED, normal=(0, -1, 0), surface=DIGITS)


def shown_digits(scenario: Scenario, at_s: float) -> list[int]:
    """Character of each quad at ``at_s``: minutes and seconds, in the last minute seconds and tenths."""
    sheet = scenario.sheet
    left = clock_left_s(sheet, at_s)
    if left < 60.0:
        tenths = int(left * 10 + 1e-6)
        clock = [tenths // 100 or BLANK, tenths // 10 % 10, COLON, tenths % 10, BLANK]
    else:
        whole = int(left + 1e-6)
        minutes, seconds = divmod(whole, 60)
        clock = [minutes // 10 or BLANK, minutes % 10, COLON, seconds // 10, seconds % 10]
    codes = [team.code for team in scenario.teams]
    score = list(sheet.score)
    for goal in sheet.goals:
        if goal.at_s <= at_s:
            score[codes.index(goal.team)] += 1
    home, away = score
    return [*clock, home // 10 or BLANK, home % 10, sheet.period, away // 10 or BLANK, away % 10]


def lit(vertices: Floats, characters: list[int]) -> Floats:
    """Vertices (n, 12) of the digits' quads with texture places that show ``characters``."""
    out = vertices.copy()
    low = np.repeat(np.asarray(characters) / CHARACTERS, 4)
    unit = np.tile([0.0, 1.0, 1.0, 0.0], len(characters))
    out[:, 6] = low + unit / CHARACTERS
    out[:, 7] = np.tile([1.0, 1.0, 0.0, 0.0], len(characters))
    return out


def _card(
    x: float, y: float, z: float, size: tuple[float, float]
) -> tuple[
    tuple[float, float, float],
    tuple[float, float, float],
    tuple[float, float, float],
    tuple[float, float, float],
]:
    w, h = size[0] / 2, size[1] / 2
    return ((x - w, y, z - h), (x + w, y, z - h), (x + w, y, z + h), (x - w, y, z + h))
