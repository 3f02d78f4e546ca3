"""What the simulator needs of whoever draws, dirties and writes a clip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


class Renderer(Protocol):
    """Draws a scenario at any second of the game, from any of its cameras."""

    def picture(self, camera: str, at_s: float, *, shutter_s: float, samples: int) -> Image:
        """Colours (h, w, 3) RGB averaged over ``samples`` moments while the shutter is open."""
        ...

    def identities(self, camera: str, at_s: float) -> Image:
        """Per pixel the row of the person seen there, from 1; 64 more on his stick; 0 nobody, (h, w)."""
        ...

    def close(self) -> None:
        """Give the drawing context back."""
        ...


class Look(Protocol):
    """Turns a clean picture into what a broadcast camera delivers."""

    def broadcast(self, picture: Image, *, frame: int) -> Image:
        """Return the picture (h, w, 3) with lens glow, sharpening, noise and grade."""
        ...


class Graphics(Protocol):
    """What the broadcaster lays over the picture."""

    def draw(self, picture: Image, *, at_s: float, frame: int) -> Image:
        """Return the picture with score bug and logo as they stand at second ``at_s`` of the game."""
        ...

    def shown(self, at_s: float, *, frame: int) -> dict[str, str | None]:
        """What can be read on the score bug at ``at_s``, right or wrong, by part (``clock``, ``period`` …).

        None where it is hidden or covered; parts that the bug has not are left out.
        """
        ...

    def wipe(self, before: Image, after: Image, *, part: float) -> Image:
        """Return the picture ``part`` (0 to 1) of the way through a graphic wipe."""
        ...


@dataclass(frozen=True, slots=True)
class Exposure:
    """One frame to be recorded: its place in the file, its pts, and the seconds of tape its fields show."""

    i: int
    pts: int
    fields_s: tuple[float, ...]  # one for progressive; two, in the order of time, for interlaced


class Deck(Protocol):
    """The recorder: which frames there are, what the tape does to them, and the file."""

    @property
    def stored_px(self) -> tuple[int, int]:
        """Width and height of the pictures in the file."""
        ...

    def exposures(self) -> Iterator[Exposure]:
        """Frames in the order of the file."""
        ...

    def record(self, fields: list[Image], exposure: Exposure) -> None:
        """Append a frame made of its field pictures (h, w, 3), each at the picture's full size."""
        ...

    def finish(self) -> tuple[Fraction, list[int]]:
        """Close the file; returns its time base and the pts of its frames in the order shown."""
        ...
