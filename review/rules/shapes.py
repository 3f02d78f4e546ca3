"""Shapes: facts, findings and the vocabulary as JSON-ready dictionaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from review.core.facts import Fact, Subject
from review.core.findings import Finding
from review.core.times import FrameTime
from review.rules.office_records import Office
from review.rules.outcome import OutcomeRow
from review.rules.pack import Maximum, Pack
from review.rules.readings import READINGS
from review.rules.units import Quantity
from review.rules.vocabulary import KINDS

__all__ = [
    "TimeShape",
    "fact_json",
    "finding_json",
    "judged_json",
    "office_json",
    "outcome_json",
    "pack_json",
    "plain_time",
    "vocabulary_json",
]

TimeShape = Callable[[FrameTime], dict[str, Any]]


def plain_time(time: FrameTime) -> dict[str, Any]:
    """A time where there is no tape: seconds, and milliseconds as pts.

    Examples
    --------
    >>> from fractions import Fraction
    >>> plain_time(FrameTime(7640, Fraction(1, 1000)))["s"]
    7.64
    """
    seconds = float(time.exact_s)
    return {"pts": round(time.exact_s * 1000), "s": seconds, "timecode": None, "clock": None}


def _subject(subject: Subject) -> dict[str, Any]:
    named = {"team": subject.team, "person": subject.person, "number": subject.number}
    more = {"bench": subject.bench, "role": subject.role}
    return {**named, **{key: value for key, value in more.items() if value is not None}}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def fact_json(fact: Fact, time: TimeShape = plain_time) -> dict[str, Any]:
    """One fact; `value` null is unknown, with its reason."""
    return {
        "id": fact.id,
        "kind": fact.kind,
        "span": {"start": time(fact.start), "end": time(fact.end)},
        "subject": _subject(fact.subject),
        "value": _plain(fact.value),
        "unit": fact.unit,
        "layer": fact.layer,
        "source": fact.source,
        "confidence": fact.confidence,
        "reason": fact.reason,
        "links": _plain(fact.links),
    }


def finding_json(finding: Finding, time: TimeShape = plain_time) -> dict[str, Any]:
    """One finding; a consequence carries its games and notes beside kind and automatic."""
    return {
        "id": finding.id,
        "clause": finding.clause,
        "pack": finding.pack,
        "verdict": finding.verdict,
        "subject": _subject(finding.subject),
        "span": {"start": time(finding.start), "end": time(finding.end)},
        "measure": _plain(finding.measure),
        "missing": list(finding.missing),
        "consequence": [
            {"kind": one.kind, "automatic": one.automatic, **_plain(one.detail)}
            for one in finding.consequence
        ],
        "branches": [{"if": one.condition, "then": list(one.then)} for one in finding.branches],
        "facts": list(finding.facts),
        "confidence": finding.confidence,
        "why": list(finding.why),
    }


def outcome_json(row: OutcomeRow) -> dict[str, Any]:
    """One consequence; money is text in dollars and cents, an unknown is null and told in `open`."""
    whom = row.subject
    return {
        "finding": row.finding,
        "clause": row.clause,
        "subject": {
            "team": whom.team,
            "number": whom.number,
            "name": whom.name,
            "role": whom.role,
            "person": whom.person,
        },
        "kind": row.kind,
        "automatic": row.automatic,
        "games": row.games,
        "amount_usd": None if row.amount is None else f"{row.amount:.2f}",
        "served": [
            {
                "game": one.game,
                "date": one.day.isoformat(),
                "opponent": one.opponent,
                "season": one.season,
                "kind": one.kind,
            }
            for one in row.served
        ],
        "eligible_on": None if row.eligible_on is None else row.eligible_on.isoformat(),
        "open": list(row.open),
        "why": list(row.why),
    }


def office_json(office: Office | None) -> dict[str, Any] | None:
    """By which records of the office the outcomes were reckoned; null where there were none."""
    if office is None:
        return None
    return {
        "date": None if office.day is None else office.day.isoformat(),
        "game": office.game,
        "season": office.season,
        "sources": [{"file": name, "sha256": sha256} for name, sha256 in office.sources],
    }


def judged_json(
    pack: Pack,
    facts: Sequence[Fact],
    findings: Sequence[Finding],
    outcomes: Sequence[OutcomeRow] = (),
    office: Office | None = None,
) -> dict[str, Any]:
    """What `rules judge --json` prints: the pack, the facts with those derived, findings, what follows."""
    return {
        "pack": pack.name,
        "findings": [finding_json(one) for one in findings],
        "outcomes": [outcome_json(one) for one in outcomes],
        "office": office_json(office),
        "facts": [fact_json(one) for one in facts],
    }


def vocabulary_json() -> dict[str, Any]:
    """Every fact kind with type, unit, layer and question, and every reading with its options."""
    return {
        "kinds": [
            {
                "kind": one.kind,
                "type": one.type,
                "unit": one.unit,
                "layer": one.layers[0],
                "layers": list(one.layers),
                "means": one.means,
                "question": one.question,
                "subject": list(one.subject),
                "links": dict(one.links),
            }
            for one in KINDS.values()
        ],
        "readings": [
            {
                "name": one.name,
                "ambiguity": one.ambiguity,
                "asks": one.asks,
                "options": dict(one.options),
                "dimension": one.dimension,
            }
            for one in READINGS.values()
        ],
    }


def pack_json(pack: Pack) -> dict[str, Any]:
    """A pack with its clauses, numbers as the pack writes them."""
    return {
        "pack": pack.name,
        "title": pack.title,
        "extends": pack.extends,
        "source": dict(pack.source),
        "leaves_out": dict(pack.left_out),
        "cba_maxima": {season: _maximum(one) for season, one in pack.cba_maxima.items()},
        "settings": {name: _written(value) for name, value in pack.settings.items()},
        "clauses": [
            {
                "id": one.id,
                "title": one.title,
                "says": one.paraphrase,
                "cite": one.cite,
                "evaluator": one.evaluator,
                "when": list(one.when),
                "needs": list(one.needs),
                "without": list(one.without),
                "unless": list(one.unless),
                "settings": list(one.settings),
                "params": {name: _written(value) for name, value in one.params.items()},
                "yields_to": list(one.yields_to),
                "follows": list(one.follows),
                "in_lieu_of": list(one.in_lieu_of),
                "absorbs": list(one.absorbs),
                "besides": list(one.besides),
                "consequence": [
                    {"kind": c.kind, "automatic": c.automatic, **_plain(c.detail)} for c in one.price()
                ],
                "note": one.note,
            }
            for one in pack.clauses
        ],
    }


def _maximum(one: Maximum) -> dict[str, str | None]:
    first_two = None if one.first_two is None else str(one.first_two)
    return {"amount": str(one.amount), "first_two": first_two, "source": one.source}


def _written(value: Any) -> Any:
    return value.text if isinstance(value, Quantity) else value
