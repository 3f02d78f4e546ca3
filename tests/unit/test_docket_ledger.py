"""Accounts: the three-year window at its edges, games one after the other, what was known then."""

from __future__ import annotations

from decimal import Decimal

import pytest

from review.core.errors import DocketRefused
from review.rules.docket.acts import Change
from review.rules.docket.ledger import club_ledger, clubs_in, fine_book, fine_due, person_ledger, persons_in
from review.rules.docket.source import source_of
from review.rules.library import load_pack
from tests.unit.dockets import Office, games, row

BOOK = fine_book(load_pack("seeds"))
CLUB = {"team": "A", "number": None, "name": None, "role": "club"}


def fined(days: list[tuple[str, int]]) -> Office:
    """A club fined on those days."""
    office = Office("2020-01-01")
    for number, (day, amount) in enumerate(days, start=1):
        office.day = day
        office.open([row("team_fine", "72e", subject=CLUB, amount_usd=f"{amount}.00")])
        office.decide(1, number)
    return office


def test_the_book_of_the_seeds() -> None:
    assert BOOK is not None
    assert (BOOK.clause, BOOK.rule.first, BOOK.rule.step, BOOK.rule.window_years) == ("72e", 10_000, 5_000, 3)


def test_a_fourth_case_costs_25_000_within_three_years_and_10_000_on_their_last_day() -> None:
    office = fined([("2020-01-01", 10_000), ("2020-06-01", 15_000), ("2022-01-01", 20_000)])
    account = club_ledger(office.cases(), "A", on="2022-12-31", book=BOOK)
    assert account.next_fine_usd == 25_000
    assert (account.total_usd, account.window_ends) == (Decimal("45000.00"), "2023-01-01")
    assert account.occurrences == ("2020-01-01", "2020-06-01", "2022-01-01")
    after = club_ledger(office.cases(), "A", on="2023-01-01", book=BOOK)
    assert (after.next_fine_usd, after.occurrences, after.window_ends) == (10_000, (), None)
    assert after.total_usd == Decimal("45000.00")


def test_a_rescinded_case_counts_no_more_but_did_as_known_then() -> None:
    office = fined([("2020-01-01", 10_000), ("2020-06-01", 15_000)])
    office.day = "2020-09-01"
    office.rescind(1, 1)
    assert club_ledger(office.cases(), "A", on="2021-01-01", book=BOOK).next_fine_usd == 15_000
    then = office.cases(known="2020-08-31")
    assert club_ledger(then, "A", on="2021-01-01", book=BOOK).next_fine_usd == 20_000


def test_a_fine_due_counts_cases_of_earlier_days_also_if_decided_later() -> None:
    assert BOOK is not None
    office = Office("2020-03-20")
    early = [row("team_fine", "72e", subject=CLUB, amount_usd="10000.00")]
    office.open(early, incident="2020-03-01")
    office.open(early, incident="2020-03-05")
    office.decide(1, 1)
    assert fine_due(office.cases(), office.case(2), "A", BOOK) == 15_000
    assert fine_due(office.cases(), office.case(1), "A", BOOK) == 10_000
    assert fine_due(office.cases(), office.case(2), "B", BOOK) == 10_000


def test_a_sum_under_another_rule_is_on_the_account_but_opens_no_window() -> None:
    office = Office("2011-02-11")
    office.open([])
    office.by_hand("team_fine", "other powers", CLUB, Change(amount_usd=Decimal(100_000)))
    account = club_ledger(office.cases(), "A", on="2011-03-01", book=BOOK)
    assert (account.total_usd, account.next_fine_usd, account.occurrences) == (100_000, 10_000, ())
    assert clubs_in(office.cases()) == ("A",)


def test_a_pack_without_fines_by_history_has_none_to_tell() -> None:
    assert fine_book(load_pack("iihf")) is None
    account = club_ledger(fined([("2020-01-01", 10_000)]).cases(), "A", on="2020-02-01", book=None)
    assert (account.total_usd, account.next_fine_usd) == (10_000, None)


def test_two_suspensions_are_served_one_after_the_other() -> None:
    office = Office("2013-10-01")
    three = games("10-03", "10-05", "10-08")
    five = games("10-03", "10-05", "10-08", "10-10", "10-12")
    office.open([row(games=3, served=three, eligible_on="2013-10-10")])
    office.open([row("suspension", "72d", games=2, served=five[:2], eligible_on="2013-10-12")])
    office.decide(1, 1)
    (man,) = persons_in(office.cases())
    alone = person_ledger(office.cases(), man, on="2013-10-06")
    assert (alone.games, alone.missed, alone.eligible_on) == (3, 2, "2013-10-10")
    office.decide(1, 2)
    both = person_ledger(office.cases(), man, on="2013-10-06")
    assert (both.games, both.missed) == (5, 2)
    # five games: 3, 5, 8, 10 and 12 October; no later game is known
    assert (both.eligible_on, both.open) == (None, ("the day of return: no game after is known",))


