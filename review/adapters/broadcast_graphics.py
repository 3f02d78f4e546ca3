"""What the broadcaster lays over the picture: score bug, wipes (OpenCV)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from review.sim.scenario import Scenario
from review.sim.sheet import clock_left_s

Image = NDArray[np.uint8]
FONT = cv2.FONT_HERSHEY_DUPLEX


class Cv2Graphics:
    """Graphics port by OpenCV."""

    def __init__(self, scenario: Scenario) -> None:
        self._sheet = scenario.sheet
        self._names = [t.name[:3].upper() for t in scenario.teams]
        self._colours = [t.colours[0] for t in scenario.teams]

    def draw(self, picture: Image, *, at_s: float, frame: int) -> Image:
        """Return the picture with the score bug as it stands at second ``at_s`` of the game."""
        out = picture.copy()
        whole = int(clock_left_s(self._sheet, at_s) + 1e-6)
        self._score_bug(out, f"P{self._sheet.period} {whole // 60}:{whole % 60:02d}")
        return out

    def wipe(self, before: Image, after: Image, *, part: float) -> Image:
        """Return the picture ``part`` (0 to 1) of the way through a wipe from left to right."""
        edge = round(part * before.shape[1])
        return np.concatenate([after[:, :edge], before[:, edge:]], axis=1)

    def _score_bug(self, out: Image, clock: str) -> None:
        period, left = clock.split()
        x, y = 64, 26
        cv2.rectangle(out, (x, y), (x + 372, y + 34), (24, 27, 38), -1)
        for k, (name, colour, goals) in enumerate(zip(self._names, self._colours, ("2", "1"), strict=True)):
            at = x + 8 + k * 118
            rgb = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
            cv2.rectangle(out, (at, y + 4), (at + 8, y + 30), rgb, -1)
            cv2.putText(out, name, (at + 15, y + 25), FONT, 0.68, (240, 240, 242), 1, cv2.LINE_AA)
            cv2.putText(out, goals, (at + 82, y + 26), FONT, 0.78, (255, 255, 255), 2, cv2.LINE_AA)
        cv2.rectangle(out, (x + 244, y), (x + 372, y + 34), (226, 227, 231), -1)
        ordinal = {"P1": "1ST", "P2": "2ND", "P3": "3RD"}.get(period, "OT")
        cv2.putText(out, ordinal, (x + 250, y + 24), FONT, 0.5, (30, 32, 42), 1, cv2.LINE_AA)
        cv2.putText(out, left, (x + 294, y + 25), FONT, 0.68, (20, 22, 30), 1, cv2.LINE_AA)
