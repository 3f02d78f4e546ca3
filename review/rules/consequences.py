"""What a clause may attach, by name, and how its price is written in one phrase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from review.core.findings import Consequence

__all__ = ["KINDS", "NOTHING", "SUPPLEMENTARY", "as_discretion", "dollars", "price", "prices"]

KINDS: Mapping[str, str] = {
    "no_penalty": "play goes on, no penalty",
    "stands": "the penalty of the clause broken stands as it is",
    "whistle": "play is stopped at once, no time penalty",
    "delayed_whistle": "play is stopped as soon as the puck changes hands",
    "face_off": "the place of the face-off",
    "minor": "minor penalty",
    "bench_minor": "bench minor penalty",
    "game_misconduct": "game misconduct penalty",
    "penalty_shot": "penalty shot",
    "penalty_shot_or_optional_bench_minor": "penalty shot, or a bench minor if the other team so chooses",
    "goal_awarded": "a goal is awarded",
    "goal_disallowed": "the goal is disallowed; penalties stand",
    "unexpired_time": "the unexpired time is served",
    "usual_penalties": "the ordinary penalties for what he did",
    "major": "major penalty",
    "match": "match penalty",
    "suspension": "suspension without pay",
    "carry_over": "games not served this season are served in the next",
    "player_fine": "fine of the player",
    "team_fine": "fine of the team",
    "staff_fine": "fine of the club's official",
    "coach_fine": "fine of the coach",
    "coach_suspension": "suspension of the coach until the Commissioner has reviewed it",
    "pay_to_league": "the club pays the League what the player loses",
    "reimbursement_fine": "fine of the club for paying in the player's place",
    "report": "reported to the Commissioner",
    "refer_to_commissioner": "the Commissioner or his designee may name the men later",
    "supplementary_discipline": "referred for supplementary discipline, nothing automatic",
}
NOTHING = "nothing"
SUPPLEMENTARY = "supplementary_discipline"


def price(consequence: Consequence) -> str:
    """The consequence in one phrase.

    Examples
    --------
    >>> price(Consequence("suspension", automatic=True, detail={"games": 10}))
    'suspension (10 games)'
    >>> price(Consequence("team_fine", automatic=True, detail={"amount": "15000"}))
    'team_fine ($15,000)'
    """
    detail: Mapping[str, Any] = consequence.detail
    parts = [f"{detail['games']} games"] if "games" in detail else []
    parts += [f"{words}{dollars(detail[key])}" for key, words in _MONEY.items() if key in detail]
    parts += [str(detail[key]) for key in ("place", "now_and_next") if key in detail]
    return f"{consequence.kind} ({', '.join(parts)})" if parts else consequence.kind


_MONEY = {"amount": "", "at_least": "at least ", "first": "at least ", "up_to": "up to "}


def dollars(amount: object) -> str:
    """A sum of money.

    Examples
    --------
    >>> dollars("17567.55"), dollars(200)
    ('$17,567.55', '$200')
    """
    return f"${Decimal(str(amount)):,}"


def prices(consequences: Sequence[Consequence]) -> tuple[str, ...]:
    """All phrases, or "nothing"."""
    return tuple(price(one) for one in consequences) or (NOTHING,)


def as_discretion(consequences: Sequence[Consequence], note: str) -> tuple[Consequence, ...]:
    """The same consequences, none automatic, with the note that says why."""
    return tuple(
        Consequence(one.kind, automatic=False, detail={**one.detail, "note": note}) for one in consequences
    )
