"""`benchgate case altercation`: what is proposed, and what people state of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from review.cli.tape_time import time_on_tape
from review.core.altercations import Altercation
from review.core.errors import CaseUnusable

if TYPE_CHECKING:
    from review.core.case import Judgement
    from review.core.times import FrameTime

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
CasePath = Annotated[Path, typer.Argument(help="A case file.", show_default=False)]
Number = Annotated[int, typer.Argument(help="Its number, as `list` and the report give it.")]
By = Annotated[str | None, typer.Option("--by", help="Who states it (default: your user name).")]
Start = Annotated[str, typer.Option(help="Seconds of tape (1:23.4), or its timecode (01:02:03:04).")]
End = Annotated[str, typer.Option(help="The same, of its end.")]


@app.command("list")
def list_(case: CasePath) -> None:
    """Altercations as judged, proposed ones with what was seen, and what people state of the case.

    Example: `benchgate case altercation list game.bgcase`
    """
    from review.pipeline.altercations import stated_of
    from review.pipeline.said import in_force
    from review.wiring import judged, open_store

    store = open_store(case)
    try:
        judgement = judged(store, case)
        stated = stated_of(in_force(store.journal()), judgement.tape)
    finally:
        store.close()
    for one in judgement.altercations:
        start, end = (judgement.tape.scale.seconds(t) for t in one.span.likeliest)
        by = f"set by {one.span.who}" if one.span.set_by == "person" else f"proposed ({one.span.score_p})"
        typer.echo(f"{one.span.id}: {start:.2f} to {end:.2f} s, {len(one.departures)} left a bench, {by}")
        for words in one.span.why:
            typer.echo(f"    {words}")
    if not judgement.altercations:
        typer.echo("None is judged, and none is proposed.")
    for told in stated:
        what = "an altercation" if told.is_one else "no altercation"
        typer.echo(f"act {told.number}: {told.who} states {what} {told.start_s:.2f} to {told.end_s:.2f} s")


@app.command()
def confirm(case: CasePath, number: Number, by: By = None) -> None:
    """State that a proposed span is an altercation, as it stands; order and findings follow at once.

    Example: `benchgate case altercation confirm game.bgcase 1`
    """
    judgement, one = _one(case, number)
    _state(case, judgement, one.span.likeliest, by)


@app.command()
def move(case: CasePath, number: Number, start: Start, end: End, by: By = None) -> None:
    """State when an altercation, proposed or marked, began and ended in truth.

    Example: `benchgate case altercation move game.bgcase 1 --start 12:03.2 --end 12:31`
    """
    judgement, one = _one(case, number)
    span = _typed(judgement, start, end)
    was = one.span.likeliest
    if span[1] <= was[0] or was[1] <= span[0]:
        _state(case, judgement, was, by, is_one=False)
    _state(case, judgement, span, by)


@app.command()
def add(case: CasePath, start: Start, end: End, by: By = None) -> None:
    """State an altercation that nobody proposed.

    Example: `benchgate case altercation add game.bgcase --start 12:03.2 --end 12:31`
    """
    judgement = _judgement(case)
    _state(case, judgement, _typed(judgement, start, end), by)


@app.command()
def drop(case: CasePath, number: Number, by: By = None) -> None:
    """State that a span is no altercation: it is neither judged nor proposed again.

    Example: `benchgate case altercation drop game.bgcase 1`
    """
    judgement, one = _one(case, number)
    _state(case, judgement, one.span.likeliest, by, is_one=False)


@app.command()
def withdraw(
    case: CasePath,
    act: Annotated[int, typer.Argument(help="The act's number, as `list` gives it.")],
    by: By = None,
) -> None:
    """Take back a statement; it stays in the case's history.

    Example: `benchgate case altercation withdraw game.bgcase 3`
    """
    from review.wiring.acts import take_back_altercation

    take_back_altercation(case, act, who=by)
    typer.echo("Taken back. Report and window judge without it.")


def _state(
    case: Path,
    judgement: Judgement,
    span: tuple[FrameTime, FrameTime],
    by: str | None,
    *,
    is_one: bool = True,
) -> None:
    from review.wiring.acts import state_altercation

    number = state_altercation(case, *span, is_one=is_one, who=by)
    start, end = (judgement.tape.scale.seconds(t) for t in span)
    words = "an altercation" if is_one else "no altercation"
    typer.echo(
        f"Kept as act {number}: {words} from {start:.2f} to {end:.2f} s. Report and window judge with it."
    )


def _judgement(case: Path) -> Judgement:
    from review.wiring import judged, open_store

    store = open_store(case)
    try:
        return judged(store, case)
    finally:
        store.close()


def _one(case: Path, number: int) -> tuple[Judgement, Altercation]:
    judgement = _judgement(case)
    found = {one.span.id: one for one in judgement.altercations}
    if number not in found:
        listed = ", ".join(map(str, found)) or "none"
        raise CaseUnusable(f"{case}: there is no altercation {number}.", remedy=f"Those judged: {listed}.")
    return judgement, found[number]


def _typed(judgement: Judgement, start: str, end: str) -> tuple[FrameTime, FrameTime]:
    return (
        time_on_tape(start, judgement.tape, "--start"),
        time_on_tape(end, judgement.tape, "--end"),
    )
