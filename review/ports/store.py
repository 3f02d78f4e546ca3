"""Keeping a case: written as the analysis goes, opened at any moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from review.core.arrays import Array
from review.core.camera import CameraMotion
from review.core.case import Judgement
from review.core.detections import Detections
from review.core.tape import Gap, Tape
from review.core.tracks import Tracks

__all__ = ["SegmentRecord", "Store"]


@dataclass(frozen=True, slots=True)
class SegmentRecord:
    """Everything seen in frames `first`..`last` of a tape, committed as a whole or not at all.

    `looked` lists the ordinals the detector saw, one `Detections` each; `cut_score` is one float a frame
    (content change against the frame before, NaN for the tape's first frame); `pts` one a frame decoded.
    """

    first: int
    last: int
    pts: Array
    motion: CameraMotion
    cut_score: Array
    looked: Array
    detections: tuple[Detections, ...]
    gaps: tuple[Gap, ...] = ()


class Store(Protocol):
    """One case file. `inputs_sha256` of a segment or judgement is the hash of all that went into it."""

    def tape(self) -> Tape | None: ...

    def put_tape(self, tape: Tape) -> None:
        """Record the tape's facts; raises CaseUnusable if the case holds another tape (by hash)."""

    def segments_done(self, inputs_sha256: str) -> list[tuple[int, int]]:
        """(first, last) of each finished segment made from these inputs, in order."""

    def put_segment(self, record: SegmentRecord, inputs_sha256: str) -> None: ...

    def segment(self, first: int, inputs_sha256: str) -> SegmentRecord: ...

    def put_judgement(self, judgement: Judgement, tracks: Tracks, inputs_sha256: str) -> None:
        """Replace the judged rows in one transaction, and append the run to the history."""

    def judgement(self) -> Judgement | None:
        """The last complete judgement, None before there is one."""

    def tracks(self, first: int, last: int) -> Tracks:
        """Track rows whose ordinal lies in first..last."""

    def gate_lines(self, ordinal: int) -> dict[str, Array]:
        """Gate id -> (k, 2) px polyline at that frame, as carried; absent where lost."""

    def put_gate_lines(self, ordinals: Sequence[int], lines: dict[str, Array]) -> None:
        """Gate id -> (n, k, 2) px for those frames; NaN where lost."""

    def close(self) -> None: ...
