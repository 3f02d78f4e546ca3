"""The engine: isolation, precedence in words, shapes, and agreement with the order of departures."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from review.core.altercations import AltercationSpan
from review.core.crossings import Crossing, GateGap
from review.core.facts import Fact, Subject
from review.core.times import FrameTime, Interval
from review.measure.order import judge_altercation
from review.rules.engine import judge
from review.rules.evaluators import EVALUATORS
from review.rules.evidence import Evidence, settle
from review.rules.library import load_pack
from review.rules.rank import with_ranks
from review.rules.shapes import fact_json, finding_json, pack_json, vocabulary_json

MS = Fraction(1, 1000)
SEEDS = load_pack("seeds")


def fact(id: int, kind: str, value: bool | None, start_s: float = 12, end_s: float = 13, **more: Any) -> Fact:
    more.setdefault("subject", Subject("A", 17))
    more.setdefault("layer", "measured")
    more.setdefault("source", "tape")
    start, end = (FrameTime(round(s * 1000), MS) for s in (start_s, end_s))
    return Fact(id, kind, start=start, end=end, value=value, **more)


EARLY = fact(
    1, "change_early", True, confidence=0.91,
    links={"change": 1, "off_person": 63, "early_s": [0.2, 0.6], "early_m": [1.1, 2.4]},
)  # fmt: skip
COUNT = fact(
    2,
    "men_over_allowed",
    True,
    30,
    32,
    subject=Subject("A"),
    links={"low": 7, "high": 8, "best": 7, "allowed": 6},
)


def test_the_finding_tells_step_by_step() -> None:
    (finding,) = judge([EARLY], SEEDS)
    assert (finding.clause, finding.pack, finding.verdict) == ("205.1a", "seeds@1", "trips")
    assert finding.confidence == 0.91
    assert finding.measure == {"early_s": [0.2, 0.6], "early_m": [1.1, 2.4], "margin_s": 0.2, "margin_m": 1.1}
    assert finding.facts == (1,)
    why = "\n".join(finding.why)
    for words in (
        "Clause 205.1a of seeds@1 (Rule 205",
        "Reading in force: bench_distance = 0 m (A12)",
        "Reading in force: on_ice = first_skate (A13)",
        "Fact 1 (measured, tape): change early, A man 17, 12.000 s to 13.000 s: yes.",
        "at least 0.20 s, at most 0.60 s",
        "at least 1.10 m, at most 2.40 m",
        "Were 'at the bench' within 1.50 m (A12), the answer would be: open.",
        "Conclusion: the clause applies.",
        "Consequence: bench_minor, automatic",
        "Branch: if clause 205.1b",
    ):
        assert words in why


def test_one_clause_that_fails_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(evidence: Evidence, **_: object) -> tuple[()]:
        raise ZeroDivisionError("a fault planted by this test")

    told: list[logging.LogRecord] = []
    log = logging.getLogger("review.rules.engine")
    monkeypatch.setattr(log, "propagate", False)
    handler = logging.Handler()
    monkeypatch.setattr(handler, "emit", told.append)
    log.addHandler(handler)
    try:
        findings = judge([EARLY, COUNT], SEEDS, evaluators={**EVALUATORS, "too_many_men": broken})
    finally:
        log.removeHandler(handler)
    assert [(f.clause, f.verdict) for f in findings] == [("205.1a", "trips"), ("205.6", "cannot tell")]
    assert "a fault planted by this test" in "\n".join(findings[1].why)
    assert findings[1].missing == ("men_over_allowed",)
    assert not findings[1].consequence
    assert [record.levelname for record in told] == ["ERROR"]


def test_two_facts_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="share the id 1"):
        judge([EARLY, EARLY], SEEDS)


def test_kinds_that_no_clause_knows_are_left_alone() -> None:
    assert judge([fact(1, "weather", True)], SEEDS) == ()


def test_contradiction_on_one_layer_is_unknown() -> None:
    settled = settle([EARLY, replace(EARLY, id=2, value=False)])
    assert (settled.value, settled.overruled) == (None, True)
    assert settled.note == "fact 1 and 2 contradict each other: nobody can tell"
    (finding,) = judge([EARLY, replace(EARLY, id=2, value=False)], SEEDS)
    assert finding.verdict == "cannot tell"


def test_unknown_beside_a_yes_takes_nothing_away_but_a_doubting_person_does() -> None:
    unknown = replace(EARLY, id=2, value=None)
    assert settle([EARLY, unknown]).value is True
    assert settle([EARLY, replace(unknown, layer="said")]).value is None
    assert settle([replace(EARLY, value=None), replace(EARLY, id=2, layer="said")]).value is True


def test_a_word_about_one_man_accuses_him_and_nobody_who_is_only_measured() -> None:
    unknown, said = replace(EARLY, value=None), replace(EARLY, id=2, layer="said", links={})
    assert settle([unknown, said]).lead is unknown  # the same man: his metres are told
    other = replace(said, subject=Subject("A", 63))
    assert settle([unknown, other]).lead is other
    (finding,) = judge([unknown, replace(other, links={"change": 1})], SEEDS)
    assert (finding.verdict, finding.subject.person) == ("trips", 63)


def test_two_angles_of_one_change_are_one_finding() -> None:
    other = replace(EARLY, id=2, source="second angle")
    (finding,) = judge([EARLY, other], SEEDS)
    assert finding.facts == (1, 2)


def left(id: int, crossing: int, a_s: float, b_s: float, *, person: int, team: str = "A") -> Fact:
    links = {"altercation": 1, "crossing": crossing, "during": True, "interval_s": [a_s, b_s]}
    return fact(
        id, "left_bench", True, a_s, b_s, subject=Subject(team, person, bench="players_bench"), links=links
    )


def watched(id: int, team: str, *gaps_s: list[float]) -> Fact:
    links = {"altercation": 1, "gaps_s": list(gaps_s), "reason": "a replay"}
    subject = Subject(team, bench="players_bench")
    return fact(id, "bench_watched", not gaps_s, 9, 21, subject=subject, links=links)


def interval(a_s: float, b_s: float) -> Interval:
    return Interval(FrameTime(round(a_s * 1000), MS), FrameTime(round(b_s * 1000), MS))


EXITS = [
    (11, 5, "A", 12.0, 12.1),
    (12, 9, "B", 12.5, 12.6),
    (13, 6, "A", 13.0, 13.1),
    (14, 7, "A", 13.05, 13.2),
]


@pytest.mark.parametrize("gaps_s", [[], [[10.0, 11.0]], [[12.2, 12.3]], [[20.0, 20.5]]])
def test_facts_and_crossings_give_the_same_order(gaps_s: list[list[float]]) -> None:
    """The book judges from facts what the measuring side judges from crossings: both must agree."""
    facts = [left(i, c, a, b, person=p, team=t) for i, (c, p, t, a, b) in enumerate(EXITS, 1)]
    known = with_ranks([*facts, watched(21, "A", *gaps_s), watched(22, "B")])
    crossings = [Crossing(c, p, c, f"{t}-bench", t, "on", interval(a, b), 0.9) for c, p, t, a, b in EXITS]
    gaps = [GateGap("A-bench", "A", interval(a, b), "a replay") for a, b in gaps_s]
    span = AltercationSpan(1, interval(9, 9), interval(21, 21), "person")
    kinds = {"A-bench": "players_bench", "B-bench": "players_bench"}
    measured = judge_altercation(span, crossings, gaps, gate_kinds=kinds, teams=["A", "B"])
    for kind, places in (("first_off_bench", measured.first), ("second_off_bench", measured.second)):
        ranks = {f.subject.team: f for f in known if f.kind == kind and f.links["scope"] == "per_team"}
        assert {team: one.links.get("crossing") for team, one in ranks.items()} == places
    overall = [f for f in known if f.kind == "first_off_bench" and f.links["scope"] == "overall"]
    firsts = [d.crossing for d in measured.departures if d.rank_all == 1]
    assert [f.links["crossing"] for f in overall if f.value] == firsts


def test_derived_facts_carry_ids_that_findings_cite() -> None:
    known = with_ranks(
        [left(1, 11, 12, 12.1, person=5), watched(2, "A"), watched(3, "B")], game_teams=["A", "B"]
    )
    first = next(
        f for f in known if f.kind == "first_off_bench" and f.value and f.links["scope"] == "per_team"
    )
    assert first.layer == "derived"
    assert judge(known, SEEDS) == judge(known[:3], SEEDS)
    finding = next(f for f in judge(known, SEEDS) if f.clause == "72c")
    assert first.id in finding.facts
    assert {1, 2} <= set(finding.facts)


def test_facts_on_one_crossing_that_name_two_men_accuse_neither() -> None:
    facts = [
        left(1, 11, 12, 12.1, person=5),
        left(2, 11, 12, 12.1, person=6),
        watched(3, "A"),
        watched(4, "B"),
    ]
    findings = judge(facts, SEEDS)
    assert {f.verdict for f in findings} == {"cannot tell"}
    assert "the facts on crossing 11 do not agree who it was" in "\n".join(findings[0].why)


def test_shapes_are_json_with_the_documented_keys() -> None:
    (finding,) = judge([EARLY], SEEDS)
    shape = json.loads(json.dumps(finding_json(finding)))
    documented = (
        "id clause pack verdict subject span measure missing consequence branches facts confidence why"
    )
    assert set(shape) == set(documented.split())
    assert shape["span"]["start"] == {"pts": 12000, "s": 12.0, "timecode": None, "clock": None}
    assert shape["consequence"][0]["kind"] == "bench_minor"
    assert shape["consequence"][0]["automatic"] is True
    assert shape["branches"][0]["then"] == ["bench_minor"]
    told = json.loads(json.dumps(fact_json(EARLY, lambda time: {"s": float(time.exact_s)})))
    assert (told["subject"]["person"], told["value"], told["span"]["end"]) == (17, True, {"s": 13.0})
    kinds = {one["kind"]: one for one in vocabulary_json()["kinds"]}
    assert kinds["deliberate"]["layer"] == "said"
    assert kinds["deliberate"]["question"].endswith("?")
    assert next(c for c in pack_json(SEEDS)["clauses"] if c["id"] == "72c")["params"] == {
        "rank": 1,
        "games": "10 games",
    }
