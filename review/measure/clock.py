"""From readings of a score bug to the clock's course: what a clock can do is believed over one glyph.

A clock runs at one second a second, or stands. So its readings lie on few lines: where it runs, value and
time of tape add up (or, where it counts up, differ) to one number; where it stands, the value is one number.
The course is the cheapest way along such lines (Viterbi's algorithm): staying is free, a stop or a start that
goes on from the value shown costs little, a jump much, and a reading off the line what its confidence says.
A single glitch is therefore overruled, and a clock that somebody set is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from review.core.arrays import Array
from review.core.clock import ClockCourse, ClockReading, ClockSpan

__all__ = ["clock_course"]

# The costs below were set by hand-made clocks with one reading in six wrong and by three real broadcasts.
CELL_S = 0.1  # lines of a running clock are told apart to this
RUN_LEAST_S = 2.0  # a run is seen for at least so long …
STAND_LEAST_S = 1.3  # … and one value for so long: running it would have gone on
STOP_COST, JUMP_COST = 1.5, 9.0  # as surprising as half a sure misreading, and as three of them
MISS_MOST, MISS_LEAST = 3.0, 0.4  # of a reading off the line, sure and unsure
SLACK_S = 0.15  # a picture shows the clock a little late, and not every clock ticks evenly
GAP_S = 4.0  # unread for longer, a clock that stood may have run and come back to nothing
RUN_GAP_S = 120.0  # one line before and after proves that it ran all the while
PART_S = 900.0  # lines are sought in stretches so long
JOIN_S = 1.0  # spans so near to each other meet: the clock turned somewhere between two readings
TURN_S = 1.6  # a clock that turns shows a value so near to the one it stands on
TICK_S = 0.001  # a value that stood is below the next one by at least this
FEWEST = 3  # readings that make a span
PERIOD_SHARE = 0.6


def clock_course(readings: Sequence[ClockReading]) -> ClockCourse:
    """The clock over the tape that ``readings`` come from, in any order.

    Both directions of counting are tried and the cheaper one is taken; a tie goes to counting down, as most
    leagues do. Where the clock was not read for a while its value is known only if it was on the same line
    before and after.
    """
    told = sorted(readings, key=lambda r: r.at_s)
    spans: list[ClockSpan] = []
    for part in _parts(told):
        ways = [_path(part, sign) for sign in (-1, 1)]
        for span in _spans(part, min(ways, key=lambda way: way.cost_nats)):
            _join(spans, span)
    return ClockCourse(tuple(spans))


def _parts(told: list[ClockReading]) -> list[list[ClockReading]]:
    """The readings in stretches of tape: effort and memory then grow with its length, and no faster."""
    parts: list[list[ClockReading]] = []
    for one in told:
        if not parts or one.at_s - parts[-1][0].at_s > PART_S:
            parts.append([])
        parts[-1].append(one)
    if len(parts) > 1 and len(parts[-1]) < FEWEST:
        rest = parts.pop()
        parts[-1] += rest
    return parts


def _join(spans: list[ClockSpan], span: ClockSpan) -> None:
    """Append a span: as one with the last where both are on one line, else up to where they meet."""
    if spans:
        last = spans[-1]
        gap_s = span.start_s - last.end_s
        if last.sign == span.sign and gap_s <= (RUN_GAP_S if span.sign else GAP_S):
            both = _one(last, span)
            if both is not None:
                spans[-1] = both
                return
        if gap_s <= JOIN_S:
            spans[-1], span = _met(last, span)
    spans.append(span)


def _one(one: ClockSpan, other: ClockSpan) -> ClockSpan | None:
    """Two spans of one line as one; None where their values or their periods contradict each other."""
    gone = one.sign * (other.start_s - one.start_s)
    lows = np.array([one.low_s, other.low_s - gone])
    highs = np.array([one.high_s, other.high_s - gone])
    if lows.max() - highs.min() > SLACK_S or (one.period and other.period and one.period != other.period):
        return None
    low, high = _common(lows, highs)
    return ClockSpan(
        one.start_s, other.end_s, one.sign, low, high, other.step_s, one.readings + other.readings,
        one.against + other.against, one.period or other.period,
    )  # fmt: skip


@dataclass(frozen=True)
class _Lines:
    """Lines the clock may be on: running ones by value − sign · time, standing ones by value."""

    sign: int
    run: Array  # (r,)
    stand: Array  # (s,)

    def misses(self, one: ClockReading) -> Array:
        """(r + s,) what each line pays for a reading."""
        there = one.shown_s - self.sign * one.at_s
        off_run = np.maximum(there - self.run, self.run - there - one.step_s)
        off_stand = np.abs(one.shown_s - self.stand) * 10.0
        price = MISS_LEAST + (MISS_MOST - MISS_LEAST) * one.conf
        return np.where(np.concatenate([off_run, off_stand]) <= SLACK_S, 0.0, price)

    def entering(self, cost: Array, one: ClockReading) -> tuple[Array, Array]:
        """(r + s,) cheapest cost of entering each line at a reading from another, and from which.

        Only values about the one read are turned at: elsewhere the reading would be paid for as a miss.
        """
        n = len(self.run)
        source = int(cost.argmin())
        entry = np.full(len(cost), cost[source] + JUMP_COST)
        before = np.full(len(cost), source)
        value = self.run + self.sign * one.at_s  # what each running line shows now
        for k in np.flatnonzero(np.abs(self.stand - one.shown_s) <= TURN_S).tolist():
            shown = self.stand[k]
            near = np.flatnonzero((value > shown - 0.6) & (value < shown + 1.6))
            if not len(near):
                continue
            stop = near[int(cost[near].argmin())]
            if cost[stop] + STOP_COST < entry[n + k]:
                entry[n + k], before[n + k] = cost[stop] + STOP_COST, stop
            start = cost[n + k] + STOP_COST
            cheaper = near[start < entry[near]]
            entry[cheaper], before[cheaper] = start, n + k
        return entry, before


@dataclass(frozen=True)
class _Path:
    lines: _Lines
    line: Array  # (n,) of each reading
    cost_nats: float


def _path(told: list[ClockReading], sign: int) -> _Path:
    lines = _Lines(sign, _running(told, sign), _standing(told))
    if not len(lines.run) and not len(lines.stand):
        return _Path(lines, np.full(len(told), -1), float("inf"))
    cost = lines.misses(told[0])
    back = np.zeros((len(told), len(cost)), np.int32)
    for i, one in enumerate(told[1:], start=1):
        entry, before = lines.entering(cost, one)
        stays = cost <= entry
        back[i] = np.where(stays, np.arange(len(cost)), before)
        cost = np.where(stays, cost, entry) + lines.misses(one)
    line = np.empty(len(told), int)
    line[-1] = int(cost.argmin())
    for i in range(len(told) - 1, 0, -1):
        line[i - 1] = back[i, line[i]]
    return _Path(lines, _thawed(told, lines, line), float(cost.min()))


def _thawed(told: list[ClockReading], lines: _Lines, line: Array) -> Array:
    """The path without stops after which the clock shows what it would show had it run: the graphic froze.

    A clock that stood cannot catch up with itself; the next readings, three where there are as many, say so.
    """
    out = line.copy()
    turns = [0, *(np.flatnonzero(np.diff(line)) + 1).tolist(), len(line)]
    for begin, end in pairwise(turns[1:]):
        run, stand = line[begin - 1], line[begin]
        if run >= len(lines.run) or stand < len(lines.run):
            continue
        last = max((i for i in range(begin, end) if not lines.misses(told[i])[stand]), default=begin)
        after = told[last + 1 : last + 1 + FEWEST]
        if after and all(not lines.misses(one)[run] for one in after):
            out[begin : max(end, last + 1 + len(after))] = run
    return out


def _running(told: list[ClockReading], sign: int) -> Array:
    """Lines that enough readings over enough time agree on, one for each crest of agreement."""
    low = np.array([r.shown_s - sign * r.at_s for r in told])
    step = np.array([r.step_s for r in told])
    at = np.array([r.at_s for r in told])
    cells = np.unique(np.floor(np.concatenate([low, low + step / 2]) / CELL_S)) * CELL_S
    order = np.argsort(low, kind="stable")
    out: list[tuple[float, int]] = []
    for cell in cells.tolist():
        first, last = np.searchsorted(low[order], [cell - 1.0 - CELL_S, cell + CELL_S])
        near = order[first:last]
        on = near[(low[near] <= cell + CELL_S / 2) & (cell + CELL_S / 2 < low[near] + step[near])]
        if len(on) >= FEWEST and at[on].max() - at[on].min() >= RUN_LEAST_S:
            out.append((cell + CELL_S / 2, len(on)))
    return np.array(_crests(out), float)


def _crests(lines: list[tuple[float, int]]) -> list[float]:
    """Of lines next to each other that equally many agree on, the middle one; none beside a better one."""
    out: list[float] = []
    k = 0
    while k < len(lines):
        end = k
        while (
            end + 1 < len(lines)
            and lines[end + 1][1] == lines[k][1]
            and lines[end + 1][0] - lines[end][0] < 1.5 * CELL_S
        ):
            end += 1
        beside = [
            lines[j][1]
            for j in (k - 1, end + 1)
            if 0 <= j < len(lines) and min(abs(lines[j][0] - lines[e][0]) for e in (k, end)) < 1.5 * CELL_S
        ]
        if all(count < lines[k][1] for count in beside):
            out.append((lines[k][0] + lines[end][0]) / 2)
        k = end + 1
    return out


def _standing(told: list[ClockReading]) -> Array:
    """Values that were shown for longer than a running clock shows one."""
    out: set[float] = set()
    first = told[0]
    for one in told:
        if abs(one.shown_s - first.shown_s) > 1e-6:
            first = one
        elif one.at_s - first.at_s >= STAND_LEAST_S * (1.0 if one.step_s == 1.0 else 0.3):
            out.add(one.shown_s)
    return np.array(sorted(out), float)


def _spans(told: list[ClockReading], path: _Path) -> list[ClockSpan]:
    out: list[ClockSpan] = []
    begin = 0
    for i in range(1, len(told) + 1):
        if i < len(told) and path.line[i] == path.line[begin] and not _broken(told, path, i):
            continue
        span = _span(told[begin:i], path.lines, int(path.line[begin]))
        if span is not None:
            out.append(span)
        begin = i
    return out


def _met(one: ClockSpan, other: ClockSpan) -> tuple[ClockSpan, ClockSpan]:
    """Two spans that follow on each other, each up to where the clock turned.

    It stood on a value that it came to and went on from, so the running span is cut to what lies beyond it.
    """
    meet_s = other.start_s
    if one.sign and not other.sign:  # it came to the value no later than where its line leaves it
        meet_s = min(meet_s, _reaches_s(one, other.low_s if one.sign < 0 else other.high_s))
    elif other.sign and not one.sign:  # it left the value no sooner than where its line enters it
        left_s = one.high_s - TICK_S if other.sign < 0 else one.low_s
        meet_s = max(meet_s, _reaches_s(other, left_s))
    meet_s = min(max(meet_s, one.start_s), other.end_s)
    gone = other.sign * (meet_s - other.start_s)
    later = replace(other, start_s=meet_s, low_s=other.low_s + gone, high_s=other.high_s + gone)
    return replace(one, end_s=meet_s), later


def _reaches_s(span: ClockSpan, value_s: float) -> float:
    """The second of tape at which a running span's line comes to a value."""
    return span.start_s + ((span.low_s + span.high_s) / 2 - value_s) * -span.sign


