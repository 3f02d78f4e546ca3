"""Step functions of time, merged exactly: no sampling."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

__all__ = ["merged", "overlap_s"]

Steps = Sequence[tuple[float, Any]]
Spans = Sequence[tuple[float, float]]


def merged(a: Steps, b: Steps, spans: Spans) -> Iterator[tuple[float, float, Any, Any]]:
    """(start, end, value of a, value of b) for every stretch of `spans` on which both stay as they are.

    A step function is (second, value from then on) in order of time; before the first its value is None.

    >>> list(merged([(0, "x"), (2, "y")], [(1, 5)], [(0.5, 3)]))
    [(0.5, 1, 'x', None), (1, 2, 'x', 5), (2, 3, 'y', 5)]
    """
    times_a, times_b = [s for s, _ in a], [s for s, _ in b]
    for start, end in spans:
        inner = sorted({s for s in (*times_a, *times_b) if start < s < end})
        edges = [start, *inner, end]
        for low, high in pairwise(edges):
            if high > low:
                yield low, high, _at(a, times_a, low), _at(b, times_b, low)


def _at(steps: Steps, times: Sequence[float], s: float) -> Any:
    k = bisect_right(times, s)
    return steps[k - 1][1] if k else None


def overlap_s(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Seconds that two spans share; below 0 the gap between them."""
    return min(a[1], b[1]) - max(a[0], b[0])
