"""The report as one HTML page that needs nothing beside it: no script, no font, no picture from elsewhere."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from review.report import words
from review.report.follows import MONEY, follows
from review.report.lanes import Lanes, lanes_around, whole_lanes

__all__ = ["ClauseText", "Still", "lane_svgs", "report_page"]

_ORDER = {"trips": 0, "cannot tell": 1, "does not": 2}
_JPEG = b"\xff\xd8\xff"

Still = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause for the glossary: its title, what it says in our words, and where it stands."""

    title: str
    says: str
    cite: str = ""


def report_page(
    report: Mapping[str, Any],
    *,
    stills: Mapping[int, Sequence[Still]] | None = None,
    clauses: Mapping[str, ClauseText] | None = None,
) -> str:
    """A report (see `model.report_model`) as a page of HTML.

    Parameters
    ----------
    stills
        Finding id -> (caption, JPEG bytes), put into the page itself.
    clauses
        Clause id -> its words, for the glossary.

    Raises
    ------
    ValueError
        If a still is no JPEG.
    """
    findings = sorted(report["findings"], key=lambda f: (_ORDER[f["verdict"]], f["span"]["start"]["s"]))
    told = [finding for finding in findings if finding["verdict"] != "does not"]
    texts = clauses or {}
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            r=report,
            title=PurePath(report["tape"]["path"].replace("\\", "/")).name,
            findings=findings,
            told=told,
            counts={verdict: sum(f["verdict"] == verdict for f in findings) for verdict in _ORDER},
            facts={fact["id"]: fact for fact in report["facts"]},
            people={person["id"]: person for person in report["people"]},
            rulings={f["id"]: [r for r in report["rulings"] if r["finding"] == f["id"]] for f in findings},
            superseded={r["supersedes"]: r["id"] for r in report["rulings"] if r["supersedes"]},
            stills=_once(told, stills or {}),
            whole=whole_lanes(report),
            close=_close(report, told),
            follows=follows(report),
            glossary=[(id_, texts[id_]) for id_ in sorted({f["clause"] for f in findings}) if id_ in texts],
            clauses=texts,
        )
    )


@cache
def _environment() -> Environment:
    env = Environment(
        loader=PackageLoader("review.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals["shapes"] = words.SHAPES
    env.globals["sums"] = (*MONEY, "coach_suspension")
    env.filters.update(
        time=words.tape_time,
        clocks=words.clock_line,
        interval=words.interval_words,
        span=words.span_words,
        kind=words.kind_words,
        value=words.value_words,
        give_or_take=words.give_or_take,
        measures=words.measure_words,
        decision=words.decision_mark,
        dollars=words.sum_words,
        whom=words.whom_words,
    )
    return env


def _once(
    told: Sequence[Mapping[str, Any]], stills: Mapping[int, Sequence[Still]]
) -> dict[int, list[tuple[str, str, int]]]:
    """(caption, source, finding that shows it) of each still; one picture stands in the page once."""
    first: dict[str, int] = {}
    out = {}
    for id_ in (finding["id"] for finding in told if finding["id"] in stills):
        shown = [_still(*one) for one in stills[id_]]
        out[id_] = [(caption, source, first.setdefault(source, id_)) for caption, source in shown]
    return out


def _still(caption: str, jpeg: bytes) -> tuple[str, str]:
    if not jpeg.startswith(_JPEG):
        raise ValueError(f"the still {caption!r} is no JPEG")
    return caption, f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"


def lane_svgs(drawn: Lanes) -> list[tuple[str, str]]:
    """Each lane as an SVG of its own, in the colours of print: (team, text)."""
    marks: Any = _environment().get_template("lane.svg.j2").module
    last = len(drawn.lanes) - 1
    return [(lane.team, str(marks.svg(drawn, lane, place == last))) for place, lane in enumerate(drawn.lanes)]


def _close(report: Mapping[str, Any], told: Sequence[Mapping[str, Any]]) -> dict[int, Lanes]:
    drawn = {finding["id"]: lanes_around(report, finding) for finding in told}
    return {id_: lanes for id_, lanes in drawn.items() if lanes is not None}
