"""`benchgate evaluate`: how right a case is, by the truth of its tape."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from review.core.errors import ExportFailed, SettingsWrong

if TYPE_CHECKING:
    from review.evaluate.suite import ClipScores

__all__ = ["evaluate", "page_of", "score_table", "write_text"]

MOST_MOMENTS = 10


def evaluate(
    cases: Annotated[list[Path], typer.Argument(help="Case files.", show_default=False)],
    truth: Annotated[list[Path], typer.Option(help="Truth of each tape; repeat for several.")],
    json_out: Annotated[Path | None, typer.Option("--json", help="Where to write the scores.")] = None,
    html: Annotated[Path | None, typer.Option(help="Where to write the page with plots and stills.")] = None,
) -> int:
    """Score cases against the truth of their tapes: every metric of docs/formats/scores.md.

    A case goes with the truth of the same tape (by checksum), else in the order given.

    Example: `benchgate evaluate demo/demo.bgcase --truth sample_clips/demo.truth.json --json scores.json`
    """
    from review.cli.scoring import pair_up, read_truth, report_of_case, score_case, versions
    from review.evaluate.suite import document
    from review.wiring.scoring import scorers

    if len(set(cases)) != len(cases):
        raise SettingsWrong("A case is named twice.", remedy="Name each once.")
    truths = {path: read_truth(path) for path in truth}
    reports = {case: report_of_case(case) for case in cases}
    pairs = pair_up(reports, truths)
    scored: list[ClipScores] = []
    for case, path in pairs:
        name = _name(truths[path], case, {c.name for c in scored})
        scored.append(score_case(case, reports[case], truths[path], name=name))
    told = document(scored, versions=versions(list(reports.values())), detection=scorers()[1])
    Console().print(score_table(told))
    _say_worst(told)
    if json_out is not None:
        write_text(json_out, json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    if html is not None:
        write_text(html, page_of(told, {c.name: pair for c, pair in zip(scored, pairs, strict=True)}))
    return 0


def _name(truth: Mapping[str, Any], case: Path, taken: set[str]) -> str:
    name = str(truth.get("scenario") or case.stem)
    return name if name not in taken else case.stem if case.stem not in taken else str(case)


def page_of(told: Mapping[str, Any], sources: Mapping[str, tuple[Path, Path]]) -> str:
    """The page of these scores, with stills of the worst moments from the tapes of these cases and truths."""
    from review.cli.moments import moment_stills
    from review.evaluate.page import scores_page

    return scores_page(told, stills=moment_stills(told, sources))


def score_table(told: Mapping[str, Any]) -> Table:
    """Each metric with its total, the counts behind it, its interval, and the lowest and highest clip."""
    table = Table(title=f"Scores over {len(told['clips'])} clip(s)")
    for column in ("metric", "value", "of", "95 %"):
        table.add_column(column, justify="left" if column == "metric" else "right")
    for name, value in told["total"].items():
        part = told["parts"]["total"].get(name, {})
        band = told["intervals"].get(name)
        table.add_row(
            name,
            "—" if value is None else f"{value:.4g}",
            _counts(part),
            "" if band is None else f"{band[0]:.3g} to {band[1]:.3g}",
        )
    return table


def _counts(part: Mapping[str, Any]) -> str:
    if part.get("whole") is None:
        return str(part.get("reason", ""))
    if part["part"] is None:
        return f"{part['whole']}"
    return f"{part['part']:g} of {part['whole']:g}"


def _say_worst(told: Mapping[str, Any]) -> None:
    for row in told["worst"][:MOST_MOMENTS]:
        sys.stdout.write(f"{row['clip']} {row['s']:.2f} s  {row['metric']}: {row['words']}\n")
    if len(told["worst"]) > MOST_MOMENTS:
        sys.stdout.write(f"… and {len(told['worst']) - MOST_MOMENTS} more in the JSON\n")


def write_text(path: Path, text: str) -> None:
    """Write a whole file or none; ExportFailed where it cannot be."""
    half = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_text(text, encoding="utf-8", newline="")
        half.replace(path)
    except OSError as error:
        with suppress(OSError):  # where nothing may be written, nothing may be removed
            half.unlink(missing_ok=True)
        raise ExportFailed(
            f"{path}: cannot be written ({error.strerror or error}).", remedy="Choose another place."
        ) from error
