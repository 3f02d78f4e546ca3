"""`benchgate record`: the league's record of a game: import it, check it, hold it against a tape."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from review.core.errors import RecordWrong
from review.core.record import Document, Record, Sheet
from review.measure.agreement import Agreement, agree
from review.measure.record_check import RecordCheck, check_sheet
from review.measure.sheet import sheet_of

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
RecordPath = Annotated[Path, typer.Argument(help="A RECORD.json.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
_ROWS = ("roster", "penalties", "shifts", "plays", "schedule")
_SIGNS = {"agrees": "=", "differs": "≠", "cannot tell": "?"}


@app.command("import")
def import_(
    files: Annotated[
        list[Path], typer.Argument(help="Documents of one game, of any known shape.", show_default=False)
    ],
    out: Annotated[
        Path | None, typer.Option(help="The record to begin, or to go on with (default: RECORD.json).")
    ] = None,
    case: Annotated[Path | None, typer.Option(help="Keep it beside this case, as NAME.record.json.")] = None,
    team: Annotated[
        str | None, typer.Option(help="Whose roster it is, where the document does not say.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Import documents of a game into one record. Changed content becomes a further revision; all are kept.

    Example: `benchgate record import play-by-play.json shiftcharts.json --out game.record.json`
    """
    from review.wiring.records import import_files, record_at, write_record

    if out is not None and case is not None:
        raise typer.BadParameter("--out and --case both say where: give one.")
    out = out or (case.with_suffix(".record.json") if case else Path("RECORD.json"))
    before = record_at(out) if out.exists() else Record()
    record, read = import_files(before, files, team=team)
    write_record(record, out)
    rows = [
        {
            **_head(one), "new": new, "notes": list(one.notes),
            **{rows: len(getattr(one, rows)) for rows in _ROWS},
        }
        for one, new in read
    ]  # fmt: skip
    if as_json:
        typer.echo(_json({"record": str(out), "documents": rows}))
        return
    for row in rows:
        counts = ", ".join(
            f"{row[k]} {k}" for k in ("roster", "penalties", "shifts", "plays", "schedule") if row[k]
        )
        state = f"revision {row['revision']}" if row["new"] else "unchanged, not imported again"
        typer.echo(f"{row['file']}: {row['shape']} of {row['subject']}, {state}: {counts or 'no rows'}")
    typer.echo(f"Record: {out}")


@app.command()
def check(record: RecordPath, as_json: AsJson = False) -> None:
    """Hold a record against itself: strength by its penalties, men by its shifts, revisions. No findings.

    Example: `benchgate record check game.record.json`
    """
    from review.wiring.records import record_at

    whole = record_at(record)
    sheet = sheet_of(whole)
    told = check_sheet(sheet)
    if as_json:
        typer.echo(_json(_check_json(whole, sheet, told)))
        return
    typer.echo("\n".join(_check_lines(whole, sheet, told)))


