"""`benchgate clock`: what the game clock showed, and what people state of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from review.cli.tape_time import time_on_tape
from review.core.clock import ClockSpan, parse_shown
from review.core.errors import CaseUnusable
from review.core.tape import Tape

if TYPE_CHECKING:
    from review.ports.store import Store

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
CasePath = Annotated[Path, typer.Argument(help="A case file.", show_default=False)]
By = Annotated[str | None, typer.Option("--by", help="Who states it (default: your user name).")]


@app.command()
def anchor(
    case: CasePath,
    at: Annotated[str, typer.Option(help="Seconds of tape (1:23.4), or its timecode (01:02:03:04).")],
    clock: Annotated[str, typer.Option(help="What the clock shows there: 12:34, 0:42.7, 'P2 12:34'.")],
    period: Annotated[str | None, typer.Option(help="The period: 1, 2, 3, OT.")] = None,
    by: By = None,
) -> None:
    """State what the game clock shows at a moment; the next `benchgate analyze` bends the clock to it.

    A later statement at the same frame takes the place of an earlier one.

    Example: `benchgate clock anchor game.bgcase --at 1:23.4 --clock 12:34 --period 2`
    """
    from review.wiring import open_store
    from review.wiring.acts import state_clock

    store = open_store(case)
    try:
        tape = _tape(store, case)
    finally:
        store.close()
    told = parse_shown(clock)
    words = f"{period} {clock}" if period and told is not None and told[0] is None else clock
    number = state_clock(case, time_on_tape(at, tape), words, who=by)
    typer.echo(f"Kept as act {number}. `benchgate analyze {tape.path}` judges with it.")


@app.command()
def remove(
    case: CasePath,
    number: Annotated[int, typer.Argument(help="The act's number, as `benchgate clock show` lists it.")],
    by: By = None,
) -> None:
    """Take back a statement; it stays in the case's history.

    Example: `benchgate clock remove game.bgcase 3`
    """
    from review.wiring.acts import take_back_clock

    tape = take_back_clock(case, number, who=by)
    typer.echo(f"Taken back. `benchgate analyze {tape.path}` judges without it.")


@app.command()
def show(case: CasePath) -> None:
    """The clock over the tape as judged, its stoppages, and what people state.

    Example: `benchgate clock show game.bgcase`
    """
    from review.pipeline.anchors import anchors_of
    from review.pipeline.said import in_force
    from review.wiring import judged, open_store

    store = open_store(case)
    try:
        judgement = judged(store, case)
        stated = anchors_of(in_force(store.journal()), judgement.tape)
    finally:
        store.close()
    for span in judgement.clock_spans:
        typer.echo(_line(span))
    if not judgement.clock_spans:
        typer.echo("No clock was read.")
    used = {a.number for a in judgement.clock_anchors}
    for one in stated:
        later = "" if one.number in used else "  (not judged with yet)"
        typer.echo(f"act {one.number}: {one.who} states {one.text} at {one.at_s:.2f} s{later}")


def _line(span: ClockSpan) -> str:
    start, end = span.shown(span.start_s), span.shown(span.end_s)
    words = f"{span.start_s:9.2f} to {span.end_s:9.2f} s  {span.motion:<7}  {start.text}"
    return f"{words} to {end.text}" if span.sign else words


def _tape(store: Store, case: Path) -> Tape:
    tape = store.tape()
    if tape is None:
        raise CaseUnusable(f"{case}: the case has no tape yet.", remedy="Run `benchgate analyze` first.")
    return tape
