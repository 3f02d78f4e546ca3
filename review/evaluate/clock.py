"""The game clock as read against the game clock as it was."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

from review.core.clock import parse_shown
from review.evaluate.clip import Clip
from review.evaluate.scores import Moment, Part, Share

__all__ = ["clock_reading", "same_clock", "score_clock"]

MOST_MOMENTS = 5
HOLDS_S = 0.5  # what a person read off one picture is not asked of a moment later than this


def clock_reading(text: str) -> tuple[str | None, int, float] | None:
    """(period, whole seconds, seconds) of a clock's text; None where it is no clock.

    >>> clock_reading("P2 12:40.6")
    ('2', 760, 760.6)
    """
    told = parse_shown(text)
    return None if told is None else (told[0], int(told[1]), told[1])


def score_clock(clip: Clip) -> Part:
    """Every time in the report beside the clock of truth's frame on show then.

    Right is the same period (where one is read) and the same second, a second either way where the picture
    may have turned over; in the last minute, when tenths are read, within a tenth.
    """
    frames = clip.truth.get("clocks") or [f for f in clip.truth.get("frames", ()) if "clock" in f]
    starts = [float(f["s"]) for f in frames]
    shown = answered = right = 0
    moments: list[Moment] = []
    for s, text in sorted(set(_times(clip.report)), key=lambda t: t[0]):
        k = bisect_right(starts, s + 1e-3) - 1
        if k < 0 or s - starts[k] > HOLDS_S:
            continue
        if frames[k]["clock"] is None or frames[k].get("clock_shown") is False:
            continue
        shown += 1
        if text is None:
            continue
        answered += 1
        ok = same_clock(text, frames[k]["clock"])
        right += ok
        if not ok and len(moments) < MOST_MOMENTS:
            moments.append(Moment("clock_accuracy", s, f"clock read {text}, is {frames[k]['clock']}", 1.0))
    return Part(
        {"clock_accuracy": Share(right, answered), "clock_answered": Share(answered, shown)}, tuple(moments)
    )


def same_clock(read: str, true: str) -> bool:
    """Whether a clock as reported is the clock as it was, by the rule of `score_clock`."""
    a, b = clock_reading(read), clock_reading(true)
    if a is None or b is None:
        return False
    if a[0] is not None and b[0] is not None and a[0] != b[0]:
        return False
    if "." in read and b[2] < 60:
        return abs(a[2] - b[2]) <= 0.1 + 1e-6
    return abs(a[1] - b[1]) <= 1


def _times(value: Any) -> Iterator[tuple[float, str | None]]:
    """(s, clock) of every time anywhere in a report."""
    if isinstance(value, Mapping):
        if {"pts", "s", "clock"} <= value.keys():
            yield float(value["s"]), value["clock"]
        else:
            for inner in value.values():
                yield from _times(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _times(inner)
