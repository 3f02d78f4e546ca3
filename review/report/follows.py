"""What follows, for the page: automatic, discretionary, asked of a person, and open; each said once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from review.rules.fact_kind import FactKind
from review.rules.vocabulary import KINDS

__all__ = ["MONEY", "Follows", "OpenClause", "follows"]

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenClause:
    """A clause that nobody can tell yet: its finding, why, and what would settle it, as questions."""

    finding: Row
    because: tuple[str, ...]
    settle: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Follows:
    """The four parts, and what they come to.

    Attributes
    ----------
    rejected : finding -> who rejected it, by the ruling that stands
    totals : of what is automatic and not rejected: whose, dollars known, how many sums are not
    """

    automatic: tuple[Row, ...]
    discretion: tuple[Row, ...]
    asked: tuple[OpenClause, ...]
    open: tuple[OpenClause, ...]
    rejected: Mapping[int, str]
    totals: tuple[tuple[str, str | None, int], ...]


def follows(report: Row) -> Follows | None:
    """The parts of a report's page on what follows; None where the report does not tell it."""
    rows = report.get("outcomes")
    if rows is None:
        return None
    facts = {fact["id"]: fact for fact in report["facts"]}
    open_ = [
        OpenClause(one, _reasons(one, facts), _questions(one["missing"]))
        for one in report["findings"]
        if one["verdict"] == "cannot tell" and (one["branches"] or one["missing"])
    ]
    automatic = tuple(row for row in rows if row["automatic"])
    rejected = _rejected(report["rulings"])
    return Follows(
        automatic,
        tuple(row for row in rows if not row["automatic"]),
        tuple(one for one in open_ if _only_said(one.finding["missing"])),
        tuple(one for one in open_ if not _only_said(one.finding["missing"])),
        rejected,
        tuple(_totals([row for row in automatic if row["finding"] not in rejected])),
    )


def _rejected(rulings: Sequence[Row]) -> dict[int, str]:
    gone = {ruling["supersedes"] for ruling in rulings}
    standing = {one["finding"]: one for one in rulings if one["id"] not in gone}
    return {id_: str(one["person"]) for id_, one in standing.items() if one["decision"] == "rejected"}


def _only_said(missing: Sequence[str]) -> bool:
    """Whether all that is missing can come from a named person alone."""
    return bool(missing) and all(kind in KINDS and KINDS[kind].layers == ("said",) for kind in missing)


def _reasons(finding: Row, facts: Mapping[int, Row]) -> tuple[str, ...]:
    """Why facts of the kinds that are missing are unknown."""
    used = (facts[id_] for id_ in finding["facts"] if id_ in facts)
    told = (one["reason"] for one in used if one["kind"] in finding["missing"] and one["value"] is not True)
    return tuple(dict.fromkeys(reason for reason in told if reason))


def _questions(missing: Iterable[str]) -> tuple[str, ...]:
    kinds = (KINDS[kind] for kind in missing if kind in KINDS)
    return tuple(dict.fromkeys(f"{one.question or one.means} ({_who_says(one)})" for one in kinds))


def _who_says(kind: FactKind) -> str:
    """Where an answer may come from."""
    words = {"measured": "another picture", "derived": "another angle", "imported": "the league's papers"}
    return " or ".join([*(words[one] for one in kind.layers if one in words), "a named person"])


MONEY = ("player_fine", "team_fine", "staff_fine", "coach_fine", "pay_to_league", "reimbursement_fine")


def _totals(rows: Sequence[Row]) -> Iterable[tuple[str, str | None, int]]:
    """Per payer: a team's club, its players together, its other people."""
    sums: dict[str, list[str | None]] = {}
    for row in rows:
        if row["kind"] in MONEY:
            whose = {"club": "club", "player": "players"}.get(row["subject"]["role"], "others")
            sums.setdefault(f"{row['subject']['team'] or 'unknown team'} {whose}", []).append(
                row["amount_usd"]
            )
    for whose, amounts in sums.items():
        known = [Decimal(one) for one in amounts if one is not None]
        yield whose, f"{sum(known, Decimal(0)):.2f}" if known else None, len(amounts) - len(known)
