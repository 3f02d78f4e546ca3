"""Facts of the game clock: how much of the period was left when a change or a count may break the book."""

from __future__ import annotations

from collections.abc import Sequence

from review.core.clock import ClockCourse
from review.core.facts import Fact, Subject
from review.core.times import TimeScale
from review.measure.score import ORDER

__all__ = ["time_left_facts"]

_KINDS = ("change_early", "men_over_allowed")
_OVERTIME = 4


def time_left_facts(facts: Sequence[Fact], course: ClockCourse, scale: TimeScale) -> tuple[Fact, ...]:
    """The facts, with the time left in the period at the start of each early or open change and long count.

    Nothing is added where the clock was not read then, or counts up: what is left then depends on the league.
    """
    made: list[Fact] = []
    next_id = max((fact.id for fact in facts), default=0) + 1
    for fact in facts:
        if fact.kind not in _KINDS or fact.value is False or course.sign > 0:
            continue
        shown = course.at(scale.seconds(fact.start))
        if shown is None:
            continue
        links: dict[str, object] = {"moment": "act"}
        if fact.links.get("change") is not None:
            links["change"] = fact.links["change"]
        if shown.period in ORDER:
            links |= {"period": ORDER[shown.period], "overtime": ORDER[shown.period] >= _OVERTIME}
        made.append(
            Fact(
                id=next_id + len(made),
                kind="time_left",
                subject=Subject(team=fact.subject.team),
                start=fact.start,
                end=fact.start,
                value=(round(shown.low_s, 2), round(shown.high_s, 2)),
                layer="measured",
                source="game clock in the picture",
                unit="s",
                links=links,
            )
        )
    return (*facts, *made)
