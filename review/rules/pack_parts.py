"""Parts of a pack: clauses left out with all that points at them, and the dated table of highest fines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from review.core.errors import PackWrong
from review.rules.nearest import nearest
from review.rules.pack import Clause, Maximum, checked_quantity

__all__ = ["read_maxima", "without"]

_SEASON = re.compile(r"^\d{4}-\d{2}$")
_KEYS = ("season", "amount", "first_two", "source")
_POINTERS = ("yields_to", "follows", "in_lieu_of", "absorbs", "besides")


def without(clauses: Iterable[Clause], left_out: Iterable[str]) -> tuple[Clause, ...]:
    """The clauses that stay, none of them pointing at one that does not."""
    gone = set(left_out)
    kept = []
    for clause in clauses:
        if clause.id in gone:
            continue
        pointers: dict[str, Any] = {
            key: tuple(id for id in getattr(clause, key) if id not in gone) for key in _POINTERS
        }
        beside = () if gone & set(clause.beside) else clause.beside
        kept.append(replace(clause, beside=beside, **pointers))
    return tuple(kept)


def read_maxima(data: Mapping[str, Any], file: str) -> dict[str, Maximum]:
    """The table `[[cba_maximum]] season, amount, first_two, source`, by season.

    Raises
    ------
    PackWrong
        Naming the entry and the key.
    """
    out: dict[str, Maximum] = {}
    rows = data.get("cba_maximum", [])
    if not isinstance(rows, list):
        raise PackWrong(f"{file}: cba_maximum must be a list.", remedy="Write [[cba_maximum]] above each.")
    for row in rows:
        season = str(row.get("season"))
        place = f"{file}: cba_maximum {season}"
        for key in row:
            if key not in _KEYS:
                raise PackWrong(f"{place}: {key!r} is not known here.", remedy=nearest(key, _KEYS))
        if not _SEASON.match(season) or season in out:
            raise PackWrong(
                f"{place}: the season is missing, or stands there twice.", remedy='Write "2011-12".'
            )
        if not row.get("source"):
            raise PackWrong(f"{place}: source must be given.", remedy="Say where the sum comes from.")
        first_two = _sum(row["first_two"], f"{place}, first_two") if "first_two" in row else None
        out[season] = Maximum(_sum(row.get("amount"), f"{place}, amount"), str(row["source"]), first_two)
    return out


def _sum(value: object, place: str) -> Decimal:
    quantity = checked_quantity(value, dimension="money", place=place)
    return Decimal(quantity.text.split()[0])
