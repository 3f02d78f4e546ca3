"""Judging what the league's office reckons: team fines by history, lost pay, games carried over."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from review.core.facts import Fact
from review.core.findings import Branch, Consequence
from review.rules.acts import Conditions, built_on, followed
from review.rules.bearing import dates_of, money_of, number_of
from review.rules.consequences import dollars
from review.rules.evidence import Evidence, Outcome, settle, told
from review.rules.ledger import FineRule, fine_of
from review.rules.salaries import lost_pay
from review.rules.teams import per_team

__all__ = ["carried_over", "lost_pay_due", "team_fine"]

_HISTORY = ("game_date", "earlier_case", "history_complete")


def team_fine(
    evidence: Evidence,
    *,
    first_usd: float,
    step_usd: float,
    window_years: float,
    fine_unit: str,
    fine_window: str,
    window_edge: str,
    fine_step: str,
) -> tuple[Outcome, ...]:
    """One outcome an altercation and team of which a player left a bench: the fine by the club's history.

    Parameters
    ----------
    first_usd, step_usd, window_years : the first case's fine, what each further one adds, and for how long
    fine_unit : what is one case: an altercation, a game, a player (A6)
    fine_window, window_edge, fine_step : how the years and the steps are counted (A6)
    """
    rule = FineRule(
        _decimal(first_usd), _decimal(step_usd), int(window_years), fine_window, window_edge, fine_step
    )
    outcomes = per_team(
        evidence,
        lambda one: {"trips": True, "does not": False}.get(one.verdict),
        role=None,
        words="left a bench",
    )
    out = []
    before: dict[str | None, int] = {}
    for outcome in outcomes:
        if outcome.verdict != "trips":
            out.append(outcome)
            continue
        team = outcome.subject.team
        men = sum(one.verdict == "trips" for one in outcome.tags["men"])
        if fine_unit == "game" and team in before:
            step = "The game is one case (A6), and is fined above; nothing is added."
            out.append(replace(outcome, consequences=(), steps=(*outcome.steps, step)))
            continue
        cases = men if fine_unit == "player" else 1
        out.append(_fined(outcome, evidence, rule, cases=cases, before=before.get(team, 0)))
        before[team] = before.get(team, 0) + cases
    return tuple(out)


def _fined(outcome: Outcome, evidence: Evidence, rule: FineRule, *, cases: int, before: int) -> Outcome:
    """The sum, or the least it can be, with what each further earlier case would make of it."""
    facts = [fact for fact in evidence.of(*_HISTORY) if fact.subject.team in (None, outcome.subject.team)]
    of = {kind: [fact for fact in facts if fact.kind == kind] for kind in _HISTORY}
    steps = [told(fact, evidence.clock) for fact in facts]
    today, earlier = dates_of(of["game_date"]), dates_of(of["earlier_case"])
    complete = settle(of["history_complete"]).value if of["history_complete"] else None
    known = today is not None and len(today) == 1 and earlier is not None
    sums = [
        fine_of(earlier if known and earlier else (), today[0] if known and today else None, before + i, rule)
        for i in range(cases)
    ]
    amount = sum(sums, Decimal(0))
    missing = (
        ()
        if known and complete
        else tuple(kind for kind in ("game_date", "history_complete") if not of[kind])
    )
    note = f"{cases} case{'' if cases == 1 else 's'} here, {len(earlier or ())} told before"
    key = "amount" if known and complete else "at_least"
    steps.append(f"Reckoned: {note}: {'' if key == 'amount' else 'at least '}{dollars(amount)}.")
    branches = outcome.branches
    if key == "at_least":
        more = amount + rule.step * cases
        branches = (
            *branches,
            Branch("one earlier case more within the years", (f"team_fine ({dollars(more)})",)),
        )
    detail: dict[str, Any] = {key: str(amount), "cases": cases, "note": note}
    return replace(
        outcome,
        facts=(*outcome.facts, *facts),
        steps=(*outcome.steps, *steps),
        branches=branches,
        missing=(*outcome.missing, *missing),
        consequences=(Consequence("team_fine", automatic=True, detail=detail),),
    )


def _decimal(value: float) -> Decimal:
    return Decimal(str(value)).quantize(Decimal(1)) if float(value).is_integer() else Decimal(str(value))


def lost_pay_due(
    evidence: Evidence, *, pay_round: str, pay_basis: str, pay_divisor: str
) -> tuple[Outcome, ...]:
    """One outcome a man suspended: what his club pays the League for the games he misses.

    Parameters
    ----------
    pay_round : the daily amount rounded to the cent and then multiplied, or rounded once (A17)
    pay_basis : the fixed salary of that season, or the average over the contract
    pay_divisor : by days or by games of the regular season
    """
    out = []
    for id, base in followed(evidence):
        games, stated = _games(base, evidence, id)
        salary = [f for f in evidence.of(f"salary_{pay_basis}") if _his(f, base)]
        length = list(evidence.of(f"season_{pay_divisor}"))
        total, days = money_of(salary), number_of(length)
        facts = (*stated, *salary, *length)
        amount = None
        if total is not None and days and days[0] and days[0] == days[1] and games:
            amount = lost_pay(total, days=int(days[0]), games=games, rounding=pay_round)
        missing = [f"salary_{pay_basis}"] if total is None else []
        missing += [f"season_{pay_divisor}"] if not days or days[0] != days[1] or not days[0] else []
        missing += ["games_suspended"] if not games else []
        found = _office(facts, evidence, value=None if amount is None else True, missing=tuple(missing))
        outcome = built_on(id, base, found, evidence)
        if outcome.verdict == "trips" and amount is not None and total is not None and days:
            step = f"{dollars(total)} over {days[0]:g} {pay_divisor}, {games} games: {dollars(amount)}."
            detail = {"amount": str(amount), "note": f"{games} games of {days[0]:g} {pay_divisor}"}
            paid = (Consequence("pay_to_league", automatic=True, detail=detail),)
            outcome = replace(outcome, consequences=paid, steps=(*outcome.steps, step))
        out.append(replace(outcome, quiet=base.quiet or (outcome.verdict != "trips" and not salary)))
    return tuple(out)


def carried_over(evidence: Evidence, *, carry: str) -> tuple[Outcome, ...]:
    """One outcome a man suspended for more games than his team has left: the rest is served next season.

    Parameters
    ----------
    carry : what is counted in the next season (A18)
    """
    out = []
    for id, base in followed(evidence):
        games, stated = _games(base, evidence, id)
        left = [f for f in evidence.of("games_left") if f.subject.team in (None, base.subject.team)]
        band = number_of(left)
        exact = band[0] if band and band[0] == band[1] else None
        over = games > exact if exact is not None and games else None
        missing = (*(("games_left",) if exact is None else ()), *(("games_suspended",) if not games else ()))
        found = _office((*stated, *left), evidence, value=over, missing=missing)
        outcome = built_on(id, base, found, evidence)
        if outcome.verdict == "trips" and band and band[0] is not None:
            now = int(band[0])
            detail = {
                "now": now,
                "next_season": games - now,
                "now_and_next": f"{now} now, {games - now} next season",
            }
            carried = (Consequence("carry_over", automatic=True, detail=detail),)
            outcome = replace(outcome, consequences=carried)
        out.append(replace(outcome, quiet=base.quiet or (outcome.verdict != "trips" and not left)))
    return tuple(out)


def _office(
    facts: tuple[Fact, ...], evidence: Evidence, *, value: bool | None, missing: tuple[str, ...]
) -> Conditions:
    steps = tuple(told(fact, evidence.clock) for fact in facts)
    return Conditions(value, facts, steps, missing if value is None else (), (), (), given=bool(facts))


def _his(fact: Fact, base: Outcome) -> bool:
    same_man = fact.subject.person in (None, base.subject.person)
    return same_man and fact.subject.team in (None, base.subject.team)


def _games(base: Outcome, evidence: Evidence, id: str) -> tuple[int, tuple[Fact, ...]]:
    """For how many games: as stated, else by the clause that suspends him."""
    stated = tuple(f for f in evidence.of("games_suspended") if _his(f, base))
    band = number_of(stated)
    if band and band[0] is not None and band[0] == band[1]:
        return int(band[0]), stated
    price = base.consequences if base.consequences is not None else evidence.price_of(id)
    counted = [
        int(one.detail["games"]) for one in price if one.kind == "suspension" and "games" in one.detail
    ]
    return sum(counted), stated
