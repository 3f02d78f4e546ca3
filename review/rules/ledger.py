"""The club's ledger: what a further case costs by the cases before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from review.rules.seasons import years_after

__all__ = ["FineRule", "fine_of", "place_of"]


@dataclass(frozen=True, slots=True)
class FineRule:
    """A fine that grows with further cases.

    Attributes
    ----------
    first, step : dollars
    window_years : how long after the first case further ones count
    window : "fixed" from the first case, or "rolling" back from each
    edge : the anniversary itself is out ("exclusive") or in ("inclusive")
    steps : each further case adds once more ("cumulative"), or only once ("flat")
    """

    first: Decimal
    step: Decimal
    window_years: int
    window: str = "fixed"
    edge: str = "exclusive"
    steps: str = "cumulative"


def place_of(earlier: Sequence[date], today: date, rule: FineRule) -> int:
    """How many cases of the same window came before a case of today.

    With a fixed window the first case opens it, and the first one after its end opens the next.

    Examples
    --------
    >>> rule = FineRule(Decimal(10000), Decimal(5000), 3)
    >>> place_of([date(2020, 1, 1), date(2021, 1, 1)], date(2022, 12, 31), rule)
    2
    >>> place_of([date(2020, 1, 1), date(2021, 1, 1)], date(2023, 1, 1), rule)
    0
    """
    days = sorted(day for day in earlier if day <= today)
    if rule.window == "rolling":
        return sum(_within(day, today, rule) for day in days)
    opened: date | None = None
    count = 0
    for day in [*days, today]:
        if opened is None or not _within(opened, day, rule):
            opened, count = day, 0
        count += 1
    return count - 1


def _within(first: date, day: date, rule: FineRule) -> bool:
    end = years_after(first, rule.window_years)
    return day <= end if rule.edge == "inclusive" else day < end


def fine_of(earlier: Sequence[date], today: date | None, more: int, rule: FineRule) -> Decimal:
    """The fine of a case, after `earlier` days and `more` cases of the same game; today None = no history."""
    place = more + (place_of(earlier, today, rule) if today is not None else 0)
    return rule.first + rule.step * (place if rule.steps == "cumulative" else min(place, 1))
