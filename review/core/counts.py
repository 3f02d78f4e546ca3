"""Counts: how many men of a team are on the ice, as far as the tape shows."""

from __future__ import annotations

from dataclasses import dataclass

from review.core.times import FrameTime

__all__ = ["CountPoint", "CountTimeline"]


@dataclass(frozen=True, slots=True)
class CountPoint:
    """From `t` on (to the next point): at least `low`, at most `high`, most likely `best` men.

    `high` is None where nothing bounds it; `best` is None where nothing was seen. `shown` is how many the
    picture shows together, of which `low` may be more: it counts men who must be there. `goalkeeper` says
    whether one is among those shown, None = not seen; `p_over` how probable more than `allowed` are.
    """

    t: FrameTime
    low: int
    high: int | None
    best: int | None
    goalkeeper: bool | None
    allowed: int | None
    p_over: float | None
    cause: str
    seen: bool = True
    shown: int = 0

    def __post_init__(self) -> None:
        if self.low < 0 or (self.high is not None and self.high < self.low):
            raise ValueError("a count needs 0 <= low <= high")
        if self.best is not None and (
            self.best < self.low or (self.high is not None and self.best > self.high)
        ):
            raise ValueError("the best count lies outside its band")


@dataclass(frozen=True, slots=True)
class CountTimeline:
    """Change points of one team's count, in time order."""

    team: str
    points: tuple[CountPoint, ...]

    def __post_init__(self) -> None:
        if any(b.t <= a.t for a, b in zip(self.points, self.points[1:], strict=False)):
            raise ValueError("count points must be in time order")

    def at(self, time: FrameTime) -> CountPoint | None:
        """The point in force at `time`, None before the first."""
        held = None
        for point in self.points:
            if point.t > time:
                break
            held = point
        return held
