"""What a clause may attach, by name, and how its price is written in one phrase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from review.core.findings import Consequence

__all__ = ["KINDS", "NOTHING", "SUPPLEMENTARY", "as_discretion", "price", "prices"]

KINDS: Mapping[str, str] = {
    "bench_minor": "bench minor penalty",
    "game_misconduct": "game misconduct penalty",
    "suspension": "suspension without pay",
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
    """
    detail: Mapping[str, Any] = consequence.detail
    return f"{consequence.kind} ({detail['games']} games)" if "games" in detail else consequence.kind


def prices(consequences: Sequence[Consequence]) -> tuple[str, ...]:
    """All phrases, or "nothing"."""
    return tuple(price(one) for one in consequences) or (NOTHING,)


def as_discretion(consequences: Sequence[Consequence], note: str) -> tuple[Consequence, ...]:
    """The same consequences, none automatic, with the note that says why."""
    return tuple(
        Consequence(one.kind, automatic=False, detail={**one.detail, "note": note}) for one in consequences
    )
