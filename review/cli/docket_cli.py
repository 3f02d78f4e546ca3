"""`benchgate docket`: everything that enters something. Nothing is imposed until a named person says so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from review.cli.docket_options import AsJson, Case, Place
from review.cli.docket_read import app
from review.core.errors import DocketRefused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from review.core.docket import Act
    from review.rules.docket.parts import DocketCase

__all__ = ["app"]

Who = Annotated[
    str,
    typer.Option("--as", help="Your name: the docket takes entries from people only.", show_default=False),
]
Reason = Annotated[str, typer.Option(help="Why, in words.", show_default=False)]
Day = Annotated[str | None, typer.Option("--on", help="The day from which it holds (default: today).")]
Seen = Annotated[
    int | None,
    typer.Option(help="The case's version that you looked at: refuse if somebody was there since."),
]
Ruling = Annotated[int, typer.Argument(help="The ruling's number in the case.", show_default=False)]
Games = Annotated[int | None, typer.Option(help="Games, where other than proposed.")]
Amount = Annotated[
    str | None, typer.Option(help="Dollars, where other than proposed, e.g. 10000 or 17567.55.")
]
Eligible = Annotated[str | None, typer.Option(help="The day he may play again, where no schedule tells.")]
Clause = Annotated[
    str | None, typer.Option(help="The rule it is decided under, where another than proposed.")
]
Office = Annotated[
    Path | None, typer.Option(help="OFFICE.toml: schedule, histories, pay (default: beside the case file).")
]
_OUTCOMES = "upheld, reduced, increased, set aside or withdrawn."


@app.command("open")
def open_(
    source: Annotated[
        Path | None, typer.Argument(help="A .bgcase, a report or judged facts (JSON); none = by hand.")
    ] = None,
    *,
    who: Who,
    title: Annotated[str | None, typer.Option(help="What it is called (default: the file's name).")] = None,
    office: Office = None,
    incident: Annotated[str | None, typer.Option(help="The day of the incident, e.g. 2026-03-01.")] = None,
    team: Annotated[list[str] | None, typer.Option(help="The teams, where no file tells them.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Even if a case was opened from this file.")] = False,
    on: Day = None,
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """Open a case from what was found, or by hand. It imposes nothing.

    Example: `benchgate docket open game.bgcase --as "Ann Lee" --title "TOR at BUF" --incident 2026-03-01`
    """
    from review.cli.docket_desk import acts, enter, open_docket, today
    from review.cli.docket_source import Source, read_source

    read = read_source(source, office) if source else Source.by_hand(teams=team or ())
    name = title or (source.stem if source else "")
    act = acts.open_case(read, who=who, title=name, valid=on or today(), incident_on=incident, again=again)
    store = open_docket(docket, create=True)
    enter(store, [act], case=None, seen=0, as_json=as_json)


@app.command()
def evidence(
    case: Case,
    source: Annotated[Path | None, typer.Argument(help="A .bgcase, report or judged facts.")] = None,
    *,
    who: Who,
    words: Annotated[str, typer.Option(help="What is new, in words.", show_default=False)],
    office: Office = None,
    on: Day = None,
    seen: Seen = None,
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """Add what became known later. What was known before stays as it was.

    Example: `benchgate docket evidence 3 second-angle.bgcase --as "Ann Lee" --words "a second angle"`
    """
    from review.cli.docket_desk import acts, on_case, today
    from review.cli.docket_source import Source, read_source

    read = read_source(source, office) if source else Source.by_hand()
    on_case(
        docket,
        case,
        seen,
        as_json,
        lambda _: [acts.add_evidence(read, who=who, says=words, valid=on or today())],
    )


@app.command()
def decide(
    case: Case,
    *,
    who: Who,
    reason: Reason,
    proposal: Annotated[list[int] | None, typer.Option(help="Numbers of proposals to decide.")] = None,
    automatic: Annotated[
        bool,
        typer.Option(
            "--automatic", help="Impose as proposed every automatic proposal that is undecided and whole."
        ),
    ] = False,
    not_imposed: Annotated[
        bool, typer.Option("--not-imposed", help="Decide that nothing is imposed.")
    ] = False,
    games: Games = None,
    amount: Amount = None,
    eligible_on: Eligible = None,
    clause: Clause = None,
    departs: Annotated[
        str | None, typer.Option(help="Why the book is left, where the proposal is automatic.")
    ] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Replace an earlier decision.")] = False,
    kind: Annotated[
        str | None, typer.Option(help="Without a proposal: what is imposed, e.g. suspension.")
    ] = None,
    team: Annotated[str | None, typer.Option(help="Without a proposal: the team.")] = None,
    name: Annotated[
        str | None,
        typer.Option(help="Who the man is, where the proposal does not say; or without a proposal."),
    ] = None,
    number: Annotated[int | None, typer.Option(help="His number, likewise.")] = None,
    on: Day = None,
    seen: Seen = None,
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """Decide: impose what the book proposes, something else with the reason, or nothing.

    Example: `benchgate docket decide 3 --proposal 1 --as "Ann Lee" --reason "first man off the bench"`
    """
    from review.cli.docket_desk import acts, on_case, sum_of, today

    told = (name, number) if kind is None else (None, None)
    change = acts.Change(games, sum_of(amount), eligible_on, clause, *told)
    day = on or today()
    if kind is not None and (proposal or automatic):
        raise DocketRefused("--kind decides without a proposal.", remedy="Leave --proposal out.")
    if automatic and (change != acts.Change() or not_imposed or departs or anew):
        raise DocketRefused("--automatic decides as proposed.", remedy="Decide the others by --proposal.")

    def build(held: DocketCase) -> Sequence[Act]:
        if kind is not None:
            subject = {"team": team, "number": number, "name": name, "role": None}
            return [
                acts.decide_by_hand(
                    held, subject=subject, kind=kind, clause=clause or "", who=who, reason=reason, valid=day,
                    change=change,
                )
            ]  # fmt: skip
        chosen = acts.all_automatic(held) if automatic else ()
        return acts.decide_all(
            held, [*(proposal or ()), *chosen], who=who, reason=reason, valid=day, impose=not not_imposed,
            change=change, departs=departs, anew=anew,
        )  # fmt: skip

    on_case(docket, case, seen, as_json, build)


@app.command()
def appeal(
    case: Case,
    ruling: Ruling,
    *,
    who: Who,
    to: Annotated[str, typer.Option(help="Who hears it, e.g. the Commissioner.", show_default=False)],
    grounds: Annotated[str, typer.Option(help="On what grounds.", show_default=False)],
    on: Day = None,
    seen: Seen = None,
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """Appeal a ruling. It stays in force until the appeal is answered.

    Example: `benchgate docket appeal 3 1 --as "Tom Roe" --to "the Commissioner" --grounds "new video"`
    """
    from review.cli.docket_desk import acts, on_case, today

    on_case(
        docket, case, seen, as_json,
        lambda held: [acts.appeal(held, ruling, who=who, to=to, grounds=grounds, valid=on or today())],
    )  # fmt: skip


@app.command()
def answer(
    case: Case,
    ruling: Ruling,
    *,
    outcome: Annotated[
        str, typer.Option(help="upheld, reduced, increased, set aside or withdrawn.", show_default=False)
    ],
    who: Who,
    reason: Reason,
    games: Games = None,
    amount: Amount = None,
    eligible_on: Eligible = None,
    clause: Clause = None,
    on: Day = None,
    seen: Seen = None,
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """Decide an appeal: a ten becomes a three, or stays.

    Example: `benchgate docket answer 3 1 --outcome reduced --games 3 --as "Ann Lee" --reason "new video"`
    """
    from review.cli.docket_desk import acts, on_case, sum_of, today

    change = acts.Change(games, sum_of(amount), eligible_on, clause)
    on_case(
        docket, case, seen, as_json,
        lambda held: [
            acts.answer(
                held, ruling, outcome=outcome, who=who, reason=reason, valid=on or today(), change=change
            )
        ],
    )  # fmt: skip


@app.command()
def rescind(
    case: Case,
    ruling: Ruling,
    *,
    who: Who,
    reason: Reason,
    on: Day = None,
    seen: Seen = None,
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """Take a ruling back. It stays in the docket, with who took it back and why.

    Example: `benchgate docket rescind 3 1 --as "Ann Lee" --reason "the video shows a legal change"`
    """
    from review.cli.docket_desk import acts, on_case, today

    on_case(
        docket, case, seen, as_json,
        lambda held: [acts.rescind(held, ruling, who=who, reason=reason, valid=on or today())],
    )  # fmt: skip
