"""Judging changes: early ones, what was done during them, and too many men. Rule 205's evaluators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from review.core.facts import Fact, Subject
from review.core.findings import Branch, Consequence, Verdict
from review.rules.acts import act_outcome, acts_of
from review.rules.consequences import as_discretion, prices
from review.rules.early import Change, Reading, changes_of, read_change
from review.rules.evidence import Evidence, Outcome, all_of, any_of, settle, share_time, told
from review.rules.vocabulary import KINDS

__all__ = ["early_change", "played_while_changing", "too_many_men"]

PUCK = "puck_played_by_changing_player"
TOUCH = "opponent_touched_by_changing_player"
OTHER_BREACH = "other_change_breach"
#: A man at his bench may take so long to climb off the ice; the change is his until then.
STEPS_OFF_S = 1.5


def early_change(
    evidence: Evidence,
    *,
    bench_distance_m: float,
    compare_distance_m: float,
    on_ice: str,
    bare_early: str,
    ignore_below_distance_m: float,
    ignore_below_time_s: float,
) -> tuple[Outcome, ...]:
    """One outcome a change: the entering man came on before the retiring man was at the bench.

    Parameters
    ----------
    bench_distance_m : how near is "at the bench"; 0 = contact, as the measuring side states it
    compare_distance_m : another distance, shown as a branch where it would change the answer
    on_ice : by which definition a man is on the ice
    bare_early, ignore_below_distance_m, ignore_below_time_s : what follows where nobody touched anything
    """
    out = []
    stronger = _stronger_on(evidence)
    for change in changes_of(evidence):
        reading = read_change(change, evidence, bench_distance_m=bench_distance_m, on_ice=on_ice)
        outcome = _early_outcome(change, reading)
        if reading.early is not False:
            other = read_change(change, evidence, bench_distance_m=compare_distance_m, on_ice=on_ice)
            outcome = _compared(outcome, reading, other, compare_distance_m)
            outcome = _priced(outcome, reading, evidence)
            outcome = _joined_by_play(outcome, stronger.get(change.key, ()), evidence)
        if reading.early and bare_early != "bench_minor" and outcome.consequences is None:
            limits = (ignore_below_distance_m, ignore_below_time_s)
            outcome = _bare(outcome, reading, evidence, choice=bare_early, limits=limits)
        out.append(outcome)
    return tuple(out)


def _early_outcome(change: Change, reading: Reading) -> Outcome:
    verdict: Verdict = "cannot tell"
    if reading.early is not None:
        verdict = "trips" if reading.early else "does not"
    standing = {"trips": "early", "cannot tell": "open", "does not": "legal"}[verdict]
    return Outcome(
        verdict,
        change.lead.subject,
        reading.facts,
        reading.steps,
        change.lead.start,
        change.lead.end,
        measure=reading.measure,
        missing=reading.missing,
        quiet=reading.early is False and not reading.contested,
        tags={"change": change.key, "standing": standing, "about": change.early.facts},
    )


def _compared(outcome: Outcome, reading: Reading, other: Reading, distance_m: float) -> Outcome:
    """Add what another distance would make of the change, where that differs."""
    if other.early is reading.early or reading.asks != "bench":
        return outcome
    answer = {True: "early", False: "no early change", None: "open"}[other.early]
    step = f"Were 'at the bench' within {distance_m:.2f} m (A12), the answer would be: {answer}."
    branches = outcome.branches
    if other.early is False:
        branches = (*branches, Branch(f"'at the bench' means within {distance_m:.2f} m (A12)", ("nothing",)))
    return replace(outcome, steps=(*outcome.steps, step), branches=branches)


def _priced(outcome: Outcome, reading: Reading, evidence: Evidence) -> Outcome:
    if reading.early is not None:
        return outcome
    early, legal = (
        "the retiring man was not at the bench in time",
        "the retiring man was at the bench in time",
    )
    if reading.asks == "goalkeeper":
        early, legal = f"no goalkeeper's change, and {early}", "it is a goalkeeper's change"
    branches = (Branch(early, prices(evidence.clause.price())), Branch(legal, ("nothing by this clause",)))
    return replace(outcome, branches=(*outcome.branches, *branches))


def _stronger_on(evidence: Evidence) -> dict[object, list[tuple[str, Outcome]]]:
    """Outcomes of the stronger clauses by the change they speak of, with the clause's id."""
    found: dict[object, list[tuple[str, Outcome]]] = {}
    for id in evidence.clause.yields_to:
        for outcome in evidence.stronger.get(id, ()):
            found.setdefault(outcome.tags.get("change"), []).append((id, outcome))
    return found


