"""What a replay means for a judgement: nothing in it counts, and where it may be one nobody is accused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from review.core.crossings import Crossing
from review.core.findings import Notice
from review.core.shots import Shot
from review.core.tape import Gap
from review.core.times import FrameTime

__all__ = ["Doubt", "doubted_crossings", "doubts", "replay_gaps", "replay_notices", "replay_words"]

#: Confidence of what happened in a shot that may be a replay: it accuses nobody and ranks nobody.
DOUBTED_CONF = 0.5

Doubt = tuple[FrameTime, FrameTime, str]
"""A stretch, from … to …, of which one cannot tell whether it is a replay, and why."""


def replay_words(shot: Shot) -> str:
    """Why nothing counts in a replay."""
    return f"a replay: {shot.reason}" if shot.reason else "a replay"


def doubts(shots: Sequence[Shot]) -> list[Doubt]:
    """Shots that may be replays."""
    return [(s.start, s.end, s.reason or "may be a replay") for s in shots if s.replay is None and s.reason]


def doubted_crossings(crossings: Sequence[Crossing], shot_of: Mapping[int, Shot]) -> tuple[Crossing, ...]:
    """The same crossings; those in a shot that may be a replay are weak, and say so. `shot_of` by track."""
    return tuple(_doubted(c, shot_of[c.track]) if c.track in shot_of else c for c in crossings)


def _doubted(crossing: Crossing, shot: Shot) -> Crossing:
    if shot.replay is not None or not shot.reason:
        return crossing
    reason = "; ".join(filter(None, [crossing.reason, f"the shot {shot.reason}"]))
    return replace(crossing, confidence=min(crossing.confidence, DOUBTED_CONF), reason=reason)


def replay_gaps(shots: Sequence[Shot], end: FrameTime) -> list[Gap]:
    """Replays as stretches of tape that show nothing new; each lasts until the next shot begins."""
    starts = [*(s.start for s in shots[1:]), end]
    both = zip(shots, starts, strict=False)
    return [Gap(s.start, until, replay_words(s)) for s, until in both if s.replay and until > s.start]


def replay_notices(shots: Sequence[Shot]) -> list[Notice]:
    """One notice a replay, and one a shot that may be one."""
    notices = []
    for shot in shots:
        if shot.replay:
            text = f"Shot {shot.id} is {replay_words(shot)}. Nothing in it is counted."
            notices.append(Notice("replay", shot.start, text, shot.end))
        elif shot.replay is None and shot.reason:
            text = f"Shot {shot.id} {shot.reason}. Nobody is accused of what it shows."
            notices.append(Notice("possible replay", shot.start, text, shot.end))
    return notices
