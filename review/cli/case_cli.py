"""`benchgate case`: info, verify, and what people say: of altercations, crossings, findings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from review.cli import altercation_cli, correct_cli
from review.core.errors import CaseUnusable

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
app.add_typer(
    altercation_cli.app, name="altercation", help="Altercations: list, confirm, move, add or drop them."
)
correct_cli.add_to(app)
CasePath = Annotated[Path, typer.Argument(help="A case file.", show_default=False)]


@app.command()
def info(
    case: CasePath, as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False
) -> None:
    """What a case holds: its tape, runs, how much is done, how many findings.

    Example: `benchgate case info game.bgcase`
    """
    from review.adapters.store_sqlite import SqliteStore, case_info

    with SqliteStore.open(case, create=False, readonly=True) as store:
        told = case_info(store)
    typer.echo(json.dumps(told, indent=1, ensure_ascii=False) if as_json else "\n".join(_lines(told)))


@app.command()
def verify(case: CasePath) -> None:
    """Check the hash chain over runs, rulings and human acts: whether anything was altered.

    Example: `benchgate case verify game.bgcase`
    """
    from review.adapters.store_sqlite import verify_case

    told = verify_case(case)
    if not told.sound:
        raise CaseUnusable(
            f"{case}: altered: {'; '.join(told.problems)}.", remedy="Go back to an unaltered copy."
        )
    typer.echo(f"Unaltered: all {told.entries} links of the chain hold; its head is {told.head}.")


def _lines(told: dict[str, Any], indent: str = "") -> list[str]:
    lines = []
    for key, value in told.items():
        if isinstance(value, dict):
            lines += [f"{indent}{key}:", *_lines(value, indent + "  ")]
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for row in value:
                lines += [f"{indent}{key}:", *_lines(row, indent + "  ")]
        else:
            lines.append(f"{indent}{key:<16} {value}")
    return lines
