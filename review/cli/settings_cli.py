"""`benchgate settings`: each value with its origin."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from review.settings import Settings, load_settings, without_password

__all__ = ["show_settings"]


def show_settings(as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """Show every setting, its value, where the value comes from, and what it means.

    Order: flag, environment (`BENCHGATE_NAME`), `benchgate.toml` in this folder, your own file, default.
    """
    settings, origin = load_settings()
    values = {**settings.model_dump(), "docket": without_password(settings.docket)}
    if as_json:
        rows = {k: {"value": v, "origin": origin[k]} for k, v in values.items()}
        typer.echo(json.dumps(rows, indent=1))
        return
    for name, value in values.items():
        words = Settings.model_fields[name].description
        typer.echo(f"{name:<22} {value!s:<20} {origin[name]:<12} {words}")
