"""Scores as one HTML page that needs nothing beside it."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from review.evaluate.plots import bars, curve

__all__ = ["scores_page"]

SHOWN = ("crossing_f1_05s", "count_inside", "count_best", "hota", "ap50", "team_accuracy")


def scores_page(scores: Mapping[str, Any], *, stills: Mapping[int, bytes] | None = None) -> str:
    """A `benchgate.scores/1` document as a page.

    Parameters
    ----------
    stills
        Row of `worst` -> JPEG of that moment, put into the page itself.
    """
    shown = {
        row: f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
        for row, jpeg in (stills or {}).items()
    }
    return (
        _environment()
        .get_template("scores.html.j2")
        .render(s=scores, stills=shown, curves=_curves(scores), plots=_bars(scores))
    )


def _curves(scores: Mapping[str, Any]) -> list[str]:
    return [
        curve(
            [(p["coverage"], p["risk"]) for p in points],
            title=f"{name.replace('_', ' ')}: risk over coverage",
            x="answers a question",
            y="wrong among them",
        )
        for name, points in scores["curves"].items()
        if points
    ]


def _bars(scores: Mapping[str, Any]) -> list[str]:
    """One plot a leading metric, clips from worst to best."""
    plots = []
    for name in SHOWN:
        rows = [(clip, values.get(name)) for clip, values in scores["clips"].items()]
        told = sorted((r for r in rows if r[1] is not None), key=lambda r: (r[1], r[0]))
        if told:
            plots.append(bars(told, title=name, most=1.0))
    return plots


@cache
def _environment() -> Environment:
    env = Environment(
        loader=PackageLoader("review.evaluate"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters["figure"] = lambda v: "—" if v is None else f"{v:.4g}"
    return env
