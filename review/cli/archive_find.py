"""`benchgate archive verify | find | export`: whether all is there, and what was found in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from review.archive.names import day_in
from review.cli.archive_cli import HERE, app, opened
from review.cli.archive_options import AsJson, Ledger, Place
from review.core.archive import Query
from review.core.errors import ArchiveUnusable, ExportFailed

__all__ = ["app", "query_of"]

KINDS = ("finding", "change", "crossing", "departure", "altercation")
_MARGIN = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*(m|s)\s*$")

Kind = Annotated[str | None, typer.Option(help=f"{', '.join(KINDS)}.")]
Clause = Annotated[str | None, typer.Option(help="A clause's number, e.g. 205.1a.")]
Verdict = Annotated[
    str | None, typer.Option(help="trips, does not, cannot tell; of changes early, legal, cannot tell.")
]
Team = Annotated[str | None, typer.Option(help="The team's name.")]
Number = Annotated[int | None, typer.Option(min=0, max=99, help="The man's number.")]
Direction = Annotated[str | None, typer.Option(help="on or off.")]
Season = Annotated[str | None, typer.Option(help="E.g. 2003-04.")]
Since = Annotated[str | None, typer.Option("--from", help="From this day or year on, e.g. 2003-10-01.")]
Until = Annotated[str | None, typer.Option("--to", help="Up to this day or year.")]
Over = Annotated[str | None, typer.Option("--margin-over", help="E.g. 2m or 0.5s: surely more than that.")]
Early = Annotated[bool, typer.Option("--early", help="Early changes: --kind change --verdict early.")]
First = Annotated[bool, typer.Option("--first-man", help="Every first man off the bench.")]
Second = Annotated[bool, typer.Option("--second-man", help="Every second man off the bench.")]
Possibly = Annotated[bool, typer.Option("--possibly", help="Also where the margin may be as large.")]


def query_of(
    *,
    kind: str | None, clause: str | None, verdict: str | None, team: str | None, number: int | None,
    direction: str | None, season: str | None, since: str | None, until: str | None, over: str | None,
    early: bool, first: bool, second: bool, possibly: bool, limit: int | None,
) -> Query:  # fmt: skip
    """What the options ask for.

    Raises
    ------
    ArchiveUnusable
        For a kind, day or margin that is none.
    """
    if kind is not None and kind not in KINDS:
        raise ArchiveUnusable(f"--kind {kind!r} is unknown.", remedy=f"One of {', '.join(KINDS)}.")
    kinds = {"change"} if early else {"departure"} if first or second else set()
    if (early and (first or second)) or (kind is not None and kinds and kind not in kinds):
        raise ArchiveUnusable(
            "These options ask for different things.", remedy="Ask for changes or for departures."
        )
    over_m, over_s = _margin(over)
    return Query(
        kind=next(iter(kinds), kind), clause=clause, verdict="early" if early else verdict, team=team,
        number=number, direction=direction, rank=1 if first else 2 if second else None, season=season,
        since=_day(since, "01-01"), until=_day(until, "12-31"), over_m=over_m, over_s=over_s,
        possibly=possibly, limit=limit,
    )  # fmt: skip


def _margin(text: str | None) -> tuple[float | None, float | None]:
    if text is None:
        return None, None
    found = _MARGIN.match(text)
    if found is None:
        raise ArchiveUnusable(f"--margin-over {text!r} is no margin.", remedy="Example: 2m or 0.5s.")
    value = float(found[1])
    return (value, None) if found[2] == "m" else (None, value)


def _day(text: str | None, rest: str) -> str | None:
    if text is None:
        return None
    day = f"{text}-{rest}" if re.fullmatch(r"\d{4}", text) else text
    if day_in(day) != day:
        raise ArchiveUnusable(f"{text!r} is no day.", remedy="Example: 2003-11-05, or a year.")
    return day


@app.command()
def find(
    kind: Kind = None, clause: Clause = None, verdict: Verdict = None, team: Team = None,
    number: Number = None, direction: Direction = None, season: Season = None, since: Since = None,
    until: Until = None, over: Over = None, early: Early = False, first: First = False,
    second: Second = False, possibly: Possibly = False,
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 1000,
    refreshed: Annotated[
        bool, typer.Option("--refresh", help="First take in what people said in the cases since.")
    ] = False,
    as_json: AsJson = False, archive: Place = HERE, ledger: Ledger = None,
) -> None:  # fmt: skip
    """Search every finished case.

    Examples: `benchgate archive find --early --margin-over 2m --from 2003 --to 2003`,
    `benchgate archive find --first-man`
    """
    from review.cli.archive_words import found_json, found_lines

    query = query_of(
        kind=kind, clause=clause, verdict=verdict, team=team, number=number, direction=direction,
        season=season, since=since, until=until, over=over, early=early, first=first, second=second,
        possibly=possibly, limit=limit,
    )  # fmt: skip
    held = opened(archive, ledger)
    if refreshed:
        from review.wiring.archive_check import refresh

        refresh(held)
    found = held.ledger.find(query)
    held.close()
    if as_json:
        typer.echo(found_json(found))
        return
    typer.echo("\n".join([*found_lines(found), f"{len(found)} found." if found else "Nothing found."]))


@app.command()
def export(
    out: Annotated[Path, typer.Argument(help="A .csv or .json file.", show_default=False)],
    kind: Kind = None, clause: Clause = None, verdict: Verdict = None, team: Team = None,
    number: Number = None, direction: Direction = None, season: Season = None, since: Since = None,
    until: Until = None, over: Over = None, early: Early = False, first: First = False,
    second: Second = False, possibly: Possibly = False,
    archive: Place = HERE, ledger: Ledger = None,
) -> None:  # fmt: skip
    """Write what `find` would find to a table or to JSON; without options everything.

    Example: `benchgate archive export early.csv --early --season 2003-04`
    """
    from review.cli.archive_words import found_csv, found_json

    if out.suffix not in (".csv", ".json"):
        raise ExportFailed(f"{out}: this is neither .csv nor .json.", remedy="Give a name with either.")
    query = query_of(
        kind=kind, clause=clause, verdict=verdict, team=team, number=number, direction=direction,
        season=season, since=since, until=until, over=over, early=early, first=first, second=second,
        possibly=possibly, limit=None,
    )  # fmt: skip
    held = opened(archive, ledger)
    found = held.ledger.find(query)
    held.close()
    text = found_csv(found) if out.suffix == ".csv" else found_json(found) + "\n"
    try:
        out.write_text(text, "utf-8")
    except OSError as fault:
        raise ExportFailed(f"{out}: {fault.strerror or fault}.", remedy="Choose another place.") from fault
    typer.echo(f"{len(found)} rows: {out}")


@app.command()
def verify(
    mend: Annotated[bool, typer.Option("--mend", help="Have what is missing or damaged made again.")] = False,
    archive: Place = HERE,
    ledger: Ledger = None,
) -> int:
    """Hold every output against its hash, every tape's spans against the tape, every case against its chain.

    Example: `benchgate archive verify --mend`
    """
    from review.wiring.archive_check import flaws

    held = opened(archive, ledger)
    count = 0
    for flaw in flaws(held):
        count += 1
        typer.echo(flaw.words)
        if mend:
            held.ledger.undo(flaw.tape.sha256, flaw.stage, flaw.key, flaw.segment)
    parts = held.shelf.parts()
    left = f" {len(parts)} unfinished files of killed writers may be deleted." if parts else ""
    if count:
        then = "`benchgate archive run` makes them again." if mend else "`--mend` has them made again."
        typer.echo(f"{count} flaws. {then}{left}")
    else:
        typer.echo(f"Whole: every output, span and case is as the ledger says.{left}")
    held.close()
    return 2 if count and not mend else 0
