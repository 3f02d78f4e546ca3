"""What people state, into a case: each act opens it for the moment of writing."""

from __future__ import annotations

import getpass
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from review.core.errors import CaseUnusable, GameFileWrong
from review.core.tape import Tape
from review.core.times import FrameTime
from review.pipeline.altercations import span_act, stated_of, withdrawal_act
from review.pipeline.anchors import anchor_act, anchors_of, removal_act
from review.wiring import open_store

__all__ = ["state_altercation", "state_clock", "take_back_altercation", "take_back_clock"]


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
    store = open_store(case, readonly=False)
    try:
        tape = store.tape()
        standing = sorted(one.number for one in stated_of(store.journal(), tape)) if tape else []
        if tape is None or number not in standing:
            listed = ", ".join(map(str, standing)) or "none"
            raise CaseUnusable(
                f"{case}: act {number} states no altercation that stands.",
                remedy=f"Those that stand: {listed}.",
            )
        store.note(who or getpass.getuser(), withdrawal_act(number), at=_now())
        return tape
    finally:
        store.close()


def take_back_clock(case: Path, number: int, *, who: str | None = None) -> Tape:
    """Take back what act ``number`` states of the clock; returns the tape that it was about.

    Raises
    ------
    CaseUnusable
        If no such statement stands, or the case cannot be written.
    """
    store = open_store(case, readonly=False)
    try:
        tape = store.tape()
        standing = sorted(a.number for a in anchors_of(store.journal(), tape)) if tape else []
        if tape is None or number not in standing:
            listed = ", ".join(map(str, standing)) or "none"
            raise CaseUnusable(
                f"{case}: act {number} states no clock that stands.", remedy=f"Those that stand: {listed}."
            )
        store.note(who or getpass.getuser(), removal_act(number), at=_now())
        return tape
    finally:
        store.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
