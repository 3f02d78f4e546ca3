"""The words on a score bug at any second: what each part that shows something shows."""

from __future__ import annotations

from review.sim.bugs import Bug
from review.sim.sheet import EPS_S, clock_left_s, penalties, score, strength
from review.sim.tables.sheet import SheetSpec

PERIODS = {
    "1ST": ("1ST", "2ND", "3RD", "OT", "2OT"),
    "1st": ("1st", "2nd", "3rd", "OT", "2OT"),
    "P1": ("P1", "P2", "P3", "OT", "OT2"),
    "PERIOD 1": ("PERIOD 1", "PERIOD 2", "PERIOD 3", "OVERTIME", "OT 2"),
    "1.": ("1.", "2.", "3.", "OT", "OT2"),
    "I": ("I", "II", "III", "OT", "OT2"),
}


def bug_clock(left_s: float) -> str:
    """Clock as a bug shows it: minutes and seconds, in the last minute seconds and tenths; cut off.

    Examples
    --------
    >>> bug_clock(761.96), bug_clock(60.0), bug_clock(59.96), bug_clock(0.0)
    ('12:41', '1:00', '59.9', '0.0')
    """
    tenths = int(left_s * 10 + EPS_S)
    if tenths < 600:
        return f"{tenths // 10}.{tenths % 10}"
    return minutes(left_s)


def minutes(left_s: float) -> str:
    """Minutes and seconds, cut off."""
    whole = int(left_s + EPS_S)
    return f"{whole // 60}:{whole % 60:02d}"


def bug_words(
    bug: Bug,
    sheet: SheetSpec,
    at_s: float,
    *,
    home: str,
    names: tuple[str, str],
    clock_at_s: float | None = None,
    jump_s: float = 0.0,
) -> dict[str, str]:
    """What stands on ``bug`` at ``at_s``, by part; empty where a part shows nothing now.

    Parameters
    ----------
    home : code of the home team
    names : of the home and the away team; a code is a name's first three letters
    clock_at_s : the second whose clocks are shown, where they are not those of ``at_s``
    jump_s : how much more than is left the clock shows
    """
    clock_at_s = at_s if clock_at_s is None else clock_at_s
    goals = score(sheet, home, at_s)
    return {
        "clock": bug_clock(max(0.0, clock_left_s(sheet, clock_at_s) + jump_s)),
        "period": PERIODS[bug.period][sheet.period - 1],
        "home_code": names[0][:3].upper(),
        "away_code": names[1][:3].upper(),
        "home_name": names[0].upper(),
        "away_name": names[1].upper(),
        "home_score": str(goals[0]),
        "away_score": str(goals[1]),
        "home_shots": f"SOG {sheet.shots[0]}",
        "away_shots": f"SOG {sheet.shots[1]}",
        **_penalty_words(bug, sheet, clock_at_s, home),
    }


def _penalty_words(bug: Bug, sheet: SheetSpec, at_s: float, home: str) -> dict[str, str]:
    """Strength, and the clock of the penalty that changes it next, where somebody is short."""
    words = dict.fromkeys(("strength", "penalty", "home_pp", "away_pp", "even"), "")
    ours, theirs = strength(sheet, home, at_s)
    if (ours, theirs) == (sheet.skaters, sheet.skaters):
        return words
    short = [s for s in penalties(sheet, at_s) if s.shortens and s.runs]
    if ours != theirs:
        short = [s for s in short if (s.penalty.team == home) == (ours < theirs)]
    left = minutes(min(s.left_s for s in short))
    words["strength"] = bug.strength.format(max(ours, theirs), min(ours, theirs))
    words["penalty"] = left
    if ours == theirs:
        words["even"] = f"{words['strength']} {left}"
    else:
        ordinary = max(ours, theirs) - min(ours, theirs) == 1
        words["home_pp" if ours > theirs else "away_pp"] = f"{'PP' if ordinary else words['strength']} {left}"
    return words
