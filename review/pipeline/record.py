"""A record beside a tape: it fills in what people left open, and its facts go to the book with the tape's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from review.core.facts import Fact
from review.core.findings import Finding, Notice
from review.core.game import Game
from review.core.record import Record
from review.core.tape import Tape
from review.measure.record_facts import record_facts
from review.measure.record_game import filled_game, matched_teams
from review.measure.sheet import sheet_of
from review.pipeline.clock import GameClock
from review.pipeline.conclude import Judge

__all__ = ["PlannedRecord", "with_record"]


@dataclass(frozen=True, slots=True)
class PlannedRecord:
    """The record of a tape's game, and the hash of the file that it was read from."""

    record: Record
    sha256: str


def with_record(
    planned: PlannedRecord, game: Game, clock: GameClock, judge: Judge, tape: Tape
) -> tuple[Game, GameClock, Judge]:
    """Game, clock (with notices of what the record gave), and a judge who hears its facts too."""
    sheet = sheet_of(planned.record)
    filled, told = filled_game(game, sheet, clock.course, duration_s=tape.duration_s)
    names = matched_teams([team.name for team in filled.teams], sheet)
    start = tape.scale.at(tape.scale.first_pts)
    files = ", ".join(document.file for document in planned.record.latest())
    origin = f"{files}; record {planned.sha256[:12]}"
    notices = [Notice("from the record", start, f"{text} ({origin})") for text in told]
    if len(names) < 2:
        mine = " and ".join(team.name for team in filled.teams) or "no teams"
        text = f"The record tells of {' and '.join(sheet.teams) or 'no team by name'}, GAME.toml of {mine}."
        notices.append(Notice("record of other teams", start, text))

    def hear(facts: Sequence[Fact], teams: Sequence[str]) -> tuple[tuple[Fact, ...], tuple[Finding, ...]]:
        first_id = max((fact.id for fact in facts), default=0) + 1
        return judge(
            (*facts, *record_facts(sheet, clock.course, tape.scale, names, first_id=first_id)), teams
        )

    return filled, replace(clock, notices=(*clock.notices, *notices)), hear
