"""Judging departures: first and second man off a bench in an altercation. Rule 72's evaluators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from review.core.facts import Fact, Subject
from review.core.findings import Branch, Verdict
from review.rules.consequences import SUPPLEMENTARY, prices
from review.rules.evidence import Evidence, Outcome, Settled, told, who
from review.rules.scenes import OVERALL, PER_TEAM, SCENE_KINDS, Exit, exception
from review.rules.standings import Answer, Standing, answer_told, missing_kinds, standings, used_facts

__all__ = ["first_or_second", "ranked_leaver"]

PLACES = {1: "first", 2: "second"}
NOTHING_HERE = ("nothing by this clause",)


def ranked_leaver(
    evidence: Evidence, *, rank: int, rank_scope: str, tie: str, leave_def: str
) -> tuple[Outcome, ...]:
    """One outcome an altercation and team: the man who was certainly first (or second) off a bench.

    Parameters
    ----------
    rank : 1 or 2
    rank_scope : counted within each team, or over both (A1); the other count is shown where it differs
    tie : what overlapping intervals mean (A2); the order is never guessed
    leave_def : by which definition a man has left (A13)
    """
    out = []
    for standing in standings(evidence, scope=rank_scope):
        answer = standing.answers.get(rank)
        if answer is None:
            continue
        steps = (*standing.told(evidence, up_to=rank), *answer_told(answer, evidence))
        if answer.value is True:
            out.append(_holder(evidence, standing, answer, steps=steps, leave_def=leave_def))
        elif answer.value is False:
            out.append(_nobody(standing, answer, steps))
        else:
            out.append(_open(evidence, standing, answer, steps))
    return tuple(out)


def _holder(
    evidence: Evidence, standing: Standing, answer: Answer, *, steps: tuple[str, ...], leave_def: str
) -> Outcome:
    """The clause on the man who holds the place, unless something takes him out or leaves him open."""
    fact = answer.fact
    outcome = Outcome(
        "trips",
        fact.subject,
        used_facts(standing, answer.facts),
        steps,
        fact.start,
        fact.end,
        measure=_rank_measure(answer),
        branches=_branches(evidence, standing, answer),
    )
    outcome = _unless_legal(outcome, evidence, fact)
    return _unless_doubtful(outcome, evidence, standing, fact, leave_def=leave_def)


def _rank_measure(answer: Answer) -> dict[str, Any]:
    measure: dict[str, Any] = {"rank": answer.place}
    if "margin_s" in answer.fact.links:
        measure["margin_s"] = answer.fact.links["margin_s"]
    return measure


def _unless_legal(outcome: Outcome, evidence: Evidence, fact: Fact) -> Outcome:
    """A man who had come on by a legal change before is no leaver; where that is open, so is the clause."""
    legal = exception(fact, evidence.of(*SCENE_KINDS), evidence.clause.unless)
    if legal is None or legal.value is False:
        return outcome
    steps = (*outcome.steps, *(told(one, evidence.clock) for one in legal.facts))
    facts = (*outcome.facts, *legal.facts)
    if legal.value is True:
        note = f"{who(fact.subject)} had come on legally before: he did not leave during the altercation."
        return replace(
            outcome, verdict="does not", steps=(*steps, note), facts=facts, branches=(), measure={}
        )
    branches = (
        Branch("he left during the altercation", prices(evidence.clause.price())),
        Branch("he had come on by a legal change before", (SUPPLEMENTARY,)),
    )
    missing = tuple(one.kind for one in legal.facts[:1])
    return replace(
        outcome, verdict="cannot tell", steps=steps, facts=facts, branches=branches, missing=missing
    )


def _unless_doubtful(
    outcome: Outcome, evidence: Evidence, standing: Standing, fact: Fact, *, leave_def: str
) -> Outcome:
    """No altercation, none that is certain, or a departure measured by another definition."""
    if outcome.verdict != "trips":
        return outcome
    is_one: Settled | None = standing.is_altercation
    if is_one is not None and is_one.value is not True:
        verdict: Verdict = "does not" if is_one.value is False else "cannot tell"
        missing = ("altercation",) if is_one.value is None else ()
        steps = (*outcome.steps, *(told(one, evidence.clock) for one in is_one.facts))
        branches = (Branch("it was an altercation", prices(evidence.clause.price())),) if missing else ()
        return replace(outcome, verdict=verdict, missing=missing, steps=steps, branches=branches)
    exit = standing.exit_of(fact)
    definition = exit.fact.links.get("definition") if exit else None
    if definition is not None and definition != leave_def:
        step = f"Measured by {definition}, but this pack asks {leave_def}: it must be measured again."
        return replace(
            outcome, verdict="cannot tell", missing=("left_bench",), steps=(*outcome.steps, step), branches=()
        )
    return outcome


def _nobody(standing: Standing, answer: Answer, steps: tuple[str, ...]) -> Outcome:
    fact = answer.fact
    excluded = _excluded_words(standing)
    return Outcome(
        "does not",
        fact.subject,
        used_facts(standing, answer.facts),
        (*steps, *excluded),
        fact.start,
        fact.end,
        quiet=not excluded and len(answer.facts) == 1,
    )


def _excluded_words(standing: Standing) -> tuple[str, ...]:
    """Men who came out but do not count, each with the reason; those plainly before or after are no news."""
    if standing.scene is None:
        return ()
    return tuple(
        f"{who(one.fact.subject)} ({one.label}) does not count: "
        + ("he had come on legally before." if one.legal and one.legal.value else f"{one.settled.note}.")
        for one in standing.scene.excluded
        if (one.legal and one.legal.value) or one.settled.overruled
    )


def _open(evidence: Evidence, standing: Standing, answer: Answer, steps: tuple[str, ...]) -> Outcome:
    """Not established: every man who may hold the place, with the price."""
    candidates = standing.candidates(answer.place)
    price = prices(evidence.clause.price())
    branches = [Branch(f"{_man_words(one)} was the {PLACES[answer.place]}", price) for one in candidates] or [
        Branch(f"a {PLACES[answer.place]} man is established", price)
    ]
    branches += [
        Branch(f"{_man_words(one)} had come on by a legal change before", (SUPPLEMENTARY,))
        for one in candidates
        if one.legal is not None and one.legal.value is None
    ]
    return Outcome(
        "cannot tell",
        answer.fact.subject,
        used_facts(standing, answer.facts),
        (*steps, *_excluded_words(standing)),
        answer.fact.start,
        answer.fact.end,
        missing=missing_kinds(standing, answer),
        branches=tuple(branches),
        quiet=answer not in standing.open_places() and not _excluded_words(standing),
    )


def _man_words(exit: Exit) -> str:
    name = who(replace(exit.fact.subject, bench=None))
    return f"{name} ({exit.label})" if exit.key >= 0 else name


def _branches(evidence: Evidence, standing: Standing, answer: Answer) -> tuple[Branch, ...]:
    """What the other reading of A1, or an unseen man from a box nobody spoke of, would change."""
    found = []
    if standing.scene:
        for bench in standing.scene.assumed:
            condition = f"somebody had left {bench} before him (nobody says whether it was watched)"
            found.append(Branch(condition, _price_of_rank(evidence, answer.place + 1)))
    scope, words = (OVERALL, "over both teams") if standing.team else (PER_TEAM, "within each team")
    for other in standings(evidence, scope=scope):
        same_team = other.team in (None, answer.fact.subject.team)
        if other.altercation != standing.altercation or not same_team:
            continue
        rank = other.rank_of(answer.fact)
        if rank != answer.place:
            condition = f"the rank is counted {words} (A1): he is {_rank_words(rank)}"
            found.append(Branch(condition, _price_of_rank(evidence, rank)))
    own = prices(evidence.clause.price())
    return tuple(branch for branch in found if branch.then != own)


def _rank_words(rank: int | str | None) -> str:
    if rank is None:
        return "not established as first or second"
    return f"the {PLACES[rank]}" if isinstance(rank, int) else "later than the second"


def _price_of_rank(evidence: Evidence, rank: int | str | None) -> tuple[str, ...]:
    if rank is None:
        return ("refer_to_commissioner",)
    ladder = evidence.clause.beside
    if isinstance(rank, str) or rank > len(ladder):
        return NOTHING_HERE
    return prices(evidence.price_of(ladder[rank - 1]))


def first_or_second(evidence: Evidence, *, rank_scope: str, tie: str, leave_def: str) -> tuple[Outcome, ...]:
    """One outcome a man who was certainly the first or the second, even where which of the two is open.

    Men who only may have been among the two share one open outcome. `tie`: the order is never guessed.
    """
    out: list[Outcome] = []
    for standing in standings(evidence, scope=rank_scope):
        named = [answer for answer in standing.answers.values() if answer.value is True]
        for answer in named:
            steps = (*standing.told(evidence, up_to=answer.place), *answer_told(answer, evidence))
            out.append(_holder(evidence, standing, answer, steps=steps, leave_def=leave_def))
        for answer in standing.answers.values():
            if answer.value is False and any(fact.value for fact in answer.facts):
                out.append(_nobody(standing, answer, answer_told(answer, evidence)))
        pair = _one_of_two(standing)
        for exit in pair:
            out.append(_in_pair(evidence, standing, exit, leave_def=leave_def))
        out += _may_be(evidence, standing, without=[*(one.fact for one in pair), *(a.fact for a in named)])
        out += _not_leaving(evidence, standing)
    return tuple(out)


def _one_of_two(standing: Standing) -> list[Exit]:
    """Men who hold one of the first two places for certain while the order between them stays open."""
    if standing.scene is None or any(answer.said for answer in standing.answers.values()):
        return []
    return [
        standing.scene.exits[band.leaver.key]
        for band in standing.bands()
        if band.leaver.certain and band.rank is None and band.high is not None and band.high <= 2
    ]


def _in_pair(evidence: Evidence, standing: Standing, exit: Exit, *, leave_def: str) -> Outcome:
    fact = exit.fact
    reasons = [a.fact.reason for a in standing.answers.values() if a.value is None and a.fact.reason]
    steps = (
        *standing.told(evidence, up_to=2),
        f"{who(fact.subject)} is certainly the first or the second; which of the two is {reasons[0]}.",
    )
    outcome = Outcome(
        "trips",
        fact.subject,
        used_facts(standing, exit.settled.facts),
        steps,
        fact.start,
        fact.end,
        {"rank": [1, 2]},
    )
    return _unless_doubtful(outcome, evidence, standing, fact, leave_def=leave_def)


def _may_be(evidence: Evidence, standing: Standing, *, without: Sequence[Fact]) -> list[Outcome]:
    """One open outcome for all who may be among the first two."""
    places = standing.open_places()
    if not places:
        return []
    exits = {one.key: one for answer in places for one in standing.candidates(answer.place)}
    out_ids = {id(fact) for fact in without} | {
        id(one.fact) for fact in without if (one := standing.exit_of(fact)) is not None
    }
    exits = {key: one for key, one in exits.items() if id(one.fact) not in out_ids}
    if without and not exits:
        return []
    price = prices(evidence.clause.price())
    conditions = [f"{_man_words(one)} was the first or the second" for one in exits.values()]
    answer = places[0]
    return [
        Outcome(
            "cannot tell",
            Subject(team=answer.fact.subject.team),
            used_facts(standing, answer.facts),
            (*standing.told(evidence, up_to=2), *answer_told(answer, evidence)),
            answer.fact.start,
            answer.fact.end,
            missing=missing_kinds(standing, answer),
            branches=tuple(Branch(one, price) for one in conditions or ["he is established"]),
        )
    ]


def _not_leaving(evidence: Evidence, standing: Standing) -> list[Outcome]:
    """Men who were taken for leavers and are none."""
    out = []
    for exit in standing.scene.excluded if standing.scene else ():
        legal = exit.legal if exit.legal and exit.legal.value else None
        facts = (*exit.settled.facts, *(legal.facts if legal else ()))
        why = (
            "he had come on by a legal change before" if legal else "he did not leave during the altercation"
        )
        steps = (*(told(fact, evidence.clock) for fact in facts), f"{who(exit.fact.subject)}: {why}.")
        quiet = legal is None and not exit.settled.overruled
        fact = exit.fact
        out.append(Outcome("does not", fact.subject, facts, steps, fact.start, fact.end, quiet=quiet))
    return out
