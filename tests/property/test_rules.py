"""Properties of the engine that hold for any facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from review.core.facts import Fact, Subject
from review.core.findings import Finding
from review.core.times import FrameTime
from review.rules.bearing import bearing_on, bears_on
from review.rules.engine import in_seconds, judge
from review.rules.evidence import Evidence, fact_order
from review.rules.library import load_pack
from review.rules.pack import Pack
from review.rules.vocabulary import KINDS

MS = Fraction(1, 1000)
PACKS = [
    load_pack("seeds"),
    load_pack("nhl-modern"),
    load_pack("iihf"),
    load_pack("usa-hockey"),
    load_pack("seeds").with_settings({"rank_scope": "overall", "deliberate_scope": "puck_and_contact"}),
]
ANSWERS = st.sampled_from([True, True, False, None])
TEAMS = ["A", "B"]
FEW = st.sampled_from([1, 1, 1, 2, 2, 3])
POOLS = [
    sorted({kind for id in (clause.id, *clause.follows) for kind in PACKS[0].clause(id).kinds})
    for clause in PACKS[0].clauses
]
"""Kinds that one clause hangs on, so that facts drawn together speak of one matter."""
MOMENTS = st.sampled_from(["act", "whistle"])


def pair(draw: st.DrawFn, low: int, high: int) -> list[float | None]:
    a, b = sorted((draw(st.integers(low, high)), draw(st.integers(low, high))))
    return [a / 10 if draw(st.booleans()) else None, b / 10 if draw(st.booleans()) else None]


def links_of(draw: st.DrawFn, kind: str, start: int, end: int) -> dict[str, Any]:
    if kind == "change_early":
        return {
            "change": draw(FEW),
            "off_person": draw(st.integers(1, 4)),
            "early_s": pair(draw, -5, 20),
            "early_m": pair(draw, 0, 40),
        }
    if kind == "men_over_allowed":
        return {"low": draw(st.integers(4, 8)), "high": 9, "allowed": 6}
    if kind == "left_bench":
        interval_s = [start / 1000, end / 1000]
        crossing = draw(st.integers(1, 5))
        return {"altercation": 1, "crossing": crossing, "during": draw(ANSWERS), "interval_s": interval_s}
    if kind == "bench_watched":
        return {"altercation": 1, "gaps_s": [[start / 1000, end / 1000]]}
    if kind in ("left_to_start", "entered_legally_before", "joined_altercation"):
        return {"altercation": 1, **({"crossing": draw(st.integers(1, 5))} if draw(st.booleans()) else {})}
    if kind == "time_left":
        tied = {draw(st.sampled_from(["act", "change"])): draw(FEW)}
        return {**tied, "period": draw(st.integers(2, 4)), "moment": draw(MOMENTS)}
    if "act" in KINDS[kind].links:
        tie = draw(st.sampled_from(["act", "change", "change", "crossing", None]))
        return {tie: draw(FEW)} if tie else {}
    return {}


def value_of(draw: st.DrawFn, kind: str, answers: st.SearchStrategy[Any]) -> Any:
    """A value of the kind's type; unknown where the answer drawn is."""
    answer = draw(answers)
    if KINDS[kind].type == "yes/no/unknown" or answer is None:
        return answer
    if KINDS[kind].type == "date":
        return draw(st.dates(date(2010, 1, 1), date(2014, 1, 1))).isoformat()
    if KINDS[kind].type == "money":
        return str(draw(st.integers(1000, 10**6)))
    low, high = sorted((draw(st.integers(-3, 12)), draw(st.integers(-3, 12))))
    return (float(low), float(high)) if draw(st.booleans()) else float(low)


@st.composite
def fact(draw: st.DrawFn, id: int, pool: list[str], value: st.SearchStrategy[Any] = ANSWERS) -> Fact:
    kind = draw(st.sampled_from(pool))
    start = draw(st.integers(0, 1500))
    end = start + draw(st.integers(0, 1500))
    bench = draw(st.sampled_from(["players_bench", "players_bench", "penalty_box"]))
    subject = Subject(draw(st.sampled_from(TEAMS)), draw(FEW), bench=bench)
    if kind in ("men_over_allowed", "bench_watched", "named_by_referee", "altercation"):
        subject = replace(subject, person=None, team=None if kind == "altercation" else subject.team)
    layer = draw(st.sampled_from(KINDS[kind].layers))
    times, said = (FrameTime(start, MS), FrameTime(end, MS)), value_of(draw, kind, value)
    return Fact(id, kind, subject, *times, said, layer, "somebody", links=links_of(draw, kind, start, end))


@st.composite
def facts(draw: st.DrawFn, value: st.SearchStrategy[Any] = ANSWERS, most: int = 9) -> list[Fact]:
    pool = draw(st.sampled_from(POOLS))
    return [draw(fact(id, pool, value)) for id in range(1, draw(st.integers(0, most)) + 1)]


@st.composite
def facts_and_more(
    draw: st.DrawFn, value: st.SearchStrategy[Any] = ANSWERS, most: int = 3
) -> tuple[list[Fact], list[Fact]]:
    """Facts, and further ones on the same matters, with ids of their own."""
    pool = draw(st.sampled_from(POOLS))
    first = [draw(fact(id, pool)) for id in range(1, draw(st.integers(0, 9)) + 1)]
    return first, [draw(fact(100 + id, pool, value)) for id in range(draw(st.integers(0, most)))]


def told(findings: tuple[Finding, ...]) -> list[tuple[Any, ...]]:
    return [
        (
            f.clause,
            f.verdict,
            f.subject,
            f.start,
            f.end,
            dict(f.measure),
            f.missing,
            f.consequence,
            f.branches,
            f.why,
        )
        for f in findings
    ]


