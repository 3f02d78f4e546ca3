"""Crossings and findings as CSV, made from the report."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from review.report.words import kind_words, measure_words

__all__ = ["crossings_csv", "findings_csv", "table_text"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def crossings_csv(report: Mapping[str, Any]) -> str:
    """One row a crossing; times in seconds from the tape's first frame, with the pts of both ends."""
    people = {person["id"]: person for person in report["people"]}
    rows = (
        [
            c["id"],
            c["team"],
            people.get(c["person"], {}).get("label", f"man {c['person']}"),
            *(people.get(c["person"], {}).get(key) for key in ("number", "number_p", "name")),
            c["gate"],
            c["direction"],
            *_times(c["when"]),
            *_seconds(c["first_skate"]),
            *_seconds(c["second_skate"]),
            c["confidence"],
            c["reason"],
        ]
        for c in report["crossings"]
    )
    when = ["earliest_s", "best_s", "latest_s"]
    skates = [f"{skate}_skate_{end}" for skate in ("first", "second") for end in ("earliest_s", "latest_s")]
    head = [
        "crossing",
        "team",
        "man",
        "number",
        "number_p",
        "name",
        "gate",
        "direction",
        *when,
        "earliest_pts",
        "latest_pts",
    ]
    return table_text([*head, "earliest_timecode", "earliest_clock", *skates, "confidence", "reason"], rows)


def _times(when: Mapping[str, Any]) -> list[Any]:
    early, best, late = when["earliest"], when["best"], when["latest"]
    seconds = [early["s"], best["s"] if best else None, late["s"]]
    return [*seconds, early["pts"], late["pts"], early["timecode"], early["clock"]]


def _seconds(when: Mapping[str, Any] | None) -> list[Any]:
    return [None, None] if when is None else [when["earliest"]["s"], when["latest"]["s"]]


def findings_csv(report: Mapping[str, Any]) -> str:
    """One row a finding; its last ruling that no other supersedes beside it."""
    gone = {ruling["supersedes"] for ruling in report["rulings"]}
    standing = {r["finding"]: r for r in report["rulings"] if r["id"] not in gone}
    rows = (
        [
            f["id"],
            f["clause"],
            f["verdict"],
            f["who"],
            *(f["span"][end][key] for end in ("start", "end") for key in ("s", "timecode", "clock")),
            "; ".join(f"{name}: {text}" for name, text in measure_words(f["measure"])),
            "; ".join(_consequence(c) for c in f["consequence"]),
            "; ".join(kind_words(kind) for kind in f["missing"]),
            f["confidence"],
            standing.get(f["id"], {}).get("decision"),
            standing.get(f["id"], {}).get("person"),
            " ".join(f["why"]),
        ]
        for f in report["findings"]
    )
    span = [f"{end}_{key}" for end in ("start", "end") for key in ("s", "timecode", "clock")]
    tail = ["measured", "consequence", "not_known", "confidence", "ruling", "ruled_by", "why"]
    return table_text(["finding", "clause", "verdict", "who", *span, *tail], rows)


def _consequence(consequence: Mapping[str, Any]) -> str:
    return (
        f"{kind_words(consequence['kind'])} ({'automatic' if consequence['automatic'] else 'needs a person'})"
    )


def table_text(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as CSV, safe to open in a spreadsheet."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    """Text that a spreadsheet would take for a formula gets an apostrophe in front."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
