"""What a reviewer should know beside the findings: benches unseen, doubtful crossings, dead play."""

from __future__ import annotations

from collections.abc import Sequence

from review.core.altercations import Altercation
from review.core.changes import Change
from review.core.counts import CountTimeline
from review.core.crossings import Crossing, GateGap
from review.core.findings import Notice
from review.core.gates import Gate
from review.core.shots import Shot
from review.core.tape import Tape
from review.core.times import FrameTime
from review.measure.on_air import replay_notices
from review.pipeline.clock import GameClock
from review.settings import Settings

__all__ = ["notices_of"]

#: A bench unseen for less than this is not worth a line.
NOTICE_GAP_S = 1.0

_DEAD = "the game clock stood: play was dead, unless the graphic was frozen."
_CROWDED = (
    "Both teams have more men on the ice than play allows: taken for the time before, after or between play, "
    "in which nobody is too many."
)


def notices_of(
    gaps: Sequence[GateGap],
    crossings: Sequence[Crossing],
    shots: Sequence[Shot],
    teams: Sequence[str],
    changes: Sequence[Change],
    counts: Sequence[CountTimeline],
    altercations: Sequence[Altercation],
    gates: Sequence[Gate],
    tape: Tape,
    settings: Settings,
    clock: GameClock,
    stopped: Sequence[tuple[FrameTime, FrameTime]],
    crowded: Sequence[tuple[FrameTime, FrameTime]],
) -> tuple[Notice, ...]:
    """What a reviewer should know beside the findings, in order of time."""
    start = tape.scale.at(tape.scale.first_pts)
    notices = [Notice("tape", start, note) for note in tape.notes] + list(clock.notices)
    notices += replay_notices(shots)
    paired = {c.on_crossing for c in changes}
    for c in crossings:
        if c.direction == "on" and c.confidence < settings.confidence_min_ratio:
            text = f"A man of {c.team} may have come on at the {c.gate}: {c.reason or 'weak evidence'}."
            notices.append(Notice("possible crossing", c.when.latest, text))
        elif c.direction == "on" and c.id not in paired:
            text = f"A man of {c.team} came on at the {c.gate}; nobody was seen to go off for him."
            notices.append(Notice("unpaired", c.when.latest, text))
    notices += _unwatched(gaps)
    marked = [judged for judged in altercations if judged.span.set_by == "person"]
    for timeline in counts:
        notices += _full_without_keeper(timeline)
        notices += _over_while_stopped(timeline, stopped, marked)
    notices += _early_while_stopped(changes, stopped)
    notices += [Notice("crowded", max(start, a), _CROWDED, b) for a, b in crowded]
    boxes = {g.team for g in gates if g.kind == "penalty_box"}
    notices += [_proposed(judged) for judged in altercations if judged not in marked]
    for judged in marked:
        if not judged.departures:
            text = "No departure from a bench was seen in this altercation."
            notices.append(Notice("no departure seen", judged.span.start.earliest, text))
        if any(team not in boxes for team in teams):
            text = "No penalty box is marked: a man leaving one would not be seen."
            notices.append(Notice("penalty box not marked", judged.span.start.earliest, text))
    return tuple(sorted(notices, key=lambda n: (n.t.exact_s, n.kind, n.text)))


def _proposed(judged: Altercation) -> Notice:
    """An altercation that looks like one, for a person to confirm, move or drop."""
    span, left = judged.span, len(judged.departures)
    text = (
        f"This looks like an altercation (score {span.score_p}): {'; '.join(span.why)}. "
        f"{left or 'Nobody'} seen to leave a bench in it. Nothing follows from it until a person confirms it."
    )
    start, end = (when.best or when.latest for when in (span.start, span.end))
    return Notice("altercation proposed", start, text, end)


def _over_while_stopped(
    timeline: CountTimeline,
    stopped: Sequence[tuple[FrameTime, FrameTime]],
    altercations: Sequence[Altercation],
) -> list[Notice]:
    """One notice a stoppage in which more men than allowed are seen together: nobody is accused of it.

    Not where an altercation stopped play: who left his bench in it is another rule's business.
    """
    notices = []
    fights = [(a.span.start.earliest, a.span.end.latest) for a in altercations]
    for start, end in stopped:
        if any(start <= until and began <= end for began, until in fights):
            continue
        before = [p for p in timeline.points if p.t <= start][-1:]
        shown = [*before, *(p for p in timeline.points if start < p.t < end)]
        over = [p for p in shown if p.allowed is not None and p.shown > p.allowed]
        if over:
            text = f"{max(p.shown for p in over)} {timeline.team} men together while {_DEAD}"
            notices.append(Notice("over while the clock stood", max(start, over[0].t), text))
    return notices


def _early_while_stopped(
    changes: Sequence[Change], stopped: Sequence[tuple[FrameTime, FrameTime]]
) -> list[Notice]:
    """Early changes of which nobody is accused because the clock stood."""
    return [
        Notice("early while the clock stood", c.start, f"A man of {c.team} came on early while {_DEAD}")
        for c in changes
        if c.verdict == "early" and any(a <= c.start and c.end <= b for a, b in stopped)
    ]


def _full_without_keeper(timeline: CountTimeline) -> list[Notice]:
    """As many men as allowed, or more, together and no goalkeeper among them: one too many, unless he is off.

    One notice a team: where goalkeepers are not recognised this holds at many moments of fair play.
    """
    full = [p for p in timeline.points if p.allowed is not None and p.shown >= p.allowed and not p.goalkeeper]
    if not full:
        return []
    text = (
        f"{full[0].shown} {timeline.team} men together and no goalkeeper recognised among them, "
        f"here and at {len(full) - 1} later moments: one too many, unless he is one of them or off."
    )
    return [Notice("goalkeeper not seen", full[0].t, text)]


def _unwatched(gaps: Sequence[GateGap]) -> list[Notice]:
    """One notice a gate for gaps that follow on one another for the same reason, a second long or more."""
    joined: list[tuple[GateGap, FrameTime]] = []
    for gap in sorted(gaps, key=lambda g: (g.gate, g.when.earliest.exact_s)):
        last = joined[-1] if joined else None
        follows = last is not None and gap.when.earliest.minus(last[1]) <= NOTICE_GAP_S
        if last is not None and follows and (last[0].gate, last[0].reason) == (gap.gate, gap.reason):
            joined[-1] = (last[0], max(last[1], gap.when.latest))
        else:
            joined.append((gap, gap.when.latest))
    return [
        Notice("bench not in view", g.when.earliest, f"{g.gate} was not watched: {g.reason}.", end)
        for g, end in joined
        if end.minus(g.when.earliest) >= NOTICE_GAP_S
    ]
