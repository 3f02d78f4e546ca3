"""The docket as one HTML page that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from review.report.words import kind_words
from review.rules.consequences import dollars

__all__ = ["docket_page"]


def docket_page(model: Mapping[str, Any]) -> str:
    """A docket (see `docket_model.docket_model`) as HTML; every name in it is escaped."""
    return _environment().get_template("docket.html.j2").render(d=model)


@cache
def _environment() -> Environment:
    env = Environment(
        loader=PackageLoader("review.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(kind=kind_words, dollars=dollars)
    return env
