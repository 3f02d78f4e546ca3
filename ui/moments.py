"""Moments worth going to, in order of time: crossings, findings, altercations, gaps, notices."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from review.core.case import Judgement
from review.core.findings import Finding
from review.core.times import FrameTime, Interval

__all__ = ["LEAD_S", "instant", "moments", "neighbour"]

LEAD_S = 1.0


def instant(interval: Interval) -> FrameTime:
    """The likeliest moment of an interval: its best, else its earliest."""
    return interval.best or interval.earliest


def moments(judgement: Judgement | None, findings: Sequence[Finding] = ()) -> list[FrameTime]:
    """Every moment once, in order."""
    times = [finding.start for finding in findings]
    if judgement is not None:
        times += [instant(crossing.when) for crossing in judgement.crossings]
        times += [instant(altercation.span.start) for altercation in judgement.altercations]
        times += [gap.when.earliest for gap in judgement.gate_gaps]
        times += [stretch.start for stretch in judgement.coverage if not stretch.seen]
        times += [notice.t for notice in judgement.notices]
    return sorted(set(times))


def neighbour(times: Sequence[FrameTime], now: FrameTime, *, forward: bool) -> FrameTime | None:
    """The next moment after `now`, or the last before it; None at the ends."""
    if forward:
        at = bisect_right(times, now)
        return times[at] if at < len(times) else None
    at = bisect_left(times, now)
    return times[at - 1] if at else None
