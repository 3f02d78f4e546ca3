"""From shots followed to a judgement: people, crossings, changes, counts, altercations, facts, findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot

from review.core.altercations import Altercation, AltercationSpan, StatedSpan
from review.core.case import Coverage, Judgement, Run
from review.core.changes import Change
from review.core.clock import ClockCourse
from review.core.counts import CountTimeline
from review.core.crossings import Crossing, GateGap
from review.core.facts import Fact
from review.core.findings import Finding
from review.core.game import Game
from review.core.gates import Gate
from review.core.people import Person
from review.core.shots import Shot
from review.core.tape import Gap, Tape
from review.core.times import FrameTime, Interval
from review.measure.clock_facts import time_left_facts
from review.measure.count import Retired, count_team
from review.measure.crowded import crowded_spans
from review.measure.gather import gather_facts
from review.measure.identify import identify, make_crossings
from review.measure.numbers import number_people
from review.measure.on_air import doubted_crossings, doubts, replay_gaps
from review.measure.order import judge_altercation
from review.measure.pair import PairRules
from review.measure.presence import find_gate_gaps, presence_of, undrawn_gap
from review.measure.same_man import join_people
from review.measure.teams import TeamModel, learn_teams
from review.measure.weigh import weigh_changes
from review.pipeline.altercations import proposals, spans
from review.pipeline.changes import judge_changes, lasts_s
from review.pipeline.clock import GameClock
from review.pipeline.follow import Followed
from review.pipeline.notices import notices_of
from review.rules.engine import failures
from review.settings import Settings

__all__ = ["Judge", "conclude", "possible_crossing"]

#: A man who came over the boards and is not seen yet has left their foot after this long.
WEAK_BACK_S = 2.0
KEEPER_SURE_P = 0.8  # so sure a goalkeeper moves the count as one
BRAWL_BEFORE_S = 1.0  # men may leave the bench before the span that a person marked

Judge = Callable[[Sequence[Fact], Sequence[str]], tuple[tuple[Fact, ...], tuple[Finding, ...]]]
"""Facts and teams in; the same facts with those derived from them, and the findings, out."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What is settled before changes are judged."""

    people: tuple[Person, ...]
    crossings: tuple[Crossing, ...]
    gaps: tuple[GateGap, ...]
    teams: tuple[str, ...]
    model: TeamModel | None
    shots: tuple[Shot, ...]


def conclude(
    tape: Tape,
    run: Run,
    game: Game,
    gates: Sequence[Gate],
    followed: Sequence[Followed],
    *,
    settings: Settings,
    tape_gaps: Sequence[Gap],
    judge: Judge,
    bench_distance_m: float,
    clock: GameClock,
    stated: Sequence[StatedSpan] = (),
) -> Judgement:
    """Judge a whole tape. Pure: same inputs, same judgement.

    `bench_distance_m` is the pack's reading of "at the bench"; 0 asks for contact. While `clock` stands play
    is dead. `stated` are the altercations that people tell of.
    """
    drawn = _on_rink(tuple({g.id: g for g in reversed(gates)}.values())[::-1], followed)
    known = _who_crossed(tape, game, gates, followed, tape_gaps)
    rules = _pair_rules(settings, bench_distance_m)
    changes = judge_changes(known.people, known.crossings, followed, tape.scale, rules)
    stopped = _stopped(tape, clock.course)
    fights = [one for one in stated if one.is_one]
    counts = _counts(known, changes, game, gates, followed, tape, settings, stopped, fights)
    by_id = {c.id: c for c in known.crossings}
    changes = weigh_changes(changes, by_id, counts, rules)
    crowded = crowded_spans(counts, tape.scale.at(tape.last_pts))
    sure = [c for c in known.crossings if c.confidence >= settings.confidence_min_ratio]
    seen = proposals(followed, known.people, sure, clock=clock, crowded=crowded, tape=tape)
    altercations = _altercations(known, spans(tape, stated, seen), sure, gates, settings)
    facts = _facts(known, changes, counts, altercations, game, gates, tape, settings, clock, crowded)
    facts, findings = judge(time_left_facts(facts, clock.course, tape.scale), known.teams)
    notices = notices_of(
        known.gaps, known.crossings, known.shots, known.teams, changes, counts, altercations, gates, tape,
        settings, clock, stopped, crowded,
    )  # fmt: skip
    return Judgement(
        tape, run, game,
        coverage=_coverage(tape, [*tape_gaps, *replay_gaps(known.shots, tape.scale.at(tape.last_pts))]),
        shots=known.shots,
        people=known.people,
        gates=drawn,
        crossings=known.crossings,
        gate_gaps=tuple(g for g in known.gaps if g.gate in {gate.id for gate in drawn}),
        counts=counts,
        changes=changes,
        altercations=altercations,
        facts=facts,
        findings=findings,
        notices=(*notices, *failures(findings)),
        clock_spans=clock.course.spans,
        clock_anchors=clock.anchors, scores=clock.scores, penalty_clocks=clock.penalties,
    )  # fmt: skip


