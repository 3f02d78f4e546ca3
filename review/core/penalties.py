"""Penalty clocks as the score bug shows them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PenaltyClock"]


@dataclass(frozen=True, slots=True)
class PenaltyClock:
    """A second clock that ran in step with the game clock.

    Attributes
    ----------
    start_s, end_s : seconds of tape at which it was first and last read
    shown_s : what it showed first
    expires_s : what the game clock shows when it runs out; below 0 in the period after
    period : in which it was shown, None where that was not read
    readings : how many agree
    """

    start_s: float
    end_s: float
    shown_s: float
    expires_s: float
    period: str | None
    readings: int
