"""Seasons and anniversaries."""

from __future__ import annotations

from datetime import date

__all__ = ["season_of", "years_after"]

_STARTS = 7


def season_of(day: date) -> str:
    """The season a day belongs to; a season starts on the first of July.

    Examples
    --------
    >>> season_of(date(2011, 12, 8)), season_of(date(2025, 4, 29))
    ('2011-12', '2024-25')
    """
    first = day.year if day.month >= _STARTS else day.year - 1
    return f"{first}-{(first + 1) % 100:02d}"


def years_after(day: date, years: int) -> date:
    """The anniversary; of a 29 February the first of March where there is none.

    Examples
    --------
    >>> years_after(date(2001, 12, 20), 3).isoformat(), years_after(date(2024, 2, 29), 3).isoformat()
    ('2004-12-20', '2027-03-01')
    """
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
