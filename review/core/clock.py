"""The game clock: what a picture shows of it, and the course it took over a tape."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal

from review.core.times import Interval, TimeScale

__all__ = [
    "ClockAnchor",
    "ClockCourse",
    "ClockReading",
    "ClockSpan",
    "ClockStop",
    "Shown",
    "Stoppage",
    "parse_clock",
    "parse_shown",
]

Motion = Literal["runs", "stands", "unknown"]

_TEXT = re.compile(r"^(?:(\d{1,2})\s*[:.;]\s*(\d\d)|:?(\d{1,2}))(?:\s*[.,]\s*(\d))?$")
LONGEST_S = 60 * 60  # no period of any league shows more
HOLD_S = 1.0  # so far beyond what was read the clock is still told, less and less exactly
TENTHS_WITHIN_S = 0.3  # tenths are written where the value is known so closely


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What one picture was read to show.

    Attributes
    ----------
    at_s : seconds of tape
    shown_s : the clock's value as written
    step_s : of its last digit: 1, or 0.1 where tenths are shown
    conf : of the reader, 0..1
    period : as written, None where it was not read
    score : left or upper one first, None where it was not read
    beside_s : other times read on the bug; looked for now and then
    """

    at_s: float
    shown_s: float
    step_s: float = 1.0
    conf: float = 1.0
    period: str | None = None
    score: tuple[int, int] | None = None
    beside_s: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockAnchor:
    """What a person states: at this second of tape the clock shows this.

    Attributes
    ----------
    at_s, shown_s, step_s, period : as of a `ClockReading`
    number : of the act in the case's journal; 0 where it comes from GAME.toml
    who : who states it
    """

    at_s: float
    shown_s: float
    step_s: float = 1.0
    period: str | None = None
    number: int = 0
    who: str = "GAME.toml"

    @property
    def text(self) -> str:
        """As the picture shows it."""
        shown = Shown(self.shown_s, self.shown_s + self.step_s - 1e-3, "unknown", self.step_s, self.period)
        return shown.text


@dataclass(frozen=True, slots=True)
class ClockStop:
    """A stoppage of the clock: it stopped between `start_s` and went on between `end_s` (earliest, latest).

    A None: the tape does not bound it there.
    """

    start_s: tuple[float | None, float]
    end_s: tuple[float, float | None]
    shown: Shown

    def on(self, scale: TimeScale) -> Stoppage:
        """The same in a tape's own times."""
        (early, began), (ended, late) = self.start_s, self.end_s
        start = [scale.from_seconds(s) for s in (began if early is None else early, began)]
        end = [scale.from_seconds(s) for s in (ended, ended if late is None else late)]
        bounded = early is not None and late is not None
        return Stoppage(Interval(*start), Interval(*end), self.shown.text, bounded)


