"""Moments worth going to, in order of time: crossings, findings, altercations, gaps, notices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from review.core.arrays import Array
from review.core.case import Judgement
from review.core.findings import Finding
from review.core.tape import PacketIndex
from review.core.times import FrameTime, Interval

__all__ = ["LEAD_S", "Goals", "instant", "moments"]

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


class Goals:
    """The frames that keys and lists lead to, made once for a judgement."""

    def __init__(self, judgement: Judgement | None, findings: Sequence[Finding], index: PacketIndex) -> None:
        self.made_of = (judgement, findings, index)
        times = moments(judgement, findings)
        leads = [finding.start.shifted(-LEAD_S) for finding in findings]
        leads += [notice.t.shifted(-LEAD_S) for notice in judgement.notices] if judgement else []
        self._moments = np.array(sorted({index.ordinal(time.pts) for time in times}), dtype=np.int64)
        self._leads = np.array(sorted({index.ordinal(time.pts) for time in leads}), dtype=np.int64)

    def neighbour(self, ordinal: int, *, forward: bool) -> int | None:
        """The frame of the next moment after this frame, or of the last before it; None at the ends."""
        return _neighbour(self._moments, ordinal, forward=forward)

    def near(self, ordinal: int) -> tuple[int, ...]:
        """Where N, P and the list's lines above and below lead to from here, likeliest first."""
        found = [
            _neighbour(goals, ordinal, forward=forward)
            for forward in (True, False)
            for goals in (self._moments, self._leads)
        ]
        return tuple(dict.fromkeys(one for one in found if one is not None))


def _neighbour(goals: Array, ordinal: int, *, forward: bool) -> int | None:
    at = int(np.searchsorted(goals, ordinal, side="right" if forward else "left")) - (not forward)
    return int(goals[at]) if 0 <= at < len(goals) else None
