"""The commands. Each says what it needs, what it writes, and shows an example."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from review.cli.lazily import LazyGroup

__all__ = ["app"]

app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="Video review for ice hockey: who crossed which gate when, how many men were on the ice, "
    "which changes came too early, who left the bench first and second, and what the book says follows.\n\n"
    "Start with `benchgate demo`, then `benchgate analyze YOUR.mp4 --gates GATES.toml`.",
)

Tapes = Annotated[list[Path], typer.Argument(help="One video file or several.", show_default=False)]
GameFile = Annotated[
    Path | None, typer.Option("--game", help="GAME.toml: teams, colours, penalties, altercations.")
]
GatesFile = Annotated[
    Path | None, typer.Option("--gates", help="GATES.toml: the gates drawn in the picture.")
]
CaseFile = Annotated[
    Path | None, typer.Option("--case", help="Where to keep the case (default: beside the tape).")
]
OfficeFile = Annotated[
    Path | None,
    typer.Option("--office", help="OFFICE.toml: schedule, histories, pay: for dates and sums."),
]


@app.command()
def analyze(
    tapes: Tapes,
    game: GameFile = None,
    gates: GatesFile = None,
    case: CaseFile = None,
    start: Annotated[str | None, typer.Option("--from", help="Begin here, e.g. 1:23.4 of tape.")] = None,
    end: Annotated[str | None, typer.Option("--to", help="Stop here.")] = None,
    arena: Annotated[
        Path | None, typer.Option(help="ARENA.toml: the rink and its main camera, as `register` saves them.")
    ] = None,
    office: OfficeFile = None,
    record: Annotated[
        Path | None,
        typer.Option(help="RECORD.json: fills in rosters and penalties that GAME.toml leaves open."),
    ] = None,
    device: Annotated[str | None, typer.Option(help="auto, cpu or cuda.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="Any setting, as name=value.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    events: Annotated[str | None, typer.Option(help="'json': one event a line, for programs.")] = None,
    fail_on_finding: Annotated[bool, typer.Option(help="Exit 3 if a clause trips.")] = False,
) -> int:
    """Analyse a tape into a case file: crossings, counts, changes, altercations, findings.

    Stop it at any moment; the same command goes on from the last finished segment, with the same result.
    `NAME.game.toml`, `NAME.gates.toml` and `NAME.office.toml` beside the tape are used where no others
    are given.

    Example: `benchgate analyze game.mp4 --gates game.gates.toml --from 12:00 --to 14:30`
    """
    from review.cli.analyze import Span, analyze_tape

    if case is not None and len(tapes) > 1:
        raise typer.BadParameter("--case goes with one tape; leave it out for several.")
    code = 0
    for tape in tapes:
        tripped = analyze_tape(
            tape, game=game, gates=gates, case=case, span=Span(start, end), arena=arena, record=record,
            device=device, overrides=set_ or [], as_json=as_json, events=events, office=office,
        )  # fmt: skip
        if tripped and fail_on_finding:
            code = 3
    return code


@app.command()
def report(
    case: Annotated[Path, typer.Argument(help="A case file.", show_default=False)],
    format_: Annotated[str, typer.Option("--format", help="json, html, pdf, csv or otio.")] = "html",
    out: Annotated[
        Path | None, typer.Option(help="Where to write (default: beside the case; - prints).")
    ] = None,
    office: OfficeFile = None,
    suspensions: Annotated[
        bool, typer.Option("--suspensions", help="Only who misses which games and pays what (html, pdf).")
    ] = False,
) -> None:
    """Write the report of a case: HTML to read, PDF to hand over, JSON for programs, CSV for sheets.

    `NAME.office.toml` beside the case is used when no other is given.

    Example: `benchgate report game.bgcase --format html --office OFFICE.toml`
    """
    from review.cli.reporting import write_report

    path = write_report(case, format_, out, office=office, suspensions=suspensions)
    if path is not None:
        typer.echo(f"Report: {path}")


@app.command("app")
def open_app(
    path: Annotated[Path | None, typer.Argument(help="A case or a tape.", show_default=False)] = None,
) -> int:
    """Open the window, on a case or a tape if one is given.

    Example: `benchgate app game.bgcase`
    """
    from importlib import import_module

    window = import_module("ui.app")
    code: int = window.run_app(str(path) if path else None)
    return code
