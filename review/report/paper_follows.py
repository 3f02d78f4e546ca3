"""What follows, as blocks: automatic, discretionary, asked, open; and whom it falls on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from review.report.follows import MONEY, OpenClause, follows
from review.report.paper_blocks import Block, bullets, heading, table, words
from review.report.words import kind_words, span_words, sum_words, whom_words

__all__ = ["branch_words", "follow_blocks", "much_words", "served_words"]

_SUMS = (*MONEY, "coach_suspension")


def follow_blocks(report: Mapping[str, Any], titles: Mapping[str, str]) -> Iterator[Block]:
    """The section on what follows; nothing where the report does not tell it."""
    told = follows(report)
    if told is None:
        return
    yield heading("What follows")
    yield words(_basis(report))
    yield heading("Automatic, where the finding stands", 2)
    yield from _rows(told.automatic, told.rejected)
    if told.totals:
        yield words(f"In all: {'; '.join(_total(*one) for one in told.totals)}.")
    yield heading("At a person's discretion", 2)
    yield from _rows(told.discretion, told.rejected)
    yield heading("What only a person can say", 2)
    yield from _open(told.asked, titles, "No clause hangs on that alone.")
    yield heading("What is open", 2)
    yield from _open(told.open, titles, "No clause is open.")


def _basis(report: Mapping[str, Any]) -> str:
    office = report.get("office")
    by = "No records of the league's office were given: no dates, no histories, no pay."
    if office:
        files = " and ".join(f"{one['file']} (SHA-256 {one['sha256'][:16]}…)" for one in office["sources"])
        by = f"Dates and sums are reckoned by {files}."
    imposed = "Nothing here is imposed: a named person does that."
    return f"{imposed} What hangs on an open clause stands below, with no man's name under it. {by}"


def _rows(rows: Iterable[Mapping[str, Any]], rejected: Mapping[int, str]) -> Iterator[Block]:
    cells = []
    for row in rows:
        by = rejected.get(row["finding"])
        why = [*(f"Open: {one}" for one in row["open"]), *row["why"][1:]]
        cells.append(
            [
                "\n".join([kind_words(row["kind"]), *why]),
                whom_words(row["subject"]),
                much_words(row),
                served_words(row),
                row["clause"] + (f"\n✕ finding rejected by {by}" if by else ""),
            ]
        )
    head = ["What", "Whom", "How much", "Games missed", "By clause"]
    yield table(head, cells, [5, 2.6, 1.8, 3, 1.6]) if cells else words("Nothing.", dim=True)


def much_words(row: Mapping[str, Any]) -> str:
    """Games, dollars, or that they are not known; empty where neither is due."""
    told = [f"{row['games']} game{'' if row['games'] == 1 else 's'}"] if row["games"] is not None else []
    told += [sum_words(row["amount_usd"])] if row["amount_usd"] is not None else []
    return ", ".join(told) or ("not known" if row["kind"] in _SUMS else "")


def served_words(row: Mapping[str, Any]) -> str:
    """The games missed as days, and the day of return below them; a play-off is marked."""
    marks = {"playoff": " (play-off)"}
    lines = []
    if row["served"]:
        days = (f"{g['date']} {g['opponent']}{marks.get(g['kind'], '')}" for g in row["served"])
        lines += [f"{row['served'][0]['date']} to {row['served'][-1]['date']}", ", ".join(days)]
    elif row["games"] is not None:
        lines.append("not known")
    if row["eligible_on"]:
        lines.append(f"may play again on {row['eligible_on']}")
    return "\n".join(lines)


def _total(whose: str, amount: str | None, unknown: int) -> str:
    sums = [sum_words(amount)] if amount else []
    sums += [f"{unknown} sum{'' if unknown == 1 else 's'} not known"] if unknown else []
    return f"{whose}: {' and '.join(sums)}"


def _open(clauses: Iterable[OpenClause], titles: Mapping[str, str], none: str) -> Iterator[Block]:
    some = False
    for one in clauses:
        some, finding = True, one.finding
        title = f" {titles[finding['clause']]}" if finding["clause"] in titles else ""
        yield heading(f"{finding['clause']}{title}, {finding['who']}, {span_words(finding['span'])}", 3)
        if one.because:
            yield words(f"{'; '.join(one.because)}.")
        if one.settle:
            yield words("What would settle it:", dim=True)
            yield bullets(one.settle)
        if finding["branches"]:
            yield words("What each answer costs:", dim=True)
            yield bullets(branch_words(one) for one in finding["branches"])
    if not some:
        yield words(none, dim=True)


def branch_words(branch: Mapping[str, Any]) -> str:
    """An open branch with its price."""
    return f"If {kind_words(branch['if'])}: {', '.join(map(kind_words, branch['then']))}"
