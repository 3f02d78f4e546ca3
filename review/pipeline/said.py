"""What people say of a case beside clock and altercations: corrections, rulings, answers; undo and redo.

Every act is plain JSON data in the case's journal, which is only ever appended to.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args

from review.core.crossings import Crossing
from review.core.findings import Finding
from review.core.times import FrameTime
from review.ports.store import JournalEntry

__all__ = [
    "ANSWER",
    "CROSSING",
    "RULING",
    "Decision",
    "answer_act",
    "correction_act",
    "in_force",
    "matter_of",
    "redo_act",
    "ruling_act",
    "to_redo",
    "to_undo",
    "undo_act",
]

CROSSING, RULING, ANSWER = "crossing corrected", "finding ruled", "question answered"
UNDO, REDO = "undone", "done again"
Decision = Literal["accepted", "rejected"]


def correction_act(
    crossing: Crossing,
    *,
    reason: str,
    is_one: bool = True,
    at: FrameTime | None = None,
    gate: str | None = None,
    direction: str | None = None,
    team: str | None = None,
    number: int | None = None,
) -> dict[str, Any]:
    """The act "this crossing was so", or "it was none"; what is None stays as it stands.

    The crossing is named by gate, direction and moment, so that another run may number it otherwise.

    Raises
    ------
    ValueError
        If nothing is corrected, no reason is given, or a number is none that a shirt bears.
    """
    told = {"at_pts": at.pts if at else None, "gate": gate, "direction": direction, "team": team}
    told |= {"number": number}
    changed = {key: value for key, value in told.items() if value is not None}
    if is_one and not changed:
        raise ValueError("nothing is corrected")
    if not reason.strip():
        raise ValueError("a correction needs a reason")
    if number is not None and not 0 <= number <= 99:
        raise ValueError(f"{number} is no number of a shirt")
    moment = crossing.when.best or crossing.when.earliest
    of = {"gate": crossing.gate, "direction": crossing.direction, "pts": moment.pts}
    return {"act": CROSSING, "of": of, "is_one": is_one, "reason": reason.strip(), **changed}


def ruling_act(finding: Finding, decision: str, words: str) -> dict[str, Any]:
    """The act of accepting or rejecting a finding, on the evidence as it stands now.

    Raises
    ------
    ValueError
        If it is no decision, or a rejection gives no reason.
    """
    if decision not in get_args(Decision):
        raise ValueError(f"{decision!r} is no decision: one of {', '.join(get_args(Decision))}")
    if decision == "rejected" and not words.strip():
        raise ValueError("a rejection needs a reason")
    return {"act": RULING, "matter": matter_of(finding), "decision": decision, "words": words.strip()}


def answer_act(
    finding: Finding, kind: str, value: bool | None, links: Mapping[str, Any], words: str = ""
) -> dict[str, Any]:
    """The act of answering a question that a finding leaves open: yes, no, or a person cannot tell either."""
    subject = {k: getattr(finding.subject, k) for k in ("team", "person", "number", "bench", "role")}
    return {
        "act": ANSWER, "kind": kind, "value": value, "links": dict(links), "words": words.strip(),
        "subject": {k: v for k, v in subject.items() if v is not None},
        "start_pts": finding.start.pts, "end_pts": finding.end.pts,
    }  # fmt: skip


def matter_of(finding: Finding) -> str:
    """Sixteen hex digits for what a ruling speaks of: clause, verdict, subject, span and measure."""
    subject = finding.subject
    told = [
        finding.clause, finding.pack, finding.verdict,
        [subject.team, subject.person, subject.number, subject.bench, subject.role],
        finding.start.pts, finding.end.pts, dict(finding.measure),
    ]  # fmt: skip
    text = json.dumps(told, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def undo_act(number: int) -> dict[str, Any]:
    """The act of undoing act ``number``; it stays in the history."""
    return {"act": UNDO, "of": number}


def redo_act(number: int) -> dict[str, Any]:
    """The act of doing again what was undone."""
    return {"act": REDO, "of": number}


def in_force(journal: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Acts that stand, in the order they were made: without those undone, and without the undoing."""
    journal = list(journal)
    standing = set(_stacks(journal)[0])
    return [entry for entry in journal if entry.number in standing]


def to_undo(journal: Sequence[JournalEntry]) -> int | None:
    """The act that undo would take back: the last that stands."""
    done, _ = _stacks(journal)
    return done[-1] if done else None


def to_redo(journal: Sequence[JournalEntry]) -> int | None:
    """The act that redo would do again: the last undone, unless something else was done since."""
    _, undone = _stacks(journal)
    return undone[-1] if undone else None


def _stacks(journal: Iterable[JournalEntry]) -> tuple[list[int], list[int]]:
    done: list[int] = []
    undone: list[int] = []
    for entry in journal:
        what, of = entry.act.get("act"), entry.act.get("of")
        if what == UNDO and of in done:
            done.remove(of)
            undone.append(of)
        elif what == REDO and of in undone:
            undone.remove(of)
            done.append(of)
        elif what not in (UNDO, REDO):
            done.append(entry.number)
            undone = []
    return done, undone
