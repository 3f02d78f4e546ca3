"""What a case says, as rows that an archive can be searched by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from review.core.archive import Mention
from review.core.case import Judgement
from review.core.people import Person
from review.core.times import FrameTime

__all__ = ["mentions_of"]


def mentions_of(judgement: Judgement) -> tuple[Mention, ...]:
    """Findings, changes, crossings, altercations and departures; times in seconds from the first frame."""
    people = {one.id: one for one in judgement.people}
    return (
        *_findings(judgement, people),
        *_changes(judgement, people),
        *_crossings(judgement, people),
        *_altercations(judgement, people),
    )


def _s(judgement: Judgement, time: FrameTime) -> float:
    return round(judgement.tape.scale.seconds(time), 3)


def _findings(judgement: Judgement, people: Mapping[int, Person]) -> Iterator[Mention]:
    for one in judgement.findings:
        man = people.get(one.subject.person or 0)
        yield Mention(
            "finding", _s(judgement, one.start), _s(judgement, one.end), one.verdict, one.clause,
            one.subject.team, one.subject.number or (man.number if man else None), man.name if man else None,
            confidence=one.confidence, words=one.why[-1] if one.why else "",
        )  # fmt: skip


def _changes(judgement: Judgement, people: Mapping[int, Person]) -> Iterator[Mention]:
    for one in judgement.changes:
        man = people.get(one.on_person)
        yield Mention(
            "change", _s(judgement, one.start), _s(judgement, one.end), one.verdict, None, one.team,
            man.number if man else None, man.name if man else None, "on", one.early_m, one.early_s,
            words=one.reason,
        )  # fmt: skip


def _crossings(judgement: Judgement, people: Mapping[int, Person]) -> Iterator[Mention]:
    for one in judgement.crossings:
        man = people.get(one.person)
        number = one.number if one.number is not None else (man.number if man else None)
        yield Mention(
            "crossing", _s(judgement, one.when.earliest), _s(judgement, one.when.latest), None, None,
            one.team, number, man.name if man else None, one.direction, confidence=one.confidence,
            words=one.gate,
        )  # fmt: skip


def _altercations(judgement: Judgement, people: Mapping[int, Person]) -> Iterator[Mention]:
    for fight in judgement.altercations:
        start, end = fight.span.likeliest
        stated = "stated" if fight.span.set_by == "person" else "proposed"
        yield Mention(
            "altercation", _s(judgement, start), _s(judgement, end), stated,
            confidence=fight.span.score_p, words="; ".join(fight.span.why),
        )  # fmt: skip
        for one in fight.departures:
            man = people.get(one.person)
            leaves = one.leaves.replace("_", " ")
            place = "" if one.rank_all is None else f", {one.rank_all} of both teams"
            yield Mention(
                "departure", _s(judgement, one.when.earliest), _s(judgement, one.when.latest), stated, None,
                one.team, man.number if man else None, man.name if man else None, "on",
                rank=one.rank_team, words=f"leaves the {leaves}{place}",
            )  # fmt: skip
