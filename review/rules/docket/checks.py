"""Words, names, days, games and sums as a docket takes them, or one sentence that says what is wrong."""

from __future__ import annotations

import unicodedata
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal

from review.core.errors import DocketRefused

__all__ = ["day_of", "games_of", "moment_of", "money_of", "person", "words"]

_NOBODY = {"benchgate", "system", "automatic", "auto", "computer", "nobody", "unknown", "admin", "n/a"}
_CENT = Decimal("0.01")


def words(text: str | None, what: str) -> str:
    """Text on one line; `what` names it where it is missing."""
    kept = " ".join((text or "").split())
    if not kept:
        raise DocketRefused(f"The docket needs {what}, and none was given.", remedy="Say it in words.")
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in kept):
        raise DocketRefused(f"{kept!r}: there are characters in it that are no text.", remedy="Type it anew.")
    return kept


def person(name: str) -> str:
    """The name of a person; a machine decides nothing."""
    kept = words(name, "the name of whoever does this")
    if kept.casefold() in _NOBODY or sum(char.isalpha() for char in kept) < 2:
        raise DocketRefused(
            f"{kept!r} names nobody.", remedy="A docket takes the name of a person: --as NAME."
        )
    return kept


def day_of(text: str, what: str = "the day") -> str:
    """A day, "YYYY-MM-DD"."""
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise DocketRefused(f"{what}: {text!r} is no date.", remedy="Write it as 2026-03-01.") from None


def games_of(games: int | None) -> int | None:
    """A number of games that can be imposed."""
    if games is not None and not 0 <= games <= 1000:
        raise DocketRefused(f"{games} games cannot be imposed.", remedy="Give a number from 0 to 1000.")
    return games


def money_of(amount: Decimal | None) -> Decimal | None:
    """Dollars to the cent."""
    if amount is None:
        return None
    if (
        not amount.is_finite()
        or amount < 0
        or amount >= 10**12
        or amount != amount.quantize(_CENT, ROUND_HALF_UP)
    ):
        raise DocketRefused(
            f"{amount} is no sum of dollars and cents.", remedy="Write it as 10000 or 17567.55."
        )
    return amount.quantize(_CENT)


def moment_of(text: str | None) -> str | None:
    """A day, or a time of UTC to the minute or second, as entries are compared by.

    Examples
    --------
    >>> moment_of("2026-03-01 09:30"), moment_of("2026-03-01")
    ('2026-03-01T09:30', '2026-03-01')
    """
    if text is None:
        return None
    kept = text.strip().replace(" ", "T")
    try:
        whole = datetime.fromisoformat(kept)
    except ValueError:
        whole = None
    if whole is None or whole.tzinfo is not None or len(kept) not in (10, 16, 19) or "-" not in kept:
        raise DocketRefused(
            f"{text!r} is no moment.",
            remedy="Write a day as 2026-03-01, or a time of UTC as 2026-03-01T09:30.",
        )
    return kept
