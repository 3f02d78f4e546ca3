"""Judging every man who left: the prohibition, the fine for each, the box's later men, coach and team."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from review.core.facts import Fact, Subject
from review.core.findings import Branch, Consequence
from review.core.ranks import Leaver, rank_bands
from review.rules.acts import Conditions, act_outcome, acts_of, conditions_on
from review.rules.bearing import VERDICTS, dates_of, money_of
from review.rules.consequences import prices
from review.rules.evidence import Evidence, Outcome, all_of, settle, told
from review.rules.pack import Pack
from review.rules.scenes import PER_TEAM, Exit, Scene, scenes_of
from review.rules.seasons import season_of

__all__ = ["changed_before", "during", "leaver_fine", "left_bench_in_altercation", "not_first_from_box"]


def left_bench_in_altercation(evidence: Evidence, *, alt_end: str, leave_def: str) -> tuple[Outcome, ...]:
    """One outcome a man who came off a bench: during an altercation, or to start one.

    Parameters
    ----------
    alt_end : who says when an altercation is over (A19)
    leave_def : by which definition a man has left (A13)
    """
    return tuple(
        _leaver(evidence, scene, exit, exit.counts, leave_def=leave_def) for scene, exit in _exits(evidence)
    )


def _exits(evidence: Evidence) -> list[tuple[Scene, Exit]]:
    """Every exit once a team; one whose team is open stands with each team that it may be of."""
    return [
        (scene, exit)
        for scene in scenes_of(evidence, scope=PER_TEAM)
        for exit in sorted(
            (*scene.exits.values(), *scene.excluded), key=lambda one: (*one.interval_s, one.key)
        )
    ]


def _leaver(evidence: Evidence, scene: Scene, exit: Exit, value: bool | None, *, leave_def: str) -> Outcome:
    """Whether the clause applies to one man; `value` says whether he left as the clause means it."""
    about = _about(exit)
    steps = [f"{told(fact, evidence.clock)} [{exit.label}]" for fact in exit.settled.facts]
    steps += [told(fact, evidence.clock) for fact in about[len(exit.settled.facts) :]]
    missing: list[str] = []
    is_one = _is_altercation(scene, evidence, steps, missing)
    definition = exit.fact.links.get("definition")
    measured = True
    if definition is not None and definition != leave_def and value is not False:
        steps.append(f"Measured by {definition}, but this pack asks {leave_def}: it must be measured again.")
        measured, missing = False, [*missing, "left_bench"]
    verdict = VERDICTS[all_of(value, is_one, True if measured else None)]
    if value is None:
        steps.append(f"{exit.doubt if exit.counts is None else 'Whether he left during it is open'}.")
        missing += _missing(exit)
    price = prices(evidence.clause.price())
    branches = (
        (Branch("he left as the clause means it", price), Branch("he did not", ("nothing by this clause",)))
        if verdict == "cannot tell"
        else ()
    )
    subject = exit.fact.subject if exit.agreed else Subject(team=scene.team)
    return Outcome(
        verdict,
        replace(subject, team=subject.team or scene.team),
        (*about, *scene.spans),
        tuple(steps),
        exit.fact.start,
        exit.fact.end,
        missing=tuple(dict.fromkeys(missing)) if verdict == "cannot tell" else (),
        branches=branches,
        quiet=verdict == "does not" and not any(one.value is True for one in exit.settled.facts),
        tags={"about": about, "exit": exit, "altercation": scene.altercation},
    )


def _about(exit: Exit) -> tuple[Fact, ...]:
    lead = exit.fact
    more = [fact for said in (exit.legal, exit.starter) if said for fact in said.facts]
    return (lead, *(one for one in exit.settled.facts if one is not lead), *more)


def _missing(exit: Exit) -> list[str]:
    if exit.legal is not None and exit.legal.value is None:
        return ["entered_legally_before"]
    return ["altercation"] if exit.left is None and exit.settled.value is True else ["left_bench"]


def _is_altercation(scene: Scene, evidence: Evidence, steps: list[str], missing: list[str]) -> bool | None:
    """Whether it was an altercation; nobody having said so, a departure is taken as it is told."""
    if not scene.spans:
        return True
    settled = settle(scene.spans)
    steps += [told(fact, evidence.clock) for fact in settled.facts]
    if settled.value is None:
        missing.append("altercation")
    return settled.value


def leaver_fine(evidence: Evidence, *, starter_counts_as_during: str, leave_def: str) -> tuple[Outcome, ...]:
    """One outcome a man who left during an altercation, whatever his rank: the highest fine of that season.

    Parameters
    ----------
    starter_counts_as_during : whether one who left before, to start it, left during it (A16)
    """
    out = []
    for scene, exit in _exits(evidence):
        value = during(exit, starter_counts_as_during)
        outcome = _leaver(evidence, scene, exit, value, leave_def=leave_def)
        if exit.starter and exit.starter.value and exit.during is not True:
            step = "He left before it began, to start it; whether that is 'during' is a reading (A16)."
            outcome = replace(outcome, steps=(*outcome.steps, step))
        out.append(_fined(outcome, evidence, _among_first_two(scene, exit)))
    return tuple(out)


def during(exit: Exit, starters: str) -> bool | None:
    """Whether he counts where only those who left during the altercation do."""
    if exit.counts is not True or exit.during is True or starters == "yes":
        return exit.counts
    return exit.during


def _fined(outcome: Outcome, evidence: Evidence, first_two: bool | None) -> Outcome:
    """The fine with its sum, where the agreement's maximum of that season is known."""
    if outcome.verdict != "trips":
        return outcome
    dates = evidence.of("game_date")
    stated = evidence.of("cba_maximum")
    amount, facts = money_of(stated), (*dates, *stated)
    source = "as stated"
    if amount is None and (known := dates_of(dates)) and len(known) == 1:
        amount, source = _from_table(evidence.pack, season_of(known[0]), first_two)
    steps = [told(fact, evidence.clock) for fact in facts]
    detail: dict[str, object] = {"note": "the collective agreement's maximum of that season"}
    if amount is None:
        steps.append("The maximum of that season is not in the pack for him, and was not stated.")
    else:
        detail["amount"] = str(amount)
        steps.append(f"The maximum of that season: {source}.")
    return replace(
        outcome,
        facts=(*outcome.facts, *facts),
        steps=(*outcome.steps, *steps),
        missing=() if amount is not None else ("cba_maximum",),
        consequences=(Consequence("player_fine", automatic=True, detail=detail),),
    )


