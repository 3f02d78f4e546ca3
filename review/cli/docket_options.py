"""The options that the commands of `benchgate docket` share."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["AsJson", "Case", "Known", "On", "Place"]

Place = Annotated[
    str | None, typer.Option("--docket", help="A path or postgresql://… (default: setting `docket`).")
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
Case = Annotated[int, typer.Argument(help="The case's number.", show_default=False)]
Known = Annotated[
    str | None, typer.Option(help="As known then: a day, or a time such as 2026-03-01T09:30 (UTC).")
]
On = Annotated[str | None, typer.Option(help="What is in force on that day (default: as ruled last).")]
