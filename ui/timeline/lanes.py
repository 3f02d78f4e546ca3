"""What stands in the lanes, where, and what lies under a pointer. Pure: no drawing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from review.core.case import Judgement
from review.core.counts import CountPoint
from review.core.crossings import Crossing
from review.core.findings import Finding
from review.core.shots import Shot
from review.core.times import FrameTime, Interval, TimeScale
from ui.moments import instant
from ui.say import clause_words, man_words, seconds_words, verdict_words, view_words
from ui.words import t

__all__ = ["ROW_OF", "CountLane", "Item", "Lanes", "Reach", "hit", "lanes_of", "spread"]


@dataclass(frozen=True, slots=True)
class Reach:
    """The stretch of tape in view, and the pixels it fills."""

    start_s: float
    end_s: float
    left_px: float
    width_px: float
    tape_s: float
    frame_s: float = 0.04

    def x(self, s: float) -> float:
        """Seconds to pixels."""
        return self.left_px + (s - self.start_s) / (self.end_s - self.start_s) * self.width_px

    def s(self, x: float) -> float:
        """Pixels to seconds, kept inside the tape."""
        s = self.start_s + (x - self.left_px) / self.width_px * (self.end_s - self.start_s)
        return min(max(s, 0.0), self.tape_s)

    def zoomed(self, factor: float, x: float) -> Reach:
        """Narrower (factor > 1) or wider, the moment under `x` kept in place; down to eight frames."""
        at = self.s(x)
        span = (self.end_s - self.start_s) / factor
        span = min(max(span, min(8 * self.frame_s, self.tape_s)), self.tape_s)
        share = (at - self.start_s) / (self.end_s - self.start_s)
        return self.placed(at - share * span, span)

    def moved(self, dx: float) -> Reach:
        """Panned by a drag of `dx` pixels."""
        span = self.end_s - self.start_s
        return self.placed(self.start_s - dx / self.width_px * span, span)

    def showing(self, s: float) -> Reach:
        """Turned a page where `s` has left the view."""
        span = self.end_s - self.start_s
        if self.start_s <= s <= self.end_s:
            return self
        return self.placed(s - 0.1 * span, span)

    def placed(self, start_s: float, span_s: float) -> Reach:
        """This stretch, kept inside the tape."""
        start = min(max(start_s, 0.0), max(0.0, self.tape_s - span_s))
        return replace(self, start_s=start, end_s=start + span_s)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a lane: `kind` chooses its mark, `words` explain it, `key` names the finding."""

    lane: str
    kind: str
    start_s: float
    end_s: float
    at: FrameTime
    words: str
    team: str | None = None
    key: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class CountLane:
    """One team's count: starts in seconds, and the points themselves."""

    team: str
    starts_s: tuple[float, ...]
    points: tuple[CountPoint, ...]

    @property
    def span(self) -> tuple[int, int]:
        """Least and greatest number that must fit in the lane."""
        seen = [p for p in self.points if p.seen]
        numbers = [n for p in seen for n in (p.best, p.allowed, p.high) if n is not None]
        numbers += [p.low for p in seen if p.best is not None]
        return (min(numbers) - 1, max(numbers) + 1) if numbers else (3, 8)

    def at(self, s: float) -> CountPoint | None:
        """The point in force at `s`, None before the first."""
        place = bisect_right(self.starts_s, s + 1e-9)
        return self.points[place - 1] if place else None

    def words(self, s: float) -> str:
        """The count in force at `s`, in words."""
        point = self.at(s)
        if point is None or not point.seen or point.best is None:
            why = point.cause if point is not None else t("before the first look")
            return t("{team}: not seen ({why})", team=self.team, why=why)
        high = t("at most {n}", n=point.high) if point.high is not None else t("more may be out of view")
        told = t(
            "{team}: {n} on the ice, at least {low}, {high}",
            team=self.team,
            n=point.best,
            low=point.low,
            high=high,
        )
        allowed = t("allowed {n}", n=point.allowed) if point.allowed is not None else ""
        return " · ".join(filter(None, [told, allowed, point.cause]))


@dataclass(frozen=True, slots=True)
class Lanes:
    """Everything the timeline draws."""

    items: tuple[Item, ...] = ()
    counts: tuple[CountLane, ...] = ()
    teams: tuple[str, ...] = ()


def lanes_of(judgement: Judgement | None, findings: Sequence[Finding], scale: TimeScale) -> Lanes:
    """Lay out a judgement, and findings told of before there is one."""
    s = scale.seconds
    items = [_finding(finding, s) for finding in findings]
    if judgement is None:
        return Lanes(tuple(items))
    items += [_shot(shot, s) for shot in judgement.shots]
    names = {person.id: person.label for person in judgement.people}
    items += [_crossing(crossing, names, s) for crossing in judgement.crossings]
    items += _altercations(judgement, s) + _changes(judgement, s) + _gaps(judgement, s)
    counts = tuple(
        CountLane(line.team, tuple(s(p.t) for p in line.points), line.points) for line in judgement.counts
    )
    return Lanes(tuple(items), counts, judgement.game.team_names())


Seconds = Callable[[FrameTime], float]


