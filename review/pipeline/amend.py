"""A judgement with what people say of it: only what hangs on their words is judged again. Pure.

The case keeps what was measured; this is laid over it whenever it is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from review.core.altercations import Altercation
from review.core.case import Judgement, Ruling
from review.core.clock import ClockCourse
from review.core.crossings import Crossing, GateGap
from review.core.facts import Fact, Subject
from review.core.findings import Finding, Notice
from review.core.people import Person
from review.core.rulings import RuledOn, carry_rulings
from review.core.times import FrameTime, Interval
from review.measure.clock_facts import time_left_facts
from review.measure.crowded import crowded_spans
from review.measure.gather import gather_facts
from review.measure.on_air import doubts
from review.measure.order import judge_altercation
from review.measure.pair import PairRules
from review.measure.presence import undrawn_gap
from review.pipeline.altercations import STATED, all_stated, spans, stated_of
from review.pipeline.amend_changes import amended_changes
from review.pipeline.conclude import Judge, possible_crossing
from review.pipeline.said import ANSWER, CROSSING, RULING, in_force, matter_of
from review.ports.store import JournalEntry
from review.rules.engine import failures
from review.settings import Settings

__all__ = ["amend"]

#: A crossing found this far from where a person corrected it is the same one, in another run too.
SAME_S = 0.5
#: Acts that change more than what people think of the findings.
_CHANGES = {CROSSING, ANSWER, STATED}


@dataclass(frozen=True, slots=True)
class _Told:
    """Crossings and people after correction, and what to tell of it."""

    crossings: tuple[Crossing, ...]
    people: tuple[Person, ...]
    notices: tuple[Notice, ...]


def amend(
    measured: Judgement,
    journal: Sequence[JournalEntry],
    *,
    judge: Judge,
    settings: Settings,
    bench_distance_m: float,
) -> Judgement:
    """Lay people's acts over what was measured; the same judgement where nobody has said anything.

    Times, men, gates and directions of crossings, stated altercations and answers go into changes,
    order of departures, facts and findings. The count stays as measured: it hangs on tracks, which are not
    looked at again; a notice says so.
    """
    acts = in_force(journal)
    judged_by_them = any(one.span.act is not None for one in measured.altercations)
    if not judged_by_them and not {entry.act.get("act") for entry in acts} & _CHANGES:
        return replace(measured, rulings=_rulings(measured, measured.findings, acts))
    told = _corrected(measured, acts)
    rules = PairRules(
        settings.pair_before_s, settings.pair_after_s, bench_distance_m, settings.early_margin_s,
        settings.confidence_min_ratio,
    )  # fmt: skip
    changes = amended_changes(measured.changes, measured.crossings, told.crossings, measured.counts, rules)
    amended = replace(measured, crossings=told.crossings, people=told.people, changes=changes)
    amended = replace(amended, altercations=_altercations(amended, acts, settings))
    facts = _facts(amended, settings)
    said = _answers(measured, acts, first_id=max((f.id for f in facts), default=0) + 1)
    facts, findings = judge((*facts, *said), _teams(measured))
    rulings = _rulings(measured, findings, acts)
    old = set(failures(measured.findings))
    kept = [notice for notice in measured.notices if notice not in old]
    return replace(
        amended,
        facts=facts,
        findings=findings,
        rulings=rulings,
        notices=(*kept, *told.notices, *failures(findings)),
    )


def _teams(judgement: Judgement) -> tuple[str, ...]:
    return tuple(line.team for line in judgement.counts)


def _corrected(measured: Judgement, acts: Sequence[JournalEntry]) -> _Told:
    crossings = {c.id: c for c in measured.crossings}
    people = {p.id: p for p in measured.people}
    notices: list[Notice] = []
    for entry in (e for e in acts if e.act.get("act") == CROSSING):
        act, scale = entry.act, measured.tape.scale
        at = scale.at(int(act["of"]["pts"]))
        found = _meant(measured.crossings, act["of"], at)
        if found is None or found.id not in crossings:
            text = f"{entry.who} corrected a crossing here that this run did not find: {act['reason']}."
            notices.append(Notice("correction set aside", at, text))
            continue
        notices.append(Notice("corrected", at, _words(entry, found)))
        if not act["is_one"]:
            del crossings[found.id]
            continue
        crossings[found.id] = _with(crossings[found.id], entry, measured)
        _spread(people, crossings, crossings[found.id], act, measured)
    ordered = tuple(crossings[c.id] for c in measured.crossings if c.id in crossings)
    return _Told(ordered, tuple(people[p.id] for p in measured.people), tuple(notices))


def _meant(crossings: Sequence[Crossing], of: Mapping[str, Any], at: FrameTime) -> Crossing | None:
    """The crossing that a correction names by its gate, direction and moment."""
    near = [c for c in crossings if (c.gate, c.direction) == (of["gate"], of["direction"])]
    best = min(near, key=lambda c: abs(_moment(c).minus(at)), default=None)
    return best if best is not None and abs(_moment(best).minus(at)) <= SAME_S else None


def _moment(crossing: Crossing) -> FrameTime:
    return crossing.when.best or crossing.when.earliest


def _words(entry: JournalEntry, found: Crossing) -> str:
    act, who = entry.act, found.team or "nobody's team"
    what = f"the crossing {found.direction} of {who} through {found.gate}"
    if not act["is_one"]:
        return f"{entry.who} rejected {what}: {act['reason']}. The count stands as measured."
    names = {"at_pts": "time", "gate": "gate", "direction": "direction", "team": "team", "number": "number"}
    told = ", ".join(words for key, words in names.items() if key in act)
    return f"{entry.who} corrected {told} of {what}: {act['reason']}. The count stands as measured."


def _with(crossing: Crossing, entry: JournalEntry, measured: Judgement) -> Crossing:
    act = entry.act
    if "at_pts" in act:
        at = measured.tape.scale.at(int(act["at_pts"]))
        crossing = replace(crossing, when=Interval(at, at, at), first_skate=None, second_skate=None)
    fields = {key: act[key] for key in ("gate", "direction", "team", "number") if key in act}
    reason = f"said by {entry.who}: {act['reason']}"
    return replace(crossing, confidence=1.0, reason=reason, **fields)


def _spread(
    people: dict[int, Person],
    crossings: dict[int, Crossing],
    one: Crossing,
    act: Mapping[str, Any],
    measured: Judgement,
) -> None:
    """A man's number and team are his everywhere."""
    told = {key: act[key] for key in ("number", "team") if key in act}
    man = people.get(one.person)
    if not told or man is None:
        return
    if "number" in told:
        man = replace(man, number=int(told["number"]), number_p=1.0)
    if "team" in told:
        man = replace(man, team=str(told["team"]), team_p=1.0)
    roster = next((team.roster for team in measured.game.teams if team.name == man.team), ())
    named = next((entry.name for entry in roster if entry.number == man.number), None)
    people[man.id] = replace(man, name=named)
    for id_, other in crossings.items():
        if other.person == man.id:
            crossings[id_] = replace(other, **told)


