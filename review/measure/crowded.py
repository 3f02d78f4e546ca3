"""When it cannot be play: both teams have far more men on the ice than any strength allows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from review.core.counts import CountPoint, CountTimeline
from review.core.times import FrameTime

__all__ = ["crowded_spans"]

#: Men above the strength allowed, of both teams at once: one each may be two offences, two each are none.
MANY = 2
#: Benches empty one after another: so long before and after it is not play either.
AROUND_S = 5.0


def crowded_spans(counts: Sequence[CountTimeline], end: FrameTime) -> list[tuple[FrameTime, FrameTime]]:
    """Spans in which two teams or more are `MANY` over at once, with the seconds around them, joined.

    Before a game, after it, or while both benches are on the ice: nobody is then too many.
    """
    times = sorted({point.t for line in counts for point in line.points})
    spans: list[tuple[FrameTime, FrameTime]] = []
    for start, until in pairwise([*times, end]):
        if sum(_many(line.at(start)) for line in counts) < 2:
            continue
        start, until = start.shifted(-AROUND_S), until.shifted(AROUND_S)
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(spans[-1][1], until)
        else:
            spans.append((start, until))
    return spans


def _many(point: CountPoint | None) -> bool:
    if point is None or point.allowed is None:
        return False
    return max(point.shown, point.best or 0) >= point.allowed + MANY
