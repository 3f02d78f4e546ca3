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
        str | None,
        typer.Option(help="nhl, iihf-26 … iihf-30, a TOML file with [rink], or auto."),
    ] = None,
    arena: Annotated[
        Path | None, typer.Option(help="ARENA.toml: a rink and its camera, learnt before.")
    ] = None,
    save_arena: Annotated[Path | None, typer.Option(help="Write the camera that was learnt there.")] = None,
    points: Annotated[
        Path | None,
        typer.Option(help="POINTS.toml: four or more named points clicked in a picture or frame."),
    ] = None,
    aspect: Annotated[
        str | None, typer.Option(help="Width to height as shown, e.g. 4:3, where pictures are stretched.")
    ] = None,
    every: Annotated[
        float | None, typer.Option(help="Of a tape: seconds between two frames (default: each).")
    ] = None,
) -> None:
    """Find where on the rink the main camera looks in a picture, a folder of pictures, or a tape.

    Writes `{"images": [{"path", "H_m_from_px", "error_m", "reason"}]}`; H_m_from_px maps pixels to metres
    from centre ice, and is null with the reason where a picture is not registered.

    Example: `benchgate register frames/ --json rink.json`
    """
    from review.wiring.registering import RegisterOptions, register_path

    if every is not None and not every > 0:
        raise typer.BadParameter("--every is a number of seconds above 0.")
    done = register_path(path, RegisterOptions(rink, arena, save_arena, points, _ratio(aspect), every))
    text = json.dumps({"images": [_image(*one) for one in done]}, indent=1)
    if out is None:
        typer.echo(text)
        return
    out.write_text(text + "\n", encoding="utf-8")
    placed = sum(one[1].H_m_from_px is not None for one in done)
    typer.echo(f"{placed} of {len(done)} pictures registered: {out}")


def _ratio(text: str | None) -> float | None:
    """4:3 or 1.333 as a number."""
    if text is None:
        return None
    try:
        parts = [float(part) for part in text.split(":")]
        ratio = parts[0] / parts[1] if len(parts) == 2 else parts[0]
    except (ValueError, ZeroDivisionError):
        ratio = 0.0
    if not 0.5 < ratio < 4 or text.count(":") > 1:
        raise typer.BadParameter(f"--aspect {text} is no shape of a picture, such as 16:9.")
    return ratio


def _image(name: dict[str, Any], found: Registration) -> dict[str, Any]:
    H = found.H_m_from_px
    rows = None if H is None else [[float(f"{v:.9g}") for v in row] for row in H]
    return {**name, "H_m_from_px": rows, "error_m": found.error_m, "reason": found.reason}