def _broken(told: list[ClockReading], path: _Path, i: int) -> bool:
    """Whether nobody knows what the clock did between readings ``i - 1`` and ``i`` of one line."""
    gap = told[i].at_s - told[i - 1].at_s
    return gap > (RUN_GAP_S if path.line[i] < len(path.lines.run) else GAP_S)


def _span(told: list[ClockReading], lines: _Lines, line: int) -> ClockSpan | None:
    agree = [r for r in told if line >= 0 and lines.misses(r)[line] == 0.0]
    if len(agree) < FEWEST:
        return None
    sign = lines.sign if line < len(lines.run) else 0
    start, end = agree[0].at_s, agree[-1].at_s
    lows = np.array([r.shown_s - sign * (r.at_s - start) for r in agree])
    highs = lows + np.array([r.step_s for r in agree])
    low, high = _common(lows, highs)
    inside = sum(start <= r.at_s <= end for r in told)
    step = min(r.step_s for r in agree[-FEWEST:])
    return ClockSpan(start, end, sign, low, high, step, len(agree), inside - len(agree), _period(agree))


def _common(lows: Array, highs: Array) -> tuple[float, float]:
    """What all agree on; where only slack let them agree, what lies between, wider by that slack."""
    low, high = float(lows.max()), float(highs.min())
    return (low, high) if low <= high else (high - SLACK_S, low + SLACK_S)


def _period(agree: list[ClockReading]) -> str | None:
    said = Counter(r.period for r in agree if r.period is not None)
    if not said:
        return None
    period, count = said.most_common(1)[0]
    return period if count >= PERIOD_SHARE * said.total() else None
