"""The game clock of a tape: what was read, bent to what people state, with what a reviewer should know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from review.core.clock import ClockAnchor, ClockCourse, ClockReading
from review.core.findings import Notice
from review.core.game import Game
from review.core.penalties import PenaltyClock
from review.core.score import ScoreSpan
from review.core.tape import Tape
from review.measure.anchors import bend
from review.measure.clock import clock_course
from review.measure.penalties import penalty_clocks
from review.measure.score import score_spans, with_settled_periods

__all__ = ["GameClock", "game_clock"]

FRAME_S = 0.04  # of a tape that states no rate


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock's course, the statements it was bent to, score and penalties beside it, notices."""

    course: ClockCourse
    anchors: tuple[ClockAnchor, ...] = ()
    scores: tuple[ScoreSpan, ...] = ()
    penalties: tuple[PenaltyClock, ...] = ()
    notices: tuple[Notice, ...] = ()


def game_clock(
    tape: Tape, game: Game, readings: Sequence[ClockReading], anchors: Sequence[ClockAnchor]
) -> GameClock:
    """Judge the clock. ``anchors`` are those of the case; those of ``game`` give way to them at one frame."""
    frame_s = float(1 / tape.scale.rate) if tape.scale.rate else FRAME_S
    inside = [a for a in game.clock_anchors if a.at_s <= tape.duration_s + frame_s]
    kept = [a for a in inside if all(abs(a.at_s - b.at_s) > frame_s / 2 for b in anchors)]
    all_ = tuple(sorted([*kept, *anchors], key=lambda a: (a.at_s, a.number)))
    read = clock_course(with_settled_periods(readings))
    course = bend(read, all_, frame_s=frame_s) if all_ else read
    notices = [_bent(tape, one, read) for one in all_]
    start = tape.scale.at(tape.scale.first_pts)
    if game.clock_box_px is not None and not readings:
        text = f"No clock could be read in the box {list(game.clock_box_px)} that GAME.toml gives."
        notices.append(Notice("no clock in its box", start, text))
    for one in game.clock_anchors:
        if one not in inside:
            text = f"GAME.toml states the clock at {one.at_s:.2f} s; the tape ends before that."
            notices.append(Notice("clock stated outside the tape", start, text))
    kept_notices = tuple(n for n in notices if n is not None)
    beside = (score_spans(readings, read), penalty_clocks(readings, course))
    return GameClock(course, all_, *beside, kept_notices)


def _bent(tape: Tape, anchor: ClockAnchor, read: ClockCourse) -> Notice | None:
    """Where the picture was read to show something else than a person states."""
    shown = read.at(anchor.at_s)
    if shown is None:
        return None
    low, high = anchor.shown_s, anchor.shown_s + anchor.step_s
    if shown.low_s <= high + anchor.step_s and low - anchor.step_s <= shown.high_s:
        return None
    text = f"The clock was read as {shown.text} where {anchor.who} states {anchor.text}: taken as stated."
    return Notice("clock taken as stated", tape.scale.from_seconds(anchor.at_s), text)
