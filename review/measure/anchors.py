"""What people state of the clock, laid over what was read of it: the course bends to them.

Readings say well how the clock moved and, where a digit was misread all along, badly what it showed. So a
statement moves the whole stretch over which the clock went on without a jump; two statements that no one
shift explains leave open what lies between them. A statement where nothing was read is carried to a line
that leads to it, or to another statement from which the clock must have run all the while; else it is a
moment alone, about which `ClockCourse.at` tells less and less exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from review.core.clock import ClockAnchor, ClockCourse, ClockSpan

__all__ = ["bend"]

NEAR_S = 1e-6
MEETS_S = 0.01  # spans so near to each other go on from one to the next …
JUMPS_S = 1.2  # … unless the clock shows a value so far off
SLACK_S = 0.15
RUN_GAP_S, STAND_GAP_S = 120.0, 4.0  # as in measure.clock

Range = tuple[float, float]


def bend(course: ClockCourse, anchors: Sequence[ClockAnchor], *, frame_s: float = 0.04) -> ClockCourse:
    """The course, made to agree with every anchor to its last digit and `frame_s`, the length of a frame."""
    told = sorted(anchors, key=lambda a: a.at_s)
    spans: list[ClockSpan] = []
    placed: set[int] = set()
    for chain in _chains(course.spans):
        mine = [a for a in told if chain[0].start_s - NEAR_S <= a.at_s <= chain[-1].end_s + NEAR_S]
        placed |= {id(a) for a in mine}
        spans += _moved(chain, mine, frame_s) if mine else chain
    for anchor in told:
        if id(anchor) not in placed:
            _add(spans, anchor, frame_s, course.sign)
    return ClockCourse(tuple(spans))


def _chains(spans: Sequence[ClockSpan]) -> list[list[ClockSpan]]:
    """Spans that go on from one to the next without a jump."""
    chains: list[list[ClockSpan]] = []
    for span in spans:
        last = chains[-1][-1] if chains else None
        if last is None or span.start_s - last.end_s > MEETS_S or _apart(last, span) > JUMPS_S:
            chains.append([])
        chains[-1].append(span)
    return chains


def _apart(one: ClockSpan, other: ClockSpan) -> float:
    """Seconds between what two spans show where they meet; negative where both may show the same."""
    end, start = one.shown(one.end_s), other.shown(other.start_s)
    return max(end.low_s - start.high_s, start.low_s - end.high_s)


@dataclass(frozen=True)
class _Group:
    """Anchors in order that one shift of the clock explains: any within `by_s`."""

    anchors: tuple[ClockAnchor, ...]
    by_s: Range

    @property
    def shift_s(self) -> float:
        """The shift to make: none where none is needed."""
        low, high = self.by_s
        return 0.0 if low - NEAR_S <= 0.0 <= high + NEAR_S else (low + high) / 2


def _moved(chain: Sequence[ClockSpan], anchors: Sequence[ClockAnchor], frame_s: float) -> list[ClockSpan]:
    """A chain cut where statements contradict each other, each part moved to its own."""
    groups: list[_Group] = []
    for anchor in anchors:
        by = _shift(chain, anchor, frame_s)
        last = groups[-1] if groups else None
        both = (max(by[0], last.by_s[0]), min(by[1], last.by_s[1])) if last else by
        if last is not None and both[0] <= both[1]:
            groups[-1] = _Group((*last.anchors, anchor), both)
        else:
            groups.append(_Group((anchor,), by))
    out: list[ClockSpan] = []
    for k, group in enumerate(groups):
        first_s = chain[0].start_s if k == 0 else group.anchors[0].at_s
        last_s = chain[-1].end_s if k == len(groups) - 1 else group.anchors[-1].at_s
        out += _part(chain, group, (first_s, last_s), frame_s)
    return out


def _shift(chain: Sequence[ClockSpan], anchor: ClockAnchor, frame_s: float) -> Range:
    """By how much the clock must be moved to show what is stated: any within."""
    shown = _span_at(chain, anchor.at_s).shown(anchor.at_s)
    low, high = _stated(anchor, frame_s)
    return low - shown.high_s, high - shown.low_s


def _stated(anchor: ClockAnchor, frame_s: float) -> Range:
    return anchor.shown_s - frame_s, anchor.shown_s + anchor.step_s + frame_s


def _span_at(chain: Sequence[ClockSpan], at_s: float) -> ClockSpan:
    """The last span that has begun by then."""
    return [chain[0], *(span for span in chain[1:] if span.start_s <= at_s)][-1]


def _part(chain: Sequence[ClockSpan], group: _Group, between_s: Range, frame_s: float) -> list[ClockSpan]:
    out = []
    by, period = group.shift_s, next((a.period for a in group.anchors if a.period), None)
    for span in chain:
        start, end = max(span.start_s, between_s[0]), min(span.end_s, between_s[1])
        inside = end > start or (start == end and span is _span_at(chain, start))
        if not inside:
            continue
        shown = span.shown(start)
        part = replace(
            span, start_s=start, end_s=end, low_s=max(0.0, shown.low_s + by), high_s=shown.high_s + by,
            period=period or span.period,
        )  # fmt: skip
        if by:
            part = replace(part, readings=0, against=span.readings + span.against)
        for anchor in group.anchors:
            if _span_at(chain, anchor.at_s) is span:
                part = _narrowed(part, anchor, frame_s)
        out.append(part)
    return out


def _narrowed(span: ClockSpan, anchor: ClockAnchor, frame_s: float) -> ClockSpan:
    """A span that shows what is stated, where it may."""
    gone = span.sign * (anchor.at_s - span.start_s)
    low, high = (value - gone for value in _stated(anchor, frame_s))
    low, high = max(low, span.low_s), min(high, span.high_s)
    if low > high:  # the anchors of one shift need not meet in one value
        low = high = (low + high) / 2
    step = min(span.step_s, anchor.step_s)
    return replace(span, low_s=low, high_s=high, step_s=step, anchors=span.anchors + 1)


def _add(spans: list[ClockSpan], anchor: ClockAnchor, frame_s: float, sign: int) -> None:
    """Put a statement among the spans, joined to one before or after it where the clock leads to it."""
    low, high = _stated(anchor, frame_s)
    moment = ClockSpan(
        anchor.at_s, anchor.at_s, 0, max(0.0, low), high, anchor.step_s, 0, 0, anchor.period, anchors=1
    )
    k = next((i for i, span in enumerate(spans) if span.start_s > anchor.at_s), len(spans))
    before = spans[k - 1] if k else None
    after = spans[k] if k < len(spans) else None
    if before is not None and (one := _joined(before, moment, sign)) is not None:
        spans[k - 1] = one
    elif after is not None and (one := _joined(moment, after, sign)) is not None:
        spans[k] = one
    else:
        spans.insert(k, moment)


def _joined(one: ClockSpan, other: ClockSpan, sign: int) -> ClockSpan | None:
    """A moment and its neighbour as one span; None where nothing says how the clock got there."""
    line, moment = (one, other) if other.motion == "unknown" else (other, one)
    gap = other.start_s - one.end_s
    moves = line.sign
    if line.motion == "unknown":
        if gap <= 2 * max(one.step_s, other.step_s):
            return None  # too near to tell whether it ran, and which way
        counts = other.low_s - one.low_s
        moves = sign if abs(counts) < gap / 2 else 1 if counts > 0 else -1
    if gap > (RUN_GAP_S if moves else STAND_GAP_S) or _contradict(one.period, other.period):
        return None
    gone = moves * (other.start_s - one.start_s)
    low, high = max(one.low_s, other.low_s - gone), min(one.high_s, other.high_s - gone)
    if low - high > SLACK_S:
        return None
    return replace(
        line,
        start_s=one.start_s,
        end_s=other.end_s,
        sign=moves,
        low_s=min(low, high),
        high_s=max(low, high),
        period=moment.period or line.period,
        step_s=min(one.step_s, other.step_s),
        anchors=one.anchors + other.anchors,
    )


def _contradict(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other
