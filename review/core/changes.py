"""Changes: an entering man paired with the man he replaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from review.core.times import FrameTime

__all__ = ["Change", "ChangeVerdict", "MetresBy"]

ChangeVerdict = Literal["early", "legal", "cannot tell"]
#: Registration to the rink: an interval of 95 %; bodies seen and the camera's rough angle: one of 90 %.
MetresBy = Literal["registration", "body height"]


@dataclass(frozen=True, slots=True)
class Change:
    """`early_s` and `early_m` are [low, high]; an end is None where the tape does not bound it.

    `early_s` > 0: the entering man was on the ice that long before the retiring man was at the bench;
    `early_m`: how far from the bench front the retiring man was when the entering man came on, measured by
    `metres_by` (None where it was not measured).
    """

    id: int
    team: str
    on_crossing: int
    on_person: int
    off_person: int | None
    off_crossing: int | None
    start: FrameTime
    end: FrameTime
    early_s: tuple[float | None, float | None]
    early_m: tuple[float | None, float | None]
    verdict: ChangeVerdict
    reason: str
    metres_by: MetresBy | None = None
