"""Quantities as an editor writes them ("5 ft"), turned into the unit that an evaluator asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["SUFFIXES", "UNITS", "Quantity", "parse_quantity"]

UNITS: dict[str, tuple[str, float]] = {
    "m": ("length", 1.0),
    "cm": ("length", 0.01),
    "ft": ("length", 0.3048),
    "in": ("length", 0.0254),
    "s": ("time", 1.0),
    "min": ("time", 60.0),
    "game": ("games", 1.0),
    "games": ("games", 1.0),
    "USD": ("money", 1.0),
    "year": ("years", 1.0),
    "years": ("years", 1.0),
}
"""Unit -> what it measures, and its size in metres (the international foot), seconds, games and so on."""

SUFFIXES: dict[str, str] = {
    "_m": "length",
    "_s": "time",
    "_games": "games",
    "_usd": "money",
    "_years": "years",
}
"""How the name of an evaluator's parameter ends -> what it measures."""

_TEXT = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*([A-Za-z]+)\s*$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit as written; `value` is in metres, seconds, games, dollars or years."""

    text: str
    dimension: str
    value: float


def parse_quantity(text: object) -> Quantity:
    """Read a quantity such as "5 ft" or "10 games".

    Raises
    ------
    ValueError
        With the reason, where the text is none or its unit is not known.

    Examples
    --------
    >>> round(parse_quantity("5 ft").value, 3)
    1.524
    """
    if not isinstance(text, str):
        raise ValueError(f'{text!r} has no unit; write a number and its unit in quotes, such as "5 ft"')
    found = _TEXT.match(text)
    if not found:
        raise ValueError(f'{text!r} is no quantity such as "5 ft" or "10 games"')
    number, unit = found.groups()
    if unit not in UNITS:
        raise ValueError(f"{text!r}: the unit {unit!r} is not one of {', '.join(sorted(UNITS))}")
    dimension, size = UNITS[unit]
    return Quantity(text.strip(), dimension, float(number) * size)
