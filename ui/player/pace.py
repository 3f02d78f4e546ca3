"""Playing at tape speed: which frame is due follows from presentation times, never from a tick count."""

from __future__ import annotations

import numpy as np

from review.core.tape import PacketIndex
from review.core.times import TimeScale

__all__ = ["SHUTTLE_X", "PlayClock", "faster", "slower"]

SHUTTLE_X = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
SLIP_S = 0.4


def faster(speed_x: float, *, backwards: bool) -> float:
    """The next shuttle speed when L (or J, `backwards`) is pressed at `speed_x`."""
    sign = -1.0 if backwards else 1.0
    if speed_x * sign <= 0:
        return sign
    higher = [x for x in SHUTTLE_X if x > abs(speed_x)]
    return sign * (higher[0] if higher else SHUTTLE_X[-1])


def slower(speed_x: float) -> float:
    """The next slower speed in the same direction, down to an eighth; from a held picture an eighth, on."""
    lower = [x for x in SHUTTLE_X if x < abs(speed_x)]
    sign = -1.0 if speed_x < 0 else 1.0
    return sign * (lower[-1] if lower else SHUTTLE_X[0])


class PlayClock:
    """Maps wall time to the frame due, from the frame where playing began.

    Parameters
    ----------
    index, scale : the tape's presentation times
    ordinal, now_s : the frame on screen and the wall clock when playing begins
    speed_x : 1 = tape speed, negative = backwards
    """

    def __init__(
        self, index: PacketIndex, scale: TimeScale, *, ordinal: int, now_s: float, speed_x: float
    ) -> None:
        self.speed_x = speed_x
        self._pts = index.pts
        self._base = float(scale.time_base)
        self._start(ordinal, now_s)

    def _start(self, ordinal: int, now_s: float) -> None:
        self._from_pts, self._from_s = int(self._pts[ordinal]), now_s

    def due(self, now_s: float) -> int:
        """Ordinal of the frame on screen at `now_s`, kept inside the tape."""
        pts = self._from_pts + (now_s - self._from_s) * self.speed_x / self._base
        if self.speed_x >= 0:
            found = int(np.searchsorted(self._pts, pts, side="right")) - 1
        else:
            found = int(np.searchsorted(self._pts, pts, side="left"))
        return min(max(found, 0), len(self._pts) - 1)

    def keep_pace(self, shown: int, now_s: float) -> None:
        """Where decoding has fallen behind, slip the clock to the frame shown: no long jump."""
        behind_s = abs(int(self._pts[self.due(now_s)]) - int(self._pts[shown])) * self._base
        if behind_s > SLIP_S * abs(self.speed_x):
            self._start(shown, now_s)
