"""A crew that sees what it is told and keeps what it records, for tests of filming."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np

from review.ports.renderer import Exposure, Image
from review.sim.film import Crew

SIZE_PX = (128, 72)
SHORT = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"


class Told:
    """Renderer, look, graphics and deck in one: camera "b" is lighter and shows man 2, others man 1."""

    def __init__(self, frames: int, stored_px: tuple[int, int] = SIZE_PX) -> None:
        self.stored_px = stored_px
        self.recorded: list[Image] = []
        self.looked_s: list[float] = []
        self._frames = frames

    def crew(self) -> Crew:
        return Crew(self, self, self, self)

    def picture(self, camera: str, at_s: float, *, shutter_s: float, samples: int) -> Image:
        return np.full((72, 128, 3), 200 if camera == "b" else 100, np.uint8)

    def identities(self, camera: str, at_s: float) -> Image:
        self.looked_s.append(round(at_s, 3))
        mask = np.zeros((72, 128), np.uint8)
        mask[20:40, 60:70] = 2 if camera == "b" else 1
        return mask

    def broadcast(self, picture: Image, *, frame: int) -> Image:
        return picture

    def draw(self, picture: Image, *, at_s: float, frame: int) -> Image:
        return picture

    def shown(self, at_s: float, *, frame: int) -> dict[str, str | None]:
        return {"clock": f"{at_s:.2f}", "period": None}

    def wipe(self, before: Image, after: Image, *, part: float) -> Image:
        edge = round(part * 128)
        return np.concatenate([after[:, :edge], before[:, edge:]], axis=1)

    def exposures(self) -> Iterator[Exposure]:
        return (Exposure(i, 512 * i, (i / 25,)) for i in range(self._frames))

    def record(self, fields: list[Image], exposure: Exposure) -> None:
        self.recorded.append(fields[0])

    def finish(self) -> tuple[Fraction, list[int]]:
        return Fraction(1, 12800), [512 * i + 7 for i in range(len(self.recorded))]

    def close(self) -> None:
        pass
