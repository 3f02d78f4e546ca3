"""What people state of altercations, as acts in a journal, and what is judged then."""

from __future__ import annotations

import pytest

from review.core.altercations import StatedSpan
from review.core.game import Game, SpanText
from review.measure.gather import gather_facts
from review.measure.order import judge_altercation
from review.measure.propose import Proposal
from review.pipeline.altercations import all_stated, span_act, spans, stated_of, withdrawal_act
from review.ports.store import JournalEntry
from review.testing import builders as a

TAPE = a.tape()
SCALE = TAPE.scale
PROPOSED = Proposal((3.5, 4.0, 5.4), (8.5, 9.0, 9.5), 0.85, ("opposing men 0.6 m apart",))


def journal(*acts: dict[str, object]) -> list[JournalEntry]:
    return [JournalEntry(n, "C. C.", "2026-03-03T10:00:00+00:00", act) for n, act in enumerate(acts, 1)]


def says(start_s: float, end_s: float, *, is_one: bool = True) -> dict[str, object]:
    return span_act(SCALE.from_seconds(start_s), SCALE.from_seconds(end_s), is_one=is_one)


def told(*acts: dict[str, object]) -> list[tuple[float, float, bool, int]]:
    found = stated_of(journal(*acts), TAPE)
    return [(round(s.start_s, 1), round(s.end_s, 1), s.is_one, s.number) for s in found]


def test_a_later_statement_that_shares_time_takes_the_place_of_an_earlier_one() -> None:
    assert told(says(4, 9), says(5, 11)) == [(5.0, 11.0, True, 2)]
    assert told(says(4, 9), says(9.5, 11)) == [(4.0, 9.0, True, 1), (9.5, 11.0, True, 2)]
    assert told(says(4, 9), says(3, 6, is_one=False)) == [(3.0, 6.0, False, 2)]
    assert told(says(4, 9), withdrawal_act(1)) == []
    # what was replaced does not come back with what replaced it
    assert told(says(4, 9), says(5, 11), withdrawal_act(2)) == []


def test_an_altercation_ends_after_it_starts() -> None:
    with pytest.raises(ValueError, match="ends before it starts"):
        says(9, 4)


def test_the_case_stands_before_the_file_where_both_speak() -> None:
    game = Game(altercations=(SpanText(4.0, 9.0), SpanText(11.0, 12.0)))
    stated = stated_of(journal(says(5, 8)), TAPE)
    found = [(round(s.start_s, 1), s.who) for s in all_stated(game, stated)]
    assert found == [(11.0, "GAME.toml"), (5.0, "C. C.")]


def test_nothing_is_proposed_where_a_person_has_spoken() -> None:
    (alone,) = spans(TAPE, (), [PROPOSED])
    assert (alone.id, alone.set_by, alone.score_p) == (1, "product", 0.85)
    assert SCALE.seconds(alone.start.latest) == pytest.approx(5.4, abs=0.02)
    (marked,) = spans(TAPE, [StatedSpan(6.0, 12.0)], [PROPOSED])
    assert (marked.set_by, marked.who, marked.act) == ("person", "GAME.toml", None)
    assert spans(TAPE, [StatedSpan(3.0, 5.0, is_one=False, number=1, who="C. C.")], [PROPOSED]) == []
    elsewhere = spans(TAPE, [StatedSpan(10.0, 12.0, number=7, who="C. C.")], [PROPOSED])
    assert [(one.id, one.set_by, one.act) for one in elsewhere] == [(1, "person", 7), (2, "product", None)]


def test_bounds_stay_on_the_tape() -> None:
    wide = Proposal((-1.0, 0.0, 1.4), (11.0, 12.0, 99.0), 0.7, ())
    (one,) = spans(TAPE, (), [wide])
    assert SCALE.seconds(one.start.earliest) == 0.0
    assert one.end.latest <= SCALE.at(TAPE.last_pts)


@pytest.mark.parametrize("set_by", ["product", "person"])
def test_of_a_proposal_only_a_question_follows(set_by: str) -> None:
    """One man surely left his bench at 6.4 s: that is told; whether it was an altercation, only if said."""
    stated = [StatedSpan(4.0, 9.0)] if set_by == "person" else []
    (span,) = spans(TAPE, stated, [PROPOSED])
    kinds = {"EDM-bench": "players_bench"}
    left = a.crossing(1, gate="EDM-bench", team="EDM", when=a.between(192, 194))
    facts = {}
    for crossings in ([left], []):
        judged = judge_altercation(span, crossings, [], gate_kinds=kinds, teams=["EDM", "BUF"])
        facts[len(crossings)] = gather_facts(
            crossings=crossings, changes=(), counts=(), altercations=[judged], gaps=(), people={},
            gate_kinds=kinds, penalties=(), scale=SCALE, over_count_s=1.0, confidence_min=0.6,
            end=SCALE.at(TAPE.last_pts),
        )  # fmt: skip
    by_kind = {fact.kind: fact for fact in facts[1]}
    assert by_kind["left_bench"].value is True
    asked = by_kind["altercation"]
    if set_by == "person":
        assert asked.value is True and asked.layer == "said" and len(facts[0]) == 1
    else:
        assert asked.value is None and "no person has confirmed it" in (asked.reason or "")
        assert facts[0] == ()  # nobody left: there is nothing to ask the book
