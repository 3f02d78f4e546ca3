"""How the report's plain data reads: times, intervals, measures with units, verdicts by shape and word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

__all__ = [
    "SHAPES",
    "clock_line",
    "decision_mark",
    "give_or_take",
    "interval_words",
    "kind_words",
    "measure_words",
    "span_words",
    "sum_words",
    "tape_time",
    "value_words",
    "whom_words",
]

SHAPES = {"trips": "▲", "cannot tell": "●", "does not": "–", "notice": "○"}
_DECISIONS = {"accepted": "✓", "rejected": "✕", "corrected": "✎"}
_NAME = re.compile("[a-z]+(_[a-z]+)+")
_UNITS = {
    "_s": "s",
    "_m": "m",
    "_px": "px",
    "_deg": "°",
    "_mps": "m/s",
    "_ratio": "",
    "_conf": "",
    "_men": "men",
}
_LABELS = {
    "early_s": "early, in time",
    "early_m": "retiring man from the bench",
    "count": "men on the ice",
    "allowed": "men allowed",
    "margin_s": "margin",
    "margin_m": "margin",
    "margin_men": "margin",
    "overlap_s": "intervals overlap by",
    "rank": "rank",
}


def tape_time(time: Mapping[str, Any]) -> str:
    """`0:03.337`, hours in front where there are any; a time before the first frame has a minus."""
    ms = round(abs(time["s"]) * 1000)
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    text = f"{rest // 1000:02d}.{rest % 1000:03d}"
    text = f"{hours}:{minutes:02d}:{text}" if hours else f"{minutes}:{text}"
    return f"-{text}" if time["s"] < 0 else text


def clock_line(time: Mapping[str, Any]) -> str:
    """The other forms of a time: game clock, timecode, pts."""
    parts = [time["clock"], time["timecode"], f"pts {time['pts']}"]
    return " · ".join(part for part in parts if part)


def interval_words(when: Mapping[str, Any] | None) -> str:
    """`0:03.337 to 0:03.470, best 0:03.403`."""
    if when is None:
        return "not seen"
    words = f"{tape_time(when['earliest'])} to {tape_time(when['latest'])}"
    return f"{words}, best {tape_time(when['best'])}" if when["best"] else words


def span_words(span: Mapping[str, Any]) -> str:
    """`0:03.337 to 0:04.204`."""
    return f"{tape_time(span['start'])} to {tape_time(span['end'])}"


def kind_words(kind: str) -> str:
    """A kind's name as words."""
    return kind.replace("_", " ")


def sum_words(amount_usd: str) -> str:
    """A sum of dollars as people write it.

    >>> sum_words("24484.50"), sum_words("10000.00")
    ('$24,484.50', '$10,000.00')
    """
    return f"${Decimal(amount_usd):,.2f}"


def whom_words(subject: Mapping[str, Any]) -> str:
    """Whom it falls on: `LAK 22 Mair`, `LAK man 12`, `LAK coach`, `LAK club, for 22`, or the game."""
    number, person = subject["number"], subject["person"]
    man = f"man {person}" if number is None and person is not None else number
    named = " ".join(str(word) for word in (man, subject["name"]) if word is not None)
    team, role = subject["team"] or "unknown team", subject["role"]
    if role == "club":
        return f"{team} club, for {named}" if named else f"{team} club"
    words = [team, role if role not in (None, "player") else "", named]
    return " ".join(word for word in words if word) if subject["team"] or named or role else "the game"


def decision_mark(decision: str) -> str:
    """A decision's shape, a dot where it has none."""
    return _DECISIONS.get(decision, "·")


def value_words(value: Any, unit: str | None = None) -> str:
    """A value in words: yes, no, unknown, a number with its unit, or `3.1 m or more` for an open interval."""
    tail = f" {unit}" if unit else ""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:.10g}{tail}"
    if isinstance(value, Mapping):
        return _mapping_words(value)
    if isinstance(value, list | tuple):
        if len(value) == 2 and all(one is None or isinstance(one, int | float) for one in value):
            return _pair_words(value[0], value[1], tail)
        return ", ".join(value_words(one, unit) for one in value) or "none"
    return f"{kind_words(value) if _NAME.fullmatch(value) else value}{tail}"


def _pair_words(low: float | None, high: float | None, tail: str) -> str:
    if low is None and high is None:
        return "not bounded by the tape"
    if high is None:
        return f"{low:.10g}{tail} or more"
    if low is None:
        return f"{high:.10g}{tail} or less"
    return f"{low:.10g}{tail}" if low == high else f"{low:.10g} to {high:.10g}{tail}"


def give_or_take(pair: Any, unit: str) -> str:
    """An interval as its middle and half its width.

    >>> give_or_take([2.2, 3.4], "m"), give_or_take([2.2, None], "m")
    ('2.8 ± 0.6 m', '2.2 m or more')
    """
    low, high = pair
    if low is None or high is None or low == high:
        return value_words(pair, unit)
    return f"{(low + high) / 2:.1f} ± {(high - low) / 2:.1f} {unit}"


def _mapping_words(value: Mapping[str, Any]) -> str:
    if "pts" in value:
        return tape_time(value)
    if "earliest" in value:
        return interval_words(value)
    return ", ".join(f"{kind_words(key)} {value_words(one)}" for key, one in value.items() if one is not None)


def measure_words(measure: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(name, value with unit) of each measure; a margin comes first."""
    rows = []
    for key in sorted(measure, key=lambda key: not key.startswith("margin")):
        unit = next((unit for end, unit in _UNITS.items() if key.endswith(end)), None)
        end = next((end for end in _UNITS if key.endswith(end)), "")
        name = _LABELS.get(key) or kind_words(key.removesuffix(end))
        rows.append((name, value_words(measure[key], unit)))
    return rows