def _finding(finding: Finding, s: Seconds) -> Item:
    words = (
        f"{verdict_words(finding.verdict)} · {clause_words(finding.clause)} · {man_words(finding.subject)}"
    )
    return Item(
        "events",
        {"trips": "trips", "cannot tell": "open"}.get(finding.verdict, "fine"),
        s(finding.start),
        s(finding.end),
        finding.start,
        f"{words}\n{seconds_words(s(finding.start))}",
        team=finding.subject.team,
        key=f"finding {finding.id}",
    )


def _shot(shot: Shot, s: Seconds) -> Item:
    kind = "replay" if shot.replay else (shot.view or "other")
    words = t("Shot {id}: {view}", id=shot.id, view=view_words(shot.view, replay=shot.replay))
    words = "\n".join(filter(None, [words, shot.reason]))
    label = view_words(shot.view, replay=shot.replay)
    return Item("shots", kind, s(shot.start), s(shot.end), shot.start, words, label=label)


def _crossing(crossing: Crossing, names: Mapping[int, str], s: Seconds) -> Item:
    who = names.get(crossing.person) or t("man {id}", id=crossing.person)
    coming = t("{who} comes on", who=who) if crossing.direction == "on" else t("{who} goes off", who=who)
    when = _interval_words(crossing.when, s)
    words = f"{coming} · {crossing.gate}\n{when} · {crossing.confidence:.0%}"
    at = instant(crossing.when)
    words += f"\n{crossing.reason}" if crossing.reason else ""
    return Item(
        "events",
        crossing.direction,
        s(crossing.when.earliest),
        s(crossing.when.latest),
        at,
        words,
        crossing.team,
    )


def _interval_words(when: Interval, s: Seconds) -> str:
    return t("between {a} and {b}", a=seconds_words(s(when.earliest)), b=seconds_words(s(when.latest)))


def _altercations(judgement: Judgement, s: Seconds) -> list[Item]:
    items = []
    for each in judgement.altercations:
        start, end = instant(each.span.start), instant(each.span.end)
        by = t("set by a person") if each.span.set_by == "person" else t("proposed, not confirmed")
        words = t("Altercation · {n} left a bench · {by}", n=len(each.departures), by=by)
        items.append(Item("events", "altercation", s(start), s(end), start, words))
    return items


def _changes(judgement: Judgement, s: Seconds) -> list[Item]:
    verdicts = {
        "early": t("early change"),
        "legal": t("legal change"),
        "cannot tell": t("change, cannot tell"),
    }
    return [
        Item(
            "events",
            "change",
            s(change.start),
            s(change.end),
            change.start,
            f"{change.team} · {verdicts[change.verdict]}\n{change.reason}",
            change.team,
        )
        for change in judgement.changes
    ]


def _gaps(judgement: Judgement, s: Seconds) -> list[Item]:
    items = [
        Item("gaps", "gap", s(c.start), s(c.end), c.start, t("Not looked at: {why}", why=c.reason or ""))
        for c in judgement.coverage
        if not c.seen
    ]
    for gap in judgement.gate_gaps:
        words = t("{gate} could not be watched: {why}", gate=gap.gate, why=gap.reason)
        start, end = gap.when.earliest, gap.when.latest
        items.append(Item("events", "gap", s(start), s(end), start, words, gap.team))
    return items


#: Marks of the events lane: the height, as a share of the lane, at which each kind stands.
ROW_OF = {"on": 0.15, "off": 0.15, "change": 0.44, "trips": 0.73, "open": 0.73, "fine": 0.73}
APART_PX = 13.0


def spread(items: Sequence[Item], reach: Reach) -> list[tuple[Item, float]]:
    """Marks in view with the pixel each is drawn at: in order, those too close set apart to the right."""
    last: dict[float, float] = {}
    placed = []
    for item in sorted((i for i in items if i.kind in ROW_OF), key=lambda i: (i.start_s, i.kind)):
        row = ROW_OF[item.kind]
        middle = (item.start_s + item.end_s) / 2 if item.kind in ("on", "off") else item.start_s
        x = reach.x(middle)
        if x - last.get(row, -1e9) < APART_PX and reach.x(middle) > last.get(row, -1e9) - 3 * APART_PX:
            x = last[row] + APART_PX
        last[row] = x
        if reach.left_px - APART_PX <= x <= reach.left_px + reach.width_px + APART_PX:
            placed.append((item, x))
    return placed


def hit(lanes: Lanes, lane: str, point: tuple[float, float], *, reach: Reach, reach_px: float) -> Item | None:
    """What lies at `point` of `lane`: x in px, y as a share of the lane. Marks go before spans.

    A mark is hit within `reach_px` of where it is drawn and in its own row; a span anywhere in it.
    """
    x, share = point
    items = [item for item in lanes.items if item.lane == lane]
    marks = [
        (abs(at - x), place)
        for place, (item, at) in enumerate(spread(items, reach))
        if abs(at - x) <= reach_px and abs(ROW_OF[item.kind] - share) <= 0.15
    ]
    if marks:
        return spread(items, reach)[min(marks)[1]][0]
    s = reach.s(x)
    spans = [item for item in items if item.start_s <= s <= item.end_s]
    return min(spans, key=lambda item: item.end_s - item.start_s, default=None)
