"""`benchgate case`: info and verify."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
CasePath = Annotated[Path, typer.Argument(help="A case file.", show_default=False)]


@app.command()
def info(
    case: CasePath, as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False
) -> None:
    """What a case holds: its tape, runs, how much is done, how many findings."""
    from review.adapters.store_sqlite import case_info
    from review.wiring import open_store

    store = open_store(case)
    told = case_info(store)
    store.close()
    if as_json:
        typer.echo(json.dumps(told, indent=1, ensure_ascii=False))
        return
    for key, value in told.items():
        typer.echo(f"{key:<18} {value}")


@app.command()
def verify(case: CasePath) -> int:
    """Check the hash chain over runs, rulings and human acts: whether anything was altered."""
    from review.adapters.store_sqlite import verify_case

    problems = verify_case(case)
    for problem in problems:
        typer.echo(problem)
    typer.echo("Altered." if problems else "Unaltered: every link of the chain holds.")
    return 2 if problems else 0