def _joined_by_play(outcome: Outcome, others: Sequence[tuple[str, Outcome]], evidence: Evidence) -> Outcome:
    """What the stronger clause on play during the change adds: its penalty, or the open question."""
    for id, other in others:
        if other.verdict == "trips":
            step = f"Clause {id} covers this change and carries its one penalty; none is added here."
            return replace(outcome, steps=(*outcome.steps, step), consequences=())
        if other.verdict == "cannot tell":
            branch = Branch(f"clause {id}: {_act_words()}", prices(evidence.price_of(id)))
            outcome = replace(
                outcome,
                steps=(*outcome.steps, f"Whether clause {id} applies as well, only a person can say."),
                branches=(*outcome.branches, branch),
                missing=tuple(dict.fromkeys((*outcome.missing, *other.missing))),
            )
    return outcome


def _act_words() -> str:
    return "a man of the change deliberately played the puck, or checked or touched an opponent"


def _bare(
    outcome: Outcome, reading: Reading, evidence: Evidence, *, choice: str, limits: tuple[float, float]
) -> Outcome:
    """The alternatives of A11 to a plain bench minor."""
    if choice == "advise":
        note = "a bare early change: at the officials' discretion"
        return replace(outcome, consequences=as_discretion(evidence.clause.price(), note))
    far_m, long_s = reading.highest("early_m"), reading.highest("early_s")
    if far_m is not None and long_s is not None and far_m < limits[0] and long_s < limits[1]:
        step = f"At most {far_m:.2f} m and {long_s:.2f} s: below both limits of A11, so it is let go."
        return replace(outcome, verdict="does not", steps=(*outcome.steps, step), branches=())
    return outcome


def played_while_changing(
    evidence: Evidence, *, bench_distance_m: float, on_ice: str, deliberate_scope: str
) -> tuple[Outcome, ...]:
    """One outcome a change: a man of it deliberately played the puck, or touched an opponent, meanwhile.

    What nobody has said stays a question; it is never an accusation. `deliberate_scope` says whether
    contact must be deliberate as well (A10).
    """
    out = []
    for change in changes_of(evidence):
        reading = read_change(change, evidence, bench_distance_m=bench_distance_m, on_ice=on_ice)
        said = {kind: change.said(evidence, kind) for kind in (PUCK, TOUCH, "deliberate")}
        puck, touch, deliberate = (one.value if one else None for one in said.values())
        contact = touch if deliberate_scope == "puck" else all_of(touch, deliberate)
        act = any_of(all_of(puck, deliberate), contact)
        facts = [fact for one in said.values() if one for fact in one.facts]
        open_kinds = [kind for kind, one in said.items() if one is None or one.value is None]
        if puck is False and (touch is False or deliberate_scope == "puck"):
            open_kinds = [kind for kind in open_kinds if kind != "deliberate"]
        missing = tuple(open_kinds) if act is None else ()
        verdict = all_of(reading.early, act)
        out.append(_play_outcome(change, reading, verdict, facts=facts, missing=missing, evidence=evidence))
    return tuple(out)


def _play_outcome(
    change: Change,
    reading: Reading,
    verdict: bool | None,
    *,
    facts: Sequence[Fact],
    missing: tuple[str, ...],
    evidence: Evidence,
) -> Outcome:
    names: dict[bool | None, Verdict] = {True: "trips", False: "does not", None: "cannot tell"}
    branches: tuple[Branch, ...] = ()
    steps = [*reading.steps, *(told(fact, evidence.clock) for fact in facts)]
    if verdict is None:
        steps += [f"To be asked: {KINDS[kind].question}" for kind in missing] or [
            "The change itself is open."
        ]
        branches = (
            Branch(_act_words(), prices(evidence.clause.price())),
            Branch("neither, or by accident", ("nothing by this clause",)),
        )
    return Outcome(
        names[verdict],
        change.lead.subject,
        (*reading.facts, *facts),
        tuple(steps),
        change.lead.start,
        change.lead.end,
        measure=reading.measure,
        missing=tuple(dict.fromkeys((*reading.missing, *missing))) if verdict is None else (),
        branches=branches,
        quiet=verdict is not True and not facts,
        tags={"change": change.key, "about": change.early.facts},
    )


@dataclass(frozen=True, slots=True)
class _Cover:
    """How many men over the limit the changes of the same moment explain, and how."""

    early: tuple[Fact, ...] = ()
    legal: tuple[Fact, ...] = ()
    open: tuple[Fact, ...] = ()


def too_many_men(evidence: Evidence) -> tuple[Outcome, ...]:
    """One outcome a stretch: more men than allowed, as far as no stronger clause covers those men.

    A man over the limit whose early change is already judged is not accused twice; one whose change was
    legal is no violation; one whose change is open leaves this clause open. Any other breach that a person
    states is an outcome of its own.
    """
    out = []
    for stretch in _stretches(evidence):
        settled = settle(stretch)
        steps = [told(fact, evidence.clock) for fact in settled.facts]
        steps += [f"{settled.note}."] if settled.note else []
        measure, over = _counted(settled.lead, steps)
        value = settled.value
        if value and over <= 0:
            value = None
            steps.append("The fact says yes, but its own lowest count is within what was allowed.")
        verdict, facts, missing = _covered(evidence, settled.lead, value, over=over, steps=steps)
        branches = _count_branches(evidence, verdict)
        out.append(
            Outcome(
                verdict,
                Subject(team=settled.lead.subject.team),
                (*settled.facts, *facts),
                tuple(steps),
                settled.lead.start,
                settled.lead.end,
                measure=measure,
                missing=missing,
                branches=branches,
                quiet=settled.value is False and not settled.overruled,
                tags={"about": settled.facts},
            )
        )
    return (*out, *(act_outcome(evidence, one) for one in acts_of(evidence, [OTHER_BREACH])))


