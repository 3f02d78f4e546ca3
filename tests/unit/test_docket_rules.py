"""What may be entered in a docket, what holds after it, and what was known when."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from review.core.errors import DocketRefused
from review.rules.docket.acts import Change, all_automatic, decide_all, decide_by_hand
from review.rules.docket.terms import term_of
from tests.unit.dockets import Office, games, row

TEN = games("10-03", "10-05", "10-08", "10-10", "10-12", "10-15", "10-17", "10-19", "10-22", "10-24")
BERG = {"team": "A", "number": 12, "name": "Al Berg"}


@pytest.fixture
def office() -> Office:
    made = Office("2013-10-01")
    made.open([row(served=TEN, eligible_on="2013-10-26"), row("coach_fine", "72u", automatic=False)])
    return made


def test_opening_imposes_nothing(office: Office) -> None:
    case = office.case()
    assert (case.status, case.version, len(case.rulings)) == ("open", 1, 0)
    assert [one.id for one in case.undecided] == [1, 2]


def test_an_automatic_proposal_is_imposed_as_proposed_by_a_named_person(office: Office) -> None:
    office.decide(1)
    assert office.in_force(1) == (10, None, "2013-10-26")
    ruling = office.case().ruling(1)
    assert ruling is not None
    assert [(v.how, v.entry.act.who) for v in ruling.versions] == [("imposed", "Ann Lee")]
    assert office.case().status == "open"


def test_leaving_the_book_needs_a_reason_of_its_own(office: Office) -> None:
    with pytest.raises(DocketRefused, match=r"automatic \(72c\): suspension, 10 games for Al Berg") as told:
        office.decide(1, change=Change(games=5))
    assert "--departs" in told.value.remedy
    with pytest.raises(DocketRefused, match="automatic"):
        office.decide(1, impose=False)
    with pytest.raises(DocketRefused, match="automatic"):
        office.decide(1, change=Change(clause="another rule"))
    office.decide(1, change=Change(games=5), departs="he was pushed over the boards")
    assert office.in_force(1) == (5, None, "2013-10-15")
    assert office.case().rulings[0].versions[0].entry.act.body["departs"] == "he was pushed over the boards"


def test_what_is_at_discretion_is_decided_freely_and_an_open_sum_must_be_filled(office: Office) -> None:
    with pytest.raises(DocketRefused, match="leaves the sum open"):
        office.decide(2)
    office.decide(2, change=Change(amount_usd=Decimal("2500")))
    assert office.in_force(1) == (None, Decimal("2500.00"), None)
    assert office.case().rulings[0].versions[0].entry.act.body["departs"] is None


def test_a_proposal_is_decided_once_and_anew_only_when_said(office: Office) -> None:
    office.decide(1)
    with pytest.raises(DocketRefused, match="by Ann Lee on 2013-10-01: imposed, suspension, 10 games"):
        office.decide(1, who="Tom Roe")
    with pytest.raises(DocketRefused, match="not decided yet"):
        office.decide(2, anew=True, change=Change(amount_usd=Decimal(1)))
    office.day = "2013-10-04"
    office.decide(1, anew=True, impose=False, departs="another man", who="Tom Roe")
    assert office.in_force(1) is None
    assert office.in_force(1, on="2013-10-03") == (10, None, "2013-10-26")
    assert len(office.case().rulings) == 1


def test_an_appeal_makes_a_ten_a_three_and_the_ten_stays_readable(office: Office) -> None:
    office.decide(1)
    office.day = "2013-10-06"
    office.appeal(1)
    assert office.case().status == "under appeal"
    assert office.in_force(1) == (10, None, "2013-10-26")
    office.day = "2013-10-09"
    office.answer(1, "reduced", change=Change(games=3, clause="33A"))
    assert office.in_force(1) == (3, None, "2013-10-10")
    assert office.in_force(1, on="2013-10-08") == (10, None, "2013-10-26")
    assert office.in_force(1, known="2013-10-08") == (10, None, "2013-10-26")
    ruling = office.case().rulings[0]
    assert [v.how for v in ruling.versions] == ["imposed", "reduced"]
    assert ruling.appeals[0].answer is not None
    sentence = ruling.in_force()
    assert sentence is not None and sentence.clause == "33A"


@pytest.mark.parametrize("outcome", ["upheld", "withdrawn"])
def test_an_appeal_that_changes_nothing_leaves_it(office: Office, outcome: str) -> None:
    office.decide(1)
    office.appeal(1)
    office.answer(1, outcome)
    assert office.in_force(1) == (10, None, "2013-10-26")
    assert office.case().rulings[0].open_appeal is None
    with pytest.raises(DocketRefused, match="changes no games"):
        office.appeal(1)
        office.answer(1, outcome, change=Change(games=3))


def test_an_appeal_may_set_aside_or_increase(office: Office) -> None:
    office.decide(1)
    office.appeal(1)
    office.answer(1, "increased", change=Change(games=12))
    sentence = office.case().rulings[0].in_force()
    assert sentence is not None
    assert (sentence.games, sentence.eligible_on) == (12, None)
    assert sentence.open == (
        "the schedule as known gives 10 of the 12 games; the others and the day of return are open",
    )
    office.appeal(1)
    office.answer(1, "set aside")
    assert office.in_force(1) is None


@pytest.mark.parametrize(
    ("outcome", "change", "words"),
    [
        ("reduced", Change(games=10), "fewer games"),
        ("reduced", Change(games=11), "fewer games"),
        ("reduced", Change(), "fewer games"),
        ("increased", Change(games=10), "more games"),
        ("halved", Change(games=5), "no outcome"),
    ],
)
def test_an_outcome_that_is_none_is_refused(office: Office, outcome: str, change: Change, words: str) -> None:
    office.decide(1)
    office.appeal(1)
    with pytest.raises(DocketRefused, match=words):
        office.answer(1, outcome, change=change)


def test_rescinded_from_its_first_day_it_was_never_in_force_as_known_now(office: Office) -> None:
    office.decide(1)
    office.day = "2013-10-20"
    office.rescind(1, valid="2013-10-01")
    assert office.in_force(1, on="2013-10-05") is None
    assert office.in_force(1, on="2013-10-05", known="2013-10-19") == (10, None, "2013-10-26")
    with pytest.raises(DocketRefused, match="rescinded already, by Gary Roe on 2013-10-01"):
        office.rescind(1)
    with pytest.raises(DocketRefused, match="nothing to appeal"):
        office.appeal(1)


def test_a_rescission_leaves_nothing_to_appeal(office: Office) -> None:
    office.decide(1)
    office.appeal(1)
    office.rescind(1)
    assert office.case().status == "open"  # the coach's fine is undecided
    assert office.case().rulings[0].open_appeal is None
    with pytest.raises(DocketRefused, match="Nobody has appealed"):
        office.answer(1, "upheld")
    office.decide(1, anew=True)
    assert office.in_force(1) == (10, None, "2013-10-26")


def test_what_became_known_later_brings_further_proposals_and_leaves_the_first(office: Office) -> None:
    from review.rules.docket.acts import add_evidence
    from review.rules.docket.source import Source

    office.day = "2013-10-08"
    source = Source("report", "second-angle.json", "ab" * 32, proposals=(row("minor", "72i"),))
    office.enter(add_evidence(source, who="Tom Roe", says="a second angle", valid=office.day))
    assert [(one.id, one.kind) for one in office.case().proposals] == [
        (1, "suspension"),
        (2, "coach_fine"),
        (3, "minor"),
    ]
    assert len(office.case(known="2013-10-07").proposals) == 2


REFUSED: list[tuple[str, Callable[[Office], Any]]] = [
    ("no proposal 9", lambda o: o.decide(9)),
    ("no ruling 9", lambda o: o.rescind(9)),
    ("Nobody has appealed", lambda o: (o.decide(1), o.answer(1, "upheld"))),
    ("under appeal by Al Berg", lambda o: (o.decide(1), o.appeal(1), o.appeal(1))),
    ("under appeal", lambda o: (o.decide(1), o.appeal(1), o.decide(1, anew=True))),
    ("needs a reason", lambda o: o.decide(1, reason="  \n ")),
    ("names nobody", lambda o: o.decide(1, who="Benchgate")),
    ("names nobody", lambda o: o.decide(1, who="?!")),
    ("the name of whoever", lambda o: o.decide(1, who=" ")),
    ("no text", lambda o: o.decide(1, reason="a\x00b")),
    ("no date", lambda o: o.decide(1, valid="yesterday")),
    ("1001 games", lambda o: o.decide(1, change=Change(games=1001), departs="x")),
    ("no sum", lambda o: o.decide(2, change=Change(amount_usd=Decimal("1.005")))),
    ("no sum", lambda o: o.decide(2, change=Change(amount_usd=Decimal("NaN")))),
    ("no sum", lambda o: o.decide(2, change=Change(amount_usd=Decimal(-1)))),
    ("neither games nor a sum", lambda o: o.decide(2, impose=False, change=Change(games=1))),
    ("before ruling 1 was made", lambda o: (o.decide(1), o.rescind(1, valid="2013-09-30"))),
]


@pytest.mark.parametrize(("words", "doing"), REFUSED)
def test_what_does_not_hold_is_refused_with_one_sentence(
    office: Office, words: str, doing: Callable[[Office], Any]
) -> None:
    with pytest.raises(DocketRefused, match=words):
        doing(office)


def test_a_decision_without_a_proposal_needs_kind_subject_and_rule(office: Office) -> None:
    told: dict[str, Any] = {"who": "Ann Lee", "reason": "on review", "valid": "2013-10-02"}
    case = office.case()
    with pytest.raises(DocketRefused, match="no kind") as near:
        decide_by_hand(case, subject=BERG, kind="suspenssion", clause="33A", **told)
    assert "'suspension'" in near.value.remedy
    with pytest.raises(DocketRefused, match="neither a team nor a man"):
        decide_by_hand(case, subject={"number": 12}, kind="minor", clause="33A", **told)
    with pytest.raises(DocketRefused, match="number of games"):
        decide_by_hand(case, subject=BERG, kind="suspension", clause="33A", **told)
    with pytest.raises(DocketRefused, match="needs its sum"):
        decide_by_hand(case, subject=BERG, kind="player_fine", clause="33A", **told)
    with pytest.raises(DocketRefused, match="the rule"):
        decide_by_hand(case, subject=BERG, kind="minor", clause="", **told)
    office.by_hand("suspension", "33A", BERG, Change(games=2, eligible_on="2013-10-08"))
    assert office.in_force(1) == (2, None, "2013-10-08")


def test_acts_entered_together_number_their_rulings_one_after_the_other(office: Office) -> None:
    told: dict[str, Any] = {"who": "Ann Lee", "reason": "seen", "valid": "2013-10-01", "impose": False}
    both = decide_all(office.case(), [2, 1, 2], departs="nothing happened", **told)
    office.docket.append(both, case=1, seen=1)
    assert [(one.id, one.proposal) for one in office.case().rulings] == [(1, 2), (2, 1)]
    assert office.case().status == "decided"


def test_what_is_automatic_and_whole_can_be_imposed_at_once() -> None:
    office = Office("2013-10-01")
    open_sum, no_games = row("team_fine", "72e"), row(games=None)
    office.open([row(), open_sum, row("minor", "72i"), no_games, row("minor", "72i", automatic=False)])
    assert all_automatic(office.case()) == (1, 3)
    office.decide(1)
    assert all_automatic(office.case()) == (3,)


def test_terms_by_hand() -> None:
    assert term_of(TEN, "2013-10-26", 10).eligible_on == "2013-10-26"
    assert term_of(TEN, "2013-10-26", 0).eligible_on == "2013-10-03"
    short = term_of(TEN, "2013-10-26", 3)
    assert [one["date"] for one in short.served] == ["2013-10-03", "2013-10-05", "2013-10-08"]
    assert short.eligible_on == "2013-10-10"
    # five are missed when three are left: he is back at the next game after the decision
    assert term_of(TEN, "2013-10-26", 3, since="2013-10-14").eligible_on == "2013-10-15"
    assert term_of(TEN, None, 10).open == ("the day of return: no game after is known",)
    assert term_of(TEN, "2013-10-26", 11).eligible_on is None
