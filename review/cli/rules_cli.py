"""`benchgate rules`: read the book, and judge a file of facts by it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from review.core.errors import PackWrong
from review.core.findings import Finding
from review.report.follows_words import following_lines
from review.rules.comparison import Difference, finding_differences, pack_differences
from review.rules.consequences import price
from review.rules.engine import in_seconds, judge, readings_told
from review.rules.evidence import who
from review.rules.explain import Example, decided_by, explain_clause, relations
from review.rules.facts_toml import read_facts
from review.rules.library import load_pack, pack_names
from review.rules.outcome import outcomes
from review.rules.rank import with_ranks
from review.rules.shapes import judged_json, pack_json, vocabulary_json
from review.rules.vocabulary import KINDS

__all__ = ["rules_app"]

rules_app = typer.Typer(no_args_is_help=True)
PackName = Annotated[str, typer.Option("--pack", help="A pack's name, or the path of a pack's TOML file.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
Overrides = Annotated[
    list[str] | None, typer.Option("--set", help="Another reading, as name=value, e.g. rank_scope=overall.")
]
_SIGNS = {"trips": "▲", "cannot tell": "●", "does not": "·"}


@rules_app.command("list")
def list_rules(pack: PackName = "seeds", as_json: AsJson = False) -> None:
    """List the packs that are here, and the clauses of one.

    Example: `benchgate rules list --pack fphl`
    """
    book = load_pack(pack)
    packs = [load_pack(name) for name in pack_names()]
    if as_json:
        typer.echo(_json({"packs": [one.name for one in packs], **pack_json(book)}))
        return
    typer.echo("Packs:")
    for one in packs:
        typer.echo(f"  {one.name:<14} {one.title}")
    typer.echo(f"Clauses of {book.name}:")
    for clause in book.clauses:
        typer.echo(f"  {clause.id:<10} {clause.title}")
    for id, why in book.left_out.items():
        typer.echo(f"  {id:<10} left out: {why}")


@rules_app.command()
def show(
    clause: Annotated[str, typer.Argument(help="A clause's id, e.g. 72c.", show_default=False)],
    pack: PackName = "seeds",
    as_json: AsJson = False,
) -> None:
    """Show one clause: what it says, the facts it needs, the readings in force, what follows.

    Example: `benchgate rules show 205.1a`
    """
    book = load_pack(pack)
    found = book.clause(clause)
    if as_json:
        rows = pack_json(book)["clauses"]
        typer.echo(_json(next(row for row in rows if row["id"] == found.id)))
        return
    typer.echo(f"{found.id}  {found.title}  ({book.name}; {found.cite})")
    typer.echo(found.paraphrase)
    for kinds, head in (
        (found.when, "When"),
        (found.needs, "Needs"),
        (found.without, "Only if not"),
        (found.unless, "Unless"),
    ):
        for kind in kinds:
            typer.echo(f"{head + ':':<12} {kind}, decided by {decided_by(kind)}")
    for sentence in relations(found):
        typer.echo(sentence)
    for line in readings_told(found, book):
        typer.echo(f"Reading: {line}")
    for one in found.price():
        typer.echo(f"Follows: {price(one)}, {'automatic' if one.automatic else 'a person decides'}")
    if found.note:
        typer.echo(f"Note:    {found.note}")


@rules_app.command("judge")
def judge_facts(
    facts: Annotated[Path, typer.Argument(help="A file of facts, FACTS.toml.", show_default=False)],
    pack: PackName = "seeds",
    set_: Overrides = None,
    listed: Annotated[
        bool,
        typer.Option("--listed", help="Leave out plain 'does not' and bare questions, as a report does."),
    ] = False,
    office: Annotated[
        Path | None, typer.Option(help="OFFICE.toml: schedule, club histories, pay.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Judge a file of facts by a pack, and say what follows.

    Example: `benchgate rules judge FACTS.toml --pack seeds --office OFFICE.toml --set rank_scope=overall`
    """
    from review.wiring.office import read_office

    book = load_pack(pack).with_settings(_overrides(set_ or []), file="--set")
    given = read_facts(_text(facts), file=facts.name)
    known = with_ranks(given.facts, game_teams=given.teams)
    findings = judge(known, book, game_teams=given.teams, everything=not listed)
    records = read_office(office)
    rows = outcomes(findings, book, records, facts=known)
    if as_json:
        typer.echo(_json(judged_json(book, known, findings, rows, records)))
        return
    typer.echo(f"{book.name}, {len(given.facts)} facts, {len(findings)} findings")
    for finding in findings:
        typer.echo("\n".join(_finding_lines(finding)))
    for line in following_lines(rows):
        typer.echo(line)


