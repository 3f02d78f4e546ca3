"""Sums: what a fine or lost pay comes to by the office's records, in exact dollars, or why it is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from review.core.findings import Consequence, Finding
from review.rules.consequences import dollars
from review.rules.desk import Desk
from review.rules.ledger import FineRule, fine_of
from review.rules.pack import Clause
from review.rules.salaries import lost_pay
from review.rules.units import Quantity

__all__ = ["Sum", "fine_rule", "highest_fine", "lost_pay_of", "stated", "team_fine_of"]


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum of dollars; None is not known, and `open` says why."""

    amount: Decimal | None = None
    open: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


def stated(consequence: Consequence) -> Sum:
    """The sum as the finding has it: fixed by the clause or reckoned from facts, or up to a person."""
    detail = consequence.detail
    if "amount" in detail:
        return Sum(Decimal(str(detail["amount"])), why=_note(detail))
    if "up_to" in detail:
        return Sum(open=(f"the sum: a person decides, up to {dollars(detail['up_to'])}",))
    return Sum()


def _note(detail: Mapping[str, object]) -> tuple[str, ...]:
    return (f"By the finding: {detail['note']}.",) if "note" in detail else ()


def fine_rule(clause: Clause, settings: Mapping[str, object]) -> FineRule:
    """The club's growing fine as the clause and the pack's readings have it (A6)."""
    first, step, window = (_number(clause, name) for name in ("first", "step", "window"))
    readings = (str(settings[name]) for name in ("fine_window", "window_edge", "fine_step"))
    return FineRule(first, step, int(window), *readings)


def _number(clause: Clause, name: str) -> Decimal:
    value = clause.params[name]
    return Decimal(value.text.split()[0]) if isinstance(value, Quantity) else Decimal(str(value))


def team_fine_of(finding: Finding, consequence: Consequence, desk: Desk, *, before: int) -> Sum:
    """The club's fine by its history; `before` cases of the same game came earlier."""
    if "amount" in consequence.detail:
        return stated(consequence)
    team, clause = finding.subject.team, desk.pack.clause(finding.clause)
    rule, cases = fine_rule(clause, desk.pack.settings), int(consequence.detail.get("cases", 1))
    club = desk.office.club(team)
    told = [day for day in club.cases if desk.day is None or day < desk.day] if club else []
    today = desk.day if club else None
    amount = sum((fine_of(told, today, before + i, rule) for i in range(cases)), Decimal(0))
    least = (
        f"the sum: at least {dollars(amount)}, {dollars(rule.step)} more for each further case that counts"
    )
    if club is None:
        return Sum(open=(f"{least}; the history of {team} was not given",))
    days = ", ".join(map(str, told)) or "none"
    why = (f"Earlier cases of {team} by {desk.source()}: {days}.",)
    if desk.day is None:
        return Sum(open=(f"{least}; the day of the game is not known",), why=why)
    if not club.complete:
        return Sum(open=(f"{least}; whether all of {team}'s cases are told is not said",), why=why)
    window = f"{rule.window_years} years, {rule.window}, their last day {rule.edge} (A6)"
    step = f"{dollars(rule.first)}, and {dollars(rule.step)} more for each case within {window}"
    return Sum(amount, why=(*why, f"{step}: {dollars(amount)}."))


def highest_fine(finding: Finding, consequence: Consequence, desk: Desk) -> Sum:
    """The most that the agreement of the season allowed: from the office's file, else the pack's table."""
    if "amount" in consequence.detail:
        return stated(consequence)
    if desk.season is None:
        return Sum(open=("the sum: the season is not known, and with it the agreement's maximum",))
    told, table = desk.office.season_record(desk.season), desk.pack.cba_maxima.get(desk.season)
    if told is not None and told.cba_maximum is not None:
        amount, first_two, source = told.cba_maximum, told.cba_first_two, desk.source()
    elif table is not None:
        amount, first_two, source = table.amount, table.first_two, table.source
    else:
        return Sum(open=(f"the sum: the agreement's maximum of {desk.season} was not given",))
    if first_two is not None:
        among = _among_first_two(finding, desk)
        if among is None:
            both = f"{dollars(first_two)} if he is one of the first two, else {dollars(amount)}"
            return Sum(open=(f"the sum: {both}",))
        amount = first_two if among else amount
    return Sum(amount, why=(f"The agreement's maximum of {desk.season}: {dollars(amount)} ({source}).",))


def _among_first_two(finding: Finding, desk: Desk) -> bool | None:
    """Whether he is one of the first two of his team to leave; None where the findings leave it open."""
    ranked = [
        one
        for one in desk.findings
        if desk.pack.clause(one.clause).evaluator in ("ranked_leaver", "first_or_second")
        and one.subject.team == finding.subject.team
        and one.verdict == "trips"
    ]
    if any(desk.man(one) == desk.man(finding) and one.start == finding.start for one in ranked):
        return True
    places = [one.clause for one in ranked if desk.pack.clause(one.clause).evaluator == "ranked_leaver"]
    return False if len(places) == 2 and len(set(places)) == 2 else None


def lost_pay_of(finding: Finding, games: int, desk: Desk, *, carried: int | None) -> Sum:
    """What the club pays the League for `games` of a suspension; `carried` of them fall in a later season."""
    settings = desk.pack.settings
    basis, divisor = str(settings["pay_basis"]), str(settings["pay_divisor"])
    record, season = desk.record(finding.subject), desk.office.season_record(desk.season)
    salary = getattr(record, f"salary_{basis}") if record else None
    length = getattr(season, divisor) if season else None
    open_: list[str] = []
    if salary is None:
        open_.append(f"the sum: his {basis} salary was not given")
    if length is None:
        words = {"days": "days of the regular season", "games": "games of the regular season"}[divisor]
        open_.append(f"the sum: the {words} {desk.season or ''} were not given".replace("  ", " "))
    if carried:
        open_.append(
            f"whether the {carried} carried over are reckoned by the next season's pay: the text does not say"
        )
    if salary is None or length is None:
        return Sum(open=tuple(open_))
    rounding = str(settings["pay_round"])
    amount = lost_pay(salary, days=length, games=games, rounding=rounding)
    how = {"per_day": "one day's share to the cent, times the games", "once": "rounded once"}[rounding]
    step = f"{dollars(salary)} over {length} {divisor}, {games} games, {how} (A17): {dollars(amount)}."
    return Sum(amount, tuple(open_), (step,))
