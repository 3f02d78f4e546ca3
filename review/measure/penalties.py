"""Penalty clocks from times read beside the game clock: those that run in step with it, and no others.

While a penalty runs, the game clock less its clock is what the game clock will show when it ends: one number,
however often both stop. The time of day, or the score of another game, gives no such number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from review.core.clock import ClockCourse, ClockReading
from review.core.penalties import PenaltyClock

__all__ = ["penalty_clocks"]

FEWEST = 3  # readings that make a penalty clock …
DIFFERENT = 2  # … and of them so many that differ: one that stands may be anything
SAME_S = 1.2  # both are cut off to whole seconds, and read off one picture
GONE_S = 60.0  # of tape: unread for so long, the next of the same end is another
LONGEST_S = 600.0  # no penalty clock shows more


def penalty_clocks(readings: Sequence[ClockReading], course: ClockCourse) -> tuple[PenaltyClock, ...]:
    """Penalty clocks in order of appearance."""
    groups: list[list[_Sight]] = []
    for one in sorted(readings, key=lambda r: r.at_s):
        shown = course.at(one.at_s)
        if shown is None or course.sign > 0:
            continue  # where the clock counts up, its penalties may count either way
        for value in one.beside_s:
            if value > LONGEST_S:
                continue
            sight = _Sight(one.at_s, value, (shown.low_s + shown.high_s) / 2 - value, shown.period)
            near = [g for g in groups if g[-1].goes_on_to(sight)]
            if near:
                min(near, key=lambda g: abs(g[-1].expires_s - sight.expires_s)).append(sight)
            else:
                groups.append([sight])
    sure = [g for g in groups if len(g) >= FEWEST and len({s.shown_s for s in g}) >= DIFFERENT]
    return tuple(_clock(group) for group in sure)


@dataclass(frozen=True, slots=True)
class _Sight:
    at_s: float
    shown_s: float
    expires_s: float
    period: str | None

    def goes_on_to(self, later: _Sight) -> bool:
        """Whether a later reading may be of the same penalty."""
        near = abs(self.expires_s - later.expires_s) <= SAME_S and 0.0 < later.at_s - self.at_s <= GONE_S
        same = self.period == later.period or None in (self.period, later.period)
        return near and same and later.shown_s <= self.shown_s


def _clock(group: Sequence[_Sight]) -> PenaltyClock:
    first, middle = group[0], sorted(s.expires_s for s in group)[len(group) // 2]
    period = next((s.period for s in group if s.period), None)
    return PenaltyClock(first.at_s, group[-1].at_s, first.shown_s, round(middle, 1), period, len(group))
