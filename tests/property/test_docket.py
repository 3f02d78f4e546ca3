"""Properties of a docket that hold for any trail."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from review.core.errors import DocketRefused
from review.rules.docket.acts import Change
from review.rules.docket.ledger import person_ledger, persons_in
from review.rules.docket.state import cases_of
from tests.unit.dockets import Office, games, row

DAYS = [f"2013-10-{day:02d}" for day in range(1, 29)]
LADDER = games(*(day[5:] for day in DAYS[2:22:2]))


def trail(seed: int) -> Office:
    """A docket on which somebody does something almost every day; what is refused is left out."""
    random = Random(seed)
    office = Office(DAYS[0])
    for day in DAYS:
        office.day = day
        cases = len(office.cases())
        if not cases or random.random() < 0.1:
            office.open(
                [row(served=LADDER, eligible_on="2013-10-25"), row("coach_fine", "72u", automatic=False)]
            )
            continue
        case, ruling = random.randint(1, cases), random.randint(1, 2)
        count = random.randint(0, 12)
        fine = Change(amount_usd=Decimal(count * 100))
        doing = [
            lambda c=case: office.decide(1, c),
            lambda c=case, n=count: office.decide(1, c, change=Change(games=n), departs="x", anew=True),
            lambda c=case, f=fine: office.decide(2, c, change=f),
            lambda c=case, r=ruling: office.appeal(r, c),
            lambda c=case, r=ruling, n=count: office.answer(r, "reduced", c, change=Change(games=n)),
            lambda c=case, r=ruling: office.answer(r, random.choice(["upheld", "set aside", "withdrawn"]), c),
            lambda c=case, r=ruling: office.rescind(r, c),
        ]
        try:
            random.choice(doing)()
        except DocketRefused:
            continue
    return office


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_what_was_known_then_never_changes(seed: int) -> None:
    entries = trail(seed).docket.entries()
    for at in range(1, len(entries) + 1):
        if at == len(entries) or entries[at].recorded > entries[at - 1].recorded:
            assert cases_of(entries, known=entries[at - 1].recorded) == cases_of(entries[:at])


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_every_entry_is_read_back_and_no_man_is_back_before_his_games(seed: int) -> None:
    office = trail(seed)
    cases = office.cases()
    assert sorted(one.number for case in cases for one in case.entries) == [
        one.number for one in office.docket.entries()
    ]
    for case in cases:
        versions = [version.entry.number for ruling in case.rulings for version in ruling.versions]
        assert len(versions) == len(set(versions))
    for man in persons_in(cases):
        account = person_ledger(cases, man, on="2013-11-30")
        days = [one["date"] for one in LADDER]
        if account.eligible_on is not None and account.games:
            assert account.missed == account.games <= sum(day < account.eligible_on for day in days)
        elif account.games:
            assert account.open