def test_games_carried_over_are_not_counted_twice_nor_those_that_nobody_imposed() -> None:
    office = Office("2013-10-01")
    ladder = games("10-03", "10-05", "10-08", "10-10", "10-12")
    office.open(
        [
            row(games=3, served=ladder[:3], eligible_on="2013-10-15"),
            row("suspension", "72t", games=2, served=ladder[3:], eligible_on="2013-10-15"),
            row("carry_over", "72v-N", games=1, served=ladder[2:3], eligible_on="2013-10-15"),
        ]
    )
    office.decide(1)
    office.decide(3)
    first = person_ledger(office.cases(), "al berg", on="2013-10-30")
    assert (first.games, first.missed, first.eligible_on) == (3, 3, "2013-10-10")
    office.decide(2)
    both = person_ledger(office.cases(), "al berg", on="2013-10-30")
    assert (both.games, both.missed, both.eligible_on) == (5, 5, "2013-10-15")


def test_one_man_by_name_whatever_his_team_and_another_of_the_same_number_apart() -> None:
    office = Office("2013-10-01")
    office.open(
        [
            row(),
            row(subject={"team": "B", "number": 12, "name": "Al  BERG"}),
            row(subject={"team": "A", "number": 12}),
        ]
    )
    for proposal in (1, 2, 3):
        office.decide(proposal)
    assert list(persons_in(office.cases())) == ["A 12", "al berg"]
    assert person_ledger(office.cases(), "al berg", on="2013-10-02").games == 20


def test_a_source_is_read_by_its_outcomes_and_without_them_by_what_trips() -> None:
    ten = {"kind": "suspension", "automatic": True, "games": 10}
    finding = {
        "id": 4,
        "clause": "72c",
        "pack": "seeds@1",
        "verdict": "trips",
        "subject": {"team": "A", "person": 7},
        "why": ["He was first."],
        "missing": [],
        "branches": [],
        "consequence": [ten, {"kind": "face_off", "automatic": True}],
    }
    data = {
        "pack": "seeds@1",
        "findings": [finding, {**finding, "id": 5, "verdict": "does not"}],
        "facts": [{"kind": "game_date", "value": "2001-12-20"}],
        "people": [{"id": 7, "number": 12, "name": None}],
    }
    bare = source_of(data, name="j.json", sha256="ab")
    assert [(one["finding"], one["kind"], one["games"]) for one in bare.proposals] == [(4, "suspension", 10)]
    assert bare.proposals[0]["subject"]["number"] == 12
    assert (bare.day, bare.pack, bare.teams, len(bare.findings)) == ("2001-12-20", "seeds@1", ("A",), 1)
    rows = [
        row(served=games("10-03"), games=1, eligible_on="2013-10-05"),
        row("team_fine", amount_usd="10000"),
    ]
    told = source_of({**data, "outcomes": rows}, name="j.json", sha256="ab")
    assert [one["amount_usd"] for one in told.proposals] == [None, "10000.00"]
    assert told.proposals[0]["eligible_on"] == "2013-10-05"
    assert source_of({**data, "outcomes": []}, name="j.json", sha256="ab").proposals == ()


def test_a_finding_that_a_reviewer_rejected_proposes_nothing_unless_he_took_it_back() -> None:
    findings = [{"id": id_, "verdict": "trips", "subject": {"team": "A"}} for id_ in (1, 2)]
    no = {"id": 1, "finding": 1, "decision": "rejected", "person": "Tom Roe", "supersedes": None}
    yes = {"id": 2, "finding": 1, "decision": "accepted", "person": "Tom Roe", "supersedes": 1}
    data = {"findings": findings, "outcomes": [row(), row(finding=2)], "rulings": [no]}
    told = source_of(data, name="j.json", sha256="ab")
    assert [one["finding"] for one in told.proposals] == [2]
    assert [one["rejected_by"] for one in told.findings] == ["Tom Roe", None]
    again = source_of({**data, "rulings": [no, yes]}, name="j.json", sha256="ab")
    assert [one["finding"] for one in again.proposals] == [1, 2]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "banishment"}, "outcome 1: there is no kind 'banishment'"),
        ({"automatic": "yes"}, "outcome 1: `automatic`"),
        ({"games": -1}, "outcome 1: -1 games"),
        ({"games": True}, "outcome 1: True games"),
        ({"amount_usd": "lots"}, "outcome 1: 'lots' is no sum"),
        ({"eligible_on": "soon"}, "outcome 1: 'soon' is no date"),
        ({"served": [{"date": "2013-13-01"}]}, "outcome 1: '2013-13-01' is no date"),
    ],
)
def test_a_row_that_is_not_as_the_format_says_cannot_enter(change: dict[str, object], words: str) -> None:
    with pytest.raises(DocketRefused, match=words):
        source_of({"findings": [], "outcomes": [row(**change)]}, name="j.json", sha256="ab")


@pytest.mark.parametrize("data", [[], {}, {"findings": 3}, "x"])
def test_what_is_no_report_is_refused(data: object) -> None:
    with pytest.raises(DocketRefused, match=r"j\.json: this is neither a report nor judged facts"):
        source_of(data, name="j.json", sha256="ab")


def test_a_torn_report_is_refused() -> None:
    with pytest.raises(DocketRefused, match="not whole"):
        source_of({"findings": [{"verdict": "trips", "id": 1}]}, name="j.json", sha256="ab")
