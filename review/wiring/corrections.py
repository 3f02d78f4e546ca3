"""Corrections, rulings and answers into a case, and their undoing: each act opens it for a moment."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from review.core.case import Judgement
from review.core.crossings import Crossing
from review.core.errors import CaseUnusable, GameFileWrong
from review.core.findings import Finding
from review.core.times import FrameTime
from review.pipeline.said import (
    answer_act,
    correction_act,
    in_force,
    redo_act,
    ruling_act,
    to_redo,
    to_undo,
    undo_act,
)
from review.ports.store import JournalEntry, Store
from review.rules.vocabulary import KINDS
from review.wiring import judged, open_store

__all__ = [
    "Done",
    "answer_question",
    "correct_crossing",
    "history",
    "history_of",
    "questions_of",
    "redo",
    "rule_finding",
    "undo",
]

T = TypeVar("T", Crossing, Finding)
#: Links by which an answer speaks of the same act as the finding that asks.
_LINKS = ("act", "change", "crossing", "altercation")


@dataclass(frozen=True, slots=True)
class Done:
    """One act of the history; `stands` is False where it was undone."""

    entry: JournalEntry
    stands: bool


def correct_crossing(
    case: Path,
    crossing: int,
    *,
    reason: str,
    is_one: bool = True,
    at: FrameTime | None = None,
    gate: str | None = None,
    direction: str | None = None,
    team: str | None = None,
    number: int | None = None,
    who: str | None = None,
) -> int:
    """Keep that a crossing was otherwise, or none; returns the act's number.

    Raises
    ------
    GameFileWrong, CaseUnusable
        If there is no such crossing, gate or team, or nothing is said; if the case cannot be written.
    """

    def act(judgement: Judgement) -> Mapping[str, Any]:
        found = _numbered(judgement.crossings, crossing, "crossing", case)
        _known("gate", gate, [g.id for g in judgement.gates])
        _known("team", team, [line.team for line in judgement.counts] or list(judgement.game.team_names()))
        _known("direction", direction, ["on", "off"])
        return correction_act(
            found, reason=reason, is_one=is_one, at=at, gate=gate, direction=direction, team=team,
            number=number,
        )  # fmt: skip

    return _say(case, act, who, measured=True)


def rule_finding(case: Path, finding: int, decision: str, words: str = "", *, who: str | None = None) -> int:
    """Accept or reject a finding as it stands; returns the act's number.

    Raises
    ------
    GameFileWrong, CaseUnusable
        If there is no such finding, or a rejection gives no reason; if the case cannot be written.
    """
    return _say(
        case,
        lambda told: ruling_act(_numbered(told.findings, finding, "finding", case), decision, words),
        who,
    )


def answer_question(
    case: Path, finding: int, kind: str, value: bool | None, words: str = "", *, who: str | None = None
) -> int:
    """Answer what a finding asks: yes, no, or None for "I cannot tell either"; returns the act's number.

    Raises
    ------
    GameFileWrong, CaseUnusable
        If there is no such finding, or it does not ask that; if the case cannot be written.
    """

    def act(judgement: Judgement) -> Mapping[str, Any]:
        found = _numbered(judgement.findings, finding, "finding", case)
        _known("question", kind, list(questions_of(found)))
        rests = [fact for fact in judgement.facts if fact.id in found.facts]
        links = {key: fact.links[key] for fact in rests for key in _LINKS if key in fact.links}
        return answer_act(found, kind, value, links, words)

    return _say(case, act, who)


def questions_of(finding: Finding) -> dict[str, str]:
    """Kind -> question in plain words, of what a person can answer with yes or no."""
    kinds = (KINDS[kind] for kind in finding.missing if kind in KINDS)
    return {
        one.kind: one.question
        for one in kinds
        if one.question and "said" in one.layers and one.type == "yes/no/unknown"
    }


def undo(case: Path, *, who: str | None = None) -> JournalEntry | None:
    """Take back the last act that stands; the act, or None where there is none."""
    return _turn(case, to_undo, undo_act, who)


def redo(case: Path, *, who: str | None = None) -> JournalEntry | None:
    """Do again what was undone last; the act, or None where there is none."""
    return _turn(case, to_redo, redo_act, who)


def history(case: Path) -> list[Done]:
    """All that people did, in order, without the undoing itself."""
    store = open_store(case)
    try:
        return history_of(store)
    finally:
        store.close()


def history_of(store: Store) -> list[Done]:
    """The same of an open case."""
    journal = store.journal()
    standing = {entry.number for entry in in_force(journal)}
    return [
        Done(entry, entry.number in standing)
        for entry in journal
        if not entry.act.get("act", "").startswith(("undone", "done again"))
    ]


def _say(
    case: Path, act: Callable[[Judgement], Mapping[str, Any]], who: str | None, *, measured: bool = False
) -> int:
    """Make an act of the judgement at hand (or of what was measured), and append it."""
    store = open_store(case, readonly=False)
    try:
        judgement = judged(store, case)
        if measured:
            judgement = store.judgement() or judgement
        try:
            made = act(judgement)
        except GameFileWrong:
            raise
        except ValueError as error:
            raise GameFileWrong(f"{case}: {error}.", remedy="Say what was otherwise, and why.") from error
        return store.note(who or getpass.getuser(), made, at=_now())
    finally:
        store.close()


def _turn(
    case: Path,
    which: Callable[[list[JournalEntry]], int | None],
    act: Callable[[int], Mapping[str, Any]],
    who: str | None,
) -> JournalEntry | None:
    store = open_store(case, readonly=False)
    try:
        journal = store.journal()
        number = which(journal)
        if number is None:
            return None
        store.note(who or getpass.getuser(), act(number), at=_now())
        return next(entry for entry in journal if entry.number == number)
    finally:
        store.close()


def _numbered(rows: tuple[T, ...], number: int, what: str, case: Path) -> T:
    found = next((row for row in rows if row.id == number), None)
    if found is None:
        listed = ", ".join(str(row.id) for row in rows) or "none"
        raise CaseUnusable(f"{case}: there is no {what} {number}.", remedy=f"Those there are: {listed}.")
    return found


def _known(what: str, word: str | None, known: list[str]) -> None:
    if word is not None and word not in known:
        raise GameFileWrong(f"There is no {what} {word!r}.", remedy=f"One of {', '.join(known) or 'none'}.")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
