"""Sheets by hand: home AAA, away BBB."""

from __future__ import annotations

from typing import Any

from review.core.record import PenaltyKind, Play, PlayKind, RecordedAt, RecordedPenalty, Sheet, Shift


def at(period: int, clock: str) -> RecordedAt:
    minutes, seconds = clock.split(":")
    return RecordedAt(period, 60.0 * int(minutes) + int(seconds))


def called(
    team: str, period: int, clock: str, minutes: float | None = 2.0, kind: PenaltyKind = "minor", **more: Any
) -> RecordedPenalty:
    length_s = None if minutes is None else 60.0 * minutes
    return RecordedPenalty(team, at(period, clock), f"{team} {clock}", kind, length_s, **more)


def happened(kind: PlayKind, period: int, clock: str, team: str | None = None, **more: Any) -> Play:
    return Play(at(period, clock), kind, kind, f"{kind} {clock}", team=team, **more)


def on(team: str, number: int, period: int, start: str, end: str) -> Shift:
    return Shift(
        team, at(period, start), at(period, end), f"{team} {number} {start}", number, None, f"{team}{number}"
    )


def sheet(**rows: Any) -> Sheet:
    return Sheet(home="AAA", away="BBB", **{"kind": "regular", "end_s": 3600.0, **rows})
