"""Where a moment of the record lies on the tape, and the other way, by the game clock."""

from __future__ import annotations

from review.core.clock import ClockCourse, ClockSpan
from review.core.record import PERIOD_S, GameKind, RecordedAt
from review.measure.score import ORDER

__all__ = ["game_between", "on_tape", "period_length_s"]

OVERTIME_S = 300.0  # of a regular season
CUT_S = 1.0  # a record cuts its times to the second, and so does a clock in the picture


def period_length_s(period: int, kind: GameKind | None) -> float | None:
    """Seconds of a period; None of a shoot-out, and where nobody says of what kind of game an overtime is."""
    if period <= 3 or kind == "playoff":
        return PERIOD_S
    return OVERTIME_S if kind is not None and period == 4 else None


def on_tape(at: RecordedAt, course: ClockCourse, kind: GameKind | None) -> tuple[float, float] | None:
    """Seconds of tape from … to within which that moment of play lies; None where the clock does not show it.

    Of a stoppage at that value its beginning is the moment: the clock had to be stopped.
    """
    length_s = period_length_s(at.period, kind)
    if length_s is None:
        return None
    edges: list[float] = []
    for span in course.spans:
        if ORDER.get(span.period or "") != at.period or span.motion == "unknown":
            continue
        value_s = at.elapsed_s if course.sign > 0 else length_s - at.elapsed_s
        edges += _within(span, value_s - CUT_S, value_s + CUT_S)
    return (min(edges), max(edges)) if edges else None


def _within(span: ClockSpan, low_s: float, high_s: float) -> list[float]:
    """First and last second of a span at which its value is in reach; of a stoppage the first alone."""
    if span.sign == 0:
        return [span.start_s] if span.low_s <= high_s and low_s <= span.high_s else []
    enters = (span.low_s - high_s) if span.sign < 0 else (low_s - span.high_s)
    leaves = (span.high_s - low_s) if span.sign < 0 else (high_s - span.low_s)
    first_s, last_s = max(span.start_s, span.start_s + enters), min(span.end_s, span.start_s + leaves)
    return [first_s, last_s] if first_s <= last_s else []


def game_between(at_s: float, course: ClockCourse, kind: GameKind | None) -> tuple[float, float] | None:
    """Seconds of play from … to that a second of tape may be; None where clock or period were not read."""
    shown = course.at(at_s)
    period = ORDER.get(shown.period or "") if shown else None
    length_s = period_length_s(period, kind) if period else None
    if shown is None or period is None or length_s is None:
        return None
    elapsed = (
        (shown.low_s, shown.high_s) if course.sign > 0 else (length_s - shown.high_s, length_s - shown.low_s)
    )
    begun_s = RecordedAt(period, 0.0).game_s
    return begun_s + max(0.0, elapsed[0]), begun_s + min(length_s, max(0.0, elapsed[1]))
