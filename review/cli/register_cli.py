"""`benchgate register`: where on the rink pictures look, as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from review.core.registration import Registration

__all__ = ["register"]


def register(
    path: Annotated[
        Path, typer.Argument(help="A picture, a folder of pictures, or a tape.", show_default=False)
    ],
    out: Annotated[Path | None, typer.Option("--json", help="Where to write (default: print).")] = None,
    rink: Annotated[
        str | None, typer.Option(help="nhl, iihf-26 … iihf-30, or a TOML file with a [rink] table.")
    ] = None,
    arena: Annotated[
        Path | None, typer.Option(help="ARENA.toml: a rink and its camera, learnt before.")
    ] = None,
    save_arena: Annotated[Path | None, typer.Option(help="Write the camera that was learnt there.")] = None,
) -> None:
    """Find where on the rink the main camera looks in a picture, a folder of pictures, or a tape.

    Writes `{"images": [{"path", "H_m_from_px", "error_m", "reason"}]}`; H_m_from_px maps pixels to metres
    from centre ice, and is null with the reason where a picture is not registered.

    Example: `benchgate register frames/ --json rink.json`
    """
    from review.wiring.registering import register_path

    done = register_path(path, rink=rink, arena=arena, save_arena=save_arena)
    text = json.dumps({"images": [_image(*one) for one in done]}, indent=1)
    if out is None:
        typer.echo(text)
        return
    out.write_text(text + "\n", encoding="utf-8")
    placed = sum(one[1].H_m_from_px is not None for one in done)
    typer.echo(f"{placed} of {len(done)} pictures registered: {out}")


def _image(name: dict[str, Any], found: Registration) -> dict[str, Any]:
    H = found.H_m_from_px
    rows = None if H is None else [[float(f"{v:.9g}") for v in row] for row in H]
    return {**name, "H_m_from_px": rows, "error_m": found.error_m, "reason": found.reason}
