"""Two packs side by side: clauses, numbers and readings that differ, and findings on the same facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from review.core.findings import Finding
from review.rules.consequences import prices
from review.rules.evidence import who
from review.rules.pack import Clause, Pack
from review.rules.units import Quantity

__all__ = ["Difference", "finding_differences", "pack_differences"]

_WORDS = ("title", "cite", "evaluator")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two packs differ: where, what, and how each has it ("-" = not at all)."""

    where: str
    what: str
    a: str
    b: str


def pack_differences(a: Pack, b: Pack) -> tuple[Difference, ...]:
    """Readings first, then clauses in the order of the first pack."""
    names = sorted({*a.settings, *b.settings})
    out = [_differ("settings", n, a.settings.get(n), b.settings.get(n)) for n in names]
    ids = [*(one.id for one in a.clauses), *(one.id for one in b.clauses if not a.has(one.id))]
    for id in ids:
        if not a.has(id) or not b.has(id):
            gone = {True: "yes", False: "-"}
            why = a.left_out.get(id) or b.left_out.get(id) or ""
            sides = [gone[pack.has(id)] for pack in (a, b)]
            sides = [f"- ({why})" if one == "-" and why else one for one in sides]
            out.append(Difference(id, "clause", *sides))
            continue
        out += _clause_differences(a.clause(id), b.clause(id))
    return tuple(one for one in out if one is not None)


def _clause_differences(a: Clause, b: Clause) -> list[Difference | None]:
    rows = [
        _differ(a.id, f"params.{n}", a.params.get(n), b.params.get(n)) for n in sorted({*a.params, *b.params})
    ]
    rows += [_differ(a.id, name, getattr(a, name), getattr(b, name)) for name in _WORDS]
    rows.append(_differ(a.id, "consequence", _priced(a), _priced(b)))
    return rows


def _priced(clause: Clause) -> str:
    pairs = zip(prices(clause.price()), clause.price() or (None,), strict=True)
    return ", ".join(
        f"{words}{'' if one is None or one.automatic else ' (a person decides)'}" for words, one in pairs
    )


def _differ(where: str, what: str, a: Any, b: Any) -> Difference | None:
    left, right = _written(a), _written(b)
    return None if left == right else Difference(where, what, left, right)


def _written(value: Any) -> str:
    if value is None:
        return "-"
    return value.text if isinstance(value, Quantity) else str(value)


def finding_differences(a: Sequence[Finding], b: Sequence[Finding]) -> tuple[Difference, ...]:
    """Answers on the same facts that differ: by clause, subject and time, with verdict and price."""
    sides = [{_key(one): _answer(one) for one in findings} for findings in (a, b)]
    keys = sorted({*sides[0], *sides[1]})
    rows = [(key, sides[0].get(key, "-"), sides[1].get(key, "-")) for key in keys]
    return tuple(Difference(clause, whom, x, y) for (_, clause, whom), x, y in rows if x != y)


def _key(finding: Finding) -> tuple[float, str, str]:
    return float(finding.start.exact_s), finding.clause, who(finding.subject)


def _answer(finding: Finding) -> str:
    if not finding.consequence:
        return finding.verdict
    soft = "" if all(one.automatic for one in finding.consequence) else ", a person decides"
    return f"{finding.verdict}: {', '.join(prices(finding.consequence))}{soft}"