def _among_first_two(scene: Scene, exit: Exit) -> bool | None:
    """Whether he is certainly one of the first two of his team; None where that is open."""
    bands = rank_bands(scene.leavers, scene.unwatched)
    band = next((one for one in bands if one.leaver.key == exit.key), None)
    if band is None or band.low > 2:
        return False
    return True if band.high is not None and band.high <= 2 else None


def _from_table(pack: Pack, season: str, first_two: bool | None) -> tuple[Decimal | None, str]:
    """The maximum of that season; none where the first two paid more and it is open whether he is one."""
    row = pack.cba_maxima.get(season)
    if row is None or (row.first_two is not None and first_two is None):
        return None, ""
    amount = row.first_two if row.first_two is not None and first_two else row.amount
    return amount, f"{season}, {row.source}"


def not_first_from_box(
    evidence: Evidence, *, rank_scope: str, g_first: str, leave_def: str
) -> tuple[Outcome, ...]:
    """One outcome a man who left the penalty box during an altercation: not the first to leave.

    Parameters
    ----------
    rank_scope : the first within his team, or over both (A1)
    g_first : the first of all who left, or of those from penalty boxes (A14)
    """
    wide = {one.altercation: one for one in scenes_of(evidence, scope=rank_scope)}
    out = []
    for scene, exit in _exits(evidence):
        if exit.fact.subject.bench != "penalty_box":
            continue
        outcome = _leaver(evidence, scene, exit, exit.counts, leave_def=leave_def)
        field = scene if rank_scope == PER_TEAM else wide[scene.altercation]
        later = _later(field, exit, boxes_only=g_first == "box_only")
        out.append(_unless_first(outcome, exit, later, evidence))
    return tuple(out)


