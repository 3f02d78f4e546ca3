"""People across shots: tracks of one man joined on evidence, never across a doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from review.core.people import Person

__all__ = ["join_people"]

NUMBER_SURE_P = 0.95
TEAM_SURE_P = 0.8
TWICE_S = 0.4  # longer than this nobody is tracked twice at a time: two such men are two men


def join_people(people: Sequence[Person], spans_s: Mapping[int, tuple[float, float]]) -> tuple[Person, ...]:
    """The same people, those who are surely one man as one person; ids from 1 in the order given.

    One man is who wears the same number for the same team, both read surely, and is never seen in two places
    at once. Where two of a number are, one reading at least is wrong, and nobody of that number is joined.

    Parameters
    ----------
    people : one a track as `identify` gives them, or joined before
    spans_s : of each track, from when to when it is seen

    Notes
    -----
    Appearance joins nobody: teammates look alike, and a wrong name is worse than none.
    """
    groups: dict[tuple[str, int], list[Person]] = {}
    for person in people:
        if person.team is not None and person.number is not None and _sure(person):
            groups.setdefault((person.team, person.number), []).append(person)
    first_of: dict[int, Person] = {}
    gone: set[int] = set()
    for group in groups.values():
        if len(group) > 1 and _one_at_a_time(group, spans_s):
            first_of[group[0].id] = _one(group)
            gone |= {person.id for person in group[1:]}
    kept = [first_of.get(person.id, person) for person in people if person.id not in gone]
    return tuple(replace(person, id=k) for k, person in enumerate(kept, start=1))


def _sure(person: Person) -> bool:
    return (person.number_p or 0.0) >= NUMBER_SURE_P and person.team_p >= TEAM_SURE_P


def _one_at_a_time(group: Sequence[Person], spans_s: Mapping[int, tuple[float, float]]) -> bool:
    spans = sorted(spans_s[track] for person in group for track in person.tracks)
    return all(later[0] >= earlier[1] - TWICE_S for earlier, later in pairwise(_running(spans)))


def _running(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The spans, each ending no earlier than any before it."""
    out, end = [], float("-inf")
    for start, until in spans:
        end = max(end, until)
        out.append((start, end))
    return out


def _one(group: Sequence[Person]) -> Person:
    """One person of them all; what he is called surest is what he is."""
    roles = max(group, key=lambda p: p.role_p)
    names = [p.name for p in group if p.name is not None]
    return replace(
        group[0],
        tracks=tuple(sorted(track for person in group for track in person.tracks)),
        team_p=max(p.team_p for p in group),
        role=roles.role,
        role_p=roles.role_p,
        number_p=max(p.number_p or 0.0 for p in group),
        name=names[0] if names else None,
    )
