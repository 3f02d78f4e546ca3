"""Rulings and the findings they were made on: what holds for the present run, and what is set aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from review.core.case import Ruling
from review.core.findings import Finding

__all__ = ["RuledOn", "carry_rulings", "same_matter"]


@dataclass(frozen=True, slots=True)
class RuledOn:
    """A ruling with the finding as it stood when it was ruled on; `number` counts from 1 in the case.

    `ruling.supersedes` is such a number here.
    """

    number: int
    ruling: Ruling
    finding: Finding


def same_matter(old: Finding, new: Finding) -> bool:
    """Whether a ruling on `old` still speaks of `new`: the same clause, verdict, subject, span and measure.

    Ids are left out: another run may number its findings otherwise. Anything measured differently is
    another matter, because nobody has ruled on that evidence yet.
    """
    return (old.clause, old.pack, old.verdict, old.subject, old.start, old.end) == (
        new.clause,
        new.pack,
        new.verdict,
        new.subject,
        new.start,
        new.end,
    ) and dict(old.measure) == dict(new.measure)


def carry_rulings(
    history: Sequence[RuledOn], findings: Sequence[Finding]
) -> tuple[tuple[Ruling, ...], tuple[RuledOn, ...]]:
    """Split the history into rulings that hold for `findings` and those set aside.

    Returns
    -------
    held : rulings with `finding` as numbered now and `supersedes` as a position (from 1) in this very tuple
    aside : those whose finding is not made any more, as they stood
    """
    held: list[Ruling] = []
    aside: list[RuledOn] = []
    place: dict[int, int] = {}
    for entry in history:
        matches = [f.id for f in findings if same_matter(entry.finding, f)]
        if not matches:
            aside.append(entry)
            continue
        finding = entry.ruling.finding if entry.ruling.finding in matches else matches[0]
        earlier = entry.ruling.supersedes
        held.append(
            replace(
                entry.ruling,
                finding=finding,
                supersedes=place.get(earlier) if earlier is not None else None,
            )
        )
        place[entry.number] = len(held)
    return tuple(held), tuple(aside)
