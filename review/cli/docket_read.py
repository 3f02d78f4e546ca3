"""`benchgate docket`: look, prove, export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from review.cli.docket_options import AsJson, Case, Known, On, Place
from review.core.errors import DocketRefused, DocketUnusable, ExportFailed

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_cases(
    status: Annotated[str | None, typer.Option(help="Only: open, under appeal, decided, empty.")] = None,
    team: Annotated[str | None, typer.Option(help="Only cases of this team.")] = None,
    known: Known = None,
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """List the cases, and which of them wait for somebody.

    Example: `benchgate docket list --status open`
    """
    from review.cli.docket_desk import modelled, moment_of, open_docket, printed
    from review.cli.docket_words import list_lines

    model = modelled(open_docket(docket), known=moment_of(known))
    if status not in (None, "open", "under appeal", "decided", "empty"):
        raise DocketRefused(
            f"--status {status!r} is unknown.", remedy="open, under appeal, decided or empty."
        )
    model["cases"] = [
        one
        for one in model["cases"]
        if status in (None, one["status"]) and (team is None or team in one["teams"])
    ]
    printed(model) if as_json else typer.echo("\n".join(list_lines(model)))


@app.command()
def show(
    case: Case, known: Known = None, on: On = None, docket: Place = None, as_json: AsJson = False
) -> None:
    """Show a case: what the book proposes, what was ruled, appealed and taken back.

    Example: `benchgate docket show 3 --known 2026-03-01`
    """
    from review.cli.docket_desk import case_in, case_json, cases_of, day, moment_of, open_docket, printed
    from review.cli.docket_words import case_lines

    found = case_in(cases_of(open_docket(docket).entries(case), known=moment_of(known)), case)
    told = case_json(found, on=day(on))
    printed(told) if as_json else typer.echo("\n".join(case_lines(told)))


@app.command()
def history(
    case: Annotated[int | None, typer.Argument(help="A case's number (default: all).")] = None,
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """Read every entry back in order: who did what, when it was recorded, from when it holds.

    Example: `benchgate docket history 3`
    """
    from review.cli.docket_desk import case_in, cases_of, entry_json, open_docket, printed
    from review.cli.docket_words import history_lines

    entries = open_docket(docket).entries(case)
    if case is not None:
        case_in(cases_of(entries), case)
    told = [entry_json(one) for one in entries]
    printed(told) if as_json else typer.echo("\n".join(history_lines(told) or ["The docket is empty."]))


@app.command()
def ledger(
    club: Annotated[str | None, typer.Option(help="Only this club.")] = None,
    person: Annotated[str | None, typer.Option(help="Only this man: his name, or team and number.")] = None,
    on: Annotated[str | None, typer.Option(help="The account on that day (default: today).")] = None,
    known: Known = None,
    pack: Annotated[str, typer.Option(help="The book that fines clubs by their history.")] = "seeds",
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """Accounts: fines of each club and what the next case costs it; games of each man and when he is back.

    Example: `benchgate docket ledger --club TOR --on 2026-03-01`
    """
    from review.cli.docket_desk import accounts, day, moment_of, open_docket, printed
    from review.cli.docket_words import account_lines

    store = open_docket(docket)
    model = accounts(store, club=club, person=person, on=day(on), known=moment_of(known), pack=pack)
    printed(model) if as_json else typer.echo("\n".join(account_lines(model)))


@app.command()
def verify(
    head: Annotated[
        str | None, typer.Option(help="A state noted earlier: prove that it still is part of the docket.")
    ] = None,
    docket: Place = None,
    as_json: AsJson = False,
) -> None:
    """Check the hash chain: whether anything in the docket was altered, taken out or put in.

    Example: `benchgate docket verify --head 3eba2c2a…`
    """
    from review.cli.docket_desk import open_docket, printed

    store = open_docket(docket)
    told = store.verify()
    problems = list(told.problems)
    if head and not any(one.startswith(head.rstrip("…")) for one in store.heads()):
        problems.append(f"the state {head} is no part of it: entries were cut off, or it is another docket")
    if as_json:
        state = {"sound": not problems, "entries": told.entries, "head_sha256": told.head}
        printed({**state, "problems": problems})
    if problems:
        words = "; ".join(problems)
        raise DocketUnusable(f"The docket is not as it was: {words}.", remedy="Go back to a copy.")
    if as_json:
        return
    typer.echo(f"Unaltered: all {told.entries} links of the chain hold; its head is {told.head}.")


@app.command()
def export(
    cases: Annotated[list[int] | None, typer.Argument(help="Numbers of cases (default: all).")] = None,
    format_: Annotated[str, typer.Option("--format", help="json, csv or html.")] = "html",
    out: Annotated[Path | None, typer.Option(help="Where to write (default: print).")] = None,
    known: Known = None,
    on: On = None,
    docket: Place = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Write the docket out: a page to read, JSON for programs, CSV for sheets.

    Example: `benchgate docket export 3 --out case-3.html`
    """
    from review.cli.docket_desk import day, exported, moment_of, open_docket
    from review.report.docket_model import docket_csv
    from review.report.docket_page import docket_page

    kind = "json" if as_json else format_
    if kind not in ("json", "csv", "html"):
        raise DocketRefused(f"--format {kind!r} is unknown.", remedy="One of json, csv, html.")
    model = exported(open_docket(docket), cases or [], known=moment_of(known), on=day(on))
    texts = {"csv": docket_csv, "html": docket_page, "json": _json_text}
    text = texts[kind](model)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        half = out.with_name(out.name + ".part")
        half.write_text(text, encoding="utf-8", newline="")
        half.replace(out)
    except OSError as fault:
        raise ExportFailed(f"{out}: {fault.strerror or fault}.", remedy="Choose another place.") from fault
    typer.echo(f"Written: {out}")


def _json_text(model: Any) -> str:
    return json.dumps(model, indent=1, ensure_ascii=False) + "\n"


@app.command()
def upgrade(docket: Place = None, as_json: AsJson = False) -> None:
    """Set up a docket in a PostgreSQL database, or bring one up to date. SQLite does it by itself.

    Example: `benchgate docket upgrade --docket postgresql://office@server/docket`
    """
    from review.cli.docket_desk import printed
    from review.settings import without_password
    from review.wiring.docketing import upgrade_docket

    place, revision = upgrade_docket(docket)
    if as_json:
        printed({"docket": without_password(place), "format": revision})
        return
    typer.echo(f"{without_password(place)}: ready, format {revision}.")
