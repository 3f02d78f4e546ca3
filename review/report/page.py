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
from review.report.lanes import Lanes, lanes

__all__ = ["ClauseText", "Still", "report_page"]

_WHOLE_UP_TO_S = 60.0
_AROUND_S = 5.0
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
            stills={id_: [_still(*one) for one in shown] for id_, shown in (stills or {}).items()},
            whole=_whole(report),
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


def _still(caption: str, jpeg: bytes) -> tuple[str, str]:
    if not jpeg.startswith(_JPEG):
        raise ValueError(f"the still {caption!r} is no JPEG")
    return caption, f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"


def _whole(report: Mapping[str, Any]) -> Lanes:
    return lanes(report, 0.0, float(report["tape"]["duration_s"]))


def _close(report: Mapping[str, Any], told: Sequence[Mapping[str, Any]]) -> dict[int, Lanes]:
    """Lanes around each finding, where the whole tape is too long to show the moment."""
    duration_s = float(report["tape"]["duration_s"])
    if duration_s <= _WHOLE_UP_TO_S:
        return {}
    out = {}
    for finding in told:
        start_s = max(0.0, finding["span"]["start"]["s"] - _AROUND_S)
        end_s = min(duration_s, finding["span"]["end"]["s"] + _AROUND_S)
        team = finding["subject"]["team"]
        out[finding["id"]] = lanes(report, start_s, end_s, teams=None if team is None else [team])
    return out
