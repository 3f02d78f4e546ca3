"""`benchgate train`: weights into what the product runs."""

from __future__ import annotations

import typer

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)


@app.callback()
def train() -> None:
    """Work on the detector's weights. Needs `pip install 'benchgate[train]'` (torch and ultralytics)."""
