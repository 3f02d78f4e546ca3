"""When a tape is done: the spans that were covered add up to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

__all__ = ["cut_parts", "holes"]


def cut_parts(segments: int, most: int) -> tuple[tuple[int, int], ...]:
    """Runs of consecutive segments as (first, how many), nearly equal and none longer than `most`.

    Examples
    --------
    >>> cut_parts(7, 3)
    ((0, 3), (3, 2), (5, 2))
    >>> cut_parts(0, 3)
    ()
    """
    runs = -(-segments // most)
    starts = [-(-segments * k // runs) for k in range(runs + 1)] if runs else [0]
    return tuple((a, b - a) for a, b in pairwise(starts))


def holes(spans: Iterable[tuple[int, int]], whole: tuple[int, int]) -> Sequence[tuple[int, int]]:
    """Stretches (start, end) of `whole` that no span covers, in order; empty when they add up.

    Examples
    --------
    >>> holes([(0, 10), (10, 20)], (0, 20))
    []
    >>> holes([(12, 20), (0, 10)], (0, 25))
    [(10, 12), (20, 25)]
    """
    out = []
    at, end = whole
    for start, until in sorted(spans):
        if start > at:
            out.append((at, min(start, end)))
        at = max(at, until)
    if at < end:
        out.append((at, end))
    return [(a, b) for a, b in out if a < b]
