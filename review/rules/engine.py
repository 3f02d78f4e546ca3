"""The engine: facts and a pack in, findings out. Pure, and blind to the order of facts and clauses."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from review.core.errors import ReviewError
from review.core.facts import Fact, Subject
from review.core.findings import Consequence, Finding, Notice
from review.core.times import FrameTime
from review.rules.binding import arguments
from review.rules.consequences import price
from review.rules.evaluators import EVALUATORS, Evaluator
from review.rules.evidence import Clock, Evidence, Outcome, fact_order
from review.rules.pack import Clause, Pack
from review.rules.precedence import with_precedence
from review.rules.rank import with_ranks
from review.rules.readings import READINGS
from review.rules.scenes import RANK_KINDS
from review.rules.units import Quantity

__all__ = ["failures", "in_seconds", "judge", "readings_told"]

log = logging.getLogger(__name__)

_CRASHES = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError, ReviewError)
"""What one clause's fault may raise; it must not take the other clauses with it."""


def _kind(fact: Fact) -> str:
    return fact.kind


def in_seconds(time: FrameTime) -> str:
    """Seconds on the file's own axis, to the millisecond."""
    return f"{float(time.exact_s):.3f} s"


def judge(
    facts: Sequence[Fact],
    pack: Pack,
    *,
    game_teams: Sequence[str] = (),
    everything: bool = False,
    clock: Clock = in_seconds,
    evaluators: Mapping[str, Evaluator] = EVALUATORS,
) -> tuple[Finding, ...]:
    """Judge facts by a pack.

    Parameters
    ----------
    facts : each with its own id; kinds the pack does not use are ignored
    game_teams : both teams' names, where known; a team nobody speaks of was not watched
    everything : also what nobody needs to be shown unasked: plain "does not" and bare questions
    clock : how a time is written in the steps
    evaluators : by name

    Returns
    -------
    Findings in order of time, then of the pack's clauses; ids count from 1. First and second man are
    derived with `review.rules.rank.with_ranks` where no fact names them; give its result to see those facts.

    Raises
    ------
    ValueError
        If two facts share an id.
    """
    ids = [fact.id for fact in facts]
    if len(set(ids)) != len(ids):
        raise ValueError(f"two facts share the id {next(id for id in ids if ids.count(id) > 1)}")
    known, fault = _ranked(facts, game_teams)
    by_kind = {k: tuple(group) for k, group in groupby(sorted(known, key=_kind), key=_kind)}
    outcomes: dict[str, tuple[Outcome, ...]] = {}
    shared: dict[Any, Any] = {}
    for clause in _strongest_first(pack):
        stronger = {id: outcomes[id] for id in clause.earlier}
        evidence = Evidence(by_kind, clause, pack, clock, stronger, tuple(game_teams), shared)
        outcomes[clause.id] = _isolated(evidence, evaluators, fault)
    outcomes = with_precedence(outcomes, pack)
    rows = [
        (outcome, clause)
        for clause in pack.clauses
        for outcome in outcomes[clause.id]
        if everything or not outcome.quiet
    ]
    place = {clause.id: i for i, clause in enumerate(pack.clauses)}
    rows.sort(key=lambda row: (*_outcome_order(row[0])[:2], place[row[1].id], *_outcome_order(row[0])))
    return tuple(_finding(outcome, clause, pack, id=i) for i, (outcome, clause) in enumerate(rows, 1))


def _outcome_order(outcome: Outcome) -> tuple[object, ...]:
    subject = outcome.subject
    person = (subject.team or "", subject.person or 0, subject.number or 0)
    ids = tuple(sorted(fact.id for fact in outcome.facts))
    return (outcome.start.exact_s, outcome.end.exact_s, *person, outcome.verdict, ids)


def _strongest_first(pack: Pack) -> list[Clause]:
    """Clauses such that each comes after those before it; a pack in a circle does not load."""
    done: list[Clause] = []
    waiting = list(pack.clauses)
    while waiting:
        ids = {clause.id for clause in waiting}
        ready = [clause for clause in waiting if not ids & set(clause.earlier)]
        done += ready
        waiting = [clause for clause in waiting if clause not in ready]
    return done


def _ranked(facts: Sequence[Fact], game_teams: Sequence[str]) -> tuple[tuple[Fact, ...], Exception | None]:
    """The facts with ranks, in order; where ranking fails, the facts alone and the fault."""
    try:
        return tuple(sorted(with_ranks(facts, game_teams=game_teams), key=fact_order)), None
    except _CRASHES as fault:
        log.exception("first and second man could not be derived")
        return tuple(sorted(facts, key=fact_order)), fault