def _on_rink(drawn: Sequence[Gate], followed: Sequence[Followed]) -> tuple[Gate, ...]:
    """The gates, those drawn in a picture with the surest place on the rink that was found of them."""
    out = []
    for gate in drawn:
        fronts = [shot.fronts[gate.id] for shot in followed if gate.id in shot.fronts]
        if gate.points_px is not None and fronts:
            best = min(fronts, key=lambda front: front.error_m)
            error_m = round(hypot(best.error_m, best.registration_m), 3)
            gate = replace(gate, points_m=best.points_m.round(3), error_m=error_m)
        out.append(gate)
    return tuple(out)


def _facts(
    known: _Known,
    changes: Sequence[Change],
    counts: Sequence[CountTimeline],
    altercations: Sequence[Altercation],
    game: Game,
    gates: Sequence[Gate],
    tape: Tape,
    settings: Settings,
    clock: GameClock,
    crowded: Sequence[tuple[FrameTime, FrameTime]],
) -> tuple[Fact, ...]:
    return gather_facts(
        crossings=known.crossings,
        changes=changes,
        counts=counts,
        altercations=altercations,
        gaps=known.gaps,
        penalties=game.penalties,
        people={p.id: p for p in known.people},
        gate_kinds={g.id: g.kind for g in gates},
        scale=tape.scale,
        over_count_s=settings.over_count_s,
        confidence_min=settings.confidence_min_ratio,
        end=tape.scale.at(tape.last_pts),
        stopped=[stop.on(tape.scale) for stop in clock.course.stops()],
        doubted=doubts(known.shots),
        crowded=crowded,
    )


def _pair_rules(settings: Settings, bench_distance_m: float) -> PairRules:
    return PairRules(
        settings.pair_before_s,
        settings.pair_after_s,
        bench_distance_m,
        settings.early_margin_s,
        settings.confidence_min_ratio,
    )


def _who_crossed(
    tape: Tape, game: Game, gates: Sequence[Gate], followed: Sequence[Followed], tape_gaps: Sequence[Gap]
) -> _Known:
    tracks = [t for f in followed for t in f.tracks]
    looks = [look for f in followed for look in f.looks]
    model = learn_teams(looks, game.teams)
    spans_s = {t.id: lasts_s(t, tape.scale) for t in tracks}
    read = {n.track: n for f in followed for n in f.numbers}
    people = identify(tracks, looks, model, tape.scale)
    people = join_people(number_people(people, read, spans_s, game.teams), spans_s)
    raw = [r for f in followed for r in f.raw]
    around = [a for f in followed for a in f.around]
    shot_of = {t.id: f.shot for f in followed for t in f.tracks}
    crossings = doubted_crossings(make_crossings(raw, around, people, gates, model), shot_of)
    named = game.team_names() or (model.names if model else ())
    teams = tuple(dict.fromkeys([*named, *(g.team for g in gates if g.team)]))
    shots = tuple(f.shot for f in followed)
    gaps = list(find_gate_gaps(gates, shots, [v for f in followed for v in f.views], tape.scale))
    benches = {g.team for g in gates if g.kind == "players_bench"}
    gaps += [undrawn_gap(team, shots) for team in teams if team not in benches and shots]
    gaps += [
        GateGap(g.id, g.team, Interval(gap.start, gap.end), f"the tape is damaged: {gap.reason}")
        for gap in tape_gaps
        for g in {g.id: g for g in gates}.values()
    ]
    return _Known(people, crossings, tuple(gaps), teams, model, shots)


