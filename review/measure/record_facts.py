"""Facts of the record on the tape: the day, goals, and the goalkeeper's absence. Shifts give none.

The scorer states these; a shift chart is noted by eye and is a prior at most.
"""

from __future__ import annotations

from collections.abc import Mapping

from review.core.clock import ClockCourse
from review.core.facts import Fact, FactValue, Subject
from review.core.record import RecordedAt, Sheet
from review.core.times import TimeScale
from review.measure.record_times import on_tape

__all__ = ["keeper_absences", "record_facts"]


def record_facts(
    sheet: Sheet, course: ClockCourse, scale: TimeScale, names: Mapping[str, str], *, first_id: int
) -> tuple[Fact, ...]:
    """Facts of layer "imported", each with file and row; a moment that the clock does not show gives none.

    Parameters
    ----------
    names : the record's name for each team of the game
    first_id : the id of the first
    """
    own = {told: name for name, told in names.items()}
    facts: list[Fact] = []

    def add(kind: str, team: str | None, span_s: tuple[float, float], value: FactValue, source: str) -> None:
        start, end = (scale.from_seconds(second) for second in span_s)
        facts.append(
            Fact(first_id + len(facts), kind, Subject(team=team), start, end, value, "imported", source)
        )

    if sheet.day is not None:
        add("game_date", None, (0.0, 0.0), sheet.day, sheet.day_source or "the record")
    for play in sheet.plays:
        when = on_tape(play.at, course, sheet.kind) if play.kind == "goal" else None
        if when is not None and play.team in own:
            add("goal", own[play.team], when, True, play.source)
    for team, start, end, source in keeper_absences(sheet):
        edges = [on_tape(at, course, sheet.kind) for at in (start, end)]
        if team in own and None not in edges:
            span_s = (edges[0][1], edges[1][0])  # type: ignore[index]
            if span_s[0] < span_s[1]:
                add("goalkeeper_off", own[team], span_s, True, source)
    return tuple(facts)


def keeper_absences(sheet: Sheet) -> tuple[tuple[str, RecordedAt, RecordedAt, str], ...]:
    """Team, from, to, source: stretches of one period over which the scorer has no goalkeeper on."""
    out = []
    for k, team in enumerate(sheet.teams):
        off: tuple[RecordedAt, str] | None = None
        for play in sheet.plays:
            on = play.keepers[k] if play.keepers is not None else None
            if play.team == team and play.kind in ("goalkeeper_on", "goalkeeper_off"):
                on = play.kind == "goalkeeper_on"
            if off is not None and (on or play.at.period != off[0].period):
                if play.at.period == off[0].period and play.at > off[0]:
                    out.append((team, off[0], play.at, off[1]))
                off = None
            if on is False and off is None:
                off = (play.at, play.source)
        last = sheet.plays[-1].at if sheet.plays else None
        if off is not None and last is not None and last.period == off[0].period and last > off[0]:
            out.append((team, off[0], last, off[1]))
    return tuple(sorted(out, key=lambda row: row[1]))