@dataclass(frozen=True, slots=True)
class Stoppage:
    """Play was dead: the clock stood on `clock` from within `start` to within `end`.

    Where it is not `bounded`, it may have begun earlier or ended later: the clock was not read there.
    """

    start: Interval
    end: Interval
    clock: str
    bounded: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The clock at a moment: its exact value lies in [low_s, high_s]; `text` is what the picture shows."""

    low_s: float
    high_s: float
    motion: Motion
    step_s: float
    period: str | None = None

    @property
    def text(self) -> str:
        """As the bug writes it, with the period before it where that is known.

        Tenths are left out where they are not known.
        """
        value = (self.low_s + self.high_s) / 2
        if self.step_s < 1.0 and self.high_s - self.low_s <= TENTHS_WITHIN_S:
            tenths = math.floor(value * 10 + 1e-6)
            words = f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"
        else:
            whole = math.floor(value + 1e-6)
            words = f"{whole // 60}:{whole % 60:02d}"
        return f"P{self.period} {words}" if self.period else words

    @property
    def error_s(self) -> float:
        """How far from the middle of what is known the clock may be."""
        return (self.high_s - self.low_s) / 2


@dataclass(frozen=True, slots=True)
class ClockSpan:
    """A stretch of tape over which the clock ran, or stood.

    At second `s` of it the value lies in [low_s + sign · (s − start_s), high_s + the same], sign being −1, +1
    or, where it stood, 0. `readings` agree with that, `against` do not; `anchors` are statements of people it
    was bent to. A span without length is a moment that somebody stated: whether it ran there is not known.
    """

    start_s: float
    end_s: float
    sign: int
    low_s: float
    high_s: float
    step_s: float
    readings: int
    against: int
    period: str | None = None
    anchors: int = 0

    @property
    def motion(self) -> Motion:
        """Whether it ran."""
        if self.end_s <= self.start_s:
            return "unknown"
        return "runs" if self.sign else "stands"

    def shown(self, at_s: float) -> Shown:
        """The clock at a second of this span."""
        gone = self.sign * (at_s - self.start_s)
        low = max(0.0, self.low_s + gone)
        return Shown(low, max(low, self.high_s + gone), self.motion, self.step_s, self.period)


@dataclass(frozen=True, slots=True)
class ClockCourse:
    """The clock over a whole tape: spans in order; well away from them nobody knows."""

    spans: tuple[ClockSpan, ...] = ()

    @property
    def sign(self) -> int:
        """−1 where it counts down, +1 where it counts up; where it never ran it is taken to count down."""
        ran = sum(span.sign * (span.end_s - span.start_s) for span in self.spans)
        return 1 if ran > 0.0 else -1

    def at(self, at_s: float) -> Shown | None:
        """The clock at a second of tape; None where it was not read and does not follow from what was.

        A little beyond what was read it may have run or stood: what is known of it then grows by a second a
        second.
        """
        k = bisect_right(self.spans, at_s + 1e-9, key=lambda span: span.start_s) - 1
        if k >= 0 and at_s <= self.spans[k].end_s + 1e-9:
            return self.spans[k].shown(at_s)
        near = [self.spans[k]] if k >= 0 and at_s - self.spans[k].end_s <= HOLD_S else []
        near += [span for span in self.spans[k + 1 : k + 2] if span.start_s - at_s <= HOLD_S]
        told = [self._beyond(span, at_s) for span in near]
        return min(told, key=lambda shown: shown.error_s, default=None)

    def _beyond(self, span: ClockSpan, at_s: float) -> Shown:
        """What a span says of a second outside it."""
        edge_s = min(max(at_s, span.start_s), span.end_s)
        edge, gone = span.shown(edge_s), self.sign * (at_s - edge_s)
        low, high = edge.low_s + min(0.0, gone), edge.high_s + max(0.0, gone)
        return Shown(max(0.0, low), high, "unknown", span.step_s, span.period)

    def first_s(self, shown_s: float, step_s: float = 1.0, period: str | None = None) -> float | None:
        """The first second of tape at which the clock shows a value as written; None where it never does.

        Where a period is asked for, spans of which the period is known to be another are passed over.
        """
        for span in self.spans:
            if period is not None and span.period not in (None, period):
                continue
            begins_s = (span.low_s + span.high_s) / 2
            until_s = begins_s - (shown_s + step_s) if span.sign < 0 else shown_s - begins_s
            if -step_s < until_s <= span.end_s - span.start_s + 1e-9 and (span.sign or until_s <= 1e-9):
                return span.start_s + max(0.0, until_s)
        return None

    def stoppages(self) -> tuple[tuple[float, float], ...]:
        """Seconds of tape from … to over which the clock is known to have stood."""
        return tuple((s.start_s, s.end_s) for s in self.spans if s.motion == "stands")

    def stops(self) -> tuple[ClockStop, ...]:
        """The stoppages, each with how exactly its beginning and end are known.

        A running clock shows a value for one step of it before it can be seen to stand on it, and another
        before it can be seen to have gone on.
        """
        out = []
        for k, span in enumerate(self.spans):
            if span.motion != "stands":
                continue
            before, after = self._beside(k, -1), self._beside(k, 1)
            start: tuple[float | None, float] = (None, span.start_s)
            end: tuple[float, float | None] = (span.end_s, None)
            if before is not None:
                touches = span.start_s - before.end_s <= 1e-6
                late_s = min(span.start_s + span.step_s, span.end_s) if touches else span.start_s
                start = (before.end_s, late_s)
            if after is not None:
                touches = after.start_s - span.end_s <= 1e-6
                end = (max(span.end_s - span.step_s, start[1]) if touches else span.end_s, after.start_s)
            out.append(ClockStop(start, end, span.shown(span.start_s)))
        return tuple(out)

    def _beside(self, k: int, step: int) -> ClockSpan | None:
        """The span next to one, where the clock ran."""
        there = k + step
        beside = self.spans[there] if 0 <= there < len(self.spans) else None
        return beside if beside is not None and beside.motion == "runs" else None


def parse_clock(text: str) -> tuple[float, float] | None:
    """(value, step) in seconds of a clock as written; None where it is none.

    >>> parse_clock("18:42"), parse_clock("0:42.7"), parse_clock("7:61")
    ((1122.0, 1.0), (42.7, 0.1), None)
    >>> parse_clock(":42.7"), parse_clock("42.7"), parse_clock("42")
    ((42.7, 0.1), (42.7, 0.1), None)
    """
    found = _TEXT.match(text.strip())
    if found is None:
        return None
    minutes, seconds, alone, tenth = found.groups()
    if minutes is None and tenth is None:
        return None  # two digits are a score, or a number
    whole = 60 * int(minutes or 0) + int(seconds or alone)
    if int(seconds or alone) > 59 or whole > LONGEST_S:
        return None
    return round(whole + int(tenth or 0) / 10, 1), 0.1 if tenth is not None else 1.0


def parse_shown(text: str) -> tuple[str | None, float, float] | None:
    """(period, value, step) of a clock as reports write it and people type it; None where it is none.

    >>> parse_shown("P2 12:40.6"), parse_shown("18:41"), parse_shown("OT 2:10")
    (('2', 760.6, 0.1), (None, 1121.0, 1.0), ('OT', 130.0, 1.0))
    """
    *period, clock = text.split() or [""]
    told = parse_clock(clock)
    if told is None or len(period) > 1:
        return None
    return period[0].upper().removeprefix("P") if period else None, *told
