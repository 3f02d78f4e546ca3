"""What follows, in lines of words: for the commands and the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from review.report.words import kind_words, sum_words, whom_words
from review.rules.outcome import OutcomeRow
from review.rules.shapes import outcome_json

__all__ = ["following_lines", "lines_by_finding"]


def following_lines(rows: Sequence[OutcomeRow]) -> list[str]:
    """Automatic first, then what a person decides; dates and what is open under each."""
    lines = []
    told = [outcome_json(row) for row in rows]
    for automatic, head in ((True, "What follows by itself:"), (False, "What a person decides:")):
        mine = [row for row in told if row["automatic"] is automatic]
        lines += [head] if mine else []
        for row in mine:
            lines.append(f"  {row['clause']:<7} {whom_words(row['subject'])}: {_what(row)}")
            lines += [f"      {line}" for line in _under(row)]
    return lines


def lines_by_finding(rows: Sequence[OutcomeRow]) -> dict[int, tuple[str, ...]]:
    """The lines that belong to each finding, by its id."""
    found: dict[int, tuple[str, ...]] = {}
    for row in map(outcome_json, rows):
        who = f"{row['clause']} {whom_words(row['subject'])}: {_what(row)}"
        by = "" if row["automatic"] else " (a person decides)"
        found[row["finding"]] = (*found.get(row["finding"], ()), who + by, *_under(row))
    return found


def _what(row: Mapping[str, Any]) -> str:
    words = [kind_words(row["kind"])]
    words += [f"{row['games']} games"] if row["games"] is not None else []
    words += [sum_words(row["amount_usd"])] if row["amount_usd"] is not None else []
    words += [f"may play again on {row['eligible_on']}"] if row["eligible_on"] is not None else []
    return ", ".join(words)


def _under(row: Mapping[str, Any]) -> list[str]:
    marks = {"regular": "", "playoff": " (play-off)"}
    days = (f"{one['date']} {one['opponent']}{marks[one['kind']]}" for one in row["served"])
    dates = [", ".join(days)] if row["served"] else []
    return [*dates, *(f"open: {one}" for one in row["open"])]
