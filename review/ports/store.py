"""Keeping a case: written as the analysis goes, opened at any moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from review.core.arrays import Array
from review.core.camera import CameraMotion
from review.core.case import Judgement, Ruling
from review.core.clock import ClockReading
from review.core.detections import Detections
from review.core.glances import Glances
from review.core.numbers import NumberReadings
from review.core.registration import Registrations
from review.core.rulings import RuledOn
from review.core.tape import Gap, Tape
from review.core.tracks import Tracks

__all__ = ["JournalEntry", "SegmentRecord", "Store"]

_HALF_MAX = float(np.finfo(np.float16).max)


def _kept(found: Detections) -> Detections:
    look = np.zeros((len(found), 0)) if found.look is None else found.look
    return found.with_look(np.clip(look, -_HALF_MAX, _HALF_MAX).astype(np.float16))


@dataclass(frozen=True, slots=True)
class SegmentRecord:
    """Everything seen in frames `first`..`last` of a tape, committed as a whole or not at all.

    `looked` lists the ordinals the detector saw, one `Detections` each; `cut_score` is one float a frame
    (content change against the frame before, NaN for the tape's first frame); `pts` one a frame decoded;
    `clock` what was read of the game clock, `numbers` what of men's backs, in order of time; `glances` the
    pictures, very small; `rink` the frames that were brought onto the rink's lines, or why they were not.
    """

    first: int
    last: int
    pts: Array
    motion: CameraMotion
    cut_score: Array
    looked: Array
    detections: tuple[Detections, ...]
    gaps: tuple[Gap, ...] = ()
    clock: tuple[ClockReading, ...] = ()
    glances: Glances = field(default_factory=Glances.empty)
    numbers: NumberReadings = field(default_factory=NumberReadings.empty)
    rink: Registrations = field(default_factory=Registrations.empty)

    def kept(self) -> SegmentRecord:
        """This record as a store gives it back: appearances (`look`) rounded to half precision.

        Later stages must work on these values, so that a run that was killed and resumed sees the same
        numbers as one that was not.
        """
        return replace(self, detections=tuple(_kept(found) for found in self.detections))


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One act of a person: who, when (ISO 8601), and what, as plain JSON data. Numbered from 1."""

    number: int
    who: str
    at: str
    act: Mapping[str, Any]


class Store(Protocol):
    """One case file. `inputs_sha256` of a segment or judgement is the hash of all that went into it."""

    def tape(self) -> Tape | None: ...

    def put_tape(self, tape: Tape) -> None:
        """Record the tape's facts; raises CaseUnusable if the case holds another tape (by hash)."""

    def segments_done(self, inputs_sha256: str) -> list[tuple[int, int]]:
        """(first, last) of each finished segment made from these inputs, in order."""

    def put_segment(self, record: SegmentRecord, inputs_sha256: str) -> None:
        """Commit a segment as a whole; one already there with this first frame and inputs is replaced."""

    def segment(self, first: int, inputs_sha256: str) -> SegmentRecord:
        """`record.kept()` of what was put; raises CaseUnusable where there is none."""

    def put_judgement(self, judgement: Judgement, tracks: Tracks, inputs_sha256: str) -> None:
        """Replace the judged rows in one transaction, and append the run to the history.

        Rulings are never replaced: those of `judgement` not yet in the case are appended, the others stay.
        """

    def judgement(self) -> Judgement | None:
        """The last complete judgement, None before there is one."""

    def tracks(self, first: int, last: int) -> Tracks:
        """Track rows whose ordinal lies in first..last."""

    def gate_lines(self, ordinal: int) -> dict[str, Array]:
        """Gate id -> (k, 2) px polyline at that frame, as carried; absent where lost."""

    def put_gate_lines(self, ordinals: Sequence[int], lines: dict[str, Array]) -> None:
        """Gate id -> (n, k, 2) px for those frames; NaN where lost. Kept in single precision."""

    def rule(self, ruling: Ruling) -> int:
        """Append a ruling on a finding of the last judgement; `supersedes` is a place in its rulings.

        Returns its own place there, from 1. Raises CaseUnusable if there is no such finding or ruling.
        """

    def rulings_set_aside(self) -> tuple[RuledOn, ...]:
        """Rulings on findings that the last run does not make in the same way any more."""

    def note(self, who: str, act: Mapping[str, Any], *, at: str) -> int:
        """Append a person's act (plain JSON data) to the journal; returns its number, from 1."""

    def journal(self) -> list[JournalEntry]:
        """Every act in order."""

    def close(self) -> None: ...
