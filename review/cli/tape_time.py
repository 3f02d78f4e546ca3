"""A moment of tape as people type it."""

from __future__ import annotations

from review.core.errors import GameFileWrong
from review.core.tape import Tape
from review.core.times import FrameTime, Timecode, parse_tape_time

__all__ = ["time_on_tape"]


def time_on_tape(words: str, tape: Tape, option: str = "--at") -> FrameTime:
    """A timecode of the tape's own, or seconds.

    Raises
    ------
    GameFileWrong
        If it is no time, or not on the tape; ``option`` is where it was typed.
    """
    start = tape.scale.timecode_start
    try:
        if start is not None and len(words.replace(";", ":").split(":")) == 4:
            time = tape.scale.from_timecode(Timecode.parse(words, start.rate_fps))
        else:
            time = tape.scale.from_seconds(parse_tape_time(words))
    except ValueError as error:
        raise GameFileWrong(
            f"{option}: {error}.", remedy=f"Example: `{option} 1:23.4`, or the tape's own timecode."
        ) from error
    if time is None or not tape.scale.at(tape.scale.first_pts) <= time <= tape.scale.at(tape.last_pts):
        raise GameFileWrong(
            f"{option} {words}: not on the tape, which is {tape.duration_s:.1f} s long.",
            remedy="Give a moment inside it.",
        )
    return time
