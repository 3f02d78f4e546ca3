"""Altercation spans: those that people state, kept in a case's journal, and those proposed beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from review.core.altercations import AltercationSpan, StatedSpan
from review.core.crossings import Crossing
from review.core.game import Game
from review.core.people import Person
from review.core.tape import Tape
from review.core.times import FrameTime, Interval
from review.measure.propose import Proposal, propose_altercations
from review.measure.scrum import find_scrums
from review.pipeline.clock import GameClock
from review.pipeline.follow import Followed
from review.ports.store import JournalEntry

__all__ = ["STATED", "all_stated", "proposals", "span_act", "spans", "stated_of", "withdrawal_act"]

STATED, WITHDRAWN = "altercation", "altercation withdrawn"


def span_act(start: FrameTime, end: FrameTime, *, is_one: bool) -> dict[str, Any]:
    """The act "from here to there it is an altercation", or "none is in it".

    Raises
    ------
    ValueError
        If it ends before it starts.
    """
    if end <= start:
        raise ValueError("it ends before it starts")
    base = start.time_base
    return {
        "act": STATED, "is_one": is_one, "start_pts": start.pts, "end_pts": end.pts,
        "time_base": f"{base.numerator}/{base.denominator}",
    }  # fmt: skip


def withdrawal_act(number: int) -> dict[str, Any]:
    """The act of taking back what act ``number`` stated."""
    return {"act": WITHDRAWN, "stated": number}


def stated_of(journal: Iterable[JournalEntry], tape: Tape) -> tuple[StatedSpan, ...]:
    """Statements that stand, in order of tape: not taken back, and no later one shares time with them."""
    standing: dict[int, StatedSpan] = {}
    for entry in journal:
        act = entry.act
        if act.get("act") == WITHDRAWN:
            standing.pop(int(act["stated"]), None)
        elif act.get("act") == STATED:
            start_s, end_s = (
                tape.scale.seconds(tape.scale.at(int(act[k]))) for k in ("start_pts", "end_pts")
            )
            new = StatedSpan(start_s, end_s, bool(act["is_one"]), entry.number, entry.who)
            standing = {n: one for n, one in standing.items() if not one.meets(start_s, end_s)}
            standing[entry.number] = new
    return tuple(sorted(standing.values(), key=lambda one: (one.start_s, one.number)))


def all_stated(game: Game, stated: Sequence[StatedSpan]) -> tuple[StatedSpan, ...]:
    """The case's statements and those of GAME.toml, which give way where both share time."""
    file = [
        StatedSpan(text.start_s, text.end_s)
        for text in game.altercations
        if not any(one.meets(text.start_s, text.end_s) for one in stated)
    ]
    return (*file, *stated)


def proposals(
    followed: Sequence[Followed],
    people: Sequence[Person],
    crossings: Sequence[Crossing],
    *,
    clock: GameClock,
    crowded: Sequence[tuple[FrameTime, FrameTime]],
    tape: Tape,
) -> list[Proposal]:
    """What looks like an altercation, in shots that are no replays. `crossings` are the sure ones."""
    by_track = {track: man for man in people for track in man.tracks}
    seconds = tape.scale.seconds
    return [
        one
        for shot in followed
        if not shot.shot.replay
        for one in propose_altercations(
            find_scrums(shot.steps, by_track),
            [(c, seconds(c.when.best or c.when.latest)) for c in crossings],
            clock=[(s.start_s, s.end_s, s.motion == "stands") for s in clock.course.spans],
            crowded_s=[(seconds(a), seconds(b)) for a, b in crowded],
            goals_s=[(a.end_s, b.start_s) for a, b in pairwise(clock.scores) if sum(a.goals) < sum(b.goals)],
        )
    ]


def spans(tape: Tape, stated: Sequence[StatedSpan], proposed: Sequence[Proposal]) -> list[AltercationSpan]:
    """All spans to judge, numbered from 1: those stated first; none is proposed where a person has spoken."""
    told = [
        AltercationSpan(
            k, _instant(tape, one.start_s), _instant(tape, one.end_s), "person",
            who=one.who, act=one.number or None,
        )
        for k, one in enumerate((one for one in stated if one.is_one), 1)
    ]  # fmt: skip
    open_ = [p for p in proposed if not any(one.meets(p.start_s[1], p.end_s[1]) for one in stated)]
    return told + [
        AltercationSpan(
            k, _between(tape, p.start_s), _between(tape, p.end_s), "product", score_p=p.score_p, why=p.why
        )
        for k, p in enumerate(open_, len(told) + 1)
    ]


def _instant(tape: Tape, seconds: float) -> Interval:
    at = tape.scale.from_seconds(seconds)
    return Interval(at, at, at)


def _between(tape: Tape, bounds_s: tuple[float, float, float]) -> Interval:
    """Earliest, best and latest seconds as times on the tape."""
    last_s = tape.scale.seconds(tape.scale.at(tape.last_pts))
    earliest, best, latest = (tape.scale.from_seconds(min(max(s, 0.0), last_s)) for s in bounds_s)
    return Interval(earliest, latest, best)
