"""The docket as plain data, `benchgate.docket/1`: what words, JSON, CSV and the page are all made from.

Field by field in docs/formats/docket.md; the schema is `schema/benchgate.docket-1.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from importlib.resources import files
from typing import Any

from review.core.docket import Entry
from review.report.tables import table_text
from review.rules.docket.ledger import ClubLedger, Held, PersonLedger
from review.rules.docket.parts import (
    Appeal,
    DocketCase,
    Proposal,
    Ruling,
    Sentence,
    Version,
    sentence_words,
    subject_words,
)

__all__ = [
    "DOCKET_SCHEMA",
    "case_json",
    "club_json",
    "docket_csv",
    "docket_model",
    "docket_schema",
    "entry_json",
    "person_json",
]

DOCKET_SCHEMA = "benchgate.docket/1"


def docket_model(
    cases: Iterable[DocketCase],
    *,
    head_sha256: str,
    known: str | None = None,
    on: str | None = None,
    clubs: Iterable[ClubLedger] = (),
    persons: Iterable[PersonLedger] = (),
) -> dict[str, Any]:
    """Cases and accounts.

    Parameters
    ----------
    head_sha256 : the newest link of the docket's chain, which ties this to its state
    known : what was recorded later is left out; None = all that is known now
    on : the day for which it is said what is in force; None = what holds last
    """
    return {
        "schema": DOCKET_SCHEMA,
        "docket": {"head_sha256": head_sha256, "known": known, "on": on},
        "cases": [case_json(case, on=on) for case in cases],
        "clubs": [club_json(one) for one in clubs],
        "persons": [person_json(one) for one in persons],
    }


def docket_schema() -> dict[str, Any]:
    """The schema of `benchgate.docket/1` (JSON Schema 2020-12)."""
    text = files("review.report").joinpath("schema", "benchgate.docket-1.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def case_json(case: DocketCase, *, on: str | None = None) -> dict[str, Any]:
    """One case with its proposals, rulings in all versions, and history."""
    by_number = {entry.number: entry for entry in case.entries}
    return {
        "case": case.number,
        "version": case.version,
        "title": case.title,
        "status": case.status,
        "incident_on": case.incident_on,
        "teams": list(case.teams),
        "pack": case.pack,
        "opened_by": case.opened.act.who,
        "opened_on": case.opened.act.valid,
        "source": dict(case.opened.act.body["source"]),
        "findings": [dict(one) for one in case.findings],
        "proposals": [_proposal(one, case, by_number[one.entry]) for one in case.proposals],
        "rulings": [_ruling(one, on) for one in case.rulings],
        "history": [entry_json(entry) for entry in case.entries],
    }


def _proposal(one: Proposal, case: DocketCase, brought: Entry) -> dict[str, Any]:
    ruling = case.ruling_on(one.id)
    return {
        "proposal": one.id,
        "finding": one.finding,
        "clause": one.clause,
        "subject": dict(one.subject),
        "who": subject_words(one.subject),
        "kind": one.kind,
        "automatic": one.automatic,
        "games": one.games,
        "amount_usd": _text(one.amount_usd),
        "says": sentence_words(Sentence(one.kind, one.clause, one.games, one.amount_usd)),
        "served": [dict(game) for game in one.served],
        "eligible_on": one.eligible_on,
        "open": list(one.open),
        "why": list(one.why),
        "recorded": brought.recorded,
        "ruling": ruling.id if ruling else None,
    }


def _ruling(one: Ruling, on: str | None) -> dict[str, Any]:
    held = one.at(on)
    return {
        "ruling": one.id,
        "proposal": one.proposal,
        "subject": dict(one.subject),
        "who": subject_words(one.subject),
        "kind": one.kind,
        "clause": one.clause,
        "automatic": one.automatic,
        "in_force": _sentence(held.sentence) if held else None,
        "says": sentence_words(held.sentence) if held else "not ruled yet on that day",
        "under_appeal": one.open_appeal is not None,
        "versions": [_version(version, at) for at, version in enumerate(one.versions, start=1)],
        "appeals": [_appeal(appeal) for appeal in one.appeals],
    }


def _version(one: Version, at: int) -> dict[str, Any]:
    body = one.entry.act.body
    return {
        "version": at,
        "how": one.how,
        "by": one.entry.act.who,
        "valid": one.entry.act.valid,
        "recorded": one.entry.recorded,
        "entry": one.entry.number,
        "reason": body.get("reason"),
        "departs": body.get("departs"),
        "imposes": _sentence(one.sentence),
        "says": sentence_words(one.sentence),
    }


def _appeal(one: Appeal) -> dict[str, Any]:
    made, answer = one.made.act, one.answer
    return {
        "by": made.who,
        "to": made.body["to"],
        "grounds": made.body["grounds"],
        "valid": made.valid,
        "recorded": one.made.recorded,
        "outcome": answer.act.body.get("outcome", "rescinded") if answer else None,
        "decided_by": answer.act.who if answer else None,
        "decided_on": answer.act.valid if answer else None,
        "reason": answer.act.body["reason"] if answer else None,
    }


def _sentence(one: Sentence | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "kind": one.kind,
        "clause": one.clause,
        "games": one.games,
        "amount_usd": _text(one.amount_usd),
        "served": [dict(game) for game in one.served],
        "eligible_on": one.eligible_on,
        "open": list(one.open),
    }


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)


def entry_json(entry: Entry) -> dict[str, Any]:
    """One entry as it stands in the docket; the proposals it brought are counted only."""
    body = {key: value for key, value in entry.act.body.items() if key not in ("findings", "proposals")}
    return {
        "entry": entry.number,
        "case": entry.case,
        "version": entry.version,
        "kind": entry.act.kind,
        "who": entry.act.who,
        "valid": entry.act.valid,
        "recorded": entry.recorded,
        "proposals": len(entry.act.body.get("proposals") or ()),
        "body": body,
    }


def club_json(one: ClubLedger) -> dict[str, Any]:
    """A club's account."""
    return {
        "club": one.club,
        "total_usd": str(one.total_usd),
        "occurrences": list(one.occurrences),
        "window_ends": one.window_ends,
        "next_fine_usd": _text(one.next_fine_usd),
        "rulings": [_held(held) for held in one.held],
    }


