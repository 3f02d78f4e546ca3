"""From entries to cases: what was proposed, ruled, appealed and taken back, as known at a moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from review.core.docket import Act, Entry, known_by
from review.rules.docket.parts import Appeal, DocketCase, Proposal, Ruling, Sentence, Version

__all__ = ["after", "cases_of", "sentence_of"]

_FREES = {"set aside", "not imposed"}


def cases_of(entries: Iterable[Entry], *, known: str | None = None) -> dict[int, DocketCase]:
    """Every case by its number, in order.

    Parameters
    ----------
    entries : in the docket's order
    known : leave out what was recorded later than this day or time (UTC); None = all that is known now

    Examples
    --------
    >>> cases_of([])
    {}
    """
    cases: dict[int, DocketCase] = {}
    for entry in entries:
        if not known_by(entry, known):
            continue
        held = cases.get(entry.case)
        cases[entry.case] = _opened(entry) if held is None else _STEPS[entry.act.kind](held, entry)
    return cases


def after(case: DocketCase, act: Act) -> DocketCase:
    """The case as it will be once an act is entered, for acts that are entered together."""
    last = case.entries[-1]
    entry = Entry(last.number + 1, case.number, case.version + 1, last.recorded, act)
    return _STEPS[act.kind](case, entry)


def _opened(entry: Entry) -> DocketCase:
    body = entry.act.body
    case = DocketCase(
        number=entry.case,
        title=body["title"],
        opened=entry,
        incident_on=body.get("incident_on"),
        teams=tuple(body.get("teams") or ()),
        pack=body.get("pack"),
        entries=(),
    )
    return _learned(case, entry)


def _learned(case: DocketCase, entry: Entry) -> DocketCase:
    body = entry.act.body
    first = len(case.proposals) + 1
    brought = tuple(
        _proposal(row, id_, entry.number) for id_, row in enumerate(body.get("proposals") or (), start=first)
    )
    return replace(
        case,
        entries=(*case.entries, entry),
        findings=(*case.findings, *(body.get("findings") or ())),
        proposals=(*case.proposals, *brought),
    )


def _proposal(row: Mapping[str, Any], id_: int, entry: int) -> Proposal:
    return Proposal(
        id=id_,
        finding=row.get("finding"),
        clause=row["clause"],
        subject=row["subject"],
        kind=row["kind"],
        automatic=row["automatic"],
        games=row.get("games"),
        amount_usd=_money(row.get("amount_usd")),
        served=tuple(row.get("served") or ()),
        eligible_on=row.get("eligible_on"),
        open=tuple(row.get("open") or ()),
        why=tuple(row.get("why") or ()),
        entry=entry,
    )


def _money(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def sentence_of(body: Mapping[str, Any]) -> Sentence:
    """What the body of a decision or of an appeal's answer imposes."""
    return Sentence(
        kind=body["kind"],
        clause=body["clause"],
        games=body.get("games"),
        amount_usd=_money(body.get("amount_usd")),
        served=tuple(body.get("served") or ()),
        eligible_on=body.get("eligible_on"),
        open=tuple(body.get("open") or ()),
    )


def _decided(case: DocketCase, entry: Entry) -> DocketCase:
    body = entry.act.body
    how = body["decision"]
    sentence = None if how in _FREES else sentence_of(body)
    held = case.ruling(body["ruling"])
    if held is not None:
        again = "not imposed" if sentence is None else "decided anew"
        return _with(case, _more(held, Version(again, sentence, entry)), entry)
    made = Ruling(
        id=body["ruling"],
        proposal=body.get("proposal"),
        subject=body["subject"],
        kind=body["kind"],
        clause=body["clause"],
        automatic=body["automatic"],
        versions=(Version(how, sentence, entry),),
    )
    return replace(case, entries=(*case.entries, entry), rulings=(*case.rulings, made))


def _appealed(case: DocketCase, entry: Entry) -> DocketCase:
    held = case.ruling(entry.act.body["ruling"])
    assert held is not None
    return _with(case, replace(held, appeals=(*held.appeals, Appeal(entry))), entry)


def _answered(case: DocketCase, entry: Entry) -> DocketCase:
    body = entry.act.body
    held = case.ruling(body["ruling"])
    assert held is not None
    how = body["outcome"]
    if how in ("upheld", "withdrawn"):
        before = held.at()
        sentence = before.sentence if before else None
    else:
        sentence = None if how in _FREES else sentence_of(body)
    return _with(case, _more(_closed(held, entry), Version(how, sentence, entry)), entry)


def _rescinded(case: DocketCase, entry: Entry) -> DocketCase:
    held = case.ruling(entry.act.body["ruling"])
    assert held is not None
    return _with(case, _more(_closed(held, entry), Version("rescinded", None, entry)), entry)


def _closed(ruling: Ruling, entry: Entry) -> Ruling:
    """The open appeal is answered by the entry; a rescission leaves nothing to appeal."""
    appeals = tuple(replace(one, answer=entry) if one.answer is None else one for one in ruling.appeals)
    return replace(ruling, appeals=appeals)


def _more(ruling: Ruling, version: Version) -> Ruling:
    return replace(ruling, versions=(*ruling.versions, version))


def _with(case: DocketCase, ruling: Ruling, entry: Entry) -> DocketCase:
    rulings = tuple(ruling if one.id == ruling.id else one for one in case.rulings)
    return replace(case, entries=(*case.entries, entry), rulings=rulings)


_STEPS = {
    "opened": _learned,
    "evidence": _learned,
    "decided": _decided,
    "appealed": _appealed,
    "answered": _answered,
    "rescinded": _rescinded,
}