def _altercations(
    amended: Judgement, acts: Sequence[JournalEntry], settings: Settings
) -> tuple[Altercation, ...]:
    tape, teams = amended.tape, _teams(amended)
    stated = all_stated(amended.game, stated_of(acts, tape))
    sure = [c for c in amended.crossings if c.confidence >= settings.confidence_min_ratio]
    weak = [
        possible_crossing(c)
        for c in amended.crossings
        if c.direction == "on" and c.confidence < settings.confidence_min_ratio
    ]
    kinds: dict[str, str] = {f"{team}-bench": "players_bench" for team in teams}
    kinds |= {g.id: g.kind for g in amended.gates}
    told = spans(tape, stated, ())
    proposed = [
        replace(one.span, id=k)
        for k, one in enumerate(
            (
                one
                for one in amended.altercations
                if one.span.set_by == "product" and not _spoken_of(one, stated, amended)
            ),
            len(told) + 1,
        )
    ]
    unwatched = [*_gaps(amended), *weak]
    return tuple(
        judge_altercation(span, sure, unwatched, gate_kinds=kinds, teams=teams) for span in (*told, *proposed)
    )


def _spoken_of(one: Altercation, stated: Sequence[Any], judgement: Judgement) -> bool:
    start_s, end_s = (judgement.tape.scale.seconds(t) for t in one.span.likeliest)
    return any(span.meets(start_s, end_s) for span in stated)


