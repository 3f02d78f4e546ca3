"""Properties of what follows that hold for any findings."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from review.core.facts import Fact
from review.rules.engine import judge
from review.rules.library import load_pack
from review.rules.office_records import ClubRecord, Office, PlayerRecord, SeasonRecord
from review.rules.outcome import OutcomeRow, outcomes
from review.rules.pack import Pack
from review.rules.schedule import ScheduledGame
from tests.property.test_rules import facts, facts_and_more

PACKS = [load_pack("seeds"), load_pack("fphl"), load_pack("usa-hockey")]
DAY = date(2012, 1, 1)
SCHEDULE = tuple(
    ScheduledGame(DAY + timedelta(days=3 * i), "regular", (team, "C"))
    for i in range(8)
    for team in ("A", "B")
)
OFFICE = Office(
    day=DAY,
    schedule=SCHEDULE,
    seasons=(SeasonRecord("2011-12", days=187, complete=True),),
    clubs=(ClubRecord("A", (date(2010, 1, 10),), complete=True),),
    players=(PlayerRecord("A", person=1, salary_fixed=Decimal("650000.00")),),
)


def follow(known: list[Fact], pack: Pack, office: Office | None) -> tuple[OutcomeRow, ...]:
    return outcomes(judge(known, pack, everything=True), pack, office)


@settings(max_examples=60, deadline=None)
@given(known=facts(), pack=st.sampled_from(PACKS), seed=st.integers(0, 99))
def test_the_order_of_findings_is_irrelevant(known: list[Fact], pack: Pack, seed: int) -> None:
    findings = list(judge(known, pack, everything=True))
    straight = outcomes(findings, pack, OFFICE)
    Random(seed).shuffle(findings)
    assert outcomes(findings, pack, OFFICE) == straight


def due(rows: tuple[OutcomeRow, ...]) -> set[tuple[object, ...]]:
    """What is automatic: clause, team, man and kind. A referral is due because something is not known."""
    return {
        (row.clause, row.subject.team, row.subject.person, row.kind)
        for row in rows
        if row.automatic and row.clause != "72d-N"
    }


@settings(max_examples=80, deadline=None)
@given(both=facts_and_more(st.just(None)), pack=st.sampled_from(PACKS))
def test_an_unknown_more_adds_nothing_automatic(both: tuple[list[Fact], list[Fact]], pack: Pack) -> None:
    """A penalty that another's had replaced may come back, so a clause that applied before is no news."""
    known, unknown = both
    before = judge(known, pack, everything=True)
    tripped = {(one.clause, one.subject.team, one.subject.person) for one in before if one.verdict == "trips"}
    more = due(follow([*known, *unknown], pack, OFFICE)) - due(outcomes(before, pack, OFFICE))
    built = {clause.id for clause in pack.clauses if clause.evaluator in ("lost_pay_due", "carried_over")}
    assert not [row for row in more if row[:3] not in tripped and row[0] not in built]


@settings(max_examples=60, deadline=None)
@given(known=facts(), pack=st.sampled_from(PACKS), office=st.sampled_from([None, OFFICE]))
def test_money_is_exact_and_games_add_up(known: list[Fact], pack: Pack, office: Office | None) -> None:
    for row in follow(known, pack, office):
        assert row.amount is None or (isinstance(row.amount, Decimal) and row.amount >= 0)
        assert row.why and len(row.served) <= (row.games or 0)
        assert row.kind != "suspension" or row.games
        assert row.eligible_on is None or all(game.day < row.eligible_on for game in row.served)
        if office is None and row.kind == "suspension":
            assert not row.served and "no schedule was given" in " ".join(row.open)


def test_an_open_finding_attaches_nothing_by_itself() -> None:
    """The same finding, once it is open, gives no automatic row whatever consequence it still carries."""
    from review.rules.facts_toml import facts_from_rows
    from tests.unit.office_made import FIRST_AND_SECOND

    findings = judge(facts_from_rows(FIRST_AND_SECOND, file="facts"), PACKS[0])
    assert any(row.automatic for row in outcomes(findings, PACKS[0], OFFICE))
    open_ = [replace(one, verdict="cannot tell") for one in findings]
    assert not [row for row in outcomes(open_, PACKS[0], OFFICE) if row.automatic]
