"""The manual's tables, from the cases: `python -m tests.cases.clause_table` writes docs/clauses.md."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from review.rules.consequences import prices
from review.rules.evidence import who
from review.rules.explain import decided_by
from review.rules.library import load_pack
from tests.cases.case_file import Case, all_cases

PAGE = Path(__file__).parents[2] / "docs" / "clauses.md"
VERDICTS = ("trips", "does not", "cannot tell")
BOUNDARIES, INCIDENTS = range(1, 31), range(1, 17)

_HEAD = """# Every clause, and the cases that hold it

Made by `tests/cases/clause_table.py` from the packs and the cases; a test holds that it is up to date.
What a case expects was written from the book and from the public record, not from the program's output.
`benchgate rules explain 72c --cases tests/cases` prints one clause with its cases.

## Clauses

How many cases say of the clause that it trips, does not, or that nobody can tell; and who can answer what
it hangs on.

"""
_BOUNDARY = """
## The thirty boundary cases

The line between two answers, thirty times, and the cases that hold each.

"""
_INCIDENT = """
## Sixteen incidents

What the book makes of what happened, beside what was ruled. Where they differ, the case says why.

"""


def numbered(case: Case, word: str) -> set[int]:
    """The numbers of boundary cases or incidents that a case's source names."""
    source = str(case.data["source"])
    named = re.findall(rf"{word}s? ((?:T?\d+[a-d]?(?:, | and )?)+)", source)
    return {int(number) for group in named for number in re.findall(r"\d+", group)}


def clauses(cases: list[Case]) -> Iterable[str]:
    """One row a clause."""
    yield "| clause | | trips | does not | cannot tell | decided by |"
    yield "| --- | --- | ---: | ---: | ---: | --- |"
    for clause in load_pack("seeds").clauses:
        said = [one["verdict"] for case in cases for one in case.expected if one["clause"] == clause.id]
        counts = " | ".join(str(said.count(verdict)) for verdict in VERDICTS)
        words = sorted({one for kind in clause.kinds for one in decided_by(kind).split(" or ")})
        by = ", ".join(words) or "the clauses it builds on"
        yield f"| {clause.id} | {clause.title} | {counts} | {by} |"


def boundaries(cases: list[Case]) -> Iterable[str]:
    """One row a boundary case."""
    yield "| | cases |"
    yield "| ---: | --- |"
    for number in BOUNDARIES:
        held = [case.data["name"] for case in cases if number in numbered(case, "boundary case")]
        yield f"| {number} | {'; '.join(held)} |"


def incidents(cases: list[Case]) -> Iterable[str]:
    """One row a case of an incident: what happened, what the book says, why they differ."""
    yield "| | what happened | by the book | the record differs |"
    yield "| --- | --- | --- | --- |"
    for number in INCIDENTS:
        for case in cases:
            if number in numbered(case, "incident"):
                told = " ".join(str(case.data["story"]).split())
                differs = " ".join(str(case.data.get("differs", "no")).split())
                yield f"| T{number} | **{case.data['name']}.** {told} | {_answers(case)} | {differs} |"


def _answers(case: Case) -> str:
    words = []
    for one in case.judged(everything=False):
        if one.verdict == "does not" or not case.concerns(one.clause):
            continue
        then = f": {', '.join(prices(one.consequence))}" if one.consequence else ""
        open_ = " cannot tell" if one.verdict == "cannot tell" else ""
        words.append(f"{one.clause}{open_} ({who(one.subject)}){then}")
    return "; ".join(words) or "nothing"


def page() -> str:
    """The whole page."""
    cases = all_cases()
    parts = [_HEAD, *(f"{row}\n" for row in clauses(cases))]
    parts += [_BOUNDARY, *(f"{row}\n" for row in boundaries(cases))]
    parts += [_INCIDENT, *(f"{row}\n" for row in incidents(cases))]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
