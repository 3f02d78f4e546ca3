"""Ten thousand facts of more altercations than any season has, judged and joined."""

from __future__ import annotations

import time
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from review.rules.engine import judge
from review.rules.facts_toml import facts_from_rows
from review.rules.library import load_pack
from review.rules.office_records import Office, PlayerRecord, SeasonRecord
from review.rules.outcome import outcomes
from review.rules.schedule import ScheduledGame

NUMBER = 10_000


def many() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    fight = 0
    while len(rows) < NUMBER:
        fight += 1
        t, links = 100 * fight, {"altercation": fight}
        rows.append({"kind": "altercation", "start": t, "end": t + 60, "value": True, "links": links})
        for team, first in (("A", 6 * fight), ("B", 6 * fight + 3)):
            for bench in ("players_bench", "penalty_box"):
                subject = {"team": team, "bench": bench}
                rows.append(
                    {"kind": "bench_watched", "subject": subject, "start": t, "end": t + 60, "value": True,
                     "links": links}
                )  # fmt: skip
            for i in range(3):
                subject = {"team": team, "person": first + i, "bench": "players_bench"}
                rows.append(
                    {"kind": "left_bench", "subject": subject, "start": t + 5 + i, "end": t + 5.1 + i,
                     "value": True, "links": {**links, "crossing": first + i, "during": True}}
                )  # fmt: skip
    return rows


@pytest.mark.slow
def test_ten_thousand_facts_are_joined_in_less_time_than_they_are_judged() -> None:
    """A whole league's schedule: eight games a day. Each fight suspends two men of each team."""
    facts, pack = facts_from_rows(many(), file="many"), load_pack("seeds")
    schedule = tuple(
        ScheduledGame(
            date(2025, 10, 1) + timedelta(days=i // 8),
            "regular",
            (f"X{i}", "A" if i % 16 else "B"),
            id=str(i),
        )
        for i in range(1312)
    )
    office = Office(
        day=date(2025, 10, 1),
        schedule=schedule,
        seasons=(SeasonRecord("2025-26", days=190, complete=True),),
        players=tuple(PlayerRecord("A", person=6 * i, salary_fixed=Decimal(900000)) for i in range(1, 400)),
    )
    start = time.perf_counter()
    findings = judge(facts, pack, game_teams=("A", "B"))
    judged = time.perf_counter()
    rows = outcomes(findings, pack, office, facts=facts)
    joined = time.perf_counter()
    fights = sum(fact.kind == "altercation" for fact in facts)
    assert sum(row.kind == "suspension" for row in rows) == 4 * fights
    assert joined - judged < judged - start
    assert judged - start < 60
