"""Judged things in words and numbers, the same wherever they stand."""

from __future__ import annotations

import re
from typing import Any

from review.core.clock import ClockCourse
from review.core.facts import Subject
from review.core.findings import Finding
from review.core.times import FrameTime, TimeScale
from ui.words import t

__all__ = [
    "VERDICT_MARKS",
    "amount_words",
    "clause_words",
    "kind_words",
    "man_words",
    "measure_words",
    "range_words",
    "readout_words",
    "seconds_words",
    "verdict_words",
    "view_words",
]

VERDICT_MARKS = {
    "trips": "▲",
    "cannot tell": "●",
    "does not": "✓",
    "notice": "○",
    "crossing": "↕",
    "altercation": "▬",
}

#: Titles of clauses, ids as in the packs; a clause without one is shown by its id.
CLAUSES = {
    "205.1a": "early change",
    "205.1b": "early change, puck or opponent played",
    "205.1-N": "puck struck by accident",
    "205.2": "change of a goalkeeper",
    "205.2-N": "goalkeeper's substitute too soon",
    "205.3": "deliberate, in the last two minutes",
    "205.4": "penalty served, change not at the bench",
    "205.5": "goalkeeper at the bench in a stoppage",
    "205.6": "too many men on the ice",
    "72a": "left a bench in an altercation",
    "72b": "first or second off the bench",
    "72c": "first off the bench",
    "72d": "second off the bench",
    "72d-N": "who names the first and second",
    "72e": "team of a man who left",
    "72f": "left in an altercation: fine",
    "72g": "left the penalty bench, not first",
    "72h": "left the penalty bench",
    "72i": "left the penalty bench too soon",
    "72j": "left the penalty bench in a stoppage",
    "72k": "penalty bench left early, play goes on",
    "72l": "back early by the timekeeper's error",
    "72m": "attacker stopped by an illegal man",
    "72n": "attacker on the open goal stopped",
    "72o": "coach or manager on the ice",
    "72p": "executive or manager on the ice: fine",
    "72q": "goal with a penalized man on",
    "72r": "goal with an illegal man on",
    "72s": "left the bench, not for a change",
    "72t": "came back after an ejection",
    "72u": "coach of a team that left",
    "72v": "pay, reimbursement, games carried over",
}
VIEWS = {
    "main": "main camera",
    "bench": "bench",
    "box": "penalty box",
    "net": "behind the net",
    "close": "close-up",
    "crowd": "crowd",
    "overhead": "overhead",
    "graphic": "graphic",
    "other": "other view",
}
VERDICTS = {
    "trips": "trips",
    "cannot tell": "cannot tell",
    "does not": "does not",
    "notice": "notice",
    "crossing": "crossing",
    "altercation": "altercation",
}
MEASURES = {
    "early": "early by",
    "early_m": "distance from the bench",
    "count": "men on the ice",
    "allowed": "allowed",
    "margin": "margin",
    "distance": "distance",
    "over": "over for",
    "rank_team": "rank in the team",
    "rank_all": "rank of all",
}
_UNITS = {"s": "s", "m": "m", "px": "px", "mps": "m/s", "ratio": "", "conf": ""}


def clause_words(clause: str) -> str:
    """Id and title of a clause; a longer id borrows the title of the clause it belongs to."""
    title = next((CLAUSES[c] for c in sorted(CLAUSES, key=len, reverse=True) if clause.startswith(c)), None)
    return f"{clause} {t(title)}" if title else clause


def verdict_words(verdict: str) -> str:
    """Shape and word: never colour alone."""
    return f"{VERDICT_MARKS.get(verdict, '·')} {t(VERDICTS.get(verdict, verdict))}"


def view_words(view: str | None, *, replay: bool | None = None) -> str:
    """What a shot shows."""
    if replay:
        return t("replay")
    return t(VIEWS[view]) if view in VIEWS else t("not judged")


def man_words(subject: Subject) -> str:
    """Team and number, as far as known."""
    number = f"{subject.number}" if subject.number is not None else ""
    if not number and subject.person is not None:
        number = t("man {id}", id=subject.person)
    return " ".join(filter(None, [subject.team, number or subject.role])) or t("nobody named")


def seconds_words(s: float) -> str:
    """Tape time: m:ss.ss, with hours where there are any."""
    minutes, rest = divmod(round(max(s, 0.0) * 100) / 100, 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02d}:{rest:05.2f}" if hours else f"{minutes}:{rest:05.2f}"


def readout_words(time: FrameTime, scale: TimeScale, ordinal: int, clock: ClockCourse) -> dict[str, str]:
    """The five forms of one frame's time."""
    timecode, shown = scale.timecode(time), clock.at(scale.seconds(time))
    return {
        "clock": shown.text if shown else "–",
        "pts": str(time.pts),
        "time": seconds_words(scale.seconds(time)),
        "timecode": str(timecode) if timecode else "–",
        "frame": str(ordinal),
    }


def amount_words(value: Any, unit: str = "") -> str:
    """A value of a fact or measure for people: intervals as low–high, unknown as a word."""
    if value is None:
        return t("unknown")
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if isinstance(value, list | tuple) and len(value) == 2:
        return range_words(value[0], value[1], unit)
    if isinstance(value, float):
        return f"{value:.2f} {unit}".strip()
    return f"{value} {unit}".strip()


def range_words(low: Any, high: Any, unit: str = "") -> str:
    """`low`–`high` with its unit; an open end says so."""
    if low is None and high is None:
        return t("not bounded")
    if low is None:
        return t("at most {n}", n=amount_words(high, unit))
    if high is None:
        return t("at least {n}", n=amount_words(low, unit))
    if low == high:
        return amount_words(low, unit)
    plain = isinstance(low, int) and isinstance(high, int)
    return f"{low}–{high} {unit}".strip() if plain else f"{low:.2f}–{high:.2f} {unit}".strip()


def kind_words(name: str) -> str:
    """A machine's name made readable."""
    return t(re.sub(r"[_.]", " ", name).strip())


def measure_words(finding: Finding, *, longest: int = 3) -> list[tuple[str, str]]:
    """(what, how much) of a finding's measure; the unit is read off the name's end."""
    rows = []
    for name, value in list(finding.measure.items())[:longest]:
        stem, _, ending = name.rpartition("_")
        unit = _UNITS.get(ending) if stem else None
        what = stem if unit is not None else name
        known = MEASURES.get(name) or MEASURES.get(what)
        label = t(known) if known else kind_words(what)
        rows.append((label, amount_words(value, unit or "")))
    return rows
