"""What people stated of the clock: kept in a case's journal, read back for the judgement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from review.core.clock import ClockAnchor, parse_shown
from review.core.tape import Tape
from review.core.times import FrameTime
from review.ports.store import JournalEntry

__all__ = ["anchor_act", "anchors_of", "removal_act"]

STATED, REMOVED = "clock anchor", "clock anchor removed"


def anchor_act(time: FrameTime, words: str) -> dict[str, Any]:
    """The act "at this time the clock shows this"; `words` as the picture writes it, such as `P2 12:34.5`.

    Raises
    ------
    ValueError
        If the words are no clock.
    """
    if parse_shown(words) is None:
        raise ValueError(f"{words!r} is no clock such as 12:34, 0:42.7 or P2 12:34")
    base = time.time_base
    return {
        "act": STATED, "pts": time.pts, "time_base": f"{base.numerator}/{base.denominator}", "clock": words,
    }  # fmt: skip


def removal_act(number: int) -> dict[str, Any]:
    """The act of taking back the anchor that act ``number`` stated."""
    return {"act": REMOVED, "anchor": number}


def anchors_of(journal: Iterable[JournalEntry], tape: Tape) -> tuple[ClockAnchor, ...]:
    """Anchors that stand, in order of tape: neither taken back nor stated anew at the same frame."""
    standing: dict[int, tuple[int, ClockAnchor]] = {}
    for entry in journal:
        act = entry.act
        if act.get("act") == REMOVED:
            standing.pop(int(act["anchor"]), None)
        elif act.get("act") == STATED:
            pts = int(act["pts"])
            standing = {n: one for n, one in standing.items() if one[0] != pts}
            standing[entry.number] = (pts, _anchor(entry.number, entry.who, act, tape))
    return tuple(sorted((anchor for _, anchor in standing.values()), key=lambda a: (a.at_s, a.number)))


def _anchor(number: int, who: str, act: Mapping[str, Any], tape: Tape) -> ClockAnchor:
    told = parse_shown(str(act["clock"]))
    if told is None:
        raise ValueError(f"act {number}: {act['clock']!r} is no clock")
    period, shown_s, step_s = told
    at_s = tape.scale.seconds(tape.scale.at(int(act["pts"])))
    return ClockAnchor(at_s, shown_s, step_s, period, number, who)
