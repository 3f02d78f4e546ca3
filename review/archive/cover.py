"""How a tape is cut into units of work."""

from __future__ import annotations

from itertools import pairwise

__all__ = ["cut_parts"]


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
