"""Values of facts as written by hand: yes, no, unknown; a number or an interval; money; a date."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation

from review.core.errors import PackWrong
from review.core.facts import FactValue
from review.rules.fact_kind import FactKind

__all__ = ["pair", "read_value", "yes_no"]

_WORDS = {"yes": True, "no": False, "unknown": None, True: True, False: False}


def read_value(value: object, kind: FactKind, place: str) -> FactValue:
    """The value of a fact of that kind; None where it is unknown.

    Raises
    ------
    PackWrong
        Naming the place and what may stand there.
    """
    if value is None or (value == "unknown" and isinstance(value, str)):
        return None
    if kind.type == "number":
        return _number(value, place, kind.unit or "")
    if kind.type == "money":
        return _money(value, place)
    return _date(value, place) if kind.type == "date" else yes_no(value, place)


def yes_no(value: object, place: str) -> bool | None:
    """True, false, or None for unknown."""
    if not isinstance(value, str | bool | None) or (value is not None and value not in _WORDS):
        raise PackWrong(f"{place} is {value!r}.", remedy='It is true, false or "unknown".')
    return None if value is None else _WORDS[value]


def _number(value: object, place: str, unit: str) -> FactValue:
    if isinstance(value, list):
        low, high = pair(value, place)
        return low, high
    if type(value) in (int, float):
        return float(value)  # type: ignore[arg-type]
    raise PackWrong(f"{place} is {value!r}.", remedy=f"Write a number of {unit}, or [low, high].")


def _money(value: object, place: str) -> str:
    try:
        amount = Decimal(str(value).replace(",", "")) if not isinstance(value, bool | float) else None
    except InvalidOperation:
        amount = None
    if amount is None or not amount.is_finite() or amount < 0:
        raise PackWrong(f"{place} is {value!r}.", remedy='Write dollars in quotes, such as "650000.00".')
    return str(amount)


def _date(value: object, place: str) -> str:
    try:
        return date.fromisoformat(str(value)).isoformat()
    except ValueError as wrong:
        raise PackWrong(f"{place} is {value!r}.", remedy='Write a date, such as "2001-12-20".') from wrong


def pair(value: object, place: str) -> list[float | None]:
    """An interval [low, high] in order; an open end is None."""
    if not isinstance(value, list) or len(value) != 2:
        raise PackWrong(f"{place}: {value!r} is no pair [low, high].")
    ends: list[float | None] = []
    for one in value:
        if one == "unknown" or one is None:
            ends.append(None)
        elif type(one) in (int, float):
            ends.append(float(one))
        else:
            raise PackWrong(f"{place}: {one!r} is no number.", remedy='An open end is written "unknown".')
    low, high = ends
    if low is not None and high is not None and high < low:
        raise PackWrong(f"{place}: {value!r} has its high end below its low end.")
    return ends
