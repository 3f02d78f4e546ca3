"""Schedules made by hand, and facts joined with them, for tests of what follows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from review.rules.engine import judge
from review.rules.facts_toml import facts_from_rows
from review.rules.library import load_pack
from review.rules.office_records import Office
from review.rules.outcome import OutcomeRow, outcomes
from review.rules.schedule import GameType, ScheduledGame

__all__ = ["FIRST_AND_SECOND", "days", "every", "follow", "games", "leaver", "one", "said", "watched"]


def games(team: str, days: Sequence[str], type_: GameType = "regular") -> list[ScheduledGame]:
    """Games of a team on those days, against X1, X2 …"""
    return [
        ScheduledGame(date.fromisoformat(day), type_, (team, f"X{i}"), id=f"{team}-{day}")
        for i, day in enumerate(days, 1)
    ]


def every(team: str, first: str, number: int, type_: GameType = "regular") -> list[ScheduledGame]:
    """That many games of a team, every second day."""
    start = date.fromisoformat(first)
    return games(team, [(start + timedelta(days=2 * i)).isoformat() for i in range(number)], type_)


def one(rows: Sequence[OutcomeRow], clause: str, kind: str) -> OutcomeRow:
    mine = [row for row in rows if (row.clause, row.kind) == (clause, kind)]
    assert len(mine) == 1, rows
    return mine[0]


def days(row: OutcomeRow) -> list[str]:
    return [game.day.isoformat() for game in row.served]


def leaver(team: str, person: int, s: float, crossing: int, bench: str = "players_bench") -> dict[str, Any]:
    links = {"altercation": 1, "crossing": crossing, "during": True}
    subject = {"team": team, "number": person, "person": person, "bench": bench}
    return {
        "kind": "left_bench",
        "subject": subject,
        "start": s,
        "end": s + 0.1,
        "value": True,
        "links": links,
    }


def watched(*teams: str) -> list[dict[str, Any]]:
    return [
        {"kind": "bench_watched", "subject": {"team": team, "bench": bench}, "start": 0, "end": 60,
         "value": True, "links": {"altercation": 1}}
        for team in teams for bench in ("players_bench", "penalty_box")
    ]  # fmt: skip


def follow(
    rows: Sequence[dict[str, Any]], office: Office | None = None, pack: str = "seeds", **settings: str
) -> tuple[OutcomeRow, ...]:
    book = load_pack(pack).with_settings(settings)
    facts = facts_from_rows(rows, file="facts")
    return outcomes(judge(facts, book, game_teams=("A", "B"), everything=True), book, office, facts=facts)


def said(kind: str, value: object = True, **more: Any) -> dict[str, Any]:
    subject = {"team": "A", "person": 9}
    row = {"kind": kind, "subject": subject, "start": 10, "end": 12, "value": value, "links": {"act": 1}}
    return {**row, "layer": "said", "source": "office", **more}


FIRST_AND_SECOND = [*watched("A", "B"), leaver("A", 5, 10, 1), leaver("A", 6, 12, 2), leaver("A", 7, 14, 3)]
