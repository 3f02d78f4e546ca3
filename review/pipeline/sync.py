"""Several tapes of one moment on one master clock: by timecode, by the game clock, or by hand. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Literal

from review.core.clock import ClockCourse, ClockSpan
from review.core.tape import Tape

__all__ = ["Alignment", "by_clock", "by_hand", "by_timecode"]

#: Stretches of a clock that tell offsets further apart than this are not of one game.
AGREE_S = 1.5


@dataclass(frozen=True, slots=True)
class Alignment:
    """Second `s` of the master tape is second `s + offset_s` of the other, give or take `error_s`."""

    offset_s: float
    error_s: float
    how: Literal["timecode", "game clock", "hand"]

    def on_other(self, master_s: float) -> float:
        """The other tape's second; it may lie outside that tape."""
        return master_s + self.offset_s

    def nudged(self, seconds: float) -> Alignment:
        """Moved by hand: the other tape is so much further on."""
        return Alignment(self.offset_s + seconds, 0.0, "hand")


def by_hand(master_s: float, other_s: float) -> Alignment:
    """What a person says: these two seconds show the same instant."""
    return Alignment(other_s - master_s, 0.0, "hand")


def by_timecode(master: Tape, other: Tape) -> Alignment | None:
    """Both tapes carry the time of day at the same rate; None where one does not.

    Tapes without a timecode's meaning in common (a counter from zero on both) are for the eye to refuse.
    """
    a, b = master.scale.timecode_start, other.scale.timecode_start
    if a is None or b is None or a.rate_fps != b.rate_fps or a.drop != b.drop:
        return None
    rate = master.scale.rate or other.scale.rate
    frame_s = float(1 / rate) if rate else 1.0 / a.rate_fps
    return Alignment((a.count() - b.count()) * frame_s, frame_s, "timecode")


def by_clock(master: ClockCourse, other: ClockCourse) -> Alignment | None:
    """Where both game clocks run and show the same value, that is the same instant; None where none does.

    The error is what the readings leave open; stretches that disagree give no alignment at all.
    """
    told = [found for a in master.spans for b in other.spans if (found := _offset(a, b)) is not None]
    if not told:
        return None
    offsets = [offset for offset, _ in told]
    middle = median(offsets)
    if max(abs(offset - middle) for offset in offsets) > AGREE_S:
        return None
    return Alignment(middle, min(error for _, error in told), "game clock")


def _offset(a: ClockSpan, b: ClockSpan) -> tuple[float, float] | None:
    """Seconds from one running stretch to the other, where they share a value of the same period."""
    if not a.sign or a.sign != b.sign or (a.period and b.period and a.period != b.period):
        return None
    (a_low, a_high), (b_low, b_high) = (tuple(sorted(_ends(span))) for span in (a, b))
    low, high = max(a_low, b_low), min(a_high, b_high)
    if low > high:
        return None
    value = (low + high) / 2
    error = (a.high_s - a.low_s + b.high_s - b.low_s) / 2
    return _second(b, value) - _second(a, value), error


def _ends(span: ClockSpan) -> Iterator[float]:
    middle = (span.low_s + span.high_s) / 2
    yield middle
    yield middle + span.sign * (span.end_s - span.start_s)


def _second(span: ClockSpan, value: float) -> float:
    return span.start_s + (value - (span.low_s + span.high_s) / 2) / span.sign