def _stretches(evidence: Evidence) -> list[list[Fact]]:
    """Counts of one team whose times touch a measured one's belong together; what is said joins it."""
    counts = evidence.of("men_over_allowed")
    groups = [[fact] for fact in counts if fact.layer != "said"]
    for fact in counts:
        if fact.layer != "said":
            continue
        home = [g for g in groups if g[0].subject.team == fact.subject.team and share_time(g[0], fact)]
        if home:
            for group in home:
                group.append(fact)
        else:
            groups.append([fact])
    return groups


def _counted(lead: Fact, steps: list[str]) -> tuple[dict[str, Any], int]:
    """The count as a measure, and how many men over the limit it certainly shows (1 where only said)."""
    low, high, allowed = (lead.links.get(name) for name in ("low", "high", "allowed"))
    measure: dict[str, Any] = {"count": [low, high], "allowed": allowed}
    if low is None or allowed is None:
        return measure, 1
    among = lead.links.get("goalkeeper")
    keeper = "" if among is None else f", {'the' if among else 'without a'} goalkeeper"
    keeper += " among them" if among else ""
    most = "an unknown number" if high is None else str(high)
    cause = f"; cause: {lead.links['cause']}" if lead.links.get("cause") else ""
    shown = lead.links.get("shown")
    together = "" if shown is None else f", {shown} of them shown together"
    sure = "" if lead.confidence is None else f" (probability of too many {lead.confidence:.2f})"
    steps.append(
        f"Counted: at least {low}, at most {most} men{keeper}{together}{sure}; allowed: {allowed}{cause}."
    )
    measure["margin_men"] = low - allowed
    return measure, low - allowed


def _covered(
    evidence: Evidence, lead: Fact, value: bool | None, *, over: int, steps: list[str]
) -> tuple[Verdict, tuple[Fact, ...], tuple[str, ...]]:
    """The verdict once the changes of that moment are taken into account."""
    if value is not True:
        return ("does not", (), ()) if value is False else ("cannot tell", (), ("men_over_allowed",))
    cover = _cover(evidence, lead)
    explained = len(cover.early) + len(cover.legal)
    if over <= explained:
        facts = (*cover.early, *cover.legal)
        ids = ", ".join(str(fact.id) for fact in facts)
        how = "an early change already judged by a stronger clause" if cover.early else "a legal change"
        steps.append(f"The men over the limit are those of {how} (fact {ids}); they are not accused twice.")
        return "does not", facts, ()
    if over <= explained + len(cover.open):
        facts = (*cover.early, *cover.legal, *cover.open)
        ids = ", ".join(str(fact.id) for fact in cover.open)
        steps.append(f"The count hangs on a change that is itself open (fact {ids}).")
        return "cannot tell", facts, ("change_early",)
    if explained:
        steps.append(f"{over} over the limit, {explained} of them explained by changes; the rest is not.")
    return "trips", (*cover.early, *cover.legal), ()


def _cover(evidence: Evidence, lead: Fact) -> _Cover:
    """Changes of the team at that moment.

    An early one explains its man as long as he is one too many; one that is legal or open explains nothing
    that began before it or outlasts it, but for the time in which the retiring man, at his bench, steps off.
    """
    found: dict[str, dict[Any, Fact]] = {"early": {}, "legal": {}, "open": {}}
    for outcome in evidence.once(("standing", evidence.clause.id), lambda: _standing(evidence)).get(
        lead.subject.team, ()
    ):
        standing, fact = outcome.tags["standing"], outcome.facts[0]
        if not share_time(fact, lead):
            continue
        inside = fact.start <= lead.start and lead.end <= fact.end.shifted(STEPS_OFF_S)
        if standing == "early" or inside:
            found[standing][outcome.tags["change"]] = fact
    return _Cover(*(tuple(one.values()) for one in found.values()))


def _standing(evidence: Evidence) -> dict[str | None, list[Outcome]]:
    """The changes that the stronger clauses judged, by team."""
    out: dict[str | None, list[Outcome]] = {}
    for outcomes in evidence.stronger.values():
        for outcome in outcomes:
            if outcome.tags.get("standing") is not None:
                out.setdefault(outcome.facts[0].subject.team, []).append(outcome)
    return out


def _count_branches(evidence: Evidence, verdict: Verdict) -> tuple[Branch, ...]:
    if verdict != "cannot tell":
        return ()
    consequences: tuple[Consequence, ...] = evidence.clause.price()
    return (
        Branch("there was a man too many", prices(consequences)),
        Branch("there was not", ("nothing",)),
    )