@rules_app.command("diff")
def diff_packs(
    first: Annotated[str, typer.Argument(help="A pack's name or file.", show_default=False)],
    second: Annotated[str, typer.Argument(help="Another.", show_default=False)],
    facts: Annotated[
        Path | None, typer.Argument(help="Facts to judge by both, FACTS.toml.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two packs: clauses, numbers and readings, and what they make of the same facts.

    Example: `benchgate rules diff seeds iihf FACTS.toml`
    """
    packs = [load_pack(first), load_pack(second)]
    books = pack_differences(*packs)
    answers: tuple[Difference, ...] = ()
    if facts is not None:
        given = read_facts(_text(facts), file=facts.name)
        judged = [judge(given.facts, pack, game_teams=given.teams, everything=True) for pack in packs]
        answers = finding_differences(*judged)
    if as_json:
        rows = {"packs": books, "findings": answers}
        names = [pack.name for pack in packs]
        typer.echo(_json({"compared": names, **{k: [asdict(one) for one in v] for k, v in rows.items()}}))
        return
    typer.echo(f"{packs[0].name} | {packs[1].name}: {len(books)} differences")
    for one in (*books, *answers):
        typer.echo(f"  {one.where:<10} {one.what}: {one.a} | {one.b}")
    if facts is not None:
        typer.echo(f"{len(answers)} findings differ on {facts.name}")


@rules_app.command()
def explain(
    clause: Annotated[str, typer.Argument(help="A clause's id, e.g. 72c.", show_default=False)],
    pack: PackName = "seeds",
    cases: Annotated[
        Path | None, typer.Option(help="A folder of officials' cases (YAML) to render with it.")
    ] = None,
) -> None:
    """Explain one clause as Markdown, with officials' cases where a folder of them is given.

    Example: `benchgate rules explain 72d-N --cases tests/cases`
    """
    book = load_pack(pack)
    found = book.clause(clause)
    examples = _examples(cases, found.id) if cases is not None else []
    typer.echo(explain_clause(book, found, examples), nl=False)


@rules_app.command()
def vocabulary(as_json: AsJson = False) -> None:
    """List every kind of fact, where it comes from, and the question that a person is asked.

    Example: `benchgate rules vocabulary --json`
    """
    if as_json:
        typer.echo(_json(vocabulary_json()))
        return
    for kind in KINDS.values():
        typer.echo(
            f"{kind.kind}  ({' or '.join(kind.layers)}; {kind.type}{f' of {kind.unit}' if kind.unit else ''})"
        )
        typer.echo(f"    {kind.means}")
        if kind.question:
            typer.echo(f"    Asked: {kind.question}")
        if kind.links:
            typer.echo(f"    Links: {', '.join(f'{name} ({type_})' for name, type_ in kind.links.items())}")


def _finding_lines(finding: Finding) -> list[str]:
    head = f"{_SIGNS[finding.verdict]} {finding.clause:<7} {finding.verdict:<11} {who(finding.subject)}"
    span = f"{in_seconds(finding.start)} to {in_seconds(finding.end)}"
    return [f"{head}, {span}", *(f"    {step}" for step in finding.why)]


def _overrides(pairs: list[str]) -> dict[str, str]:
    out = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise PackWrong(f"--set {pair!r} has no value.", remedy="Write it as name=value.")
        out[name.strip()] = value.strip()
    return out


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        why = wrong.strerror if isinstance(wrong, OSError) else "it is not UTF-8 text"
        raise PackWrong(f"{path} cannot be read: {why}.", remedy="Give the path of a FACTS.toml.") from wrong


def _examples(folder: Path, clause: str) -> list[Example]:
    """Officials' cases that name the clause; needs PyYAML, which comes with the development extras."""
    try:
        import yaml
    except ImportError as wrong:
        raise PackWrong("Reading cases needs PyYAML.", remedy="Install it, or leave --cases out.") from wrong
    found = []
    for path in sorted(folder.glob("*.yaml")):
        for case in yaml.safe_load(_text(path)).get("cases", []):
            mine = [one for one in case["expect"] if str(one["clause"]) == clause]
            if mine:
                lines = tuple(_expected_words(one) for one in mine)
                lines += (f"The record differs: {case['differs']}",) if "differs" in case else ()
                found.append(Example(case["name"], case["story"].strip(), case["source"], lines))
    if not found:
        raise PackWrong(
            f"{folder} holds no case for clause {clause}.", remedy="Give the folder of the cases."
        )
    return found


def _expected_words(expected: dict[str, object]) -> str:
    subject = expected.get("subject")
    whom = " ".join(str(value) for value in subject.values()) if isinstance(subject, dict) else "the game"
    follows = expected.get("consequence")
    then = f"; follows: {', '.join(map(str, follows))}" if isinstance(follows, list) and follows else ""
    return f"{whom}: {expected['verdict']}{then}"


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)