def _later(field: Scene, exit: Exit, *, boxes_only: bool) -> bool | None:
    """Whether somebody certainly left before him."""
    leavers: Sequence[Leaver] = [
        one
        for one in field.leavers
        if not boxes_only or field.exits[one.key].fact.subject.bench == "penalty_box"
    ]
    band = next((one for one in rank_bands(leavers, field.unwatched) if one.leaver.key == exit.key), None)
    if band is None:
        return None
    return True if band.low > 1 else (False if band.rank == 1 else None)


def _unless_first(outcome: Outcome, exit: Exit, later: bool | None, evidence: Evidence) -> Outcome:
    words = {
        True: "Somebody certainly left before him: he is not the first.",
        False: "He was the first to leave: the clause on the first man speaks of him.",
        None: "Whether somebody left before him is not established.",
    }
    steps = (*outcome.steps, words[later])
    if outcome.verdict != "trips" or later is True:
        return replace(outcome, steps=steps)
    if later is False:
        return replace(outcome, verdict="does not", steps=steps)
    branches = (
        Branch("somebody left before him", prices(evidence.clause.price())),
        Branch("he was the first", ("the clause on the first man",)),
    )
    return replace(
        outcome, verdict="cannot tell", steps=steps, branches=branches, missing=("first_off_bench",)
    )


def changed_before(
    evidence: Evidence, *, pre_alt_sub_enters: str, return_of_retiring: str
) -> tuple[Outcome, ...]:
    """One outcome a man who had come on by a legal change before: free, as long as he stays out of it.

    Parameters
    ----------
    pre_alt_sub_enters : what follows if he goes in all the same (A3)
    return_of_retiring : what it means that the man whom he replaced turned back (A4)
    """
    out = []
    for one in acts_of(evidence, evidence.clause.when):
        outcome = act_outcome(evidence, one)
        joined = _yes(evidence, one.settled.facts, "joined_altercation")
        turned = conditions_on(evidence, one.settled.facts, needs=["retiring_man_turned_back"])
        if turned.given:
            outcome = _turned_back(outcome, turned, illegal=return_of_retiring == "makes_entry_illegal")
        if outcome.verdict == "does not" and joined and one.settled.value:
            outcome = _entered_all_the_same(outcome, evidence)
        out.append(outcome)
    return tuple(out)


def _turned_back(outcome: Outcome, turned: Conditions, *, illegal: bool) -> Outcome:
    """The man he replaced turned back: a man too many to point out, or no legal change after all (A4)."""
    answer = {True: "did", False: "did not", None: "may have"}[turned.value]
    step = f"The man whom he had replaced {answer} turn back into the altercation (A4)."
    outcome = replace(
        outcome, facts=(*outcome.facts, *turned.facts), steps=(*outcome.steps, *turned.steps, step)
    )
    if not illegal or outcome.verdict != "trips" or turned.value is False:
        return outcome
    if turned.value:
        return replace(outcome, verdict="does not", branches=())
    branch = Branch("he did not turn back", ("he was free",))
    return replace(outcome, verdict="cannot tell", missing=turned.missing, branches=(branch,))


def _yes(evidence: Evidence, about: Sequence[Fact], kind: str) -> bool:
    found: Conditions = conditions_on(evidence, about, needs=[kind])
    return found.given and found.value is True


def _entered_all_the_same(outcome: Outcome, evidence: Evidence) -> Outcome:
    """The permission is lost: referred, not ranked (A3); what ranking him would cost is shown."""
    note = "he had come on legally before and went in all the same (A3): referred, not ranked"
    consequence = Consequence("supplementary_discipline", automatic=False, detail={"note": note})
    branches = outcome.branches
    for id in evidence.clause.beside:
        words = (
            f"he is treated as a man who left at his crossing (A3), {evidence.pack.clause(id).title.lower()}"
        )
        branches = (*branches, Branch(words, prices(evidence.price_of(id))))
    return replace(outcome, consequences=(consequence,), branches=branches)
