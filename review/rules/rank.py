"""Rank: the first and second man off a bench, derived from who left and what was watched."""

from __future__ import annotations

from collections.abc import Sequence

from review.core.facts import Fact, Subject
from review.core.ranks import Place, find_place
from review.rules.evidence import fact_order
from review.rules.scenes import (
    EXCEPTION,
    OVERALL,
    PER_TEAM,
    RANK_KINDS,
    SCENE_KINDS,
    STARTER,
    Scene,
    by_altercation,
    exception,
    only_altercation,
    scenes,
)

__all__ = ["with_ranks"]

_SOURCE = "order of the departures"


def with_ranks(facts: Sequence[Fact], *, game_teams: Sequence[str] = ()) -> tuple[Fact, ...]:
    """The facts with first and second man derived, per team and over both, where nobody gave them.

    A rank given as derived is derived anew where somebody speaks of a man's legal entry, or of his
    leaving to start it, because that may take him out or in. Ids of new facts follow the highest
    given; the order of the facts is irrelevant.
    """
    ordered = sorted((fact for fact in facts if fact.kind in SCENE_KINDS), key=fact_order)
    seen = {(scene.altercation, scene.team): scene for scene in _all_scenes(ordered, game_teams)}
    told = by_altercation(ordered)
    kept = [fact for fact in ordered if not _stale(fact, told, seen)]
    only = only_altercation(kept)
    have = {_key(fact, only) for fact in kept if fact.kind in RANK_KINDS.values() and fact.layer != "said"}
    next_id = max((fact.id for fact in facts), default=0) + 1
    made: list[Fact] = []
    for scene in seen.values():
        for place, kind in RANK_KINDS.items():
            if (kind, scene.altercation, scene.team) not in have:
                made.append(_derived(scene, place, id=next_id + len(made)))
    others = [fact for fact in facts if fact.kind not in SCENE_KINDS]
    return (*sorted([*kept, *others], key=lambda fact: fact.id), *made)


def _all_scenes(facts: Sequence[Fact], game_teams: Sequence[str]) -> list[Scene]:
    per_team = scenes(facts, scope=PER_TEAM, game_teams=game_teams)
    overall = scenes(facts, scope=OVERALL, game_teams=game_teams)
    return [*per_team, *overall]


def _key(fact: Fact, only: int | None) -> tuple[str, int | None, str | None]:
    scope, linked = fact.links.get("scope", PER_TEAM), fact.links.get("altercation")
    return fact.kind, only if linked is None else int(linked), None if scope == OVERALL else fact.subject.team


def _stale(
    fact: Fact,
    told: dict[int | None, list[Fact]],
    seen: dict[tuple[int | None, str | None], Scene],
) -> bool:
    """Whether a given rank was derived before somebody said how a man of that scene came on."""
    if fact.kind not in RANK_KINDS.values() or fact.layer != "derived":
        return False
    only = next(iter(told)) if len(told) == 1 else None
    _, altercation, team = _key(fact, only)
    scene, mine = seen.get((altercation, team)), told.get(altercation, [])
    if scene is None or not any(one.kind in (EXCEPTION, STARTER) for one in mine):
        return False
    exits = [*scene.exits.values(), *scene.excluded]
    return any(exception(one.fact, mine, (EXCEPTION, STARTER)) is not None for one in exits)


def _derived(scene: Scene, place: int, *, id: int) -> Fact:
    answer = find_place(place, scene.leavers, scene.unwatched)
    subject, start, end = Subject(team=scene.team), None, None
    if answer.key is not None:
        fact = scene.exits[answer.key].fact
        one = fact.subject
        subject = Subject(one.team, one.person, one.number, one.bench, one.role)
        start, end = fact.start, fact.end
    else:
        about = [scene.exits[key].fact for key in answer.candidates] or list(scene.spans or scene.facts)
        start, end = min(fact.start for fact in about), max(fact.end for fact in about)
    return Fact(
        id=id,
        kind=RANK_KINDS[place],
        subject=subject,
        start=start,
        end=end,
        value=answer.value,
        layer="derived",
        source=_SOURCE,
        confidence=_confidence(scene, answer),
        reason=answer.reason or None,
        links=_links(scene, answer),
    )


def _confidence(scene: Scene, answer: Place) -> float | None:
    """The least of the departures that decide: this man's and those of everybody up to the place."""
    used = [scene.exits[key].fact.confidence for key in answer.candidates]
    known = [value for value in used if value is not None]
    return min(known) if known else None


def _links(scene: Scene, answer: Place) -> dict[str, object]:
    links: dict[str, object] = {"scope": PER_TEAM if scene.team else OVERALL}
    if scene.altercation is not None:
        links["altercation"] = scene.altercation
    if answer.key is not None and answer.key >= 0:
        links["crossing"] = answer.key
    if answer.value is None:
        links["candidates"] = [key for key in answer.candidates if key >= 0]
    if answer.margin_s is not None:
        links["margin_s"] = answer.margin_s
    return links