@app.command("agree")
def agree_(
    record: RecordPath,
    tape: Annotated[Path, typer.Argument(help="A case, or a report as JSON.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Hold a record against a tape: rosters, counts, penalties, goals, stoppages, shifts beside crossings.

    Example: `benchgate record agree game.record.json game.bgcase`
    """
    from review.imports.report_json import witness_of
    from review.wiring.records import record_at

    rows = agree(sheet_of(record_at(record)), witness_of(_report(tape), str(tape)))
    totals = Counter((row.what, row.answer) for row in rows)
    if as_json:
        table = [
            {"what": what, "answer": answer, "number": n} for (what, answer), n in sorted(totals.items())
        ]
        typer.echo(_json({"totals": table, "rows": [asdict(row) for row in rows]}))
        return
    for row in rows:
        typer.echo(_agreement_line(row))
    for (what, answer), number in sorted(totals.items()):
        typer.echo(f"{what + ':':<16} {answer:<12} {number}")
    typer.echo("A difference accuses nobody: either side may be wrong, and shifts are a prior, never proof.")


def _report(path: Path) -> dict[str, Any]:
    """The report of a case, or a report as it lies on disk."""
    from review.imports.record_reading import json_of
    from review.wiring import judged, open_store

    if path.suffix == ".bgcase":
        from review.cli.reporting import report_json

        store = open_store(path)
        try:
            return report_json(judged(store, path))
        finally:
            store.close()
    try:
        value = json_of(path.read_bytes(), str(path))
    except OSError as error:
        raise RecordWrong(
            f"{path}: {error.strerror or error}.", remedy="Give a case or a report as JSON."
        ) from error
    return value if isinstance(value, dict) else {}


def _agreement_line(row: Agreement) -> str:
    at = f"{row.at_s:9.1f} s" if row.at_s is not None else " " * 11
    return f"{_SIGNS[row.answer]} {at}  {row.what:<14} {row.text}"


def _revisions(record: Record) -> list[dict[str, Any]]:
    return [{**_head(one), "in_force": one in record.latest()} for one in record.documents]


def _head(one: Document) -> dict[str, Any]:
    return {key: getattr(one, key) for key in ("file", "shape", "subject", "revision", "sha256")}


def _check_json(record: Record, sheet: Sheet, told: RecordCheck) -> dict[str, Any]:
    return {
        "game": sheet.game, "day": sheet.day, "kind": sheet.kind, "home": sheet.home, "away": sheet.away,
        "documents": _revisions(record),
        "strength": {team: [asdict(s) for s in steps] for team, steps in told.strength.items()},
        "men_by_shifts": {team: [asdict(s) for s in steps] for team, steps in told.men.items()},
        "spells": [asdict(spell) for spell in told.spells],
        "odd_shifts": list(told.odd_shifts),
        "scored": {"stated": told.scored[0], "agree": told.scored[1], "against": list(told.scored_against)},
        "too_many_men": [asdict(penalty) for penalty in told.too_many],
        "notes": list(sheet.notes),
    }  # fmt: skip


def _check_lines(record: Record, sheet: Sheet, told: RecordCheck) -> list[str]:
    away, home = sheet.away or "?", sheet.home or "?"
    lines = [f"{away} at {home}, {sheet.day or 'day not told'}, game {sheet.game or 'not told'}"]
    for row in _revisions(record):
        state = "in force" if row["in_force"] else "superseded"
        lines.append(
            f"  {row['shape']:<26} {row['file']} revision {row['revision']}, {state}, {row['sha256'][:12]}"
        )
    for penalty in sheet.penalties:
        who = f"{penalty.team} {penalty.number or penalty.name or 'bench'}"
        length = f"{penalty.length_s / 60:g} min" if penalty.length_s is not None else "length not told"
        lines.append(f"Penalty  {penalty.at.text:<9} {who}: {penalty.infraction or penalty.kind}, {length}")
    for penalty in told.too_many:
        lines.append(f"Too many men was called on {penalty.team} at {penalty.at.text} ({penalty.source})")
    for spell in told.spells:
        if spell.kind != "under":
            lines.append(f"{spell.kind:<13} {_play(spell.start_s)} to {_play(spell.end_s)}: {spell.text}")
    for team in told.men:
        lines.append(
            f"{team}: {told.seconds('over', team):g} s over by the shifts, "
            f"{told.seconds('under', team):g} s with somebody missing in them"
        )
    lines += [f"Odd shift: {text}" for text in told.odd_shifts]
    if told.scored[0]:
        lines.append(
            f"Strength as scored agrees with the penalties at {told.scored[1]} of {told.scored[0]} statements"
        )
    lines += [f"Note: {note}" for note in sheet.notes]
    lines.append(
        "Nothing here is a finding: shifts are a prior, and what they cannot be is the record's fault."
    )
    return lines


def _play(game_s: float) -> str:
    period = min(int(game_s // 1200) + 1, 4)
    rest = int(game_s - (period - 1) * 1200)
    return f"P{period} {rest // 60}:{rest % 60:02d}"


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)
