"""The model of a whole analysed tape: what the case file holds, the report prints and the window shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from review.core.altercations import Altercation
from review.core.changes import Change
from review.core.clock import ClockAnchor, ClockCourse, ClockSpan
from review.core.counts import CountTimeline
from review.core.crossings import Crossing, GateGap
from review.core.facts import Fact
from review.core.findings import Finding, Notice
from review.core.game import Game
from review.core.gates import Gate
from review.core.penalties import PenaltyClock
from review.core.people import Person
from review.core.score import ScoreSpan
from review.core.shots import Shot
from review.core.tape import Tape
from review.core.times import FrameTime

__all__ = ["Coverage", "Judgement", "Ruling", "Run"]


@dataclass(frozen=True, slots=True)
class Coverage:
    """A stretch of tape that was looked at, or why not."""

    start: FrameTime
    end: FrameTime
    seen: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """What a result traces to. `started` and `speed_x` are the stamped run facts, outside determinism."""

    version: str
    settings_sha256: str
    models: tuple[Mapping[str, str], ...]
    pack: str
    device: str
    started: str
    speed_x: float | None
    machine: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A person's decision on a finding; append-only."""

    finding: int
    person: str
    at: str
    decision: str
    words: str
    supersedes: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Everything judged of one tape, at sample granularity coarse enough to hold in memory."""

    tape: Tape
    run: Run
    game: Game
    coverage: tuple[Coverage, ...] = ()
    shots: tuple[Shot, ...] = ()
    people: tuple[Person, ...] = ()
    gates: tuple[Gate, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    gate_gaps: tuple[GateGap, ...] = ()
    counts: tuple[CountTimeline, ...] = ()
    changes: tuple[Change, ...] = ()
    altercations: tuple[Altercation, ...] = ()
    facts: tuple[Fact, ...] = ()
    findings: tuple[Finding, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    notices: tuple[Notice, ...] = ()
    clock_spans: tuple[ClockSpan, ...] = ()
    clock_anchors: tuple[ClockAnchor, ...] = ()
    scores: tuple[ScoreSpan, ...] = ()
    penalty_clocks: tuple[PenaltyClock, ...] = ()

    @property
    def clock(self) -> ClockCourse:
        """The game clock over the tape."""
        return ClockCourse(self.clock_spans)