def _isolated(
    evidence: Evidence, evaluators: Mapping[str, Evaluator], ranking_fault: Exception | None
) -> tuple[Outcome, ...]:
    """A clause's outcomes; where its evaluator fails, one outcome "cannot tell" that says so."""
    clause = evidence.clause
    concerned = _concerned(evidence)
    if not concerned:
        return ()
    if ranking_fault is not None and set(clause.needs) & set(RANK_KINDS.values()):
        return (_failed(clause, concerned, ranking_fault),)
    evaluator = evaluators[clause.evaluator]
    try:
        given = arguments(clause, evidence.pack.settings, evaluator=evaluator, file=evidence.pack.name)
        return evaluator(evidence, **given)
    except _CRASHES as fault:
        log.exception("clause %s could not be judged", clause.id)
        return (_failed(clause, concerned, fault),)


def _concerned(evidence: Evidence) -> tuple[Fact, ...]:
    """The facts without which the clause has nothing to say: acts, what it follows, or what it needs."""
    clause = evidence.clause
    found = [fact for id in clause.follows for one in evidence.stronger[id] for fact in one.facts]
    kinds = clause.when or clause.needs
    return (*found, *evidence.of(*kinds)) if kinds else tuple(found)


def _failed(clause: Clause, concerned: tuple[Fact, ...], fault: Exception) -> Outcome:
    step = (
        f"The clause could not be judged: its evaluator, {clause.evaluator}, failed "
        f"({type(fault).__name__}: {fault}). "
        "This is a fault of the program, not of the facts; the other clauses are not touched."
    )
    start, end = min(fact.start for fact in concerned), max(fact.end for fact in concerned)
    missing = clause.needs or clause.when or ("evaluator",)
    failed = {"failed": clause.evaluator}
    return Outcome("cannot tell", Subject(), concerned, (step,), start, end, measure=failed, missing=missing)


def failures(findings: Sequence[Finding]) -> tuple[Notice, ...]:
    """One notice for each clause whose evaluator failed."""
    return tuple(
        Notice(
            "clause not judged",
            one.start,
            f"Clause {one.clause} could not be judged: a fault of the program. The others are not touched.",
        )
        for one in findings
        if "failed" in one.measure
    )


def readings_told(clause: Clause, pack: Pack) -> tuple[str, ...]:
    """The readings that a clause hangs on, one a line, each with its value and what that means."""
    lines = []
    for name in clause.settings:
        reading, value = READINGS[name], pack.settings[name]
        if reading.only_with is not None and pack.settings.get(reading.only_with[0]) != reading.only_with[1]:
            continue
        if isinstance(value, Quantity):
            lines.append(f"{name} = {value.text} ({reading.ambiguity}): {reading.asks}")
        else:
            lines.append(f"{name} = {value} ({reading.ambiguity}): {reading.options[str(value)]}")
    return tuple(lines)


def _finding(outcome: Outcome, clause: Clause, pack: Pack, *, id: int) -> Finding:
    own = outcome.consequences if outcome.consequences is not None else clause.price()
    consequence = own if outcome.verdict == "trips" or outcome.consequences is not None else ()
    facts = {fact.id: fact for fact in outcome.facts}
    confidences = [fact.confidence for fact in facts.values() if fact.confidence is not None]
    steps = (
        f"Clause {clause.id} of {pack.name} ({clause.cite}): {clause.paraphrase}",
        *(f"Reading in force: {line}" for line in readings_told(clause, pack)),
        *outcome.steps,
        *_conclusion(outcome, consequence),
        *(f"Its penalty is added to that of {id}." for id in clause.besides if consequence),
    )
    return Finding(
        id=id,
        clause=clause.id,
        pack=pack.name,
        verdict=outcome.verdict,
        subject=replace(outcome.subject),
        start=outcome.start,
        end=outcome.end,
        measure=outcome.measure,
        missing=outcome.missing,
        consequence=consequence,
        branches=outcome.branches,
        facts=tuple(sorted(facts)),
        confidence=min(confidences) if confidences else None,
        why=steps,
    )


def _conclusion(outcome: Outcome, consequence: Sequence[Consequence]) -> tuple[str, ...]:
    """Verdict, what is open, what follows, and every branch with its price, one step each."""
    words = {"trips": "the clause applies", "does not": "the clause does not apply"}
    steps = [f"Conclusion: {words.get(outcome.verdict, 'nobody can tell from these facts')}."]
    if outcome.missing:
        steps.append(f"Open: {', '.join(outcome.missing)}.")
    for one in consequence:
        how = "automatic" if one.automatic else "a person decides"
        note = f" ({one.detail['note']})" if "note" in one.detail else ""
        steps.append(f"Consequence: {price(one)}, {how}{note}.")
    steps += [f"Branch: if {one.condition}: {', '.join(one.then)}." for one in outcome.branches]
    return tuple(steps)
