"""Judging acts: something done, under conditions that must all be met. The evaluators most clauses share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from review.core.facts import Fact
from review.core.findings import Branch, Verdict
from review.rules.bearing import VERDICTS, bearing_on, truth
from review.rules.consequences import NOTHING, prices
from review.rules.evidence import Evidence, Outcome, Settled, all_of, settle, share_time, told, who
from review.rules.near import LINKS
from review.rules.precedence import Matters
from review.rules.vocabulary import KINDS

__all__ = ["Act", "Conditions", "act", "act_outcome", "acts_of", "conditions_on", "consequent", "followed"]

NOTHING_HERE = ("nothing by this clause",)
_RANK = {"trips": 2, "cannot tell": 1, "does not": 0}


@dataclass(frozen=True, slots=True)
class Act:
    """All facts that state one act."""

    settled: Settled

    @property
    def lead(self) -> Fact:
        """The fact whose subject and times are used."""
        return self.settled.lead

    @property
    def claimed(self) -> bool:
        """Whether any of its facts says yes."""
        return any(fact.value is True for fact in self.settled.facts)

    @property
    def unasked(self) -> bool:
        """Whether nobody has spoken of it and no two facts differ: only the tape shows it."""
        return not self.settled.overruled and all(fact.layer != "said" for fact in self.settled.facts)


def acts_of(evidence: Evidence, kinds: Iterable[str], *, bench: str | None = None) -> tuple[Act, ...]:
    """The acts that facts of these kinds state, one by one.

    Facts linked to one act, change or crossing belong together; one without a link joins the same team's
    and man's act of that time.
    """
    groups: dict[tuple[Any, ...], list[Fact]] = {}
    facts = [one for one in evidence.of(*kinds) if bench is None or one.subject.bench == bench]
    linked = [one for one in facts if any(one.links.get(link) is not None for link in LINKS)]
    for fact in linked:
        link = next(link for link in LINKS if fact.links.get(link) is not None)
        groups.setdefault((fact.kind, fact.subject.team, link, fact.links[link]), []).append(fact)
    for fact in facts:
        if fact in linked:
            continue
        home = next((group for group in groups.values() if _same(fact, group[0])), None)
        groups.setdefault(("fact", fact.id), []).append(fact) if home is None else home.append(fact)
    return tuple(Act(settle(group)) for group in groups.values())


def _same(fact: Fact, other: Fact) -> bool:
    same_man = (fact.subject.team, fact.subject.person) == (other.subject.team, other.subject.person)
    return fact.kind == other.kind and same_man and share_time(fact, other)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is stated of a clause's conditions about one act.

    `value` True: all are met. `given`: somebody spoke of one of them.
    """

    value: bool | None
    facts: tuple[Fact, ...]
    steps: tuple[str, ...]
    missing: tuple[str, ...]
    words: tuple[str, ...]
    raised: tuple[str, ...]
    given: bool


def conditions_on(
    evidence: Evidence,
    about: Sequence[Fact],
    *,
    needs: Iterable[str],
    without: Iterable[str] = (),
    unless: Iterable[str] = (),
) -> Conditions:
    """The conditions as far as facts that bear on the act settle them.

    Parameters
    ----------
    about : the facts of the act
    needs : must be yes; nobody asked is not known. Numbers among them are the evaluator's business
    without : must be no; nobody asked is not known
    unless : takes the clause away if yes; nobody asked takes nothing away
    """
    needs = [kind for kind in needs if KINDS[kind].type == "yes/no/unknown"]
    values: list[bool | None] = []
    facts: list[Fact] = []
    steps: list[str] = []
    missing, words, raised = [], [], []
    for kind, wanted in (
        *((k, True) for k in needs),
        *((k, False) for k in without),
        *((k, None) for k in unless),
    ):
        settled = _said(evidence, kind, about)
        facts += settled.facts if settled else ()
        steps += _told(settled, evidence)
        holds = _holds(settled, wanted)
        values.append(holds)
        if settled is None and wanted is None:
            raised.append(kind)
        elif holds is None:
            missing.append(kind)
            words.append(f"{kind} = {'yes' if wanted else 'no'}")
    value = all_of(*values)
    open_kinds = tuple(missing) if value is None else ()
    return Conditions(
        value, tuple(facts), tuple(steps), open_kinds, tuple(words), tuple(raised), given=bool(facts)
    )


def _said(evidence: Evidence, kind: str, about: Sequence[Fact]) -> Settled | None:
    facts = bearing_on(evidence, kind, about)
    return settle(facts) if facts else None


def _told(settled: Settled | None, evidence: Evidence) -> list[str]:
    if settled is None:
        return []
    note = [f"{settled.note}."] if settled.note else []
    return [told(fact, evidence.clock) for fact in settled.facts] + note


def _holds(settled: Settled | None, wanted: bool | None) -> bool | None:
    """Whether one condition is met; `wanted` None is an exception, which must be raised to count."""
    if settled is None:
        return True if wanted is None else None
    if settled.value is None:
        return None
    return settled.value is bool(wanted)


