"""Properties around every official's case: a fact taken away, doubled as unknown, put in another order."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from review.core.facts import Fact
from review.core.findings import Finding
from review.rules.engine import judge
from review.rules.facts_toml import facts_from_rows
from review.rules.library import load_pack
from tests.cases.case_file import Case, all_cases

CASES = all_cases()


def facts_of(case: Case) -> tuple[Fact, ...]:
    return facts_from_rows(case.data["facts"], file=case.file, teams=tuple(case.data.get("teams", ())))


def judged(case: Case, facts: tuple[Fact, ...], *, everything: bool = True) -> tuple[Finding, ...]:
    pack = load_pack(case.data.get("pack", "seeds")).with_settings(case.data.get("settings", {}))
    return judge(facts, pack, game_teams=tuple(case.data.get("teams", ())), everything=everything)


def accused(findings: tuple[Finding, ...]) -> set[tuple[str, str | None]]:
    """Clauses that apply, with the team. The note on (d) accuses nobody: its ground is what is not known."""
    return {(f.clause, f.subject.team) for f in findings if f.verdict == "trips" and f.clause != "72d-N"}


def silenced(case: Case, at: int) -> set[tuple[str, str | None]]:
    """What applied without one fact and is not even listed with it.

    Where ranks are counted over both teams a man of the other team may take the place: the clause is listed.
    """
    facts = facts_of(case)
    without = accused(judged(case, (*facts[:at], *facts[at + 1 :])))
    listed = {(f.clause, f.subject.team) for f in judged(case, facts, everything=False)}
    if case.data.get("settings", {}).get("rank_scope") == "overall":
        return {one for one in without if one[0] not in {clause for clause, _ in listed}}
    return without - listed


def invented(case: Case, at: int) -> set[tuple[str, str | None]]:
    """What applies only once somebody says of a thing that nobody can tell."""
    facts = facts_of(case)
    unknown = replace(facts[at], id=1000, value=None, reason="somebody looked and cannot tell")
    return accused(judged(case, (*facts, unknown))) - accused(judged(case, facts))


PLACES = st.sampled_from([(case, at) for case in CASES for at in range(len(case.data["facts"]))])


@settings(deadline=None, max_examples=120)
@given(PLACES)
def test_more_evidence_never_silences_a_yes(place: tuple[Case, int]) -> None:
    assert not silenced(*place), place[0].id


@settings(deadline=None, max_examples=120)
@given(PLACES)
def test_an_unknown_never_creates_an_accusation(place: tuple[Case, int]) -> None:
    assert not invented(*place), place[0].id


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(CASES), st.randoms(use_true_random=False))
def test_the_order_of_facts_is_irrelevant(case: Case, random: object) -> None:
    facts = list(facts_of(case))
    mixed = list(facts)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    assert judged(case, tuple(facts)) == judged(case, tuple(mixed))
