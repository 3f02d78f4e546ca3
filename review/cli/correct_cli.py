"""`benchgate case`: corrections, rulings, answers, undo, redo and history: what the window does, typed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from review.cli.tape_time import time_on_tape
from review.core.errors import SettingsWrong

if TYPE_CHECKING:
    from review.core.times import FrameTime

__all__ = ["add_to"]

CasePath = Annotated[Path, typer.Argument(help="A case file.", show_default=False)]
Number = Annotated[int, typer.Argument(help="Its number, as the report gives it.")]
Because = Annotated[str, typer.Option("--because", help="The reason, as it will be read later.")]
By = Annotated[str | None, typer.Option("--by", help="Who says it (default: your user name).")]
_ANSWERS = {"yes": True, "no": False, "unknown": None}


def add_to(app: typer.Typer) -> None:
    """Put these commands among those of `benchgate case`."""
    for command in (correct, accept, reject, answer, draw, undo, redo, history):
        app.command()(command)


def correct(
    case: CasePath,
    crossing: Number,
    because: Because,
    at: Annotated[str | None, typer.Option(help="When it was: seconds (1:23.4) or timecode.")] = None,
    number: Annotated[int | None, typer.Option(help="The man's number.")] = None,
    team: Annotated[str | None, typer.Option(help="His team.")] = None,
    gate: Annotated[str | None, typer.Option(help="The gate's id.")] = None,
    direction: Annotated[str | None, typer.Option(help="on or off the ice.")] = None,
    none: Annotated[bool, typer.Option("--none", help="Nobody crossed.")] = False,
    by: By = None,
) -> None:
    """State that a crossing was otherwise, or none; changes, order and findings follow at once.

    Example: `benchgate case correct game.bgcase 3 --number 17 --because "read from behind the net"`
    """
    from review.wiring.corrections import correct_crossing

    act = correct_crossing(
        case, crossing, reason=because, is_one=not none, at=_time(case, at), gate=gate,
        direction=direction, team=team, number=number, who=by,
    )  # fmt: skip
    typer.echo(f"Kept as act {act}.")


def draw(
    case: CasePath,
    at: Annotated[str, typer.Option(help="The moment: seconds (1:23.4) or timecode.")],
    arrow: Annotated[list[str] | None, typer.Option(help="From x,y to x,y: `x,y,x,y` in px.")] = None,
    circle: Annotated[list[str] | None, typer.Option(help="Middle and radius: `x,y,r` in px.")] = None,
    text: Annotated[list[str] | None, typer.Option(help="`x,y,words`.")] = None,
    because: Because = "",
    by: By = None,
) -> None:
    """Draw on a picture of the tape: kept in the case, and a still of its own in the evidence.

    Example: `benchgate case draw game.bgcase --at 0:13.6 --circle 480,170,60 --text "400,90,skate down"`
    """
    from review.cli.marks import marks_of
    from review.wiring.drawings import draw_on

    time = _time(case, at)
    assert time is not None
    act = draw_on(case, time, marks_of(arrow or [], circle or [], text or []), words=because, who=by)
    typer.echo(f"Kept as act {act}.")


def accept(case: CasePath, finding: Number, because: Because = "", by: By = None) -> None:
    """Accept a finding as it stands.

    Example: `benchgate case accept game.bgcase 2 --because "seen on three angles"`
    """
    _rule(case, finding, "accepted", because, by)


def reject(case: CasePath, finding: Number, because: Because, by: By = None) -> None:
    """Reject a finding; it stays in the report with who said so, and why.

    Example: `benchgate case reject game.bgcase 2 --because "the linesman waved it off"`
    """
    _rule(case, finding, "rejected", because, by)


def answer(
    case: CasePath,
    finding: Number,
    question: Annotated[str, typer.Argument(help="The kind of fact that the finding misses.")],
    said: Annotated[str, typer.Argument(help="yes, no, or unknown.")],
    because: Because = "",
    by: By = None,
) -> None:
    """Answer a question that a finding leaves open.

    Example: `benchgate case answer game.bgcase 2 played_puck yes`
    """
    from review.wiring.corrections import answer_question

    if said not in _ANSWERS:
        raise SettingsWrong(f"{said!r} is no answer.", remedy=f"One of {', '.join(_ANSWERS)}.")
    typer.echo(f"Kept as act {answer_question(case, finding, question, _ANSWERS[said], because, who=by)}.")


def undo(case: CasePath, by: By = None) -> None:
    """Take back the last thing said of a case; it stays in the history.

    Example: `benchgate case undo game.bgcase`
    """
    from review.wiring.corrections import undo as turn

    done = turn(case, who=by)
    typer.echo(f"Undone: act {done.number} of {done.who}." if done else "There is nothing to undo.")


def redo(case: CasePath, by: By = None) -> None:
    """Do again what was undone last.

    Example: `benchgate case redo game.bgcase`
    """
    from review.wiring.corrections import redo as turn

    done = turn(case, who=by)
    typer.echo(f"Done again: act {done.number} of {done.who}." if done else "There is nothing to do again.")


def history(case: CasePath) -> None:
    """Everything people said of a case, in order: who, when, what, and whether it stands.

    Example: `benchgate case history game.bgcase`
    """
    from review.wiring.corrections import history as acts

    for one in acts(case):
        entry = one.entry
        what = ", ".join(f"{k} {v}" for k, v in entry.act.items() if k not in ("act", "time_base"))
        stands = "" if one.stands else " (undone)"
        typer.echo(f"{entry.number}: {entry.at} {entry.who}: {entry.act.get('act')}: {what}{stands}")


def _rule(case: Path, finding: int, decision: str, because: str, by: str | None) -> None:
    from review.wiring.corrections import rule_finding

    typer.echo(f"Kept as act {rule_finding(case, finding, decision, because, who=by)}.")


def _time(case: Path, words: str | None) -> FrameTime | None:
    from review.wiring import judged, open_store

    if words is None:
        return None
    store = open_store(case)
    try:
        return time_on_tape(words, judged(store, case).tape)
    finally:
        store.close()