def _gaps(judgement: Judgement) -> list[GateGap]:
    marked = {g.team for g in judgement.gates if g.kind == "players_bench"}
    bare = [team for team in _teams(judgement) if team not in marked and judgement.shots]
    return [*judgement.gate_gaps, *(undrawn_gap(team, judgement.shots) for team in bare)]


def _facts(amended: Judgement, settings: Settings) -> tuple[Fact, ...]:
    """Facts of the tape gathered again, and those of the league's papers as they were."""
    tape, course = amended.tape, ClockCourse(amended.clock_spans)
    end = tape.scale.at(tape.last_pts)
    facts = gather_facts(
        crossings=amended.crossings,
        changes=amended.changes,
        counts=amended.counts,
        altercations=amended.altercations,
        gaps=_gaps(amended),
        penalties=amended.game.penalties,
        people={p.id: p for p in amended.people},
        gate_kinds={g.id: g.kind for g in amended.gates},
        scale=tape.scale,
        over_count_s=settings.over_count_s,
        confidence_min=settings.confidence_min_ratio,
        end=end,
        stopped=[stop.on(tape.scale) for stop in course.stops()],
        doubted=doubts(amended.shots),
        crowded=crowded_spans(amended.counts, end),
    )
    facts = time_left_facts(facts, course, tape.scale)
    papers = [fact for fact in amended.facts if fact.layer == "imported"]
    return (*facts, *(replace(fact, id=len(facts) + k) for k, fact in enumerate(papers, 1)))


def _answers(measured: Judgement, acts: Sequence[JournalEntry], *, first_id: int) -> list[Fact]:
    """People's answers as facts; the last answer to a question is the one that stands."""
    last: dict[str, Fact] = {}
    scale = measured.tape.scale
    for entry in (e for e in acts if e.act.get("act") == ANSWER):
        act = entry.act
        start, end = (scale.at(int(act[key])) for key in ("start_pts", "end_pts"))
        question = repr((act["kind"], sorted(act["subject"].items()), start.pts, end.pts))
        last[question] = Fact(
            0, act["kind"], Subject(**act["subject"]), start, end, act["value"], "said", entry.who,
            reason=act["words"] or None, links=act["links"],
        )  # fmt: skip
    return [replace(fact, id=first_id + k) for k, fact in enumerate(last.values())]


def _rulings(
    measured: Judgement, findings: Sequence[Finding], acts: Sequence[JournalEntry]
) -> tuple[Ruling, ...]:
    """Rulings on findings that are still made in the same way, the earlier ones named by the later."""
    by_id = {f.id: f for f in measured.findings}
    kept = [RuledOn(k, ruling, by_id[ruling.finding]) for k, ruling in enumerate(measured.rulings, 1)]
    rulings = list(carry_rulings(kept, findings)[0])
    by_matter = {matter_of(f): f.id for f in findings}
    for entry in (e for e in acts if e.act.get("act") == RULING):
        finding = by_matter.get(entry.act["matter"])
        if finding is None:
            continue
        earlier = [k for k, ruling in enumerate(rulings, 1) if ruling.finding == finding]
        rulings.append(
            Ruling(
                finding, entry.who, entry.at, entry.act["decision"], entry.act["words"],
                supersedes=earlier[-1] if earlier else None,
            )
        )  # fmt: skip
    return tuple(rulings)
