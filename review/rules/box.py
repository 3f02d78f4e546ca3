"""Judging a man who comes out of the penalty box: too soon, not free to go, or in a stoppage and a fight."""

from __future__ import annotations

from dataclasses import replace

from review.core.facts import Fact
from review.core.findings import Branch
from review.rules.acts import Act, Conditions, acts_of, conditions_on, under
from review.rules.bearing import VERDICTS, Band, above, bearing_on, number_of
from review.rules.consequences import as_discretion, prices
from review.rules.evidence import Evidence, Outcome, all_of, settle, told

__all__ = ["left_box_in_stoppage", "left_box_not_free", "left_box_too_soon"]

_LITERAL = "the letter of the note; by the reading in force a minor is enough, the referee confirms (A5)"


def left_box_too_soon(evidence: Evidence) -> tuple[Outcome, ...]:
    """One outcome a man who came out of the penalty box: before his penalty had expired.

    At 0 it has expired; an interval that straddles 0 leaves it open. Whose error it was is not asked here.
    """
    out = []
    for one in _exits(evidence):
        left, facts = _penalty_left(evidence, one)
        early = above(left, 0.0)
        found = conditions_on(evidence, one.settled.facts, needs=(), unless=evidence.clause.unless)
        found = _with(found, facts, evidence, missing=("penalty_left",) if early is None else ())
        found = replace(found, value=all_of(found.value, early))
        out.append(_outcome(one, found, left, evidence))
    return tuple(out)


def left_box_not_free(evidence: Evidence, *, early_exit: str) -> tuple[Outcome, ...]:
    """One outcome a man who came out while he was not free to: his penalty not expired, or no man due.

    That his team was entitled to another man is taken for granted unless somebody says that it was not.

    Parameters
    ----------
    early_exit : whether the misconduct of the note is imposed with the minor, or only shown (A5)
    """
    out = []
    for one in _exits(evidence):
        left, facts = _penalty_left(evidence, one)
        entitled = conditions_on(evidence, one.settled.facts, needs=["entitled_to_another_man"])
        expired = _not(above(left, 0.0))
        free = all_of(expired, entitled.value if entitled.given else True)
        found = conditions_on(evidence, one.settled.facts, needs=(), unless=evidence.clause.unless)
        missing = (*(("penalty_left",) if expired is None else ()), *entitled.missing * entitled.given)
        found = replace(
            _with(found, (*facts, *entitled.facts), evidence, missing=missing),
            value=all_of(found.value, _not(free)),
        )
        outcome = _outcome(one, found, left, evidence)
        if outcome.verdict == "trips" and early_exit == "minor":
            outcome = replace(outcome, consequences=as_discretion(evidence.clause.price(), _LITERAL))
        out.append(outcome)
    return tuple(out)


def left_box_in_stoppage(evidence: Evidence) -> tuple[Outcome, ...]:
    """One outcome a man who came out in a stoppage and during an altercation, his penalty not yet served."""
    out = []
    for one in _exits(evidence):
        left, facts = _penalty_left(evidence, one)
        found = conditions_on(evidence, one.settled.facts, needs=["play_stopped"])
        fight, more = _in_altercation(evidence, one)
        serving = above(left, 0.0) if facts else True
        missing = (*found.missing, *(("altercation",) if fight is None else ()))
        missing += ("penalty_left",) if serving is None else ()
        spoken = bool(more) or one.lead.links.get("altercation") is not None
        found = replace(
            _with(found, (*facts, *more), evidence, missing=missing),
            value=all_of(found.value, fight, serving),
        )
        outcome = _outcome(one, found, left, evidence)
        out.append(outcome if spoken else replace(outcome, quiet=outcome.verdict != "trips"))
    return tuple(out)


def _exits(evidence: Evidence) -> tuple[Act, ...]:
    """Men who came out of a penalty box, however it is told."""
    kinds = [kind for kind in evidence.clause.when if kind != "left_bench"]
    told_as_box = acts_of(evidence, kinds)
    known = [fact for one in told_as_box for fact in one.settled.facts]
    others = acts_of(evidence, ["left_bench"], bench="penalty_box")
    return (*told_as_box, *(one for one in others if not any(_one_exit(one.lead, fact) for fact in known)))


def _one_exit(a: Fact, b: Fact) -> bool:
    if None not in (a.links.get("crossing"), b.links.get("crossing")):
        return bool(a.links["crossing"] == b.links["crossing"])
    same = (a.subject.team, a.subject.person) == (b.subject.team, b.subject.person)
    return same and a.start <= b.end and b.start <= a.end


def _penalty_left(evidence: Evidence, one: Act) -> tuple[Band | None, tuple[Fact, ...]]:
    facts = tuple(bearing_on(evidence, "penalty_left", one.settled.facts))
    return number_of(facts), facts


def _in_altercation(evidence: Evidence, one: Act) -> tuple[bool | None, tuple[Fact, ...]]:
    """Whether he came out during an altercation, by the link of his own fact or by the altercation's span."""
    linked = [fact.links["during"] for fact in one.settled.facts if "during" in fact.links]
    spans = [
        fact
        for fact in evidence.of("altercation")
        if one.lead.links.get("altercation") in (None, fact.links.get("altercation"))
        and fact.start <= one.lead.end
        and one.lead.start <= fact.end
    ]
    known = settle(spans) if spans else None
    if linked:
        during: bool | None = linked[0] if isinstance(linked[0], bool) else None
        return all_of(during, known.value if known else True), tuple(spans)
    if known is None:
        return (None if one.lead.links.get("altercation") is None else True), ()
    inside = all(fact.start <= one.lead.start and one.lead.end <= fact.end for fact in spans)
    return all_of(known.value, True if inside else None), tuple(spans)


def _with(
    found: Conditions, facts: tuple[Fact, ...], evidence: Evidence, *, missing: tuple[str, ...]
) -> Conditions:
    return replace(
        found,
        facts=(*facts, *found.facts),
        steps=(*(told(fact, evidence.clock) for fact in facts), *found.steps),
        missing=tuple(dict.fromkeys((*missing, *found.missing))),
        given=found.given or bool(facts),
    )


def _outcome(one: Act, found: Conditions, left: Band | None, evidence: Evidence) -> Outcome:
    verdict = VERDICTS[all_of(one.settled.value, found.value)]
    steps = [told(fact, evidence.clock) for fact in one.settled.facts]
    steps += [f"{one.settled.note}."] if one.settled.note else []
    outcome = Outcome(
        verdict,
        one.lead.subject,
        (one.lead, *(fact for fact in one.settled.facts if fact is not one.lead)),
        tuple(steps),
        one.lead.start,
        one.lead.end,
        measure={} if left is None else {"penalty_left_s": list(left)},
        missing=(*found.missing, *((one.lead.kind,) if one.settled.value is None else ())),
        branches=_branches(found, evidence) if verdict == "cannot tell" else (),
        quiet=(verdict == "does not" and not one.claimed)
        or (verdict == "cannot tell" and one.unasked and not found.given),
        tags={"about": one.settled.facts},
    )
    return under(outcome, found, evidence)


def _branches(found: Conditions, evidence: Evidence) -> tuple[Branch, ...]:
    if "penalty_left" not in found.missing:
        return ()
    return (
        Branch("his penalty had not expired", prices(evidence.clause.price())),
        Branch("it had expired", ("nothing by this clause",)),
    )


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value
