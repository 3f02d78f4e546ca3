"""What follows, told in lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from review.report.words import kind_words, sum_words, whom_words
from review.rules.outcome import OutcomeRow
from review.rules.shapes import outcome_json

__all__ = ["following_lines"]


def following_lines(rows: Sequence[OutcomeRow]) -> list[str]:
    """What follows in words: automatic first, then what a person decides; what is open under each."""
    lines = []
    told = [outcome_json(row) for row in rows]
    for automatic, head in ((True, "What follows by itself:"), (False, "What a person decides:")):
        mine = [row for row in told if row["automatic"] is automatic]
        lines += [head] if mine else []
        for row in mine:
            lines.append(f"  {row['clause']:<7} {whom_words(row['subject'])}: {_what(row)}")
            lines += [f"      {_dates(row)}"] if row["served"] else []
            lines += [f"      open: {one}" for one in row["open"]]
    return lines


def _what(row: dict[str, Any]) -> str:
    words = [kind_words(row["kind"])]
    words += [f"{row['games']} games"] if row["games"] is not None else []
    words += [sum_words(row["amount_usd"])] if row["amount_usd"] is not None else []
    words += [f"may play again on {row['eligible_on']}"] if row["eligible_on"] is not None else []
    return ", ".join(words)


def _dates(row: dict[str, Any]) -> str:
    return ", ".join(
        f"{one['date']} {one['opponent']}{' (play-off)' * (one['kind'] == 'playoff')}"
        for one in row["served"]
    )
