"""A report of ours, `benchgate.report/1`, read back as a witness against a record."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from review.core.clock import ClockCourse, ClockSpan
from review.core.errors import RecordWrong
from review.core.witness import Counted, Passed, Scored, Witness

__all__ = ["witness_of"]

_SIGNS = {"down": -1, "up": 1, None: 0}


def witness_of(report: Mapping[str, Any], file: str) -> Witness:
    """What a report says that a record may confirm or contradict.

    Raises
    ------
    RecordWrong
        Where it is no report, or lacks what a report has.
    """
    if report.get("schema") != "benchgate.report/1":
        raise RecordWrong(
            f"{file}: no report (benchgate.report/1).",
            remedy="Give a case, or make one: `benchgate report CASE --format json`.",
        )
    try:
        return _witness(report)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordWrong(
            f"{file}: the report is damaged ({type(error).__name__}: {error}).", remedy="Write it again."
        ) from error


def _witness(report: Mapping[str, Any]) -> Witness:
    duration_s = float(report["tape"]["duration_s"])
    return Witness(
        tuple(
            dict.fromkeys(
                [team["name"] for team in report["game"]["teams"]] + [row["team"] for row in report["counts"]]
            )
        ),
        ClockCourse(tuple(_span(row) for row in report["clock"])),
        tuple(
            (row["team"], row["number"], row["number_p"])
            for row in report["people"]
            if row["team"] and row["number"] is not None and row["number_p"] is not None
        ),
        tuple(one for row in report["counts"] for one in _counted(row, duration_s)),
        tuple(_passed(row) for row in report["crossings"]),
        tuple((row["start"]["s"], row["end"]["s"]) for row in report["clock"] if row["motion"] == "stands"),
        _scored(report["score"]),
        tuple((row["period"], row["expires_clock_s"]) for row in report["penalty_clocks"]),
        duration_s,
    )


def _span(row: Mapping[str, Any]) -> ClockSpan:
    low_s, high_s = row["at_start_s"]
    return ClockSpan(
        row["start"]["s"], row["end"]["s"], _SIGNS[row["counts"]], low_s, high_s, 1.0, row["readings"],
        row["against"], row["period"], row["anchors"],
    )  # fmt: skip


def _counted(row: Mapping[str, Any], duration_s: float) -> list[Counted]:
    points = row["points"]
    ends = [point["t"]["s"] for point in points[1:]] + [duration_s]
    return [
        Counted(row["team"], p["t"]["s"], end_s, p["low"], p["high"], p["best"], p["allowed"])
        for p, end_s in zip(points, ends, strict=True)
    ]


def _passed(row: Mapping[str, Any]) -> Passed:
    when = row["when"]
    return Passed(
        row["team"], row["number"], row["direction"], when["earliest"]["s"], when["latest"]["s"],
        row["confidence"],
    )  # fmt: skip


def _scored(rows: list[Mapping[str, Any]]) -> tuple[Scored, ...]:
    """Rises between one stretch of a score and the next; a fall is a cut in the tape and no goal."""
    out = []
    for before, after in pairwise(rows):
        for k in (0, 1):
            goals = after["goals"][k] - before["goals"][k]
            if goals > 0:
                out.append(Scored(before["teams"][k], before["end"]["s"], after["start"]["s"], goals))
    return tuple(out)
