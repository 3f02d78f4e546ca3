"""Numbers, names and lit digits as sheets for the shaders, by OpenCV."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from review.adapters.paint_pen import Image, lettering
from review.sim.scenario import Scenario
from review.sim.scoreboard import CHARACTERS, COLON

NAME_PX = (32, 256)
ROWS = 64
SURNAMES = (
    *("AALTO", "BERG", "DAHLIN", "EKMAN", "FORSELL", "GRANBERG", "HOLM", "ISAKSEN", "JANSSON", "KIVELA"),
    *("LINDGREN", "MOEN", "NYSTROM", "OSTBY", "PELTONEN", "RASK", "SANDVIK", "TORNQVIST", "ULVANG", "VIRTA"),
    *("WALLIN", "AABERG", "BJORNSTAD", "CEDER", "DRANGE", "ENGBLOM", "FAGERLI", "GLAD", "HAUG", "INGMAN"),
    *("JUVONEN", "KROKEN", "LEHTO", "MARKUS", "NORDLI", "OLSTAD", "PALM", "ROOS", "SKOG", "TANGEN"),
)


def paint_numbers() -> NDArray[np.uint8]:
    """Numbers 0 to 99 in a 10 by 10 sheet, (960, 960, 2): the digits, and the digits with their outline."""
    sheet = np.zeros((960, 960, 2), np.uint8)
    for n in range(100):
        digits = lettering(str(n), 66, weight=800, stretch_ratio=0.92)
        cell = np.zeros((96, 96), np.uint8)
        wide = min(86, digits.shape[1])
        digits = np.asarray(cv2.resize(digits, (wide, 66), interpolation=cv2.INTER_AREA), np.uint8)
        cell[15:81, 48 - wide // 2 : 48 - wide // 2 + wide] = digits
        row, column = divmod(n, 10)
        area = np.s_[row * 96 : row * 96 + 96, column * 96 : column * 96 + 96]
        sheet[(*area, 0)] = cell
        sheet[(*area, 1)] = cv2.dilate(cell, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
    return sheet


def paint_names(scenario: Scenario) -> Image:
    """A row a person of (2048, 256, 2): the name on his back, and its coverage again."""
    rng = np.random.default_rng([scenario.seed, 9])
    picked = rng.permutation(max(len(SURNAMES), len(scenario.people)))
    sheet = np.zeros((NAME_PX[0] * ROWS, NAME_PX[1], 2), np.uint8)
    for i in range(min(ROWS, len(scenario.people))):
        name = lettering(SURNAMES[int(picked[i]) % len(SURNAMES)], 26, weight=700)
        name = name[:, : NAME_PX[1] - 4]
        left = (NAME_PX[1] - name.shape[1]) // 2
        top = i * NAME_PX[0] + 3
        sheet[top : top + 26, left : left + name.shape[1], 0] = name
    sheet[..., 1] = sheet[..., 0]
    return sheet


def paint_letters(scenario: Scenario) -> Image:
    """Names (2048, 256, 2) with the numbers' sheet to their right, (2048, 1216, 2)."""
    names, numbers = paint_names(scenario), paint_numbers()
    sheet = np.zeros((len(names), names.shape[1] + numbers.shape[1], 2), np.uint8)
    sheet[:, : names.shape[1]] = names
    sheet[: len(numbers), names.shape[1] :] = numbers
    return sheet


def paint_digits() -> Image:
    """0 to 9, blank and colon of lamps side by side, (64, 40 each, 2)."""
    wide, tall = 40, 64
    sheet = np.zeros((tall, wide * CHARACTERS, 2), np.uint8)
    for k in [*range(10), COLON]:
        glyph = lettering(":" if k == COLON else str(k), 52 if k != COLON else 30, weight=700)
        glyph = glyph[:, : wide - 4]
        top, left = (tall - glyph.shape[0]) // 2, k * wide + (wide - glyph.shape[1]) // 2
        sheet[top : top + glyph.shape[0], left : left + glyph.shape[1], 0] = glyph
    sheet[..., 1] = sheet[..., 0]
    return sheet