def tripping(findings: tuple[Finding, ...]) -> set[tuple[str, str | None, int | None]]:
    """Accusations. The note on (d) accuses nobody: its ground is that something is not known."""
    tripped = [f for f in findings if f.verdict == "trips" and f.clause != "72d-N"]
    return {(f.clause, f.subject.team, f.subject.person) for f in tripped}


def shifted(one: Fact, by_ms: int) -> Fact:
    links: dict[str, Any] = dict(one.links)
    by_s = by_ms / 1000
    if "interval_s" in links:
        links["interval_s"] = [round(v + by_s, 3) for v in links["interval_s"]]
    if "gaps_s" in links:
        links["gaps_s"] = [[round(v + by_s, 3) for v in gap] for gap in links["gaps_s"]]
    start, end = FrameTime(one.start.pts + by_ms, MS), FrameTime(one.end.pts + by_ms, MS)
    return replace(one, start=start, end=end, links=links)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: f"{pack.name}-{pack.settings['rank_scope']}")
class TestProperties:
    @settings(deadline=None, max_examples=40)
    @given(data=facts(), seed=st.integers(0, 999))
    def test_the_order_of_facts_is_irrelevant(self, pack: Pack, data: list[Fact], seed: int) -> None:
        mixed = list(data)
        Random(seed).shuffle(mixed)
        assert told(judge(data, pack, everything=True)) == told(judge(mixed, pack, everything=True))

    @settings(deadline=None, max_examples=40)
    @given(data=facts())
    def test_the_order_of_clauses_is_irrelevant(self, pack: Pack, data: list[Fact]) -> None:
        turned = replace(pack, clauses=tuple(reversed(pack.clauses)))
        plain, other = judge(data, pack, everything=True), judge(data, turned, everything=True)
        assert sorted(map(str, told(plain))) == sorted(map(str, told(other)))

    @settings(deadline=None, max_examples=40)
    @given(data=facts(), by_ms=st.integers(0, 10**6))
    def test_moving_the_tape_moves_spans_only(self, pack: Pack, data: list[Fact], by_ms: int) -> None:
        def back(time: FrameTime) -> str:
            return in_seconds(FrameTime(time.pts - by_ms, MS))

        before = judge(data, pack, everything=True)
        after = judge([shifted(one, by_ms) for one in data], pack, everything=True, clock=back)
        assert [(f.start.pts + by_ms, f.end.pts + by_ms) for f in before] == [
            (f.start.pts, f.end.pts) for f in after
        ]
        drop = slice(5, None)
        assert [(row[:3], row[drop]) for row in told(before)] == [(row[:3], row[drop]) for row in told(after)]

    @settings(deadline=None, max_examples=40)
    @given(data=facts(value=st.none()))
    def test_unknown_alone_never_trips(self, pack: Pack, data: list[Fact]) -> None:
        assert not tripping(judge(data, pack, everything=True))

    @settings(deadline=None, max_examples=60)
    @given(both=facts_and_more(value=st.none()))
    def test_adding_unknowns_never_adds_an_accusation(
        self, pack: Pack, both: tuple[list[Fact], list[Fact]]
    ) -> None:
        data, more = both
        accused = tripping(judge([*data, *more], pack, game_teams=TEAMS, everything=True))
        assert accused <= tripping(judge(data, pack, game_teams=TEAMS, everything=True))

    @settings(deadline=None, max_examples=80)
    @given(both=facts_and_more())
    def test_more_evidence_never_silences_a_yes(
        self, pack: Pack, both: tuple[list[Fact], list[Fact]]
    ) -> None:
        data, more = both
        before = {
            (f.clause, f.subject.team) for f in judge(data, pack, game_teams=TEAMS) if f.verdict == "trips"
        }
        after = {(f.clause, f.subject.team) for f in judge([*data, *more], pack, game_teams=TEAMS)}
        assert before <= after

    @settings(deadline=None, max_examples=40)
    @given(data=facts())
    def test_every_answer_is_explained(self, pack: Pack, data: list[Fact]) -> None:
        for finding in judge(data, pack, everything=True):
            assert finding.why[0].startswith(f"Clause {finding.clause} of {pack.name}")
            assert any(step.startswith("Conclusion: ") for step in finding.why)
            assert finding.verdict != "cannot tell" or finding.missing
            assert finding.verdict == "trips" or not any(one.automatic for one in finding.consequence)
            assert finding.facts


@settings(deadline=None, max_examples=150)
@given(data=facts(most=14))
def test_facts_found_by_link_and_time_are_those_that_bear_on_an_act(data: list[Fact]) -> None:
    ordered = sorted(data, key=fact_order)
    kinds = {kind: tuple(one for one in ordered if one.kind == kind) for kind in KINDS}
    evidence = Evidence(kinds, PACKS[0].clauses[0], PACKS[0], in_seconds)
    for about in ordered:
        for kind in {one.kind for one in ordered}:
            tried = [one for one in kinds[kind] if bears_on(one, about)]
            assert bearing_on(evidence, kind, [about]) == tried


def test_swapping_the_teams_swaps_the_findings() -> None:
    swap: Mapping[str | None, str | None] = {"A": "B", "B": "A", None: None}
    pack = PACKS[0]

    @settings(deadline=None, max_examples=40)
    @given(data=facts())
    def check(data: list[Fact]) -> None:
        other = [replace(one, subject=replace(one.subject, team=swap[one.subject.team])) for one in data]
        swapped = {(clause, swap[team], person) for clause, team, person in tripping(judge(other, pack))}
        assert swapped == tripping(judge(data, pack))

    check()