def _counts(
    known: _Known,
    changes: Sequence[Change],
    game: Game,
    gates: Sequence[Gate],
    followed: Sequence[Followed],
    tape: Tape,
    settings: Settings,
    stopped: Sequence[tuple[FrameTime, FrameTime]],
    fights: Sequence[StatedSpan],
) -> tuple[CountTimeline, ...]:
    people = {t: p for p in known.people for t in p.tracks}
    retired = [
        (c.team, Retired(c.off_person, c.end))
        for c in changes
        if c.off_person is not None and c.off_crossing is None
    ]
    marked = {g.team for g in gates if g.kind == "players_bench"}
    keepers = {p.id for p in known.people if p.role == "goalkeeper" and p.role_p >= KEEPER_SURE_P}
    brawls = [(_at(tape, one.start_s - BRAWL_BEFORE_S), _at(tape, one.end_s)) for one in fights]
    timelines = []
    for team in known.teams:
        shots = [
            presence_of(
                team, f.shot, f.looked_pts, tracks=f.tracks, looks=f.looks, people=people, sides=f.sides,
                views=f.views, raw=f.raw, scale=tape.scale, bench_marked=team in marked, model=known.model,
            )
            for f in followed
        ]  # fmt: skip
        timelines.append(
            count_team(
                team,
                shots,
                scale=tape.scale,
                crossings=known.crossings,
                retired=[r for name, r in retired if name == team],
                gaps=known.gaps,
                penalties=game.penalties,
                hold_s=settings.over_count_s,
                confidence_min=settings.confidence_min_ratio,
                keepers=keepers,
                stopped=stopped,
                brawls=brawls,
            )
        )
    return tuple(timelines)


def _altercations(
    known: _Known,
    told: Sequence[AltercationSpan],
    strong: Sequence[Crossing],
    gates: Sequence[Gate],
    settings: Settings,
) -> tuple[Altercation, ...]:
    """Ordered departures in each span. Weak crossings rank nobody: they leave the order open."""
    weak = [
        possible_crossing(c)
        for c in known.crossings
        if c.direction == "on" and c.confidence < settings.confidence_min_ratio
    ]
    kinds: dict[str, str] = {f"{team}-bench": "players_bench" for team in known.teams}
    kinds |= {g.id: g.kind for g in gates}
    unwatched = [*known.gaps, *weak]
    return tuple(
        judge_altercation(span, strong, unwatched, gate_kinds=kinds, teams=known.teams) for span in told
    )


def possible_crossing(crossing: Crossing) -> GateGap:
    """A weak crossing onto the ice as a stretch in which somebody may have left unseen.

    When he was first seen on the ice he may have stood there for a while: the stretch reaches back further
    than the crossing's own interval, so that nobody who left in that time gets a rank before him.
    """
    when = Interval(crossing.when.earliest.shifted(-WEAK_BACK_S), crossing.when.latest)
    why = f"crossing {crossing.id} is possible but weak ({crossing.reason or 'low confidence'})"
    return GateGap(crossing.gate, crossing.team, when, why)


def _stopped(tape: Tape, clock: ClockCourse) -> list[tuple[FrameTime, FrameTime]]:
    return [(_at(tape, start), _at(tape, end)) for start, end in clock.stoppages()]


def _at(tape: Tape, seconds: float) -> FrameTime:
    return tape.scale.from_seconds(seconds)


def _coverage(tape: Tape, gaps: Sequence[Gap]) -> tuple[Coverage, ...]:
    """The tape cut into what was seen and what was not; the spans add up to the tape."""
    at = tape.scale.at(tape.scale.first_pts)
    end = tape.scale.at(tape.last_pts)
    spans: list[Coverage] = []
    for gap in sorted(gaps, key=lambda g: g.start.exact_s):
        start, until = max(at, gap.start), min(end, gap.end)
        if start > at:
            spans.append(Coverage(at, start, seen=True))
        if until > start:
            spans.append(Coverage(start, until, seen=False, reason=gap.reason))
        at = max(at, until)
    if end > at or not spans:
        spans.append(Coverage(at, end, seen=True))
    return tuple(spans)
