"""`benchgate archive`: thirty seasons of tapes, worked through by as many machines as there are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from review.cli.archive_options import (
    AsJson,
    Ledger,
    Maps,
    Overrides,
    Place,
    checked_overrides,
    maps_of,
    shard_of,
)
from review.core.errors import ArchiveUnusable

if TYPE_CHECKING:
    from review.wiring.archiving import Archive

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
HERE = Path("archive")


def opened(place: Path, ledger: str | None, *, create: bool = False) -> Archive:
    """The archive that is meant."""
    from review.wiring.archiving import open_archive

    return open_archive(place, ledger=ledger, create=create)


@app.command()
def add(
    places: Annotated[list[Path], typer.Argument(help="Tapes, or folders of them.", show_default=False)],
    pattern: Annotated[str, typer.Option(help="Which files of a folder.")] = "**/*",
    game: Annotated[
        str, typer.Option(help="Where game sheets lie: {stem}, {name}, {parent} are the tape's.")
    ] = "{stem}.game.toml",
    gates: Annotated[str, typer.Option(help="Where gates lie, likewise.")] = "{stem}.gates.toml",
    season: Annotated[str | None, typer.Option(help="Their season (default: by the name).")] = None,
    day: Annotated[str | None, typer.Option(help="Their day, YYYY-MM-DD (default: by the name).")] = None,
    map_: Maps = None,
    set_: Overrides = None,
    archive: Place = HERE,
    ledger: Ledger = None,
) -> int:
    """Enter tapes: each is read once, to know it by its content. Added again, its sheets are read anew.

    Example: `benchgate archive add /tapes/2003-04 --pattern "**/*.mp4" --gates "{parent}.gates.toml"`
    """
    from review.archive.names import day_in
    from review.settings import load_settings
    from review.wiring.archiving import Sheets, add_tapes, tapes_in

    if day is not None and day_in(day) != day:
        raise ArchiveUnusable(f"--day {day!r} is no day.", remedy="Example: --day 2003-11-05.")
    flags = dict(text.split("=", 1) for text in checked_overrides(set_))
    settings, _ = load_settings(flags)
    tapes = tapes_in(places, pattern)
    if not tapes:
        raise ArchiveUnusable("There is no tape among these.", remedy="Check the folder and --pattern.")
    held = opened(archive, ledger, create=True)
    counts: dict[str, int] = {}
    for one in add_tapes(held, tapes, settings, sheets=Sheets(game, gates, season, day), maps=maps_of(map_)):
        counts[one.outcome] = counts.get(one.outcome, 0) + 1
        if one.words:
            typer.echo(f"  {one.outcome}: {one.words}", err=True)
    typer.echo(", ".join(f"{count} {outcome}" for outcome, count in counts.items()) + ".")
    held.close()
    return 2 if set(counts) == {"refused"} else 0


@app.command()
def run(
    engine: Annotated[
        str, typer.Option(help="desk: processes here; dask: a cluster; none: this process alone.")
    ] = "desk",
    slots: Annotated[int, typer.Option(min=1, max=1000, help="Workers at a time.")] = 1,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    scheduler: Annotated[
        str | None, typer.Option(help="A Dask scheduler that runs (default: one of our own).")
    ] = None,
    shard: Annotated[str | None, typer.Option(help="i/n: only every n-th tape, from i.")] = None,
    part: Annotated[int, typer.Option(min=1, max=10000, help="Segments that a worker takes at a time.")] = 30,
    lease: Annotated[float, typer.Option(min=1, help="Seconds after which a silent worker is lost.")] = 300.0,
    map_: Maps = None,
    set_: Overrides = None,
    archive: Place = HERE,
    ledger: Ledger = None,
) -> int:
    """Work until every tape has its case. Stop or kill it at any moment: the same command goes on.

    Only what changed is done again: after a new pack or sheet tapes are concluded anew, not watched.

    Example: `benchgate archive run --engine dask --slots 8 --map /nas=/mnt/league`
    """
    from review.cli.archive_run import RunOptions, run_archive

    asked = RunOptions(
        engine, slots, device, scheduler, checked_overrides(set_), maps_of(map_), shard_of(shard), part, lease
    )
    held = opened(archive, ledger)
    try:
        return run_archive(held, asked)
    finally:
        held.close()


@app.command()
def status(as_json: AsJson = False, archive: Place = HERE, ledger: Ledger = None) -> None:
    """How far it is, × real time, when it will be done, and what failed, by cause.

    Example: `benchgate archive status`
    """
    from review.cli.archive_run import state_json, state_of

    held = opened(archive, ledger)
    if as_json:
        typer.echo(json.dumps(state_json(held), indent=1, ensure_ascii=False))
    else:
        typer.echo("\n".join(state_of(held)))
    held.close()


@app.command()
def retry(
    cause: Annotated[str | None, typer.Option(help="Only what failed for this cause.")] = None,
    archive: Place = HERE,
    ledger: Ledger = None,
) -> None:
    """Let what failed be tried again.

    Example: `benchgate archive retry --cause "tape unreadable"`
    """
    held = opened(archive, ledger)
    typer.echo(f"{held.ledger.retry(cause=cause)} units are tried again.")
    held.close()


@app.command()
def pause(archive: Place = HERE, ledger: Ledger = None) -> None:
    """Let workers stop, on every machine, after the segments they are at.

    Example: `benchgate archive pause`
    """
    held = opened(archive, ledger)
    held.ledger.pause(True)
    held.close()
    typer.echo("Paused. `benchgate archive resume`, then `run`, goes on.")


@app.command()
def resume(archive: Place = HERE, ledger: Ledger = None) -> None:
    """Let work be given out again.

    Example: `benchgate archive resume`
    """
    held = opened(archive, ledger)
    held.ledger.pause(False)
    held.close()
    typer.echo("Work is given out again: `benchgate archive run`.")
