"""Judging particular changes: of goalkeepers, of men whose penalty is served, and deliberate late ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from review.core.facts import Fact
from review.core.findings import Branch, Consequence
from review.rules.acts import Conditions, about, acts_of, built_on, conditions_on, followed, under
from review.rules.bearing import VERDICTS, Band, above, bearing_on, below, number_of
from review.rules.consequences import prices
from review.rules.early import Change, Reading, changes_of, read_change
from review.rules.evidence import Evidence, Outcome, all_of, any_of, told

__all__ = [
    "face_off_place",
    "freed_man_changed",
    "goalkeeper_returned",
    "late_substitution",
    "special_change",
]

AT_ONCE = "went_at_once"


def special_change(evidence: Evidence, *, bench_distance_m: float, on_ice: str) -> tuple[Outcome, ...]:
    """One outcome a change that is of the clause's own kind (`needs` beside the change), judged as early.

    A change of which nobody says that it is of that kind is left to the clause on changes at large.
    """
    out = []
    for change, found in _of_kind(evidence):
        reading = read_change(
            change, evidence, bench_distance_m=bench_distance_m, on_ice=on_ice, goalkeepers=True
        )
        out.append(_special(change, reading, reading.early, found, evidence))
    return tuple(out)


def freed_man_changed(evidence: Evidence, *, bench_distance_m: float, on_ice: str) -> tuple[Outcome, ...]:
    """One outcome a man whose penalty is served and who is changed: not straight to his bench, or too soon.

    That he did not go at once must be said; that nobody speaks of it is no breach.
    """
    out = []
    for change, found in _of_kind(evidence):
        reading = read_change(change, evidence, bench_distance_m=bench_distance_m, on_ice=on_ice)
        at_once = conditions_on(evidence, change.early.facts, needs=[AT_ONCE])
        dawdled = {True: False, False: True, None: None}[at_once.value] if at_once.given else False
        facts = (*found.facts, *at_once.facts)
        found = replace(found, facts=facts, steps=(*found.steps, *at_once.steps))
        out.append(_special(change, reading, any_of(reading.early, dawdled), found, evidence))
    return tuple(out)


def _of_kind(evidence: Evidence) -> list[tuple[Change, Conditions]]:
    """Changes of which somebody says what the clause needs beside the change itself."""
    needs = [kind for kind in evidence.clause.needs if kind != "change_early"]
    pairs = [(one, conditions_on(evidence, one.early.facts, needs=needs)) for one in changes_of(evidence)]
    return [(change, found) for change, found in pairs if found.given]


def _special(
    change: Change, reading: Reading, breach: bool | None, found: Conditions, evidence: Evidence
) -> Outcome:
    verdict = VERDICTS[all_of(breach, found.value)]
    missing = (*(reading.missing if breach is None else ()), *found.missing)
    outcome = Outcome(
        verdict,
        change.lead.subject,
        reading.facts,
        reading.steps,
        change.lead.start,
        change.lead.end,
        measure=reading.measure,
        missing=missing or (("change_early",) if verdict == "cannot tell" else ()),
        quiet=verdict == "does not" and not any(fact.value is True for fact in change.early.facts),
        tags={"change": change.key, "about": change.early.facts},
    )
    return under(outcome, found, evidence)


def face_off_place(
    evidence: Evidence, *, red_line: str, own_half: str, elsewhere: str
) -> tuple[Outcome, ...]:
    """One outcome a stoppage that the clause followed asks for: where the face-off is.

    Parameters
    ----------
    red_line : whether a puck exactly on the red line is in the offenders' own half
    own_half, elsewhere : where the face-off is then, and where else
    """
    out = []
    for id, base in followed(evidence):
        facts = bearing_on(evidence, "puck_in_own_half", about(base))
        band = number_of(facts)
        own = above(band, 0.0) if red_line == "not_own_half" else _not(below(band, 0.0))
        found = conditions_on(evidence, about(base), needs=(), unless=evidence.clause.unless)
        known = None if own is None else True
        found = replace(
            found,
            value=all_of(found.value, known),
            facts=(*facts, *found.facts),
            steps=(*(told(fact, evidence.clock) for fact in facts), *found.steps),
            missing=(*found.missing, *(("puck_in_own_half",) if own is None else ())),
            given=bool(facts) or found.given,
        )
        outcome = built_on(id, base, found, evidence)
        out.append(
            _placed(outcome, own, {True: own_half, False: elsewhere}, quiet=base.quiet or not found.given)
        )
    return tuple(out)


def _placed(outcome: Outcome, own: bool | None, places: dict[bool, str], *, quiet: bool) -> Outcome:
    if outcome.verdict == "trips" and own is not None:
        consequences = (Consequence("face_off", automatic=True, detail={"place": places[own]}),)
        return replace(outcome, consequences=consequences, branches=())
    if outcome.verdict == "cannot tell":
        words = {True: "the puck was in the offenders' own half", False: "it was not"}
        branches = tuple(Branch(words[one], (f"face_off ({places[one]})",)) for one in (True, False))
        return replace(outcome, branches=branches, quiet=quiet)
    return outcome


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def goalkeeper_returned(evidence: Evidence, *, gk_return: str) -> tuple[Outcome, ...]:
    """One outcome a goalkeeper who had been replaced in a stoppage: back before he may be.

    Parameters
    ----------
    gk_return : from the drop of the puck on, or only in the next stoppage (A20)
    """
    clause = evidence.clause
    out = []
    for one in acts_of(evidence, clause.when):
        band = number_of(one.settled.facts)
        steps = [told(fact, evidence.clock) for fact in one.settled.facts]
        limit, missing = 0.0, list(clause.when)
        if gk_return == "next_stoppage":
            stops = [fact.links.get("next_stoppage_s") for fact in one.settled.facts]
            known = [float(stop) for stop in stops if stop is not None]
            band, limit = (band, known[0]) if known else (None, 0.0)
        early = below(band, limit)
        found = conditions_on(evidence, one.settled.facts, needs=(), unless=clause.unless)
        verdict = VERDICTS[all_of(early, found.value)]
        outcome = Outcome(
            verdict,
            one.lead.subject,
            one.settled.facts,
            tuple(steps),
            one.lead.start,
            one.lead.end,
            measure=_margin(band, limit),
            missing=(*(missing if early is None else ()), *found.missing),
            quiet=verdict == "does not" and not found.given and one.unasked,
            tags={"about": one.settled.facts},
        )
        out.append(under(outcome, found, evidence))
    return tuple(out)


def _margin(band: Band | None, limit: float) -> dict[str, object]:
    if band is None:
        return {}
    return {"margin_s": [None if end is None else round(limit - end, 3) for end in reversed(band)]}


def late_substitution(
    evidence: Evidence, *, late_below_s: float, last_period: int, late_at: str
) -> tuple[Outcome, ...]:
    """One outcome a breach that the clause follows: deliberate, and late in the game or in overtime.

    Parameters
    ----------
    late_below_s : less than this left in the last period of regulation; the limit itself is not less
    last_period : its number
    late_at : measured at the act or at the whistle (A9); the other is shown where it differs
    """
    out = []
    for id, base in followed(evidence):
        at = {
            moment: _late(evidence, base, moment, late_below_s, last_period) for moment in ("act", "whistle")
        }
        facts = tuple({fact.id: fact for _, facts in at.values() for fact in facts}.values())
        late, other = at[late_at][0], at["whistle" if late_at == "act" else "act"][0]
        found = conditions_on(evidence, about(base), needs=evidence.clause.needs)
        said = found.given
        found = replace(
            found,
            value=all_of(found.value, late),
            facts=(*facts, *found.facts),
            steps=(*(told(fact, evidence.clock) for fact in facts), *found.steps),
            missing=(*found.missing, *(("time_left",) if late is None else ())),
            words=(*found.words, *(("late in the game",) if late is None else ())),
            given=said or late is True,
        )
        if found.value is not None:
            found = replace(found, missing=())
        outcome = built_on(id, base, found, evidence)
        out.append(_both_moments(outcome, late, other, late_at=late_at, evidence=evidence))
    return tuple(out)


def _late(
    evidence: Evidence, base: Outcome, moment: str, below_s: float, last_period: int
) -> tuple[bool | None, Sequence[Fact]]:
    facts = [
        fact
        for fact in bearing_on(evidence, "time_left", about(base))
        if (fact.links.get("moment") or "act") == moment
    ]
    periods = {fact.links["period"] for fact in facts if fact.links.get("period") is not None}
    overtime = any_of(*(fact.links.get("overtime") for fact in facts), False) if facts else None
    if len(periods) != 1:
        return (True if overtime else None), facts
    period = int(periods.pop())
    if overtime or period > last_period:
        return True, facts
    if period < last_period:
        return False, facts
    return below(number_of(facts), below_s), facts


def _both_moments(
    outcome: Outcome, late: bool | None, other: bool | None, *, late_at: str, evidence: Evidence
) -> Outcome:
    """Act and whistle on two sides of the limit: what the other reading would say."""
    if other is None or other is late:
        return outcome
    name = "whistle" if late_at == "act" else "act"
    answer = "late" if other else "not late"
    step = f"Were it measured at the {name} (A9), it would be {answer}."
    price = prices(evidence.clause.price()) if other else ("the penalty of the clause broken",)
    branch = Branch(f"the time is taken at the {name} (A9)", price)
    return replace(outcome, steps=(*outcome.steps, step), branches=(*outcome.branches, branch))
