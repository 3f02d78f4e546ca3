"""The score as the score bug shows it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ScoreSpan"]


@dataclass(frozen=True, slots=True)
class ScoreSpan:
    """A stretch of tape over which the bug showed one score.

    Attributes
    ----------
    start_s, end_s : seconds of tape of its first and last reading
    goals : of the left or upper team first
    readings, against : how many of them say so, and how many say something else
    """

    start_s: float
    end_s: float
    goals: tuple[int, int]
    readings: int
    against: int
