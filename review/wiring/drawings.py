"""Drawings into a case, and out of it."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from review.core.drawings import Drawing, Mark
from review.core.errors import CaseUnusable, GameFileWrong
from review.core.times import FrameTime
from review.pipeline.drawings import drawing_act, drawings_of
from review.wiring import open_store

__all__ = ["Drawing", "Mark", "draw_on", "drawings"]


def draw_on(
    case: Path, time: FrameTime, marks: Sequence[Mark], *, words: str = "", who: str | None = None
) -> int:
    """Keep marks on the frame at `time`; returns the act's number.

    Raises
    ------
    GameFileWrong, CaseUnusable
        If nothing is drawn, or a mark lies outside the picture; if the case cannot be written.
    """
    store = open_store(case, readonly=False)
    try:
        tape = store.tape()
        if tape is None:
            raise CaseUnusable(f"{case}: no tape is in this case.", remedy="Analyse one first.")
        width, height = tape.size_px
        for one in marks:
            x, y = one.start_px
            if not (0 <= x < width and 0 <= y < height):
                raise GameFileWrong(
                    f"({x:g}, {y:g}) lies outside the picture of {width} × {height} px.",
                    remedy="Give px of the tape's own picture, from its upper left corner.",
                )
        try:
            act = drawing_act(time, marks, words)
        except ValueError as error:
            raise GameFileWrong(f"{case}: {error}.", remedy="Give an arrow, a circle or a text.") from error
        return store.note(who or getpass.getuser(), act, at=datetime.now(UTC).isoformat(timespec="seconds"))
    finally:
        store.close()


def drawings(case: Path) -> list[Drawing]:
    """The drawings that stand in a case."""
    store = open_store(case)
    try:
        return drawings_of(store.journal())
    finally:
        store.close()
