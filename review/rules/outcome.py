"""What follows: findings joined with schedule, history and pay, one row a consequence; imposed by nobody."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from review.core.facts import Fact
from review.core.findings import Consequence, Finding
from review.core.game import Game
from review.core.people import Person
from review.rules.consequences import KINDS
from review.rules.desk import Desk, Whom, at_desk, is_due
from review.rules.office_records import Office
from review.rules.pack import Clause, Pack
from review.rules.sums import Sum, highest_fine, lost_pay_of, stated, team_fine_of
from review.rules.terms import GameServed, Term, terms_of

__all__ = ["OutcomeRow", "outcomes"]

_NOTHING = ("no_penalty", "stands")
"""What a clause may attach, and nothing follows from it."""


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One consequence of one finding for one subject.

    Attributes
    ----------
    finding, clause : the finding it comes from, and the clause that attaches it
    kind : of `consequences.KINDS`
    automatic : the clause applies and leaves no choice; False = a person decides
    games, amount : of a suspension, and of a fine or payment in dollars; None = none, or not known
    served : the games missed, as far as the schedule shows
    eligible_on : the day of the first game that he may play again
    open, why : what is not known, and the steps, in words
    """

    finding: int
    clause: str
    subject: Whom
    kind: str
    automatic: bool
    games: int | None = None
    amount: Decimal | None = None
    served: tuple[GameServed, ...] = ()
    eligible_on: date | None = None
    open: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


def outcomes(
    findings: Iterable[Finding],
    pack: Pack,
    office: Office | None = None,
    *,
    facts: Sequence[Fact] = (),
    people: Iterable[Person] = (),
    game: Game | None = None,
) -> tuple[OutcomeRow, ...]:
    """Everything that follows from the findings, in their order; what the order in which they come is.

    A clause that is open attaches nothing here: its branches and prices stand with its finding.

    Parameters
    ----------
    pack : the book that the findings were made by
    office : the office's records; None = none, and what hangs on them is open
    facts : the facts judged, for the day of the game
    people, game : numbers, names and roster, as far as they are established

    Raises
    ------
    GameFileWrong
        If the records were written for another book, or name another day than the facts.
    """
    desk = at_desk(findings, pack, office or Office(), facts=facts, people=people, game=game)
    terms, before, rows = terms_of(desk), dict[str | None, int](), list[OutcomeRow]()
    told = {(one.clause, desk.man(one)) for one in desk.findings if one.verdict == "trips"}
    for finding in desk.findings:
        for place, one in enumerate(finding.consequence):
            if one.kind in _NOTHING:
                continue
            term = terms.get((finding.id, place))
            row = _row(finding, one, desk, term, before)
            rows.append(row)
            if term is not None and one.kind == "suspension":
                rows += _after(finding, row, term, desk, told)
    return tuple(rows)


def _row(
    finding: Finding, one: Consequence, desk: Desk, term: Term | None, before: dict[str | None, int]
) -> OutcomeRow:
    sum_ = _sum(finding, one, desk, before)
    branches = () if one.kind == "team_fine" else tuple(_branches(finding))
    clause = desk.pack.clause(finding.clause)
    row = OutcomeRow(
        finding.id,
        finding.clause,
        desk.whom(finding.subject, one.kind),
        one.kind,
        is_due(finding, one),
        amount=sum_.amount,
        open=(*sum_.open, *_choice(one), *branches),
        why=(*_because(finding, one, clause, desk), *sum_.why),
    )
    if term is None:
        return replace(row, games=one.detail["next_season"]) if one.kind == "carry_over" else row
    return replace(
        row,
        games=term.games,
        served=term.served,
        eligible_on=term.back,
        open=(*term.open, *row.open),
        why=(*row.why, *term.why),
    )


def _sum(finding: Finding, one: Consequence, desk: Desk, before: dict[str | None, int]) -> Sum:
    if one.kind == "team_fine" and {"first", "at_least", "amount"} & set(one.detail):
        team = finding.subject.team
        made = team_fine_of(finding, one, desk, before=before.get(team, 0))
        before[team] = before.get(team, 0) + int(one.detail.get("cases", 1))
        return made
    if one.kind == "player_fine":
        return highest_fine(finding, one, desk)
    return stated(one)


def _choice(one: Consequence) -> tuple[str, ...]:
    """What a person has to choose or decide, where the consequence itself leaves it."""
    detail = one.detail
    if one.kind == "penalty_shot_or_optional_bench_minor":
        whose = detail.get("choice", "the other team")
        return (f"penalty shot or bench minor: {whose} chooses",)
    if "until" in detail:
        return (f"how long: until {detail['until']}",)
    return ()


def _branches(finding: Finding) -> Iterator[str]:
    """Open questions that would change what follows from a clause that applies."""
    if finding.verdict == "trips":
        yield from (f"if {one.condition}: {', '.join(one.then)}" for one in finding.branches)


def _because(finding: Finding, one: Consequence, clause: Clause, desk: Desk) -> Iterator[str]:
    how = "automatic" if is_due(finding, one) else "a person decides"
    yield f"Clause {clause.id} of {desk.pack.name} ({clause.cite}), {clause.title}: {KINDS[one.kind]}, {how}."
    if "place" in one.detail:
        yield f"Face-off: {one.detail['place']}."
    if "note" in one.detail and one.kind not in ("team_fine", "player_fine", "pay_to_league"):
        yield f"Note: {one.detail['note']}."
    if "rule" in one.detail:
        yield f"Under rule {one.detail['rule']}."


def _after(
    finding: Finding, row: OutcomeRow, term: Term, desk: Desk, told: Container[tuple[str, object]]
) -> Iterator[OutcomeRow]:
    """What hangs on a suspension: the club's payment, and games carried over, unless a finding told them."""
    pay, carry, man = desk.clause_by("lost_pay_due"), desk.clause_by("carried_over"), desk.man(finding)
    if pay is not None and finding.clause in pay.follows and (pay.id, man) not in told:
        made = lost_pay_of(finding, term.games, desk, carried=term.carried)
        club = desk.whom(finding.subject, "pay_to_league")
        step = f"For the {term.games} games of clause {finding.clause}; he is without pay besides."
        yield OutcomeRow(
            finding.id, pay.id, club, "pay_to_league", row.automatic, None, made.amount,
            open=made.open, why=(_cited(pay, desk), step, *made.why),
        )  # fmt: skip
    carried = term.carried if carry is not None and (carry.id, man) not in told else None
    if carry is not None and carried and finding.clause in carry.follows:
        step = f"{term.games - carried} in {desk.season}, {carried} after it."
        later = tuple(one for one in term.served if one.season != desk.season)
        yield OutcomeRow(
            finding.id, carry.id, row.subject, "carry_over", row.automatic, carried, None, later,
            row.eligible_on, term.doubt, (_cited(carry, desk), step),
        )  # fmt: skip


def _cited(clause: Clause, desk: Desk) -> str:
    return f"Clause {clause.id} of {desk.pack.name} ({clause.cite}), {clause.title}."
