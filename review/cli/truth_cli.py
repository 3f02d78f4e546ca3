"""`benchgate truth`: the truth of a rendered clip in formats that other tools read."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from review.core.errors import ExportFailed

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)


class Format(StrEnum):
    """What to write."""

    MOT = "mot"
    COCO = "coco"


class BoxKind(StrEnum):
    """Whole bodies, or what shows of them."""

    AMODAL = "amodal"
    VISIBLE = "visible"


class ClassKind(StrEnum):
    """Everybody one class, or a class a role."""

    PERSON = "person"
    ROLE = "role"


@app.callback()
def truth() -> None:
    """Truth of rendered clips."""


@app.command()
def export(
    path: Annotated[Path, typer.Argument(help="A truth.json.", show_default=False)],
    format_: Annotated[Format, typer.Option("--format", help="mot or coco.")],
    out: Annotated[Path, typer.Option(help="Folder to write into.")] = Path("out"),
    boxes: Annotated[
        BoxKind | None, typer.Option(help="amodal (default for mot) or visible (default for coco).")
    ] = None,
    classes: Annotated[
        ClassKind, typer.Option(help="mot: one class for everybody, or one a role.")
    ] = ClassKind.PERSON,
) -> None:
    """Write truth as a MOTChallenge sequence or a COCO document.

    Frames on which truth lists nobody's box are left out of either.

    Example: `benchgate truth export demo.truth.json --format mot --out out`
    """
    from review.sim.export_coco import coco_document
    from review.sim.export_mot import mot_files
    from review.sim.labels import read_truth

    told = read_truth(path)
    if format_ is Format.MOT:
        files = mot_files(told, boxes=(boxes or BoxKind.AMODAL).value, classes=classes.value)
        files = {f"{told['scenario']}/{name}": text for name, text in files.items()}
    else:
        document = coco_document(told, boxes=(boxes or BoxKind.VISIBLE).value)
        files = {f"{told['scenario']}.coco.json": json.dumps(document, ensure_ascii=False) + "\n"}
    for name, text in files.items():
        typer.echo(str(_write(out / name, text)))


def _write(path: Path, text: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ExportFailed(f"{path} cannot be written: {error}.", remedy="Give another --out.") from error
    return path