def act(evidence: Evidence) -> tuple[Outcome, ...]:
    """One outcome an act of the clause's `when`: done, and every condition met."""
    return tuple(act_outcome(evidence, one) for one in acts_of(evidence, evidence.clause.when))


def act_outcome(evidence: Evidence, one: Act, *, unless: Sequence[str] | None = None) -> Outcome:
    """The outcome of one act under the clause's conditions, other exceptions in place of its own if given."""
    clause, settled = evidence.clause, one.settled
    found = conditions_on(
        evidence,
        settled.facts,
        needs=clause.needs,
        without=clause.without,
        unless=clause.unless if unless is None else unless,
    )
    verdict = VERDICTS[all_of(settled.value, found.value)]
    steps = [told(fact, evidence.clock) for fact in settled.facts]
    steps += [f"{settled.note}."] if settled.note else []
    missing = found.missing + ((one.lead.kind,) if settled.value is None else ())
    outcome = Outcome(
        verdict,
        one.lead.subject,
        (one.lead, *(fact for fact in settled.facts if fact is not one.lead)),
        tuple(steps),
        one.lead.start,
        one.lead.end,
        missing=missing,
        quiet=_is_quiet(verdict, one, found),
        tags={"about": settled.facts},
    )
    return under(outcome, found, evidence)


def _is_quiet(verdict: Verdict, one: Act, found: Conditions) -> bool:
    """A plain no, and a bare question that only the tape raises, need not be shown unasked."""
    if verdict == "does not":
        return not one.claimed
    return verdict == "cannot tell" and one.unasked and not found.given


def under(outcome: Outcome, found: Conditions, evidence: Evidence) -> Outcome:
    """The outcome with its conditions told: facts, questions, and each open answer with its price."""
    price = prices(evidence.clause.price())
    steps, branches = [*outcome.steps, *found.steps], list(outcome.branches)
    if outcome.verdict == "cannot tell":
        steps += [f"To be asked: {KINDS[kind].question}" for kind in outcome.missing if kind in KINDS]
        if found.words:
            branches.append(Branch(" and ".join(found.words), price))
            branches.append(Branch("otherwise", NOTHING_HERE))
        elif not branches:
            branches += [Branch("it was so", price), Branch("it was not", NOTHING_HERE)]
    if outcome.verdict == "trips" and price != (NOTHING,):
        branches += [Branch(f"{kind} = yes", NOTHING_HERE) for kind in found.raised]
    missing = outcome.missing if outcome.verdict == "cannot tell" else ()
    return replace(
        outcome,
        facts=(*outcome.facts, *found.facts),
        steps=tuple(steps),
        branches=tuple(branches),
        missing=missing,
    )


def followed(evidence: Evidence) -> tuple[tuple[str, Outcome], ...]:
    """The answers that the clause builds on, one an act: the surest of the clauses that speak of it."""
    kept: list[tuple[str, Outcome]] = []
    matters = Matters()
    for id in evidence.clause.follows:
        for outcome in evidence.stronger.get(id, ()):
            same = matters.first(outcome)
            if same is None:
                matters.add(outcome)
                kept.append((id, outcome))
                continue
            before = kept[same]
            surer = _RANK[outcome.verdict] > _RANK[before[1].verdict]
            best = (id, outcome) if surer else before
            quiet = before[1].quiet and outcome.quiet
            kept[same] = (best[0], replace(best[1], quiet=quiet))
    return tuple(kept)


def consequent(evidence: Evidence) -> tuple[Outcome, ...]:
    """One outcome an act of a clause followed: that clause applies, and every condition is met."""
    clause = evidence.clause
    out = []
    for id, base in followed(evidence):
        found = conditions_on(
            evidence, about(base), needs=clause.needs, without=clause.without, unless=clause.unless
        )
        out.append(built_on(id, base, found, evidence))
    return tuple(out)


def about(base: Outcome) -> Sequence[Fact]:
    """The facts that state the act of an outcome."""
    stated: Sequence[Fact] = base.tags.get("about") or base.facts[:1]
    return stated


def built_on(id: str, base: Outcome, found: Conditions, evidence: Evidence) -> Outcome:
    """The outcome of a clause that builds on another's."""
    verdict = VERDICTS[all_of(truth(base.verdict), found.value)]
    words = {"trips": "applies", "does not": "does not apply", "cannot tell": "is open"}[base.verdict]
    step = f"Clause {id} {words} to {who(base.subject)}."
    asks = evidence.clause.needs or evidence.clause.without
    quiet = base.quiet or (verdict != "trips" and bool(asks) and not found.given)
    if verdict == "trips":
        quiet = False
    outcome = Outcome(
        verdict,
        base.subject,
        base.facts,
        (step,),
        base.start,
        base.end,
        missing=(*(base.missing if base.verdict == "cannot tell" else ()), *found.missing),
        quiet=quiet,
        tags={"about": tuple(about(base)), **{k: v for k, v in base.tags.items() if k != "about"}},
    )
    return under(outcome, found, evidence)
