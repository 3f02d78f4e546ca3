"""Naming the nearest valid name, for whoever mistyped one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["nearest"]


def nearest(name: str, valid: Iterable[str]) -> str:
    """A sentence that helps: the nearest valid name, or all of them.

    Examples
    --------
    >>> nearest("left_bnech", ["left_bench", "altercation"])
    "Did you mean 'left_bench'?"
    """
    names = sorted(valid)
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f"Did you mean {close[0]!r}?"
    return f"Valid here: {', '.join(names)}." if names else "Nothing may stand here."
