"""`benchgate train`: weights into what the product runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from review.core.errors import SettingsWrong

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)


@app.callback()
def train() -> None:
    """Work on the detector's weights. Needs `pip install 'benchgate[train]'` (torch and ultralytics)."""


@app.command()
def export(
    weights: Annotated[Path, typer.Argument(help="A .safetensors state dict.", show_default=False)],
    out: Annotated[Path, typer.Option(help="Folder for the ONNX and OpenVINO files.")] = Path("out"),
    recipe: Annotated[
        Path | None, typer.Option(help="Export recipe with calibration pictures; without it no int8.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder that the recipe's pictures lie in.")] = None,
) -> None:
    """Export weights to ONNX and, calibrated on real pictures, to OpenVINO int8; print the registry's lines.

    The same weights and recipe give the same bytes.

    Example: `benchgate train export models/yolo11n_hockey_v0.safetensors
    --recipe models/recipes/yolo11n_hockey_v0.toml --data DATA --out out`
    """
    from review.train.calibration import calibration_inputs, read_recipe
    from review.train.export import export_detector

    if (recipe is None) != (data is None):
        raise SettingsWrong("--recipe and --data go together.", remedy="Give both, or neither.")
    pictures = calibration_inputs(read_recipe(recipe), data) if recipe and data else None
    try:
        typer.echo(export_detector(weights, out, calibration=pictures).entries())
    except ImportError as error:
        raise SettingsWrong(
            f"Exporting needs {error.name}, which is not installed.",
            remedy="`pip install 'benchgate[train]'`.",
        ) from error
