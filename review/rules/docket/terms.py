"""Which games a changed suspension takes, and when the man may play again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Term", "term_of"]


@dataclass(frozen=True, slots=True)
class Term:
    """The games missed, the day of the first game after them, and what is not known of either."""

    served: tuple[Mapping[str, Any], ...]
    eligible_on: str | None
    open: tuple[str, ...] = ()


def term_of(
    served: Sequence[Mapping[str, Any]], eligible_on: str | None, games: int, *, since: str | None = None
) -> Term:
    """The term of `games` games, from the games that a schedule gave for another number of them.

    Parameters
    ----------
    served : the games as proposed or ruled before, in order, each with its `date`
    eligible_on : the day of the first game after those
    games : how many it is now
    since : the day from which the change holds: games before it stay missed, even if fewer are imposed now

    Examples
    --------
    >>> ladder = [{"date": f"2013-10-{day:02d}"} for day in (3, 5, 8, 10)]
    >>> term_of(ladder, "2013-10-12", 3).eligible_on
    '2013-10-10'
    >>> term_of(ladder, "2013-10-12", 3, since="2013-10-11").eligible_on
    '2013-10-12'
    """
    if games <= len(served):
        missed = tuple(served[:games])
        after = [str(one["date"]) for one in served[games:]] + ([eligible_on] if eligible_on else [])
        back = [day for day in after if since is None or day >= since]
        if not back and after and eligible_on:
            back = [eligible_on]
        return Term(
            missed, back[0] if back else None, () if back else ("the day of return: no game after is known",)
        )
    known = len(served)
    why = (
        f"the schedule as known gives {known} of the {games} games; the others and the day of return are open"
    )
    return Term(tuple(served), None, (why,))
