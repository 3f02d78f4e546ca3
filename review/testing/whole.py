"""A complete small judgement with one of everything in it, told as one story that hangs together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from review.core.altercations import Altercation
from review.core.case import Judgement, Ruling
from review.core.changes import Change
from review.core.clock import ClockAnchor, ClockSpan
from review.core.counts import CountTimeline
from review.core.crossings import Crossing
from review.core.facts import Fact, Subject
from review.core.findings import Branch, Consequence, Finding
from review.core.penalties import PenaltyClock
from review.core.people import Person
from review.core.score import ScoreSpan
from review.testing import builders as a

__all__ = ["whole_judgement"]


def whole_judgement() -> Judgement:
    """EDM changes early at frame 100, the picture leaves the benches at 200, an altercation begins at 240.

    BUF 4 leaves his bench first and man 10 second; two EDM men leave so close together that their order is
    not established. One finding was accepted, then rejected by another reviewer.
    """
    return Judgement(
        tape=a.tape(),
        run=a.run(),
        game=a.game(),
        coverage=(a.coverage(0, 89), a.coverage(90, 92, seen=False, reason="damaged"), a.coverage(93, 372)),
        shots=(
            a.shot(),
            a.shot(2, 200, 230, enters_by="cut", view="close", replay=None),
            a.shot(3, 231, 372, enters_by="dissolve", view=None),
        ),
        people=_people(),
        gates=(
            a.gate(),
            a.gate("BUF-bench", team="BUF", points_px=np.array([[700.0, 168.0], [1010.0, 160.5]])),
            a.gate("box", team=None, kind="penalty_box", off_side="below", anchor="head"),
        ),
        crossings=_crossings(),
        gate_gaps=(a.gate_gap(), a.gate_gap(gate="BUF-bench", team="BUF")),
        counts=_counts(),
        changes=(a.change(), _open_change()),
        altercations=(_altercation(),),
        facts=_facts(),
        findings=_findings(),
        rulings=_rulings(),
        notices=(a.notice(), a.notice(12, kind="tight_count", text="EDM may have had 7 men", end=None)),
        clock_spans=(
            ClockSpan(7.0, 11.0, -1, 1122.4, 1122.9, 1.0, 9, 1, "1"),
            ClockSpan(11.0, 12.4, 0, 1118.0, 1119.0, 1.0, 3, 0, anchors=1),
        ),
        penalty_clocks=(PenaltyClock(7.5, 12.0, 84.0, 1038.1, "1", 3),),
        scores=(ScoreSpan(7.0, 12.4, (2, 1), 11, 0),),
        clock_anchors=(ClockAnchor(11.5, 1118.0, 1.0, "1", 2, "C. Commissioner"),),
    )


def _open_change() -> Change:
    return a.change(
        2,
        on_crossing=3,
        on_person=9,
        off_person=None,
        off_crossing=None,
        team="BUF",
        start=a.at(250),
        end=a.at(252),
        early_s=(None, None),
        early_m=(None, None),
        verdict="cannot tell",
        reason="no man of BUF went off near this moment in view",
    )


def _rulings() -> tuple[Ruling, ...]:
    later = {"at": "2026-03-03T10:00:00+00:00", "words": "Contact came after the change."}
    rejected = a.ruling(1, person="C. Commissioner", decision="rejected", supersedes=1, **later)
    return (a.ruling(1), rejected)


def _people() -> tuple[Person, ...]:
    return (
        a.person(),
        a.person(8, tracks=(5,), number=97, name=None),
        a.person(9, tracks=(11,), team="BUF", number=4, number_p=0.9, name="Ola <b>Test</b>"),
        a.person(10, tracks=(12,), team="BUF", number=None, number_p=None, name=None),
        a.person(11, tracks=(1,), team=None, role="official", number=None, number_p=None, name=None),
        a.person(12, tracks=(2,), role="goalkeeper", number=74, name=None),
        a.person(13, tracks=(13,), number=None, number_p=None, name=None),
        a.person(14, tracks=(14,), role=None, role_p=0.4, number=None, number_p=None, name=None),
    )


def _crossings() -> tuple[Crossing, ...]:
    def left(id_: int, person: int, team: str, first: int, last: int, number: int | None) -> Crossing:
        return a.crossing(
            id_,
            person=person,
            track=person + 1,
            team=team,
            gate=f"{team}-bench",
            when=a.between(first, last),
            first_skate=None,
            reason="the skates are hidden by the boards",
            number=number,
            confidence=0.88,
        )

    return (
        a.crossing(1, person=8, track=5, number=97),
        a.crossing(
            2,
            direction="off",
            when=a.between(121, 126, 124),
            first_skate=a.between(121, 123),
            second_skate=a.between(124, 126, 125),
            reason=None,
        ),
        left(3, 9, "BUF", 250, 252, 4),
        left(4, 13, "EDM", 255, 258, None),
        left(5, 10, "BUF", 254, 256, None),
        left(6, 14, "EDM", 257, 260, None),
    )


def _counts() -> tuple[CountTimeline, ...]:
    unseen = {"goalkeeper": None, "p_over": None, "seen": False, "cause": "the picture left the benches"}
    return (
        a.count_timeline(
            "EDM",
            a.count_point(0, 6, 6, 6),
            a.count_point(100, 6, 7, 7, p_over=0.91, cause="crossing 1"),
            a.count_point(126, 6, 6, 6, cause="crossing 2"),
            a.count_point(200, 0, None, None, **unseen),
            a.count_point(231, 5, 6, 6, cause="the benches are in view again", p_over=0.05),
            a.count_point(255, 6, 7, 8, cause="crossing 4", p_over=0.8),
        ),
        a.count_timeline(
            "BUF",
            a.count_point(0, 5, 5, 6, allowed=5, goalkeeper=None, p_over=0.1),
            a.count_point(200, 0, None, None, allowed=5, **unseen),
            a.count_point(231, 5, 5, None, allowed=5, cause="men may stand outside the picture", p_over=None),
        ),
    )


def _altercation() -> Altercation:
    return a.altercation(
        departures=(
            a.departure(),
            a.departure(5, person=10, when=a.between(254, 256), rank_team=2, rank_all=None),
            a.departure(4, person=13, team="EDM", when=a.between(255, 258), rank_team=None, rank_all=None),
            a.departure(6, person=14, team="EDM", when=a.between(257, 260), rank_team=None, rank_all=None),
        ),
        first={"EDM": None, "BUF": 3},
        second={"EDM": None, "BUF": 5},
        reasons={
            "first.EDM": "not established: the intervals of crossings 4 and 6 overlap by 0.03 s",
            "second.EDM": "not established: the intervals of crossings 4 and 6 overlap by 0.03 s",
        },
    )


def _facts() -> tuple[Fact, ...]:
    return (
        a.fact(),
        a.fact(22, kind="early_change", value=True, unit=None, layer="derived", source="facts 21"),
        a.fact(
            23,
            kind="deliberate",
            value=None,
            unit=None,
            layer="said",
            source="R. Reviewer",
            confidence=None,
            reason="not asked yet",
            links={},
        ),
        a.fact(
            24,
            kind="left_bench",
            subject=Subject(team="BUF", person=9, number=4, bench="players_bench"),
            start=a.at(250),
            end=a.at(252),
            value="players_bench",
            unit=None,
            links={"crossing": 3, "when": a.between(250, 252, 251)},
        ),
    )


def _findings() -> tuple[Finding, ...]:
    fight = {"start": a.at(250), "end": a.at(260)}
    settled = a.finding(
        2,
        clause="72c",
        subject=Subject(team="BUF", person=9, number=4),
        measure={"when": a.between(250, 252, 251), "margin_s": 0.0667},
        missing=(),
        consequence=(
            Consequence("game_misconduct", True),
            Consequence("suspension", True, {"games": 10, "pay": False}),
            Consequence("supplementary_discipline", False),
        ),
        branches=(),
        facts=(24,),
        why=("BUF 4 left the players' bench first of all men of BUF, by 0.067 s at least.",),
        **fight,
    )
    open_ = replace(
        settled,
        id=3,
        verdict="cannot tell",
        subject=Subject(team="EDM"),
        measure={"overlap_s": 0.0334},
        missing=("order_of_departures",),
        consequence=(),
        branches=(
            Branch("man 13 was first", ("game_misconduct for man 13", "10 games for man 13")),
            Branch("man 14 was first", ("game_misconduct for man 14", "10 games for man 14")),
        ),
        facts=(),
        confidence=None,
        why=("Crossings 4 and 6 overlap by 0.033 s: who was first is not established.",),
    )
    innocent = replace(
        settled, id=4, clause="205.1b", verdict="does not", subject=Subject(team="BUF"), measure={}, facts=()
    )
    return (a.finding(1), settled, open_, replace(innocent, consequence=(), why=("No change of BUF.",)))
