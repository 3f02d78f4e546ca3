"""Lost pay: a season's salary for the games of a suspension, exact to the cent."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

__all__ = ["lost_pay"]

_CENT = Decimal("0.01")


def lost_pay(salary: Decimal, *, days: int, games: int, rounding: str = "per_day") -> Decimal:
    """What a club pays the League for a suspended man.

    Parameters
    ----------
    salary : dollars of one season
    days : days of the regular season (or games, where the book divides by games)
    games : games missed
    rounding : "per_day" rounds the daily amount to the cent and multiplies; "once" rounds the product

    Raises
    ------
    ValueError
        If there is no day to divide by, or the rounding is not known.

    Examples
    --------
    >>> lost_pay(Decimal(650000), days=185, games=5)
    Decimal('17567.55')
    >>> lost_pay(Decimal(650000), days=185, games=5, rounding="once")
    Decimal('17567.57')
    """
    if days <= 0 or games < 0:
        raise ValueError(f"{games} games of a season of {days} days is no share of a salary")
    if rounding == "per_day":
        return (salary / days).quantize(_CENT, ROUND_HALF_UP) * games
    if rounding == "once":
        return (salary * games / days).quantize(_CENT, ROUND_HALF_UP)
    raise ValueError(f"rounding {rounding!r} is neither per_day nor once")
