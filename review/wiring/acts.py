"""What people state, into a case: each act opens it for the moment of writing."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from review.core.errors import CaseUnusable, GameFileWrong
from review.core.tape import Tape
from review.core.times import FrameTime
from review.pipeline.altercations import span_act, stated_of, withdrawal_act
from review.pipeline.anchors import anchor_act, anchors_of, removal_act
from review.pipeline.said import in_force
from review.ports.store import JournalEntry, Store
from review.wiring import judged, open_store

__all__ = [
    "answer_altercation",
    "state_altercation",
    "state_clock",
    "take_back_altercation",
    "take_back_clock",
]


#: An altercation so far from where the window stands is not the one that is meant.
NEAR_S = 10.0


def state_clock(case: Path, time: FrameTime, words: str, *, who: str | None = None) -> int:
    """Keep that the clock shows ``words`` at a time; returns the act's number.

    Raises
    ------
    GameFileWrong, CaseUnusable
        If the words are no clock; if the case cannot be written, or is being written.
    """
    try:
        act = anchor_act(time, words.strip())
    except ValueError as error:
        raise GameFileWrong(f"{error}.", remedy="Write what the picture shows.") from error
    return _note(case, act, who)


def state_altercation(
    case: Path, start: FrameTime, end: FrameTime, *, is_one: bool, who: str | None = None
) -> int:
    """Keep that a stretch is an altercation, or that none is in it; returns the act's number.

    Raises
    ------
    GameFileWrong, CaseUnusable
        If it ends before it starts; if the case cannot be written, or is being written.
    """
    try:
        act = span_act(start, end, is_one=is_one)
    except ValueError as error:
        raise GameFileWrong(f"The altercation: {error}.", remedy="Swap start and end.") from error
    return _note(case, act, who)


def answer_altercation(
    case: Path,
    time: FrameTime,
    answer: Literal["is one", "is none", "begins", "ends"],
    *,
    who: str | None = None,
) -> tuple[float, float]:
    """State of the altercation at a time, judged or stated: it is one, is none, begins or ends there.

    Returns the seconds of tape from and to which something is now stated.

    Raises
    ------
    GameFileWrong, CaseUnusable
        If there is none within `NEAR_S`, or it would end before it starts; if the case cannot be written.
    """
    store = open_store(case)
    try:
        tape, known = _altercations(store, case)
    finally:
        store.close()
    at_s = tape.scale.seconds(time)
    near = min(known, key=lambda span: _away_s(span, at_s), default=None)
    if near is None or _away_s(near, at_s) > NEAR_S:
        raise GameFileWrong(
            f"There is no altercation within {NEAR_S:.0f} s of here.",
            remedy="`benchgate case altercation add` states one that nobody proposed.",
        )
    start_s, end_s = near
    start = time if answer == "begins" else tape.scale.from_seconds(start_s)
    end = time if answer == "ends" else tape.scale.from_seconds(end_s)
    state_altercation(case, start, end, is_one=answer != "is none", who=who)
    return tape.scale.seconds(start), tape.scale.seconds(end)


def _altercations(store: Store, case: Path) -> tuple[Tape, list[tuple[float, float]]]:
    """Seconds of those that people state, and of those judged of which nobody has spoken since."""
    judgement = judged(store, case)
    tape = judgement.tape
    stated = stated_of(in_force(store.journal()), tape)
    found = [tuple(map(tape.scale.seconds, one.span.likeliest)) for one in judgement.altercations]
    open_ = [(a, b) for a, b in found if not any(told.meets(a, b) for told in stated)]
    return tape, [*((told.start_s, told.end_s) for told in stated if told.is_one), *open_]


def _away_s(span: tuple[float, float], at_s: float) -> float:
    return max(span[0] - at_s, at_s - span[1], 0.0)


def _note(case: Path, act: Mapping[str, Any], who: str | None) -> int:
    store = open_store(case, readonly=False)
    try:
        return store.note(who or getpass.getuser(), act, at=_now())
    finally:
        store.close()


def take_back_altercation(case: Path, number: int, *, who: str | None = None) -> Tape:
    """Take back what act ``number`` states of an altercation; returns the tape that it was about.

    Raises
    ------
    CaseUnusable
        If no such statement stands, or the case cannot be written.
    """
    return _take_back(case, number, stated_of, withdrawal_act(number), "altercation", who)


def take_back_clock(case: Path, number: int, *, who: str | None = None) -> Tape:
    """Take back what act ``number`` states of the clock; returns the tape that it was about.

    Raises
    ------
    CaseUnusable
        If no such statement stands, or the case cannot be written.
    """
    return _take_back(case, number, anchors_of, removal_act(number), "clock", who)


def _take_back(
    case: Path,
    number: int,
    standing_in: Callable[[list[JournalEntry], Tape], Iterable[Any]],
    act: Mapping[str, Any],
    what: str,
    who: str | None,
) -> Tape:
    store = open_store(case, readonly=False)
    try:
        tape = store.tape()
        standing = sorted(one.number for one in standing_in(in_force(store.journal()), tape)) if tape else []
        if tape is None or number not in standing:
            listed = ", ".join(map(str, standing)) or "none"
            raise CaseUnusable(
                f"{case}: act {number} states no {what} that stands.", remedy=f"Those that stand: {listed}."
            )
        store.note(who or getpass.getuser(), act, at=_now())
        return tape
    finally:
        store.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
