"""Who the man of a proposal is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from review.core.errors import DocketRefused
from review.rules.docket.checks import words
from review.rules.docket.parts import Proposal, subject_words

__all__ = ["OF_A_MAN", "identified", "is_named"]

#: What is imposed on a man, who must then be known.
OF_A_MAN = ("suspension", "player_fine")


def identified(proposed: Proposal, name: str | None, number: int | None) -> dict[str, Any]:
    """Whom it is imposed on: nobody misses a game, or pays, as "man 28" of a tape."""
    subject = dict(proposed.subject)
    given = {"name": words(name, "his name") if name else None, "number": number}
    for key, value in given.items():
        known = subject.get(key)
        if value is not None and known is not None and known != value:
            raise DocketRefused(
                f"Proposal {proposed.id} is about {subject_words(subject)}, not {key} {value}.",
                remedy=f"Leave --{key} out, or decide against another man by --kind.",
            )
        subject[key] = known if value is None else value
    if proposed.kind in OF_A_MAN and not is_named(subject):
        raise DocketRefused(
            f"Proposal {proposed.id} is about {subject_words(subject)}: who he is is not established.",
            remedy="Say so: --name and --number.",
        )
    return subject


def is_named(subject: Mapping[str, Any]) -> bool:
    return bool(subject.get("name")) or subject.get("number") is not None
