"""The score sheet read at any second of the game: clock, period, score, penalties."""

from __future__ import annotations

from review.sim.tables.sheet import SheetSpec


def clock_left_s(sheet: SheetSpec, at_s: float) -> float:
    """Seconds left on the game clock at ``at_s`` of the game."""
    minutes, seconds = sheet.clock.split(":")
    stood = sum(max(0.0, min(at_s, end) - start) for start, end in sheet.stops)
    return max(0.0, 60.0 * int(minutes) + float(seconds) - (at_s - stood))


def clock_text(sheet: SheetSpec, at_s: float) -> str:
    """What truth says of the clock at ``at_s``, such as ``P2 12:41.3``: tenths, cut off and not rounded."""
    tenths = int(clock_left_s(sheet, at_s) * 10 + 1e-6)
    return f"P{sheet.period} {tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"
