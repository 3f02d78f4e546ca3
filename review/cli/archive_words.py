"""An archive's state and what was found in it, in words and as plain data."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from review.archive.progress import Progress, by_cause
from review.core.archive import Failure, Found

__all__ = ["found_csv", "found_json", "found_lines", "hours", "status_json", "status_lines"]

COLUMNS = (
    "kind", "verdict", "clause", "team", "number", "name", "direction", "rank", "start_s", "end_s",
    "margin_low_m", "margin_high_m", "margin_low_s", "margin_high_s", "confidence", "words", "tape", "day",
    "season", "sha256",
)  # fmt: skip


def hours(seconds: float) -> str:
    """A span as people say it.

    Examples
    --------
    >>> hours(42), hours(3725), hours(200000)
    ('42 s', '1 h 02 min', '2 d 7 h')
    """
    whole = round(seconds)
    if whole < 90:
        return f"{whole} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    return f"{minutes // 1440} d {minutes % 1440 // 60} h"


def status_lines(
    told: Progress, failures: Sequence[Failure], *, paused: bool, disagreements: int
) -> list[str]:
    """Progress, speed, when it will be done, and failures by cause."""
    ratio = told.watched_s / told.total_s if told.total_s else 1.0
    head = f"{told.tapes_done} of {told.tapes} tapes done; {ratio:.1%} of {hours(told.total_s)} watched"
    pace = "" if told.speed_x is None else f"; {told.speed_x:.2f}× real time"
    left = "" if not told.eta_s else f", {hours(told.eta_s)} left"
    out = [f"{head}{pace}{left}."]
    out += ["Paused: `benchgate archive resume` goes on."] if paused else []
    out += [f"  {one.stage:<9}{one.state:<9}{one.units:>8}" for one in told.units]
    for cause, ones in by_cause(failures).items():
        out.append(f"Failed, {cause}: {len(ones)}")
        out += [f"  {one.path}: {one.reason}" for one in ones[:5]]
        out += [f"  … and {len(ones) - 5} more"] if len(ones) > 5 else []
    if disagreements:
        out.append(f"{disagreements} outputs were made twice and differed; the first counts.")
    return out


def status_json(
    told: Progress, failures: Sequence[Failure], *, paused: bool, disagreements: int
) -> dict[str, Any]:
    """The same as plain data."""
    rows = [asdict(one) for one in failures]
    return asdict(told) | {"paused": paused, "failures": rows, "disagreements": disagreements}


def _row(one: Found) -> dict[str, Any]:
    told = asdict(one.mention)
    low_m, high_m = told.pop("margin_m")
    low_s, high_s = told.pop("margin_s")
    told |= {
        "margin_low_m": low_m, "margin_high_m": high_m, "margin_low_s": low_s, "margin_high_s": high_s,
        "tape": one.path, "day": one.day, "season": one.season, "sha256": one.sha256,
    }  # fmt: skip
    return {name: told[name] for name in COLUMNS}


def found_json(found: Sequence[Found]) -> str:
    """A list of objects."""
    return json.dumps([_row(one) for one in found], indent=1, ensure_ascii=False)


def found_csv(found: Sequence[Found]) -> str:
    """A table with a heading; what is not known is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_row(one) for one in found)
    return text.getvalue()


def found_lines(found: Sequence[Found]) -> list[str]:
    """One line each: day, tape, time, who, what."""
    return [_line(one) for one in found]


def _line(found: Found) -> str:
    one = found.mention
    who = " ".join(str(part) for part in (one.team, one.number, one.name) if part is not None) or "unknown"
    what = " ".join(part for part in (one.kind, one.clause, one.verdict, one.direction) if part)
    margin = _margin(one.margin_m, "m") or _margin(one.margin_s, "s")
    place = "" if one.rank is None else f", {one.rank}. of his team"
    minutes, seconds = divmod(one.start_s, 60)
    when = f"{found.day or found.season or '':<10}  {Path(found.path).name}  {int(minutes)}:{seconds:04.1f}"
    return f"{when}  {who}: {what}{margin}{place}"


def _margin(bounds: tuple[float | None, float | None], unit: str) -> str:
    low, high = bounds
    if low is None and high is None:
        return ""
    words = [f"{value:.1f}" if value is not None else "?" for value in (low, high)]
    return f" by {words[0]} to {words[1]} {unit}"
