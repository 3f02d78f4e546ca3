"""Judging who may name the first and second man, where nobody on the spot could. Rule 72 (d), note."""

from __future__ import annotations

from dataclasses import replace

from review.core.facts import Fact, Subject
from review.core.findings import Branch, Verdict
from review.rules.consequences import as_discretion, prices
from review.rules.evidence import Evidence, Outcome, Settled, settle, told
from review.rules.scenes import SCENE_KINDS, only_altercation
from review.rules.standings import Answer, Standing, answer_told, missing_kinds, standings, used_facts

__all__ = ["commissioner_names"]


def commissioner_names(evidence: Evidence, *, rank_scope: str, tie: str) -> tuple[Outcome, ...]:
    """One outcome an altercation and team: nobody on the spot could name the men, so the Commissioner may.

    Open while the order is not established on this tape and nobody has said whether the referee named them.
    """
    out = []
    for standing in standings(evidence, scope=rank_scope):
        places = standing.open_places()
        answer = places[0] if places else next(iter(standing.answers.values()))
        referee = _named_by_referee(evidence, standing)
        facts = used_facts(standing, answer.facts)
        steps: tuple[str, ...] = tuple(s for one in places or [answer] for s in answer_told(one, evidence))
        verdict: Verdict = "does not"
        if referee is not None:
            facts = (*facts, *referee.facts)
            steps = (*steps, *(told(fact, evidence.clock) for fact in referee.facts))
        if places and (referee is None or referee.value is None):
            verdict = "cannot tell"
        elif places and referee is not None and referee.value is False:
            verdict = "trips"
        out.append(
            _referral(
                evidence,
                standing,
                answer,
                verdict,
                facts=facts,
                steps=steps,
                quiet=not places and referee is None,
            )
        )
    return tuple(out)


def _referral(
    evidence: Evidence,
    standing: Standing,
    answer: Answer,
    verdict: Verdict,
    *,
    facts: tuple[Fact, ...],
    steps: tuple[str, ...],
    quiet: bool,
) -> Outcome:
    outcome = Outcome(
        verdict,
        Subject(team=answer.fact.subject.team),
        facts,
        steps,
        answer.fact.start,
        answer.fact.end,
        quiet=quiet,
    )
    if verdict != "cannot tell":
        return outcome
    note = "once the referee and his crew cannot name them"
    price = evidence.clause.price()
    return replace(
        outcome,
        missing=("named_by_referee", *missing_kinds(standing, answer)),
        consequences=as_discretion(price, note),
        branches=(
            Branch("the referee and his crew cannot name them", prices(price)),
            Branch("the referee named them", ("the clauses on the first and second man",)),
        ),
    )


def _named_by_referee(evidence: Evidence, standing: Standing) -> Settled | None:
    only = evidence.once("only altercation", lambda: only_altercation(evidence.of(*SCENE_KINDS)))
    facts = [
        fact
        for fact in evidence.of("named_by_referee")
        if fact.links.get("altercation", only) == standing.altercation
        and (standing.team is None or fact.subject.team in (None, standing.team))
    ]
    return settle(facts) if facts else None
