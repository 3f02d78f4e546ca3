"""What the simulator needs of whoever draws and whoever writes a clip."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


class Renderer(Protocol):
    """Draws a scenario at any instant."""

    def picture(self, at_s: float, *, shutter_s: float, samples: int) -> Image:
        """Colours (h, w, 3) RGB averaged over ``samples`` moments while the shutter is open."""
        ...

    def identities(self, at_s: float) -> Image:
        """Per pixel the row of the person seen there, from 1; 64 more on his stick; 0 nobody, (h, w)."""
        ...

    def close(self) -> None:
        """Give the drawing context back."""
        ...


class Look(Protocol):
    """Turns a clean picture into what a broadcast shows."""

    def broadcast(self, picture: Image, *, frame: int, clock: str) -> Image:
        """Return the picture (h, w, 3) with lens, noise and score bug."""
        ...


class ClipWriter(Protocol):
    """Writes frames to a video file."""

    def write(self, picture: Image) -> None:
        """Append one frame (h, w, 3) RGB."""
        ...

    def finish(self) -> tuple[Fraction, list[int]]:
        """Close the file; returns its time base and the pts of its frames in the order shown."""
        ...
