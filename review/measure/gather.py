"""Facts for the book, gathered from what was measured (kinds as in rules.vocabulary)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from review.core.altercations import Altercation
from review.core.changes import Change
from review.core.clock import Stoppage
from review.core.counts import CountPoint, CountTimeline
from review.core.crossings import Crossing, GateGap
from review.core.facts import Fact, FactValue, Subject
from review.core.game import Penalty
from review.core.people import Person
from review.core.times import FrameTime, Interval, TimeScale
from review.measure.on_air import Doubt
from review.measure.order import within
from review.measure.surplus import Surplus, back_early

__all__ = ["ON_ICE", "gather_facts"]

#: So probable more men than allowed accuse a team, if for long enough. On 82 rendered tapes, where this was
#: chosen, no team without one too many stayed above 0.6 for a second in a short one, or above 0.75 in a game.
OVER_SURE_P = 0.85
#: As many may be shown together and yet not believed: one of them is rather another team's man.
BELIEVED_P = 0.5
#: What a crossing is measured by: the lowest point of a man's box, so his first skate.
ON_ICE = "first_skate"
#: Below this a skater may be a goalkeeper. Chosen on one rendered clip (a goalkeeper on his way to the bench
#: was a skater at 0.92); on a real 1080p clip some true skaters are below it too, and become a question.
SKATER_SURE_P = 0.95
#: Two stretches of too many men with less than this between them are one.
DIP_S = 1.5


class _Facts:
    def __init__(self) -> None:
        self.kept: list[Fact] = []

    def add(
        self, kind: str, subject: Subject, span: tuple[FrameTime, FrameTime], value: FactValue, **more: Any
    ) -> None:
        more.setdefault("layer", "measured")
        more.setdefault("source", "tape")
        self.kept.append(Fact(len(self.kept) + 1, kind, subject, span[0], span[1], value, **more))


def gather_facts(
    *,
    crossings: Sequence[Crossing],
    changes: Sequence[Change],
    counts: Sequence[CountTimeline],
    altercations: Sequence[Altercation],
    gaps: Sequence[GateGap],
    people: Mapping[int, Person],
    gate_kinds: Mapping[str, str],
    penalties: Sequence[Penalty],
    scale: TimeScale,
    over_count_s: float,
    confidence_min: float,
    end: FrameTime,
    stopped: Sequence[Stoppage] = (),
    doubted: Sequence[Doubt] = (),
    crowded: Sequence[tuple[FrameTime, FrameTime]] = (),
) -> tuple[Fact, ...]:
    """Every fact the tape gives: stoppages, changes, counts over the allowed, departures, benches watched.

    `stopped` are stretches over which the game clock stood: play was dead. In those `doubted` the tape may
    show a replay: a count over the allowed is then not established. In those `crowded` both teams have more
    men on the ice than play knows: nobody is too many, and no change is early. An altercation that is only
    proposed excuses nobody and, where nobody left a bench in it, says nothing.
    """
    facts = _Facts()
    marked = [one for one in altercations if one.span.set_by == "person"]
    dead = [(one, _stoppage(facts, one, scale)) for one in stopped]
    by_id = {c.id: c for c in crossings}
    for change in changes:
        _change(facts, change, by_id, people, dead, crowded)
    for timeline in counts:
        spans = [*crowded, *((one.start.earliest, one.end.latest) for one in stopped)]
        back = back_early(timeline.team, crossings, gate_kinds, penalties, scale)
        surplus = Surplus(timeline.team, marked, crossings, back, scale)
        _over(facts, timeline, surplus, over_count_s, end, spans, doubted)
    for altercation in (one for one in altercations if one in marked or one.departures):
        _departures(facts, altercation, by_id, people, gate_kinds, scale, confidence_min)
        _watched(facts, altercation, gaps, counts, gate_kinds, penalties, scale)
    return tuple(facts.kept)


def _stoppage(facts: _Facts, one: Stoppage, scale: TimeScale) -> int:
    """The fact of a stoppage over all of the time that it may have taken; returns its id."""
    facts.add(
        "play_stopped",
        Subject(),
        (one.start.earliest, one.end.latest),
        True,
        links={
            "clock": one.clock,
            "began_s": _seconds(one.start, scale),
            "ended_s": _seconds(one.end, scale),
            "bounded": one.bounded,
        },
    )
    return facts.kept[-1].id


def _change(
    facts: _Facts,
    change: Change,
    crossings: Mapping[int, Crossing],
    people: Mapping[int, Person],
    dead: Sequence[tuple[Stoppage, int]],
    crowded: Sequence[tuple[FrameTime, FrameTime]],
) -> None:
    within = [
        (one, id_) for one, id_ in dead
        if one.start.earliest <= change.start and change.end <= one.end.latest
    ]  # fmt: skip
    value, reason = _early(change, [one for one, _ in within], crowded)
    on = crossings[change.on_crossing]
    off = crossings.get(change.off_crossing) if change.off_crossing else None
    pair = [people[p] for p in (change.on_person, change.off_person) if p is not None and p in people]
    facts.add(
        "change_early",
        Subject(team=change.team, person=change.on_person, number=on.number),
        (change.start, change.end),
        value,
        confidence=round(min(on.confidence, off.confidence if off else 0.5), 3),
        reason=None if value is True else reason,
        links={
            "change": change.id,
            "early_s": _rounded(change.early_s),
            "early_m": _rounded(change.early_m),
            "metres_by": change.metres_by,
            "off_person": change.off_person,
            "on_crossing": change.on_crossing,
            "off_crossing": change.off_crossing,
            "gate": on.gate,
            "off_seen_at_bench": change.early_s[1] is not None,
            "stoppage": within[0][1] if within else None,
            "role": "goalkeeper" if any(_keeps_goal(m, accused=value is True) for m in pair) else "skater",
            "definition": ON_ICE,
        },
    )


def _early(
    change: Change, within: Sequence[Stoppage], crowded: Sequence[tuple[FrameTime, FrameTime]]
) -> tuple[bool | None, str]:
    """Whether a change was early in play, and why that is so or not known."""
    value = {"early": True, "legal": False, "cannot tell": None}[change.verdict]
    if value is not False and within:
        if within[0].start.latest <= change.start and change.end <= within[0].end.earliest:
            return False, "the game clock stood: play was dead"
        return None, "the game clock stopped or went on about then: play may have been dead"
    if value and any(a <= change.start <= b for a, b in crowded):
        return None, "both teams had more men on the ice than play allows: it may not have been play"
    return value, change.reason


def _keeps_goal(man: Person, *, accused: bool) -> bool:
    """Whether he is a goalkeeper, or, where somebody would be accused, may be one.

    On his way to the bench a goalkeeper looks much like a skater: only a sure skater is none.
    """
    return man.role == "goalkeeper" or (accused and man.role == "skater" and man.role_p < SKATER_SURE_P)


def _rounded(pair: tuple[float | None, float | None]) -> list[float | None]:
    return [None if v is None else round(v, 3) for v in pair]


def _over(
    facts: _Facts,
    timeline: CountTimeline,
    surplus: Surplus,
    over_count_s: float,
    end: FrameTime,
    stopped: Sequence[tuple[FrameTime, FrameTime]],
    doubted: Sequence[Doubt],
) -> None:
    """Stretches in which there are surely more men than allowed.

    While the clock stands and in an altercation play is dead, and men who left their bench in an altercation
    (until as many have gone off again) or their box too soon are another rule's: none of that counts.
    """
    points = _cut(timeline.points, [t for span in stopped for t in span])
    ends = [b.t for _, b in pairwise(points)] + [end]
    stretch: list[tuple[CountPoint, FrameTime]] = []
    for point, until in [*zip(points, ends, strict=True), (None, end)]:
        left = 0 if point is None else surplus.at(point.t)
        if point is not None and any(a <= point.t < b for a, b in stopped):
            left = None
        if (
            stretch
            and point is not None
            and not _is_over(point, left)
            and until.minus(stretch[-1][1]) <= DIP_S
        ):
            continue  # a man hidden for a moment has not gone off
        if point is not None and left is not None and _is_over(point, left):
            stretch.append((point, until))
            continue
        if stretch:
            _over_fact(facts, timeline.team, stretch, over_count_s, doubted)
        stretch = []


def _cut(points: Sequence[CountPoint], times: Sequence[FrameTime]) -> list[CountPoint]:
    """The same steps, with a further point of the count that stands at each of ``times``."""
    out = list(points)
    for t in times:
        k = bisect_right(out, t, key=lambda point: point.t)
        if k > 0 and out[k - 1].t < t:
            out.insert(k, replace(out[k - 1], t=t))
    return out


def _is_over(point: CountPoint, left: int | None) -> bool:
    """Surely more men than allowed: shown together, or the most likely by far while the bench is in view."""
    if left is None or point.allowed is None:
        return False
    likely = left == 0 and point.seen and point.p_over is not None and point.p_over >= OVER_SURE_P
    believed = point.p_over is None or point.p_over >= BELIEVED_P
    return likely or (believed and point.low - left > point.allowed)


def _over_fact(
    facts: _Facts,
    team: str,
    stretch: list[tuple[CountPoint, FrameTime]],
    over_count_s: float,
    doubted: Sequence[Doubt],
) -> None:
    start, end = stretch[0][0].t, stretch[-1][1]
    if end.minus(start) < over_count_s:
        return
    top = max((p for p, _ in stretch), key=lambda p: (p.low, p.best or 0, p.p_over or 0.0))
    highs = [p.high for p, _ in stretch]
    doubt = next((why for a, b, why in doubted if a < end and start < b), None)
    facts.add(
        "men_over_allowed",
        Subject(team=team),
        (start, end),
        True if doubt is None else None,
        confidence=top.p_over,
        reason=doubt,
        links={
            "low": max(top.low, (top.allowed or 0) + 1),
            "shown": max(p.shown for p, _ in stretch),
            "high": None if None in highs else max(h for h in highs if h is not None),
            "best": top.best if top.best is not None else top.low,
            "allowed": top.allowed,
            "goalkeeper": top.goalkeeper,
            "cause": top.cause,
            "count_team": team,
        },
    )


def _seconds(when: Interval, scale: TimeScale) -> list[float]:
    return [round(scale.seconds(when.earliest), 4), round(scale.seconds(when.latest), 4)]


def _departures(
    facts: _Facts,
    altercation: Altercation,
    crossings: Mapping[int, Crossing],
    people: Mapping[int, Person],
    gate_kinds: Mapping[str, str],
    scale: TimeScale,
    confidence_min: float,
) -> None:
    span = altercation.span
    said = span.set_by == "person"
    facts.add(
        "altercation",
        Subject(),
        (span.start.earliest, span.end.latest),
        True if said else None,
        layer="said" if said else "measured",
        source=(span.who or "GAME.toml") if said else "tape",
        confidence=span.score_p,
        reason=None if said else f"proposed, no person has confirmed it: {'; '.join(span.why)}",
        links={"altercation": span.id},
    )
    for departure in altercation.departures:
        crossing = crossings[departure.crossing]
        facts.add(
            "left_bench",
            Subject(departure.team, departure.person, crossing.number, gate_kinds[crossing.gate]),
            (departure.when.earliest, departure.when.latest),
            True if crossing.confidence >= confidence_min else None,
            confidence=crossing.confidence,
            reason=crossing.reason,
            links={
                "altercation": span.id,
                "crossing": crossing.id,
                "interval_s": _seconds(departure.when, scale),
                "during": within(departure.when, span),
                "definition": ON_ICE,
            },
        )


def _watched(
    facts: _Facts,
    altercation: Altercation,
    gaps: Sequence[GateGap],
    counts: Sequence[CountTimeline],
    gate_kinds: Mapping[str, str],
    penalties: Sequence[Penalty],
    scale: TimeScale,
) -> None:
    """Whether each team's benches were watched; a penalty box only if it is marked or somebody sits in it."""
    span = altercation.span
    for team in (timeline.team for timeline in counts):
        drawn = {
            id_.removeprefix(f"{team}-"): kind
            for id_, kind in gate_kinds.items()
            if id_.startswith(f"{team}-")
        }
        serving = any(
            p.team == team and p.start_s <= scale.seconds(span.end.latest)
            and p.start_s + p.length_s >= scale.seconds(span.start.earliest)
            for p in penalties
        )  # fmt: skip
        for kind in ("players_bench", "penalty_box"):
            marked = kind in drawn.values()
            if kind == "players_bench" or marked or serving:
                _watched_bench(facts, altercation, team, kind, marked, gaps, gate_kinds, scale)


def _watched_bench(
    facts: _Facts,
    altercation: Altercation,
    team: str,
    kind: str,
    marked: bool,
    gaps: Sequence[GateGap],
    gate_kinds: Mapping[str, str],
    scale: TimeScale,
) -> None:
    span = altercation.span
    inside = [
        g for g in gaps
        if g.team == team
        and gate_kinds.get(g.gate, "players_bench") == kind
        and g.when.latest >= span.start.earliest
        and g.when.earliest <= span.end.latest
    ]  # fmt: skip
    reason = inside[0].reason if inside else None if marked else "no gate is marked for it"
    facts.add(
        "bench_watched",
        Subject(team=team, bench=kind),
        (span.start.earliest, span.end.latest),
        reason is None,
        reason=reason,
        links={
            "altercation": span.id,
            "gaps_s": [_seconds(g.when, scale) for g in inside],
            "reason": reason,
        },
    )
