"""A store in memory: the same behaviour as a case file, without the file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.case import Judgement, Ruling
from review.core.errors import CaseUnusable
from review.core.findings import Finding
from review.core.rulings import RuledOn, carry_rulings, same_matter
from review.core.tape import Tape
from review.core.tracks import Tracks
from review.ports.store import JournalEntry, SegmentRecord

__all__ = ["FakeStore"]


class FakeStore:
    """See `review.ports.store.Store`."""

    def __init__(self) -> None:
        self._tape: Tape | None = None
        self._segments: dict[tuple[str, int], SegmentRecord] = {}
        self._judgement: Judgement | None = None
        self._tracks = Tracks.empty()
        self._lines: dict[str, dict[int, Array]] = {}
        self._history: list[RuledOn] = []
        self._journal: list[JournalEntry] = []

    def tape(self) -> Tape | None:
        """As put last."""
        return self._tape

    def put_tape(self, tape: Tape) -> None:
        """Refuse another tape."""
        if self._tape is not None and self._tape.sha256 != tape.sha256:
            raise CaseUnusable(f"the case belongs to {self._tape.path}, not {tape.path}.")
        self._tape = tape

    def segments_done(self, inputs_sha256: str) -> list[tuple[int, int]]:
        """In order of first frame."""
        return sorted((r.first, r.last) for (key, _), r in self._segments.items() if key == inputs_sha256)

    def put_segment(self, record: SegmentRecord, inputs_sha256: str) -> None:
        """Replace one with the same first frame and inputs."""
        self._segments[inputs_sha256, record.first] = record.kept()

    def segment(self, first: int, inputs_sha256: str) -> SegmentRecord:
        """As kept."""
        try:
            return self._segments[inputs_sha256, first]
        except KeyError:
            raise CaseUnusable(f"no segment from frame {first}.") from None

    def put_judgement(self, judgement: Judgement, tracks: Tracks, inputs_sha256: str) -> None:
        """Replace the judgement, keep the rulings."""
        self.put_tape(judgement.tape)
        self._judgement, self._tracks = judgement, tracks
        gates = {gate.id for gate in judgement.gates}
        self._lines = {gate: lines for gate, lines in self._lines.items() if gate in gates}
        numbers: list[int] = []
        for ruling in judgement.rulings:
            earlier = None if ruling.supersedes is None else numbers[ruling.supersedes - 1]
            numbers.append(self._known(replace(ruling, supersedes=earlier), self._finding(ruling.finding)))

    def _finding(self, number: int) -> Finding:
        found = [f for f in (self._judgement.findings if self._judgement else ()) if f.id == number]
        if not found:
            raise CaseUnusable(f"the case has no finding {number}.")
        return found[0]

    def _known(self, ruling: Ruling, finding: Finding) -> int:
        words = (ruling.person, ruling.at, ruling.decision, ruling.words)
        for entry in self._history:
            old = entry.ruling
            if same_matter(entry.finding, finding) and words == (old.person, old.at, old.decision, old.words):
                return entry.number
        return self._append(ruling, finding)

    def _append(self, ruling: Ruling, finding: Finding) -> int:
        self._history.append(RuledOn(len(self._history) + 1, ruling, finding))
        return len(self._history)

    def judgement(self) -> Judgement | None:
        """With the rulings that hold for it."""
        if self._judgement is None:
            return None
        return replace(self._judgement, rulings=carry_rulings(self._history, self._judgement.findings)[0])

    def tracks(self, first: int, last: int) -> Tracks:
        """Rows inside."""
        inside = (self._tracks.ordinal >= first) & (self._tracks.ordinal <= last)
        return Tracks(**{name: getattr(self._tracks, name)[inside] for name in Tracks.__slots__})

    def gate_lines(self, ordinal: int) -> dict[str, Array]:
        """Those not lost."""
        found = {gate: lines[ordinal] for gate, lines in sorted(self._lines.items()) if ordinal in lines}
        return {gate: points for gate, points in found.items() if np.isfinite(points).all()}

    def put_gate_lines(self, ordinals: Sequence[int], lines: dict[str, Array]) -> None:
        """Over what was there for these frames."""
        for gate, points in lines.items():
            if np.shape(points)[0] != len(ordinals):
                raise ValueError(f"gate {gate!r}: {np.shape(points)[0]} lines for {len(ordinals)} frames")
            rounded = np.asarray(points, np.float32).astype(np.float64)
            self._lines.setdefault(gate, {}).update(zip(map(int, ordinals), rounded, strict=True))

    def rule(self, ruling: Ruling) -> int:
        """Append, after checking what it names."""
        finding = self._finding(ruling.finding)
        held, aside = carry_rulings(self._history, self._judgement.findings if self._judgement else ())
        if ruling.supersedes is not None:
            if not 1 <= ruling.supersedes <= len(held) or held[ruling.supersedes - 1].finding != finding.id:
                raise CaseUnusable(f"ruling {ruling.supersedes} on finding {finding.id} does not exist.")
            kept = [entry.number for entry in self._history if entry not in aside]
            ruling = replace(ruling, supersedes=kept[ruling.supersedes - 1])
        self._append(ruling, finding)
        return len(held) + 1

    def rulings_set_aside(self) -> tuple[RuledOn, ...]:
        """Those that hold for no finding of the last judgement."""
        return carry_rulings(self._history, self._judgement.findings if self._judgement else ())[1]

    def note(self, who: str, act: Mapping[str, Any], *, at: str) -> int:
        """Append."""
        entry = JournalEntry(len(self._journal) + 1, who, at, json.loads(json.dumps(dict(act))))
        self._journal.append(entry)
        return entry.number

    def journal(self) -> list[JournalEntry]:
        """A copy."""
        return list(self._journal)

    def close(self) -> None:
        """Nothing to do."""