def person_json(one: PersonLedger) -> dict[str, Any]:
    """A man's account."""
    return {
        "person": one.person,
        "who": subject_words(one.subject),
        "games": one.games,
        "missed": one.missed,
        "total_usd": str(one.total_usd),
        "eligible_on": one.eligible_on,
        "open": list(one.open),
        "rulings": [_held(held) for held in one.held],
    }


def _held(one: Held) -> dict[str, Any]:
    return {
        "case": one.case.number,
        "ruling": one.ruling.id,
        "who": subject_words(one.ruling.subject),
        "day": one.day,
        "says": sentence_words(one.sentence),
        "in_force": _sentence(one.sentence),
    }


def docket_csv(model: Mapping[str, Any]) -> str:
    """One row a version of a ruling, oldest first; a proposal that nobody decided has a row without one."""
    rows = []
    for case in model["cases"]:
        head = [case["case"], case["title"], case["incident_on"]]
        for ruling in case["rulings"]:
            about = [ruling["ruling"], ruling["proposal"], *_about(ruling)]
            rows += [[*head, *about, *_told(version)] for version in ruling["versions"]]
        for proposal in case["proposals"]:
            if proposal["ruling"] is None:
                rows.append([*head, None, proposal["proposal"], *_about(proposal), *_undecided(proposal)])
    return table_text(_HEAD, rows)


_HEAD = (
    *("case", "title", "incident_on", "ruling", "proposal"),
    *("team", "number", "name", "kind", "clause", "automatic"),
    *("version", "how", "by", "valid", "recorded"),
    *("games", "amount_usd", "eligible_on", "reason", "departs"),
)


def _about(one: Mapping[str, Any]) -> list[Any]:
    whom = [one["subject"].get(key) for key in ("team", "number", "name")]
    return [*whom, one["kind"], one["clause"], "yes" if one["automatic"] else "no"]


def _told(version: Mapping[str, Any]) -> list[Any]:
    imposed = version["imposes"] or {}
    how = [version[key] for key in ("version", "how", "by", "valid", "recorded")]
    what = [imposed.get(key) for key in ("games", "amount_usd", "eligible_on")]
    return [*how, *what, version["reason"], version["departs"]]


def _undecided(one: Mapping[str, Any]) -> list[Any]:
    what = [one[key] for key in ("games", "amount_usd", "eligible_on")]
    return [None, "proposed", None, None, one["recorded"], *what, None, None]
