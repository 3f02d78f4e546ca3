"""A paper as one HTML page that needs nothing beside it; every word in it is escaped."""

from __future__ import annotations

import base64
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from review.report.paper_blocks import Paper

__all__ = ["paper_page"]

_TYPES = {"jpg": "image/jpeg", "svg": "image/svg+xml"}


def paper_page(paper: Paper) -> str:
    """The paper as HTML, its pictures in the page itself."""
    sources = {
        name: f"data:{_TYPES[name.rpartition('.')[2]]};base64,{base64.b64encode(data).decode()}"
        for name, data in paper.files.items()
    }
    return _environment().get_template("paper.html.j2").render(p=paper, sources=sources)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("review.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
