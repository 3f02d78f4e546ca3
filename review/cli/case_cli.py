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
def verify(
    case: Annotated[Path, typer.Argument(help="A case file, or the folder of a bundle.", show_default=False)],
) -> None:
    """Check whether anything was altered: a case's hash chain, or every file of a bundle.

    Example: `benchgate case verify game.bgcase`
    """
    from review.adapters.store_sqlite import verify_case
    from review.cli.bundle import check_bundle

    if case.is_dir():
        typer.echo(f"Unaltered: all {check_bundle(case)} files of the bundle, and its case's chain.")
        return

    told = verify_case(case)
    if not told.sound:
        raise CaseUnusable(
            f"{case}: altered: {'; '.join(told.problems)}.", remedy="Go back to an unaltered copy."
        )
    typer.echo(f"Unaltered: all {told.entries} links of the chain hold; its head is {told.head}.")


@app.command()
def export(
    case: CasePath,
    out: Annotated[Path | None, typer.Option(help="A new folder (default: NAME-evidence).")] = None,
    finding: Annotated[list[int] | None, typer.Option(help="Only this finding; may be repeated.")] = None,
    angle: Annotated[
        list[str] | None,
        typer.Option(help="Another tape of the moment, for clips side by side: PATH, or PATH@SECOND at 0."),
    ] = None,
) -> None:
    """Write the evidence: case, reports, clips exact and marked, and SHA256SUMS over all of it.

    `benchgate case verify FOLDER` and `sha256sum -c SHA256SUMS` say later whether it is unaltered.

    Example: `benchgate case export game.bgcase --finding 2`
    """
    from review.cli.bundle import write_bundle

    folder = write_bundle(
        case, out or case.with_name(f"{case.stem}-evidence"), findings=finding or (), angles=angle or ()
    )
    typer.echo(f"Evidence: {folder}")


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
